//! The one way from a game to a player's socket. It takes frames, and there is no other type that it takes.

use session::Frame;
use session::protocol::player::CloseReason;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// What waits for a socket.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A frame to write.
    Frame(Frame),
    /// The end, after everything before it has been written.
    Close(CloseReason),
}

/// The game's end of a socket: a bounded queue that never makes the game wait.
#[derive(Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Outgoing>,
    cut: CancellationToken,
}

/// The socket's end.
#[derive(Debug)]
pub(crate) struct Inflow {
    /// What to write next.
    pub(crate) queue: mpsc::Receiver<Outgoing>,
    /// Told when the reader has fallen too far behind to be written to at all.
    pub(crate) cut: CancellationToken,
}

/// The reader is gone, or too far behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

impl Outbox {
    /// A queue for `frames` frames.
    #[must_use]
    pub(crate) fn new(frames: usize) -> (Outbox, Inflow) {
        let (sender, queue) = mpsc::channel(frames.max(1));
        let cut = CancellationToken::new();
        (Outbox { queue: sender, cut: cut.clone() }, Inflow { queue, cut })
    }

    /// Queues a frame.
    ///
    /// # Errors
    /// When the queue is full, which also cuts the socket off, or the socket is gone.
    pub(crate) fn send(&self, frame: Frame) -> Result<(), Unreachable> {
        self.put(Outgoing::Frame(frame))
    }

    /// Asks the socket to close once it has written what is queued.
    pub(crate) fn close(&self, reason: CloseReason) {
        // A full queue means a cut socket: it ends either way.
        let _ = self.put(Outgoing::Close(reason));
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Unreachable> {
        self.queue.try_send(outgoing).map_err(|_| {
            self.cut.cancel();
            Unreachable
        })
    }
}
