//! One game with its two players as a state machine: inputs with their times in, outputs out, no other effects.

mod actions;
mod finished;
mod identify;
mod machine;
mod marks;
mod members;
mod opponent;
mod own_game;
mod push;
mod rematch;
mod room;
mod seating;
mod vacation;

use std::sync::Arc;

use ggn_core::{BySide, Side};

use crate::catalogue::{Catalogue, CreationError, GameTerms};
use crate::clock::TimeControl;
use crate::domain::{Color, CommandId, ConnId, GameStatus, PlayerId, SeatId, SideChoice, Token, UnixMs};
use crate::game::{Game, Terms};
use crate::input::{Entry, Input, Recorded};
use crate::output::{Output, Unsent};
use crate::protocol::player::hello_first_frame;
use crate::protocol::player::{Action, CloseReason, Command, ErrorCode};
use crate::protocol::rooms;
use crate::rematch::Rematch;
use crate::seat::player::{AnsweredRequest, RequestKey, Response};
use crate::seat::{Seat, SeatProtocol};
use crate::terms::{Absence, CreateGame, Creation, Creator, MachineSeat, NextGame};
use crate::view::{PublicTerms, Viewer, observe, observe_arrival, observe_since, public_terms};
use crate::word_filter::WordFilter;

pub use finished::{GameCourse, GameResult};
pub use opponent::Opponent;
use push::SeatPushes;
pub use seating::HelloRefused;

/// Inputs for which a message of marks counts: in the journal it takes as much as so many others.
const MARKS_INPUTS: u64 = 4;

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The second seat is open.
    Waiting,
    /// Both seats are taken.
    Active,
    /// The game is over.
    Finished,
}

/// One game with its players.
///
/// The same inputs at the same times give the same outputs, byte for byte. Replaying its journal restores a session.
#[derive(Debug)]
pub struct Session {
    game: Game,
    /// Filter for names and chat messages.
    word_filter: Arc<WordFilter>,
    seats: BySide<Option<Seat>>,
    /// The request for the game, which a rematch repeats.
    request: CreateGame,
    /// Side of the creator.
    creator_side: Color,
    /// The seat of the machine, if it plays.
    machine: Option<MachineSeat>,
    /// True if both players have agreed on the game before it was created.
    is_agreed: bool,
    lifetimes: Lifetimes,
    /// Number of the next entry.
    next_entry: u64,
    /// Time of the latest input; it never decreases.
    now: UnixMs,
    /// Time since which nobody is connected, while the game waits for players.
    waiting_since: Option<UnixMs>,
    finished_at: Option<UnixMs>,
    /// Push subscriptions of each seat, and its turn.
    pushes: BySide<SeatPushes>,
    /// Players of the seats who have shown a key. It is no part of the game, so that no observation can tell of it.
    players: BySide<Option<PlayerId>>,
    #[cfg(feature = "testing")]
    seeded_leak: crate::leaks::SeededLeak,
}

#[derive(Clone, Copy, Debug)]
struct Lifetimes {
    grace_ms: u64,
    finished_ms: u64,
    waiting_ms: u64,
}

/// Error of a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The journal is empty.
    #[error("the journal is empty")]
    Empty,
    /// The first entry is not the creation, or a later one is.
    #[error("entry {seq} is not what stands at its place: the creation comes first, and only once")]
    OutOfPlace {
        /// Number of the entry.
        seq: u64,
    },
    /// An entry is missing or repeated.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// Expected number.
        expected: u64,
        /// Number found.
        found: u64,
    },
    /// The creation refers to data that no longer exists.
    #[error(transparent)]
    Refused(#[from] CreationError),
}

impl Session {
    /// Creates a game with its creator's seat taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the moderator is unknown, or the house rules or the gambit profile are not available.
    pub fn create(
        catalogue: &Arc<Catalogue>,
        mut creation: Creation,
    ) -> Result<(Session, Unsent), CreationError> {
        let agreed = catalogue.terms_of_new_game(&creation)?;
        creation.start = creation.start.and_then(|start| start.draw(&agreed.rules.ruleset));
        let start = agreed.start(&creation)?;
        let ruleset = &agreed.rules.ruleset;
        let covers = start.as_ref().unwrap_or_else(|| ruleset.initial());
        creation.deal = creation.deal.and_then(|deal| deal.draw(ruleset, covers));
        Session::begin(catalogue, agreed, creation)
    }

