//! One game: a task that owns its session, feeds it one input at a time, and tells nobody before the journal has it.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use session::lounge::Lounge;
use session::protocol::player::{self, Action, CloseReason, Command, ErrorCode};
use session::protocol::rooms::{self, Entrance, Intent, Refusal, Said};
use session::{
    ConnId, Frame, GameId, Input, Output, Phase, ReplayError, RoomCode, SeatId, Session, UnixMs, WrongReceipt,
};
use tokio::sync::{mpsc, oneshot};

use super::{Common, ToGame};
use crate::journal::{Journal, JournalError};
use crate::random;
use crate::rate::{self, Bucket};
use crate::socket::{Name, Outbox, Unreachable};

/// Rest before a game whose journal failed tries again, doubled up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A game and the sockets that play it.
pub(super) struct GameTask {
    pub(super) common: Arc<Common>,
    journal: Arc<dyn Journal>,
    pub(super) id: GameId,
    /// The room that the game is played in, as long as it can be found.
    code: Option<RoomCode>,
    pub(super) session: Session,
    /// Who watches and what is said. It is gone with the server.
    pub(super) lounge: Lounge,
    inbox: mpsc::Receiver<ToGame>,
    pub(super) sockets: Vec<Socket>,
    buckets: Vec<(SeatId, Bucket)>,
    /// The time of the last input: a wall clock may be set back, a game's time may not.
    last: UnixMs,
    counted_active: bool,
}

pub(super) struct Socket {
    pub(super) conn: ConnId,
    outbox: Outbox,
    seat: Option<SeatId>,
    /// How much may be said by it, once something is.
    pub(super) talk: Option<Bucket>,
}

impl Socket {
    pub(super) fn new(conn: ConnId, outbox: Outbox) -> Self {
        Socket { conn, outbox, seat: None, talk: None }
    }
}

/// Why a game stopped playing.
pub(super) enum Stop {
    /// The server ends.
    Shutdown,
    /// The game's time is over.
    Pruned,
    /// What happened could not be stored, so nobody may hear of it.
    Journal(JournalError),
    /// The journal's receipt is for another input.
    Receipt(WrongReceipt),
}

/// Why a game cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResumeError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Brings a game back from its stored inputs, and tells it that every connection is gone.
pub(super) async fn resume(common: &Common, id: &GameId) -> Result<Session, ResumeError> {
    let entries = common.journal.load(id).await?;
    let last = entries.last().map_or(UnixMs(0), |entry| entry.at);
    let mut session = Session::replay(&common.catalogue, entries.into_iter())?;
    let unsent = session.handle(common.clock.now().max(last), Input::Restarted);
    let receipt = common.journal.append(id, unsent.entry()).await?;
    // Nobody is connected, so there is nobody to tell.
    drop(unsent.release(receipt));
    Ok(session)
}

impl GameTask {
    pub(super) fn new(
        common: Arc<Common>,
        journal: Arc<dyn Journal>,
        id: GameId,
        session: Session,
        inbox: mpsc::Receiver<ToGame>,
    ) -> Self {
        let lounge = Lounge::new(&session, common.clock.now());
        let mut task = GameTask {
            common,
            journal,
            id,
            code: session.room_code(),
            session,
            lounge,
            inbox,
            sockets: Vec::new(),
            buckets: Vec::new(),
            last: UnixMs(0),
            counted_active: false,
        };
        task.count();
        task
    }

