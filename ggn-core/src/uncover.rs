//! Uncovering: the pieces that a move of a covered piece, or a capture of one, brings to light.

use smallvec::SmallVec;

use crate::movement::{Move, MoveEffect};
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::{Deal, Ruleset};
use crate::{Side, Square};

/// Pieces that a move uncovers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncovered {
    /// The moved piece, if it was covered. Everybody sees it.
    pub arrived: Option<PieceId>,
    /// Captured pieces that were covered, each with its square. [`Ruleset::witness`](crate::Ruleset::witness) says who sees them.
    pub captured: SmallVec<[(Square, PieceId); 1]>,
}

/// Uncovers the pieces of a move by `by`: takes them from the deal, and puts the moved one on the square of its arrival. Without a deal, covered pieces are what
/// they become by moving.
pub(crate) fn uncover(
    rules: &Ruleset,
    mut deal: Option<&mut Deal>,
    by: Side,
    (mv, effect): (&Move, &MoveEffect),
    (after, arrival): (&mut Position, Option<Square>),
) -> Uncovered {
    let mut uncovered = Uncovered::default();
    for &(square, piece) in &effect.captured {
        if rules.is_covered(piece) {
            let hidden = deal.as_deref_mut().and_then(|deal| deal.take(square));
            uncovered.captured.push((square, hidden.unwrap_or_else(|| rules.moved(piece))));
        }
    }
    let source = mv.source.square().filter(|_| rules.is_covered(mv.piece));
    if let (Some(source), Some(arrival)) = (source, arrival) {
        let hidden = deal.and_then(|deal| {
            deal.decide(rules, by, source);
            deal.take(source)
        });
        if let Some(piece) = hidden {
            after.put(arrival, piece);
        }
        uncovered.arrived = after.piece_at(arrival);
    }
    uncovered
}
