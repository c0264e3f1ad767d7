//! A table: a session, its journal, the sockets around it, and beside it a game without secrets that follows along.

use std::sync::Arc;

use ggn_core::{BySide, Game, Side};
use session::lounge::Lounge;
use session::protocol::events::{ChatSaid, GamePhase, Watch as Wish};
use session::protocol::player::{Action, Color, Command, ServerMessage};
use session::{ConnId, Entry, Input, Output, Phase, Receipt, Recorded, Session, Token, UnixMs, Unsent};

use super::book::Book;
use super::company::Watch;
use super::judge::{Happened, Judge};
use super::told::{self, Told};
use super::world::{CATALOGUE, creation, token};
use crate::project;

/// How often one input may have its journal read: each time takes as long as all that was before.
const REPLAYS: usize = 4;

/// What happens at a table, to be done once more.
#[derive(Clone)]
enum Event {
    Input(Entry),
    Watch(UnixMs, ConnId, Wish, Token),
    Gone(UnixMs, ConnId),
    Talk(UnixMs, ConnId, ChatSaid),
    Tick(UnixMs),
}

/// A session and the company beside it, as whoever runs both does it.
struct Salon {
    session: Session,
    lounge: Lounge,
}

pub(super) struct Table {
    salon: Salon,
    /// The time that the next input comes at; a clock may be set back.
    now: u64,
    /// The latest time that company knows of.
    latest: UnixMs,
    grace: u64,
    journal: Vec<Entry>,
    /// Everything, the creation left out, and what was told because of it.
    events: Vec<(Event, Vec<Output>)>,
    /// The sockets; one that is closed comes back under a new name.
    pub(super) slots: [ConnId; 6],
    closed: Vec<ConnId>,
    /// The sockets that have the seats.
    pub(super) conns: BySide<Option<ConnId>>,
    pub(super) tokens: BySide<Option<Token>>,
    next_conn: u64,
    next_token: u8,
    replays: usize,
    /// The truth, from the moves alone.
    pub(super) shadow: Game,
    /// The truth of what is bid.
    book: Option<Book>,
    judge: Judge,
    /// What who watches is told; of a game about which nothing is said of that nobody looks.
    watch: Option<Watch>,
}

fn opened(unsent: Unsent) -> (Entry, Vec<Output>) {
    let entry = unsent.entry().clone();
    let receipt = Receipt::stored(entry.seq);
    (entry, unsent.release(receipt).unwrap())
}

impl Salon {
    fn new(session: Session, at: UnixMs) -> Salon {
        let lounge = Lounge::new(&session, at);
        Salon { session, lounge }
    }

    /// What comes of an event: what the session tells, and what company is told.
    fn happen(&mut self, event: &Event) -> (Option<Entry>, [Vec<Output>; 2]) {
        let Salon { session, lounge } = self;
        let (mut stored, mut own) = (None, Vec::new());
        let beside = match event.clone() {
            Event::Input(Entry { at, input: Recorded::Input(input), .. }) => {
                let is_restarted = input == Input::Restarted;
                let (entry, outputs) = opened(session.handle(at, input));
                let at = entry.at;
                (stored, own) = (Some(entry), outputs);
                if is_restarted {
                    *lounge = Lounge::new(session, at);
                    session.audience(Vec::new());
                    Vec::new()
                } else {
                    lounge.notice(session, at)
                }
            }
            Event::Input(Entry { input: Recorded::Created(_), .. }) => panic!("a game is made once"),
            Event::Watch(at, conn, wish, fresh) => lounge.watch(session, at, conn, wish, fresh),
            Event::Gone(at, conn) => lounge.gone(session, at, conn),
            Event::Talk(at, conn, said) => lounge.say(session, at, conn, said).0,
            Event::Tick(at) => lounge.tick(at),
        };
        if let Some(spectators) = lounge.new_audience() {
            session.audience(spectators);
        }
        (stored, [own, beside])
    }
}

impl Table {
    pub(super) fn new(terms: u8, more: Option<[u8; 2]>) -> Table {
        let creation = creation(terms, more);
        let (mode, grace) = (creation.request.mode, creation.limits.grace_ms.unwrap_or(300_000));
        let gambit = creation.request.gambit.clone();
        let (session, unsent) = Session::create(&CATALOGUE, creation).unwrap();
        let (entry, outputs) = opened(unsent);
        assert!(outputs.is_empty() && entry.seq == 0);
        let book = gambit.map(|id| Book::open(&session, &id, entry.at));
        let watch = more.is_some().then(|| Watch::new(&session, entry.at));
        Table {
            salon: Salon::new(session, entry.at),
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
            book,
            judge: Judge::new(mode),
            watch,
        }
    }

    /// Whether there is company, and there may be bids.
    pub(super) fn has_company(&self) -> bool {
        self.watch.is_some()
    }

