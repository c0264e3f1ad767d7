//! When two positions count as the same for repetition.
//!
//! Rights count as long as they can still be used. A piece that bears a right no row can ever use again (one whose
//! partner has moved) counts as the plain piece, and so does a piece with a marker that no legal move uses now.

use std::collections::BTreeSet;

use crate::movement::Location;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility};
use crate::{Side, Square};

/// Pieces with rights that one row uses together: the right of each lives while all of them stand there.
pub(crate) type RightGroup = Vec<(Square, PieceId)>;

/// A key that is equal for positions that count as the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity(Box<[u8]>);

/// Finds, for every row that needs a piece with a right, which pieces with rights must stand where.
///
/// A piece bears a right when moving changes it. It uses the right by a row that its plain form does not have, or by being
/// asked for, in that state, in another piece's row.
pub(crate) fn right_groups(rules: &Ruleset) -> Vec<RightGroup> {
    let bears_right = |piece: PieceId| rules.moved(piece) != piece;
    let mut groups: Vec<RightGroup> = Vec::new();
    let mut known: BTreeSet<RightGroup> = BTreeSet::new();
    for (piece, source, row) in rules.table().iter() {
        let Location::Square(from) = source else { continue };
        let plain = rules.table().row(rules.moved(piece), source, row.destination);
        let also_plain = |way: &Possibility| {
            plain.is_some_and(|plain| {
                // Rows that say the same share their possibilities, so most need no comparing.
                let mut ways = rules.table().possibilities(plain);
                plain.possibilities == row.possibilities
                    || ways.any(|(_, other)| other.must == way.must && other.deny == way.deny)
            })
        };
        for (_, way) in rules.table().possibilities(row) {
            let own = (bears_right(piece) && !also_plain(way)).then_some((from, piece));
            let asked = way.must.iter().filter_map(|&(square, condition)| match condition {
                Condition::Piece(asked) if bears_right(asked) => Some((square, asked)),
                Condition::Empty | Condition::Enemy | Condition::Piece(_) => None,
            });
            let group: RightGroup = own.into_iter().chain(asked).collect();
            if !group.is_empty() && known.insert(group.clone()) {
                groups.push(group);
            }
        }
    }
    groups
}

/// The identity that counts only rights that can still be used.
pub(crate) fn by_rights(
    rules: &Ruleset,
    position: &Position,
    marker_is_used: impl Fn(Square) -> bool,
) -> Identity {
    let stands = |&(square, piece): &(Square, PieceId)| position.piece_at(square) == Some(piece);
    let live = |square: Square, piece: PieceId| {
        rules.rights().iter().any(|group| group.contains(&(square, piece)) && group.iter().all(stands))
    };
    key(position, |square, piece| match rules.expires(piece) {
        Some(plain) if !marker_is_used(square) => plain,
        None if rules.moved(piece) != piece && !live(square, piece) => rules.moved(piece),
        Some(_) | None => piece,
    })
}

/// The identity that compares the fields of the FEEN literally.
pub(crate) fn by_feen(position: &Position) -> Identity {
    key(position, |_, piece| piece)
}

fn key(position: &Position, counts_as: impl Fn(Square, PieceId) -> PieceId) -> Identity {
    let board = position.squares().iter().enumerate().map(|(index, piece)| {
        match (piece, Square::from_index(index)) {
            (Some(piece), Some(square)) => counts_as(square, *piece).byte(),
            _ => 0,
        }
    });
    let mut bytes: Vec<u8> = board.collect();
    bytes.push(u8::from(position.turn() == Side::First));
    for side in Side::BOTH {
        for &(piece, count) in position.hand(side) {
            bytes.push(piece.byte());
            bytes.extend(count.to_le_bytes());
        }
        bytes.push(0);
    }
    #[cfg(feature = "mechanic")]
    {
        bytes.extend(position.points());
        bytes.push(position.moves_made());
    }
    Identity(bytes.into_boxed_slice())
}
