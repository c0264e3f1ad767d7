//! Game profiles, as data: `rules/profiles/<id>.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::data::{DataFaultKind, Faults, Fields, id_schema};
use crate::terms::{ChatTerms, CreateGame, SocialTerms, SpectatorTerms, SpectatorView};

/// Pieces that each player sees during the game.
// Requirement blind-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum PieceVisibility {
    /// Each player sees their own pieces, and learns of the others from the moderator's announcements.
    OwnPieces,
    /// Each player sees their own pieces, and what stands on the squares that these could go to or capture on.
    Sight,
    /// Both players see every piece.
    Everything,
}

/// Further squares that players of a game by sight see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SightTerms {
    /// True if players see the enemy pieces without which one of their pieces would have another move.
    pub blockers: bool,
    /// True if players see the enemy pieces that attack their king, or what is royal instead.
    pub attackers: bool,
}

impl From<SightTerms> for ggn_core::SightOptions {
    fn from(SightTerms { blockers, attackers }: SightTerms) -> ggn_core::SightOptions {
        ggn_core::SightOptions { blockers, attackers }
    }
}

/// A game profile: ruleset, moderator, visibility and time limits.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Profile {
    /// The id, which is the name of the file: lower-case letters, digits and hyphens.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// The id of the ruleset, which is the name of its folder.
    #[schemars(schema_with = "id_schema")]
    pub ruleset: String,
    /// The id of the moderator, unless the creator of a game names another.
    #[schemars(schema_with = "id_schema")]
    pub moderator: String,
    /// Pieces that each player sees.
    pub view: PieceVisibility,
    /// Further squares that players see, with the view `sight`; none when left out.
    #[schemars(default)]
    pub sight: SightTerms,
    /// True if a touched piece must move, unless the creator of a game or its gambit profile says otherwise.
    pub touch_move: bool,
    /// Chat of the people at a game.
    pub chat: ChatTerms,
    /// Admission of spectators.
    pub spectators: SpectatorTerms,
    /// Remaining time, in milliseconds, below which a player is warned, in games with a clock.
    #[schemars(range(min = 1))]
    pub low_time_ms: u64,
    /// Time that an absent player may stay away before the game is lost, in milliseconds.
    #[schemars(range(min = 1))]
    pub grace_ms: u64,
    /// Time for which a finished game is kept, in milliseconds.
    #[schemars(range(min = 1))]
    pub finished_lifetime_ms: u64,
    /// Time for which a game waits for its second player while nobody is connected, in milliseconds.
    #[schemars(range(min = 1))]
    pub waiting_lifetime_ms: u64,
}