    fn begin(
        catalogue: &Catalogue,
        agreed: GameTerms,
        creation: Creation,
    ) -> Result<(Session, Unsent), CreationError> {
        let start = agreed.start(&creation)?;
        let deal = agreed.deal(&creation, start.as_ref())?;
        let GameTerms { profile, rules, moderator, gambit } = agreed;
        let request = &creation.request;
        let limits = creation.limits;
        // Nobody stays connected for days. The flag falls before this absence ends.
        let by_days = request.clock.and_then(TimeControl::turn_days).map(|_| Absence::MAX);
        let lifetimes = Lifetimes {
            grace_ms: request
                .absence_seconds
                .or(by_days)
                .map(Absence::ms)
                .or(limits.grace_ms)
                .unwrap_or(profile.grace_ms),
            finished_ms: limits.finished_lifetime_ms.unwrap_or(profile.finished_lifetime_ms),
            waiting_ms: limits.waiting_lifetime_ms.unwrap_or(profile.waiting_lifetime_ms),
        };
        let side = match request.side {
            SideChoice::White => Side::First,
            SideChoice::Black => Side::Second,
            SideChoice::Random => creation.random_side.into(),
        };
        let mut game = Game::new(Terms {
            id: creation.id,
            watch_id: creation.watch_id.unwrap_or(creation.id),
            mode: request.mode,
            highlighting_enabled: request.highlighting_enabled,
            aids: request.aids,
            social: profile
                .social_terms(request, gambit.as_ref().map(|terms| terms.profile().spectators_allowed)),
            // Who may try until a move is legal is bound to no piece.
            touch_move: moderator.attempts().is_none()
                && profile
                    .binds_touched_pieces(request, gambit.as_ref().map(|terms| terms.profile().touch_move)),
            profile,
            moderator,
            rules,
            start,
            deal,
            clock: request.clock,
            gambit,
            created_at: creation.at,
        });
        game.attendance.claim(side);
        let mut seats = BySide::default();
        match &creation.creator {
            Creator::Player(token) => seats[side] = Some(Seat::of_player(token.clone())),
            Creator::Rematch(tokens) | Creator::Paired(tokens) | Creator::Machine(tokens) => {
                game.attendance.claim(side.opponent());
                seats = BySide::from_fn(|side: Side| Some(Seat::of_player(tokens.of(side.into()).clone())));
            }
            Creator::Room { code, token } => {
                game.set_room();
                seats[side] = Some(Seat::of_room(*code, token.clone()));
            }
        }
        let machine = machine::seat(&creation, side.opponent());
        if let Some(machine) = &machine {
            game.names[machine.side.into()] = machine.name();
        }
        let at = creation.at;
        let session = Session {
            game,
            word_filter: Arc::clone(catalogue.word_filter()),
            seats,
            request: request.clone(),
            creator_side: side.into(),
            machine,
            is_agreed: matches!(creation.creator, Creator::Rematch(_) | Creator::Paired(_)),
            lifetimes,
            next_entry: 1,
            now: at,
            waiting_since: Some(at),
            finished_at: None,
            pushes: BySide::default(),
            players: BySide::default(),
            #[cfg(feature = "testing")]
            seeded_leak: crate::leaks::SeededLeak::default(),
        };
        let entry = Entry { seq: 0, at, input: Recorded::Created(creation) };
        Ok((session, Unsent::new(entry, Vec::new())))
    }

    /// Restores a game from its journal. Every connection in the journal counts as open; the caller sends [`Input::Restarted`] next.
    ///
    /// # Errors
    ///
    /// Returns an error if the entries are not a whole journal, beginning with the creation.
    pub fn replay(
        catalogue: &Arc<Catalogue>,
        entries: impl Iterator<Item = Entry>,
    ) -> Result<Session, ReplayError> {
        let mut session: Option<Session> = None;
        for entry in entries {
            let Entry { seq, at, input } = entry;
            let expected = session.as_ref().map_or(0, |session| session.next_entry);
            if seq != expected {
                return Err(ReplayError::Gap { expected, found: seq });
            }
            match (&mut session, input) {
                (None, Recorded::Created(creation)) => {
                    let agreed = catalogue.terms_of_existing_game(&creation)?;
                    session = Some(Session::begin(catalogue, agreed, creation)?.0);
                }
                (Some(session), Recorded::Input(input)) => drop(session.handle(at, input)),
                (None, Recorded::Input(_)) | (Some(_), Recorded::Created(_)) => {
                    return Err(ReplayError::OutOfPlace { seq });
                }
            }
        }
        session.ok_or(ReplayError::Empty)
    }

