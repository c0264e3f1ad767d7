//! Perft: the number of lines of legal moves of a given length, used to compare move generators.
//!
//! A line ends where a goal ends the game, such as an arrival or the last of so many checks. Ends that need no goal end no line: perft counts draws by
//! repetition or by insufficient material like any other position.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::BySide;
#[cfg(feature = "compiled")]
use crate::compile::{CompiledRules, Leaves};
use crate::ending::{self, GoalCounts, LineCounts};
use crate::legality;
use crate::movement::Move;
use crate::perft_cache::PerftCache;
use crate::position::Position;
use crate::rules::Rules;
#[cfg(feature = "arbiter")]
use crate::ruleset::Deal;
use crate::ruleset::endings::Automatic;
use crate::transition::transition;
#[cfg(feature = "arbiter")]
use crate::uncover::uncover;

/// Line of moves: the position to which it has led, and what both sides have done for goals that count.
#[derive(Clone, Debug)]
pub struct Line<'r> {
    rules: &'r Rules,
    position: Position,
    counts: LineCounts,
    /// Pieces that the covered ones hide, in a game that was given a deal of them.
    #[cfg(feature = "arbiter")]
    deal: Option<Deal>,
}

impl<'r> Line<'r> {
    /// Creates a line that begins with a position.
    #[must_use]
    pub fn new(rules: &'r Rules, position: &Position) -> Line<'r> {
        Line::from_counts(rules, position, BySide::default())
    }

    /// Creates a line that goes on from a position and the goal counts of both sides.
    pub(crate) fn from_counts(
        rules: &'r Rules,
        position: &Position,
        goal_counts: BySide<GoalCounts>,
    ) -> Line<'r> {
        let counts = LineCounts { goals: goal_counts, passes: 0 };
        #[cfg(feature = "arbiter")]
        let deal = rules.unshuffled_deal(position);
        #[cfg(feature = "arbiter")]
        return Line { rules, position: position.clone(), counts, deal };
        #[cfg(not(feature = "arbiter"))]
        Line { rules, position: position.clone(), counts }
    }

    /// Returns the same line in a game whose covered pieces hide those of a deal.
    #[cfg(feature = "arbiter")]
    #[must_use]
    pub fn dealt(self, deal: Deal) -> Line<'r> {
        Line { deal: Some(deal), ..self }
    }

    /// Returns the position to which it has led.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns what it has led to beside the position.
    pub(crate) fn counts(&self) -> LineCounts {
        self.counts
    }

    /// Returns the legal moves, in the generator's order; none if a side has reached a goal.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        if ending::is_by_goal(self.rules, &self.position, &self.counts) {
            return Vec::new();
        }
        self.rules.legal_moves(&self.position)
    }

    /// Returns the line with one of its legal moves.
    #[must_use]
    pub fn after(&self, mv: &Move) -> Line<'r> {
        let by = self.position.turn();
        let (transition, effect) = transition(self.rules, &self.position, mv);
        #[cfg(feature = "arbiter")]
        let (mut position, mut deal) = (self.position.after(&transition), self.deal.clone());
        #[cfg(feature = "arbiter")]
        if self.rules.has_covered() {
            let arrival = mv.destination.square();
            uncover(self.rules, deal.as_mut(), by, (mv, &effect), (&mut position, arrival));
        }
        #[cfg(not(feature = "arbiter"))]
        let position = self.position.after(&transition);
        let mut counts = self.counts;
        // Without goals that count, lines to one position stay equal, and a table knows them.
        let has =
            |is: fn(&Automatic) -> bool| self.rules.endings().automatic.iter().any(|(ending, _)| is(ending));
        if has(|ending| matches!(ending, Automatic::Captures { .. } | Automatic::Promotions { .. })) {
            counts.goals[by].add(&effect);
        }
        if has(|ending| matches!(ending, Automatic::Checks { .. }))
            && self.rules.in_check(&position, by.opponent())
        {
            counts.goals[by].add_check();
        }
        let is_pass = legality::is_pass(self.rules, mv);
        counts.passes = if is_pass { counts.passes.saturating_add(1) } else { 0 };
        Line {
            rules: self.rules,
            position,
            counts,
            #[cfg(feature = "arbiter")]
            deal,
        }
    }

    /// Counts the lines of `depth` more plies, as [`perft`] does.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.perft(&self.position, &self.counts, depth, Leaves::BulkCounted, None);
        }
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|mv| self.after(mv).count(depth - 1)).sum(),
        }
    }

    /// Counts the lines of `depth` more plies, as [`perft_cached`] does.
    #[must_use]
    pub fn count_cached(&self, depth: u32, cache: &PerftCache) -> u64 {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.perft(&self.position, &self.counts, depth, Leaves::BulkCounted, Some(cache));
        }
        if depth <= 1 {
            return self.count(depth);
        }
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        let key = hasher.finish();
        cache.get(key, depth).unwrap_or_else(|| {
            let nodes = self.moves().iter().map(|mv| self.after(mv).count_cached(depth - 1, cache)).sum();
            cache.put(key, depth, nodes);
            nodes
        })
    }

    /// Counts the lines of `depth` more plies, as [`perft_full`] does.
    fn count_full(&self, depth: u32) -> u64 {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.perft(&self.position, &self.counts, depth, Leaves::Made, None);
        }
        if depth == 0 { 1 } else { self.moves().iter().map(|mv| self.after(mv).count_full(depth - 1)).sum() }
    }

    /// Returns the compiled rules, if they know every goal.
    #[cfg(feature = "compiled")]
    pub(crate) fn compiled(&self) -> Option<&'r dyn CompiledRules> {
        #[cfg(feature = "arbiter")]
        if self.deal.is_some() {
            return None;
        }
        self.rules.compiled().filter(|compiled| compiled.knows_goals())
    }
}

impl Hash for Line<'_> {
    fn hash<T: Hasher>(&self, hasher: &mut T) {
        self.position.hash(hasher);
        self.counts.hash(hasher);
        #[cfg(feature = "arbiter")]
        self.deal.hash(hasher);
    }
}

/// Counts the lines of `depth` plies from a position. The last ply is counted without being played.
///
/// Known counts and their sources are listed in the `perft.json` of a ruleset.
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    Line::new(rules, position).count(depth)
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
    Line::new(rules, position).count_cached(depth, cache)
}

/// Counts the same as [`perft`] with every move made, including the last ones.
#[must_use]
pub fn perft_full(rules: &Rules, position: &Position, depth: u32) -> u64 {
    Line::new(rules, position).count_full(depth)
}

/// Returns the count for each first move, in the generator's order.
#[must_use]
pub fn divide(rules: &Rules, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let line = Line::new(rules, position);
    line.moves().into_iter().map(|mv| (mv, line.after(&mv).count(rest))).collect()
}
