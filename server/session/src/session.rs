//! One game with its two players, as a state machine: inputs with their time in, outputs out, nothing else in between.

mod company;
mod room;

use std::sync::Arc;

use ggn_core::{BySide, Side, Square};

use crate::catalogue::{Agreed, Catalogue, CreateRefused};
use crate::gambit::Points;
use crate::game::{Came, Game, Terms};
use crate::ids::{CommandId, ConnId, SeatId, Token, UnixMs};
use crate::input::{Creation, Creator, Entry, Input, Recorded};
use crate::lounge::{Company, Words};
use crate::output::{Output, Unsent};
use crate::protocol::player::{
    Action, CloseReason, Command, ErrorCode, GameStatus, Hello, JoinAs, PieceType, SideChoice, SquareName,
};
use crate::protocol::rooms;
use crate::seat::player::{Answer, Asked};
use crate::seat::{Seat, Speech};
use crate::touch_move::Commit;
use crate::view::{Frame, Viewer, hello_first_frame, observe, observe_since};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The second seat is open.
    Waiting,
    /// Both seats are taken.
    Active,
    /// Over.
    Finished,
}

/// One game with its players.
///
/// The same inputs at the same times give the same outputs, byte for byte; a session is nothing but its journal replayed.
#[derive(Debug)]
pub struct Session {
    game: Game,
    /// How people may be called.
    words: Arc<Words>,
    seats: BySide<Option<Seat>>,
    lifetimes: Lifetimes,
    /// The number of the next entry.
    next_entry: u64,
    /// When the latest input came; time does not run backwards.
    now: UnixMs,
    /// Since when nobody is there, while the game waits.
    waiting_since: Option<UnixMs>,
    finished_at: Option<UnixMs>,
    #[cfg(feature = "leaks")]
    sprung: crate::view::leaks::Sprung,
}

#[derive(Clone, Copy, Debug)]
struct Lifetimes {
    grace_ms: u64,
    finished_ms: u64,
    waiting_ms: u64,
}

/// Why a hello gets no seat. It has no effect on the game, and need not be kept in its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnedAway {
    code: ErrorCode,
    message: &'static str,
}

impl TurnedAway {
    /// What is answered to the hello.
    #[must_use]
    pub fn frame(self, ack: Option<CommandId>) -> Frame {
        Frame::error(self.code, self.message, ack)
    }

    /// Whether there is nothing left to ask for on that socket.
    #[must_use]
    pub fn close_reason(self) -> Option<CloseReason> {
        (self.code == ErrorCode::SpectatorsDisabled).then_some(CloseReason::SPECTATORS_DISABLED)
    }
}

/// The seat that a hello leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// One that its player comes back to.
    Held(Side),
    /// One that nobody has yet.
    Open(Side),
}

/// Why a journal does not give a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The journal is empty.
    #[error("the journal is empty")]
    Empty,
    /// The first entry is not the creation, or a later one is.
    #[error("entry {seq} is not what stands at its place: the creation comes first, and only once")]
    OutOfPlace {
        /// The number of the entry.
        seq: u64,
    },
    /// An entry is missing or stands twice.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// The number that was expected.
        expected: u64,
        /// The number that was found.
        found: u64,
    },
    /// The creation names what the data does not have any more.
    #[error(transparent)]
    Refused(#[from] CreateRefused),
}

impl Session {
    /// Makes a game, with its creator's seat taken.
    ///
    /// # Errors
    ///
    /// When the moderator that was asked for is unknown, or the house rules are not to be had.
    pub fn create(
        catalogue: &Arc<Catalogue>,
        creation: Creation,
    ) -> Result<(Session, Unsent), CreateRefused> {
        let agreed = catalogue.new_terms(&creation)?;
        Ok(Session::begin(catalogue, agreed, creation))
    }

