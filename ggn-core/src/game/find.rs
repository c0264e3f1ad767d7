//! The legal move that a player means, by its squares, by a piece from the hand, or by its text in PMN.

use super::{Game, moves_from};
use crate::movement::{IllegalMove, Location, Move};
use crate::notation::epin::Epin;
use crate::notation::letter::Letter;
use crate::notation::pmn::Pmn;
use crate::piece::PieceId;
use crate::transition::transition;
use crate::{Square, move_text};

impl Game {
    /// Returns the legal move from a square to another, with the choice of promotion.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] with the reason why there is no such move.
    pub fn find(
        &self,
        source: Square,
        destination: Square,
        promotion: Option<Letter>,
    ) -> Result<Move, IllegalMove> {
        let letter = |piece| self.rules.piece(piece).map(|piece| piece.qpi.pin.letter);
        self.find_choosing(source, destination, promotion, letter)
    }

    /// As [`Game::find`], where `spell` returns the spelling of a piece in the text of the choice.
    fn find_choosing<T: PartialEq>(
        &self,
        source: Square,
        destination: Square,
        promotion: Option<T>,
        spell: impl Fn(PieceId) -> Option<T>,
    ) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let own = self
            .position
            .piece_at(source)
            .is_some_and(|piece| self.rules.mover(&self.position, piece) == self.position.turn());
        if !own {
            return Err(IllegalMove::NoPiece);
        }
        let mut between =
            self.legal_from(source).filter(|mv| mv.destination == Location::Square(destination)).peekable();
        if between.peek().is_none() {
            return Err(IllegalMove::Illegal);
        }
        // A hit promotes nothing. The choice had to be made before the result was known, so it is ignored.
        #[cfg(feature = "mechanic")]
        let is_meant = |mv: &&Move| {
            let row_effect = self.rules.table().effect(mv.possibility);
            let choices =
                row_effect.and_then(|effect| effect.promotes.as_ref()).map(|to| to.choices.as_slice());
            self.rules.has_points()
                && mv.promotion.is_none()
                && choices.into_iter().flatten().any(|&choice| spell(choice) == promotion)
                && self.rules.effect(&self.position, mv).is_hit()
        };
        #[cfg(not(feature = "mechanic"))]
        let is_meant = |_: &&Move| false;
        let is_it =
            |mv: &&Move| mv.placed.is_none() && (mv.promotion.and_then(&spell) == promotion || is_meant(mv));
        between.find(is_it).copied().ok_or(match promotion {
            None => IllegalMove::PromotionMissing,
            Some(_) => IllegalMove::PromotionImpossible,
        })
    }

    /// Returns the legal move that drops a piece of that letter from the hand.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] with the reason why there is no such move.
    pub fn find_drop(&self, letter: Letter, destination: Square) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let is_it = |mv: &&Move| {
            mv.destination == Location::Square(destination)
                && self.rules.piece(mv.piece).is_some_and(|piece| piece.qpi.pin.letter == letter)
        };
        let mut drops = moves_from(self.legal_moves(), Location::Hand).filter(is_it);
        drops.next().copied().ok_or(IllegalMove::Illegal)
    }

    /// Returns the legal move that a PMN token denotes. Its operator must match the effect of the move: `-` and `*` go to an empty square, `+`
    /// and `.` capture there, and `~` is for special moves only.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] with the reason why there is no such move.
    // Requirements sashite-39, sashite-40, sashite-41.
    pub fn find_pmn(&self, pmn: &Pmn) -> Result<Move, IllegalMove> {
        let square = |cell| self.rules.shape().square(cell).ok_or(IllegalMove::Illegal);
        let spell = |piece| self.rules.epin_of(piece);
        let effect = |mv: &Move| transition(&self.rules, &self.position, mv).1;
        let (mv, is_so) = match *pmn {
            Pmn::Move { source, operator, destination, suffix } => {
                let (source, destination) = (square(source)?, square(destination)?);
                let mv = self.find_choosing(source, destination, suffix.promotion(), spell)?;
                (mv, operator == move_text::operator(&self.rules, &mv, &effect(&mv)))
            }
            Pmn::Drop { piece: Some(piece), destination, equals } => {
                let mv = self.find_exact_drop(piece, square(destination)?, equals)?;
                (mv, !effect(&mv).is_capture())
            }
            Pmn::DropCapture { piece: Some(piece), destination, suffix } => {
                let mv = self.find_exact_drop(piece, square(destination)?, suffix.promotion())?;
                (mv, effect(&mv).is_capture())
            }
            Pmn::Pass
            | Pmn::StaticCapture { .. }
            | Pmn::Drop { .. }
            | Pmn::DropCapture { .. }
            | Pmn::Mutation { .. } => return Err(IllegalMove::Illegal),
        };
        if is_so { Ok(mv) } else { Err(IllegalMove::Operator) }
    }

    /// Returns the legal move that drops exactly that piece, with its state and its side.
    fn find_exact_drop(
        &self,
        piece: Epin,
        destination: Square,
        becomes: Option<Epin>,
    ) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let spell = |piece| self.rules.epin_of(piece);
        let is_it = |mv: &&Move| {
            mv.destination == Location::Square(destination)
                && spell(mv.piece) == Some(piece)
                && mv.promotion.and_then(spell) == becomes
        };
        let mut drops = moves_from(self.legal_moves(), Location::Hand).filter(is_it);
        drops.next().copied().ok_or(IllegalMove::Illegal)
    }
}
