//! The oracle: an independent model of a game, and of the facts that the rules disclose to each party. It sees inputs only, never a frame.

mod duel;
mod identify;
mod knowledge;
mod moves;
mod push;
mod sight;
mod time;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use ggn_core::{BySide, Cause, Game, Happening, Location, Move, PieceId, Played, Rules, Side, Square};
use serde_json::{Value, json};
use session::clock::TimeControl;
use session::domain::{PlayerKey, PushEndpoint};
use session::protocol::player::{Action, Command, ErrorCode, Hello, JoinAs};
use session::{ConnId, GameId, Input, Token};

use super::attempts;
use super::bid_rules::BidRules;
use super::policy::{CheckForm, DropForm, PieceVisibility, Policy, ProfileRules, PromotionForm};
use super::verdict::Touch;
use duel::{Bids, Turn};
use identify::is_for_the_end;
pub(crate) use knowledge::{DuelKnowledge, Knowledge, Observer, Phase, SpectatorKnowledge, TurnKnowledge};
use sight::SeenMove;

/// Number of command ids that a seat remembers, according to `wire.md`.
const IDS_KEPT: usize = 64;

/// Types that pieces of chess can promote to; any other choice is malformed.
const CHOICES: &str = "bnqr";

/// Answer to an input, as far as the rules determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A seat, with everything that its player may know.
    Joined,
    TurnedAway(ErrorCode),
    HelloFirst,
    Error(ErrorCode),
    Update,
}

/// An announcement of the moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announced {
    pub(crate) ply: usize,
    pub(crate) event: String,
    pub(crate) by: Side,
    /// Particulars, as the wire has them; null if there are none.
    pub(crate) payload: Value,
    pub(crate) at: u64,
}

/// Presence of the player of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Presence {
    #[default]
    Open,
    Here,
    Away(Option<u64>),
}

/// Reading of the clock, which both players may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockReading {
    pub(crate) left: BySide<u64>,
    /// Time since which the side to move is charged.
    pub(crate) since: Option<u64>,
    /// Time that costs nothing.
    pub(crate) free: u64,
}

/// Effects of an input.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) answer: Option<(ConnId, Answer)>,
    pub(crate) announced: BySide<Vec<Announced>>,
    /// Announcements to both players.
    pub(crate) public: Vec<Announced>,
}

#[derive(Clone, Debug)]
struct Seat {
    token: Token,
    conn: Option<ConnId>,
    /// Shared, because the state is saved for every tried step.
    ids: VecDeque<(Arc<str>, Answer)>,
    /// Endpoints of push subscriptions.
    subscriptions: Vec<PushEndpoint>,
    /// The key that its player has shown.
    key: Option<PlayerKey>,
}

impl Seat {
    fn new(token: Token) -> Seat {
        Seat { token, conn: None, ids: VecDeque::new(), subscriptions: Vec::new(), key: None }
    }
}

/// State of the model except the board: small enough to be saved while a step is tried.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    seats: BySide<Option<Seat>>,
    presence: BySide<Presence>,
    touched: Option<Touch>,
    offer: Option<Side>,
    declined: BySide<bool>,
    took: BySide<BTreeMap<char, u32>>,
    /// Captures by the kinds that were announced.
    kinds: BySide<BTreeMap<char, u32>>,
    /// The present turn, where attempts are answered.
    turn: attempts::Turn,
    dial: Option<ClockReading>,
    pub(super) vacations: BySide<Option<(u64, u64)>>,
    bids: Option<Bids>,
    /// Squares that each side sees, and its knowledge of the moves, in a game by sight.
    seen: BySide<BTreeSet<Square>>,
    course: BySide<Vec<SeenMove>>,
    plies: usize,
    over: bool,
    now: u64,
}

/// Terms of a game in addition to the rules.
pub(crate) struct GameTerms {
    pub(crate) policy: Arc<Policy>,
    pub(crate) manner: ProfileRules,
    pub(crate) grace_ms: Option<u64>,
    pub(crate) clock: Option<TimeControl>,
    /// Numbers of the bids, if captures are contested.
    pub(crate) sums: Option<Arc<BidRules>>,
}

/// The model of a game.
pub(crate) struct Model {
    pub(crate) board: Game,
    id: GameId,
    policy: Arc<Policy>,
    manner: ProfileRules,
    grace_ms: u64,
    clock: Option<TimeControl>,
    sums: Option<Arc<BidRules>>,
    rest: Snapshot,
}

