//! Pieces of both sides that face each other along a straight line.

use super::bits::Bits;
use super::board::Board;
use super::tables::lane;
use crate::ruleset::Ruleset;
use crate::{BySide, Side, Square};

/// The pieces that may face each other, and the squares between any two squares.
#[derive(Clone, Debug)]
pub(super) struct FacingTable<B> {
    squares: usize,
    /// By index of the piece.
    faces: Vec<bool>,
    /// True if only royal pieces face each other.
    is_of_royals: bool,
    /// By both squares; `None` if they are not in one line.
    between: Vec<Option<B>>,
}

impl<B: Bits> FacingTable<B> {
    /// Returns `None` for a ruleset without an ending by facing pieces.
    pub(super) fn new(rules: &Ruleset) -> Option<FacingTable<B>> {
        let roles = rules.endings().facing()?;
        let faces: Vec<bool> = rules.pieces().map(|(_, piece)| roles.contains(&piece.role())).collect();
        let mut pieces = rules.pieces().zip(&faces);
        let squares = rules.shape().squares();
        let pairs = (0..squares).flat_map(|one| (0..squares).map(move |other| (one, other)));
        let between = |(one, other)| {
            let (one, other) = (Square::from_index(one)?, Square::from_index(other)?);
            let path = rules.shape().between(one, other)?;
            Some(path.iter().fold(B::EMPTY, |set, square| set | B::bit(square.index())))
        };
        Some(FacingTable {
            squares,
            is_of_royals: pieces.all(|((_, piece), faces)| piece.is_terminal() || !faces),
            faces,
            between: pairs.map(between).collect(),
        })
    }

    /// Returns whether two pieces of the board face each other.
    pub(super) fn is_facing<const L: usize, const H: usize>(&self, board: &Board<B, L, H>) -> bool {
        let candidates = if self.is_of_royals { board.lanes[lane::ROYALS] } else { !B::EMPTY };
        let faces = |square: &usize| board.at(*square).is_some_and(|piece| self.faces[piece.index()]);
        let of = BySide::from_fn(|side| board.of(side) & candidates);
        let occupied = board.occupied();
        of[Side::First].squares().filter(faces).any(|one| {
            of[Side::Second].squares().filter(faces).any(|other| {
                self.between[one * self.squares + other].is_some_and(|path| (path & occupied).is_empty())
            })
        })
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.between.len() * size_of::<Option<B>>()
    }
}
