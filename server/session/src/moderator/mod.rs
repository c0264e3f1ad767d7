//! The moderator: from what a try or a move did, to what is said of it and who hears it.

mod policy;
mod schema;
mod vocabulary;

pub use policy::{Hearers, Moderator};
pub use vocabulary::{Event, ModeratorText};

use ggn_core::{Ending, Side};

use crate::ids::UnixMs;
use crate::protocol::player::{Announcement, Payload, PieceType};

/// What a move did, as far as the moderator cares. It comes from the record of the applied move, never from looking at the board before it:
/// a pawn taken en passant does not stand where its captor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happened<'m> {
    /// Who moved.
    pub by: Side,
    /// Whether anything was captured.
    pub captured: bool,
    /// Whether the capture was no more than a hit.
    pub hit: bool,
    /// Whether the capture failed, of which it is told when that happens: the move itself has no word then.
    pub repulsed: bool,
    /// The ruleset's name of a special row.
    pub tag: Option<&'m str>,
    /// What the piece became by choice.
    pub promoted: Option<PieceType>,
    /// What the mechanics of the rules did besides, in the order in which it is told, and whose it was.
    pub befell: &'m [(Event, Side)],
    /// Whether the move gave check.
    pub check: bool,
    /// How the move ended the game, and who won.
    pub ending: Option<Ending>,
}

/// When something was said: at which move, and by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of the move, from 1.
    pub ply: u32,
    /// The clock.
    pub at: UnixMs,
}

/// What is said of a move, in order: the move, the promotion, what mechanics did, mate or check, and the end of the game if it is a draw or a goal.
#[must_use]
pub fn announce_move(moderator: &Moderator, moment: Moment, happened: &Happened<'_>) -> Vec<Announcement> {
    let plain = if happened.captured { Event::MovedCaptured } else { Event::Moved };
    let tagged = happened.tag.and_then(|tag| moderator.of_tag(tag)).unwrap_or(plain);
    // Whatever it would have been, it came to no more.
    let moved = if happened.hit { Event::Hit } else { tagged };
    let moved = (!happened.repulsed).then_some(moved);
    let ending = happened.ending.and_then(|ending| moderator.of_ending(ending.status));
    let is_mate = ending == Some(Event::Checkmate);
    let in_check = (happened.check && !is_mate).then_some(Event::InCheck);
    let promoted = happened.promoted.map(|_| Event::Promoted);
    let by = happened.by;
    let own = |event: Option<Event>| event.map(|event| (event, by));
    // Mate is the winner's, also where the one who moved is mated: by having failed to end a check.
    let mater = happened.ending.filter(|_| is_mate).and_then(|ending| ending.winner).unwrap_or(by);
    [own(moved), own(promoted)]
        .into_iter()
        .flatten()
        .chain(happened.befell.iter().copied())
        .chain(own(in_check))
        .chain(ending.map(|event| (event, mater)))
        .filter_map(|(event, of)| {
            let promoted_to = happened.promoted.filter(|_| event == Event::Promoted);
            let text = match happened.ending {
                Some(ending) if event.is_goal() => {
                    ending.winner.map_or(ModeratorText::DrawGoal, |won| event.text(won))
                }
                Some(_) | None => event.text(of),
            };
            say(moderator, moment, of, (event, text), promoted_to)
        })
        .collect()
}

/// What is said of a refused try.
#[must_use]
pub fn announce_try(moderator: &Moderator, moment: Moment, by: Side, event: Event) -> Option<Announcement> {
    say(moderator, moment, by, (event, event.text(by)), None)
}

/// What is said of a capture that is bid for: that there is one, or that it has failed.
#[must_use]
pub fn announce_duel(moderator: &Moderator, moment: Moment, by: Side, event: Event) -> Option<Announcement> {
    say(moderator, moment, by, (event, event.text(by)), None)
}

fn say(
    moderator: &Moderator,
    Moment { ply, at }: Moment,
    by: Side,
    (event, text): (Event, ModeratorText),
    promoted_to: Option<PieceType>,
) -> Option<Announcement> {
    let audience = moderator.hearers(event).audience(by)?;
    let payload = promoted_to.map(|kind| Payload { promoted_to: Some(kind) });
    Some(Announcement { ply, text, audience, payload, at })
}

#[cfg(test)]
mod tests {
    use ggn_core::notation::cgsn::Status;
    use ggn_core::{EndStatus, Goal};

    use super::*;
    use crate::data::Faults;
    use crate::protocol::player::Audience;

    fn blind() -> Moderator {
        let text = include_bytes!("../../../../rules/moderators/blind.json");
        Moderator::read("moderators/blind.json", text, &mut Faults::new()).unwrap()
    }

