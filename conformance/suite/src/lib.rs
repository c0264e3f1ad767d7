//! The conformance suite: cases as data, and what plays them against the engine, the session, or any server that claims the protocol.
//!
//! A case file is JSON that a person reads and adds to; `conformance/CASES.md` says what each kind of case means. [`read`] turns files into
//! [`Case`](case::Case)s with every fault at its place, [`local`] plays those that need no server, [`protocol`] those that do, and [`report`]
//! shows the results.

pub mod case;
mod engine;
mod evaluation;
mod game;
pub mod local;
mod moderator;
mod notation;
pub mod outcome;
pub mod pattern;
mod position;
pub mod protocol;
pub mod read;
pub mod report;
pub mod script;
mod stock;
