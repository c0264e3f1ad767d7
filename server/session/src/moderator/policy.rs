//! Announcements and their audience, as data: `rules/moderators/<id>.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::notation::cgsn::Status;
use ggn_core::{EndStatus, Goal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sections::{Attempts, CapturedForm, DropForm, Forms, GameChanges, Refusal, Reply, Tries};
use crate::data::{DataFault, DataFaultKind, Faults, Fields};
use crate::domain::{Audience, Event};

/// Audience of an announcement, relative to the side that made the move or the try, or whose piece is affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelativeAudience {
    /// The side that acted, or whose piece is affected.
    Mover,
    /// The other side.
    Opponent,
    /// Both sides.
    Both,
    /// Neither side: the event is not announced.
    Nobody,
}

impl RelativeAudience {
    /// Returns the audience, given the side that acted; `None` if the event is not announced.
    #[must_use]
    pub fn resolve(self, mover: Side) -> Option<Audience> {
        let only = |side| match side {
            Side::First => Audience::W,
            Side::Second => Audience::B,
        };
        match self {
            RelativeAudience::Mover => Some(only(mover)),
            RelativeAudience::Opponent => Some(only(mover.opponent())),
            RelativeAudience::Both => Some(Audience::Both),
            RelativeAudience::Nobody => None,
        }
    }
}

const TRIES_ALONE: &str = "has no meaning without \"attempts\", which says how a try is answered";

/// Policy of a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moderator {
    id: Arc<str>,
    audiences: BTreeMap<Event, RelativeAudience>,
    tags: BTreeMap<String, Event>,
    /// Announced endings, by the name of the status or the goal.
    endings: BTreeMap<&'static str, Event>,
    wont_help_includes_blocked: bool,
    name: Option<String>,
    replies: BTreeMap<Reply, RelativeAudience>,
    attempts: Option<Attempts>,
    forms: Forms,
    tries: Tries,
    /// Names of the pieces that count as pawns.
    pawns: Vec<String>,
    game: GameChanges,
}

impl Moderator {
    /// Reads the file of a moderator. Every required event needs an audience, a tag maps to a kind of move, and an ending maps to an ending.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Moderator> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let wont_help_includes_blocked = fields.plain("wont_help_includes_blocked");
        let name = fields.if_present("name");
        let has_attempts = fields.has("attempts");
        let attempts = fields.object("attempts").and_then(Attempts::read);
        let forms = fields.object("forms").map(Forms::read).unwrap_or_default();
        let tries = fields.object("tries").map(Tries::read).unwrap_or_default();
        let pawns: Option<Vec<String>> = fields.if_present("pawns");
        if pawns.as_ref().is_some_and(Vec::is_empty) {
            fields.fault("pawns", DataFaultKind::EmptyList);
        }
        let game = fields.object("game").map(GameChanges::read).unwrap_or_default();

        let (mut audiences, mut replies) = (BTreeMap::new(), BTreeMap::new());
        for (name, who) in fields.table::<RelativeAudience>("hearers") {
            // An unreadable audience has already been reported; the event is not reported as missing too.
            let who = who.unwrap_or(RelativeAudience::Nobody);
            if let Some(event) = event(&name) {
                audiences.insert(event, who);
            } else if let Some(reply) = Reply::ALL.into_iter().find(|reply| reply.name() == name) {
                replies.insert(reply, who);
            } else {
                fields.fault_at(&["hearers", &name], DataFaultKind::UnknownEvent);
            }
        }
        for event in Event::ALL {
            if !audiences.contains_key(&event) {
                fields.fault("hearers", DataFaultKind::MissingAudience(event));
            }
        }
        let answers = attempts.iter().flat_map(|attempts| attempts.replies());
        let used = answers.map(|(field, reply)| (["attempts", field], reply));
        let used = used.chain(tries.replies().into_iter().map(|(field, reply)| (["tries", field], reply)));
        for (place, reply) in used.filter(|(_, reply)| !replies.contains_key(reply)) {
            fields.fault_at(&place, DataFaultKind::Unheard(reply.name()));
        }
        if tries != Tries::default() && !has_attempts {
            fields.fault("tries", DataFaultKind::NoMeaning(TRIES_ALONE));
        }
        let counts_pawns = tries != Tries::default() || forms.captured == Some(CapturedForm::Class);
        if counts_pawns && pawns.is_none() {
            fields.fault("pawns", DataFaultKind::MissingField);
        }

        let mut tags = BTreeMap::new();
        for (tag, event) in fields.table::<Event>("tags") {
            let Some(event) = event else { continue };
            if !event.is_move() {
                fields.fault_at(&["tags", &tag], DataFaultKind::NotAMove(event));
            }
            tags.insert(tag, event);
        }

