//! The play of one game as a pure, deterministic state machine.
//!
//! A [`Session`] is a game with its two players. It takes in what happens ([`Input`], with the time as an argument) and gives out what has to be
//! sent ([`Output`]); it opens no socket, reads no clock and draws no lot. The server around it carries frames, keeps the journal and wakes the
//! session when [`Session::next_timeout`] says so.
//!
//! # Map
//!
//! | module | what lives there |
//! |---|---|
//! | `session` | the dispatch: who says what, what comes of it, who has to be told |
//! | `game` | the truth of one game: board, offers, tries, logs, presence |
//! | `touch_move` | what a commit leads to, in the moderator's strict order |
//! | [`moderator`] | from what a move did to announcements with their audience; the policy is data |
//! | `draw`, `presence` | draw offers; grace, abandonment |
//! | [`clock`] | how much time each side has left, and when it runs out; the time controls that are offered |
//! | [`view`] | **the one door**: what a viewer may know, and the frames made of it |
//! | `seat` | a token, a socket, and what its player has been sent, in the protocol that the player speaks |
//! | [`gambit`] | captures that are bid for: numbers as data, duels, retreats, the book of points |
//! | [`lounge`] | company at a game: who may watch, and whether there is talk |
//! | `roster` | who is who on the board: numbers that pieces keep for life |
//! | [`protocol`] | the wire: decoding, message types, JSON Schema; the engine interface, which has no part in any session |
//! | `catalogue`, [`profile`], `data` | `rules/` read, with all faults at once |
//! | `rules`, `houses` | a ruleset with what is derived from it; those with house rules, shared by their games |
//! | `names` | what the wire calls squares and pieces |
//! | `input`, `output` | the journal's entries; outputs under the seal that only a [`Receipt`] opens |
//! | [`limits`] | every bound |
//!
//! # Invariants
//!
//! - **One door out.** [`view::observe`] alone turns the truth into something that a client may get.
//! - **Non-interference.** Two games that differ only in what a viewer may not know send that viewer the same bytes, numbers included.
//!   `SECRECY.md` says what that is, and how it is shown.
//! - **Deterministic.** The same inputs give the same bytes; [`Session::replay`] gives a session back from its journal.
//! - **Commit, then tell.** [`Session::handle`] gives an [`Unsent`], which opens to the journal's [`Receipt`] only.
//! - **Illegal is an answer.** What the moderator refuses is an announcement; what the protocol refuses is an error frame; nothing panics.
//!
//! # Example
//!
//! ```
//! use session::protocol::player::{ClientMessage, decode};
//! use session::{Catalogue, Creation, Input, Output, Receipt, Session, UnixMs};
//!
//! fn sent(unsent: session::Unsent) -> Result<Vec<Output>, session::WrongReceipt> {
//!     // Here a server writes `unsent.entry()` to its journal; the number that the journal returns opens the outputs.
//!     let stored = unsent.entry().seq;
//!     unsent.release(Receipt::stored(stored))
//! }
//!
//! fn hello(files: Vec<(String, Vec<u8>)>, creation: Creation) -> Result<Vec<Output>, Box<dyn std::error::Error>> {
//!     let catalogue = Catalogue::load(files)?;
//!     let session::Creator::Player(fresh) = creation.creator.clone() else { return Ok(Vec::new()) };
//!     let (mut session, unsent) = Session::create(&catalogue, creation)?;
//!     sent(unsent)?;
//!     match decode(r#"{"type":"hello","gameId":"k3f9x2ab"}"#)? {
//!         ClientMessage::Hello(hello) => {
//!             let conn = session::ConnId(1);
//!             Ok(sent(session.handle(UnixMs(1_777_334_400_000), Input::Hello { conn, hello, fresh }))?)
//!         }
//!         _ => Ok(Vec::new()),
//!     }
//! }
//! ```
#![doc = include_str!("../wire.md")]
#![doc = include_str!("../events.md")]

mod catalogue;
pub mod clock;
mod data;
mod draw;
pub mod gambit;
mod game;
mod houses;
mod ids;
mod input;
pub mod limits;
pub mod lounge;
pub mod moderator;
mod names;
mod output;
mod presence;
pub mod profile;
pub mod protocol;
mod roster;
mod rules;
mod seat;
mod session;
mod sketch;
#[cfg(test)]
mod testing;
mod text;
mod touch_move;
#[cfg(any(test, feature = "trial"))]
pub mod trial;
pub mod view;

pub use catalogue::{BidsRefused, Catalogue, CatalogueFaults, CreateRefused, Prepared};
pub use data::{DataFault, DataFaultKind};
pub use game::Game;
pub use houses::HouseRefused;
pub use ids::{CommandId, ConnId, GameId, RoomCode, RoomToken, SeatId, Token, UnixMs, WrongForm};
pub use input::{Creation, Creator, Entry, Input, Limits, Recorded};
pub use output::{Output, Receipt, Unsent, WrongReceipt};
pub use protocol::player::CloseReason;
pub use session::{Phase, ReplayError, Session, TurnedAway};
#[cfg(feature = "leaks")]
pub use view::leaks;
pub use view::{Frame, Viewer};

/// Whether this crate was built with leaks that are sprung on purpose (the cargo feature `leaks`). A server asks when it is compiled, and is
/// not built if so.
pub const CAN_LEAK: bool = cfg!(feature = "leaks");
