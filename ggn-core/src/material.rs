//! Pieces that the sides have left, by role.

use crate::Side;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// Returns the roles of a side's pieces on the board and in hand, sorted, one entry for each piece.
pub(crate) fn roles(rules: &Ruleset, position: &Position, side: Side) -> Vec<Role> {
    let board = position.pieces().map(|(_, piece)| (piece, 1));
    let held = position.hand(side).iter().copied();
    let mut roles: Vec<Role> = board
        .filter(|&(piece, _)| rules.is_own(piece, side))
        .chain(held)
        .filter_map(|(piece, count)| Some((rules.piece(piece)?.role(), count as usize)))
        .flat_map(|(role, count)| std::iter::repeat_n(role, count))
        .collect();
    roles.sort_unstable();
    roles
}
