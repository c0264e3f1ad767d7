//! A WebSocket that can say two things only: a [`Frame`], or goodbye.

use session::Frame;

pub(crate) use crate::websocket::{Incoming, WriteFault};
use crate::websocket::{Message, WebSocket, Words};

/// One client's socket.
pub(crate) type Wire = WebSocket<Frame>;

/// The only words of this server: no other type in it has them.
impl Words for Frame {
    fn into_message(self) -> Message {
        Message::text(self.into_string())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// How many times a source says that a type has words.
    fn count(path: &Path) -> usize {
        if path.is_dir() {
            return std::fs::read_dir(path).unwrap().map(|entry| count(&entry.unwrap().path())).sum();
        }
        let source = std::fs::read_to_string(path).unwrap();
        source.lines().filter(|line| line.starts_with("impl") && line.contains("Words for")).count()
    }

    #[test]
    fn a_frame_is_all_that_a_socket_of_this_server_can_say() {
        assert_eq!(count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")), 1);
    }
}
