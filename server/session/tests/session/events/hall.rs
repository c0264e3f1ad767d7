//! A table with somebody who watches: all that is sent to white, to black and to the watcher, kept apart.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use session::view::{Frame, Observation, observe};
use session::{ConnId, Viewer};

use crate::table::{B, GAME, Table, W};

/// Who is told of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    White,
    Black,
    Watcher,
}

pub(crate) const ALL: [Who; 3] = [Who::White, Who::Black, Who::Watcher];

/// A table, and what the watcher was sent.
pub(crate) struct Hall {
    pub(crate) table: Table,
    seen: Option<Observation>,
    watched: Vec<String>,
}

impl Hall {
    /// A game with bids, both players there and somebody watching from before the first move.
    pub(crate) fn new(mode: &str, gambit: &str) -> Hall {
        let request = json!({"mode": mode, "side": "white", "highlightingEnabled": true, "gambit": gambit,
                             "clock": {"initial": 300, "increment": 3}});
        let mut hall = Hall { table: Table::seated(request), seen: None, watched: Vec::new() };
        hall.watch();
        hall
    }

    fn watch(&mut self) {
        let now = observe(self.table.session.game(), Viewer::Spectator);
        let told = self.watched.len() as u64;
        let frames = Frame::since(self.seen.as_ref(), &now, told, session::UnixMs(self.table.now));
        self.watched.extend(frames.into_iter().map(Frame::into_string));
        self.seen = Some(now);
    }

    /// Something happens at the table.
    pub(crate) fn during(&mut self, act: impl FnOnce(&mut Table)) {
        act(&mut self.table);
        self.watch();
    }

    fn say(&mut self, conn: ConnId, mut event: Value) {
        event["gameId"] = GAME.into();
        self.during(|table| table.say(conn, event));
    }

    /// A move as `e2e4`.
    pub(crate) fn go(&mut self, conn: ConnId, mv: &str) {
        self.say(conn, json!({"type": "move.request", "from": &mv[..2], "to": &mv[2..4]}));
    }

    /// Moves in turn, white first.
    pub(crate) fn play(&mut self, moves: &str) {
        for (mv, conn) in moves.split_whitespace().zip([W, B].into_iter().cycle()) {
            self.go(conn, mv);
        }
    }

    pub(crate) fn bid(&mut self, conn: ConnId, amount: u32) {
        self.say(conn, json!({"type": "duel.allocate", "amount": amount}));
    }

    /// A bid of white and then one of black.
    pub(crate) fn bids(&mut self, white: u32, black: u32) {
        self.bid(W, white);
        self.bid(B, black);
    }

    pub(crate) fn retreat(&mut self, conn: ConnId, square: &str) {
        self.say(conn, json!({"type": "retreat.select", "position": square}));
    }

    pub(crate) fn resign(&mut self, conn: ConnId) {
        self.say(conn, json!({"type": "game.resign"}));
    }

    /// All that somebody was sent, as text.
    pub(crate) fn texts(&self, who: Who) -> Vec<String> {
        let sent = |conn| self.table.sent.get(&conn).cloned().unwrap_or_default();
        match who {
            Who::White => sent(W),
            Who::Black => sent(B),
            Who::Watcher => self.watched.clone(),
        }
    }

    /// The same, read.
    pub(crate) fn frames(&self, who: Who) -> Vec<Value> {
        self.texts(who).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// The frames of a type.
    pub(crate) fn of_type(&self, who: Who, kind: &str) -> Vec<Value> {
        self.frames(who).into_iter().filter(|frame| frame["type"] == kind).collect()
    }

    /// The latest state that somebody was sent.
    pub(crate) fn state(&self, who: Who) -> Value {
        self.of_type(who, "gameState.update").pop().unwrap()
    }

    /// Whether a number stands anywhere in what somebody was sent.
    pub(crate) fn is_told(&self, who: Who, number: u64) -> bool {
        let word = number.to_string();
        let numbers =
            |text: &String| text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits == word);
        self.texts(who).iter().any(numbers)
    }

    /// How many frames somebody was sent.
    pub(crate) fn count(&self, who: Who) -> usize {
        self.texts(who).len()
    }

    /// The moves that somebody was told, the latest word on each.
    pub(crate) fn moves(&self, who: Who) -> Vec<Value> {
        let states = self.of_type(who, "gameState.update");
        let told = states.iter().flat_map(|state| state["newMoves"].as_array().unwrap());
        let moves: BTreeMap<u64, Value> =
            told.map(|made| (made["ply"].as_u64().unwrap(), made.clone())).collect();
        moves.into_values().collect()
    }
}