        let mut endings = BTreeMap::new();
        for (name, event) in fields.table::<Event>("endings") {
            let status = ending(&name);
            if status.is_none() {
                fields.fault_at(&["endings", &name], DataFaultKind::UnknownStatus);
            }
            let Some(event) = event else { continue };
            if !event.is_ending() {
                fields.fault_at(&["endings", &name], DataFaultKind::NotAnEnding(event));
            }
            endings.extend(status.map(|status| (status.as_str(), event)));
        }
        fields.finish();
        let moderator = Moderator {
            id: id?.into(),
            audiences,
            tags,
            endings,
            wont_help_includes_blocked: wont_help_includes_blocked?,
            name,
            replies,
            attempts,
            forms,
            tries,
            pawns: pawns.unwrap_or_default(),
            game,
        };
        (faults.len() == before).then_some(moderator)
    }

    /// Reads the file of a moderator; `file` is its path below `rules/`.
    ///
    /// # Errors
    ///
    /// All faults of the file.
    pub fn load(file: &str, bytes: &[u8]) -> Result<Moderator, Vec<DataFault>> {
        let mut faults = Faults::new();
        Moderator::read(file, bytes, &mut faults).ok_or(faults)
    }

    /// Returns the id, which is the name of the file.
    #[must_use]
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// Returns the name for people; the id, if the file has none.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    /// Returns the answers to attempts; `None` for a moderator who refuses in the order of touch-move.
    #[must_use]
    pub fn attempts(&self) -> Option<Attempts> {
        self.attempts
    }

    /// Returns the forms of the announcements of a move.
    #[must_use]
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// Returns what players learn of pawn tries.
    #[must_use]
    pub fn tries(&self) -> Tries {
        self.tries
    }

    /// Returns whether a piece of that name counts as a pawn.
    #[must_use]
    pub fn is_pawn(&self, name: &str) -> bool {
        self.pawns.iter().any(|pawn| pawn == name)
    }

    /// Returns whether both players, and spectators, can follow what is in each hand: captures and drops are announced to both, by kind.
    #[must_use]
    pub fn announces_hands(&self) -> bool {
        let is_public = |event: Event| self.audience(event) == RelativeAudience::Both;
        let captures = self.tags.values().copied().chain([Event::MovedCaptured]);
        self.forms.captured == Some(CapturedForm::Kind)
            && self.forms.drop == DropForm::Kind
            && self.audience_of_reply(Reply::Dropped) == Some(RelativeAudience::Both)
            && captures.into_iter().all(is_public)
    }

    /// Returns the changes of the ruleset's endings.
    #[must_use]
    pub fn game(&self) -> &GameChanges {
        &self.game
    }

    /// Returns the audience of an event of moderators who answer attempts; `None` if the file does not use it.
    #[must_use]
    pub fn audience_of_reply(&self, reply: Reply) -> Option<RelativeAudience> {
        self.replies.get(&reply).copied()
    }

    /// Returns the audience of an answer to an attempt that is not made.
    #[must_use]
    pub fn audience_of_refusal(&self, refusal: Refusal) -> RelativeAudience {
        let nobody = RelativeAudience::Nobody;
        match refusal.reply() {
            Some(reply) => self.audience_of_reply(reply).unwrap_or(nobody),
            None => self.audience(Event::IllegalMove),
        }
    }

    /// Returns the audience of an event.
    // Requirement blind-88.
    #[must_use]
    pub fn audience(&self, event: Event) -> RelativeAudience {
        self.audiences.get(&event).copied().unwrap_or(RelativeAudience::Nobody)
    }

    /// Returns the events by which special moves are announced.
    pub(super) fn special_events(&self) -> impl Iterator<Item = Event> + '_ {
        self.tags.values().copied()
    }

    /// Returns the event that announces a special move of the ruleset.
    #[must_use]
    pub fn event_of_tag(&self, tag: &str) -> Option<Event> {
        self.tags.get(tag).copied()
    }

    /// Returns the event that announces an ending.
    #[must_use]
    pub fn event_of_ending(&self, status: EndStatus) -> Option<Event> {
        self.endings.get(status.as_str()).copied()
    }

    /// Returns whether `wont_help` also covers a piece that is blocked only by unseen enemy pieces. If not, `wont_help` is announced for a piece whose
    /// moves would all expose its king, and `no_legal_moves` for a blocked one.
    // Requirement blind-11.
    #[must_use]
    pub fn wont_help_includes_blocked(&self) -> bool {
        self.wont_help_includes_blocked
    }
}

/// Returns the ending with that name: a status of CGSN or a goal.
fn ending(name: &str) -> Option<EndStatus> {
    let goal = || Goal::ALL.into_iter().find(|goal| goal.as_str() == name);
    name.parse::<Status>().map(EndStatus::Cgsn).ok().or_else(|| goal().map(EndStatus::Goal))
}

