//! The one door: [`observe`] is the only way from a game to anything that a client may get.
//!
//! What a viewer may know is built up here from nothing, member by member; nothing is copied whole and stripped. This is the only module that
//! names both the truth and what is shown of it, and the only one that can make a [`Frame`].
//!
//! The truth itself cannot be written down by accident: neither the engine's types nor the session's are serializable. What goes over the wire is:
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
//! Not even an observation is: it becomes text only inside a [`Frame`].
//!
//! ```compile_fail,E0277
//! fn text(view: &session::view::Observation) -> Option<String> {
//!     serde_json::to_string(view).ok()
//! }
//! ```

mod bids;
mod company;
mod events;
mod eyes;
mod frame;
#[cfg(feature = "leaks")]
pub mod leaks;
mod observation;
mod people;
mod record;
mod room;
mod story;
mod telling;

pub(crate) use company::Utterance;
pub use frame::{Frame, error_frame, hello_first_frame, ping_frame, pong_frame};
pub(crate) use frame::{RoomStamp, Stamp, engine_answers, engine_greeting, refusal_frame, too_fast_frame};
pub use frame::{room_error_frame, room_heartbeat_frame};
pub use observation::{Observation, Reached, Viewer, observe, observe_since};
