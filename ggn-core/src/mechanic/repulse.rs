//! Failed captures: nothing is captured or promoted, and the attacker stands on its source or on a retreat square, or is lost.

use super::Outcome;
use crate::Square;
use crate::movement::{Location, Move, MoveEffect, NotRepulsed, Repulse, Transition};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;

/// Returns the outcome, without the turn, of a failed capture after which the attacker stands on `stands`, or is lost if `None`.
///
/// A piece that returns to its source has not moved and keeps its rights; on any other square it has moved. Marks expire and the turn passes as with
/// any move, and mechanics that act after a move act after this one.
pub(crate) fn repulsed<'a>(
    rules: &'a Ruleset,
    position: &Position,
    mv: &'a Move,
    stands: Option<Square>,
) -> Result<Outcome<'a>, NotRepulsed> {
    let Location::Square(from) = mv.source else { return Err(NotRepulsed::FromHand) };
    let (_, planned) = reference::row_transition(rules, position, mv);
    if planned.captured.is_empty() {
        return Err(NotRepulsed::NoCapture);
    }
    let is_free = |to: Square| {
        to.index() < rules.shape().squares()
            && position.piece_at(to).is_none()
            && Location::Square(to) != mv.destination
    };
    if stands.is_some_and(|to| to != from && !is_free(to)) {
        return Err(NotRepulsed::Retreat);
    }
    if stands.is_none() && rules.is_terminal(mv.piece) {
        return Err(NotRepulsed::Terminal);
    }
    let mut transition = Transition { passes_turn: true, ..Transition::default() };
    let effect =
        MoveEffect { repulsed: Some(Repulse { spared: planned.captured, stands }), ..MoveEffect::default() };
    reference::drop_marks(rules, position, rules.side_of(mv.piece), &mut transition);
    match stands {
        Some(to) if to == from => {}
        Some(to) => {
            transition.board.extend([(from, None), (to, Some(rules.moved(mv.piece)))]);
            if let Some(hit_points) = &rules.mechanics().hit_points {
                let fallen_back = Move { destination: Location::Square(to), promotion: None, ..*mv };
                hit_points.travel(position, &fallen_back, &effect, &mut transition);
            }
        }
        None => {
            transition.board.push((from, None));
            transition.points.push((from, 0));
        }
    }
    let after = position.after(&transition);
    Ok(Outcome { rules, mv, transition, effect, after }.with_consequences())
}