fn event(name: &str) -> Option<Event> {
    serde_json::from_value(name.into()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLIND: &str = include_str!("../../../../rules/moderators/blind.json");
    const FIDELITY: &str = include_str!("../../../../rules/moderators/table-fidelity.json");

    fn read(id: &str, text: &str) -> Result<Moderator, Vec<String>> {
        let mut faults = Faults::new();
        let moderator = Moderator::read(&format!("moderators/{id}.json"), text.as_bytes(), &mut faults);
        moderator.ok_or_else(|| faults.iter().map(ToString::to_string).collect())
    }

    // Requirement blind-88.
    #[test]
    fn the_blind_moderator_has_the_audiences_of_the_design() {
        let moderator = read("blind", BLIND).unwrap();
        for event in Event::ALL {
            let expected = match event {
                Event::NoSuchPiece | Event::NoLegalMoves | Event::WontHelp | Event::IllegalMove => {
                    RelativeAudience::Mover
                }
                Event::Moved
                | Event::MovedCaptured
                | Event::MovedCapturedEp
                | Event::CastledKingside
                | Event::CastledQueenside
                | Event::Promoted
                | Event::Hit => RelativeAudience::Opponent,
                Event::Poisoned | Event::Healed => RelativeAudience::Mover,
                Event::InCheck
                | Event::Checkmate
                | Event::Stalemate
                | Event::DrawInsufficient
                | Event::DrawFifty
                | Event::DrawThreefold
                | Event::GoalCaptures
                | Event::GoalPromotions
                | Event::GoalChecks
                | Event::GoalArrival
                | Event::GoalExtinction
                | Event::Exploded
                | Event::Fell
                | Event::Attacks
                | Event::Repulsed => RelativeAudience::Both,
            };
            assert_eq!(moderator.audience(event), expected, "{event:?}");
        }
        assert!(moderator.wont_help_includes_blocked());
    }

    #[test]
    fn table_fidelity_announces_everything_to_both() {
        let moderator = read("table-fidelity", FIDELITY).unwrap();
        assert!(Event::ALL.iter().all(|event| moderator.audience(*event) == RelativeAudience::Both));
    }

    #[test]
    fn all_faults_of_a_file_are_reported_at_once() {
        let broken = BLIND
            .replace(r#""wont_help": "mover""#, r#""wont_help": "everybody""#)
            .replace(r#""illegal_move": "mover""#, r#""ilegal_move": "mover""#)
            .replace(r#""en_passant": "moved_captured_ep""#, r#""en_passant": "stalemate""#)
            .replace(r#""movelimit": "draw_fifty""#, r#""fifty": "moved""#)
            .replace(r#""id": "blind""#, r#""id": "Blind", "colour": 1"#);
        let faults = read("blind", &broken).unwrap_err().join("\n");
        for expected in [
            "$.hearers.wont_help: unknown variant `everybody`",
            "$.hearers.ilegal_move: is no event",
            "does not say who hears \"illegal_move\"",
            "$.tags.en_passant: \"stalemate\" is no kind of move",
            "$.endings.fifty: \"moved\" is no ending",
            "$.endings.fifty: is no status of CGSN, and no goal",
            "the file is named \"blind\"",
            "$.colour: is not known here",
        ] {
            assert!(faults.contains(expected), "{expected} is not in\n{faults}");
        }
    }

    #[test]
    fn a_moderator_who_answers_attempts_has_an_audience_for_each_answer() {
        let text = include_str!("../../../../rules/moderators/rand.json");
        let moderator = read("rand", text).unwrap();
        let answers = moderator.attempts().unwrap();
        assert_eq!((answers.hidden, answers.knowable), (Refusal::IllegalMove, Refusal::Nonsense));
        assert_eq!(moderator.audience_of_refusal(answers.knowable), RelativeAudience::Both);
        assert_eq!(moderator.audience_of_refusal(answers.withheld), RelativeAudience::Mover);
        assert_eq!(moderator.audience_of_reply(Reply::HasAny), None);
        assert!(moderator.is_pawn("pawn") && !moderator.is_pawn("king"));
        let broken = text
            .replace(r#""nonsense": "both","#, "")
            .replace(r#""pawns": ["pawn"],"#, "")
            .replace(r#""captured": "class""#, r#""captured": "colour""#);
        let faults = read("rand", &broken).unwrap_err().join("\n");
        for expected in [
            r#"$.attempts.knowable: is announced by "nonsense", and "hearers" does not say who hears that"#,
            r#"$.attempts.repeated: is announced by "nonsense""#,
            "$.pawns: is missing",
            "$.forms.captured: unknown variant `colour`",
        ] {
            assert!(faults.contains(expected), "{expected} is not in\n{faults}");
        }
        let alone = BLIND.replace(r#""tags""#, r#""tries": { "before_turn": "sources" }, "tags""#);
        let faults = read("blind", &alone).unwrap_err().join("\n");
        assert!(faults.contains(r#"$.tries: has no meaning without "attempts""#), "{faults}");
    }

    #[test]
    fn an_audience_is_seen_from_the_side_that_acts() {
        assert_eq!(RelativeAudience::Mover.resolve(Side::First), Some(Audience::W));
        assert_eq!(RelativeAudience::Opponent.resolve(Side::First), Some(Audience::B));
        assert_eq!(RelativeAudience::Both.resolve(Side::Second), Some(Audience::Both));
        assert_eq!(RelativeAudience::Nobody.resolve(Side::Second), None);
    }
}
