//! How a socket ends.

use session::ConnId;
use session::protocol::player::CloseReason;

use super::Name;
use super::wire::{Wire, WriteFault};

/// What ends a socket.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    /// We close, and say why.
    Close(CloseReason),
    /// The client is gone.
    Gone,
    /// The client does not read what we write: a goodbye would not reach it either.
    Slow,
}

impl End {
    /// Ends the socket.
    pub(super) async fn come(self, wire: Wire, conn: ConnId) {
        match self {
            End::Close(reason) => {
                tracing::debug!(socket = %Name(conn), reason = reason.reason, "socket closed");
                wire.close(reason).await;
            }
            End::Gone => {
                tracing::debug!(socket = %Name(conn), "socket gone");
                wire.part().await;
            }
            End::Slow => tracing::info!(socket = %Name(conn), "socket dropped: its reader is too slow"),
        }
    }
}

impl From<WriteFault> for End {
    fn from(fault: WriteFault) -> Self {
        match fault {
            WriteFault::Slow => End::Slow,
            WriteFault::Gone => End::Gone,
        }
    }
}
