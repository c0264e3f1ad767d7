//! Rights of pieces, found in the rows.

use std::collections::BTreeSet;

use super::Ruleset;
use super::table::{Condition, Possibility};
use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;

/// Pieces with rights that one row uses together: the right of each is live while all of them stand on these squares.
pub(crate) type RightGroup = Vec<(Square, PieceId)>;

/// Returns, for every row that needs a piece with a right, the pieces with rights and the squares on which they must stand.
///
/// A piece has a right if moving changes it. It uses the right by a row that its plain form does not have, or by being
/// required, in that state, in another piece's row.
pub(crate) fn right_groups(rules: &Ruleset) -> Vec<RightGroup> {
    let bears_right = |piece: PieceId| rules.moved(piece) != piece;
    let mut groups: Vec<RightGroup> = Vec::new();
    let mut known: BTreeSet<RightGroup> = BTreeSet::new();
    for (piece, source, row) in rules.table().iter() {
        let Location::Square(from) = source else { continue };
        let plain = rules.table().row(rules.moved(piece), source, row.destination);
        let also_plain = |way: &Possibility| {
            plain.is_some_and(|plain| {
                // Equal rows share their possibilities, so that most need no comparison.
                let mut ways = rules.table().possibilities(plain);
                plain.possibilities == row.possibilities
                    || ways.any(|(_, other)| other.must == way.must && other.deny == way.deny)
            })
        };
        for (_, way) in rules.table().possibilities(row) {
            let own = (bears_right(piece) && !also_plain(way)).then_some((from, piece));
            let required = way.must.iter().filter_map(|&(square, condition)| match condition {
                Condition::Piece(required) if bears_right(required) => Some((square, required)),
                Condition::Empty | Condition::Enemy | Condition::Piece(_) => None,
            });
            let group: RightGroup = own.into_iter().chain(required).collect();
            if !group.is_empty() && known.insert(group.clone()) {
                groups.push(group);
            }
        }
    }
    groups
}
