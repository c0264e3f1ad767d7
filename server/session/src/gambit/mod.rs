//! Captures that are bid for: both sides secretly spend points, and the capture succeeds only if the attacker's bid is worth more.
//!
//! All of it is pure. Who is asked for what and when, and who is told of it, is not said here; nor is any number, which are data
//! (`rules/gambit/<id>.json`).
//!
//! | module | what lives there |
//! |---|---|
//! | [`profile`] | the numbers of a way to play, read with all faults |
//! | [`amount`] | how much a tactic is worth: small expressions of the data |
//! | [`terms`] | the numbers bound to the pieces of a ruleset |
//! | [`points`] | points, and what a bid is worth |
//! | [`duel`] | two sealed bids and what comes of them |
//! | [`retreat`] | where a repulsed piece may go, and who pays what for it |
//! | [`regeneration`] | what a turn brings back |
//! | [`judge`] | captures in check, and those that fail to end one |
//! | [`ledger`] | what both sides had, spent and were given |
//!
//! What a move with its bids looks like as text is [`ggn_core::notation::duel`]; that a capture can fail, [`ggn_core::Game::repulse`].

pub mod amount;
pub mod duel;
pub mod judge;
pub mod ledger;
pub mod points;
pub mod profile;
pub mod regeneration;
pub mod retreat;
pub mod terms;
#[cfg(test)]
mod tests;

pub use duel::{BidRefused, Duel, Outcome, Resolution};
pub use judge::{CaptureInCheck, FailedCheckDefence};
pub use ledger::{Account, Ledger};
pub use points::{Effective, Points, Scale, TooFew};
pub use profile::{Profile, Ties};
pub use regeneration::Regeneration;
pub use retreat::{Fee, Offer};
pub use terms::{Terms, Unbound};
