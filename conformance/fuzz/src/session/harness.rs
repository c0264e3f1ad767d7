//! A table: a session, its journal, its sockets, and an open game that is played in parallel.

use std::sync::Arc;

use ggn_core::{BySide, Game, Side};
use session::host::Released;
use session::protocol::events::{ChatRequest, GamePhase, Watch as Wish};
use session::protocol::player::{Action, Color, Command, ServerMessage};
use session::{ConnId, Entry, GameHost, Input, Output, Phase, Receipt, Recorded, Session, Token, UnixMs};

use super::bid_oracle::BidOracle;
use super::fixtures::{CATALOGUE, creation, token};
use super::player_checks::{AppliedInput, PlayerChecker};
use super::sent::{self, SentMessage};
use super::spectator_checks::SpectatorChecker;
use crate::project;

/// Maximum number of journal replays of one input: each takes as long as everything before.
const REPLAYS: usize = 4;

/// An event at a table, for the replay at the end.
#[derive(Clone)]
enum Event {
    Input(Box<Entry>),
    Watch(UnixMs, ConnId, Wish, Token),
    Gone(UnixMs, ConnId),
    Talk(UnixMs, ConnId, ChatRequest),
    Tick(UnixMs),
}

pub(super) struct Harness {
    host: GameHost,
    /// Time of the next input; a clock may be set back.
    now: u64,
    /// Latest time of spectators and chat.
    latest: UnixMs,
    grace: u64,
    journal: Vec<Entry>,
    /// All events after the creation, with their outputs.
    events: Vec<(Event, Vec<Output>)>,
    /// Sockets; a closed one reconnects under a new id.
    pub(super) slots: [ConnId; 6],
    closed: Vec<ConnId>,
    /// Sockets of the seats.
    pub(super) conns: BySide<Option<ConnId>>,
    pub(super) tokens: BySide<Option<Token>>,
    next_conn: u64,
    next_token: u8,
    replays: usize,
    /// True position, from the moves alone.
    pub(super) shadow: Game,
    /// True ledger of the bids.
    bid_oracle: Option<BidOracle>,
    player_checker: PlayerChecker,
    /// Frames to spectators; not checked in games without them.
    spectator_checker: Option<SpectatorChecker>,
}

/// Applies an event. Returns the stored entry, if any, the outputs of the session, and those of spectators and chat.
fn apply(host: &mut GameHost, event: &Event) -> (Option<Entry>, [Vec<Output>; 2]) {
    let outputs = match event.clone() {
        Event::Input(entry) => {
            let Entry { at, input: Recorded::Input(input), .. } = *entry else {
                panic!("a game is created once")
            };
            let unsent = host.handle(at, input);
            let entry = unsent.entry().clone();
            let Released { session, chat, spectators } =
                host.release(unsent, Receipt::stored(entry.seq)).unwrap();
            return (Some(entry), [session, [chat, spectators].concat()]);
        }
        Event::Watch(at, conn, wish, fresh) => host.watch(at, conn, wish, fresh),
        Event::Gone(at, conn) => host.unwatch(at, conn),
        Event::Talk(at, conn, message) => host.chat(at, conn, message).0,
        Event::Tick(at) => host.update_spectators(at),
    };
    (None, [Vec::new(), outputs])
}

impl Harness {
    pub(super) fn new(terms: u8, more: Option<[u8; 2]>) -> Harness {
        let creation = creation(terms, more);
        let (mode, grace) = (creation.request.mode, creation.limits.grace_ms.unwrap_or(300_000));
        let gambit = creation.request.gambit.clone();
        let (session, unsent) = Session::create(&CATALOGUE, creation).unwrap();
        let entry = unsent.entry().clone();
        let outputs = unsent.release(Receipt::stored(entry.seq)).unwrap();
        assert!(outputs.is_empty() && entry.seq == 0);
        let bid_oracle = gambit.map(|id| BidOracle::open(&session, &id, entry.at));
        let spectator_checker = more.is_some().then(|| SpectatorChecker::new(&session, entry.at));
        Harness {
            host: GameHost::new(session, entry.at),
            now: 1_000,
            latest: UnixMs(1_000),
            grace,
            journal: vec![entry],
            events: Vec::new(),
            slots: [1, 2, 3, 4, 5, 6].map(ConnId),
            closed: Vec::new(),
            conns: BySide::default(),
            tokens: BySide::default(),
            next_conn: 7,
            next_token: 1,
            replays: 0,
            shadow: Game::new(Arc::clone(project::ruleset(0))),
            bid_oracle,
            player_checker: PlayerChecker::new(mode),
            spectator_checker,
        }
    }

