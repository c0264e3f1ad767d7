//! The task of one game: feeds messages, time and randomness to its [`GameHost`], stores entries, and delivers outputs.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use session::host::{GameHost, HostMessage, Reaction};
use session::protocol::events::ChatSaid;
use session::protocol::player::{self, CloseReason, ErrorCode};
use session::protocol::rooms::{self, Entrance, Refusal};
use session::{
    ConnId, GameId, Input, Output, Phase, ReplayError, RoomCode, SeatId, Session, Token, UnixMs, Unsent,
    WrongReceipt,
};
use tokio::sync::{mpsc, oneshot};

use super::sockets::Sockets;
use super::{GameContext, GameMessage};
use crate::journal::{Journal, JournalError};
use crate::outbox::Outbox;
use crate::random;
use crate::rate::{self, Bucket};

/// Pause before a game whose journal failed tries again, doubled up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A game and its sockets.
pub(super) struct GameTask {
    context: Arc<GameContext>,
    journal: Arc<dyn Journal>,
    id: GameId,
    /// Code of the room that the game is played in, as long as the room can be found by it.
    code: Option<RoomCode>,
    host: GameHost,
    inbox: mpsc::Receiver<GameMessage>,
    sockets: Sockets,
    /// Rates of commands, by seat.
    buckets: Vec<(SeatId, Bucket)>,
    /// Time of the last message: a wall clock may be set back, a game's time may not.
    last: UnixMs,
    is_counted_active: bool,
}

/// The reason why a game stopped.
enum Stop {
    /// The server stops.
    Shutdown,
    /// The game's lifetime is over.
    Pruned,
    /// An input could not be stored, so its outputs may not be sent.
    Journal(JournalError),
    /// The journal's receipt is of another input.
    Receipt(WrongReceipt),
}

/// The reason why a game cannot be restored.
#[derive(Debug, thiserror::Error)]
pub(super) enum RestoreError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Restores a session from its stored inputs, and records that every connection is gone.
pub(super) async fn restore(context: &GameContext, id: &GameId) -> Result<Session, RestoreError> {
    let entries = context.journal.load(id).await?;
    let last = entries.last().map_or(UnixMs(0), |entry| entry.at);
    let mut session = Session::replay(&context.catalogue, entries.into_iter())?;
    let unsent = session.handle(context.clock.now().max(last), Input::Restarted);
    let receipt = context.journal.append(id, unsent.entry()).await?;
    // No client is connected, so there is no recipient.
    drop(unsent.release(receipt));
    Ok(session)
}

impl GameTask {
    pub(super) fn new(
        context: Arc<GameContext>,
        journal: Arc<dyn Journal>,
        id: GameId,
        session: Session,
        inbox: mpsc::Receiver<GameMessage>,
    ) -> Self {
        let code = session.room_code();
        let host = GameHost::new(session, context.clock.now()).with_seat_inputs(context.limits.seat_inputs);
        let mut task = GameTask {
            context,
            journal,
            id,
            code,
            host,
            inbox,
            sockets: Sockets::default(),
            buckets: Vec::new(),
            last: UnixMs(0),
            is_counted_active: false,
        };
        task.note_phase();
        task
    }

    /// Runs until the game or the server ends. A failure of the journal, or a panic, throws the game back to what is stored: its
    /// players are disconnected, come back, and find the last position that anybody was sent.
    pub(super) async fn run(mut self) {
        loop {
            let stop = AssertUnwindSafe(self.play()).catch_unwind().await;
            match stop {
                Ok(Stop::Shutdown) => break,
                Ok(Stop::Pruned) => {
                    self.prune().await;
                    break;
                }
                Ok(Stop::Journal(error)) => {
                    tracing::error!(game = %self.id, %error, "input not stored");
                }
                Ok(Stop::Receipt(error)) => tracing::error!(game = %self.id, %error, "wrong receipt"),
                Err(_) => tracing::error!(game = %self.id, "game task panicked"),
            }
            if self.is_room() {
                // Nothing is stored that it could start from.
                self.sockets.close_all(CloseReason::INTERNAL);
                self.context.release_id(&self.id);
                break;
            }
            if !self.restart().await {
                break;
            }
        }
        if self.is_counted_active {
            self.context.count_active(false);
        }
        self.release_code();
    }

    fn is_room(&self) -> bool {
        self.host.session().room_code().is_some()
    }

    /// Makes the room impossible to find.
    fn release_code(&mut self) {
        if let Some(code) = self.code.take() {
            self.context.release_code(code);
        }
    }

    fn now(&self) -> UnixMs {
        self.context.clock.now().max(self.last)
    }

