//! The moderator: from the effects of a try or a move to announcements with their audience.

mod endings;
mod facts;
mod policy;
mod referee;
mod schema;
mod sections;
mod summary;
mod turn;

pub use crate::domain::{Direction, Event, ModeratorText};
pub use facts::{Captured, MoveFacts, PawnTries};
pub use policy::{Moderator, RelativeAudience};
pub use referee::{Answer, AnswerKind, Made, Referee};
pub use sections::{
    AfterYes, Attempts, BeforeTurn, CaptureSquare, CapturedForm, CheckForm, DropForm, Forms, GameChanges,
    PromotionForm, Refusal, Reply, RuleDraw, StalemateResult, Tries,
};
pub use summary::{AttemptSummary, ModeratorSummary};
pub use turn::{AnyAnswer, Turn, Verdict};

use ggn_core::{Ending, Side};

use crate::domain::{Announcement, Payload, PieceType, UnixMs};

/// Effects of a move that the moderator announces. They come from the record of the applied move, never from the board before it:
/// a pawn captured en passant does not stand on its captor's destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSummary<'m> {
    /// The moving side.
    pub by: Side,
    /// True if the move captured anything.
    pub captured: bool,
    /// True if the capture was only a hit.
    pub hit: bool,
    /// True if the capture failed. The failure is announced when it happens, so the move itself has no announcement.
    pub repulsed: bool,
    /// The ruleset's name of a special move.
    pub tag: Option<&'m str>,
    /// The piece type chosen at a promotion.
    pub promoted: Option<PieceType>,
    /// Effects of the ruleset's mechanics, in the order of announcement, each with the side of the affected piece.
    pub mechanic_events: &'m [(Event, Side)],
    /// Particulars of a capture, as the moderator announces them.
    pub capture: Option<&'m Payload>,
    /// The drop, if the piece came from the hand.
    pub drop: Option<Drop>,
    /// True if the move gave check.
    pub check: bool,
    /// Directions of the check, if the moderator announces them.
    pub directions: &'m [Direction],
    /// The ending of the game by this move, with its winner.
    pub ending: Option<Ending>,
}

/// Drop of a piece from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Type of the piece, if the moderator announces it.
    pub kind: Option<PieceType>,
}

/// Ply and time of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of the move, from 1.
    pub ply: u32,
    /// The time.
    pub at: UnixMs,
}

/// Returns the announcements of a move, in order: the move, the promotion, effects of mechanics, mate or check, and the ending if it is a draw or a
/// goal.
// Requirements blind-21, blind-82, blind-83, blind-84, blind-85, blind-86.
#[must_use]
pub fn announce_move(moderator: &Moderator, moment: Moment, summary: &MoveSummary<'_>) -> Vec<Announcement> {
    let plain = if summary.captured { Event::MovedCaptured } else { Event::Moved };
    let tagged = summary.tag.and_then(|tag| moderator.event_of_tag(tag)).unwrap_or(plain);
    // A hit replaces every other kind of move.
    let moved = if summary.hit { Event::Hit } else { tagged };
    let moved = (!summary.repulsed).then_some(moved);
    let dropped = summary.drop.and_then(|drop| announce_drop(moderator, moment, summary.by, drop));
    let moved = moved.filter(|_| dropped.is_none());
    let ending = summary.ending.and_then(|ending| moderator.event_of_ending(ending.status));
    let is_mate = ending == Some(Event::Checkmate);
    let in_check = (summary.check && !is_mate).then_some(Event::InCheck);
    let promoted = summary.promoted.map(|_| Event::Promoted);
    let by = summary.by;
    let own = |event: Option<Event>| event.map(|event| (event, by));
    // Mate is announced for the winner. The mover may be the mated side, after a failed attempt to end a check.
    let mater = summary.ending.filter(|_| is_mate).and_then(|ending| ending.winner).unwrap_or(by);
    let events = [own(moved), own(promoted)]
        .into_iter()
        .flatten()
        .chain(summary.mechanic_events.iter().copied())
        .chain(own(in_check))
        .chain(ending.map(|event| (event, mater)))
        .filter_map(|(event, of)| {
            let text = match summary.ending {
                Some(ending) if event.is_goal() => {
                    ending.winner.map_or(ModeratorText::DrawGoal, |won| event.text(won))
                }
                Some(_) | None => event.text(of),
            };
            announce(moment, (moderator.audience(event), of), text, payload(moderator, summary, event))
        });
    dropped.flatten().into_iter().chain(events).collect()
}

/// Returns the particulars of an event of a move.
fn payload(moderator: &Moderator, summary: &MoveSummary<'_>, event: Event) -> Option<Payload> {
    match event {
        Event::Promoted => {
            let tells_kind = moderator.forms().promotion == PromotionForm::Kind;
            Payload { promoted_to: summary.promoted.filter(|_| tells_kind), ..Payload::default() }
                .unless_empty()
        }
        Event::InCheck => {
            Payload { directions: summary.directions.to_vec(), ..Payload::default() }.unless_empty()
        }
        Event::Hit => None,
        _ if event.is_move() => summary.capture.cloned(),
        _ => None,
    }
}