    const QUIET: Happened<'static> = Happened {
        by: Side::First,
        captured: false,
        hit: false,
        repulsed: false,
        tag: None,
        promoted: None,
        befell: &[],
        check: false,
        ending: None,
    };

    fn said(happened: Happened<'_>) -> Vec<String> {
        let moment = Moment { ply: 7, at: UnixMs(70) };
        announce_move(&blind(), moment, &happened)
            .into_iter()
            .map(|said| {
                assert_eq!((said.ply, said.at), (7, UnixMs(70)));
                let word = |value: serde_json::Value| value.as_str().unwrap().to_owned();
                let becomes = said.payload.and_then(|payload| payload.promoted_to);
                format!(
                    "{} to {}{}",
                    word(serde_json::to_value(said.text).unwrap()),
                    word(serde_json::to_value(said.audience).unwrap()),
                    becomes.map_or_else(String::new, |kind| format!(" ({})", kind.as_str()))
                )
            })
            .collect()
    }

    #[test]
    fn every_kind_of_move_of_either_side_is_told_to_the_other() {
        for (happened, white, black) in [
            (QUIET, "white_moved to b", "black_moved to w"),
            (Happened { captured: true, ..QUIET }, "white_moved_captured to b", "black_moved_captured to w"),
            (
                Happened { captured: true, tag: Some("en_passant"), ..QUIET },
                "white_moved_captured_ep to b",
                "black_moved_captured_ep to w",
            ),
            (
                Happened { tag: Some("castle_kingside"), ..QUIET },
                "white_castled_kingside to b",
                "black_castled_kingside to w",
            ),
            (
                Happened { tag: Some("castle_queenside"), ..QUIET },
                "white_castled_queenside to b",
                "black_castled_queenside to w",
            ),
            (
                Happened { tag: Some("a row of another game"), ..QUIET },
                "white_moved to b",
                "black_moved to w",
            ),
        ] {
            assert_eq!(said(happened), [white]);
            assert_eq!(said(Happened { by: Side::Second, ..happened }), [black]);
        }
    }

    #[test]
    fn a_promotion_is_told_after_its_move_with_the_new_piece() {
        let promoted = PieceType::new('n');
        assert_eq!(
            said(Happened { captured: true, promoted, ..QUIET }),
            ["white_moved_captured to b", "white_promoted to b (n)"]
        );
        assert_eq!(
            said(Happened { by: Side::Second, promoted, check: true, ..QUIET }),
            ["black_moved to w", "black_promoted to w (n)", "white_in_check to both"]
        );
    }

    #[test]
    fn check_and_endings_are_told_to_both_and_mate_is_not_also_check() {
        let end = |status: Status, check| {
            let ending = Ending { status: status.into(), winner: None };
            Happened { ending: Some(ending), check, ..QUIET }
        };
        assert_eq!(said(Happened { check: true, ..QUIET }), ["white_moved to b", "black_in_check to both"]);
        assert_eq!(said(end(Status::Checkmate, true)), ["white_moved to b", "white_checkmate to both"]);
        assert_eq!(
            said(Happened { by: Side::Second, ..end(Status::Checkmate, true) }),
            ["black_moved to w", "black_checkmate to both"]
        );
        assert_eq!(said(end(Status::Stalemate, false)), ["white_moved to b", "stalemate to both"]);
        assert_eq!(said(end(Status::Insufficient, false)), ["white_moved to b", "draw_insufficient to both"]);
        assert_eq!(said(end(Status::Movelimit, false)), ["white_moved to b", "draw_fifty to both"]);
        assert_eq!(
            said(end(Status::Repetition, true)),
            ["white_moved to b", "black_in_check to both", "draw_threefold to both"]
        );
        // Not an end that the vocabulary has a word for.
        assert_eq!(said(end(Status::Resignation, false)), ["white_moved to b"]);
    }

    #[test]
    fn a_goal_is_told_to_both_with_its_winner_whoever_moved() {
        let reached = |goal: Goal, winner, by| {
            let ending = Ending { status: EndStatus::Goal(goal), winner };
            said(Happened { by, ending: Some(ending), ..QUIET })
        };
        for goal in Goal::ALL {
            for by in Side::BOTH {
                let (moved, ear) = match by {
                    Side::First => ("white_moved", "b"),
                    Side::Second => ("black_moved", "w"),
                };
                for (winner, name) in [(Side::First, "white"), (Side::Second, "black")] {
                    let won = format!("{name}_wins_{} to both", goal.as_str());
                    assert_eq!(reached(goal, Some(winner), by), [format!("{moved} to {ear}"), won]);
                }
                let drawn = "draw_goal to both".to_owned();
                assert_eq!(reached(goal, None, by), [format!("{moved} to {ear}"), drawn]);
            }
        }
        // A check that reaches the goal is said as well: it is why.
        let ending = Some(Ending { status: Goal::Checks.into(), winner: Some(Side::First) });
        assert_eq!(
            said(Happened { check: true, ending, ..QUIET }),
            ["white_moved to b", "black_in_check to both", "white_wins_checks to both"]
        );
    }

    #[test]
    fn a_hit_is_told_in_place_of_any_capture() {
        for tag in [None, Some("en_passant")] {
            assert_eq!(said(Happened { hit: true, tag, ..QUIET }), ["white_hit to b"]);
            assert_eq!(said(Happened { by: Side::Second, hit: true, tag, ..QUIET }), ["black_hit to w"]);
        }
    }

    #[test]
    fn what_befalls_a_piece_is_told_to_its_owner_and_a_loss_to_both() {
        let befell = [
            (Event::Exploded, Side::First),
            (Event::Fell, Side::Second),
            (Event::Poisoned, Side::First),
            (Event::Poisoned, Side::Second),
            (Event::Healed, Side::Second),
        ];
        assert_eq!(
            said(Happened { captured: true, check: true, befell: &befell, ..QUIET }),
            [
                "white_moved_captured to b",
                "white_exploded to both",
                "black_fell to both",
                "white_poisoned to w",
                "black_poisoned to b",
                "black_healed to b",
                "black_in_check to both",
            ]
        );
    }

    #[test]
    fn refusals_are_told_to_who_tried() {
        let moment = Moment { ply: 1, at: UnixMs(0) };
        for (event, text) in [
            (Event::NoSuchPiece, ModeratorText::NoSuchPiece),
            (Event::NoLegalMoves, ModeratorText::NoLegalMoves),
            (Event::WontHelp, ModeratorText::WontHelp),
            (Event::IllegalMove, ModeratorText::IllegalMove),
        ] {
            for (by, audience) in [(Side::First, Audience::W), (Side::Second, Audience::B)] {
                let said = announce_try(&blind(), moment, by, event).unwrap();
                assert_eq!((said.text, said.audience, said.payload), (text, audience, None));
            }
        }
    }
}
