//! A position: a board, two hands, and whose turn it is. Beside these, only what a ruleset's mechanics keep: the pieces' points, and how much of a
//! turn has been made.

use smallvec::SmallVec;

use crate::movement::Transition;
use crate::piece::PieceId;
use crate::{BySide, Side, Square};

/// What stands on every square; up to 64 squares are kept without allocation.
pub(crate) type Squares = SmallVec<[Option<PieceId>; 64]>;

/// A position that is possible under the ruleset that made it (see [`crate::Ruleset::position`]).
///
/// # Equality
/// Two positions are equal when every piece (with its state and its points), both hands, the side to move and what it has made of its turn
/// are. Whether two positions count as the same for repetition is another question, asked by [`crate::Game`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    squares: Squares,
    hands: BySide<Vec<(PieceId, u32)>>,
    turn: Side,
    /// How many points stand on every square: none on an empty one. Nothing at all in a game without points.
    #[cfg(feature = "mechanic")]
    points: Box<[u8]>,
    /// How many moves of its turn the side to move has made.
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

    /// The position with points on every square that has a piece.
    #[cfg(feature = "mechanic")]
    pub(crate) fn with_points(self, each: u8) -> Position {
        let points = self.squares.iter().map(|piece| if piece.is_some() { each } else { 0 }).collect();
        Position { points, ..self }
    }

    /// How many points the piece on a square has. None in a game without points, and where no piece stands.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn points_at(&self, square: Square) -> Option<u8> {
        self.points.get(square.index()).copied().filter(|&points| points > 0)
    }

    /// The points of every square; nothing in a game without points.
    #[cfg(feature = "mechanic")]
    pub(crate) fn points(&self) -> &[u8] {
        &self.points
    }

    /// How many moves of its turn the side to move has made; more than none only where a turn has several.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn moves_made(&self) -> u8 {
        self.made
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