/// Returns the announcement of a drop, which may have no audience; the outer `None` if drops are announced as moves.
fn announce_drop(
    moderator: &Moderator,
    moment: Moment,
    by: Side,
    drop: Drop,
) -> Option<Option<Announcement>> {
    let audience = moderator.audience_of_reply(Reply::Dropped)?;
    let payload = Payload { dropped: drop.kind, ..Payload::default() }.unless_empty();
    Some(announce(moment, (audience, by), Reply::Dropped.text(by), payload))
}

/// Returns the announcement of an event of moderators who answer attempts; `None` if the file does not use it. `of` is the side that it is about.
#[must_use]
pub fn announce_reply(
    moderator: &Moderator,
    moment: Moment,
    of: Side,
    reply: Reply,
    payload: Option<Payload>,
) -> Option<Announcement> {
    announce(moment, (moderator.audience_of_reply(reply)?, of), reply.text(of), payload)
}

/// Returns the announcement of an answer to an attempt that is not made.
#[must_use]
pub fn announce_refusal(
    moderator: &Moderator,
    moment: Moment,
    by: Side,
    refusal: Refusal,
) -> Option<Announcement> {
    announce(moment, (moderator.audience_of_refusal(refusal), by), refusal.text(by), None)
}

/// Returns the announcement of a refused try.
#[must_use]
pub fn announce_try(moderator: &Moderator, moment: Moment, by: Side, event: Event) -> Option<Announcement> {
    announce(moment, (moderator.audience(event), by), event.text(by), None)
}

/// Returns the announcement of a contested capture: that it is attempted, or that it has failed.
#[must_use]
pub fn announce_duel(moderator: &Moderator, moment: Moment, by: Side, event: Event) -> Option<Announcement> {
    announce(moment, (moderator.audience(event), by), event.text(by), None)
}

fn announce(
    Moment { ply, at }: Moment,
    (audience, of): (RelativeAudience, Side),
    text: ModeratorText,
    payload: Option<Payload>,
) -> Option<Announcement> {
    Some(Announcement { ply, text, audience: audience.resolve(of)?, payload, at })
}

#[cfg(test)]
mod tests {
    use ggn_core::notation::cgsn::Status;
    use ggn_core::{EndStatus, Goal};

    use super::*;
    use crate::data::Faults;
    use crate::domain::Audience;

    fn blind() -> Moderator {
        let text = include_bytes!("../../../../rules/moderators/blind.json");
        Moderator::read("moderators/blind.json", text, &mut Faults::new()).unwrap()
    }

