//! The end of a socket.

use session::ConnId;
use session::protocol::player::CloseReason;

use super::wire::{Wire, WriteError};
use crate::journal::NodeAddress;

/// The reason why a socket ends.
#[derive(Debug, Clone)]
pub(super) enum SocketEnd {
    /// The server closes it, with a close frame.
    Close(CloseReason),
    /// The client closed it, or the connection broke.
    Disconnected,
    /// The client does not read what is written: a close frame would not reach it either.
    TooSlow,
    /// It goes on at another node, which has its room.
    PassOn(PassOn),
}

/// The rest of a room's socket, for another node.
#[derive(Debug, Clone)]
pub(super) struct PassOn {
    pub(super) node: NodeAddress,
    /// Messages that the socket was sent.
    pub(super) sent: u64,
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
            // It was passed on, or could not be.
            SocketEnd::PassOn(_) => wire.close(CloseReason::RESTART).await,
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
