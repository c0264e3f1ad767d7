//! Board games from data.
//!
//! `ggn-core` reads positions (FEEN) and movement tables (GGN), applies a constraint layer, and knows no game itself:
//! whatever is particular to a game comes from the files of its ruleset. The crate is pure. It does no input or output,
//! knows no clock and draws no random number; it eats bytes and hands back values.

pub mod engine;
pub mod json;
pub mod notation;
pub mod reference;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "mechanic")]
pub mod tactics;

mod attempt;
#[cfg(feature = "compiled")]
mod compile;
mod ending;
mod game;
mod identity;
mod legality;
#[cfg(feature = "mechanic")]
mod mechanic;
mod movement;
mod perft;
mod piece;
mod position;
#[cfg(feature = "compiled")]
mod processor;
mod ruleset;
mod san;
mod setup;
mod side;
mod square;
mod standing;

#[cfg(feature = "trial")]
pub use compile::trial;

pub use attempt::{OwnPieces, Try, choices, tries};
pub use ending::{EndStatus, Ending, Goal};
pub use game::{Counters, Game, IllegalMove, Played};
pub use legality::{Threat, Violation};
#[cfg(feature = "mechanic")]
pub use mechanic::{Manner, Retreat};
#[cfg(feature = "mechanic")]
pub use movement::{Cause, Happening, NotRepulsed, Repulse};
pub use movement::{Deed, Location, Move, Transition};
pub use perft::{PerftCache, divide, perft, perft_cached, perft_full};
pub use piece::{Piece, PieceId, Role};
pub use position::Position;
#[cfg(feature = "compiled")]
pub use processor::Processor;
#[cfg(feature = "overlay")]
pub use ruleset::overlay::{Clash, Composed, Origin, Overlay, clashes, compose, compose_anyway};
pub use ruleset::{Extent, Fault, FaultKind, Faults, Never, Ruleset};
pub use setup::{ImpossibleSetup, SetupFault};
pub use side::{BySide, Side};
pub use square::{Shape, Square};
pub use standing::Passing;
