//! The end of a socket.

use session::ConnId;
use session::protocol::player::CloseReason;

use super::wire::{Wire, WriteError};

/// The reason why a socket ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum SocketEnd {
    /// The server closes it, with a close frame.
    Close(CloseReason),
    /// The client closed it, or the connection broke.
    Disconnected,
    /// The client does not read what is written: a close frame would not reach it either.
    TooSlow,
}

impl SocketEnd {
    /// Ends the socket: exchanges close frames where the client takes part in that.
    pub(super) async fn finish(self, wire: Wire, conn: ConnId) {
        match self {
            SocketEnd::Close(reason) => {
                tracing::debug!(socket = %conn.0, reason = reason.reason, "socket closed");
                wire.close(reason).await;
            }
            SocketEnd::Disconnected => {
                tracing::debug!(socket = %conn.0, "socket disconnected");
                wire.acknowledge_close().await;
            }
            SocketEnd::TooSlow => tracing::info!(socket = %conn.0, "socket dropped: client too slow"),
        }
    }
}

impl From<WriteError> for SocketEnd {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::TimedOut => SocketEnd::TooSlow,
            WriteError::Disconnected => SocketEnd::Disconnected,
        }
    }
}
