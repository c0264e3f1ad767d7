//! Terms by which captures are contested. Both players know all of them.

use std::fmt;

use ggn_core::{Game, Move, PieceId, Played, Position, Square};

/// Treatment of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// It is made at once.
    Made,
    /// It leads to a duel about the piece on a square.
    Duel {
        /// Square of the piece that would be captured.
        square: Square,
        /// That piece.
        piece: PieceId,
    },
    /// It may not be made.
    Refused,
}

/// Square that the piece of a failed capture may retreat to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// The square.
    pub square: Square,
    /// Points that the attacker pays.
    pub cost: u32,
    /// Part of them that the defender receives.
    pub share: u32,
}

/// Terms of duels: numbers that both players know, and answers about boards that are shown. It knows no game.
pub trait DuelTerms: fmt::Debug + Send + Sync {
    /// Returns the points of each side at the start.
    fn initial(&self) -> u32;

    /// Returns the effect of so many points that are bid on a piece, in halves of a point.
    fn effect(&self, piece: PieceId, spent: u32) -> u32;

    /// Returns whether the attacker wins a duel with equal effects.
    fn attacker_wins_ties(&self) -> bool;

    /// Returns the treatment of a legal move.
    fn contest(&self, game: &Game, mv: &Move) -> Contest;

    /// Returns the squares to which the piece of a failed capture may retreat with `pool` points left. If there is none, the piece is lost.
    fn retreats(&self, position: &Position, mv: &Move, pool: u32) -> Vec<Retreat>;

    /// Returns the points that the side to move in `before` regenerates by the plies of its turn.
    fn regenerated(&self, before: &Position, turn: &[Played]) -> u32;

    /// Ends a game after its last ply where these terms decide it, and the rules of the board do not.
    fn adjudicate(&self, game: &mut Game);
}