impl Profile {
    /// Reads the file of a profile.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Profile> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let ruleset = fields.id_of("ruleset");
        let moderator = fields.id_of("moderator");
        let view = fields.plain("view");
        let sight = fields.if_present("sight");
        if sight.is_some() && view.is_some_and(|view| view != PieceVisibility::Sight) {
            let why = "says what players see by sight, which is not the view of this profile";
            fields.fault("sight", DataFaultKind::NoMeaning(why));
        }
        let touch_move = fields.plain("touch_move");
        let chat = fields.plain("chat");
        let spectators = fields.plain("spectators");
        if view.is_some_and(|view| view != PieceVisibility::Everything)
            && spectators
                .is_some_and(|spectators: SpectatorTerms| spectators.watching == SpectatorView::Board)
        {
            let both = "nobody watches both armies while players see only their own";
            fields.fault("spectators", DataFaultKind::Value(both.to_owned()));
        }
        let mut positive = |name: &'static str| -> Option<u64> {
            let value = fields.plain(name)?;
            if value == 0 {
                fields.fault(name, DataFaultKind::Zero);
            }
            Some(value)
        };
        let low_time_ms = positive("low_time_ms");
        let grace_ms = positive("grace_ms");
        let finished_lifetime_ms = positive("finished_lifetime_ms");
        let waiting_lifetime_ms = positive("waiting_lifetime_ms");
        fields.finish();
        let profile = Profile {
            id: id?,
            ruleset: ruleset?,
            moderator: moderator?,
            view: view?,
            sight: sight.unwrap_or_default(),
            touch_move: touch_move?,
            chat: chat?,
            spectators: spectators?,
            low_time_ms: low_time_ms?,
            grace_ms: grace_ms?,
            finished_lifetime_ms: finished_lifetime_ms?,
            waiting_lifetime_ms: waiting_lifetime_ms?,
        };
        (faults.len() == before).then_some(profile)
    }

    /// Returns whether a touched piece must move: as the request says, or else the gambit profile (`duels`), or else this profile.
    #[must_use]
    pub fn binds_touched_pieces(&self, request: &CreateGame, duels: Option<bool>) -> bool {
        request.touch_move.or(duels).unwrap_or(self.touch_move)
    }

    /// Returns the terms on spectators and chat: as the request says, or else the gambit profile (`duels` on whether spectators are allowed), or
    /// else this profile. The visibility for spectators comes from this profile alone: a request cannot open a blind game. Neither can a duel
    /// profile: where players see only their own pieces, spectators come only if the creator wants them.
    // Requirement blind-6.
    #[must_use]
    pub fn social_terms(&self, request: &CreateGame, duels: Option<bool>) -> SocialTerms {
        let wish = request.spectators.unwrap_or_default();
        let SpectatorTerms { allowed, delay_seconds, watching } = self.spectators;
        let usual = match self.view {
            PieceVisibility::OwnPieces | PieceVisibility::Sight => allowed,
            PieceVisibility::Everything => duels.unwrap_or(allowed),
        };
        SocialTerms {
            chat: self.chat.agreed(request.chat),
            spectators: SpectatorTerms {
                allowed: wish.allowed.unwrap_or(usual),
                delay_seconds: wish.delay_seconds.unwrap_or(delay_seconds),
                watching,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CreationError;
    use crate::fixtures::catalogue;

    const BLIND: &str = include_str!("../../../rules/profiles/blind.json");

    fn read(text: &str) -> Result<Profile, String> {
        let mut faults = Faults::new();
        let profile = Profile::read("profiles/blind.json", text.as_bytes(), &mut faults);
        profile.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    // Requirement blind-17.
    #[test]
    fn the_blind_profile_has_the_designed_values() {
        let profile = read(BLIND).unwrap();
        assert_eq!((profile.view, profile.touch_move), (PieceVisibility::OwnPieces, true));
        assert_eq!(profile.chat, ChatTerms::Never);
        assert!(!profile.spectators.allowed);
        assert_eq!(profile.spectators.watching, SpectatorView::Announcements);
        assert_eq!(profile.low_time_ms, 20_000);
        assert_eq!((profile.grace_ms, profile.finished_lifetime_ms), (5 * 60_000, 30 * 60_000));
    }

    #[test]
    fn spectators_cannot_see_both_armies_of_a_blind_game() {
        let open = BLIND.replace("\"announcements\"", "\"board\"");
        assert!(read(&open).unwrap_err().contains("nobody watches both armies"));
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let broken = BLIND
            .replace("300000", "0")
            .replace("\"own_pieces\"", "\"all\"")
            .replace("\"touch_move\"", "\"touch\"")
            .replace("\"delay_seconds\": 0", "\"delay_seconds\": 61");
        let faults = read(&broken).unwrap_err();
        for expected in [
            "more than 0",
            "unknown variant `all`",
            "touch_move: is missing",
            "touch: is not known here",
            "spectators: spectators are told 0 to 60 seconds later",
        ] {
            assert!(faults.contains(expected), "{expected} is not in {faults}");
        }
        assert!(read("[]").unwrap_err().contains("expected an object, found an array"));
        assert!(read("{").unwrap_err().contains("not JSON"));
        assert!(read(&BLIND.replacen('{', "{\"id\":\"blind\",", 1)).unwrap_err().contains("twice"));
    }

    fn agreed(request: &str) -> SocialTerms {
        let request = CreateGame::read(request.as_bytes()).unwrap();
        let terms = catalogue().terms(&request).unwrap();
        terms.profile.social_terms(&request, terms.gambit.map(|terms| terms.profile().spectators_allowed))
    }

    #[test]
    fn a_request_says_what_the_profile_leaves_open_and_no_more() {
        let open = agreed(r#"{"mode":"vanilla"}"#);
        assert!(open.chat && !open.spectators.allowed);
        assert_eq!(
            (open.spectators.delay_seconds.seconds(), open.spectators.watching),
            (0, SpectatorView::Board)
        );
        let blind = agreed(r#"{"mode":"blind"}"#);
        assert!(!blind.chat && !blind.spectators.allowed);
        assert_eq!(blind.spectators.watching, SpectatorView::Announcements);
        let chosen =
            agreed(r#"{"mode":"blind","chat":true,"spectators":{"allowed":true,"delaySeconds":60}}"#);
        assert!(
            !chosen.chat && chosen.spectators.allowed,
            "a blind game has no chat, whatever was asked for"
        );
        assert_eq!(chosen.spectators.delay_seconds.ms(), 60_000);
        assert_eq!(chosen.spectators.watching, SpectatorView::Announcements);
        assert!(agreed(r#"{"mode":"vanilla","spectators":{"allowed":true}}"#).spectators.allowed);
        assert!(!agreed(r#"{"mode":"vanilla","chat":false}"#).chat);
        assert_eq!(agreed(r#"{"mode":"vanilla","spectators":{}}"#), open);
    }

    // Requirement gambit-106.
    #[test]
    fn a_game_with_bids_is_watched_unless_its_creator_or_a_blind_board_forbids_it() {
        let allows = |request: &str| agreed(request).spectators.allowed;
        assert!(allows(r#"{"mode":"vanilla","gambit":"standard"}"#));
        assert!(!allows(r#"{"mode":"vanilla","gambit":"standard","spectators":{"allowed":false}}"#));
        assert!(!allows(r#"{"mode":"blind","gambit":"standard"}"#));
        assert!(allows(r#"{"mode":"blind","gambit":"standard","spectators":{"allowed":true}}"#));
    }

    #[test]
    fn chat_is_agreed_on_by_the_profile_and_the_creator() {
        let wishes = [None, Some(false), Some(true)];
        assert_eq!(wishes.map(|wish| ChatTerms::On.agreed(wish)), [true, false, true]);
        assert_eq!(wishes.map(|wish| ChatTerms::Off.agreed(wish)), [false, false, true]);
        assert_eq!(wishes.map(|wish| ChatTerms::Never.agreed(wish)), [false; 3]);
    }

    #[test]
    fn a_new_game_with_chat_is_refused_where_there_never_is_any_and_an_old_one_plays_on() {
        let creation =
            |request: &str| crate::fixtures::creation(CreateGame::read(request.as_bytes()).unwrap());
        let asked = creation(r#"{"mode":"blind","chat":true}"#);
        assert_eq!(catalogue().terms_of_new_game(&asked).unwrap_err(), CreationError::NoChat);
        assert!(catalogue().terms_of_existing_game(&asked).is_ok());
        for fine in [r#"{"mode":"blind","chat":false}"#, r#"{"mode":"vanilla","chat":true}"#] {
            assert!(catalogue().terms_of_new_game(&creation(fine)).is_ok(), "{fine}");
        }
    }

    #[test]
    fn nobody_watches_a_room() {
        for room in ["room", "room-blind"] {
            let profile = catalogue().profile(room).unwrap().clone();
            assert!(!profile.spectators.allowed && profile.chat == ChatTerms::Never, "{room}");
        }
    }

    // Requirement gambit-110.
    #[test]
    fn what_is_not_to_the_letter_is_no_wish() {
        for wrong in [
            r#"{"mode":"vanilla","spectators":{"delaySeconds":61}}"#,
            r#"{"mode":"vanilla","spectators":{"delaySeconds":-1}}"#,
            r#"{"mode":"vanilla","spectators":{"delaySeconds":1.5}}"#,
            r#"{"mode":"vanilla","spectators":{"watching":"board"}}"#,
            r#"{"mode":"vanilla","spectators":null}"#,
            r#"{"mode":"vanilla","spectators":true}"#,
            r#"{"mode":"vanilla","chat":null}"#,
            r#"{"mode":"vanilla","chat":"yes"}"#,
        ] {
            assert!(CreateGame::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
