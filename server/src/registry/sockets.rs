//! The sockets of one game.

use session::protocol::player::CloseReason;
use session::{ConnId, Frame};

use crate::outbox::{Outbox, Unreachable};
use crate::rate::Bucket;

/// The sockets of one game, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Sockets {
    sockets: Vec<Socket>,
}

#[derive(Debug)]
struct Socket {
    conn: ConnId,
    outbox: Outbox,
    /// Rate of chat messages, once there was one.
    chat: Option<Bucket>,
}

impl Sockets {
    pub(super) fn add(&mut self, conn: ConnId, outbox: Outbox) {
        self.sockets.push(Socket { conn, outbox, chat: None });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    pub(super) fn has(&self, conn: ConnId) -> bool {
        self.position(conn).is_some()
    }

    /// Removes a socket that has ended. Returns false if it was removed before.
    pub(super) fn remove(&mut self, conn: ConnId) -> bool {
        self.position(conn).map(|at| self.sockets.remove(at)).is_some()
    }

    /// Removes a socket, and asks it to close once it has written what is queued.
    pub(super) fn close(&mut self, conn: ConnId, reason: CloseReason) {
        if let Some(at) = self.position(conn) {
            self.sockets.remove(at).outbox.close(reason);
        }
    }

    /// Closes all sockets.
    pub(super) fn close_all(&mut self, reason: CloseReason) {
        for socket in self.sockets.drain(..) {
            socket.outbox.close(reason);
        }
    }

    /// Queues a frame for a socket, if it is still there.
    ///
    /// # Errors
    /// Returns an error if the socket cannot be reached any more; it is removed.
    pub(super) fn send(&mut self, conn: ConnId, frame: Frame) -> Result<(), Unreachable> {
        let Some(at) = self.position(conn) else { return Ok(()) };
        let sent = self.sockets.get(at).map_or(Ok(()), |socket| socket.outbox.send(frame));
        if sent.is_err() {
            self.sockets.remove(at);
        }
        sent
    }

    /// Returns the bucket of a socket's chat messages; `full` makes it with the first message.
    pub(super) fn chat_bucket(&mut self, conn: ConnId, full: impl FnOnce() -> Bucket) -> Option<&Bucket> {
        let socket = self.sockets.iter_mut().find(|socket| socket.conn == conn)?;
        Some(socket.chat.get_or_insert_with(full))
    }

    /// Closes the oldest socket that takes no part in the game if there are `max` of them, so that one more may come.
    pub(super) fn close_oldest_bystander(&mut self, max: usize, takes_part: impl Fn(ConnId) -> bool) {
        let mut bystanders = self.sockets.iter().map(|socket| socket.conn).filter(|conn| !takes_part(*conn));
        if let Some(oldest) = bystanders.next()
            && bystanders.count() + 1 >= max.max(1)
        {
            self.close(oldest, CloseReason::SPECTATORS_DISABLED);
        }
    }

    fn position(&self, conn: ConnId) -> Option<usize> {
        self.sockets.iter().position(|socket| socket.conn == conn)
    }
}
