//! One socket of the room protocol: reads, bounds, finds the room; then carries what is said between the player and the game.
//!
//! Until the socket has a seat it numbers its own messages; from then on the seat does, and whatever has to be said goes through the game.

use std::sync::Arc;

use session::protocol::player::CloseReason;
use session::protocol::rooms::{
    self, Asked, Claim, ClientMessage, Create, Ear, Entrance, ErrorCode, Intent, Refusal, Said,
};
use session::{ConnId, CreateRefused, Frame, HouseRefused};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::end::End;
use super::wire::{Incoming, Wire};
use super::{Inflow, Name, Outbox, Outgoing};
use crate::address::ClientAddress;
use crate::app::Shared;
use crate::rate::{self, Bucket};
use crate::registry::{CreateError, ToGame};

/// The state of one socket.
pub(super) struct RoomPump {
    app: Arc<Shared>,
    conn: ConnId,
    client: ClientAddress,
    bucket: Bucket,
    ear: Ear,
    /// Messages that the socket was sent before it had a seat.
    sent: u64,
    heard: Instant,
    seat: Option<Seat>,
    /// The game is about to close the socket: nothing more is heard.
    is_ending: bool,
}

/// The two ways between a socket and its game.
struct Seat {
    inbox: mpsc::Sender<ToGame>,
    inflow: Inflow,
}

/// What comes next from a seat, if the socket has one.
async fn next(seat: &mut Option<Seat>) -> Result<Option<Outgoing>, End> {
    match seat {
        None => std::future::pending().await,
        Some(seat) => tokio::select! {
            biased;
            () = seat.inflow.cut.cancelled() => Err(End::Slow),
            outgoing = seat.inflow.queue.recv() => Ok(outgoing),
        },
    }
}

impl RoomPump {
    pub(super) fn new(app: Arc<Shared>, conn: ConnId, client: ClientAddress) -> Self {
        let bucket = rate::bucket(app.limits.room_message_rate, app.limits.room_message_burst, &app.clock);
        let (ear, heard) = (Ear::default(), Instant::now());
        RoomPump { app, conn, client, bucket, ear, sent: 0, heard, seat: None, is_ending: false }
    }

    /// Serves the socket until it ends.
    pub(super) async fn run(mut self, mut wire: Wire) {
        tracing::debug!(socket = %Name(self.conn), "socket for rooms open");
        let end = self.talk(&mut wire).await;
        if let Some(Seat { inbox, .. }) = self.seat.take() {
            // The game being gone needs no word about a socket.
            let _ = inbox.send(ToGame::Gone { conn: self.conn }).await;
        }
        end.come(wire, self.conn).await;
    }