    /// Plays until the game or the server ends. A failure of the journal, or a fault of ours, throws the game back to
    /// what is stored: its players are disconnected, come back, and find the last position that anybody was told.
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
                    tracing::error!(game = %self.id, %error, "an input was not stored");
                }
                Ok(Stop::Receipt(error)) => tracing::error!(game = %self.id, %error, "a receipt is wrong"),
                Err(_) => tracing::error!(game = %self.id, "the game's task panicked"),
            }
            if self.is_room() {
                // Nothing is stored of it that it could start from.
                self.vanish();
                break;
            }
            if !self.start_anew().await {
                break;
            }
        }
        if self.counted_active {
            self.common.active.fetch_sub(1, Ordering::Relaxed);
        }
        self.close_room();
    }

    fn is_room(&self) -> bool {
        self.session.room_code().is_some()
    }

    /// The room cannot be found any more.
    fn close_room(&mut self) {
        if let Some(code) = self.code.take() {
            self.common.release_code(code);
        }
    }

    fn vanish(&mut self) {
        for socket in self.sockets.drain(..) {
            socket.outbox.close(CloseReason::INTERNAL);
        }
        self.common.release(&self.id);
    }

    pub(super) fn now(&self) -> UnixMs {
        self.common.clock.now().max(self.last)
    }

    async fn play(&mut self) -> Stop {
        let shutdown = self.common.shutdown.clone();
        loop {
            let now = self.now();
            if self.prunable_at().is_some_and(|at| at <= now) {
                return Stop::Pruned;
            }
            let due = self.session.next_timeout();
            if due.is_some_and(|at| at <= now) {
                if let Err(stop) = self.handle(Input::Tick).await {
                    return stop;
                }
                if self.session.next_timeout() != due {
                    continue;
                }
            }
            if self.lounge.next_timeout().is_some_and(|at| at <= now) {
                if let Err(stop) = self.tell_company().await {
                    return stop;
                }
                continue;
            }
            let rings = [self.session.next_timeout(), self.lounge.next_timeout(), self.prunable_at()];
            let ring = rings.into_iter().flatten().min();
            let clock = &self.common.clock;
            let alarm = async {
                match ring {
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
            // The registry holds a sender, so the inbox ends only with the server.
            let Some(message) = message else { return Stop::Shutdown };
            if let Err(stop) = self.take(message).await {
                return stop;
            }
        }
    }

    async fn take(&mut self, message: ToGame) -> Result<(), Stop> {
        match message {
            ToGame::Hello { conn, hello, outbox } => {
                if let Some(outbox) = outbox {
                    self.make_room();
                    self.sockets.push(Socket::new(conn, outbox));
                } else if self.socket(conn).is_none() {
                    return Ok(());
                }
                if self.lounge.has(conn) {
                    // Who watches by a socket plays by another one.
                    let frame = player::error_frame(ErrorCode::Malformed, hello.id.as_ref());
                    return self.answer(conn, frame).await;
                }
                // What has no effect is not kept: who has no seat cannot fill the journal.
                match self.session.seat_for(conn, &hello) {
                    Err(away) => {
                        self.answer(conn, away.frame(hello.id)).await?;
                        if let Some(reason) = away.close_reason() {
                            self.let_go(conn, reason);
                        }
                        return Ok(());
                    }
                    Ok(Some(seat)) if self.is_spent(seat) => {
                        let frame = player::error_frame(ErrorCode::RateLimited, hello.id.as_ref());
                        return self.answer(conn, frame).await;
                    }
                    Ok(_) => {}
                }
                match random::token(&*self.common.random) {
                    Ok(fresh) => self.handle(Input::Hello { conn, hello, fresh }).await,
                    Err(error) => {
                        tracing::error!(game = %self.id, %error, "a hello could not be answered");
                        self.let_go(conn, CloseReason::INTERNAL);
                        Ok(())
                    }
                }
            }
            ToGame::Command { conn, command } => {
                let Some(socket) = self.sockets.iter().find(|socket| socket.conn == conn) else {
                    return Ok(());
                };
                let Some(seat) = socket.seat else {
                    return self.answer(conn, player::hello_first_frame(command.id.as_ref())).await;
                };
                if self.is_a_spectators(&command) {
                    let frame = player::error_frame(ErrorCode::NameRefused, command.id.as_ref());
                    return self.answer(conn, frame).await;
                }
                match self.refuse(seat, &command) {
                    Some(code) => self.answer(conn, player::error_frame(code, command.id.as_ref())).await,
                    None => self.handle(Input::Command { conn, command }).await,
                }
            }
            ToGame::Enter { conn, entrance, outbox, answer } => {
                self.let_in(conn, entrance, outbox, answer).await
            }
            ToGame::Said { conn, said } => {
                let Some(seat) = self.sockets.iter().find(|socket| socket.conn == conn).and_then(|s| s.seat)
                else {
                    return Ok(());
                };
                let said = if self.is_spent(seat) && said.intent != Intent::Leave {
                    Said { intent: Intent::Refused(rooms::ErrorCode::RateLimit.into()), ..said }
                } else {
                    said
                };
                self.handle(Input::Said { conn, said }).await
            }
            ToGame::Watch { conn, watch, outbox } => self.watch(conn, watch, outbox).await,
            ToGame::Chat { conn, said } => self.talk(conn, said).await,
            ToGame::Gone { conn } if self.lounge.has(conn) => self.unwatch(conn).await,
            ToGame::Gone { conn } => match self.remove(conn) {
                Some(conn) => self.handle(Input::Closed { conn }).await,
                None => Ok(()),
            },
        }
    }

    /// Lets a socket into the room, or tells it why not: then it goes on without the game.
    async fn let_in(
        &mut self,
        conn: ConnId,
        entrance: Entrance,
        outbox: Outbox,
        answer: oneshot::Sender<Result<(), Refusal>>,
    ) -> Result<(), Stop> {
        // A grace that ran out just now ends the game first.
        if self.session.next_timeout().is_some_and(|at| at <= self.now()) {
            self.handle(Input::Tick).await?;
        }
        let refusal = match self.session.seat_in_room(&entrance) {
            Err(refusal) => Some(refusal),
            Ok(Some(seat)) if self.is_spent(seat) => Some(rooms::ErrorCode::RateLimit.into()),
            Ok(_) => None,
        };
        if let Some(refusal) = refusal {
            // Who has hung up needs no answer.
            let _ = answer.send(Err(refusal));
            return Ok(());
        }
        match random::room_token(&*self.common.random) {
            Ok(fresh) => {
                self.sockets.push(Socket::new(conn, outbox));
                let _ = answer.send(Ok(()));
                self.handle(Input::Enter { conn, entrance, fresh }).await
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "nobody can be let into a room");
                outbox.close(CloseReason::INTERNAL);
                let _ = answer.send(Ok(()));
                Ok(())
            }
        }
    }

    /// Whether a seat has had all the inputs that it may have. The other one is not touched by that, nor told of it.
    fn is_spent(&self, seat: SeatId) -> bool {
        self.session.inputs_of(seat) >= self.common.limits.seat_inputs
    }

    /// The bounds on what a seat may send: commits by rate, everything by its count. Giving up is possible to the end.
    fn refuse(&mut self, seat: SeatId, command: &Command) -> Option<ErrorCode> {
        let gives_up = command.action == Action::Resign && self.session.phase() == Phase::Active;
        if self.is_spent(seat) && !gives_up {
            return Some(ErrorCode::RateLimited);
        }
        if !matches!(command.action, Action::Commit { .. } | Action::Move { .. } | Action::SetName { .. }) {
            return None;
        }
        let limits = &self.common.limits;
        let at = match self.buckets.iter().position(|(owner, _)| *owner == seat) {
            Some(at) => at,
            None => {
                let bucket = rate::bucket(limits.commit_rate, limits.commit_burst, &self.common.clock);
                self.buckets.push((seat, bucket));
                self.buckets.len() - 1
            }
        };
        let (_, bucket) = self.buckets.get(at)?;
        bucket.check().is_err().then_some(ErrorCode::RateLimited)
    }

    /// Gives the session an input, and whatever follows from sockets that turn out to be unreachable.
    pub(super) async fn handle(&mut self, input: Input) -> Result<(), Stop> {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            self.last = self.now();
            let unsent = self.session.handle(self.last, input);
            let receipt = self.journal.append(&self.id, unsent.entry()).await.map_err(Stop::Journal)?;
            for output in unsent.release(receipt).map_err(Stop::Receipt)? {
                inputs.extend(self.put_out(output).map(|conn| Input::Closed { conn }));
            }
            let told = self.lounge.notice(&self.session, self.last);
            inputs.extend(self.put_out_company(told).into_iter().map(|conn| Input::Closed { conn }));
        }
        self.count();
        if self.session.phase() == Phase::Finished {
            self.close_room();
        }
        Ok(())
    }

    /// Takes a socket off the list. Gives the connection back if it had a seat, which then has to hear of it.
    pub(super) fn remove(&mut self, conn: ConnId) -> Option<ConnId> {
        let at = self.socket(conn)?;
        self.sockets.remove(at).seat.map(|_| conn)
    }

    /// Passes an output on. Gives the connection back if it had a seat and turns out to be unreachable.
    pub(super) fn put_out(&mut self, output: Output) -> Option<ConnId> {
        match output {
            Output::Send { conn, frame } => {
                let at = self.socket(conn)?;
                match self.sockets.get(at)?.outbox.send(frame) {
                    Ok(()) => None,
                    Err(Unreachable) => self.remove(conn),
                }
            }
            Output::Close { conn, reason } => {
                self.let_go(conn, reason);
                None
            }
            Output::Seated { conn, seat } => {
                let at = self.socket(conn)?;
                self.sockets.get_mut(at)?.seat = Some(seat);
                tracing::debug!(game = %self.id, socket = %Name(conn), "a seat is taken");
                None
            }
        }
    }

    async fn answer(&mut self, conn: ConnId, frame: Frame) -> Result<(), Stop> {
        match self.put_out(Output::Send { conn, frame }) {
            Some(conn) => self.handle(Input::Closed { conn }).await,
            None => Ok(()),
        }
    }

    pub(super) fn socket(&self, conn: ConnId) -> Option<usize> {
        self.sockets.iter().position(|socket| socket.conn == conn)
    }

    /// Sockets without a seat, of people who do not watch either, are few: beyond that, the one that has been there longest goes.
    pub(super) fn make_room(&mut self) {
        let is_bystander = |socket: &&Socket| socket.seat.is_none() && !self.lounge.has(socket.conn);
        let mut bystanders = self.sockets.iter().filter(is_bystander);
        if let Some(oldest) = bystanders.next().map(|socket| socket.conn)
            && bystanders.count() + 1 >= self.common.limits.bystanders.max(1)
        {
            self.let_go(oldest, CloseReason::SPECTATORS_DISABLED);
        }
    }

    pub(super) fn let_go(&mut self, conn: ConnId, reason: CloseReason) {
        if let Some(at) = self.socket(conn) {
            self.sockets.remove(at).outbox.close(reason);
        }
    }

    /// Keeps the number of active games, for the health answer.
    fn count(&mut self) {
        let active = self.session.phase() == Phase::Active;
        if active != self.counted_active {
            self.counted_active = active;
            if active {
                self.common.active.fetch_add(1, Ordering::Relaxed);
            } else {
                self.common.active.fetch_sub(1, Ordering::Relaxed);
            }
            tracing::info!(game = %self.id, phase = ?self.session.phase(), "the game's phase changed");
        }
    }

    /// Back to what is stored. False if the game cannot go on.
    async fn start_anew(&mut self) -> bool {
        let mut pause = FIRST_PAUSE;
        loop {
            for socket in self.sockets.drain(..) {
                socket.outbox.close(CloseReason::INTERNAL);
            }
            // What was sent to the game that was is void; a socket dropped here closes, and its player comes back.
            while self.inbox.try_recv().is_ok() {}
            match resume(&self.common, &self.id).await {
                Ok(session) => {
                    self.lounge = Lounge::new(&session, self.common.clock.now().max(self.last));
                    self.session = session;
                    self.count();
                    tracing::warn!(game = %self.id, "the game started anew from the journal");
                    return true;
                }
                Err(ResumeError::Replay(fault)) => return self.set_aside(&fault),
                Err(ResumeError::Journal(fault @ JournalError::Unreadable { .. })) => {
                    return self.set_aside(&fault);
                }
                Err(ResumeError::Journal(error)) => {
                    tracing::error!(game = %self.id, %error, "the game cannot be read back yet");
                }
            }
            tokio::select! {
                biased;
                () = self.common.shutdown.cancelled() => return false,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn set_aside(&self, fault: &dyn std::error::Error) -> bool {
        tracing::error!(game = %self.id, %fault, "the game cannot be brought back and is set aside");
        self.common.set_aside(&self.id);
        false
    }

    async fn prune(&mut self) {
        let reason = if self.is_room() { rooms::OVER } else { CloseReason::GAME_NOT_FOUND };
        for socket in self.sockets.drain(..) {
            socket.outbox.close(reason);
        }
        self.close_room();
        match self.journal.forget(&self.id).await {
            Ok(()) => tracing::info!(game = %self.id, "game removed"),
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a removed game is still in the journal");
            }
        }
        // Last, so that no new game can take the name while the old one's inputs are there.
        self.common.release(&self.id);
    }
}
