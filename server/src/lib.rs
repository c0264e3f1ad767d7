//! Tabula's server: HTTP, WebSocket, storage and timers around pure sessions.
//!
//! The session decides; this crate carries. It knows frames, not positions: it does not depend on the engine, and what
//! it may write to a socket is a [`session::Frame`], which only a session's view of a game can make. An input is in
//! the [`journal`] before anyone hears of its effect.

pub mod accept;
mod address;
mod app;
pub mod clock;
pub mod config;
pub mod descriptors;
mod http;
pub mod journal;
pub mod limits;
pub mod listener;
pub mod memory;
pub mod origin;
pub mod random;
mod rate;
mod registry;
mod rules;
mod socket;
pub mod telemetry;
pub mod websocket;

pub use app::{Census, Parts, Server, StartError};
pub use rules::{ReadRulesError, read_rules, rules_hash};

/// What can leak on purpose is for the tests of the session alone, whatever features were asked for.
const _: () =
    assert!(!session::CAN_LEAK, "the session was built with the feature `leaks`: no server is made of that");

#[cfg(test)]
mod tests {
    /// Network code that cannot name a position cannot leak one.
    #[test]
    fn the_server_does_not_know_the_engine() {
        let manifest = include_str!("../Cargo.toml");
        assert!(manifest.contains("session") && !manifest.contains("ggn"));
    }
}
