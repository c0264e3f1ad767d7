//! Shared by the tests, benches, examples and the fuzzer of every crate: the files of this repository, a seeded source of random
//! numbers, and players of random games.
//!
//! Nothing that ships depends on this crate, and it knows neither the session nor the server, whose tests use it. A fault here is
//! a fault of the test that runs, so functions panic with a message instead of returning errors.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test whose input is missing fails"
)]

pub mod files;
pub mod play;
mod random;

pub use files::{path, rules, ruleset};
pub use random::Random;

/// Returns whether tests run in their long forms (`LONG=1`, as in `make test-long`).
pub fn is_long() -> bool {
    std::env::var_os("LONG").is_some()
}
