//! The WebSocket of a client of this server: it sends a [`Frame`] or a close frame, and nothing else.

use session::Frame;

pub(crate) use crate::websocket::{Incoming, RawSocket, WriteError};
use crate::websocket::{IntoMessage, Message, WebSocket};

/// One client's socket.
pub(crate) type Wire = WebSocket<Frame>;

/// The only type of this server that a socket can send.
impl IntoMessage for Frame {
    fn into_message(self) -> Message {
        Message::text(self.into_string())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Counts the types that can be sent, in the sources at `path`.
    fn count(path: &Path) -> usize {
        if path.is_dir() {
            return std::fs::read_dir(path).unwrap().map(|entry| count(&entry.unwrap().path())).sum();
        }
        let source = std::fs::read_to_string(path).unwrap();
        source.lines().filter(|line| line.starts_with("impl") && line.contains("IntoMessage for")).count()
    }

    #[test]
    fn a_frame_is_all_that_a_socket_of_this_server_can_send() {
        assert_eq!(count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")), 1);
    }
}