    /// Returns whether there are spectators or chat, and possibly bids.
    pub(super) fn has_spectators(&self) -> bool {
        self.spectator_checker.is_some()
    }

    /// Returns the true ledger of the bids, if there are bids.
    pub(super) fn bid_oracle(&self) -> Option<&BidOracle> {
        self.bid_oracle.as_ref()
    }

    /// Returns the tokens of present and former spectators.
    pub(super) fn watchers(&self) -> &[Token] {
        self.spectator_checker.as_ref().map_or(&[], |checker| &checker.tokens)
    }

    /// Advances the time to the next deadline, or just before it, or a little further.
    pub(super) fn wait_until_due(&mut self, by: u8) {
        let Some(UnixMs(due)) = self.host.next_timeout() else { return };
        self.now = match by % 3 {
            0 => due,
            1 => due.saturating_sub(1).max(self.now),
            _ => due.saturating_add(1),
        };
    }

    /// Advances the time, or sets it back a little.
    pub(super) fn wait(&mut self, pause: u8) {
        let later = match pause % 10 {
            0 | 7 => 0,
            1 => 1,
            2 => 500,
            3 => 60_000,
            4 => self.grace,
            5 => self.grace.saturating_sub(1),
            6 => self.grace.saturating_add(1),
            8 if pause == 248 => u64::MAX,
            8 => 20_000,
            _ => {
                self.now = self.now.saturating_sub(5_000);
                0
            }
        };
        self.now = self.now.saturating_add(later);
    }

    /// Returns whether a command accepts a rematch, so that its game has to be created first.
    pub(super) fn accepts_rematch(&self, conn: ConnId, command: &Command) -> bool {
        self.host.rematch_request(conn, command).is_some()
    }

    pub(super) fn fresh_token(&mut self) -> Token {
        self.next_token = 1 + self.next_token % 20;
        token(self.next_token)
    }

    /// Handles an input, and checks all its outputs.
    pub(super) fn input(&mut self, input: Input) {
        let message = input.command().map(|(conn, command)| (conn, command.clone()));
        match &input {
            // A spectator's socket cannot play, and a player has no spectator's name.
            Input::Hello { conn, .. } if self.host.is_spectator(*conn) => return,
            Input::Command { command: Command { action: Action::SetName { name }, .. }, .. }
                if self.host.has_spectator_named(name) =>
            {
                return;
            }
            Input::Closed { conn } if self.host.is_spectator(*conn) => {
                return self.beside(Event::Gone(UnixMs(self.now), *conn), Some(*conn));
            }
            Input::Closed { conn } => self.forget(*conn),
            Input::Restarted => {
                self.conns = BySide::default();
                self.spectator_checker.iter_mut().for_each(SpectatorChecker::forget);
            }
            Input::Hello { .. }
            | Input::Command { .. }
            | Input::Rematch { .. }
            | Input::Enter { .. }
            | Input::RoomIntent { .. }
            | Input::Unreachable { .. }
            | Input::Vacation { .. }
            | Input::Tick => {}
        }
        let last = self.journal.last().unwrap();
        let at = last.at.max(UnixMs(self.now));
        let was_due = self.host.session().next_timeout().is_some_and(|due| due <= at);
        let given = Entry { seq: last.seq + 1, at: UnixMs(self.now), input: Recorded::Input(input) };
        let event = Event::Input(Box::new(given.clone()));
        let (entry, [outputs, beside]) = apply(&mut self.host, &event);
        let entry = entry.unwrap();
        assert_eq!(entry, Entry { at, ..given });
        for output in &outputs {
            if let Output::Seated { conn, seat } = output {
                let side = Side::from(seat.0);
                self.forget(*conn);
                self.conns[side] = Some(*conn);
            }
        }
        let awaited = self.bid_oracle.as_ref().map(BidOracle::phase);
        if let Some(bid_oracle) = &mut self.bid_oracle {
            bid_oracle.follow(self.host.session(), at, &mut self.shadow);
        } else if let Some((conn, Command { action, .. })) = &message {
            self.follow(*conn, action, &outputs);
        }
        let asker = message.as_ref().map(|(conn, _)| *conn);
        let applied = AppliedInput { entry: &entry, asker, conns: &self.conns, was_due };
        let truth = (&self.shadow, self.bid_oracle.as_ref());
        self.player_checker.check(&applied, truth, &outputs, self.host.session().phase());
        if let (Some((conn, command)), Some(GamePhase::DuelAllocation), false) = (message, awaited, was_due) {
            self.check_bid_secrecy(conn, &command, [&outputs, &beside]);
        }
        for side in Side::BOTH {
            self.tokens[side] = self.player_checker.tokens[side].clone();
        }
        let session = self.host.session();
        assert!(session.next_timeout().is_none_or(|at| at >= entry.at), "an end of a grace lies behind");
        assert!(session.prunable_at().is_none_or(|at| at >= UnixMs(1_000)));
        let mut seated: Vec<ConnId> = session.connections().collect();
        seated.sort();
        let mut known: Vec<ConnId> = Side::BOTH.into_iter().filter_map(|side| self.conns[side]).collect();
        known.sort();
        assert_eq!(seated, known);
        self.latest = self.latest.max(at);
        if let Some(checker) = &mut self.spectator_checker {
            checker.record(session, self.latest);
            checker.check(&self.host, self.bid_oracle.as_ref(), &self.conns, (self.latest, None), &beside);
        } else {
            assert!(beside.is_empty(), "nobody watches: {beside:?}");
        }
        self.journal.push(entry.clone());
        self.events.push((Event::Input(Box::new(entry)), [outputs, beside].concat()));
    }