    /// Applies an input. The outputs are sealed until the journal has stored the entry.
    pub fn handle(&mut self, now: UnixMs, input: Input) -> Unsent {
        let at = now.max(self.now);
        self.now = at;
        let entry = Entry { seq: self.next_entry, at, input: Recorded::Input(input.clone()) };
        self.next_entry += 1;
        let mut out = Vec::new();
        #[cfg(feature = "testing")]
        let cause = self.seeded_leak.leak.map(|_| input.clone());
        // A grace period that ended while the server was down was of no use to its player, so it begins anew, and so does the turn on the clock.
        // The time at which the server went down is unknown, and counting from the latest input would disclose the time of that input. The days of a
        // correspondence game go on.
        match input {
            Input::Restarted => self.game.forgive_turn(at),
            Input::Vacation { seat, vacation } => self.stand(seat, vacation, at),
            _ => self.game.apply_time(at),
        }
        let mut leaver = None;
        let request = match input {
            Input::Hello { conn, hello, fresh } => {
                self.hello(conn, hello, fresh, &mut out);
                None
            }
            Input::Command { conn, command } => self.command(conn, command, None, &mut out),
            Input::Rematch { conn, command, next } => self.command(conn, command, Some(next), &mut out),
            Input::Enter { conn, entrance, fresh } => {
                self.enter(conn, &entrance, fresh, &mut out);
                None
            }
            Input::RoomIntent { conn, message } => {
                leaver = self.room_intent(conn, message, &mut out);
                None
            }
            Input::Closed { conn } => {
                self.closed(conn);
                None
            }
            Input::Unreachable { seat, endpoint } => {
                self.pushes[Side::from(seat.0)].remove(&endpoint);
                None
            }
            Input::Tick | Input::Vacation { .. } => None,
            Input::Restarted => {
                self.restarted();
                None
            }
        };
        let mut finished = None;
        if self.game.status == GameStatus::Finished && self.finished_at.is_none() {
            self.finished_at = Some(at);
            self.game.stop_clock(at);
            finished = self.finished_game(at);
        }
        self.send_changes(request, &mut out);
        if let Some(conn) = leaver {
            self.disconnect(conn, rooms::LEFT, &mut out);
        }
        self.push_turns(&mut out);
        #[cfg(feature = "testing")]
        if let Some(cause) = cause {
            let conns = BySide::from_fn(|side| self.seats[side].as_ref().and_then(|seat| seat.conn));
            self.seeded_leak.inject(&self.game, conns, at, &cause, &mut out);
        }
        Unsent::new(entry, out).with_record(finished)
    }

    /// Returns the time at which [`Input::Tick`] is due: a fallen flag, the deadline of bids or a retreat, the end of a grace period, or a push message.
    #[must_use]
    pub fn next_timeout(&self) -> Option<UnixMs> {
        [self.game.due_at(), self.next_push()].into_iter().flatten().min()
    }

    /// Returns the time from which on the game may be removed; `None` during the game.
    #[must_use]
    pub fn prunable_at(&self) -> Option<UnixMs> {
        match self.game.status {
            GameStatus::Waiting => self.waiting_since.map(|since| since.plus(self.lifetimes.waiting_ms)),
            GameStatus::Active => None,
            // A player cannot return to a room whose game is over.
            GameStatus::Finished if self.is_room() && self.connections().next().is_none() => self.finished_at,
            GameStatus::Finished => self.finished_at.map(|at| at.plus(self.lifetimes.finished_ms)),
        }
    }

    /// Returns the state of the game. Outside this crate, only [`observe`] can read it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether the game may make room for others while nobody is connected: it waits for its second player, or one player has not moved yet. A
    /// rematch and a game of the lobby make none: their players have agreed on them, and cannot agree again.
    #[must_use]
    pub fn makes_room(&self) -> bool {
        !self.is_agreed
            && match self.game.status {
                GameStatus::Waiting => true,
                // It ends by itself in some minutes. A flood fills a server in less.
                GameStatus::Active => self.game.plies() < 2,
                GameStatus::Finished => false,
            }
    }

