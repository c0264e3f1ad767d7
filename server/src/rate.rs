//! Token buckets on the server's own clock, so that tests advance time instead of waiting.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use session::SeatId;

use crate::address::ClientAddress;
use crate::clock::Clock;

/// The server's clock, as governor reads it.
#[derive(Debug, Clone)]
pub(crate) struct RateClock(pub Arc<dyn Clock>);

impl GovernorClock for RateClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The bucket of one seat or one socket.
pub(crate) type Bucket = RateLimiter<NotKeyed, InMemoryState, RateClock, NoOpMiddleware<Duration>>;

/// Buckets of a few owners, each made at its first use.
#[derive(Debug)]
pub(crate) struct FewBuckets<K>(Vec<(K, Bucket)>);

/// Buckets of the seats of a game.
pub(crate) type SeatBuckets = FewBuckets<SeatId>;

impl<K> Default for FewBuckets<K> {
    fn default() -> Self {
        FewBuckets(Vec::new())
    }
}

impl<K: PartialEq> FewBuckets<K> {
    /// Takes a token of an owner; `new` makes its bucket. Returns whether there was one.
    pub(crate) fn take(&mut self, owner: K, new: impl FnOnce() -> Bucket) -> bool {
        if let Some((_, bucket)) = self.0.iter().find(|(known, _)| *known == owner) {
            return bucket.check().is_ok();
        }
        let bucket = new();
        let is_taken = bucket.check().is_ok();
        self.0.push((owner, bucket));
        is_taken
    }
}

/// One bucket for each address.
pub(crate) type AddressBuckets =
    RateLimiter<ClientAddress, HashMapStateStore<ClientAddress>, RateClock, NoOpMiddleware<Duration>>;

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

/// Returns a full bucket of `burst` tokens, refilled by `per_second`.
#[must_use]
pub(crate) fn bucket(per_second: u32, burst: u32, clock: &Arc<dyn Clock>) -> Bucket {
    let quota = Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst));
    RateLimiter::direct_with_clock(quota, RateClock(Arc::clone(clock)))
}

/// Returns a full bucket of `burst` tokens, refilled by `per_minute`.
#[must_use]
pub(crate) fn slow_bucket(per_minute: u32, burst: u32, clock: &Arc<dyn Clock>) -> Bucket {
    let quota = Quota::per_minute(at_least_one(per_minute)).allow_burst(at_least_one(burst));
    RateLimiter::direct_with_clock(quota, RateClock(Arc::clone(clock)))
}

/// Returns full buckets of `burst` tokens for all addresses, refilled by `per_hour`.
#[must_use]
pub(crate) fn slow_address_buckets(per_hour: u32, burst: u32, clock: &Arc<dyn Clock>) -> AddressBuckets {
    let quota = Quota::per_hour(at_least_one(per_hour)).allow_burst(at_least_one(burst));
    RateLimiter::new(quota, HashMapStateStore::default(), RateClock(Arc::clone(clock)))
}

/// Returns full buckets of `burst` tokens for all addresses, refilled by `per_minute`.
#[must_use]
pub(crate) fn address_buckets(per_minute: u32, burst: u32, clock: &Arc<dyn Clock>) -> AddressBuckets {
    let quota = Quota::per_minute(at_least_one(per_minute)).allow_burst(at_least_one(burst));
    RateLimiter::new(quota, HashMapStateStore::default(), RateClock(Arc::clone(clock)))
}
