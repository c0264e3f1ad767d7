//! Sockets of the room protocol: messages are decoded and bounded; the socket creates or joins a room, then passes messages on.
//!
//! Until the socket has a seat it numbers its own messages. From then on the seat does, and every answer goes through the game.

use std::borrow::Cow;

use session::protocol::player::{CloseReason, RefusalReason};
use session::protocol::rooms::{
    self, Claim, ClientMessage, Create, Entrance, ErrorCode, Intent, IntentMessage, MessageDecoder, Refusal,
    RefusedRules, Request,
};
use session::{Catalogue, CreationError, HouseRulesError};
use tokio::sync::oneshot;

use super::client::{ClientSocket, SocketProtocol};
use super::end::{PassOn, SocketEnd};
use super::wire::Incoming;
use crate::outbox::Outbox;
use crate::rate::{self, Bucket};
use crate::refusals::Bound;
use crate::registry::{CreateError, GameHandle, GameMessage, Located};

/// The room protocol at one socket.
#[derive(Debug)]
pub(super) struct RoomSocket {
    bucket: Bucket,
    decoder: MessageDecoder,
    /// Messages that were sent before the socket had a seat.
    sent: u64,
    /// The game is about to close the socket: no more messages are read.
    is_ending: bool,
    /// Another node has passed it on: it is not passed on again.
    is_passed_on: bool,
}

/// The reason why a socket gets no seat.
enum EntryError {
    /// The request for a seat is refused.
    Refused(Refusal),
    /// The socket ends.
    End(SocketEnd),
}

impl EntryError {
    /// Leaves the reason of a refusal out.
    fn without_reason(self) -> Self {
        match self {
            EntryError::Refused(refusal) => EntryError::Refused(Refusal { reason: None, ..refusal }),
            EntryError::End(end) => EntryError::End(end),
        }
    }
}

impl From<ErrorCode> for EntryError {
    fn from(code: ErrorCode) -> Self {
        EntryError::Refused(code.into())
    }
}

impl RoomSocket {
    /// The protocol at a socket that has just been opened.
    pub(super) fn new(socket: &mut ClientSocket) -> Self {
        tracing::debug!(socket = %socket.conn.0, "room socket open");
        if socket.state.registry.is_shared() {
            let limits = &socket.state.limits;
            socket.keep_unread(limits.read_buffer_bytes + 2 * limits.room_message_bytes);
        }
        let limits = &socket.state.limits;
        let bucket = rate::bucket(limits.room_message_rate, limits.room_message_burst, &socket.state.clock);
        RoomSocket {
            bucket,
            decoder: MessageDecoder::default(),
            sent: 0,
            is_ending: false,
            is_passed_on: false,
        }
    }

    /// The protocol at a socket that another node has passed on, after it was sent so many messages there.
    pub(super) fn passed_on(socket: &mut ClientSocket, sent: u64) -> Self {
        let fresh = RoomSocket::new(socket);
        socket.keep_nothing();
        RoomSocket { sent, is_passed_on: true, ..fresh }
    }

    async fn answer(&mut self, socket: &mut ClientSocket, message: ClientMessage) -> Result<(), SocketEnd> {
        let ClientMessage { claim, ack, request } = message;
        if socket.game.is_some() {
            return match request {
                Request::Create(_) | Request::Join { .. } => {
                    self.refuse(socket, invalid("this connection has a seat already")).await
                }
                Request::Intent(intent) => self.pass_on(socket, IntentMessage { claim, ack, intent }).await,
            };
        }
        // The game knows what a seat was sent; this socket has none yet.
        let is_rejoin = matches!(&request, Request::Join { claim, .. } if *claim != Claim::Nothing);
        if !is_rejoin && ack.is_some_and(|ack| ack > self.sent) {
            return self.refuse(socket, invalid("`ack` is beyond what this connection was sent")).await;
        }
        let entered = match request {
            Request::Create(create) => {
                let asks_for_reasons = create.reasons;
                let created = self.create(socket, create).await;
                created.map_err(|error| if asks_for_reasons { error } else { error.without_reason() })
            }
            Request::Join { code, claim } => self.join(socket, &code, claim, ack).await,
            Request::Intent(Intent::Heartbeat) => {
                self.sent += 1;
                let heartbeat = rooms::room_heartbeat_frame(self.sent, socket.state.clock.now());
                return socket.write(heartbeat).await;
            }
            Request::Intent(_) => Err(ErrorCode::BadToken.into()),
        };
        match entered {
            Ok(()) => Ok(()),
            Err(EntryError::Refused(refusal)) => self.refuse(socket, refusal).await,
            Err(EntryError::End(end)) => Err(end),
        }
    }

