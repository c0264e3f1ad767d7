//! Sockets of players and spectators of a game: messages are decoded, bounded and passed on to the game.

use session::Frame;
use session::GameId;
use session::protocol::player::{self, ClientMessage, CloseReason, ErrorCode};
use tokio::time::Instant;

use super::client::{ClientSocket, SocketProtocol};
use super::end::SocketEnd;
use super::wire::Incoming;
use crate::log_name::LogName;
use crate::outbox::Outbox;
use crate::rate::{self, Bucket};
use crate::refusals::Bound;
use crate::registry::{GameHandle, GameMessage};

/// The game of a socket, as a server with several nodes has looked it up before the socket is open.
#[derive(Debug)]
pub(super) enum Found {
    Here(GameHandle),
    Nowhere,
    /// The client has asked for too many games, so that it was not looked up.
    TooManyRequests,
    /// It cannot be played here now.
    Unavailable(CloseReason),
}

/// The player protocol at one socket.
// Requirements blind-125, blind-126, blind-127.
#[derive(Debug)]
pub(super) struct PlayerSocket {
    id: GameId,
    game: GameHandle,
    /// The game's way to the socket, until the first message to the game brings it there.
    outbox: Option<Outbox>,
    hello_deadline: Instant,
    bucket: Bucket,
    /// Refused messages in a row.
    strikes: u32,
    /// A repeated hello is on its way to the game, and no frame has come back since. Its answer is the whole state of the game: a
    /// client that asks for it again and again without reading it has to wait, instead of filling its queue.
    awaits_state: bool,
}

impl PlayerSocket {
    /// Finds the game that the socket is for.
    ///
    /// # Errors
    /// The error to send and the reason to close with, when there is no such game, or the client has asked for too many.
    // Requirement blind-61.
    pub(super) fn open(
        socket: &mut ClientSocket,
        game: Option<&str>,
        found: Option<Found>,
    ) -> Result<Self, (Option<Frame>, CloseReason)> {
        let error = |code, reason| (Some(player::error_frame(code, None)), reason);
        let is_refused = match &found {
            Some(found) => matches!(found, Found::TooManyRequests),
            None => !socket.state.admission.check_join_rate(socket.client),
        };
        if is_refused {
            return Err(error(ErrorCode::RateLimited, CloseReason::RATE_LIMITED));
        }
        let id: GameId = game
            .and_then(|game| game.parse().ok())
            .ok_or_else(|| error(ErrorCode::Malformed, CloseReason::MALFORMED))?;
        let handle = match found {
            None => socket.state.registry.find_watched(&id),
            Some(Found::Here(handle)) => Some(handle),
            Some(Found::Nowhere | Found::TooManyRequests) => None,
            Some(Found::Unavailable(reason)) => return Err((None, reason)),
        };
        let game = handle.ok_or_else(|| error(ErrorCode::GameNotFound, CloseReason::GAME_NOT_FOUND))?;
        tracing::debug!(socket = %socket.conn.0, game = %LogName::of(&id), "socket open");
        let limits = &socket.state.limits;
        let (outbox, receiver) = Outbox::new(limits.socket_queue);
        socket.outbox = Some(receiver);
        Ok(PlayerSocket {
            id,
            game,
            outbox: Some(outbox),
            hello_deadline: Instant::now() + limits.hello_timeout.0,
            bucket: rate::bucket(limits.message_rate, limits.message_burst, &socket.state.clock),
            strikes: 0,
            awaits_state: false,
        })
    }

    /// Checks what needs no game to be checked.
    ///
    /// # Errors
    /// The error to send, and the reason to close with after too many in a row.
    fn check(&self, socket: &mut ClientSocket, message: &ClientMessage) -> Result<(), (Frame, CloseReason)> {
        let is_repeated = self.outbox.is_none();
        let error = |code, reason| Err((player::error_frame(code, message.id()), reason));
        match message {
            ClientMessage::Hello(_) | ClientMessage::KeyedHello(..) | ClientMessage::Watch(_)
                if is_repeated && !socket.state.admission.check_join_rate(socket.client) =>
            {
                error(ErrorCode::RateLimited, CloseReason::RATE_LIMITED)
            }
            ClientMessage::Hello(hello) | ClientMessage::KeyedHello(hello, _) if hello.game_id != self.id => {
                error(ErrorCode::Malformed, CloseReason::MALFORMED)
            }
            ClientMessage::Watch(_) if !may_watch(socket) => {
                error(ErrorCode::RateLimited, CloseReason::RATE_LIMITED)
            }
            ClientMessage::Command(_) | ClientMessage::Chat(_) if !is_repeated => {
                Err((player::hello_first_frame(message.id()), CloseReason::MALFORMED))
            }
            ClientMessage::Hello(_)
            | ClientMessage::KeyedHello(..)
            | ClientMessage::Watch(_)
            | ClientMessage::Command(_)
            | ClientMessage::Chat(_)
            | ClientMessage::Pong
            | ClientMessage::Ping(_) => Ok(()),
        }
    }

