//! One player's socket, from hello to goodbye: decodes, bounds, passes on; writes what the game says; watches the time.

use std::sync::Arc;

use session::protocol::player::{self, ClientMessage, CloseReason, ErrorCode};
use session::{ConnId, Frame, GameId};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::end::End;
use super::wire::{Incoming, Wire};
use super::{Inflow, Name, Outbox, Outgoing};
use crate::address::{AddressHold, ClientAddress};
use crate::app::Shared;
use crate::rate::{self, Bucket};
use crate::registry::ToGame;

/// The state of one socket.
pub(super) struct Pump {
    app: Arc<Shared>,
    conn: ConnId,
    client: ClientAddress,
    bucket: Bucket,
    /// Refused messages in a row.
    strikes: u32,
    heard: Instant,
    /// A hello beyond the first is on its way to the game, and nothing has come back since. Its answer is the whole table: who
    /// asks for it again and again without reading it is not heard meanwhile, instead of having it laid by for each time.
    asks: bool,
    /// The way to the game, once hello has been said.
    game: Option<mpsc::Sender<ToGame>>,
    /// What counts the socket towards the spectators of its address, once it has asked to watch.
    watching: Option<AddressHold>,
}

impl Pump {
    pub(super) fn new(app: Arc<Shared>, conn: ConnId, client: ClientAddress) -> Self {
        let bucket = rate::bucket(app.limits.message_rate, app.limits.message_burst, &app.clock);
        Pump {
            app,
            conn,
            client,
            bucket,
            strikes: 0,
            heard: Instant::now(),
            asks: false,
            game: None,
            watching: None,
        }
    }

    /// Serves the socket until it ends.
    pub(super) async fn run(mut self, mut wire: Wire, game: Option<&str>) {
        let end = match self.find(game) {
            Ok((id, inbox)) => self.talk(&mut wire, &id, inbox).await,
            Err((refusal, reason)) => match wire.send(refusal).await {
                Ok(()) => End::Close(reason),
                Err(fault) => fault.into(),
            },
        };
        if let Some(game) = self.game.take() {
            // The game being gone needs no word about a socket.
            let _ = game.send(ToGame::Gone { conn: self.conn }).await;
        }
        end.come(wire, self.conn).await;
    }

    fn find(&self, game: Option<&str>) -> Result<(GameId, mpsc::Sender<ToGame>), (Frame, CloseReason)> {
        if !self.app.admit_knock(self.client) {
            return Err((player::error_frame(ErrorCode::RateLimited, None), CloseReason::RATE_LIMITED));
        }
        let id: GameId = game
            .and_then(|game| game.parse().ok())
            .ok_or_else(|| (player::error_frame(ErrorCode::Malformed, None), CloseReason::MALFORMED))?;
        let inbox = self.app.registry.find(&id).ok_or_else(|| {
            (player::error_frame(ErrorCode::GameNotFound, None), CloseReason::GAME_NOT_FOUND)
        })?;
        Ok((id, inbox))
    }

