//! Tests of the machine, in one program, so that their shared parts are compiled and linked once.
//! A new test file beside this one is declared here.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test whose input is missing fails"
)]

mod arena;
mod bids;
mod blind;
mod client;
mod pairs;
mod play;
