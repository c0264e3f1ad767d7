//! A game with a spectator: the frames to White, to Black and to the spectator, kept apart.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use session::view::{Frame, Observation, observe};
use session::{ConnId, Viewer};

use crate::table::{B, GAME, Table, W};

/// A recipient of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recipient {
    White,
    Black,
    Spectator,
}

pub(crate) const ALL: [Recipient; 3] = [Recipient::White, Recipient::Black, Recipient::Spectator];

/// A game, with the frames that the spectator was sent.
pub(crate) struct WatchedGame {
    pub(crate) table: Table,
    seen: Option<Observation>,
    watched: Vec<String>,
}

impl WatchedGame {
    /// Creates a game with bids and both players connected, watched from before the first move.
    pub(crate) fn new(mode: &str, gambit: &str) -> WatchedGame {
        WatchedGame::of(json!({"mode": mode, "side": "white", "highlightingEnabled": true, "gambit": gambit,
                               "clock": {"initial": 300, "increment": 3}}))
    }

    /// Creates a game by a request, with both players connected.
    pub(crate) fn of(request: Value) -> WatchedGame {
        let mut watched = WatchedGame { table: Table::seated(request), seen: None, watched: Vec::new() };
        watched.watch();
        watched
    }

    fn watch(&mut self) {
        let now = observe(self.table.session().game(), Viewer::Spectator);
        let sent = self.watched.len() as u64;
        let frames = Frame::since(self.seen.as_ref(), &now, sent, session::UnixMs(self.table.now));
        self.watched.extend(frames.into_iter().map(Frame::into_string));
        self.seen = Some(now);
    }

    /// Runs an action in the game, and notifies the spectator.
    pub(crate) fn during(&mut self, act: impl FnOnce(&mut Table)) {
        act(&mut self.table);
        self.watch();
    }

    fn say(&mut self, conn: ConnId, mut event: Value) {
        event["gameId"] = GAME.into();
        self.during(|table| table.say(conn, event));
    }

    /// Makes a move such as `e2e4`.
    pub(crate) fn go(&mut self, conn: ConnId, mv: &str) {
        self.say(conn, json!({"type": "move.request", "from": &mv[..2], "to": &mv[2..4]}));
    }

    /// Makes moves in turn, White first.
    pub(crate) fn play(&mut self, moves: &str) {
        for (mv, conn) in moves.split_whitespace().zip([W, B].into_iter().cycle()) {
            self.go(conn, mv);
        }
    }

    pub(crate) fn bid(&mut self, conn: ConnId, amount: u32) {
        self.say(conn, json!({"type": "duel.allocate", "amount": amount}));
    }

    /// Makes a bid of White and then one of Black.
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

    /// Returns all frames to a recipient, as text.
    pub(crate) fn texts(&self, who: Recipient) -> Vec<String> {
        let sent = |conn| self.table.sent.get(&conn).cloned().unwrap_or_default();
        match who {
            Recipient::White => sent(W),
            Recipient::Black => sent(B),
            Recipient::Spectator => self.watched.clone(),
        }
    }

    /// Returns all frames to a recipient.
    pub(crate) fn frames(&self, who: Recipient) -> Vec<Value> {
        self.texts(who).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Returns the frames of a type.
    pub(crate) fn of_type(&self, who: Recipient, kind: &str) -> Vec<Value> {
        self.frames(who).into_iter().filter(|frame| frame["type"] == kind).collect()
    }

    /// Returns the latest state that a recipient was sent.
    pub(crate) fn state(&self, who: Recipient) -> Value {
        self.of_type(who, "gameState.update").pop().unwrap()
    }

    /// Returns whether a number occurs in any frame to a recipient.
    pub(crate) fn is_sent(&self, who: Recipient, number: u64) -> bool {
        let word = number.to_string();
        let numbers =
            |text: &String| text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits == word);
        self.texts(who).iter().any(numbers)
    }

    /// Returns the number of frames to a recipient.
    pub(crate) fn count(&self, who: Recipient) -> usize {
        self.texts(who).len()
    }

    /// Returns the moves that a recipient was sent, each in its latest form.
    pub(crate) fn moves(&self, who: Recipient) -> Vec<Value> {
        let states = self.of_type(who, "gameState.update");
        let sent = states.iter().flat_map(|state| state["newMoves"].as_array().unwrap());
        let moves: BTreeMap<u64, Value> =
            sent.map(|made| (made["ply"].as_u64().unwrap(), made.clone())).collect();
        moves.into_values().collect()
    }
}