    /// Handles messages and timeouts until the game stops.
    async fn play(&mut self) -> Stop {
        let shutdown = self.context.shutdown.clone();
        loop {
            let now = self.now();
            if self.host.prunable_at().is_some_and(|at| at <= now) {
                return Stop::Pruned;
            }
            let due = self.host.next_timeout();
            if due.is_some_and(|at| at <= now) {
                if let Err(stop) = self.react(HostMessage::Tick).await {
                    return stop;
                }
                if self.host.next_timeout() != due {
                    continue;
                }
            }
            let wake_at = [self.host.next_timeout(), self.host.prunable_at()].into_iter().flatten().min();
            let clock = &self.context.clock;
            let alarm = async {
                match wake_at {
                    Some(at) => clock.alarm(at).await,
                    None => std::future::pending().await,
                }
            };
            let message = tokio::select! {
                biased;
                () = shutdown.cancelled() => return Stop::Shutdown,
                () = alarm => continue,
                message = self.inbox.recv() => message,
            };
            // The registry holds a handle, so the inbox closes only with the server.
            let Some(message) = message else { return Stop::Shutdown };
            if let Err(stop) = self.receive(message).await {
                return stop;
            }
        }
    }

    /// Adds to a message what the host cannot know: the socket's way back, fresh tokens, and rates.
    async fn receive(&mut self, message: GameMessage) -> Result<(), Stop> {
        let message = match message {
            GameMessage::Hello { conn, hello, outbox } => {
                let Some(fresh) = self.connect(conn, outbox) else { return Ok(()) };
                HostMessage::Hello { conn, hello, fresh }
            }
            GameMessage::Watch { conn, watch, outbox } => {
                let Some(fresh) = self.connect(conn, outbox) else { return Ok(()) };
                HostMessage::Watch { conn, watch, fresh }
            }
            GameMessage::Enter { conn, entrance, outbox, reply } => {
                return self.enter(conn, entrance, outbox, reply).await;
            }
            GameMessage::Command { conn, command } if self.sockets.has(conn) => {
                let seat = self.host.rate_limited_seat(conn, &command);
                let is_too_fast = seat.is_some_and(|seat| !self.check_command_rate(seat));
                HostMessage::Command { conn, command, is_too_fast }
            }
            GameMessage::Said { conn, said } if self.sockets.has(conn) => HostMessage::Said { conn, said },
            GameMessage::Chat { conn, said } if self.sockets.has(conn) => {
                return self.chat(conn, said).await;
            }
            GameMessage::Closed { conn } if self.sockets.remove(conn) => HostMessage::Closed { conn },
            // The socket was let go of meanwhile.
            GameMessage::Command { .. }
            | GameMessage::Said { .. }
            | GameMessage::Chat { .. }
            | GameMessage::Closed { .. } => return Ok(()),
        };
        self.react(message).await
    }

    /// Adds a socket with its first message, and returns a fresh token for it. Returns none if the socket has been let go of.
    fn connect(&mut self, conn: ConnId, outbox: Option<Outbox>) -> Option<Token> {
        if let Some(outbox) = outbox {
            let host = &self.host;
            let takes_part = |conn| host.seat_at(conn).is_some() || host.is_spectator(conn);
            self.sockets.make_room(self.context.limits.bystanders, takes_part);
            self.sockets.add(conn, outbox);
        } else if !self.sockets.has(conn) {
            return None;
        }
        match random::token(&*self.context.random) {
            Ok(fresh) => Some(fresh),
            Err(error) => {
                tracing::error!(game = %self.id, %error, "socket closed: no token");
                self.sockets.close(conn, CloseReason::INTERNAL);
                None
            }
        }
    }

