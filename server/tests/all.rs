//! The tests of the server: one program, so that what they share is compiled and linked once.
//! A new file beside this one is named here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod clock;
mod common;
mod engine;
mod headers;
mod hostile;
mod house;
mod limits;
mod play;
mod restart;
mod rooms;
mod rude;
mod secrecy;
mod watch;
