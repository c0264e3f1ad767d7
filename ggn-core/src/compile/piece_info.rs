//! Properties of pieces: what they become by moving, by expiring, and by being captured.

use crate::Side;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::{Captured, Ruleset};

/// Properties of one piece.
#[derive(Clone, Debug)]
pub(super) struct PieceInfo {
    pub(super) side: Side,
    pub(super) is_royal: bool,
    /// The piece that moving makes of it.
    pub(super) moved: PieceId,
    /// The piece without its mark; itself if it has none.
    pub(super) unmarked: PieceId,
    /// Index of its count in a hand.
    pub(super) hand_slot: Option<u8>,
    /// The piece that enters the capturer's hand.
    pub(super) captured_as: Option<PieceId>,
}

/// Returns the properties of every piece, by its index.
pub(super) fn all(rules: &Ruleset) -> Vec<PieceInfo> {
    let mut holdable: Vec<PieceId> = match rules.captured() {
        Captured::Discard => Vec::new(),
        Captured::Hand(kept) => kept.iter().map(|&(_, after)| after).collect(),
    };
    for (piece, source, row) in rules.table().iter() {
        if source == Location::Hand || row.destination == Location::Hand {
            holdable.push(piece);
            holdable.push(rules.moved(piece));
        }
    }
    holdable
        .extend(Side::BOTH.into_iter().flat_map(|side| rules.initial().hand(side)).map(|&(piece, _)| piece));
    holdable.sort_unstable();
    holdable.dedup();
    let info = |(piece, shown): (PieceId, &crate::piece::Piece)| {
        let unmarked = rules.expires(piece).unwrap_or(piece);
        PieceInfo {
            side: shown.side(),
            is_royal: shown.is_terminal(),
            moved: rules.moved(piece),
            unmarked,
            hand_slot: holdable.iter().position(|held| *held == piece).and_then(|at| u8::try_from(at).ok()),
            captured_as: match rules.captured() {
                Captured::Discard => None,
                Captured::Hand(kept) => {
                    kept.iter().find(|(taken, _)| *taken == piece).map(|&(_, after)| after)
                }
            },
        }
    };
    rules.pieces().map(info).collect()
}