    async fn create(&mut self, socket: &mut ClientSocket, create: Create) -> Result<(), EntryError> {
        let state = &socket.state;
        let request = create.game();
        if Catalogue::is_of_guest(&request) {
            return Err(EntryError::Refused(invalid("rooms play the rulesets of this server alone")));
        }
        // Checked first: a misspelt name does not count as a creation of this client.
        let known = state.registry.catalogue().check_house_rules_of_room(&request);
        known.map_err(|unknown| {
            let rules = RefusedRules::of_house_rules(&unknown);
            let reason = Some(RefusalReason::of_house_rules(&unknown));
            EntryError::Refused(Refusal { rules, reason, ..invalid(unknown.to_string()) })
        })?;
        let permit = state.admission.admit_creation(socket.client);
        let permit = permit
            .and_then(|permit| state.admission.admit_request(permit, &request, state.registry.catalogue()));
        let permit = permit.map_err(|limit| full(limit.reason(), limit.message()))?;
        let room = state.registry.create_room(request, permit).await.map_err(creation_error)?;
        let entrance = Entrance { claim: Claim::Token(room.token), ack: None, sent: self.sent };
        self.enter(socket, room.game, entrance).await
    }

    // Requirement rooms-25.
    async fn join(
        &mut self,
        socket: &mut ClientSocket,
        code: &str,
        claim: Claim,
        ack: Option<u64>,
    ) -> Result<(), EntryError> {
        // Checked before the room is looked up: a client that asked too often does not learn whether it exists.
        if !socket.state.admission.check_join_rate(socket.client) {
            return Err(ErrorCode::RateLimit.into());
        }
        let game = match socket.state.registry.locate_room(code).await {
            Ok(Located::Here(game)) => game,
            Ok(Located::There(node)) if !self.is_passed_on => {
                return Err(EntryError::End(SocketEnd::PassOn(PassOn { node, sent: self.sent })));
            }
            Ok(Located::There(_) | Located::Nowhere) => return Err(ErrorCode::RoomNotFound.into()),
            Err(error) => {
                tracing::warn!(%error, "room not located");
                return Err(EntryError::End(SocketEnd::Close(CloseReason::INTERNAL)));
            }
        };
        self.enter(socket, game, Entrance { claim, ack, sent: self.sent }).await
    }

    /// Asks the game for a seat.
    async fn enter(
        &mut self,
        socket: &mut ClientSocket,
        game: GameHandle,
        entrance: Entrance,
    ) -> Result<(), EntryError> {
        let (outbox, receiver) = Outbox::new(socket.state.limits.socket_queue);
        let (reply, replied) = oneshot::channel();
        let message = GameMessage::Enter { conn: socket.conn, entrance, outbox, reply };
        game.send(message).await.map_err(|_| ErrorCode::RoomNotFound)?;
        // A room that ends meanwhile does not reply.
        replied.await.map_err(|_| ErrorCode::RoomNotFound)?.map_err(EntryError::Refused)?;
        socket.outbox = Some(receiver);
        socket.game = Some(game);
        socket.keep_nothing();
        Ok(())
    }

