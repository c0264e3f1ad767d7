//! The one way from a game to a player's socket. It takes frames and a close reason; there is no other type that it takes.

use session::Frame;
use session::protocol::player::CloseReason;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// One item in the queue of a socket.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A frame to write.
    Frame(Frame),
    /// A close frame to write after everything before it has been written.
    Close(CloseReason),
}

/// The game's end of a socket: a bounded queue that never makes the game wait.
#[derive(Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Outgoing>,
    overflow: CancellationToken,
}

/// The socket's end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct OutboxReceiver {
    queue: mpsc::Receiver<Outgoing>,
    overflow: CancellationToken,
}

/// The socket is gone, or its client too far behind to be written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

impl Outbox {
    /// Returns a queue for `frames` frames, and the end that reads it.
    #[must_use]
    pub(crate) fn new(frames: usize) -> (Outbox, OutboxReceiver) {
        let (sender, receiver) = mpsc::channel(frames.max(1));
        let overflow = CancellationToken::new();
        let outbox = Outbox { queue: sender, overflow: overflow.clone() };
        (outbox, OutboxReceiver { queue: receiver, overflow })
    }

    /// Queues a frame.
    ///
    /// # Errors
    /// Returns an error if the queue is full, which also cuts the socket off, or the socket is gone.
    pub(crate) fn send(&self, frame: Frame) -> Result<(), Unreachable> {
        self.put(Outgoing::Frame(frame))
    }

    /// Asks the socket to close once it has written what is queued.
    pub(crate) fn close(&self, reason: CloseReason) {
        // A full queue cuts the socket off: it ends either way.
        let _ = self.put(Outgoing::Close(reason));
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Unreachable> {
        self.queue.try_send(outgoing).map_err(|_| {
            self.overflow.cancel();
            Unreachable
        })
    }
}

impl OutboxReceiver {
    /// Waits for the next item. `None` means that the game dropped its end without a close reason. Safe to drop before it ends.
    ///
    /// # Errors
    /// Returns an error if the queue has overflowed: the client is too slow to be written to at all.
    pub(crate) async fn next(&mut self) -> Result<Option<Outgoing>, Unreachable> {
        tokio::select! {
            biased;
            () = self.overflow.cancelled() => Err(Unreachable),
            outgoing = self.queue.recv() => Ok(outgoing),
        }
    }

    /// Takes the next item if one is queued already.
    pub(crate) fn take_queued(&mut self) -> Option<Outgoing> {
        self.queue.try_recv().ok()
    }

    /// Ends when the queue has overflowed.
    pub(crate) async fn overflowed(&self) {
        self.overflow.cancelled().await;
    }
}
