//! A position: a board, two hands, and whose turn it is. Nothing else.

use smallvec::SmallVec;

use crate::movement::Transition;
use crate::piece::PieceId;
use crate::{BySide, Side, Square};

/// What stands on every square; up to 64 squares are kept without allocation.
pub(crate) type Squares = SmallVec<[Option<PieceId>; 64]>;

/// A position that is possible under the ruleset that made it (see [`crate::Ruleset::position`]).
///
/// # Equality
/// Two positions are equal when every piece (with its state), both hands and the side to move are. Whether two positions
/// count as the same for repetition is another question, asked by [`crate::Game`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    squares: Squares,
    hands: BySide<Vec<(PieceId, u32)>>,
    turn: Side,
}

impl Position {
    pub(crate) fn new(squares: Squares, hands: BySide<Vec<(PieceId, u32)>>, turn: Side) -> Position {
        Position { squares, hands, turn }
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// What stands on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// Every piece on the board with its square, from `a1` on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, PieceId)> + '_ {
        self.squares
            .iter()
            .enumerate()
            .filter_map(|(index, piece)| Some((Square::from_index(index)?, (*piece)?)))
    }

    /// The pieces in a hand, each kind once with how many of it.
    #[must_use]
    pub fn hand(&self, side: Side) -> &[(PieceId, u32)] {
        &self.hands[side]
    }

    pub(crate) fn squares(&self) -> &Squares {
        &self.squares
    }

    /// The position after a transition. Squares that are not on this board are passed over.
    #[must_use]
    pub fn after(&self, transition: &Transition) -> Position {
        let mut next = self.clone();
        for &(square, piece) in &transition.board {
            if let Some(stands) = next.squares.get_mut(square.index()) {
                *stands = piece;
            }
        }
        for &(side, piece, change) in &transition.hands {
            next.change_hand(side, piece, change);
        }
        if transition.passes_turn {
            next.turn = next.turn.opponent();
        }
        next
    }

    fn change_hand(&mut self, side: Side, piece: PieceId, change: i32) {
        let hand = &mut self.hands[side];
        match hand.iter_mut().find(|(held, _)| *held == piece) {
            Some((_, count)) => *count = count.saturating_add_signed(change),
            None => hand.push((piece, u32::try_from(change).unwrap_or(0))),
        }
        hand.retain(|&(_, count)| count > 0);
        hand.sort_unstable_by_key(|&(held, _)| held);
    }
}
