//! The play of one game as a pure, deterministic state machine.
//!
//! A [`Session`] is a game with its two players. It takes inputs ([`Input`], with the time as an argument) and gives outputs ([`Output`]). It opens no
//! socket, reads no clock and draws no random number. The server carries frames, keeps the journal, and wakes the session at
//! [`Session::next_timeout`].
//!
//! # Map
//!
//! The modules stand on floors. A module uses only modules in rows below it, or further to the right in its own row; a test checks that no two
//! modules use each other.
//!
//! | floor | module | content |
//! |---|---|---|
//! | host | [`host`] | one game with its players, spectators and chat, as one machine |
//! | spectators and chat | `spectators`, `chat` | spectators with their delay and their names; chat messages, mutes and reports |
//! | session | `session` | inputs of the players, and the outputs that follow |
//! | | `seat` | the socket, the token and the sent state of a player, for each protocol |
//! | | `input`, `output` | entries of the journal; outputs sealed until the journal's [`Receipt`] |
//! | protocols | [`protocol`] | text to command, observation to message: `player`, its `events`, `rooms`; the engine interface, which no session uses |
//! | view | [`view`] | **the one way out**: what a viewer may know, and the frames made of it |
//! | game | `game` | the truth of one game: board, offers, refused tries, announcements, presence |
//! | | `hearing` | what players hear of moves and tries, by the terms and a board alone |
//! | | `touch_move` | evaluation of a commit in the moderator's strict order |
//! | | `draw`, `rematch`, `presence` | draw offers; the rematch of a finished game; presence and grace periods |
//! | | `piece_identities` | numbers that pieces keep while they are on the board |
//! | data | `catalogue` | `rules/` read, with all faults at once; listings for the creator of a game |
//! | | `sketch` | diagrams of house rules |
//! | | `house_rules`, `rules`, `names` | rulesets with house rules, shared by their games; data derived from a ruleset; names of squares and pieces |
//! | | [`moderator`], [`gambit`] | announcements and their audience; duels: numbers, bids, retreats, points |
//! | | [`profile`], [`terms`] | profiles; requests for games, terms on spectators and chat, creations |
//! | | [`clock`], [`word_filter`], [`translation`], `data` | clocks and time controls; names and messages that are refused; names in other languages; reading of data files |
//! | domain | [`domain`] | the vocabulary: colors, squares, statuses, announcements, refusals, ids, [`limits`] |
//!
//! Beside `src`, the folder `testing` holds what only tests need of the inside (cargo feature `testing`): `random_games` plays games with bids and
//! audits them, `leaks` seeds leaks for the tests of secrecy.
//!
//! # Invariants
//!
//! - **One way out.** [`view::observe`] alone turns the truth into something that a client may get.
//! - **Non-interference.** Two games that differ only in what a viewer may not know send that viewer the same bytes, numbers included.
//!   `SECRECY.md` defines that and describes the proof.
//! - **Deterministic.** The same inputs give the same bytes; [`Session::replay`] restores a session from its journal.
//! - **Store, then send.** [`Session::handle`] gives an [`Unsent`], which only the journal's [`Receipt`] opens.
//! - **Illegal is an answer.** A refusal of the moderator is an announcement, a refusal of the protocol an error frame; nothing panics.
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
mod chat;
pub mod clock;
mod data;
pub mod domain;
mod draw;
mod finished;
#[cfg(test)]
#[path = "../testing/fixtures.rs"]
mod fixtures;
pub mod gambit;
mod game;
pub mod guest;
mod hearing;
pub mod host;
mod house_rules;
mod input;
#[cfg(feature = "testing")]
#[path = "../testing/leaks/mod.rs"]
pub mod leaks;
pub mod moderator;
mod names;
mod output;
mod piece_identities;
mod presence;
pub mod profile;
pub mod protocol;
#[cfg(feature = "testing")]
#[path = "../testing/random_games/mod.rs"]
pub mod random_games;
mod rematch;
mod rules;
mod seat;
mod session;
mod sketch;
mod spectators;
pub mod terms;
mod touch_move;
pub mod translation;
pub mod view;
pub mod word_filter;

pub use catalogue::{Catalogue, CatalogueFaults, CreationError, GambitError, HeldRuleset, PreparedRules};
pub use chat::Report;
pub use data::{DataFault, DataFaultKind};
pub use domain::limits;
pub use domain::{CommandId, ConnId, GameId, RoomCode, RoomToken, SeatId, Token, UnixMs, WrongForm};
pub use finished::FinishedGame;
pub use game::Game;
pub use hearing::{Heard, Hearing, Tried, TryHeard};
pub use host::GameHost;
pub use house_rules::HouseRulesError;
pub use input::{Entry, Input, Recorded};
pub use output::{Output, PushMessage, Receipt, Unsent, WrongReceipt};
pub use protocol::player::CloseReason;
pub use rules::TableForm;
pub use session::{GameCourse, GameResult, HelloRefused, Opponent, Phase, ReplayError, Session};
pub use terms::{
    Creation, Creator, DealSeed, DrawnDeal, DrawnStart, Limits, MachineSeat, NextGame, NoDealSeed,
    SeatTokens, commitment,
};
pub use view::{Frame, GameSummary, Viewer};

/// True if this crate was built with seeded leaks (the cargo feature `testing`). A server built for people checks this at compile time; its build
/// fails if so.
pub const CAN_LEAK: bool = cfg!(feature = "testing");