impl Model {
    pub(crate) fn new(
        rules: Arc<Rules>,
        agreed: GameTerms,
        (id, creator, token): (GameId, Side, Token),
    ) -> Model {
        let GameTerms { policy, manner, grace_ms, clock, sums } = agreed;
        let board = Game::new(rules);
        let dial = |clock: TimeControl| ClockReading {
            left: BySide::from_fn(|_| clock.initial_ms()),
            since: None,
            free: clock.delay_ms(),
        };
        let mut rest = Snapshot {
            seats: BySide::default(),
            presence: BySide::default(),
            touched: None,
            offer: None,
            declined: BySide::default(),
            took: BySide::default(),
            kinds: BySide::default(),
            turn: attempts::Turn::default(),
            dial: clock.map(dial),
            vacations: BySide::default(),
            bids: sums.as_ref().map(|sums| Bids::new(sums.initial, board.position())),
            seen: BySide::default(),
            course: BySide::default(),
            plies: 0,
            over: false,
            now: 0,
        };
        rest.seats[creator] = Some(Seat::new(token));
        rest.presence[creator] = Presence::Away(None);
        let by_days = clock.and_then(TimeControl::turn_days).map(|_| 30 * 24 * 3_600_000);
        let grace_ms = by_days.or(grace_ms).unwrap_or(manner.grace_ms);
        let mut model = Model { board, id, policy, manner, grace_ms, clock, sums, rest };
        model.look_at_start();
        model
    }

    pub(crate) fn save(&self) -> Snapshot {
        self.rest.clone()
    }

    /// Reverts an input.
    pub(crate) fn restore(&mut self, rest: Snapshot) {
        self.board.undo(self.board.plies() - rest.plies);
        self.rest = rest;
    }

    /// Returns whether the moves of the game are named by two squares and the letter of a promotion.
    pub(crate) fn is_chess(&self) -> bool {
        self.board.rules().id() == "chess"
    }

    pub(crate) fn is_over(&self) -> bool {
        self.rest.over
    }

