//! Spectators and chat of a game.

mod arrival;
mod chat;
mod delay;
mod document;
mod names;

use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, decode};
use session::{CloseReason, ConnId, Output, Report, UnixMs};

use crate::table::{B, GAME, Table, W};

/// The first sockets of spectators.
pub(crate) const S: ConnId = ConnId(7);
pub(crate) const T: ConnId = ConnId(8);

/// A game with its spectators and chat.
pub(crate) struct WatchedGame {
    pub(crate) table: Table,
    /// Frames of spectators and chat: time, recipient, text.
    pub(crate) sent: Vec<(u64, ConnId, String)>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
    pub(crate) reports: Vec<Report>,
}

impl WatchedGame {
    /// Creates a game with both players connected.
    pub(crate) fn new(request: Value) -> WatchedGame {
        let mut game = WatchedGame::empty(request);
        let hello = json!({"type": "hello", "gameId": GAME, "token": crate::table::WHITE_TOKEN});
        game.say(W, &hello);
        game.say(B, &json!({"type": "hello", "gameId": GAME}));
        game
    }

    /// Creates a game without connections.
    pub(crate) fn empty(request: Value) -> WatchedGame {
        let table = Table::new(request);
        WatchedGame { table, sent: Vec::new(), closed: Vec::new(), reports: Vec::new() }
    }

    /// Creates an open game with a delay of spectators, in seconds.
    pub(crate) fn open(delay: u8) -> WatchedGame {
        let spectators = json!({"allowed": true, "delaySeconds": delay});
        WatchedGame::new(json!({"mode": "vanilla", "side": "white", "spectators": spectators}))
    }

    fn take(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { conn, frame } => self.sent.push((self.table.now, conn, frame.into_string())),
                Output::Close { conn, reason } => self.closed.push((conn, reason)),
                Output::Seated { .. } => panic!("seats are not assigned here"),
                Output::Push(_) => panic!("nobody has subscribed"),
            }
        }
    }

    /// Passes a message, and returns the frames that the same socket is sent beside the session.
    pub(crate) fn say(&mut self, conn: ConnId, message: &Value) -> Vec<Value> {
        let now = UnixMs(self.table.now);
        self.during(conn, |game| match decode(&message.to_string()).unwrap() {
            ClientMessage::Watch(watch) => {
                let letter = char::from(b'a' + u8::try_from(conn.0 % 26).unwrap());
                let fresh = letter.to_string().repeat(24).parse().unwrap();
                let outputs = game.table.host.watch(now, conn, watch, fresh);
                game.take(outputs);
            }
            ClientMessage::Chat(request) => {
                let (outputs, report) = game.table.host.chat(now, conn, request);
                game.reports.extend(report);
                game.take(outputs);
            }
            _ => {
                game.table.say(conn, message.clone());
                game.take_released();
            }
        })
    }

    pub(crate) fn watch(&mut self, conn: ConnId) -> Vec<Value> {
        self.say(conn, &json!({"type": "spectator.join", "gameId": GAME}))
    }

    pub(crate) fn chat(&mut self, conn: ConnId, message: &str) -> Vec<Value> {
        self.say(conn, &json!({"type": "chat.message", "gameId": GAME, "message": message}))
    }

    pub(crate) fn play(&mut self, conn: ConnId, mv: &str) {
        self.say(conn, &json!({"type": "commit", "from": mv[..2], "to": mv[2..4]}));
    }

    /// Takes what stored inputs have released to spectators.
    fn take_released(&mut self) {
        let outputs = std::mem::take(&mut self.table.beside);
        self.take(outputs);
    }

    /// Closes the socket of a player or a spectator.
    pub(crate) fn close(&mut self, conn: ConnId) {
        if self.table.host.is_spectator(conn) {
            let outputs = self.table.host.unwatch(UnixMs(self.table.now), conn);
            self.take(outputs);
        } else {
            self.table.close(conn);
            self.take_released();
        }
    }

    /// Advances the time, with every due event at its time.
    pub(crate) fn wait(&mut self, ms: u64) {
        let end = self.table.now + ms;
        loop {
            let due = self.table.host.next_timeout().map(|at| at.0.max(self.table.now));
            let Some(due) = due.filter(|due| *due <= end) else { break };
            self.table.now = due;
            if self.table.session().next_timeout().is_some_and(|at| at.0 <= due) {
                self.table.wait(0);
                self.take_released();
            }
            let outputs = self.table.host.update_spectators(UnixMs(due));
            self.take(outputs);
        }
        self.table.now = end;
    }

    /// Returns the frames that a socket is sent beside the session while `act` runs.
    pub(crate) fn during(&mut self, conn: ConnId, act: impl FnOnce(&mut WatchedGame)) -> Vec<Value> {
        let before = self.sent.len();
        act(self);
        let sent = self.sent[before..].iter().filter(|(_, to, _)| *to == conn);
        sent.map(|(_, _, text)| serde_json::from_str(text).unwrap()).collect()
    }
}

/// Returns the types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}