    fn begin(catalogue: &Catalogue, agreed: Agreed, creation: Creation) -> (Session, Unsent) {
        let Agreed { profile, rules, moderator, gambit } = agreed;
        let request = &creation.request;
        let limits = creation.limits;
        let lifetimes = Lifetimes {
            grace_ms: limits.grace_ms.unwrap_or(profile.grace_ms),
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
            mode: request.mode,
            highlighting_enabled: request.highlighting_enabled,
            company: Company::agreed(&profile, request),
            profile,
            moderator,
            rules,
            clock: request.clock,
            gambit,
            created_at: creation.at,
        });
        game.attendance.claim(side);
        let mut seats = BySide::default();
        if let Creator::Room { .. } = creation.creator {
            game.tell_facts();
        }
        seats[side] = Some(Seat::of(creation.creator.clone()));
        let at = creation.at;
        let session = Session {
            game,
            words: Arc::clone(catalogue.words()),
            seats,
            lifetimes,
            next_entry: 1,
            now: at,
            waiting_since: Some(at),
            finished_at: None,
            #[cfg(feature = "leaks")]
            sprung: crate::view::leaks::Sprung::default(),
        };
        let entry = Entry { seq: 0, at, input: Recorded::Created(creation) };
        (session, Unsent::new(entry, Vec::new()))
    }

    /// The game that a journal holds. Every connection that it knew is taken to be open still: the caller follows with
    /// [`Input::Restarted`].
    ///
    /// # Errors
    ///
    /// When the entries are not a whole journal from its creation on.
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
                    let agreed = catalogue.kept_terms(&creation)?;
                    session = Some(Session::begin(catalogue, agreed, creation).0);
                }
                (Some(session), Recorded::Input(input)) => drop(session.handle(at, input)),
                (None, Recorded::Input(_)) | (Some(_), Recorded::Created(_)) => {
                    return Err(ReplayError::OutOfPlace { seq });
                }
            }
        }
        session.ok_or(ReplayError::Empty)
    }

    /// Takes in what happened. What has to be said about it comes out under a seal that the journal opens.
    pub fn handle(&mut self, now: UnixMs, input: Input) -> Unsent {
        let at = now.max(self.now);
        self.now = at;
        let entry = Entry { seq: self.next_entry, at, input: Recorded::Input(input.clone()) };
        self.next_entry += 1;
        let mut out = Vec::new();
        #[cfg(feature = "leaks")]
        let cause = input.clone();
        // A grace that ran out while the server was down could not have been used: then it begins anew. So does the clock's count of the turn. When
        // the server went down is not known, and to reckon from the latest input would show when that was, to a player who may not know of it.
        if input == Input::Restarted {
            self.game.forgive_turn(at);
        } else {
            self.game.judge_time(at);
        }
        let mut leaver = None;
        let asked = match input {
            Input::Hello { conn, hello, fresh } => {
                self.hello(conn, hello, fresh, &mut out);
                None
            }
            Input::Command { conn, command } => self.command(conn, command, at, &mut out),
            Input::Enter { conn, entrance, fresh } => {
                self.enter(conn, &entrance, fresh, &mut out);
                None
            }
            Input::Said { conn, said } => {
                leaver = self.said(conn, said, &mut out);
                None
            }
            Input::Closed { conn } => {
                self.closed(conn);
                None
            }
            Input::Tick => None,
            Input::Restarted => {
                self.restarted();
                None
            }
        };
        if self.game.status == GameStatus::Finished && self.finished_at.is_none() {
            self.finished_at = Some(at);
            self.game.stop_clock(at);
        }
        self.tell(asked, &mut out);
        if let Some(conn) = leaver {
            self.show_out(conn, rooms::LEFT, &mut out);
        }
        #[cfg(feature = "leaks")]
        {
            let conns = BySide::from_fn(|side| self.seats[side].as_ref().and_then(|seat| seat.conn));
            self.sprung.spoil(&self.game, conns, at, &cause, &mut out);
        }
        Unsent::new(entry, out)
    }

    /// When [`Input::Tick`] is due: the fall of a flag, the end of the time for bids or a retreat, or that of the first grace.
    #[must_use]
    pub fn next_timeout(&self) -> Option<UnixMs> {
        self.game.due_at()
    }

    /// From when on the game may be cleared away; a game that is being played never.
    #[must_use]
    pub fn prunable_at(&self) -> Option<UnixMs> {
        match self.game.status {
            GameStatus::Waiting => self.waiting_since.map(|since| since.plus(self.lifetimes.waiting_ms)),
            GameStatus::Active => None,
            // Nobody can come back to a room whose game is over.
            GameStatus::Finished if self.is_room() && self.connections().next().is_none() => self.finished_at,
            GameStatus::Finished => self.finished_at.map(|at| at.plus(self.lifetimes.finished_ms)),
        }
    }

    /// The truth. Nothing can be read out of it from outside, except through [`observe`].
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// From now on the session leaks, on purpose.
    #[cfg(feature = "leaks")]
    pub fn spring(&mut self, leak: crate::view::leaks::Leak) {
        self.sprung.leak = Some(leak);
    }

    /// The leak that it has on purpose.
    #[cfg(feature = "leaks")]
    pub(crate) fn leak(&self) -> Option<crate::view::leaks::Leak> {
        self.sprung.leak
    }

    /// Where the game stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.game.status {
            GameStatus::Waiting => Phase::Waiting,
            GameStatus::Active => Phase::Active,
            GameStatus::Finished => Phase::Finished,
        }
    }

    /// The sockets that are seated, for whoever has to close them.
    pub fn connections(&self) -> impl Iterator<Item = ConnId> + '_ {
        Side::BOTH.into_iter().filter_map(|side| self.seats[side].as_ref()?.conn)
    }

    /// The seat that a hello would take back, `None` if it would take an open one.
    ///
    /// # Errors
    ///
    /// When the hello gets no seat. [`Input::Hello`] then has no effect but the answer.
    pub fn seat_for(&self, conn: ConnId, hello: &Hello) -> Result<Option<SeatId>, TurnedAway> {
        self.place(conn, hello).map(|place| match place {
            Place::Held(side) => Some(SeatId(side.into())),
            Place::Open(_) => None,
        })
    }

    /// How many inputs came from a seat: the greetings and the commands of its player.
    #[must_use]
    pub fn inputs_of(&self, seat: SeatId) -> u64 {
        self.seats[seat.0.into()].as_ref().map_or(0, |seat| seat.inputs)
    }

    fn hello(&mut self, conn: ConnId, hello: Hello, fresh: Token, out: &mut Vec<Output>) {
        let side = match self.place(conn, &hello) {
            Ok(Place::Held(side)) => side,
            Ok(Place::Open(side)) => {
                self.claim(side, Seat::of_player(fresh));
                side
            }
            Err(away) => {
                out.push(Output::Send { conn, frame: away.frame(hello.id) });
                out.extend(away.close_reason().map(|reason| Output::Close { conn, reason }));
                return;
            }
        };
        self.attach(side, conn, hello.id, out);
    }

    fn place(&self, conn: ConnId, hello: &Hello) -> Result<Place, TurnedAway> {
        let malformed = |message| TurnedAway { code: ErrorCode::Malformed, message };
        if hello.game_id != self.game.id || self.is_room() {
            return Err(malformed("this socket is for another game"));
        }
        let held = hello.token.as_ref().and_then(|token| self.side_of_token(token));
        match (self.side_of(conn), held) {
            // A socket keeps the seat that it has.
            (Some(seated), Some(side)) if seated != side => Err(malformed("this socket has the other seat")),
            (Some(side), _) | (None, Some(side)) => Ok(Place::Held(side)),
            (None, None) => match self.open_seat(hello.join_as) {
                Ok(side) => Ok(Place::Open(side)),
                Err(code) => Err(TurnedAway { code, message: code.message() }),
            },
        }
    }

    /// The open seat that a newcomer may have.
    fn open_seat(&self, wished: JoinAs) -> Result<Side, ErrorCode> {
        let is_open = |side: Side| self.seats[side].is_none();
        let colour = match wished {
            JoinAs::Auto => {
                return Side::BOTH
                    .into_iter()
                    .find(|side| is_open(*side))
                    .ok_or(ErrorCode::SpectatorsDisabled);
            }
            JoinAs::W => Side::First,
            JoinAs::B => Side::Second,
        };
        if is_open(colour) { Ok(colour) } else { Err(ErrorCode::SlotTaken) }
    }

    fn claim(&mut self, side: Side, seat: Seat) {
        self.seats[side] = Some(seat);
        self.game.attendance.claim(side);
        self.game.begin(self.now);
        self.waiting_since = None;
        // Whoever is not there when the game begins has the same time to come as who leaves it.
        self.game.attendance.start_grace(self.now.plus(self.lifetimes.grace_ms));
    }

    fn attach(&mut self, side: Side, conn: ConnId, ack: Option<CommandId>, out: &mut Vec<Output>) {
        self.game.attendance.arrive(side);
        self.waiting_since = None;
        let now = observe(&self.game, Viewer::Seat(side));
        let Some(seat) = &mut self.seats[side] else { return };
        seat.inputs += 1;
        let before = seat.conn.replace(conn);
        out.push(Output::Seated { conn, seat: SeatId(side.into()) });
        let at = self.now;
        let frames = seat.player().map(|told| told.join(now, &self.game.heard[side], ack, at));
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
        let grace_end = self.now.plus(self.lifetimes.grace_ms);
        let until = (self.game.status == GameStatus::Active).then_some(grace_end);
        self.game.attendance.leave(side, until);
        self.waiting_since = (self.game.status == GameStatus::Waiting).then_some(self.now);
    }

    fn restarted(&mut self) {
        for conn in self.connections().collect::<Vec<_>>() {
            self.closed(conn);
        }
        match self.game.status {
            GameStatus::Waiting => self.waiting_since = Some(self.now),
            GameStatus::Active => self.game.attendance.start_grace(self.now.plus(self.lifetimes.grace_ms)),
            GameStatus::Finished => {}
        }
    }

    fn command(
        &mut self,
        conn: ConnId,
        command: Command,
        at: UnixMs,
        out: &mut Vec<Output>,
    ) -> Option<(Side, Asked)> {
        let Command { id, game, action } = command;
        let Some(side) = self.side_of(conn) else {
            out.push(Output::Send { conn, frame: hello_first_frame(id.as_ref()) });
            return None;
        };
        if let Some(seat) = &mut self.seats[side] {
            seat.inputs += 1;
        }
        let known = id.as_ref().and_then(|id| self.seats[side].as_mut()?.player()?.answer_to(id));
        let answer = known.unwrap_or_else(|| {
            let is_for_this = game.is_none_or(|game| game == self.game.id);
            let elsewhere = Answer::Error(ErrorCode::Malformed, "this socket is for another game");
            let is_request = matches!(action, Action::Move { .. });
            let answer = if is_for_this { self.act(side, action, at) } else { elsewhere };
            let answer = match answer {
                Answer::Error(code, message) if is_request => Answer::Moved(Err((code, message))),
                answer => answer,
            };
            if let (Some(id), Some(told)) = (&id, self.seats[side].as_mut().and_then(Seat::player)) {
                told.keep_answer(id.clone(), answer);
            }
            answer
        });
        Some((side, Asked { answer, id }))
    }

    fn act(&mut self, side: Side, action: Action, at: UnixMs) -> Answer {
        if let Action::Rematch { game_id } = action {
            if self.game.status != GameStatus::Finished {
                return Answer::Error(
                    ErrorCode::NotYourTurn,
                    "a rematch can be offered once the game is over",
                );
            }
            // The first offer stands: two players who offer at once end up in the same game.
            self.game.rematch.get_or_insert((game_id, side));
            return Answer::Rematch;
        }
        if let (Action::SetName { name }, true) = (&action, self.game.status != GameStatus::Finished) {
            return self.set_name(side, name.clone());
        }
        match self.game.status {
            GameStatus::Waiting => {
                return Answer::Error(
                    ErrorCode::NotYourTurn,
                    "the game has not begun: the other seat is open",
                );
            }
            GameStatus::Finished => return Answer::Error(ErrorCode::NotYourTurn, "the game is over"),
            GameStatus::Active => {}
        }
        match action {
            Action::Commit { from, to, promotion } => {
                return match self.commit(side, (from, to), promotion, at) {
                    Ok(_) => Answer::Update,
                    Err((code, message)) => Answer::Error(code, message),
                };
            }
            Action::Move { from, to, promotion } => {
                return Answer::Moved(self.commit(side, (from, Some(to)), promotion, at));
            }
            Action::Allocate { amount } => {
                if let Err(code) = self.game.bid(side, Points(amount), at) {
                    return Answer::Error(code, code.message());
                }
            }
            Action::Retreat { position } => {
                let Some(to) = self.square(position) else {
                    return Answer::Error(ErrorCode::Malformed, "there is no such square on this board");
                };
                if let Err(code) = self.game.retreat(side, to, at) {
                    return Answer::Error(code, code.message());
                }
            }
            Action::Resign => self.game.resign(side),
            Action::OfferDraw => self.game.offer_draw(side),
            Action::RespondDraw { accept } => self.game.respond_draw(side, accept),
            // Answered above, whatever the state of the game.
            Action::Rematch { .. } | Action::SetName { .. } => {}
        }
        Answer::Update
    }

    /// A player touches a piece, and moves it if a destination is named.
    fn commit(
        &mut self,
        side: Side,
        (from, to): (SquareName, Option<SquareName>),
        promotion: Option<PieceType>,
        at: UnixMs,
    ) -> Result<Came, (ErrorCode, &'static str)> {
        let no_square = (ErrorCode::Malformed, "there is no such square on this board");
        let from = self.square(from).ok_or(no_square)?;
        let to = to.map(|to| self.square(to).ok_or(no_square)).transpose()?;
        if promotion.is_some_and(|kind| !self.game.can_become(kind)) {
            return Err((ErrorCode::Malformed, "no piece of this game can become that"));
        }
        self.game.commit(side, Commit { from, to, promotion }, at).map_err(|code| (code, code.message()))
    }

    fn square(&self, name: SquareName) -> Option<Square> {
        self.game.data.names.square_of(name)
    }

    /// Sends both players what they have to be sent, the one who asked first.
    fn tell(&mut self, asked: Option<(Side, Asked)>, out: &mut Vec<Output>) {
        let first = asked.as_ref().map_or(Side::First, |(side, _)| *side);
        let mut asked = asked.map(|(_, asked)| asked);
        for side in [first, first.opponent()] {
            let asked = if side == first { asked.take() } else { None };
            let Some(seat) = &mut self.seats[side] else { continue };
            let (conn, heard) = (seat.conn, &self.game.heard[side]);
            let frames = match (&mut seat.speech, conn) {
                (Speech::Player(_), None) => continue,
                (Speech::Player(told), Some(_)) => {
                    let now = observe_since(&self.game, Viewer::Seat(side), told.reached());
                    told.tell(now, heard, asked, self.now)
                }
                // What happens in a room is noted for who is away.
                (Speech::Room(told), _) => {
                    let now = observe(&self.game, Viewer::Seat(side));
                    told.tell(&now, heard, conn.is_some(), self.now)
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

    /// Both seats are asked, whatever the first one says: the time taken does not tell which one a token holds.
    fn side_of_token(&self, token: &Token) -> Option<Side> {
        let [first, second] =
            Side::BOTH.map(|side| match self.seats[side].as_ref().map(|seat| &seat.speech) {
                Some(Speech::Player(told)) => told.is_held_by(token),
                Some(Speech::Room(_)) | None => 0.into(),
            });
        let side = if first.into() { Side::First } else { Side::Second };
        bool::from(first | second).then_some(side)
    }
}
