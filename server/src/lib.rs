//! Tabula's server: HTTP, WebSocket, storage and timers around pure sessions.
//!
//! The session decides; this crate carries. It knows frames, not positions: it does not depend on the engine (what the machine
//! knows of rules passes through it unread), and a socket sends nothing but [`session::Frame`]s, which only a session's view of a
//! game can make. An input is in the [`journal`] before its effect is sent to anybody.
//!
//! Modules depend on each other in one direction only; ARCHITECTURE.md lists them in that order.

pub mod accept;
mod address;
mod admission;
mod api_error;
mod app;
pub mod clock;
pub mod config;
pub mod descriptors;
pub mod dialer;
mod expiring;
pub mod guest;
mod hex;
mod http;
pub mod journal;
pub mod limits;
pub mod listener;
mod lobby;
mod log_name;
pub mod machine;
pub mod maintenance;
pub mod memory;
mod metrics;
pub mod origin;
mod outbox;
mod passkeys;
pub mod peers;
mod player_key;
mod player_settings;
pub mod push;
pub mod random;
mod rate;
mod refusals;
mod registry;
pub mod reports;
mod rounds;
mod rules;
pub mod rulesets;
mod socket;
mod state;
pub mod telemetry;
mod tournaments;
pub mod websocket;

pub use app::{Parts, ResourceCounts, Server, StartError};
pub use rules::{ReadRulesError, read_rules, rules_hash};

/// Seeded leaks are for tests alone. A build of the whole workspace's tests has them in every program, where nothing seeds one; a server without
/// debug assertions, as every release, does not compile with them.
#[cfg(not(debug_assertions))]
const _: () =
    assert!(!session::CAN_LEAK, "the session was built with the feature `testing`, which is for tests alone");

#[cfg(test)]
mod tests {
    /// Network code that cannot name a position cannot leak one.
    #[test]
    fn the_server_does_not_know_the_engine() {
        let manifest = include_str!("../Cargo.toml");
        assert!(manifest.contains("session") && !manifest.contains("ggn"));
    }
}
