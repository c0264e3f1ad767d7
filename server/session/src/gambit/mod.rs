//! Contested captures: both sides secretly bid points, and the capture succeeds only if the attacker's bid has the greater effect.
//!
//! All of it is pure. The order of prompts and their audience are decided elsewhere (`game`, `view`); the numbers are data
//! (`rules/gambit/<id>.json`).
//!
//! | module | contents |
//! |---|---|
//! | [`profile`] | the numbers of a gambit profile, read with all faults at once |
//! | [`amount`] | points for a tactic: small expressions in the data |
//! | [`terms`] | a profile bound to the pieces of a ruleset |
//! | [`values`] | a profile bound to a ruleset that it does not name, by the values of the pieces |
//! | [`points`] | points, and the effect of a bid |
//! | [`duel`] | two sealed bids and their resolution |
//! | [`retreat`] | squares that a repulsed piece may retreat to, and their cost |
//! | [`regeneration`] | points that a turn regenerates |
//! | [`failed_check`] | captures by a side in check, and failed ones |
//! | [`ledger`] | points of both sides: initial, spent, received |
//!
//! The notation of a move with its bids is [`ggn_core::notation::duel`]; a failed capture on the board is [`ggn_core::Game::repulse`].

pub mod amount;
#[cfg(test)]
mod derived_tests;
pub mod duel;
pub mod failed_check;
pub mod ledger;
pub mod points;
pub mod profile;
pub mod regeneration;
pub mod retreat;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod values;

pub use duel::{BidError, Duel, Outcome, Resolution};
pub use failed_check::{CaptureInCheck, FailedCheckDefence};
pub use ledger::{Account, Ledger};
pub use points::{Effective, NotEnoughPoints, Points, Scale};
pub use profile::{FlagFall, Profile, Ties};
pub use regeneration::Regeneration;
pub use retreat::{RetreatCost, RetreatOption};
pub use terms::{BindError, Terms};
pub use values::{Misfit, NamedValues};
