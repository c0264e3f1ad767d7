//! Tournaments as pure state: players enter, rounds are paired, results come in, and standings follow.
//!
//! A tournament is its list of [`Event`]s: [`Tournament::apply`] adds one or refuses it, and a list that was accepted once gives the same state again. Pairings
//! are events themselves, so that a later version of the method changes no round that was paired. Nothing here knows a game, a clock or a socket.
//!
//! ```
//! use tournament::{Event, Format, Outcome, PairingOutcome, Tournament};
//!
//! let mut tournament = Tournament::new(Format::Swiss { rounds: 2 })?;
//! for name in ["Ann", "Bo", "Cy"] {
//!     tournament.apply(&Event::Entered { name: name.into(), rating: None })?;
//! }
//! tournament.apply(&Event::Begun)?;
//! let PairingOutcome::Round(round) = tournament.pair() else { panic!() };
//! tournament.apply(&Event::Paired { round })?;
//! tournament.apply(&Event::Reported { round: 1, board: 1, outcome: Outcome::WhiteWins })?;
//! assert_eq!(tournament.standings()[0].points.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod berger;
mod dutch;
mod event;
pub mod limits;
mod matching;
mod points;
mod score;
mod standings;
mod state;

pub use dutch::EDITION;
pub use event::{Bye, Color, Event, Format, Outcome, Pair, PlayerNumber, Round, RoundBye};
pub use points::Points;
pub use standings::Standing;
pub use state::{
    Board, PairedRound, PairingOutcome, Phase, Player, Refusal, RequestedBye, Tournament, WrongFormat,
};
