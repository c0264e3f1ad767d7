//! Positions: a board, two hands, and the side to move. For a ruleset's mechanics also the points of the pieces, and the moves already made in
//! the turn.

mod impossible;

use smallvec::SmallVec;

pub use impossible::{ImpossibleSetup, SetupFault};

use crate::movement::Transition;
use crate::piece::PieceId;
use crate::{BySide, Side, Square};

/// Piece on every square; up to 64 squares are stored without allocation.
pub(crate) type Squares = SmallVec<[Option<PieceId>; 64]>;

/// Position that is possible under the ruleset that made it (see [`crate::Rules::position`]).
///
/// # Equality
/// Two positions are equal if every piece (with its state and its points), both hands, the side to move and the moves already made in the turn
/// are equal. [`crate::Game`] decides separately whether two positions count as the same for repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    squares: Squares,
    hands: BySide<Vec<(PieceId, u32)>>,
    turn: Side,
    /// Points of every square: zero on an empty one. Empty in a game without points.
    #[cfg(feature = "mechanic")]
    points: Box<[u8]>,
    /// Number of moves already made in the turn.
    #[cfg(feature = "mechanic")]
    made: u8,
}

impl Position {
    pub(crate) fn new(squares: Squares, hands: BySide<Vec<(PieceId, u32)>>, turn: Side) -> Position {
        Position {
            squares,
            hands,
            turn,
            #[cfg(feature = "mechanic")]
            points: Box::default(),
            #[cfg(feature = "mechanic")]
            made: 0,
        }
    }

    /// Returns the position with points on every square that has a piece.
    #[cfg(feature = "mechanic")]
    pub(crate) fn with_points(self, each: u8) -> Position {
        let points = self.squares.iter().map(|piece| if piece.is_some() { each } else { 0 }).collect();
        Position { points, ..self }
    }

    /// Returns the points of the piece on a square. `None` in a game without points, and on an empty square.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn points_at(&self, square: Square) -> Option<u8> {
        self.points.get(square.index()).copied().filter(|&points| points > 0)
    }

    /// Returns the points of every square; empty in a game without points.
    #[cfg(feature = "mechanic")]
    pub(crate) fn points(&self) -> &[u8] {
        &self.points
    }

    /// Returns the number of moves already made in the turn; above zero only in games with several moves in a turn.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn moves_made(&self) -> u8 {
        self.made
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Returns the piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// Returns every piece on the board with its square, from `a1` on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, PieceId)> + '_ {
        self.squares
            .iter()
            .enumerate()
            .filter_map(|(index, piece)| Some((Square::from_index(index)?, (*piece)?)))
    }

    /// Returns the pieces in a hand, each kind once with its number.
    #[must_use]
    pub fn hand(&self, side: Side) -> &[(PieceId, u32)] {
        &self.hands[side]
    }

    pub(crate) fn squares(&self) -> &Squares {
        &self.squares
    }

    /// Returns the position after a transition. Squares that are not on this board are ignored.
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
        #[cfg(feature = "mechanic")]
        {
            for &(square, points) in &transition.points {
                if let Some(has) = next.points.get_mut(square.index()) {
                    *has = points;
                }
            }
            next.made = transition.made;
        }
        next
    }

    /// Puts a piece on a square of the board.
    #[cfg(feature = "arbiter")]
    pub(crate) fn put(&mut self, square: Square, piece: PieceId) {
        if let Some(stands) = self.squares.get_mut(square.index()) {
            *stands = Some(piece);
        }
    }

    fn change_hand(&mut self, side: Side, piece: PieceId, change: i32) {
        let hand = &mut self.hands[side];
        match hand.iter_mut().find(|(held, _)| *held == piece) {
            Some((_, count)) => *count = count.saturating_add_signed(change),
            None => add_to_hand(hand, piece, u32::try_from(change).unwrap_or(0)),
        }
        hand.retain(|&(_, count)| count > 0);
    }
}

/// Adds pieces of a kind that a hand does not hold yet, in the order of the pieces.
pub(crate) fn add_to_hand(hand: &mut Vec<(PieceId, u32)>, piece: PieceId, count: u32) {
    let place = hand.partition_point(|&(held, _)| held < piece);
    hand.insert(place, (piece, count));
}
