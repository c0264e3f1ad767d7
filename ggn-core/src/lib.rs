//! Board games from data.
//!
//! `ggn-core` reads positions (FEEN) and movement tables (GGN), applies a constraint layer, and knows no game itself:
//! everything particular to a game comes from the files of its ruleset. The crate is pure: it does no input or output,
//! reads no clock and draws no random numbers; it takes bytes and returns values.
//!
//! Start at [`Rules::load`] and [`Game`].

pub mod engine;
pub mod json;
pub mod notation;
pub mod reference;
pub mod relative;
#[cfg(feature = "schema")]
pub mod schema;
pub mod tactics;

mod attempt;
#[cfg(feature = "arbiter")]
mod chase;
mod check;
mod check_limit;
mod compact_move;
#[cfg(feature = "testing")]
#[path = "../testing/comparison.rs"]
pub mod comparison;
#[cfg(feature = "compiled")]
mod compile;
mod ending;
mod facing;
mod game;
mod hashing;
mod identity;
mod legality;
mod material;
#[cfg(feature = "mechanic")]
mod mechanic;
mod move_count;
mod move_text;
mod movement;
mod perft;
mod perft_cache;
mod piece;
mod position;
mod rules;
mod ruleset;
mod search;
mod setup;
mod side;
mod sight;
mod square;
mod standing;
mod transition;
#[cfg(feature = "arbiter")]
mod uncover;

pub use attempt::{Attempt, ChoiceNeed, OwnPieces, Prospect, Try};
pub use attempt::{choice_need, choices, drop_tries, prospect, tries};
pub use check::Threat;
pub use compact_move::{CompactMove, MoveList};
#[cfg(feature = "compiled")]
pub use compile::Processor;
pub use ending::Ending;
pub use game::{Counters, Game, Played};
pub use legality::{Obstacle, Violation};
#[cfg(feature = "mechanic")]
pub use mechanic::{Retreat, RetreatKind};
pub use movement::{Cause, Happening, NotRepulsed, Repulse};
pub use movement::{IllegalMove, Location, Move, MoveEffect, Placement, Transition};
pub use perft::{Line, divide, perft, perft_cached, perft_full};
pub use perft_cache::PerftCache;
pub use piece::{DropLimit, Piece, PieceId, PieceValues, Role};
pub use position::{ImpossibleSetup, Position, SetupFault};
pub use rules::Rules;
#[cfg(feature = "overlay")]
pub use ruleset::overlay::{
    Base, Clash, Composed, NamedRow, Need, Origin, Overlay, clashes, compose, compose_anyway,
};
#[cfg(feature = "arbiter")]
pub use ruleset::{Deal, NoDeal, Witness};
pub use ruleset::{
    EndStatus, Extent, Fault, FaultKind, Faults, GameNotation, Goal, MoveForm, Never, Ruleset, SquareNames,
    Stop,
};
#[cfg(feature = "lint")]
pub use ruleset::{PathFault, PathFaultKind};
pub use search::SearchBoard;
pub use side::{BySide, Side};
pub use sight::{SightOptions, appearance, sight, sight_with};
pub use square::{Shape, Square};
pub use standing::Passing;
#[cfg(feature = "arbiter")]
pub use uncover::Uncovered;
