//! What the moderator tells to whom, as data: `rules/moderators/<id>.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::notation::cgsn::Status;
use ggn_core::{EndStatus, Goal, Side};
use schemars::JsonSchema;
use serde::Deserialize;

use super::vocabulary::Event;
use crate::data::{DataFaultKind, Faults, Fields};
use crate::protocol::player::Audience;

/// Who hears an announcement, seen from the side that made the move or the try; of what befalls a piece, from the side whose piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hearers {
    /// The side that acted, or whose piece it is.
    Mover,
    /// The other side.
    Opponent,
    /// Both sides.
    Both,
    /// Nobody: it is not said at all.
    Nobody,
}

impl Hearers {
    /// Who that is when `mover` acted.
    #[must_use]
    pub fn audience(self, mover: Side) -> Option<Audience> {
        let only = |side| match side {
            Side::First => Audience::W,
            Side::Second => Audience::B,
        };
        match self {
            Hearers::Mover => Some(only(mover)),
            Hearers::Opponent => Some(only(mover.opponent())),
            Hearers::Both => Some(Audience::Both),
            Hearers::Nobody => None,
        }
    }
}

/// A moderator's policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moderator {
    id: Arc<str>,
    hearers: BTreeMap<Event, Hearers>,
    tags: BTreeMap<String, Event>,
    /// By the word of the status or the goal.
    endings: BTreeMap<&'static str, Event>,
    wont_help_includes_blocked: bool,
}

impl Moderator {
    /// Reads the file of a moderator: every event has to have its hearers, a tag can only name a kind of move, an ending only an ending.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Moderator> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let wont_help_includes_blocked = fields.plain("wont_help_includes_blocked");

        let mut hearers = BTreeMap::new();
        for (name, who) in fields.table::<Hearers>("hearers") {
            match event(&name) {
                // Of an event whose hearers cannot be read it has been told; it is not missing as well.
                Some(event) => {
                    hearers.insert(event, who.unwrap_or(Hearers::Nobody));
                }
                None => fields.fault_at(&["hearers", &name], DataFaultKind::UnknownEvent),
            }
        }
        for event in Event::ALL {
            if !hearers.contains_key(&event) {
                fields.fault("hearers", DataFaultKind::Unheard(event));
            }
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
            hearers,
            tags,
            endings,
            wont_help_includes_blocked: wont_help_includes_blocked?,
        };
        (faults.len() == before).then_some(moderator)
    }

    /// The id, which is the name of the file.
    #[must_use]
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// Who hears of an event.
    #[must_use]
    pub fn hearers(&self, event: Event) -> Hearers {
        self.hearers.get(&event).copied().unwrap_or(Hearers::Nobody)
    }

    /// The event that a special row of the ruleset is announced as.
    #[must_use]
    pub fn of_tag(&self, tag: &str) -> Option<Event> {
        self.tags.get(tag).copied()
    }

    /// The event that an ending of the game is announced as.
    #[must_use]
    pub fn of_ending(&self, status: EndStatus) -> Option<Event> {
        self.endings.get(status.as_str()).copied()
    }

    /// Whether `wont_help` is also said of a piece that only unseen enemy pieces hold in its place. Otherwise it is said of a piece that
    /// could move but for its king, and `no_legal_moves` of the other.
    #[must_use]
    pub fn wont_help_includes_blocked(&self) -> bool {
        self.wont_help_includes_blocked
    }
}

/// The ending of that word: a status of CGSN, or a goal.
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

    #[test]
    fn the_blind_moderator_has_the_audiences_of_the_design() {
        let moderator = read("blind", BLIND).unwrap();
        for event in Event::ALL {
            let expected = match event {
                Event::NoSuchPiece | Event::NoLegalMoves | Event::WontHelp | Event::IllegalMove => {
                    Hearers::Mover
                }
                Event::Moved
                | Event::MovedCaptured
                | Event::MovedCapturedEp
                | Event::CastledKingside
                | Event::CastledQueenside
                | Event::Promoted
                | Event::Hit => Hearers::Opponent,
                Event::Poisoned | Event::Healed => Hearers::Mover,
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
                | Event::Repulsed => Hearers::Both,
            };
            assert_eq!(moderator.hearers(event), expected, "{event:?}");
        }
        assert!(moderator.wont_help_includes_blocked());
    }

    #[test]
    fn at_the_table_both_hear_everything() {
        let moderator = read("table-fidelity", FIDELITY).unwrap();
        assert!(Event::ALL.iter().all(|event| moderator.hearers(*event) == Hearers::Both));
    }

    #[test]
    fn every_fault_of_a_file_is_told_at_once() {
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
    fn an_audience_is_seen_from_the_side_that_acts() {
        assert_eq!(Hearers::Mover.audience(Side::First), Some(Audience::W));
        assert_eq!(Hearers::Opponent.audience(Side::First), Some(Audience::B));
        assert_eq!(Hearers::Both.audience(Side::Second), Some(Audience::Both));
        assert_eq!(Hearers::Nobody.audience(Side::Second), None);
    }
}
