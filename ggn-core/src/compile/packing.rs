//! Generated moves in four bytes: their kind in the two highest bits, below it what the kind needs.

use super::promotions::PromotionChoice;
use crate::compact_move::CompactMove;
use crate::piece::PieceId;

/// Number of special rows that a move can name.
pub(super) const SPECIALS_MAX: usize = 1 << 21;

const KIND: u32 = 30;
const DROP: u32 = 1;
const SPECIAL: u32 = 2;
/// Place of the piece of which a move makes another, of the bit that says whether it was chosen, and of the destination.
const BECOMES: u32 = 22;
const CHOSEN: u32 = 21;
const TO: u32 = 8;

/// A generated move, unpacked.
#[derive(Clone, Copy, Debug)]
pub(super) enum GeneratedMove {
    /// A board move by a simple row.
    Simple { from: usize, to: usize, choice: PromotionChoice },
    /// A drop of a piece from the hand.
    Drop { piece: PieceId, to: usize },
    /// A move by a special row, by the index of the row.
    Special { special: usize, choice: PromotionChoice },
}

impl CompactMove {
    /// Packs a board move by a simple row whose destination is added with [`CompactMove::to`].
    #[inline(always)]
    pub(super) fn simple(from: usize, choice: PromotionChoice) -> CompactMove {
        CompactMove(from as u32 | packed(choice))
    }

    /// Packs a drop of a piece whose destination is added with [`CompactMove::to`].
    #[inline(always)]
    pub(super) fn drop(piece: PieceId) -> CompactMove {
        CompactMove(DROP << KIND | u32::from(piece.byte()) << BECOMES)
    }

    /// Adds the destination of a board move or of a drop.
    #[inline(always)]
    pub(super) fn to(self, to: usize) -> CompactMove {
        CompactMove(self.0 | (to as u32) << TO)
    }

    /// Packs a move by a special row, by its index below [`SPECIALS_MAX`].
    #[inline(always)]
    pub(super) fn special(special: u32, choice: PromotionChoice) -> CompactMove {
        CompactMove(SPECIAL << KIND | special | packed(choice))
    }

    /// Unpacks a move; `None` for a move that is no generated one.
    #[inline(always)]
    pub(super) fn unpacked(self) -> Option<GeneratedMove> {
        let square = |place: u32| usize::from((self.0 >> place) as u8);
        let piece = PieceId::from_byte((self.0 >> BECOMES) as u8)?;
        let choice = PromotionChoice { becomes: piece, chosen: self.0 >> CHOSEN & 1 != 0, is_of_last: false };
        match self.0 >> KIND {
            0 => Some(GeneratedMove::Simple { from: square(0), to: square(TO), choice }),
            DROP => Some(GeneratedMove::Drop { piece, to: square(TO) }),
            SPECIAL => {
                let special = self.0 as usize & (SPECIALS_MAX - 1);
                Some(GeneratedMove::Special { special, choice })
            }
            _ => None,
        }
    }
}

#[inline(always)]
fn packed(choice: PromotionChoice) -> u32 {
    u32::from(choice.becomes.byte()) << BECOMES | u32::from(choice.chosen) << CHOSEN
}
