//! Identity of positions for repetition.
//!
//! Rights count as long as they can still be used. A piece that bears a right no row can ever use again (one whose
//! partner has moved) counts as the plain piece, and so does a piece with a marker that no legal move uses now.

use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square};

/// Key that is equal for positions that count as the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity(Box<[u8]>);

/// Returns the identity that counts only rights that can still be used.
// Requirements sashite-59, sashite-60.
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

/// Returns the identity that compares the fields of the FEEN literally.
pub(crate) fn by_feen(position: &Position) -> Identity {
    key(position, |_, piece| piece)
}

// Requirements sashite-57, sashite-58.
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
