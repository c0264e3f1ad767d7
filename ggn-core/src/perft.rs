//! Perft: the number of lines of legal moves of a given length, by which move generators are compared.

use crate::movement::Move;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// Counts the lines of `depth` plies from a position. The last ply is counted without being played.
///
/// The source of every known count is beside the ruleset, in its `perft.json`.
#[must_use]
pub fn perft(rules: &Ruleset, position: &Position, depth: u32) -> u64 {
    #[cfg(feature = "compiled")]
    if let Some(compiled) = rules.compiled() {
        return compiled.perft(rules, position, depth);
    }
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let moves = rules.legal_moves(position);
    if rest == 0 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(rules, &rules.after(position, mv), rest)).sum()
}

/// The same count with every move made, the last ones too.
#[must_use]
pub fn perft_full(rules: &Ruleset, position: &Position, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let moves = rules.legal_moves(position);
    moves.iter().map(|mv| perft_full(rules, &rules.after(position, mv), rest)).sum()
}

/// The count split by the first move, in the generator's order.
#[must_use]
pub fn divide(rules: &Ruleset, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = rules.legal_moves(position);
    moves.into_iter().map(|mv| (mv, perft(rules, &rules.after(position, &mv), rest))).collect()
}
