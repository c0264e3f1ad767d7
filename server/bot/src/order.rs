//! Order in which a search tries moves: what refuted others first.

use std::hash::{DefaultHasher, Hash, Hasher};

use ggn_core::{CompactMove, Side};

/// Number of counters of a side. Two moves may share one.
const COUNTERS: usize = 4096;
/// A counter that reaches this halves all of its side: what was good long ago counts less.
const MOST: i32 = 1 << 20;
const KILLERS: usize = 2;

/// Quiet moves that refuted a line: the last ones of each ply, and how often each did so anywhere.
#[derive(Debug)]
pub(crate) struct Refutations {
    killers: Vec<[Option<CompactMove>; KILLERS]>,
    counters: [Vec<i32>; 2],
}

impl Refutations {
    pub(crate) fn new(plies: usize) -> Refutations {
        Refutations {
            killers: vec![[None; KILLERS]; plies],
            counters: [vec![0; COUNTERS], vec![0; COUNTERS]],
        }
    }

    pub(crate) fn add(&mut self, side: Side, mv: CompactMove, ply: usize, depth: u32) {
        if let Some([first, second]) = self.killers.get_mut(ply)
            && *first != Some(mv)
        {
            *second = *first;
            *first = Some(mv);
        }
        let [one, other] = &mut self.counters;
        let counters = if side == Side::First { one } else { other };
        let Some(counter) = counters.get_mut(place(mv)) else { return };
        *counter += i32::try_from(depth * depth).unwrap_or(MOST).min(MOST);
        if *counter >= MOST {
            counters.iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    /// Returns the rank of a quiet move among quiet moves, from 0 to [`Refutations::BEST`].
    pub(crate) fn rank(&self, side: Side, mv: CompactMove, ply: usize) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        if let Some(at) = killers.iter().position(|killer| *killer == Some(mv)) {
            return Refutations::BEST - i32::try_from(at).unwrap_or(0);
        }
        let [one, other] = &self.counters;
        let counters = if side == Side::First { one } else { other };
        counters.get(place(mv)).copied().unwrap_or(0)
    }

    pub(crate) const BEST: i32 = MOST + 2;
}

fn place(mv: CompactMove) -> usize {
    let mut hasher = DefaultHasher::new();
    mv.hash(&mut hasher);
    hasher.finish() as usize & (COUNTERS - 1)
}
