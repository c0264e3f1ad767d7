//! Counts that are remembered, since many lines lead to the same position: one table for all threads, without a lock.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts of the lines behind positions of one ruleset, kept by [`perft_cached`](crate::perft_cached) in as much memory as it was given.
///
/// Positions are told apart by keys of 64 bits. Two of them share one about once in 2⁶⁴ pairs, and a count would then be wrong: a
/// figure that has to be beyond doubt is counted without a table.
///
/// ```
/// use ggn_core::PerftCache;
/// let cache = PerftCache::new(1)?;
/// cache.put(0x1234_5678_9abc_def0, 5, 4_865_609);
/// assert_eq!(cache.get(0x1234_5678_9abc_def0, 5), Some(4_865_609));
/// assert_eq!((cache.get(0x1234_5678_9abc_def0, 4), cache.hits()), (None, 1));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct PerftCache {
    buckets: Vec<Bucket>,
    /// How often something was found, in several counters, so that threads seldom meet at one.
    hits: [Hits; 16],
}

/// One line of a processor's cache: a position and depth can be in any entry of its bucket.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A count. Threads may write the two words of an entry at once; what they leave then has no check that fits, and is not found.
#[derive(Default)]
struct Entry {
    /// The key of the position, XOR `data`.
    check: AtomicU64,
    /// The nodes above the depth, which is never zero in a used entry and takes the lowest eight bits.
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Hits(AtomicU64);

/// The bits of the depth in an entry.
const DEPTH_BITS: u32 = 8;

impl PerftCache {
    /// Makes a table of so many mebibytes; of one bucket, if that is none.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(mebibytes: usize) -> Result<PerftCache, TryReserveError> {
        PerftCache::with_buckets((mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1))
    }

    fn with_buckets(count: usize) -> Result<PerftCache, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(PerftCache { buckets, hits: Default::default() })
    }

    /// The count of the position with that key, if it is remembered for that depth.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let found = self.bucket(key, depth)?.0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.check.load(Relaxed) ^ data == key && depth_of(data) == depth).then_some(data)
        })?;
        if let Some(hits) = self.hits.get(key as usize % self.hits.len()) {
            hits.0.fetch_add(1, Relaxed);
        }
        Some(found >> DEPTH_BITS)
    }

    /// Remembers a count, in place of the one in its bucket that was least work.
    #[inline]
    pub fn put(&self, key: u64, depth: u32, nodes: u64) {
        let fits = nodes < 1 << (u64::BITS - DEPTH_BITS);
        let Some(bucket) = self.bucket(key, depth).filter(|_| fits) else { return };
        // Another thread may have remembered the same meanwhile: it is not kept twice.
        let worth = |entry: &&Entry| match entry.data.load(Relaxed) {
            data if entry.check.load(Relaxed) ^ data == key && depth_of(data) == depth => 0,
            data => data,
        };
        if let Some(entry) = bucket.0.iter().min_by_key(worth) {
            let data = nodes << DEPTH_BITS | u64::from(depth);
            entry.check.store(key ^ data, Relaxed);
            entry.data.store(data, Relaxed);
        }
    }

    /// How often [`PerftCache::get`] has found something.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.iter().map(|hits| hits.0.load(Relaxed)).sum()
    }

    /// Where a position would be remembered. Nothing is for a depth of zero, which needs no counting, and for depths that no count comes to.
    #[inline]
    fn bucket(&self, key: u64, depth: u32) -> Option<&Bucket> {
        if depth == 0 || depth >= 1 << DEPTH_BITS {
            return None;
        }
        // The same position is asked for at several depths; they are spread by the odd number that is closest to 2⁶⁴ over the golden ratio.
        let spread = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(spread) * self.buckets.len() as u128) >> u64::BITS;
        self.buckets.get(index as usize)
    }
}

/// The depth of an entry; zero where nothing is remembered.
#[inline]
fn depth_of(data: u64) -> u32 {
    (data & ((1 << DEPTH_BITS) - 1)) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What every key would be remembered with: any other answer is wrong.
    fn nodes(key: u64, depth: u32) -> u64 {
        (key.rotate_left(depth) ^ u64::from(depth)) >> DEPTH_BITS
    }

    #[test]
    fn a_table_takes_what_it_is_given_and_at_least_one_bucket() {
        assert_eq!(PerftCache::new(3).unwrap().buckets.len() * size_of::<Bucket>(), 3 << 20);
        assert_eq!(PerftCache::new(0).unwrap().buckets.len(), 1);
        assert!(PerftCache::new(usize::MAX).is_err());
    }

    #[test]
    fn what_is_not_there_is_not_found_even_under_a_key_of_zeros() {
        let cache = PerftCache::with_buckets(1).unwrap();
        assert!((0..300).all(|depth| cache.get(0, depth).is_none()));
        for (depth, nodes) in [(0, 1), (256, 1), (3, 1 << 56)] {
            cache.put(0, depth, nodes);
            assert_eq!(cache.get(0, depth), None);
        }
        cache.put(0, 255, (1 << 56) - 1);
        assert_eq!((cache.get(0, 255), cache.get(0, 254), cache.hits()), (Some((1 << 56) - 1), None, 1));
    }

    #[test]
    fn what_was_most_work_stays() {
        let cache = PerftCache::with_buckets(1).unwrap();
        for key in 1..=100 {
            cache.put(key, 4, if key % 40 == 0 { 1_000_000 } else { key });
        }
        assert_eq!((cache.get(40, 4), cache.get(80, 4)), (Some(1_000_000), Some(1_000_000)));
        assert_eq!((cache.get(100, 4), cache.get(1, 4)), (Some(100), None));
    }

    /// Threads that write and read the same few entries find what was put for the key and depth that they ask for, or nothing.
    #[test]
    fn threads_never_find_what_was_put_for_another() {
        let cache = PerftCache::with_buckets(2).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let cache = &cache;
                scope.spawn(move || {
                    let mut found = 0u64;
                    for round in 0..200_000u64 {
                        let mixed = (round ^ (thread << 60)).wrapping_mul(0x2545_f491_4f6c_dd1d);
                        // Few keys, all of their bits in use.
                        let key = (mixed >> 60).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        let depth = (mixed >> 50) as u32 % 3 + 1;
                        match cache.get(key, depth) {
                            Some(count) => {
                                assert_eq!(count, nodes(key, depth));
                                found += 1;
                            }
                            None => cache.put(key, depth, nodes(key, depth)),
                        }
                    }
                    assert!(found > 0);
                });
            }
        });
        assert!(cache.hits() > 0);
    }

    proptest! {
        /// A table of any size holds what was put last, unless something else has been put since.
        #[test]
        fn what_is_found_was_put(
            buckets in 1..40usize,
            puts in prop::collection::vec((any::<u64>(), 1..256u32), 1..200),
        ) {
            let cache = PerftCache::with_buckets(buckets).unwrap();
            for &(key, depth) in &puts {
                cache.put(key, depth, nodes(key, depth));
                prop_assert_eq!(cache.get(key, depth), Some(nodes(key, depth)));
            }
            for &(key, depth) in &puts {
                prop_assert!(cache.get(key, depth).is_none_or(|count| count == nodes(key, depth)));
                prop_assert_eq!(cache.get(!key, depth), None);
            }
        }
    }
}