    async fn talk(&mut self, wire: &mut Wire, id: &GameId, inbox: mpsc::Sender<ToGame>) -> End {
        tracing::debug!(socket = %Name(self.conn), game = %id, "socket open");
        let (outbox, mut inflow) = Outbox::new(self.app.limits.socket_queue);
        let mut outbox = Some(outbox);
        let shutdown = self.app.shutdown.clone();
        let limits = Arc::clone(&self.app.limits);
        let opened = Instant::now();
        let mut next_ping = opened + limits.ping_interval.0;
        let timer = sleep_until(opened);
        tokio::pin!(timer);
        loop {
            // The earliest of the deadlines; those that moved on since are found out when the timer rings.
            let hello_by = outbox.is_some().then(|| opened + limits.hello_timeout.0);
            let idle_at = self.heard + limits.idle_timeout.0;
            let ring = hello_by.map_or(idle_at, |by| by.min(idle_at)).min(next_ping);
            if timer.deadline() > ring || timer.is_elapsed() {
                timer.as_mut().reset(ring);
            }
            let step = tokio::select! {
                biased;
                () = inflow.cut.cancelled() => Err(End::Slow),
                () = shutdown.cancelled() => Err(self.flush(wire, &mut inflow).await),
                outgoing = inflow.queue.recv() => match outgoing {
                    Some(Outgoing::Frame(frame)) => {
                        self.asks = false;
                        self.write(wire, &inflow, frame).await
                    }
                    Some(Outgoing::Close(reason)) => Err(End::Close(reason)),
                    // The game let go of the socket without a word.
                    None => Err(End::Close(self.parting(id))),
                },
                incoming = wire.receive(), if !self.asks => {
                    self.heard = Instant::now();
                    match self.hear(incoming, id, &inbox, &mut outbox).await {
                        Ok(Some(frame)) => self.write(wire, &inflow, frame).await,
                        Ok(None) => Ok(()),
                        Err(end) => Err(end),
                    }
                }
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= idle_at || hello_by.is_some_and(|by| now >= by) {
                        Err(End::Close(CloseReason::IDLE))
                    } else if now >= next_ping {
                        next_ping = now + limits.ping_interval.0;
                        self.write(wire, &inflow, player::ping_frame()).await
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

    /// Takes one message. Gives the frame to answer with if the game has no part in it.
    async fn hear(
        &mut self,
        incoming: Incoming,
        id: &GameId,
        inbox: &mpsc::Sender<ToGame>,
        outbox: &mut Option<Outbox>,
    ) -> Result<Option<Frame>, End> {
        let text = match incoming {
            Incoming::Gone => return Err(End::Gone),
            Incoming::Astray(reason) => return Err(End::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Alive if self.bucket.check().is_err() => {
                let answer = player::error_frame(ErrorCode::RateLimited, None);
                return self.strike(answer, CloseReason::RATE_LIMITED).map(Some);
            }
            Incoming::Alive => return Ok(None),
            Incoming::Binary(_) => {
                return self.misread(player::error_frame(ErrorCode::Malformed, None));
            }
            Incoming::Text(text) => text,
        };
        let message = match player::decode(text.as_str()) {
            Ok(message) => message,
            Err(refusal) => return self.misread(refusal.frame()),
        };
        let to_game = match (message, outbox.take()) {
            (ClientMessage::Pong, kept) => {
                *outbox = kept;
                return Ok(None);
            }
            (ClientMessage::Ping(ping), kept) => {
                *outbox = kept;
                return Ok(Some(player::pong_frame(ping, self.app.clock.now())));
            }
            (ClientMessage::Watch(watch), None) if !self.app.admit_knock(self.client) => {
                let answer = player::error_frame(ErrorCode::RateLimited, watch.id.as_ref());
                return self.strike(answer, CloseReason::RATE_LIMITED).map(Some);
            }
            (ClientMessage::Watch(watch), first) if !self.may_watch() => {
                *outbox = first;
                let answer = player::error_frame(ErrorCode::RateLimited, watch.id.as_ref());
                return self.strike(answer, CloseReason::RATE_LIMITED).map(Some);
            }
            (ClientMessage::Watch(watch), first) => {
                self.game = Some(inbox.clone());
                ToGame::Watch { conn: self.conn, watch, outbox: first }
            }
            (ClientMessage::Chat(said), Some(kept)) => {
                *outbox = Some(kept);
                return self.misread(player::hello_first_frame(said.id.as_ref()));
            }
            (ClientMessage::Chat(said), None) => ToGame::Chat { conn: self.conn, said },
            (ClientMessage::Hello(hello), None) if !self.app.admit_knock(self.client) => {
                let answer = player::error_frame(ErrorCode::RateLimited, hello.id.as_ref());
                return self.strike(answer, CloseReason::RATE_LIMITED).map(Some);
            }
            (ClientMessage::Hello(hello), first) if hello.game_id == *id => {
                self.game = Some(inbox.clone());
                ToGame::Hello { conn: self.conn, hello, outbox: first }
            }
            // A hello for another game, or a command before any hello.
            (ClientMessage::Hello(hello), kept) => {
                *outbox = kept;
                return self.misread(player::error_frame(ErrorCode::Malformed, hello.id.as_ref()));
            }
            (ClientMessage::Command(command), Some(kept)) => {
                *outbox = Some(kept);
                return self.misread(player::hello_first_frame(command.id.as_ref()));
            }
            (ClientMessage::Command(command), None) => ToGame::Command { conn: self.conn, command },
        };
        self.strikes = 0;
        self.asks =
            matches!(to_game, ToGame::Hello { outbox: None, .. } | ToGame::Watch { outbox: None, .. });
        // Waiting here is how a busy game slows its senders down.
        inbox.send(to_game).await.map_err(|_| End::Close(self.parting(id)))?;
        Ok(None)
    }

    /// Whether this socket may be one of a spectator, of whom an address has so many only. It stays counted until it ends.
    fn may_watch(&mut self) -> bool {
        if self.watching.is_none() {
            self.watching = self.app.admit_spectator(self.client);
        }
        self.watching.is_some()
    }

    /// Why a game lets go without a word: the server ends, or its time was over when it was spoken to, or it starts anew.
    fn parting(&self, id: &GameId) -> CloseReason {
        if self.app.shutdown.is_cancelled() {
            CloseReason::SHUTDOWN
        } else if self.app.registry.find(id).is_none() {
            CloseReason::GAME_NOT_FOUND
        } else {
            CloseReason::INTERNAL
        }
    }

    fn misread(&mut self, answer: Frame) -> Result<Option<Frame>, End> {
        self.strike(answer, CloseReason::MALFORMED).map(Some)
    }

    /// Answers a refused message, or closes on the last of too many.
    fn strike(&mut self, answer: Frame, last: CloseReason) -> Result<Frame, End> {
        self.strikes += 1;
        if self.strikes >= self.app.limits.strikes { Err(End::Close(last)) } else { Ok(answer) }
    }

    async fn write(&self, wire: &mut Wire, inflow: &Inflow, frame: Frame) -> Result<(), End> {
        tokio::select! {
            biased;
            () = inflow.cut.cancelled() => Err(End::Slow),
            written = wire.send(frame) => written.map_err(End::from),
        }
    }

    /// The server stops: what the game has said already is written, then goodbye.
    async fn flush(&self, wire: &mut Wire, inflow: &mut Inflow) -> End {
        while let Ok(outgoing) = inflow.queue.try_recv() {
            match outgoing {
                Outgoing::Frame(frame) => {
                    if let Err(end) = self.write(wire, inflow, frame).await {
                        return end;
                    }
                }
                Outgoing::Close(reason) => return End::Close(reason),
            }
        }
        End::Close(CloseReason::SHUTDOWN)
    }
}