    /// Handles an event of spectators and chat.
    fn beside(&mut self, event: Event, asker: Option<ConnId>) {
        let (_, [_, outputs]) = apply(&mut self.host, &event);
        // Time does not run backwards there either.
        self.latest = self.latest.max(UnixMs(self.now));
        if let Some(checker) = &mut self.spectator_checker {
            checker.check(&self.host, self.bid_oracle.as_ref(), &self.conns, (self.latest, asker), &outputs);
        }
        self.events.push((event, outputs));
    }

    /// Handles a request to watch.
    pub(super) fn watch(&mut self, conn: ConnId, wish: Wish) {
        let fresh = self.fresh_token();
        self.beside(Event::Watch(UnixMs(self.now), conn, wish, fresh), Some(conn));
    }

    /// Handles a chat message of a socket.
    pub(super) fn talk(&mut self, conn: ConnId, message: ChatRequest) {
        self.beside(Event::Talk(UnixMs(self.now), conn, message), Some(conn));
    }

    /// Fires the timers of the game, its spectators and chat.
    pub(super) fn tick(&mut self) {
        self.input(Input::Tick);
        if self.has_spectators() {
            self.beside(Event::Tick(UnixMs(self.now)), None);
        }
    }

    /// Checks that a bid that is not the last one is sent to its player only, and in full.
    fn check_bid_secrecy(&self, conn: ConnId, command: &Command, [outputs, beside]: [&[Output]; 2]) {
        let (Action::Allocate { amount }, Some(bid_oracle)) = (&command.action, &self.bid_oracle) else {
            return;
        };
        if bid_oracle.phase() != GamePhase::DuelAllocation {
            return;
        }
        let is_to_bidder = |output: &Output| matches!(output, Output::Send { conn: to, .. } if *to == conn);
        assert!(
            outputs.iter().all(is_to_bidder) && beside.is_empty(),
            "a bid is disclosed: {outputs:?} {beside:?}"
        );
        let is_refused =
            |output| matches!(sent::read(output), Some((_, SentMessage::Message(ServerMessage::Error(_)))));
        let Some(side) = Side::BOTH.into_iter().find(|&side| self.conns[side] == Some(conn)) else { return };
        if command.id.is_none() && !outputs.iter().any(is_refused) {
            let own = bid_oracle.seen(side).duel.as_ref().and_then(|duel| duel.your_bid);
            assert_eq!(own, Some(*amount));
        }
    }

