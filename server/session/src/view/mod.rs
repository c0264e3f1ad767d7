//! The one door: [`observe`] is the only way from a game to anything that a client may get.
//!
//! What a viewer may know is built up here from nothing, member by member; nothing is copied whole and stripped. This is the only module that
//! names both the truth and what is shown of it, and the only one that can make a [`Frame`].

mod frame;
mod observation;
mod record;

pub use frame::{Frame, error_frame, ping_frame};
pub(crate) use frame::{Stamp, refusal_frame};
pub use observation::{Observation, Viewer, observe};