    /// The truth of what is bid, if anything is.
    pub(super) fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// The tokens of who watches, or did.
    pub(super) fn watchers(&self) -> &[Token] {
        self.watch.as_ref().map_or(&[], |watch| &watch.tokens)
    }

    /// Time goes on to the next thing that it brings about, or almost, or a little further.
    pub(super) fn wait_until_due(&mut self, by: u8) {
        let Salon { session, lounge } = &self.salon;
        let Some(UnixMs(due)) = [session.next_timeout(), lounge.next_timeout()].into_iter().flatten().min()
        else {
            return;
        };
        self.now = match by % 3 {
            0 => due,
            1 => due.saturating_sub(1).max(self.now),
            _ => due.saturating_add(1),
        };
    }

    /// Time goes on, or back a little.
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

    pub(super) fn fresh_token(&mut self) -> Token {
        self.next_token = 1 + self.next_token % 20;
        token(self.next_token)
    }

    /// Takes in an input, and judges all that comes of it.
    pub(super) fn input(&mut self, input: Input) {
        let said = match &input {
            Input::Command { conn, command } => Some((*conn, command.clone())),
            Input::Hello { .. }
            | Input::Enter { .. }
            | Input::Said { .. }
            | Input::Closed { .. }
            | Input::Tick
            | Input::Restarted => None,
        };
        match &input {
            // Who watches by a socket plays by another one, and is not called as who watches.
            Input::Hello { conn, .. } if self.salon.lounge.has(*conn) => return,
            Input::Command { command: Command { action: Action::SetName { name }, .. }, .. }
                if self.salon.lounge.has_like(name) =>
            {
                return;
            }
            Input::Closed { conn } if self.salon.lounge.has(*conn) => {
                return self.beside(Event::Gone(UnixMs(self.now), *conn), Some(*conn));
            }
            Input::Closed { conn } => self.forget(*conn),
            Input::Restarted => {
                self.conns = BySide::default();
                self.watch.iter_mut().for_each(Watch::forget);
            }
            Input::Hello { .. }
            | Input::Command { .. }
            | Input::Enter { .. }
            | Input::Said { .. }
            | Input::Tick => {}
        }
        let last = self.journal.last().unwrap();
        let at = last.at.max(UnixMs(self.now));
        let was_due = self.salon.session.next_timeout().is_some_and(|due| due <= at);
        let event =
            Event::Input(Entry { seq: last.seq + 1, at: UnixMs(self.now), input: Recorded::Input(input) });
        let (entry, [outputs, beside]) = self.salon.happen(&event);
        let entry = entry.unwrap();
        let Event::Input(given) = event else { return };
        assert_eq!(entry, Entry { at, ..given });
        for output in &outputs {
            if let Output::Seated { conn, seat } = output {
                let side = Side::from(seat.0);
                self.forget(*conn);
                self.conns[side] = Some(*conn);
            }
        }
        let awaited = self.book.as_ref().map(Book::phase);
        if let Some(book) = &mut self.book {
            book.follow(&self.salon.session, at, &mut self.shadow);
        } else if let Some((conn, Command { action, .. })) = &said {
            self.follow(*conn, action, &outputs);
        }
        let asker = said.as_ref().map(|(conn, _)| *conn);
        let happened = Happened { entry: &entry, asker, conns: &self.conns, was_due };
        let truth = (&self.shadow, self.book.as_ref());
        self.judge.judge(&happened, truth, &outputs, self.salon.session.phase());
        if let (Some((conn, command)), Some(GamePhase::DuelAllocation), false) = (said, awaited, was_due) {
            self.keeps_bids_secret(conn, &command, [&outputs, &beside]);
        }
        for side in Side::BOTH {
            self.tokens[side] = self.judge.tokens[side].clone();
        }
        let session = &self.salon.session;
        assert!(session.next_timeout().is_none_or(|at| at >= entry.at), "an end of a grace lies behind");
        assert!(session.prunable_at().is_none_or(|at| at >= UnixMs(1_000)));
        let mut seated: Vec<ConnId> = session.connections().collect();
        seated.sort();
        let mut known: Vec<ConnId> = Side::BOTH.into_iter().filter_map(|side| self.conns[side]).collect();
        known.sort();
        assert_eq!(seated, known);
        self.latest = self.latest.max(at);
        if let Some(watch) = &mut self.watch {
            watch.note(session, self.latest);
            watch.judge(&self.salon.lounge, self.book.as_ref(), &self.conns, (self.latest, None), &beside);
        } else {
            assert!(beside.is_empty(), "nobody watches: {beside:?}");
        }
        self.journal.push(entry.clone());
        self.events.push((Event::Input(entry), [outputs, beside].concat()));
    }

    /// Something happens beside the game.
    fn beside(&mut self, event: Event, asker: Option<ConnId>) {
        let (_, [_, outputs]) = self.salon.happen(&event);
        // Time does not run backwards there either.
        self.latest = self.latest.max(UnixMs(self.now));
        if let Some(watch) = &mut self.watch {
            watch.judge(&self.salon.lounge, self.book.as_ref(), &self.conns, (self.latest, asker), &outputs);
        }
        self.events.push((event, outputs));
    }

