//! Squares, pieces and positions of a ruleset as text.

use super::Ruleset;
use crate::notation::epin::Epin;
use crate::notation::feen::{Feen, Placement, canonical_reserve};
use crate::notation::fen::Dialect;
use crate::notation::qpi::Qpi;
use crate::notation::sin::Sin;
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::{BySide, Square};

impl Ruleset {
    /// Returns the position as FEEN.
    #[must_use]
    pub fn feen(&self, position: &Position) -> Feen {
        let squares =
            self.shape().in_feen_order().map(|square| self.epin_of(position.piece_at(square)?)).collect();
        let hands = BySide::from_fn(|side| {
            let held =
                position.hand(side).iter().filter_map(|&(piece, count)| Some((self.epin_of(piece)?, count)));
            canonical_reserve(held)
        });
        let sin = |side| Sin { letter: self.styles()[side], side };
        Feen {
            placement: Placement { sizes: self.shape().sizes().to_vec(), squares },
            hands,
            active: sin(position.turn()),
            inactive: sin(position.turn().opponent()),
        }
    }

    /// Returns FEN in the letters of the ruleset; `None` if its board is not one of files and ranks.
    #[must_use]
    pub fn fen_dialect(&self) -> Option<Dialect> {
        let pieces = self.pieces().filter_map(|(piece, _)| self.epin_of(piece));
        Dialect::new(&self.feen(self.initial()), pieces)
    }

    /// Returns the name of a square. It is never empty in practice, since a square of another board cannot come here.
    pub(crate) fn square_name(&self, square: Square) -> String {
        self.shape().cell(square).map_or_else(String::new, |cell| cell.to_string())
    }

    pub(crate) fn qpi_of(&self, epin: Epin) -> Qpi {
        let player = if epin.derived { epin.pin.side.opponent() } else { epin.pin.side };
        Qpi { sin: Sin { letter: self.styles()[player], side: player }, pin: epin.pin }
    }

    pub(crate) fn epin_of(&self, piece: PieceId) -> Option<Epin> {
        let qpi = self.piece(piece)?.qpi;
        Some(Epin { pin: qpi.pin, derived: !qpi.is_native() })
    }

    pub(crate) fn role_name(&self, role: Role) -> String {
        self.pieces()
            .find(|(_, piece)| piece.role() == role)
            .map_or_else(String::new, |(_, piece)| piece.name.clone())
    }
}