    /// Returns the terms of the game, for everybody who has its link; `None` for a room, which has none.
    #[must_use]
    pub fn public_terms(&self) -> Option<PublicTerms> {
        let open = Side::BOTH.into_iter().find(|side| self.seats[*side].is_none());
        (!self.is_room()).then(|| public_terms(&self.game, open, self.lifetimes.grace_ms))
    }

    /// Seeds a leak into the session.
    #[cfg(feature = "testing")]
    pub fn seed_leak(&mut self, leak: crate::leaks::Leak) {
        self.seeded_leak.leak = Some(leak);
    }

    /// Returns the seeded leak.
    #[cfg(feature = "testing")]
    pub(crate) fn seeded_leak(&self) -> Option<crate::leaks::Leak> {
        self.seeded_leak.leak
    }

    /// Returns the phase of the game.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.game.status {
            GameStatus::Waiting => Phase::Waiting,
            GameStatus::Active => Phase::Active,
            GameStatus::Finished => Phase::Finished,
        }
    }

    /// Returns the sockets with a seat.
    pub fn connections(&self) -> impl Iterator<Item = ConnId> + '_ {
        Side::BOTH.into_iter().filter_map(|side| self.seats[side].as_ref()?.conn)
    }

    /// Returns the number of inputs from a seat: greetings and commands of its player.
    #[must_use]
    pub fn inputs_of(&self, seat: SeatId) -> u64 {
        self.seats[seat.0.into()].as_ref().map_or(0, |seat| seat.inputs)
    }

    fn claim(&mut self, side: Side, seat: Seat) {
        self.seats[side] = Some(seat);
        self.game.attendance.claim(side);
        self.game.begin(self.now);
        self.waiting_since = None;
        // A player who is absent when the game begins gets the same grace period as one who leaves.
        self.game.attendance.start_grace(self.grace_end());
    }

    fn attach(&mut self, side: Side, conn: ConnId, ack: Option<CommandId>, out: &mut Vec<Output>) {
        self.game.attendance.arrive(side);
        self.waiting_since = None;
        let is_here = |side| self.game.attendance.is_here(side);
        // The seats of a rematch are taken from the beginning. Its clock waits for both players.
        if self.game.status == GameStatus::Waiting && Side::BOTH.into_iter().all(is_here) {
            self.game.begin(self.now);
        }
        let now = observe_arrival(&self.game, Viewer::Seat(side));
        let Some(seat) = &mut self.seats[side] else { return };
        seat.inputs += 1;
        let before = seat.conn.replace(conn);
        out.push(Output::Seated { conn, seat: SeatId(side.into()) });
        let at = self.now;
        let frames = seat.player().map(|sent| sent.join(now, &self.game.announced[side], ack, at));
        out.extend(frames.into_iter().flatten().map(|frame| Output::Send { conn, frame }));
        if let Some(before) = before.filter(|before| *before != conn) {
            out.push(Output::Close { conn: before, reason: CloseReason::SUPERSEDED });
        }
    }

    fn closed(&mut self, conn: ConnId) {
        let Some(side) = self.side_of(conn) else { return };
        if let Some(seat) = &mut self.seats[side] {
            seat.conn = None;
        }
        let until = (self.game.status == GameStatus::Active).then_some(self.grace_end());
        self.game.attendance.leave(side, until);
        if self.game.status == GameStatus::Waiting && self.connections().next().is_none() {
            self.waiting_since = Some(self.now);
        }
    }

    fn restarted(&mut self) {
        for conn in self.connections().collect::<Vec<_>>() {
            self.closed(conn);
        }
        match self.game.status {
            GameStatus::Waiting => self.waiting_since = Some(self.now),
            GameStatus::Active => self.game.attendance.start_grace(self.grace_end()),
            GameStatus::Finished => {}
        }
    }

    fn command(
        &mut self,
        conn: ConnId,
        command: Command,
        next: Option<NextGame>,
        out: &mut Vec<Output>,
    ) -> Option<(Side, AnsweredRequest)> {
        let key = RequestKey::of(&command);
        let Command { id, is_numbered: _, game, action } = command;
        let Some(side) = self.side_of(conn) else {
            out.push(Output::Send { conn, frame: hello_first_frame(id.as_ref()) });
            return None;
        };
        if let Some(seat) = &mut self.seats[side] {
            seat.inputs += if matches!(action, Action::ShareMarks { .. }) { MARKS_INPUTS } else { 1 };
        }
        let known = key.as_ref().and_then(|key| self.seats[side].as_mut()?.player()?.response_to(key));
        let response = known.unwrap_or_else(|| {
            let is_for_this = game.is_none_or(|game| game == self.game.id);
            let elsewhere = Response::Error(ErrorCode::Malformed, "this socket is for another game");
            let is_request = matches!(action, Action::Move { .. });
            let response = if is_for_this { self.act(side, action, next) } else { elsewhere };
            let response = match response {
                Response::Error(code, message) if is_request => Response::Moved(Err((code, message)), None),
                response => response,
            };
            if let (Some(key), Some(sent)) = (&key, self.seats[side].as_mut().and_then(Seat::player)) {
                sent.keep_response(key.clone(), response);
            }
            response
        });
        Some((side, AnsweredRequest { response, key }))
    }

    fn act(&mut self, side: Side, action: Action, next: Option<NextGame>) -> Response {
        if let Some(intent) = rematch::intent(&action) {
            if self.game.status != GameStatus::Finished {
                return Response::Error(
                    ErrorCode::NotYourTurn,
                    "a rematch can be offered once the game is over",
                );
            }
            self.game.rematch.apply(side, intent, next);
            // An answer to no offer has no effect; the state acknowledges it.
            return if self.game.rematch == Rematch::Open { Response::Update } else { Response::Rematch };
        }
        if let (Action::SetName { name }, true) = (&action, self.game.status != GameStatus::Finished) {
            return self.set_name(side, name.clone());
        }
        if let Action::Identify { key, .. } = &action {
            return self.identify(side, key);
        }
        if let Action::ShareMarks { marks } = &action {
            return self.share_marks(side, marks);
        }
        if let Some(response) = self.change_subscriptions(side, &action) {
            return response;
        }
        self.play(side, action, self.now).unwrap_or_else(Response::from)
    }

    /// Sends both players the frames that they are due, the sender of the request first.
    fn send_changes(&mut self, request: Option<(Side, AnsweredRequest)>, out: &mut Vec<Output>) {
        let first = request.as_ref().map_or(Side::First, |(side, _)| *side);
        let mut request = request.map(|(_, request)| request);
        for side in [first, first.opponent()] {
            let request = if side == first { request.take() } else { None };
            let Some(seat) = &mut self.seats[side] else { continue };
            let (conn, announced) = (seat.conn, &self.game.announced[side]);
            let frames = match (&mut seat.protocol, conn) {
                (SeatProtocol::Player(_), None) => continue,
                (SeatProtocol::Player(sent), Some(_)) => {
                    let now = observe_since(&self.game, Viewer::Seat(side), sent.log_position());
                    sent.changes(now, announced, request, self.now)
                }
                // Changes in a room are kept for an absent player.
                (SeatProtocol::Room(sent), _) => {
                    let now = observe(&self.game, Viewer::Seat(side));
                    sent.changes(&now, announced, conn.is_some(), self.now)
                }
            };
            let Some(conn) = conn else { continue };
            out.extend(frames.into_iter().map(|frame| Output::Send { conn, frame }));
        }
    }

    fn side_of(&self, conn: ConnId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.seats[*side].as_ref().is_some_and(|seat| seat.conn == Some(conn)))
    }

    /// Returns the side whose seat the token holds. Both tokens are compared in any case, so that the time taken does not disclose which seat it
    /// holds.
    fn side_of_token(&self, token: &Token) -> Option<Side> {
        let [first, second] =
            Side::BOTH.map(|side| match self.seats[side].as_ref().map(|seat| &seat.protocol) {
                Some(SeatProtocol::Player(sent)) => sent.is_held_by(token),
                Some(SeatProtocol::Room(_)) | None => 0.into(),
            });
        let side = if first.into() { Side::First } else { Side::Second };
        bool::from(first | second).then_some(side)
    }
}
