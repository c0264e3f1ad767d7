//! Tests of the server, in one program, so that their shared parts are compiled and linked once.
//! A new test file beside this one is declared here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod blocks;
mod clock;
mod common;
mod covered_pairs;
mod disks;
mod engine;
mod finished;
mod guests;
mod handovers;
mod headers;
mod hostile;
mod house;
mod journals;
mod limits;
mod load;
mod lobby;
mod machine;
mod metrics;
mod nodes;
mod own_games;
mod passkeys;
mod play;
mod players;
mod postgres;
mod push;
mod redis;
mod rematch;
mod reports;
mod restart;
mod rooms;
mod rude;
mod rulesets;
mod secrecy;
mod terms;
mod tournaments;
mod vacations;
mod watch;