    async fn talk(&mut self, wire: &mut Wire) -> End {
        let shutdown = self.app.shutdown.clone();
        let limits = Arc::clone(&self.app.limits);
        let mut next_ping = Instant::now() + limits.ping_interval.0;
        let timer = sleep_until(next_ping);
        tokio::pin!(timer);
        loop {
            let idle_at = self.heard + limits.idle_timeout.0;
            let ring = idle_at.min(next_ping);
            if timer.deadline() > ring || timer.is_elapsed() {
                timer.as_mut().reset(ring);
            }
            let step = tokio::select! {
                biased;
                () = shutdown.cancelled() => Err(self.flush(wire).await),
                outgoing = next(&mut self.seat) => match outgoing {
                    Ok(Some(Outgoing::Frame(frame))) => self.write(wire, frame).await,
                    Ok(Some(Outgoing::Close(reason))) => Err(End::Close(reason)),
                    // The game let go of the socket without a word.
                    Ok(None) => Err(End::Close(self.parting())),
                    Err(end) => Err(end),
                },
                incoming = wire.receive(), if !self.is_ending => {
                    // Pings alone keep nobody who has no seat.
                    if self.seat.is_some() || !matches!(incoming, Incoming::Alive) {
                        self.heard = Instant::now();
                    }
                    self.hear(wire, incoming).await
                }
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= idle_at {
                        Err(End::Close(CloseReason::IDLE))
                    } else if now >= next_ping {
                        next_ping = now + limits.ping_interval.0;
                        wire.ping().await.map_err(End::from)
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

    /// Takes one message: its size first, then its rate, then its form.
    async fn hear(&mut self, wire: &mut Wire, incoming: Incoming) -> Result<(), End> {
        let refusal = match incoming {
            Incoming::Gone => return Err(End::Gone),
            Incoming::Astray(CloseReason::TOO_BIG) => ErrorCode::MsgTooLarge.into(),
            Incoming::Astray(reason) => return Err(End::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Alive if self.bucket.check().is_err() => {
                ErrorCode::RateLimit.into()
            }
            Incoming::Alive => return Ok(()),
            Incoming::Binary(_) => invalid("a message is text, not binary"),
            Incoming::Text(text) => match self.ear.hear(text.as_str()) {
                Ok(message) => return self.answer(wire, message).await,
                Err(refusal) => refusal,
            },
        };
        self.refuse(wire, refusal).await
    }

    async fn answer(&mut self, wire: &mut Wire, message: ClientMessage) -> Result<(), End> {
        let ClientMessage { claim, ack, asked } = message;
        if self.seat.is_some() {
            return match asked {
                Asked::Create(_) | Asked::Join { .. } => {
                    self.refuse(wire, invalid("this connection has a seat already")).await
                }
                Asked::Intent(intent) => self.say(Said { claim, ack, intent }).await,
            };
        }
        // What a seat was sent is known to the game; this socket has none yet.
        let is_back = matches!(&asked, Asked::Join { claim, .. } if *claim != Claim::Nothing);
        if !is_back && ack.is_some_and(|ack| ack > self.sent) {
            return self.refuse(wire, invalid("`ack` is beyond what this connection was sent")).await;
        }
        let entered = match asked {
            Asked::Create(create) => self.create(create).await,
            Asked::Join { code, claim } => self.join(&code, claim, ack).await,
            Asked::Intent(Intent::Heartbeat) => {
                self.sent += 1;
                let frame = rooms::room_heartbeat_frame(self.sent, self.app.clock.now());
                return self.write(wire, frame).await;
            }
            Asked::Intent(_) => Err(Turned::Away(ErrorCode::BadToken.into())),
        };
        match entered {
            Ok(()) => Ok(()),
            Err(Turned::Away(refusal)) => self.refuse(wire, refusal).await,
            Err(Turned::End(end)) => Err(end),
        }
    }

    async fn create(&mut self, create: Create) -> Result<(), Turned> {
        // A name misspelt is not one of the rooms that an address may make.
        let request = create.game();
        let known = self.app.registry.catalogue().knows_for_room(&request);
        known.map_err(|unknown| Turned::Away(invalid(unknown.to_string())))?;
        let making = self.app.admit_creation_of(self.client);
        let making = making.and_then(|making| self.app.admit_houses(making, &request.overlays));
        let making = making.map_err(|too_many| full(too_many.message()))?;
        let room = self.app.registry.create_room(request, making).await.map_err(|error| match error {
            CreateError::Full => Turned::Away(ErrorCode::ServerFull.into()),
            CreateError::Refused(refused @ CreateRefused::House(HouseRefused::TooMany)) => {
                full(refused.to_string())
            }
            CreateError::Refused(CreateRefused::UnknownTerms) => {
                Turned::Away(invalid("this server has no rooms of that mode"))
            }
            CreateError::Refused(refused) => Turned::Away(invalid(refused.to_string())),
            CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Broken(_) => {
                tracing::error!(%error, "a room could not be created");
                Turned::End(End::Close(CloseReason::INTERNAL))
            }
        })?;
        let entrance = Entrance { claim: Claim::Token(room.token), ack: None, sent: self.sent };
        self.enter(room.inbox, entrance).await
    }

    async fn join(&mut self, code: &str, claim: Claim, ack: Option<u64>) -> Result<(), Turned> {
        // Asked before it is known whether there is such a room: who has asked too often does not learn that either.
        if !self.app.admit_knock(self.client) {
            return Err(Turned::Away(ErrorCode::RateLimit.into()));
        }
        let inbox = self.app.registry.find_room(code).ok_or(Turned::Away(ErrorCode::RoomNotFound.into()))?;
        self.enter(inbox, Entrance { claim, ack, sent: self.sent }).await
    }

    async fn enter(&mut self, inbox: mpsc::Sender<ToGame>, entrance: Entrance) -> Result<(), Turned> {
        let (outbox, inflow) = Outbox::new(self.app.limits.socket_queue);
        let (answer, answered) = oneshot::channel();
        let gone = |_| Turned::Away(ErrorCode::RoomNotFound.into());
        let conn = self.conn;
        inbox.send(ToGame::Enter { conn, entrance, outbox, answer }).await.map_err(|_| gone(()))?;
        // A room that goes away meanwhile does not answer.
        answered.await.map_err(|_| gone(()))?.map_err(Turned::Away)?;
        self.seat = Some(Seat { inbox, inflow });
        Ok(())
    }

    /// Passes on what a player says. Waiting here is how a busy game slows its senders down.
    async fn say(&mut self, said: Said) -> Result<(), End> {
        let Some(seat) = &self.seat else { return Ok(()) };
        let message = ToGame::Said { conn: self.conn, said };
        seat.inbox.send(message).await.map_err(|_| End::Close(self.parting()))
    }

    /// Answers a message that has no effect. The seat numbers the answer, if there is one; then the game closes the socket where that is due.
    async fn refuse(&mut self, wire: &mut Wire, refusal: Refusal) -> Result<(), End> {
        if self.seat.is_some() {
            self.is_ending = true;
            return self
                .say(Said { claim: Claim::Nothing, ack: None, intent: Intent::Refused(refusal) })
                .await;
        }
        self.sent += 1;
        let frame = rooms::room_error_frame(&refusal, self.sent, self.app.clock.now());
        self.write(wire, frame).await?;
        if refusal.code.is_fatal() { Err(End::Close(rooms::fatal_close(refusal.code))) } else { Ok(()) }
    }

    /// Why a game lets go without a word: the server ends, or something went wrong with the game.
    fn parting(&self) -> CloseReason {
        if self.app.shutdown.is_cancelled() { CloseReason::SHUTDOWN } else { CloseReason::INTERNAL }
    }

    async fn write(&self, wire: &mut Wire, frame: Frame) -> Result<(), End> {
        let Some(seat) = &self.seat else { return wire.send(frame).await.map_err(End::from) };
        tokio::select! {
            biased;
            () = seat.inflow.cut.cancelled() => Err(End::Slow),
            written = wire.send(frame) => written.map_err(End::from),
        }
    }

    /// The server stops: what the game has said already is written, then goodbye.
    async fn flush(&mut self, wire: &mut Wire) -> End {
        while let Some(Ok(outgoing)) = self.seat.as_mut().map(|seat| seat.inflow.queue.try_recv()) {
            match outgoing {
                Outgoing::Frame(frame) => {
                    if let Err(end) = self.write(wire, frame).await {
                        return end;
                    }
                }
                Outgoing::Close(reason) => return End::Close(reason),
            }
        }
        End::Close(CloseReason::SHUTDOWN)
    }
}

/// Why a socket gets no seat.
enum Turned {
    /// The message that asked for one is refused.
    Away(Refusal),
    /// The socket ends.
    End(End),
}

fn invalid(why: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal { code: ErrorCode::InvalidMessage, message: why.into() }
}

fn full(why: impl Into<std::borrow::Cow<'static, str>>) -> Turned {
    Turned::Away(Refusal { code: ErrorCode::ServerFull, message: why.into() })
}