    pub(crate) fn has_begun(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.rest.seats[side].is_some())
    }

    pub(crate) fn turn(&self) -> Side {
        self.board.position().turn()
    }

    pub(crate) fn touched(&self) -> Option<Touch> {
        self.rest.touched
    }

    /// Returns the socket of a player.
    pub(crate) fn conn(&self, side: Side) -> Option<ConnId> {
        self.rest.seats[side].as_ref()?.conn
    }

    /// Returns the facts that a player may know now.
    pub(crate) fn known(&self, side: Side) -> Knowledge {
        let position = self.board.position();
        let turn = position.turn();
        let rules = self.board.rules();
        let owned = |id| rules.piece(id).filter(|piece| !piece.is_neutral);
        let letter = |id| owned(id).map(|piece| (piece.side(), piece.letter()));
        let is_neutral = |id: PieceId| rules.piece(id).is_some_and(|piece| piece.is_neutral);
        let army = position.pieces().filter_map(|(square, id)| {
            letter(id)
                .filter(|(owner, _)| *owner == side)
                .map(|(_, kind)| (square, kind, position.points_at(square)))
        });
        let sees_all = self.manner.view == PieceVisibility::Everything;
        // Check is announced by the side that gave it, which is not the side to move.
        let hears_check = self.policy.includes("in_check", turn.opponent(), side);
        Knowledge {
            plies: self.board.plies(),
            turn,
            army: army.collect(),
            left: Some(self.board.rules().moves_per_turn())
                .filter(|moves| *moves > 1)
                .map(|moves| moves - position.moves_made()),
            took: match self.policy.attempts {
                Some(_) => self.rest.kinds[side].clone(),
                None => self.rest.took[side].clone(),
            },
            lost: self.rest.took[side.opponent()].clone(),
            check: (sees_all || hears_check).then(|| self.board.in_check()),
            touched: self.rest.touched.filter(|_| turn == side),
            hand: position.hand(side).to_vec(),
            other_hand: (sees_all || self.policy.tells_hands())
                .then(|| position.hand(side.opponent()).to_vec()),
            neutral: position.pieces().filter(|&(_, id)| is_neutral(id)).collect(),
            offer: self.rest.offer,
            other: self.rest.presence[side.opponent()],
            clock: self.reading(),
            everything: sees_all.then(|| self.everything()),
            moves: (sees_all && self.rest.bids.is_none())
                .then(|| self.board.history().iter().map(|played| played.san.clone()).collect()),
            bids: self.known_bids(Observer::Player(side)),
            sight: self.known_by_sight(side),
        }
    }

    fn everything(&self) -> String {
        let position = self.board.position();
        let points: Vec<_> = position.pieces().map(|(square, _)| position.points_at(square)).collect();
        format!("{} {points:?}", self.board.rules().feen(position))
    }

    /// Applies an input.
    pub(crate) fn apply(&mut self, at: u64, input: &Input) -> Effect {
        let mut effect = Effect { answer: None, announced: BySide::default(), public: Vec::new() };
        match input {
            Input::Restarted => {}
            Input::Vacation { seat, vacation } => self.stand(seat.0.into(), *vacation, at, &mut effect),
            _ => self.pass_time(at, &mut effect),
        }
        self.rest.now = at;
        let had_begun = self.has_begun();
        match input {
            Input::Hello { conn, hello, fresh } => {
                effect.answer = Some((*conn, self.hello(*conn, hello, fresh)));
            }
            Input::Command { conn, command } => {
                let answer = self.command(*conn, command, &mut effect);
                effect.answer = Some((*conn, answer));
            }
            Input::Rematch { .. } => unreachable!("nobody accepts a rematch before the end"),
            Input::Enter { .. } | Input::RoomIntent { .. } => {
                unreachable!("these pairs speak the player protocol")
            }
            Input::Closed { conn } => self.closed(*conn),
            // The oracle predicts no push messages: they are compared between the worlds.
            Input::Tick | Input::Unreachable { .. } | Input::Vacation { .. } => {}
            Input::Restarted => self.restarted(),
        }
        if !had_begun && self.has_begun() {
            self.open_turn(&mut effect);
        }
        effect
    }

    /// Begins a turn before a moderator who answers attempts.
    fn open_turn(&mut self, effect: &mut Effect) {
        if self.policy.attempts.is_none() {
            return;
        }
        let (turn, announced) = attempts::begin(&self.board, &self.policy);
        self.rest.turn = turn;
        if let Some((event, payload)) = announced {
            self.say(event, self.board.plies() + 1, self.turn(), payload, effect);
        }
    }

    /// Returns whether the moderator answers questions.
    pub(crate) fn answers_questions(&self) -> bool {
        self.policy.attempts.is_some()
    }

    fn ask(&mut self, side: Side, effect: &mut Effect) -> Answer {
        if self.turn() != side {
            return Answer::Error(ErrorCode::NotYourTurn);
        }
        let Some(answers) = self.policy.attempts else { return Answer::Error(ErrorCode::WrongPhase) };
        let policy = Arc::clone(&self.policy);
        let event = attempts::answer_question(&mut self.rest.turn, &self.board, &policy, answers);
        self.say(event, self.board.plies() + 1, side, Value::Null, effect);
        Answer::Update
    }

    fn side_of(&self, conn: ConnId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.conn(*side) == Some(conn))
    }

    fn finish(&mut self) {
        self.rest.over = true;
        if let Some(dial) = &mut self.rest.dial {
            dial.since = None;
        }
        self.rest.vacations = BySide::default();
        self.rest.touched = None;
        self.rest.offer = None;
        for side in Side::BOTH {
            if let Presence::Away(until) = &mut self.rest.presence[side] {
                *until = None;
            }
        }
    }

    fn hello(&mut self, conn: ConnId, hello: &Hello, fresh: &Token) -> Answer {
        if hello.game_id != self.id {
            return Answer::TurnedAway(ErrorCode::Malformed);
        }
        let holds = |side: &Side| {
            self.rest.seats[*side].as_ref().is_some_and(|seat| Some(&seat.token) == hello.token.as_ref())
        };
        let held = Side::BOTH.into_iter().find(holds);
        let side = match (self.side_of(conn), held) {
            (Some(sits), Some(other)) if sits != other => return Answer::TurnedAway(ErrorCode::Malformed),
            (Some(side), _) | (None, Some(side)) => side,
            (None, None) => {
                let is_open = |side: &Side| self.rest.seats[*side].is_none();
                let (wished, refusal) = match hello.join_as {
                    JoinAs::Auto => (Side::BOTH.into_iter().find(is_open), ErrorCode::SpectatorsDisabled),
                    JoinAs::W => (Some(Side::First).filter(is_open), ErrorCode::SlotTaken),
                    JoinAs::B => (Some(Side::Second).filter(is_open), ErrorCode::SlotTaken),
                };
                let Some(side) = wished else { return Answer::TurnedAway(refusal) };
                self.rest.seats[side] = Some(Seat::new(fresh.clone()));
                self.start_grace();
                self.begin_turn();
                side
            }
        };
        self.rest.presence[side] = Presence::Here;
        if let Some(seat) = &mut self.rest.seats[side] {
            seat.conn = Some(conn);
        }
        Answer::Joined
    }

    fn is_active(&self) -> bool {
        self.has_begun() && !self.rest.over
    }

    fn closed(&mut self, conn: ConnId) {
        let Some(side) = self.side_of(conn) else { return };
        let until = self.is_active().then_some(self.grace_end());
        self.rest.presence[side] = Presence::Away(until);
        self.rest.seats[side].iter_mut().for_each(|seat| seat.conn = None);
    }

    fn restarted(&mut self) {
        self.renew_deadline();
        for conn in Side::BOTH.into_iter().filter_map(|side| self.conn(side)).collect::<Vec<_>>() {
            self.closed(conn);
        }
        if self.is_active() {
            self.start_grace();
            self.resume_turn();
        }
    }

    fn command(&mut self, conn: ConnId, command: &Command, effect: &mut Effect) -> Answer {
        let Some(side) = self.side_of(conn) else { return Answer::HelloFirst };
        let known = |seat: &Seat| {
            let asked = command.id.as_ref()?.as_str();
            seat.ids.iter().find(|(id, _)| **id == *asked).map(|(_, answer)| *answer)
        };
        if let Some(answer) = self.rest.seats[side].as_ref().and_then(known) {
            return answer;
        }
        let answer = self.act(side, &command.action, effect);
        if let (Some(id), Some(seat)) = (&command.id, &mut self.rest.seats[side]) {
            seat.ids.push_back((id.as_str().into(), answer));
            if seat.ids.len() > IDS_KEPT {
                seat.ids.pop_front();
            }
        }
        answer
    }

    fn act(&mut self, side: Side, action: &Action, effect: &mut Effect) -> Answer {
        if let Some(answer) = self.subscribe(side, action).or_else(|| self.identify(side, action)) {
            return answer;
        }
        if !self.is_active() || is_for_the_end(action) {
            return Answer::Error(ErrorCode::NotYourTurn);
        }
        match action {
            Action::Commit { from, to, promotion } => {
                let promotion = promotion.map(|kind| kind.as_str().chars().next().unwrap());
                return self.commit(side, *from, *to, promotion, effect);
            }
            Action::Choose { from, to, choice } => return self.choose(side, *from, *to, choice, effect),
            Action::Drop { piece, to, choice } => {
                return self.drop(side, *piece, *to, choice.as_ref(), effect);
            }
            Action::Pass {} => return self.pass(side, effect),
            Action::Ask { .. } => return self.ask(side, effect),
            Action::Move { from, to, promotion } => {
                let promotion = promotion.map(|kind| kind.as_str().chars().next().unwrap());
                return self.commit(side, *from, Some(*to), promotion, effect);
            }
            Action::Allocate { amount } => return self.bid(side, *amount, effect),
            Action::Retreat { position } => return self.retreat(side, *position, effect),
            Action::Resign => self.finish(),
            Action::OfferDraw => match self.rest.offer {
                Some(offerer) if offerer != side => self.finish(),
                Some(_) => {}
                None if self.rest.declined[side] => {}
                None => self.rest.offer = Some(side),
            },
            Action::RespondDraw { accept } => match self.rest.offer {
                Some(offerer) if offerer != side && *accept => self.finish(),
                Some(offerer) if offerer != side => self.decline(offerer),
                Some(_) | None => {}
            },
            Action::SetName { .. } => unreachable!("people of these games have no names"),
            Action::OfferRematch {}
            | Action::RespondRematch { .. }
            | Action::ShareMarks { .. }
            | Action::Subscribe { .. }
            | Action::Unsubscribe { .. }
            | Action::Identify { .. } => {}
        }
        Answer::Update
    }

    fn decline(&mut self, offerer: Side) {
        self.rest.offer = None;
        self.rest.declined[offerer] = true;
    }

    /// Updates the draw offers after a move.
    fn has_moved(&mut self, side: Side) {
        if self.rest.offer == Some(side.opponent()) {
            self.decline(side.opponent());
        }
        self.rest.declined[side] = false;
    }

    fn make(&mut self, side: Side, mv: Move, turn: Turn, effect: &mut Effect) {
        let played = self.board.play(&mv).unwrap().clone();
        debug_assert_eq!(played.by, side);
        self.follow(&played, turn, effect);
    }

    /// Applies all consequences of a ply.
    fn follow(&mut self, played: &Played, turn: Turn, effect: &mut Effect) {
        let side = played.by;
        self.rest.plies = self.board.plies();
        self.look(played);
        let letter = |id| self.board.rules().piece(id).unwrap().letter();
        let took: Vec<char> = played.effect.captured.iter().map(|&(_, id)| letter(id)).collect();
        // What comes from the hand with another face up has not been promoted.
        let is_drop = played.mv.source == Location::Hand;
        let promoted = played.effect.promoted.filter(|_| !is_drop).map(letter);
        let policy = Arc::clone(&self.policy);
        let hits = |happening: &Happening| matches!(happening, Happening::Hit { .. });
        let moved = match played.effect.happenings.iter().any(hits) {
            true => "hit",
            false => policy.event_of(played.tag.as_deref(), !took.is_empty()),
        };
        let before = match self.board.history() {
            [.., earlier, _] => &earlier.after,
            _ => self.board.start(),
        };
        let (captured, kind) = attempts::captured(self.board.rules(), &policy, before, played);
        if let Some(kind) = kind {
            *self.rest.kinds[side].entry(kind).or_default() += 1;
        }
        for kind in took {
            *self.rest.took[side].entry(kind).or_default() += 1;
        }
        self.rest.touched = None;
        // The attacker's move was announced when the duel began.
        if turn.fought.is_none() {
            self.has_moved(side);
        }
        let ply = self.board.plies();
        // A failed capture was announced when it failed.
        if !played.effect.is_repulsed() {
            if is_drop && policy.has("dropped") {
                let kind = self.board.rules().piece(played.mv.piece).unwrap().letter().to_string();
                let tells_kind = policy.forms.drop == Some(DropForm::Kind);
                let payload = if tells_kind { json!({"dropped": kind}) } else { Value::Null };
                self.say("dropped", ply, side, payload, effect);
            } else {
                let payload = if moved == "hit" { Value::Null } else { captured };
                self.say(moved, ply, side, payload, effect);
            }
        }
        if let Some(kind) = promoted {
            let is_fact = policy.forms.promotion == Some(PromotionForm::Fact);
            let payload = if is_fact { Value::Null } else { json!({"promotedTo": kind.to_string()}) };
            self.say("promoted", ply, side, payload, effect);
        }
        for (event, of) in self.mechanic_events(side, &played.effect.happenings) {
            self.say(event, ply, of, Value::Null, effect);
        }
        let is_lost = self.is_lost_by(played);
        self.book(side, turn);
        if is_lost || self.board.ending().is_some() {
            self.finish();
        } else {
            if played.check {
                let tells_directions = policy.forms.check == Some(CheckForm::Directions);
                let payload = match tells_directions {
                    true => attempts::directions(self.board.rules(), &played.after),
                    false => Value::Null,
                };
                self.say("in_check", ply, side, payload, effect);
            }
            self.go_on(side);
            self.open_turn(effect);
        }
    }

    /// Returns the announced effects of mechanics: that they affected pieces of a side, without the pieces, squares and numbers.
    fn mechanic_events(&self, mover: Side, happenings: &[Happening]) -> Vec<(&'static str, Side)> {
        let side_of = |id| self.board.rules().piece(id).unwrap().side();
        let mut events = Vec::new();
        for event in ["exploded", "fell", "poisoned", "healed"] {
            for of in Side::BOTH {
                let is_it = |happening: &Happening| match *happening {
                    Happening::Hit { .. } => false,
                    Happening::Destroyed { cause: Cause::Blast, .. } => event == "exploded" && of == mover,
                    Happening::Destroyed { piece, cause: Cause::Poison, .. } => {
                        event == "fell" && of == side_of(piece)
                    }
                    Happening::Poisoned { piece, .. } => event == "poisoned" && of == side_of(piece),
                    Happening::Healed { piece, .. } => event == "healed" && of == side_of(piece),
                };
                if happenings.iter().any(is_it) {
                    events.push((event, of));
                }
            }
        }
        events
    }

    fn say(&self, event: &str, ply: usize, by: Side, payload: Value, effect: &mut Effect) {
        let announced = Announced { ply, event: event.to_owned(), by, payload, at: self.rest.now };
        let is_in_audience = |side: &Side| self.policy.includes(event, by, *side);
        if Side::BOTH.iter().all(is_in_audience) {
            effect.public.push(announced.clone());
        }
        for side in Side::BOTH.into_iter().filter(is_in_audience) {
            effect.announced[side].push(announced.clone());
        }
    }
}