    /// Plays a move of a command in the true position.
    fn follow(&mut self, conn: ConnId, action: &Action, outputs: &[Output]) {
        let (from, to, promotion) = match action {
            Action::Commit { from, to: Some(to), promotion } => (from, to, promotion),
            Action::Move { from, to, promotion } => (from, to, promotion),
            Action::Commit { to: None, .. }
            | Action::Choose { .. }
            | Action::Drop { .. }
            | Action::Pass {}
            | Action::Ask { .. }
            | Action::Allocate { .. }
            | Action::Retreat { .. }
            | Action::SetName { .. }
            | Action::Resign
            | Action::OfferDraw
            | Action::RespondDraw { .. }
            | Action::OfferRematch {}
            | Action::RespondRematch { .. }
            | Action::ShareMarks { .. }
            | Action::Subscribe { .. }
            | Action::Unsubscribe { .. }
            | Action::Identify { .. } => return,
        };
        let plies = self.player_checker.sent_plies(conn, outputs);
        if plies.is_none_or(|plies| plies != self.shadow.plies() + 1) {
            return;
        }
        let square = |name: &str| self.shadow.rules().shape().square(name.parse().unwrap()).unwrap();
        let (from, to) = (square(from.as_str()), square(to.as_str()));
        let letter = promotion
            .and_then(|kind| kind.as_str().to_ascii_uppercase().chars().next())
            .and_then(ggn_core::notation::letter::Letter::new);
        // An unnecessary promotion is ignored.
        let found = self.shadow.find(from, to, letter).or_else(|_| self.shadow.find(from, to, None));
        let mv = found.unwrap_or_else(|why| panic!("a move was made that is not legal: {why}"));
        self.shadow.play(&mv).unwrap();
    }

    fn forget(&mut self, conn: ConnId) {
        for side in Side::BOTH {
            if self.conns[side] == Some(conn) {
                self.conns[side] = None;
            }
        }
    }

    /// Closes a socket; or reports the end of one that is long gone.
    pub(super) fn close(&mut self, a: u8, b: u8) {
        if let Some(&conn) = self.closed.get(usize::from(a)).filter(|_| b >= 192) {
            self.input(Input::Closed { conn });
            return;
        }
        let slot = usize::from(a) % self.slots.len();
        let conn = std::mem::replace(&mut self.slots[slot], ConnId(self.next_conn));
        self.next_conn += 1;
        self.closed.push(conn);
        self.input(Input::Closed { conn });
    }

    /// Kills the server, and starts it again from its journal.
    pub(super) fn restart(&mut self) {
        self.replay();
        for slot in &mut self.slots {
            *slot = ConnId(self.next_conn);
            self.next_conn += 1;
        }
        self.input(Input::Restarted);
    }

    /// Checks that the stored journal restores the session.
    pub(super) fn replay(&mut self) {
        if self.replays == REPLAYS {
            return;
        }
        self.replays += 1;
        let lines: Vec<String> =
            self.journal.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let entries = lines.iter().map(|line| serde_json::from_str(line).unwrap());
        let replayed = Session::replay(&CATALOGUE, entries).unwrap();
        let all = |session: &Session| {
            let seated: Vec<ConnId> = session.connections().collect();
            let inputs = [Color::W, Color::B].map(|color| session.inputs_of(session::SeatId(color)));
            (session.phase(), session.next_timeout(), session.prunable_at(), seated, inputs)
        };
        assert_eq!(all(&replayed), all(self.host.session()));
        self.host.replace_session(replayed);
    }

    /// Ends the game: both players reconnect and receive the same, and a replay gives the same bytes. Returns the number of moves, and
    /// whether the game ended.
    pub(super) fn finish(mut self) -> (usize, bool) {
        for side in Side::BOTH {
            let Some(token) = self.tokens[side].clone() else { continue };
            let conn = ConnId(self.next_conn);
            self.next_conn += 1;
            let hello = serde_json::from_value(
                serde_json::json!({ "game_id": super::fixtures::GAME, "token": token }),
            )
            .unwrap();
            let fresh = self.fresh_token();
            self.input(Input::Hello { conn, hello, fresh });
            assert_eq!(self.conns[side], Some(conn), "a token gives its seat back");
        }
        self.player_checker.check_agreement();
        let Recorded::Created(creation) = self.journal[0].input.clone() else {
            panic!("no journal: {:?}", self.journal[0])
        };
        let at = creation.at;
        let mut again = GameHost::new(Session::create(&CATALOGUE, creation).unwrap().0, at);
        for (event, outputs) in &self.events {
            let (_, sent) = apply(&mut again, event);
            assert_eq!(&sent.concat(), outputs);
        }
        (self.shadow.plies(), self.host.session().phase() == Phase::Finished)
    }
}
