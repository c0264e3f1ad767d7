//! A capture that fails: nothing is taken, nothing becomes anything, and the piece that tried stands where it came from or fell back to, or is lost.

use super::Outcome;
use crate::Square;
use crate::movement::{Deed, Location, Move, NotRepulsed, Repulse, Transition};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;

/// What a move changes and does if it is a capture that fails, after which its piece stands on `stands`, or nowhere any more.
///
/// On the square that it came from it has not moved, and keeps whatever rights it has; on another one it has. Marks fall and the turn passes as by
/// any move, and what mechanics do after a move they do after this one.
pub(crate) fn repulsed(
    rules: &Ruleset,
    position: &Position,
    mv: &Move,
    stands: Option<Square>,
) -> Result<(Transition, Deed), NotRepulsed> {
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
    let deed = Deed { repulsed: Some(Repulse { spared: planned.captured, stands }), ..Deed::default() };
    reference::drop_marks(rules, position, rules.side_of(mv.piece), &mut transition);
    match stands {
        Some(to) if to == from => {}
        Some(to) => {
            transition.board.extend([(from, None), (to, Some(rules.moved(mv.piece)))]);
            if let Some(hit_points) = &rules.mechanics().hit_points {
                let fallen_back = Move { destination: Location::Square(to), promotion: None, ..*mv };
                hit_points.travel(position, &fallen_back, &deed, &mut transition);
            }
        }
        None => {
            transition.board.push((from, None));
            transition.points.push((from, 0));
        }
    }
    let after = position.after(&transition);
    Ok(Outcome { rules, mv, transition, deed, after }.with_consequences().with_turn(position))
}