    /// Gives a socket a seat of the room, or replies why not: then it goes on without the game.
    async fn enter(
        &mut self,
        conn: ConnId,
        entrance: Entrance,
        outbox: Outbox,
        reply: oneshot::Sender<Result<(), Refusal>>,
    ) -> Result<(), Stop> {
        // A grace that has just run out ends the game first.
        if self.host.session().next_timeout().is_some_and(|at| at <= self.now()) {
            self.react(HostMessage::Tick).await?;
        }
        if let Err(refusal) = self.host.check_entrance(&entrance) {
            // A client that hung up needs no reply.
            let _ = reply.send(Err(refusal));
            return Ok(());
        }
        let fresh = random::room_token(&*self.context.random);
        let _ = reply.send(Ok(()));
        match fresh {
            Ok(fresh) => {
                self.sockets.add(conn, outbox);
                self.react(HostMessage::Enter { conn, entrance, fresh }).await
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "socket closed: no token");
                outbox.close(CloseReason::INTERNAL);
                Ok(())
            }
        }
    }

    async fn chat(&mut self, conn: ConnId, said: ChatSaid) -> Result<(), Stop> {
        let context = &self.context;
        let full = || rate::slow_bucket(context.limits.chat_rate, context.limits.chat_burst, &context.clock);
        if self.sockets.chat_bucket(conn, full).is_some_and(|bucket| bucket.check().is_err()) {
            let frame = player::error_frame(ErrorCode::RateLimited, said.id.as_ref());
            let lost = self.deliver(vec![Output::Send { conn, frame }]);
            return self
                .react_to_all(lost.into_iter().map(|conn| HostMessage::Closed { conn }).collect())
                .await;
        }
        self.react(HostMessage::Chat { conn, said }).await
    }

    /// Returns whether a seat may send one more command of those with a rate.
    fn check_command_rate(&mut self, seat: SeatId) -> bool {
        let limits = &self.context.limits;
        let at = match self.buckets.iter().position(|(owner, _)| *owner == seat) {
            Some(at) => at,
            None => {
                let bucket = rate::bucket(limits.commit_rate, limits.commit_burst, &self.context.clock);
                self.buckets.push((seat, bucket));
                self.buckets.len() - 1
            }
        };
        self.buckets.get(at).is_some_and(|(_, bucket)| bucket.check().is_ok())
    }

    async fn react(&mut self, message: HostMessage) -> Result<(), Stop> {
        self.react_to_all(VecDeque::from([message])).await
    }

    /// Gives messages to the host, and then the end of every socket that turns out to be unreachable.
    async fn react_to_all(&mut self, mut messages: VecDeque<HostMessage>) -> Result<(), Stop> {
        while let Some(message) = messages.pop_front() {
            self.last = self.now();
            let outputs = match self.host.receive(self.last, message) {
                Reaction::Commit(unsent) => self.store(unsent).await?,
                Reaction::Send(outputs) => outputs,
                Reaction::Report(outputs, report) => {
                    let session::Report { by, of, message } = report;
                    // For the operator, who needs it to decide: the only text of people in a log line.
                    tracing::warn!(game = %self.id, %by, %of, message, "chat message reported");
                    outputs
                }
            };
            messages.extend(self.deliver(outputs).into_iter().map(|conn| HostMessage::Closed { conn }));
        }
        self.note_phase();
        if self.host.session().phase() == Phase::Finished {
            self.release_code();
        }
        Ok(())
    }

    /// Stores an entry, and opens its outputs with the receipt.
    async fn store(&mut self, unsent: Unsent) -> Result<Vec<Output>, Stop> {
        let receipt = self.journal.append(&self.id, unsent.entry()).await.map_err(Stop::Journal)?;
        let released = self.host.release(unsent, receipt).map_err(Stop::Receipt)?;
        Ok(released.all())
    }

    /// Delivers outputs to their sockets. Returns those that turn out to be unreachable.
    fn deliver(&mut self, outputs: Vec<Output>) -> Vec<ConnId> {
        let mut lost = Vec::new();
        for output in outputs {
            match output {
                Output::Send { conn, frame } => {
                    if self.sockets.send(conn, frame).is_err() {
                        lost.push(conn);
                    }
                }
                Output::Close { conn, reason } => self.sockets.close(conn, reason),
                Output::Seated { conn, .. } => {
                    tracing::debug!(game = %self.id, socket = %conn.0, "seat taken");
                }
            }
        }
        lost
    }

    /// Counts the game as active while it is played, for the health response.
    fn note_phase(&mut self) {
        let phase = self.host.session().phase();
        let is_active = phase == Phase::Active;
        if is_active != self.is_counted_active {
            self.is_counted_active = is_active;
            self.context.count_active(is_active);
            tracing::info!(game = %self.id, ?phase, "phase changed");
        }
    }

    /// Goes back to what is stored. Returns false if the game cannot go on.
    async fn restart(&mut self) -> bool {
        let mut pause = FIRST_PAUSE;
        loop {
            self.sockets.close_all(CloseReason::INTERNAL);
            // Messages to the former state are void; a socket dropped here closes, and its player comes back.
            while self.inbox.try_recv().is_ok() {}
            match restore(&self.context, &self.id).await {
                Ok(session) => {
                    self.host =
                        GameHost::new(session, self.now()).with_seat_inputs(self.context.limits.seat_inputs);
                    self.note_phase();
                    tracing::warn!(game = %self.id, "game restarted from the journal");
                    return true;
                }
                Err(RestoreError::Replay(fault)) => {
                    self.context.quarantine(&self.id, &fault);
                    return false;
                }
                Err(RestoreError::Journal(fault @ JournalError::Unreadable { .. })) => {
                    self.context.quarantine(&self.id, &fault);
                    return false;
                }
                Err(RestoreError::Journal(error)) => {
                    tracing::error!(game = %self.id, %error, "game not restored yet: journal unavailable");
                }
            }
            tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => return false,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Removes the game for good.
    async fn prune(&mut self) {
        let reason = if self.is_room() { rooms::OVER } else { CloseReason::GAME_NOT_FOUND };
        self.sockets.close_all(reason);
        self.release_code();
        match self.journal.forget(&self.id).await {
            Ok(()) => tracing::info!(game = %self.id, "game removed"),
            Err(error) => {
                tracing::error!(game = %self.id, %error, "removed game is still in the journal");
            }
        }
        // Last, so that no new game can take the id while the old one's inputs are there.
        self.context.release_id(&self.id);
    }
}