    /// Somebody asks to watch.
    pub(super) fn watch(&mut self, conn: ConnId, wish: Wish) {
        let fresh = self.fresh_token();
        self.beside(Event::Watch(UnixMs(self.now), conn, wish, fresh), Some(conn));
    }

    /// Whoever is at a socket talks.
    pub(super) fn talk(&mut self, conn: ConnId, said: ChatSaid) {
        self.beside(Event::Talk(UnixMs(self.now), conn, said), Some(conn));
    }

    /// The alarm rings, for the game and for company.
    pub(super) fn tick(&mut self) {
        self.input(Input::Tick);
        if self.has_company() {
            self.beside(Event::Tick(UnixMs(self.now)), None);
        }
    }

    /// Of a bid that is not the last one nobody is told but who made it, who is told all of it.
    fn keeps_bids_secret(&self, conn: ConnId, command: &Command, [outputs, beside]: [&[Output]; 2]) {
        let (Action::Allocate { amount }, Some(book)) = (&command.action, &self.book) else { return };
        if book.phase() != GamePhase::DuelAllocation {
            return;
        }
        let is_told = |output: &Output| matches!(output, Output::Send { conn: to, .. } if *to == conn);
        assert!(outputs.iter().all(is_told) && beside.is_empty(), "a bid is told: {outputs:?} {beside:?}");
        let is_refused =
            |output| matches!(told::read(output), Some((_, Told::Message(ServerMessage::Error(_)))));
        let Some(side) = Side::BOTH.into_iter().find(|&side| self.conns[side] == Some(conn)) else { return };
        if command.id.is_none() && !outputs.iter().any(is_refused) {
            let own = book.seen(side).duel.as_ref().and_then(|duel| duel.your_bid);
            assert_eq!(own, Some(*amount));
        }
    }

    /// The truth follows a command that made a move.
    fn follow(&mut self, conn: ConnId, action: &Action, outputs: &[Output]) {
        let (from, to, promotion) = match action {
            Action::Commit { from, to: Some(to), promotion } => (from, to, promotion),
            Action::Move { from, to, promotion } => (from, to, promotion),
            Action::Commit { to: None, .. }
            | Action::Allocate { .. }
            | Action::Retreat { .. }
            | Action::SetName { .. }
            | Action::Resign
            | Action::OfferDraw
            | Action::RespondDraw { .. }
            | Action::Rematch { .. } => return,
        };
        let plies = self.judge.plies_told(conn, outputs);
        if plies.is_none_or(|plies| plies != self.shadow.plies() + 1) {
            return;
        }
        let square = |name: &str| self.shadow.rules().shape().square(name.parse().unwrap()).unwrap();
        let (from, to) = (square(from.as_str()), square(to.as_str()));
        let letter = promotion
            .and_then(|kind| kind.as_str().to_ascii_uppercase().chars().next())
            .and_then(ggn_core::notation::letter::Letter::new);
        // A promotion that is not called for is passed over.
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

    /// A socket is gone; or one is told to be gone that has been for long.
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

    /// The server is killed, and starts again from its journal.
    pub(super) fn restart(&mut self) {
        self.replay();
        for slot in &mut self.slots {
            *slot = ConnId(self.next_conn);
            self.next_conn += 1;
        }
        self.input(Input::Restarted);
    }

    /// The journal, as it is stored, gives the session back.
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
        let Salon { session, lounge } = &mut self.salon;
        assert_eq!(all(&replayed), all(session));
        *session = replayed;
        // Who watches no journal keeps.
        session.audience(lounge.spectators());
    }

    /// At the end both players come back and are told the same; and all of it happens once more, to the byte. Gives how many moves were made, and
    /// whether the game came to its end.
    pub(super) fn finish(mut self) -> (usize, bool) {
        for side in Side::BOTH {
            let Some(token) = self.tokens[side].clone() else { continue };
            let conn = ConnId(self.next_conn);
            self.next_conn += 1;
            let hello =
                serde_json::from_value(serde_json::json!({ "game_id": super::world::GAME, "token": token }))
                    .unwrap();
            let fresh = self.fresh_token();
            self.input(Input::Hello { conn, hello, fresh });
            assert_eq!(self.conns[side], Some(conn), "a token gives its seat back");
        }
        self.judge.agree();
        let Recorded::Created(creation) = self.journal[0].input.clone() else {
            panic!("no journal: {:?}", self.journal[0])
        };
        let at = creation.at;
        let mut again = Salon::new(Session::create(&CATALOGUE, creation).unwrap().0, at);
        for (event, outputs) in &self.events {
            let (_, sent) = again.happen(event);
            assert_eq!(&sent.concat(), outputs);
        }
        (self.shadow.plies(), self.salon.session.phase() == Phase::Finished)
    }
}
