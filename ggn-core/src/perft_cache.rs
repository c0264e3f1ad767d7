//! Transposition table of perft counts: one table for all threads, without a lock.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Perft counts of positions of one ruleset, stored by [`perft_cached`](crate::perft_cached) in a fixed amount of memory.
///
/// Positions are identified by keys of 64 bits. Two positions share a key about once in 2⁶⁴ pairs, and a count would then be wrong: a
/// figure that has to be certain is counted without a table.
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
    /// Number of hits, in several counters so that threads seldom contend for one.
    hits: [Hits; 16],
}

/// One cache line: a position and depth can be in any entry of its bucket.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Stored count. If threads write the two words of an entry at the same time, its check word does not match and the entry is not found.
#[derive(Default)]
struct Entry {
    /// Key of the position, XOR `data`.
    check: AtomicU64,
    /// Node count in the upper bits, depth in the lowest eight bits; the depth of a used entry is never zero.
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Hits(AtomicU64);

/// Bits of the depth in an entry.
const DEPTH_BITS: u32 = 8;

impl PerftCache {
    /// Creates a table of so many mebibytes, of at least one bucket.
    ///
    /// # Errors
    /// Returns an error if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<PerftCache, TryReserveError> {
        PerftCache::with_buckets((mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1))
    }

    fn with_buckets(count: usize) -> Result<PerftCache, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(PerftCache { buckets, hits: Default::default() })
    }

    /// Returns the count of the position with that key, if it is stored for that depth.
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

    /// Stores a count, replacing the one in its bucket with the fewest nodes.
    #[inline]
    pub fn put(&self, key: u64, depth: u32, nodes: u64) {
        let fits = nodes < 1 << (u64::BITS - DEPTH_BITS);
        let Some(bucket) = self.bucket(key, depth).filter(|_| fits) else { return };
        // Another thread may have stored the same meanwhile: it is not stored twice.
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

    /// Returns the number of hits of [`PerftCache::get`].
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.iter().map(|hits| hits.0.load(Relaxed)).sum()
    }

    /// Returns the bucket of a position. There is none for a depth of zero, which needs no counting, nor for depths beyond any count.
    #[inline]
    fn bucket(&self, key: u64, depth: u32) -> Option<&Bucket> {
        if depth == 0 || depth >= 1 << DEPTH_BITS {
            return None;
        }
        // The same position is looked up at several depths; they are spread by the odd number that is closest to 2⁶⁴ over the golden ratio.
        let spread = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(spread) * self.buckets.len() as u128) >> u64::BITS;
        self.buckets.get(index as usize)
    }
}

/// Returns the depth of an entry; zero for an unused entry.
#[inline]
fn depth_of(data: u64) -> u32 {
    (data & ((1 << DEPTH_BITS) - 1)) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Count stored for each key in this test: any other answer is wrong.
    fn nodes(key: u64, depth: u32) -> u64 {
        (key.rotate_left(depth) ^ u64::from(depth)) >> DEPTH_BITS
    }

    #[test]
    fn cache_uses_the_given_size_and_at_least_one_bucket() {
        assert_eq!(PerftCache::new(3).unwrap().buckets.len() * size_of::<Bucket>(), 3 << 20);
        assert_eq!(PerftCache::new(0).unwrap().buckets.len(), 1);
        assert!(PerftCache::new(usize::MAX).is_err());
    }

    #[test]
    fn missing_entry_is_not_found_even_with_zero_key() {
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
    fn most_expensive_entries_stay() {
        let cache = PerftCache::with_buckets(1).unwrap();
        for key in 1..=100 {
            cache.put(key, 4, if key % 40 == 0 { 1_000_000 } else { key });
        }
        assert_eq!((cache.get(40, 4), cache.get(80, 4)), (Some(1_000_000), Some(1_000_000)));
        assert_eq!((cache.get(100, 4), cache.get(1, 4)), (Some(100), None));
    }

    /// Threads that write and read the same few entries find the count of the key and depth that they look up, or nothing.
    #[test]
    fn threads_never_find_a_mixed_entry() {
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
        /// A table of any size holds the last stored count, unless another was stored since.
        #[test]
        fn found_entries_were_stored(
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
