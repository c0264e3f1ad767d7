//! Frames: texts of the wire, and the only functions that make them.

use serde::Serialize;

/// A message as it is sent. Its text is private, and no text can become one:
///
/// ```
/// use session::view::Frame;
/// fn frame() -> Frame {
///     session::protocol::player::ping_frame()
/// }
/// # assert_eq!(frame().as_str(), r#"{"type":"ping"}"#);
/// ```
///
/// ```compile_fail,E0423
/// use session::view::Frame;
/// fn frame() -> Frame {
///     Frame(String::from(r#"{"type":"ping"}"#))
/// }
/// ```
///
/// ```compile_fail,E0277
/// use session::view::Frame;
/// fn frame() -> Frame {
///     String::from(r#"{"type":"ping"}"#).into()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(String);

/// Initial capacity of a frame in bytes: an update with a whole army fits without growing.
const FRAME_CAPACITY: usize = 1_536;

/// A message of the server as a protocol writes it. Frames are made only from such messages.
///
/// The protocols stand above this module and implement the trait for their messages. They fill a message from an [`Observation`](super::Observation),
/// an announcement or a refusal. They do not know the types of the truth, which cannot be serialized either.
pub(crate) trait WireMessage: Serialize {}

impl Frame {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }

    /// Makes a frame of a seeded leak.
    #[cfg(feature = "testing")]
    pub(crate) fn leaking(text: String) -> Frame {
        Frame(text)
    }

    /// Writes a message of a protocol.
    pub(crate) fn of(message: &impl WireMessage) -> Frame {
        let mut text = Vec::with_capacity(FRAME_CAPACITY);
        // Wire types are plain data with string keys, so serialization cannot fail; the tests write every one of them.
        let written = serde_json::to_writer(&mut text, message).is_ok();
        Frame(String::from_utf8(text).ok().filter(|_| written).unwrap_or_default())
    }
}

/// Returns the greeting of an engine to its host. An engine cannot be made from a player's game, so it knows nothing of one.
pub(crate) fn engine_greeting(engine: &ggn_core::engine::Engine) -> Vec<Frame> {
    engine.greet().into_iter().map(Frame).collect()
}

/// Returns the answers of an engine to its host.
pub(crate) fn engine_answers(engine: &mut ggn_core::engine::Engine, message: &[u8]) -> Vec<Frame> {
    engine.handle(message).into_iter().map(Frame).collect()
}

/// Returns the error for messages that are too frequent.
pub(crate) fn too_fast_frame() -> Frame {
    Frame(ggn_core::engine::too_fast())
}
