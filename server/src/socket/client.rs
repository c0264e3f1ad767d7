//! The socket of one client, and the loop that serves it in any protocol.

use session::protocol::player::CloseReason;
use session::{ConnId, Frame};
use tokio::time::{Instant, sleep_until};

use super::end::{PassOn, SocketEnd};
use super::wire::{Incoming, RawSocket, Wire};
use crate::address::{AddressPermit, ClientAddress};
use crate::outbox::{OutboxReceiver, Outgoing, Unreachable};
use crate::peers::CarryBounds;
use crate::registry::{GameHandle, GameMessage};
use crate::state::AppState;

/// One client's WebSocket, with its way from and to a game.
#[derive(Debug)]
pub(super) struct ClientSocket {
    pub(super) state: AppState,
    pub(super) conn: ConnId,
    pub(super) client: ClientAddress,
    /// Frames of the game, once the socket takes part in one.
    pub(super) outbox: Option<OutboxReceiver>,
    /// The game that is sent [`GameMessage::Closed`] when the socket ends.
    pub(super) game: Option<GameHandle>,
    /// Count of a spectator's socket, held until it has ended.
    pub(super) spectator: Option<AddressPermit>,
    wire: Wire,
}

/// The protocol of one socket: everything that differs between players, rooms and engines.
pub(super) trait SocketProtocol {
    /// Handles one message, or a sign of life or end.
    ///
    /// # Errors
    /// Returns an error if the socket ends.
    async fn receive(&mut self, socket: &mut ClientSocket, incoming: Incoming) -> Result<(), SocketEnd>;

    /// Writes the first frames, before any message is read.
    ///
    /// # Errors
    /// Returns an error if the socket ends.
    async fn greet(&mut self, _: &mut ClientSocket) -> Result<(), SocketEnd> {
        Ok(())
    }

    /// False while messages of the client have to wait.
    fn is_reading(&self) -> bool {
        true
    }

    /// Returns whether something that came from the client postpones the idle timeout.
    fn postpones_idle(&self, _: &ClientSocket, _: &Incoming) -> bool {
        true
    }

    /// Notes that the game sent a frame.
    fn note_frame(&mut self) {}

    /// Returns the moment by which the client has to say hello, until it has.
    fn hello_deadline(&self) -> Option<Instant> {
        None
    }

    /// Returns the frame to ping with; without one the socket pings by the WebSocket protocol.
    fn ping_frame(&self) -> Option<Frame> {
        None
    }

    /// Returns the reason to close with after the game let go of the socket without one.
    fn reason_without_game(&self, socket: &ClientSocket) -> CloseReason {
        let state = &socket.state;
        if state.stopping.is_cancelled() { state.stop_reason() } else { CloseReason::INTERNAL }
    }
}

impl ClientSocket {
    /// A socket that has just been opened.
    pub(super) fn new(state: AppState, client: ClientAddress, wire: Wire) -> Self {
        let conn = state.next_connection();
        ClientSocket { state, conn, client, outbox: None, game: None, spectator: None, wire }
    }

    /// Serves the socket until it ends.
    pub(super) async fn run(mut self, mut protocol: impl SocketProtocol) {
        let end = match protocol.greet(&mut self).await {
            Ok(()) => self.exchange(&mut protocol).await,
            Err(end) => end,
        };
        // Gives back what the protocol holds, before the close frames are exchanged.
        drop(protocol);
        if let Some(game) = self.game.take() {
            // A game that is gone needs no notice of a socket.
            let _ = game.send(GameMessage::Closed { conn: self.conn }).await;
        }
        match end {
            SocketEnd::PassOn(rest) => self.pass_on(rest).await,
            end => end.finish(self.wire, self.conn).await,
        }
    }

    /// Lets another node go on with the socket, and carries bytes both ways.
    async fn pass_on(mut self, rest: PassOn) {
        if !self.wire.has_unread() {
            return self.wire.close(CloseReason::TOO_BIG).await;
        }
        let opened = match self.state.peers() {
            Some(peers) => peers.open_room(&rest.node, self.client, rest.sent).await.map_err(|error| {
                tracing::warn!(%error, node = %rest.node, "room's socket not passed on");
            }),
            None => Err(()),
        };
        let Ok(node) = opened else { return SocketEnd::PassOn(rest).finish(self.wire, self.conn).await };
        let RawSocket { connection, unread, peer } = self.wire.into_raw().await;
        let bounds = CarryBounds::of(&self.state.limits);
        node.carry(connection, &unread, bounds, self.state.shutdown.clone()).await;
        // Until then the connection stays counted.
        drop(peer);
    }

