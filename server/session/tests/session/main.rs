//! The session as the server sees it: JSON in, JSON out, and a clock that the test turns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod blindness;
mod clock;
mod determinism;
mod draws;
mod duels;
mod events;
mod golden;
mod house;
mod lounge;
mod mirror;
mod moves;
mod non_interference;
mod presence;
mod reveal;
mod rooms;
mod seats;
mod table;
mod tidy;
mod wire;
