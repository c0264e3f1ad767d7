//! A table: a session, its journal, the sockets around it, and beside it a game without secrets that follows along.

use std::sync::Arc;

use ggn_core::{BySide, Game, Side};
use session::protocol::player::{Action, Color, Command};
use session::{ConnId, Entry, Input, Output, Phase, Receipt, Recorded, Session, Token, UnixMs, Unsent};

use super::judge::Judge;
use super::world::{CATALOGUE, creation, token};
use crate::project;

/// How often one input may have its journal read: each time takes as long as all that was before.
const REPLAYS: usize = 4;

pub(super) struct Table {
    session: Session,
    /// The time that the next input comes at; a clock may be set back.
    now: u64,
    grace: u64,
    journal: Vec<Entry>,
    outputs: Vec<Vec<Output>>,
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
    judge: Judge,
}

fn opened(unsent: Unsent) -> (Entry, Vec<Output>) {
    let entry = unsent.entry().clone();
    let receipt = Receipt::stored(entry.seq);
    (entry, unsent.release(receipt).unwrap())
}

impl Table {
    pub(super) fn new(terms: u8) -> Table {
        let creation = creation(terms);
        let (mode, grace) = (creation.request.mode, creation.limits.grace_ms.unwrap_or(300_000));
        let (session, unsent) = Session::create(&CATALOGUE, creation).unwrap();
        let (entry, outputs) = opened(unsent);
        assert!(outputs.is_empty() && entry.seq == 0);
        Table {
            session,
            now: 1_000,
            grace,
            journal: vec![entry],
            outputs: vec![outputs],
            slots: [1, 2, 3, 4, 5, 6].map(ConnId),
            closed: Vec::new(),
            conns: BySide::default(),
            tokens: BySide::default(),
            next_conn: 7,
            next_token: 1,
            replays: 0,
            shadow: Game::new(Arc::clone(project::ruleset(0))),
            judge: Judge::new(mode),
        }
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
            Input::Closed { conn } => self.forget(*conn),
            Input::Restarted => self.conns = BySide::default(),
            Input::Hello { .. }
            | Input::Command { .. }
            | Input::Enter { .. }
            | Input::Said { .. }
            | Input::Tick => {}
        }
        let (entry, outputs) = opened(self.session.handle(UnixMs(self.now), input.clone()));
        let last = self.journal.last().unwrap();
        assert_eq!(entry.seq, last.seq + 1);
        assert_eq!(entry.at, last.at.max(UnixMs(self.now)));
        assert_eq!(entry.input, Recorded::Input(input));
        for output in &outputs {
            if let Output::Seated { conn, seat } = output {
                let side = Side::from(seat.0);
                self.forget(*conn);
                self.conns[side] = Some(*conn);
            }
        }
        if let Some((conn, Command { action: Action::Commit { from, to, promotion }, .. })) = &said {
            self.follow(
                *conn,
                from.as_str().to_owned(),
                to.map(|to| to.as_str().to_owned()),
                promotion.map(|kind| kind.as_str().to_owned()),
                &outputs,
            );
        }
        let asker = said.map(|(conn, _)| conn);
        self.judge.judge(&entry, asker, &self.conns, &self.shadow, &outputs, self.session.phase());
        for side in Side::BOTH {
            self.tokens[side] = self.judge.tokens[side].clone();
        }
        assert!(self.session.next_timeout().is_none_or(|at| at >= entry.at), "an end of a grace lies behind");
        assert!(self.session.prunable_at().is_none_or(|at| at >= UnixMs(1_000)));
        let mut seated: Vec<ConnId> = self.session.connections().collect();
        seated.sort();
        let mut known: Vec<ConnId> = Side::BOTH.into_iter().filter_map(|side| self.conns[side]).collect();
        known.sort();
        assert_eq!(seated, known);
        self.journal.push(entry);
        self.outputs.push(outputs);
    }

    /// The truth follows a commit that made a move.
    fn follow(
        &mut self,
        conn: ConnId,
        from: String,
        to: Option<String>,
        promotion: Option<String>,
        outputs: &[Output],
    ) {
        let plies = self.judge.plies_told(conn, outputs);
        let is_made = plies.is_some_and(|plies| plies == self.shadow.plies() + 1);
        let Some(to) = to.filter(|_| is_made) else { return };
        let square = |name: String| self.shadow.rules().shape().square(name.parse().unwrap()).unwrap();
        let (from, to) = (square(from), square(to));
        let letter = promotion
            .and_then(|kind| kind.to_ascii_uppercase().chars().next())
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
        assert_eq!(all(&replayed), all(&self.session));
        self.session = replayed;
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
        let mut again: Option<Session> = None;
        for (entry, outputs) in self.journal.iter().zip(&self.outputs) {
            match (&mut again, entry.input.clone()) {
                (None, Recorded::Created(creation)) => {
                    again = Some(Session::create(&CATALOGUE, creation).unwrap().0);
                }
                (Some(session), Recorded::Input(input)) => {
                    let (stored, sent) = opened(session.handle(entry.at, input));
                    assert_eq!((&stored, &sent), (entry, outputs));
                }
                (None, Recorded::Input(_)) | (Some(_), Recorded::Created(_)) => {
                    panic!("no journal: {entry:?}")
                }
            }
        }
        (self.shadow.plies(), self.session.phase() == Phase::Finished)
    }
}
