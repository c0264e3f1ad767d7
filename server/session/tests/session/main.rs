//! The session as the server uses it: JSON in, JSON out, and a simulated clock.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod any_ruleset;
mod blindness;
mod bots;
mod clock;
mod covered;
mod determinism;
mod draws;
mod duels;
mod events;
mod finished;
mod golden;
mod house_rules;
mod identify;
mod moderated;
mod moves;
mod non_interference;
mod people;
mod presence;
mod pushes;
mod reference_board;
mod refusals;
mod rematches;
mod reveal;
mod rooms;
mod seats;
mod shared_marks;
mod spectators;
mod starts;
mod table;
mod tidy;
mod vacations;
mod wire;

/// Allocator of these tests: they read many rules, which are many small lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
