//! Perft: the number of lines of legal moves of a given length, used to compare move generators.

use std::hash::{DefaultHasher, Hash, Hasher};

#[cfg(feature = "compiled")]
use crate::compile::Leaves;
use crate::movement::Move;
use crate::perft_cache::PerftCache;
use crate::position::Position;
use crate::rules::Rules;

/// Counts the lines of `depth` plies from a position. The last ply is counted without being played.
///
/// Known counts and their sources are listed in the `perft.json` of a ruleset.
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    #[cfg(feature = "compiled")]
    if let Some(compiled) = rules.compiled() {
        return compiled.perft(position, depth, Leaves::BulkCounted, None);
    }
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let moves = rules.legal_moves(position);
    if rest == 0 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(rules, &rules.after(position, mv), rest)).sum()
}

/// Counts the same as [`perft`] with a table of earlier counts. Any number of threads may share the table as long as all count by the same rules.
///
/// ```
/// use ggn_core::{PerftCache, Position, Rules, perft, perft_cached};
/// fn agrees(rules: &Rules, position: &Position) -> bool {
///     PerftCache::new(16).is_ok_and(|cache| perft_cached(rules, position, 5, &cache) == perft(rules, position, 5))
/// }
/// ```
#[must_use]
pub fn perft_cached(rules: &Rules, position: &Position, depth: u32, cache: &PerftCache) -> u64 {
    #[cfg(feature = "compiled")]
    if let Some(compiled) = rules.compiled() {
        return compiled.perft(position, depth, Leaves::BulkCounted, Some(cache));
    }
    let rest = match depth.checked_sub(1) {
        None => return 1,
        Some(0) => return rules.legal_moves(position).len() as u64,
        Some(rest) => rest,
    };
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    let key = hasher.finish();
    cache.get(key, depth).unwrap_or_else(|| {
        let moves = rules.legal_moves(position);
        let nodes = moves.iter().map(|mv| perft_cached(rules, &rules.after(position, mv), rest, cache)).sum();
        cache.put(key, depth, nodes);
        nodes
    })
}

/// Counts the same as [`perft`] with every move made, including the last ones.
#[must_use]
pub fn perft_full(rules: &Rules, position: &Position, depth: u32) -> u64 {
    #[cfg(feature = "compiled")]
    if let Some(compiled) = rules.compiled() {
        return compiled.perft(position, depth, Leaves::Made, None);
    }
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let moves = rules.legal_moves(position);
    moves.iter().map(|mv| perft_full(rules, &rules.after(position, mv), rest)).sum()
}

/// Returns the count for each first move, in the generator's order.
#[must_use]
pub fn divide(rules: &Rules, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = rules.legal_moves(position);
    moves.into_iter().map(|mv| (mv, perft(rules, &rules.after(position, &mv), rest))).collect()
}
