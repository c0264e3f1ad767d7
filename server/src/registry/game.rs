//! The task of one game: feeds messages, time and randomness to its [`GameHost`], stores entries, and delivers outputs.

mod blocks;
mod identify;
mod leaving;
mod push;
mod rematch;
mod restore;
mod vacation;

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use session::domain::SeatPlayers;
use session::host::{GameHost, Reaction};
use session::protocol::events::{ChatRequest, ChatWish, Watch};
use session::protocol::player::{self, Action, ClientMessage, CloseReason, Command, ErrorCode, Hello};
use session::protocol::rooms::{Entrance, Refusal};
use session::{
    CommandId, ConnId, GameId, Input, Output, Phase, RoomCode, SeatId, Session, Token, UnixMs, Unsent,
    WrongReceipt,
};
use tokio::sync::{mpsc, oneshot};

use super::guest::GuestGame;
use super::sockets::Sockets;
use super::{GameContext, GameMessage, Registry};
use crate::address::{ClientAddress, Network};
use crate::journal::{Journal, JournalError};
use crate::log_name::LogName;
use crate::outbox::Outbox;
use crate::random;
use crate::rate::{self, SeatBuckets};
use crate::refusals::Bound;
pub(super) use restore::{RestoreError, restore};

/// A game and its sockets.
// Requirement gambit-69.
pub(super) struct GameTask {
    /// All games, among them a rematch of this one.
    registry: Registry,
    context: Arc<GameContext>,
    journal: Arc<dyn Journal>,
    id: GameId,
    /// Name of the game in the log.
    name: LogName,
    /// Code of the room that the game is played in, as long as the room can be found by it.
    code: Option<RoomCode>,
    host: GameHost,
    inbox: mpsc::Receiver<GameMessage>,
    sockets: Sockets,
    /// Rates of push messages, by seat: what one player is sent takes nothing from the other, who would learn of it.
    push_buckets: SeatBuckets,
    /// Rates of commands, by seat.
    buckets: SeatBuckets,
    /// Time of the last message: a wall clock may be set back, a game's time may not.
    last: UnixMs,
    is_counted_active: bool,
    /// The network that created the game, unless that was before the last start.
    network: Option<Network>,
    /// Game that was created for a rematch, until the agreement on it is stored.
    unconfirmed_rematch: Option<GameId>,
    /// Players whose vacations the game is told of.
    followed: SeatPlayers,
    /// True if the game may make room for others.
    is_left_alone: bool,
    /// Limits on a game by the ruleset of a guest.
    guest: Option<GuestGame>,
    /// Dropped with the task: then there is room.
    evicted: Option<oneshot::Sender<()>>,
}

/// The reason why a game stopped.
enum Stop {
    /// The server stops.
    Shutdown,
    /// The game's lifetime is over.
    Pruned,
    /// The game may be another node's.
    Lost,
    /// An input could not be stored, so its outputs may not be sent.
    Journal(JournalError),
    /// The journal's receipt is of another input.
    Receipt(WrongReceipt),
}

impl GameTask {
    pub(super) fn new(
        registry: Registry,
        journal: Arc<dyn Journal>,
        id: GameId,
        network: Option<Network>,
        session: Session,
        inbox: mpsc::Receiver<GameMessage>,
    ) -> Self {
        let code = session.room_code();
        let context = Arc::clone(&registry.context);
        let guest = session.is_of_guest().then(|| GuestGame::new(context.limits.guests.guest_game_time.0));
        let host = GameHost::new(session, context.clock.now()).with_seat_inputs(context.limits.seat_inputs);
        let mut task = GameTask {
            registry,
            context,
            journal,
            id,
            name: LogName::of(&id),
            code,
            host,
            inbox,
            sockets: Sockets::default(),
            push_buckets: SeatBuckets::default(),
            buckets: SeatBuckets::default(),
            last: UnixMs(0),
            is_counted_active: false,
            network,
            unconfirmed_rematch: None,
            followed: SeatPlayers::default(),
            is_left_alone: false,
            guest,
            evicted: None,
        };
        task.note_phase();
        task.note_waiting();
        task
    }

