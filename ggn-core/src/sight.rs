//! Sight: the squares that a side sees by what its pieces can do, in games whose players see no further.

use crate::movement::Location;
use crate::{Position, Rules, Side, Square};

/// Returns the squares that a side sees, from `a1` on: those of its own pieces, and those to which one of them could go, or on which it could
/// capture, if it were the side's turn. Safety of royal pieces does not matter, and neither does the hand: a piece that is not on the
/// board sees nothing.
///
/// A square that a piece could only capture on is not seen while nothing is there, and a piece that blocks the way of another and cannot be
/// captured by it is not seen either.
///
/// ```
/// use ggn_core::{Rules, Side, sight};
/// let rules = Rules::load(&dev::files::read("rules/chess"))?;
/// let seen = sight(&rules, rules.initial(), Side::First);
/// assert_eq!(seen.len(), 32, "two ranks of pieces, and two in front of them");
/// # Ok::<(), ggn_core::Faults>(())
/// ```
#[must_use]
pub fn sight(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
    let own = position.pieces().filter(|&(_, piece)| rules.is_own(piece, side)).map(|(square, _)| square);
    let mut seen: Vec<Square> = own.collect();
    let turn = position.with_turn(side);
    let moves = rules.pseudo_legal_moves(&turn);
    seen.extend(
        moves.iter().filter(|mv| mv.source != Location::Hand).filter_map(|mv| mv.destination.square()),
    );
    seen.sort_unstable();
    seen.dedup();
    seen
}
