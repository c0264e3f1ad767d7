//! The tests of the tool and of the suite: one program, so that what they share is compiled and linked once.
//! A new file beside this one is named here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod check;
mod check_fixtures;
mod check_properties;
mod conform;
mod conform_server;
mod conform_tls;
mod diff;
mod engine;
mod explain;
mod ggn;
mod guide;
mod moves;
mod named;
mod new;
mod pattern;
mod pgn;
mod play;
mod schema;
mod support;