    /// Runs until the game or the server ends. A failure of the journal, or a panic, throws the game back to what is stored: its
    /// players are disconnected, come back, and find the last position that anybody was sent.
    pub(super) async fn run(mut self) {
        loop {
            let stop = AssertUnwindSafe(self.play()).catch_unwind().await;
            match stop {
                Ok(Stop::Shutdown) => {
                    self.give_up().await;
                    break;
                }
                Ok(Stop::Pruned) => {
                    self.prune().await;
                    break;
                }
                Ok(Stop::Lost | Stop::Journal(JournalError::Fenced { .. })) => {
                    tracing::warn!(game = %self.name, "game left: another node has it");
                    self.leave(CloseReason::RESTART).await;
                    break;
                }
                Ok(Stop::Journal(error)) => {
                    tracing::error!(game = %self.name, %error, "input not stored");
                }
                Ok(Stop::Receipt(error)) => tracing::error!(game = %self.name, %error, "wrong receipt"),
                Err(_) => tracing::error!(game = %self.name, "game task panicked"),
            }
            if self.is_room() {
                // Nothing is stored that it could start from.
                self.sockets.close_all(CloseReason::INTERNAL);
                self.context.release_id(&self.id);
                break;
            }
            if self.context.shared.is_some() {
                // Whichever node is asked for it next begins from what is stored.
                self.leave(CloseReason::INTERNAL).await;
                break;
            }
            if !self.restart().await {
                break;
            }
        }
        if self.is_counted_active {
            self.context.count_active(false);
        }
        self.context.waiting.remove(&self.id);
        self.unfollow_players();
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
        self.look_up_blocks().await;
        self.follow_players();
        if let Err(stop) = self.look_up_vacations().await {
            return stop;
        }
        loop {
            self.note_waiting();
            let now = self.now();
            if self.host.prunable_at().is_some_and(|at| at <= now) {
                return Stop::Pruned;
            }
            let due = self.host.next_timeout();
            if due.is_some_and(|at| at <= now) {
                // The flag of a player who is on vacation since a moment ago does not fall.
                if let Err(stop) = self.look_up_vacations().await {
                    return stop;
                }
                if let Err(stop) = self.apply(Input::Tick).await {
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

    /// Makes an input of a message: adds what the host cannot know, which are the socket's way back, fresh tokens, and rates.
    async fn receive(&mut self, message: GameMessage) -> Result<(), Stop> {
        match message {
            GameMessage::Client { conn, client, message, outbox } => {
                if let Some(outbox) = outbox {
                    self.connect(conn, outbox);
                }
                if !self.sockets.has(conn) {
                    return Ok(());
                }
                match message {
                    ClientMessage::Hello(hello) => self.hello(conn, hello).await,
                    ClientMessage::KeyedHello(hello, proof) => self.keyed_hello(conn, hello, proof).await,
                    ClientMessage::Watch(watch) => self.watch(conn, watch).await,
                    ClientMessage::Command(command) => self.command(conn, client, command).await,
                    ClientMessage::Chat(request) => self.chat(conn, request).await,
                    // The socket answers these itself.
                    ClientMessage::Pong | ClientMessage::Ping(_) => Ok(()),
                }
            }
            GameMessage::Terms { viewer, reply } => {
                let terms = self.terms_for(viewer).await;
                // A client that hung up needs no reply.
                let _ = reply.send(terms);
                Ok(())
            }
            GameMessage::Course { reply } => {
                let _ = reply.send(self.host.session().course());
                Ok(())
            }
            GameMessage::CallOff if self.host.session().phase() != Phase::Finished => Err(Stop::Pruned),
            GameMessage::OwnGame { token, reply } => {
                let _ = reply.send(self.host.session().own_game(&token).map(Box::new));
                Ok(())
            }
            GameMessage::Opponent { token, is_muted, reply } => {
                let opponent = self.host.session().opponent_of(&token);
                if let Some(opponent) = opponent.as_ref().filter(|_| is_muted) {
                    self.host.mute_opponent(SeatId(opponent.you));
                }
                let _ = reply.send(opponent);
                Ok(())
            }
            GameMessage::Enter { conn, entrance, outbox, reply } => {
                self.enter(conn, entrance, outbox, reply).await
            }
            GameMessage::RoomIntent { conn, message } if self.sockets.has(conn) => {
                self.apply(Input::RoomIntent { conn, message }).await
            }
            GameMessage::Closed { conn } if self.sockets.remove(conn) => {
                self.apply(Input::Closed { conn }).await
            }
            GameMessage::Evict { done } if self.waits_alone() => {
                tracing::info!(game = %self.name, "game makes room for another: nobody is there");
                self.evicted = Some(done);
                Err(Stop::Pruned)
            }
            GameMessage::Unreachable { seat, endpoint } => {
                self.apply(Input::Unreachable { seat, endpoint }).await
            }
            GameMessage::Vacation { player, vacation } => self.note_vacation(player, vacation).await,
            GameMessage::Lost => Err(Stop::Lost),
            GameMessage::Discard if self.sockets.is_empty() => Err(Stop::Pruned),
            // Somebody has come meanwhile.
            GameMessage::Discard | GameMessage::Evict { .. } => Ok(()),
            // It may be looked at until it is removed.
            GameMessage::CallOff => Ok(()),
            // The socket was let go of meanwhile.
            GameMessage::RoomIntent { .. } | GameMessage::Closed { .. } => Ok(()),
        }
    }

    /// Adds a socket with its first message.
    fn connect(&mut self, conn: ConnId, outbox: Outbox) {
        let host = &self.host;
        let takes_part = |conn| host.seat_at(conn).is_some() || host.is_spectator(conn);
        self.sockets.close_oldest_bystander(self.context.limits.bystanders, takes_part);
        self.sockets.add(conn, outbox);
    }

    /// Returns a fresh token for a socket; without randomness the socket is closed.
    fn fresh_token(&mut self, conn: ConnId) -> Option<Token> {
        match random::token(&*self.context.random) {
            Ok(fresh) => Some(fresh),
            Err(error) => {
                tracing::error!(game = %self.name, %error, "socket closed: no token");
                self.sockets.close(conn, CloseReason::INTERNAL);
                None
            }
        }
    }

    async fn hello(&mut self, conn: ConnId, hello: Hello) -> Result<(), Stop> {
        let Some(fresh) = self.fresh_token(conn) else { return Ok(()) };
        self.apply(Input::Hello { conn, hello, fresh }).await?;
        // The player of a game against the machine may have come.
        if let Some(game) = self.context.find(&self.id) {
            self.context.machines.announce(self.host.session(), game);
        }
        Ok(())
    }

    async fn watch(&mut self, conn: ConnId, watch: Watch) -> Result<(), Stop> {
        let Some(fresh) = self.fresh_token(conn) else { return Ok(()) };
        let now = self.advance();
        let outputs = self.host.watch(now, conn, watch, fresh);
        self.send(outputs).await
    }

    async fn command(&mut self, conn: ConnId, client: ClientAddress, command: Command) -> Result<(), Stop> {
        let seat = self.host.rate_limited_seat(conn, &command);
        if seat.is_some_and(|seat| !self.check_command_rate(seat)) {
            self.context.admission.refusals().note(Bound::CommitRate);
            return self.refuse_rate(conn, command.id.as_ref()).await;
        }
        let refused = self.refused_subscription(&command).or_else(|| self.refused_key(conn, &command));
        if let Some(code) = refused {
            let frame = player::error_frame(code, command.id.as_ref());
            return self.send(vec![Output::Send { conn, frame }]).await;
        }
        let Some(request) = self.host.rematch_request(conn, &command) else {
            let is_key = matches!(command.action, Action::Identify { .. });
            self.apply(Input::Command { conn, command }).await?;
            return if is_key { self.note_player().await } else { Ok(()) };
        };
        match self.create_rematch(client, request).await {
            Ok(next) => {
                self.unconfirmed_rematch = Some(next.id);
                self.apply(Input::Rematch { conn, command, next }).await?;
                self.confirm_rematch().await;
                Ok(())
            }
            Err(code) => {
                let frame = player::error_frame(code, command.id.as_ref());
                self.send(vec![Output::Send { conn, frame }]).await
            }
        }
    }

    async fn chat(&mut self, conn: ConnId, request: ChatRequest) -> Result<(), Stop> {
        let context = &self.context;
        let full = || rate::slow_bucket(context.limits.chat_rate, context.limits.chat_burst, &context.clock);
        // Mutes and reports have bounds of their own. A mute that was refused would leave the page and the server in disagreement.
        let is_message = matches!(request.wish, ChatWish::Say(_));
        if is_message && self.sockets.chat_bucket(conn, full).is_some_and(|bucket| bucket.check().is_err()) {
            self.context.admission.refusals().note(Bound::ChatRate);
            return self.refuse_rate(conn, request.id.as_ref()).await;
        }
        let now = self.advance();
        let (outputs, report) = self.host.chat(now, conn, request);
        if let Some(session::Report { by, of, message }) = report {
            // For the operator, who needs it to decide: the only text of people in a log line.
            tracing::warn!(game = %self.name, %by, %of, message, "chat message reported");
        }
        self.send(outputs).await
    }

    /// Answers a message that came too soon after others.
    async fn refuse_rate(&mut self, conn: ConnId, id: Option<&CommandId>) -> Result<(), Stop> {
        let frame = player::error_frame(ErrorCode::RateLimited, id);
        self.send(vec![Output::Send { conn, frame }]).await
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
            self.apply(Input::Tick).await?;
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
                self.apply(Input::Enter { conn, entrance, fresh }).await
            }
            Err(error) => {
                tracing::error!(game = %self.name, %error, "socket closed: no token");
                outbox.close(CloseReason::INTERNAL);
                Ok(())
            }
        }
    }

    /// Returns whether a seat may send one more command of those with a rate.
    // Requirement blind-69.
    fn check_command_rate(&mut self, seat: SeatId) -> bool {
        let limits = &self.context.limits;
        let new = || rate::bucket(limits.commit_rate, limits.commit_burst, &self.context.clock);
        self.buckets.take(seat, new)
    }

    /// Returns the time of the next call of the host, which is never earlier than the last.
    fn advance(&mut self) -> UnixMs {
        self.last = self.now();
        self.last
    }

    /// Gives an input to the host, and sends the outputs.
    async fn apply(&mut self, input: Input) -> Result<(), Stop> {
        let outputs = self.outputs_of(input).await?;
        self.send(outputs).await
    }

    async fn outputs_of(&mut self, input: Input) -> Result<Vec<Output>, Stop> {
        let now = self.advance();
        let host = &mut self.host;
        let reaction = match &mut self.guest {
            Some(game) => game.receive(&self.context.guest_turns, host, now, input).await,
            None => host.receive(now, input),
        };
        match reaction {
            Reaction::Commit(unsent) => self.store(unsent).await,
            Reaction::Send(outputs) => Ok(outputs),
        }
    }

    /// Sends outputs, and gives the host the end of every socket that turns out to be unreachable.
    async fn send(&mut self, outputs: Vec<Output>) -> Result<(), Stop> {
        let mut lost = VecDeque::from(self.deliver(outputs));
        while let Some(conn) = lost.pop_front() {
            let outputs = self.outputs_of(Input::Closed { conn }).await?;
            lost.extend(self.deliver(outputs));
        }
        self.note_phase();
        if self.host.session().phase() == Phase::Finished {
            self.release_code();
        }
        Ok(())
    }

    /// Stores an entry, and opens its outputs with the receipt.
    async fn store(&mut self, unsent: Unsent) -> Result<Vec<Output>, Stop> {
        let receipt =
            self.journal.append(&self.id, unsent.entry(), unsent.finished()).await.map_err(Stop::Journal)?;
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
                    tracing::debug!(game = %self.name, socket = %conn.0, "seat taken");
                }
                Output::Push(message) => self.push(*message),
            }
        }
        lost
    }

    /// Returns whether the game can make room for others, and nobody is connected.
    fn waits_alone(&self) -> bool {
        self.host.session().makes_room() && self.sockets.is_empty()
    }

    /// Lets the game make room for others as long as it waits alone.
    fn note_waiting(&mut self) {
        let is_left_alone = self.waits_alone();
        if is_left_alone && !self.is_left_alone {
            self.context.waiting.add(self.id, self.network);
        } else if !is_left_alone && self.is_left_alone {
            self.context.waiting.remove(&self.id);
        }
        self.is_left_alone = is_left_alone;
    }

    /// Counts the game as active while it is played, for the health response.
    fn note_phase(&mut self) {
        let phase = self.host.session().phase();
        let is_active = phase == Phase::Active;
        if phase == Phase::Finished {
            self.follow_players();
        }
        if is_active != self.is_counted_active {
            self.is_counted_active = is_active;
            self.context.count_active(is_active);
            tracing::info!(game = %self.name, ?phase, "phase changed");
        }
    }
}
