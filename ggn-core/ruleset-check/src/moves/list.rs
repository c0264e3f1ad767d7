//! The moves of a position, each in every notation, and why those that the tables alone allow are not legal.

use ggn_core::{Game, Location};
use serde::Serialize;

use crate::words;

/// A move as the notations write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotatedMove {
    /// In algebraic notation. None for a move that is not legal: algebraic notation distinguishes legal moves only.
    pub san: Option<String>,
    /// As source and destination.
    pub uci: String,
    /// In PMN.
    pub pmn: String,
    /// In the notation of the game's players, if the ruleset names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Reasons why it is not legal; empty for one that is.
    pub why_not: Vec<String>,
}

/// Returns the legal moves of a game's present position, and with `pseudo` also those that the tables allow and a constraint forbids,
/// in the order of the pieces and of their tables. With `from`, only those of the piece there.
#[must_use]
pub fn list(game: &Game, from: Option<Location>, pseudo: bool) -> Vec<NotatedMove> {
    let (rules, position) = (game.rules(), game.position());
    let moves = if pseudo { rules.pseudo_legal_moves(position) } else { game.legal_moves().to_vec() };
    let listed = |mv: &ggn_core::Move| {
        let why_not = match (game.ending(), rules.violations(position, mv)) {
            (Some(_), violations) if violations.is_empty() => vec!["the game is over".to_owned()],
            (_, violations) => {
                violations.iter().map(|why| words::violation(rules, position, mv, why)).collect()
            }
        };
        let (san, notation) = game.preview(mv).map(|played| (played.san, played.notation)).ok().unzip();
        NotatedMove {
            san,
            notation: notation.flatten(),
            uci: mv.uci(rules),
            pmn: mv.pmn(rules, position),
            why_not,
        }
    };
    moves.iter().filter(|mv| from.is_none_or(|from| mv.source == from)).map(listed).collect()
}