    /// Passes a message on to the game. Waiting here is how a busy game slows its senders down.
    async fn pass_on(&mut self, socket: &mut ClientSocket, message: ClientMessage) -> Result<(), SocketEnd> {
        if let Err((error, reason)) = self.check(socket, &message) {
            return self.refuse(socket, error, reason).await;
        }
        let outbox = self.outbox.take();
        if let ClientMessage::Hello(_) | ClientMessage::KeyedHello(..) | ClientMessage::Watch(_) = message {
            self.awaits_state = outbox.is_none();
        }
        self.strikes = 0;
        socket.game.get_or_insert_with(|| self.game.clone());
        let sent = self
            .game
            .send(GameMessage::Client { conn: socket.conn, client: socket.client, message, outbox })
            .await;
        sent.map_err(|_| SocketEnd::Close(self.reason_without_game(socket)))
    }

    /// Answers a refused message, or closes the socket after too many in a row.
    async fn refuse(
        &mut self,
        socket: &mut ClientSocket,
        error: Frame,
        last: CloseReason,
    ) -> Result<(), SocketEnd> {
        self.strikes += 1;
        if self.strikes >= socket.state.limits.strikes {
            return Err(SocketEnd::Close(last));
        }
        socket.write(error).await
    }
}

impl SocketProtocol for PlayerSocket {
    async fn receive(&mut self, socket: &mut ClientSocket, incoming: Incoming) -> Result<(), SocketEnd> {
        let text = match incoming {
            Incoming::Closed => return Err(SocketEnd::Disconnected),
            Incoming::ProtocolError(reason) => return Err(SocketEnd::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Control if self.bucket.check().is_err() => {
                socket.state.admission.refusals().note(Bound::MessageRate);
                let error = player::error_frame(ErrorCode::RateLimited, None);
                return self.refuse(socket, error, CloseReason::RATE_LIMITED).await;
            }
            Incoming::Control => return Ok(()),
            Incoming::Binary(_) => {
                let error = player::error_frame(ErrorCode::Malformed, None);
                return self.refuse(socket, error, CloseReason::MALFORMED).await;
            }
            Incoming::Text(text) => text,
        };
        match player::decode(text.as_str()) {
            Ok(ClientMessage::Pong) => Ok(()),
            Ok(ClientMessage::Ping(ping)) => {
                let pong = player::pong_frame(ping, socket.state.clock.now());
                socket.write(pong).await
            }
            Ok(message) => self.pass_on(socket, message).await,
            Err(refusal) => self.refuse(socket, refusal.frame(), CloseReason::MALFORMED).await,
        }
    }

    fn is_reading(&self) -> bool {
        !self.awaits_state
    }

    fn note_frame(&mut self) {
        self.awaits_state = false;
    }

    fn hello_deadline(&self) -> Option<Instant> {
        self.outbox.is_some().then_some(self.hello_deadline)
    }

    // Requirement blind-59.
    fn ping_frame(&self) -> Option<Frame> {
        Some(player::ping_frame())
    }

    /// The server stops, or the game's time was over when the message reached it, or the game starts anew.
    fn reason_without_game(&self, socket: &ClientSocket) -> CloseReason {
        if socket.state.stopping.is_cancelled() {
            socket.state.stop_reason()
        } else if socket.state.registry.is_shared() {
            // Another node may have the game.
            CloseReason::RESTART
        } else if socket.state.registry.find_watched(&self.id).is_none() {
            CloseReason::GAME_NOT_FOUND
        } else {
            CloseReason::INTERNAL
        }
    }
}

/// Returns whether a socket may be a spectator's: an address has a limited number of them. The socket stays counted until it ends.
fn may_watch(socket: &mut ClientSocket) -> bool {
    if socket.spectator.is_none() {
        socket.spectator = socket.state.admission.admit_spectator(socket.client);
    }
    socket.spectator.is_some()
}
