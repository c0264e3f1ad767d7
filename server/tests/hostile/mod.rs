//! Clients that mean harm, and the documented answer to each (`HARDENING.md`). What limits and rude clients in general
//! are told is in `limits.rs` and `rude.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod crowds;
mod origins;
mod requests;
mod sockets;

use std::time::Duration;

use crate::common;
use tabula::limits::Span;

/// Soon for a bound that a test waits for.
const SOON: Span = Span(Duration::from_millis(100));
