//! Hostile clients, and the documented answer to each (`HARDENING.md`). Answers to limits and misbehaving clients in
//! general are tested in `limits.rs` and `rude.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod crowds;
mod flood;
mod origins;
mod requests;
mod sockets;

use std::time::Duration;

use crate::common;
use tabula::limits::Span;

/// A short timeout for bounds that a test waits for.
const SOON: Span = Span(Duration::from_millis(100));
