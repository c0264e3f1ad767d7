//! The only way out of a game: [`observe`] gives what one viewer may know, and a [`Frame`] is the text of it.
//!
//! An [`Observation`] is built field by field; no type of the game is copied whole and then stripped. This is the only module that knows both the
//! truth and what is shown of it. The protocols stand above it: each writes an observation, an announcement or a refusal as a message of its own
//! (`WireMessage`), and only such a message becomes a frame. They do not import the game, so the truth cannot reach them;
//! `tests/session/tidy.rs` and the test of module cycles check that.
//!
//! The truth cannot be serialized by accident: neither the engine's types nor the session's implement `Serialize`. Parts of an observation do:
//!
//! ```
//! fn text(view: &session::protocol::player::BoardView) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```
//!
//! ```compile_fail,E0277
//! fn text(view: &ggn_core::Position) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```
//!
//! ```compile_fail,E0277
//! fn text(view: &ggn_core::Game) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```
//!
//! ```compile_fail,E0277
//! fn text(view: &session::Session) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```
//!
//! An observation itself cannot be serialized either; its only text is a [`Frame`].
//!
//! ```compile_fail,E0277
//! fn text(view: &session::view::Observation) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```

mod bids;
mod covered;
mod event_log;
mod facts;
mod frame;
mod news;
mod observation;
mod own_game;
mod parts;
mod people;
mod record;
mod room;
mod sight;
mod summary;
mod terms;
mod visibility;

pub(crate) use bids::Bids;
pub use facts::{Attr, Entity, Fact, FactId, Facts, GAME_ENTITY, Value};
pub use frame::Frame;
pub(crate) use frame::{WireMessage, engine_answers, engine_greeting, too_fast_frame};
pub use observation::{LogPosition, Observation, Viewer, observe, observe_arrival, observe_since};
pub use own_game::OwnGame;
pub(crate) use own_game::{is_due, is_offered_rematch, own_game};
pub use parts::{
    BoardView, ClockTimes, ClockView, Contest, DrawOffer, DuelFought, DuelPiece, DuelState, GamePhase, Hands,
    HeldPieces, MoveMade, NotedMove, PeerPresence, PlayerNames, Pools, RematchView, RetreatState,
    SharedMarks, Tally, VacationEnds, Viewpoint,
};
pub(crate) use people::Person;
pub(crate) use room::number;
pub use sight::{OfferedMove, SeenMove};
pub(crate) use summary::summary;
pub use summary::{DuelTally, GameSummary, SideDuels};
pub use terms::PublicTerms;
pub(crate) use terms::public_terms;
