//! Chat messages.

use std::sync::Arc;

use super::ids::UnixMs;
use super::person::{MemberId, PersonName};

/// A chat message, as it is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedMessage {
    /// The sender.
    pub by: MemberId,
    /// The name of the sender at that time.
    pub name: Option<PersonName>,
    /// The text, censored and trimmed.
    pub text: Arc<str>,
    /// The time of sending.
    pub at: UnixMs,
}