    /// Passes a message on to the game. Waiting here is how a busy game slows its senders down.
    async fn pass_on(&mut self, socket: &mut ClientSocket, message: IntentMessage) -> Result<(), SocketEnd> {
        let Some(game) = &socket.game else { return Ok(()) };
        let sent = game.send(GameMessage::RoomIntent { conn: socket.conn, message }).await;
        sent.map_err(|_| SocketEnd::Close(self.reason_without_game(socket)))
    }

    /// Answers a message that has no effect. If the socket has a seat, the game numbers the answer, and closes the socket where
    /// that is due.
    async fn refuse(&mut self, socket: &mut ClientSocket, refusal: Refusal) -> Result<(), SocketEnd> {
        if socket.game.is_some() {
            self.is_ending = true;
            let message =
                IntentMessage { claim: Claim::Nothing, ack: None, intent: Intent::Refused(refusal) };
            return self.pass_on(socket, message).await;
        }
        self.sent += 1;
        let error = rooms::room_error_frame(&refusal, self.sent, socket.state.clock.now());
        socket.write(error).await?;
        if refusal.code.is_fatal() {
            return Err(SocketEnd::Close(rooms::fatal_close(refusal.code)));
        }
        Ok(())
    }
}

impl SocketProtocol for RoomSocket {
    /// Checks the size of a message first, then its rate, then its form.
    // Requirements rooms-6, rooms-69, rooms-70.
    async fn receive(&mut self, socket: &mut ClientSocket, incoming: Incoming) -> Result<(), SocketEnd> {
        let refusal = match incoming {
            Incoming::Closed => return Err(SocketEnd::Disconnected),
            Incoming::ProtocolError(CloseReason::TOO_BIG) => ErrorCode::MsgTooLarge.into(),
            Incoming::ProtocolError(reason) => return Err(SocketEnd::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Control if self.bucket.check().is_err() => {
                socket.state.admission.refusals().note(Bound::RoomMessageRate);
                ErrorCode::RateLimit.into()
            }
            Incoming::Control => return Ok(()),
            Incoming::Binary(_) => invalid("a message is text, not binary"),
            Incoming::Text(text) => match self.decoder.decode(text.as_str()) {
                Ok(message) => return self.answer(socket, message).await,
                Err(refusal) => refusal,
            },
        };
        self.refuse(socket, refusal).await
    }

    fn is_reading(&self) -> bool {
        !self.is_ending
    }

    /// Pings alone do not keep a socket open that has no seat.
    fn postpones_idle(&self, socket: &ClientSocket, incoming: &Incoming) -> bool {
        socket.game.is_some() || !matches!(incoming, Incoming::Control)
    }
}

// Requirement rooms-22.
fn creation_error(error: CreateError) -> EntryError {
    match error {
        CreateError::Full => full(RefusalReason::ServerFull, ErrorCode::ServerFull.message()),
        CreateError::NoMachine => full(RefusalReason::MachineBusy, ErrorCode::ServerFull.message()),
        CreateError::Refused(refused @ CreationError::House(HouseRulesError::TooMany)) => {
            full(RefusalReason::HouseRulesFull, refused.to_string())
        }
        CreateError::Refused(CreationError::UnknownTerms) => {
            let reason = Some(RefusalReason::UnknownTerms);
            EntryError::Refused(Refusal { reason, ..invalid("this server has no rooms of that mode") })
        }
        CreateError::Refused(refused) => {
            let rules = RefusedRules::of_creation(&refused);
            let reason = RefusalReason::of_creation(&refused);
            EntryError::Refused(Refusal { rules, reason, ..invalid(refused.to_string()) })
        }
        CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Task(_) => {
            tracing::error!(%error, "room not created");
            EntryError::End(SocketEnd::Close(CloseReason::INTERNAL))
        }
    }
}

fn invalid(why: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal { code: ErrorCode::InvalidMessage, message: why.into(), rules: None, reason: None }
}

fn full(reason: RefusalReason, why: impl Into<Cow<'static, str>>) -> EntryError {
    let (code, reason) = (ErrorCode::ServerFull, Some(reason));
    EntryError::Refused(Refusal { code, message: why.into(), rules: None, reason })
}