    /// Keeps what the client sends from the message on that is in hand: another node may have to answer it.
    pub(super) fn keep_unread(&mut self, most: usize) {
        self.wire.keep_unread(most);
    }

    /// Keeps it no longer: the socket stays here.
    pub(super) fn keep_nothing(&mut self) {
        self.wire.keep_nothing();
    }

    /// Sends an error, then closes the socket.
    pub(super) async fn refuse(mut self, error: Frame, reason: CloseReason) {
        let end = match self.write(error).await {
            Ok(()) => SocketEnd::Close(reason),
            Err(end) => end,
        };
        end.finish(self.wire, self.conn).await;
    }

    /// Closes the socket.
    pub(super) async fn finish(self, reason: CloseReason) {
        SocketEnd::Close(reason).finish(self.wire, self.conn).await;
    }

    /// Carries messages both ways until the socket ends.
    async fn exchange(&mut self, protocol: &mut impl SocketProtocol) -> SocketEnd {
        let shutdown = self.state.shutdown.clone();
        let (ping_interval, idle_timeout) =
            (self.state.limits.ping_interval.0, self.state.limits.idle_timeout.0);
        let mut last_received = Instant::now();
        let mut next_ping = last_received + ping_interval;
        let timer = sleep_until(next_ping);
        tokio::pin!(timer);
        loop {
            let hello_by = protocol.hello_deadline();
            let idle_at = last_received + idle_timeout;
            let earliest = hello_by.map_or(idle_at, |by| by.min(idle_at)).min(next_ping);
            // A deadline that has moved on is noticed when the timer fires.
            if timer.deadline() > earliest || timer.is_elapsed() {
                timer.as_mut().reset(earliest);
            }
            let step = tokio::select! {
                biased;
                () = shutdown.cancelled() => Err(self.flush().await),
                outgoing = next_outgoing(&mut self.outbox) => match outgoing {
                    Ok(Some(Outgoing::Frame(frame))) => {
                        protocol.note_frame();
                        self.write(frame).await
                    }
                    Ok(Some(Outgoing::Close(reason))) => Err(SocketEnd::Close(reason)),
                    Ok(None) => Err(SocketEnd::Close(protocol.reason_without_game(self))),
                    Err(Unreachable) => Err(SocketEnd::TooSlow),
                },
                incoming = self.wire.receive(), if protocol.is_reading() => {
                    if protocol.postpones_idle(self, &incoming) {
                        last_received = Instant::now();
                    }
                    protocol.receive(self, incoming).await
                }
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= idle_at || hello_by.is_some_and(|by| now >= by) {
                        Err(SocketEnd::Close(CloseReason::IDLE))
                    } else if now >= next_ping {
                        next_ping = now + ping_interval;
                        self.ping(protocol.ping_frame()).await
                    } else {
                        Ok(())
                    }
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Writes a frame.
    ///
    /// # Errors
    /// Returns an error if the client is gone, or so slow that its queue overflows meanwhile.
    pub(super) async fn write(&mut self, frame: Frame) -> Result<(), SocketEnd> {
        let Some(outbox) = &self.outbox else {
            return self.wire.send(frame).await.map_err(SocketEnd::from);
        };
        tokio::select! {
            biased;
            () = outbox.overflowed() => Err(SocketEnd::TooSlow),
            written = self.wire.send(frame) => written.map_err(SocketEnd::from),
        }
    }

    async fn ping(&mut self, frame: Option<Frame>) -> Result<(), SocketEnd> {
        match frame {
            Some(frame) => self.write(frame).await,
            None => self.wire.ping().await.map_err(SocketEnd::from),
        }
    }

    /// Writes everything that the game has queued before the server stops.
    async fn flush(&mut self) -> SocketEnd {
        while let Some(outgoing) = self.outbox.as_mut().and_then(OutboxReceiver::take_queued) {
            match outgoing {
                Outgoing::Frame(frame) => {
                    if let Err(end) = self.write(frame).await {
                        return end;
                    }
                }
                Outgoing::Close(reason) => return SocketEnd::Close(reason),
            }
        }
        SocketEnd::Close(self.state.stop_reason())
    }
}

/// Waits for the next item of a game; forever if the socket takes part in none.
async fn next_outgoing(outbox: &mut Option<OutboxReceiver>) -> Result<Option<Outgoing>, Unreachable> {
    match outbox {
        Some(outbox) => outbox.next().await,
        None => std::future::pending().await,
    }
}
