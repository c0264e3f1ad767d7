//! A way to play, as data: `rules/profiles/<id>.json`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::data::{DataFaultKind, Faults, Fields, id_schema};
use crate::lounge::{Spectators, Watching};

/// What each player sees while a game is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Each player sees their own pieces, and hears of the others what the moderator says.
    OwnPieces,
    /// Both players see every piece.
    Everything,
}

/// A way to play: which rules, who moderates, what is seen, and how long things last.
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
    /// What each player sees.
    pub view: Sight,
    /// Whether a piece that is touched has to move.
    pub touch_move: bool,
    /// Whether those who are at a game can talk, unless its creator says otherwise.
    pub chat: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// From when on a player is warned of how little time is left, in milliseconds, where the game has a clock.
    #[schemars(range(min = 1))]
    pub low_time_ms: u64,
    /// How long an absent player may stay away before the game is lost, in milliseconds.
    #[schemars(range(min = 1))]
    pub grace_ms: u64,
    /// How long a finished game is kept, in milliseconds.
    #[schemars(range(min = 1))]
    pub finished_lifetime_ms: u64,
    /// How long a game waits for its second player while nobody is there, in milliseconds.
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
        let touch_move = fields.plain("touch_move");
        let chat = fields.plain("chat");
        let spectators = fields.plain("spectators");
        if view == Some(Sight::OwnPieces)
            && spectators.is_some_and(|spectators: Spectators| spectators.watching == Watching::Board)
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLIND: &str = include_str!("../../../rules/profiles/blind.json");

    fn read(text: &str) -> Result<Profile, String> {
        let mut faults = Faults::new();
        let profile = Profile::read("profiles/blind.json", text.as_bytes(), &mut faults);
        profile.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    #[test]
    fn the_blind_profile_is_the_design() {
        let profile = read(BLIND).unwrap();
        assert_eq!((profile.view, profile.touch_move), (Sight::OwnPieces, true));
        assert!(!profile.chat && profile.spectators.allowed);
        assert_eq!(profile.spectators.watching, Watching::Announcements);
        assert_eq!(profile.low_time_ms, 20_000);
        assert_eq!((profile.grace_ms, profile.finished_lifetime_ms), (5 * 60_000, 30 * 60_000));
    }

    #[test]
    fn nobody_watches_what_no_player_sees() {
        let open = BLIND.replace("\"announcements\"", "\"board\"");
        assert!(read(&open).unwrap_err().contains("nobody watches both armies"));
    }

    #[test]
    fn every_fault_is_told_at_once() {
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
}