    const QUIET: MoveSummary<'static> = MoveSummary {
        by: Side::First,
        captured: false,
        hit: false,
        repulsed: false,
        tag: None,
        promoted: None,
        mechanic_events: &[],
        capture: None,
        drop: None,
        check: false,
        directions: &[],
        ending: None,
    };

    fn announcements(summary: MoveSummary<'_>) -> Vec<String> {
        let moment = Moment { ply: 7, at: UnixMs(70) };
        announce_move(&blind(), moment, &summary)
            .into_iter()
            .map(|announcement| {
                assert_eq!((announcement.ply, announcement.at), (7, UnixMs(70)));
                let word = |value: serde_json::Value| value.as_str().unwrap().to_owned();
                let becomes = announcement.payload.and_then(|payload| payload.promoted_to);
                format!(
                    "{} to {}{}",
                    word(serde_json::to_value(announcement.text).unwrap()),
                    word(serde_json::to_value(announcement.audience).unwrap()),
                    becomes.map_or_else(String::new, |kind| format!(" ({})", kind.as_str()))
                )
            })
            .collect()
    }

    // Requirement blind-82.
    #[test]
    fn every_kind_of_move_is_announced_to_the_opponent() {
        for (summary, white, black) in [
            (QUIET, "white_moved to b", "black_moved to w"),
            (
                MoveSummary { captured: true, ..QUIET },
                "white_moved_captured to b",
                "black_moved_captured to w",
            ),
            (
                MoveSummary { captured: true, tag: Some("en_passant"), ..QUIET },
                "white_moved_captured_ep to b",
                "black_moved_captured_ep to w",
            ),
            (
                MoveSummary { tag: Some("castle_kingside"), ..QUIET },
                "white_castled_kingside to b",
                "black_castled_kingside to w",
            ),
            (
                MoveSummary { tag: Some("castle_queenside"), ..QUIET },
                "white_castled_queenside to b",
                "black_castled_queenside to w",
            ),
            (
                MoveSummary { tag: Some("a row of another game"), ..QUIET },
                "white_moved to b",
                "black_moved to w",
            ),
        ] {
            assert_eq!(announcements(summary), [white]);
            assert_eq!(announcements(MoveSummary { by: Side::Second, ..summary }), [black]);
        }
    }

    // Requirements blind-21, blind-83.
    #[test]
    fn a_promotion_is_announced_after_its_move_with_the_new_piece() {
        let promoted = PieceType::new('n');
        assert_eq!(
            announcements(MoveSummary { captured: true, promoted, ..QUIET }),
            ["white_moved_captured to b", "white_promoted to b (n)"]
        );
        assert_eq!(
            announcements(MoveSummary { by: Side::Second, promoted, check: true, ..QUIET }),
            ["black_moved to w", "black_promoted to w (n)", "white_in_check to both"]
        );
    }

    // Requirements blind-84, blind-86.
    #[test]
    fn check_and_endings_are_announced_to_both_and_mate_replaces_check() {
        let end = |status: Status, check| {
            let ending = Ending { status: status.into(), winner: None };
            MoveSummary { ending: Some(ending), check, ..QUIET }
        };
        assert_eq!(
            announcements(MoveSummary { check: true, ..QUIET }),
            ["white_moved to b", "black_in_check to both"]
        );
        assert_eq!(
            announcements(end(Status::Checkmate, true)),
            ["white_moved to b", "white_checkmate to both"]
        );
        assert_eq!(
            announcements(MoveSummary { by: Side::Second, ..end(Status::Checkmate, true) }),
            ["black_moved to w", "black_checkmate to both"]
        );
        assert_eq!(announcements(end(Status::Stalemate, false)), ["white_moved to b", "stalemate to both"]);
        assert_eq!(
            announcements(end(Status::Insufficient, false)),
            ["white_moved to b", "draw_insufficient to both"]
        );
        assert_eq!(announcements(end(Status::Movelimit, false)), ["white_moved to b", "draw_fifty to both"]);
        assert_eq!(
            announcements(end(Status::Repetition, true)),
            ["white_moved to b", "black_in_check to both", "draw_threefold to both"]
        );
        // The vocabulary has no announcement for this ending.
        assert_eq!(announcements(end(Status::Resignation, false)), ["white_moved to b"]);
    }

    #[test]
    fn a_goal_is_announced_to_both_with_its_winner() {
        let reached = |goal: Goal, winner, by| {
            let ending = Ending { status: EndStatus::Goal(goal), winner };
            announcements(MoveSummary { by, ending: Some(ending), ..QUIET })
        };
        for goal in Goal::ALL {
            for by in Side::BOTH {
                let (moved, recipient) = match by {
                    Side::First => ("white_moved", "b"),
                    Side::Second => ("black_moved", "w"),
                };
                for (winner, name) in [(Side::First, "white"), (Side::Second, "black")] {
                    let won = format!("{name}_wins_{} to both", goal.as_str());
                    assert_eq!(reached(goal, Some(winner), by), [format!("{moved} to {recipient}"), won]);
                }
                let drawn = "draw_goal to both".to_owned();
                assert_eq!(reached(goal, None, by), [format!("{moved} to {recipient}"), drawn]);
            }
        }
        // A check that reaches the goal is announced too, because it is the reason.
        let ending = Some(Ending { status: Goal::Checks.into(), winner: Some(Side::First) });
        assert_eq!(
            announcements(MoveSummary { check: true, ending, ..QUIET }),
            ["white_moved to b", "black_in_check to both", "white_wins_checks to both"]
        );
    }

    #[test]
    fn a_hit_is_announced_instead_of_a_capture() {
        for tag in [None, Some("en_passant")] {
            assert_eq!(announcements(MoveSummary { hit: true, tag, ..QUIET }), ["white_hit to b"]);
            assert_eq!(
                announcements(MoveSummary { by: Side::Second, hit: true, tag, ..QUIET }),
                ["black_hit to w"]
            );
        }
    }

    #[test]
    fn effects_on_a_piece_are_announced_to_its_owner_and_losses_to_both() {
        let mechanic_events = [
            (Event::Exploded, Side::First),
            (Event::Fell, Side::Second),
            (Event::Poisoned, Side::First),
            (Event::Poisoned, Side::Second),
            (Event::Healed, Side::Second),
        ];
        assert_eq!(
            announcements(MoveSummary {
                captured: true,
                check: true,
                mechanic_events: &mechanic_events,
                ..QUIET
            }),
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
    fn refusals_are_announced_to_their_author() {
        let moment = Moment { ply: 1, at: UnixMs(0) };
        for (event, text) in [
            (Event::NoSuchPiece, ModeratorText::NoSuchPiece),
            (Event::NoLegalMoves, ModeratorText::NoLegalMoves),
            (Event::WontHelp, ModeratorText::WontHelp),
            (Event::IllegalMove, ModeratorText::IllegalMove),
        ] {
            for (by, audience) in [(Side::First, Audience::W), (Side::Second, Audience::B)] {
                let announcement = announce_try(&blind(), moment, by, event).unwrap();
                assert_eq!(
                    (announcement.text, announcement.audience, announcement.payload),
                    (text, audience, None)
                );
            }
        }
    }
}
