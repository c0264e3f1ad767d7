//! Moves that a game has played: their effect, their texts, and the position after them.

use crate::movement::{Move, MoveEffect};
use crate::position::Position;
use crate::ruleset::Ruleset;
#[cfg(feature = "arbiter")]
use crate::uncover::Uncovered;
use crate::{Side, Square, move_text};

/// Played move and its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Side that played it.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// Effect on pieces.
    pub effect: MoveEffect,
    /// Name that the data gives to a special row, for announcements.
    pub tag: Option<String>,
    /// True if it gives check.
    pub check: bool,
    /// The move in algebraic notation.
    pub san: String,
    /// The move in the notation of the game's players; `None` if the ruleset names none, or it has no form for the move.
    pub notation: Option<String>,
    /// Pieces that it uncovered. The moved piece among them ends the move in algebraic notation (`Ra5=H`).
    #[cfg(feature = "arbiter")]
    pub uncovered: Uncovered,
    /// Position after the move.
    pub after: Position,
}

impl Played {
    /// Returns the move in PMN.
    #[must_use]
    pub fn pmn(&self, rules: &Ruleset) -> String {
        move_text::pmn(rules, &self.mv, &self.effect)
    }

    /// Returns the move as source and destination (`e7e8q`).
    #[must_use]
    pub fn uci(&self, rules: &Ruleset) -> String {
        self.mv.uci(rules)
    }

    /// Returns the square on which a piece stands after the move, by its square before it; `None` if the move has removed the piece.
    #[must_use]
    pub fn stands(&self, square: Square) -> Option<Square> {
        stands(&self.mv, &self.effect, &self.after, square)
    }
}

/// Returns the square on which a piece stands after a move, by its square before it; `None` if the move has removed the piece.
pub(super) fn stands(mv: &Move, effect: &MoveEffect, after: &Position, square: Square) -> Option<Square> {
    if effect.captured.iter().any(|&(at, _)| at == square) {
        return None;
    }
    let carried = effect.carried.iter().find(|(from, _)| *from == square);
    let stands = if mv.source.square() == Some(square) {
        arrival(mv, effect)
    } else {
        Some(carried.map_or(square, |&(_, to)| to))
    };
    stands.filter(|&square| after.piece_at(square).is_some())
}

/// Returns the square on which the moved piece arrived: its destination, or its source if it only hit, or where it fell back to; `None` if it was lost by
/// a failed capture.
pub(super) fn arrival(mv: &Move, effect: &MoveEffect) -> Option<Square> {
    #[cfg(feature = "mechanic")]
    if let Some(repulse) = &effect.repulsed {
        return repulse.stands;
    }
    if effect.is_hit() { mv.source.square() } else { mv.destination.square() }
}
