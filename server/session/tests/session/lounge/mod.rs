//! Who watches and what is said, beside a session.

mod chat;
mod delay;
mod document;
mod names;
mod watching;

use serde_json::{Value, json};
use session::lounge::{Lounge, Report};
use session::protocol::player::{ClientMessage, decode};
use session::{CloseReason, ConnId, Output, UnixMs};

use crate::table::{B, GAME, Table, W};

/// The first sockets of spectators.
pub(crate) const S: ConnId = ConnId(7);
pub(crate) const T: ConnId = ConnId(8);

/// A table with its company.
pub(crate) struct Salon {
    pub(crate) table: Table,
    pub(crate) lounge: Lounge,
    /// What was sent beside the session: when, to whom, what.
    pub(crate) told: Vec<(u64, ConnId, String)>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
    pub(crate) reports: Vec<Report>,
}

impl Salon {
    /// A game with both players connected.
    pub(crate) fn new(request: Value) -> Salon {
        let mut salon = Salon::empty(request);
        let hello = json!({"type": "hello", "gameId": GAME, "token": crate::table::WHITE_TOKEN});
        salon.say(W, &hello);
        salon.say(B, &json!({"type": "hello", "gameId": GAME}));
        salon
    }

    /// A game in which nobody is yet.
    pub(crate) fn empty(request: Value) -> Salon {
        let table = Table::new(request);
        let lounge = Lounge::new(&table.session, UnixMs(table.now));
        Salon { table, lounge, told: Vec::new(), closed: Vec::new(), reports: Vec::new() }
    }

    /// An open game that is watched so many seconds later.
    pub(crate) fn open(delay: u8) -> Salon {
        let spectators = json!({"allowed": true, "delaySeconds": delay});
        Salon::new(json!({"mode": "vanilla", "side": "white", "spectators": spectators}))
    }

    fn take(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { conn, frame } => self.told.push((self.table.now, conn, frame.into_string())),
                Output::Close { conn, reason } => self.closed.push((conn, reason)),
                Output::Seated { .. } => panic!("nobody is seated here"),
            }
        }
        if let Some(spectators) = self.lounge.new_audience() {
            self.table.session.audience(spectators);
        }
    }

    /// Says something, and gives what the same socket is told because of it beside the session.
    pub(crate) fn say(&mut self, conn: ConnId, message: &Value) -> Vec<Value> {
        let now = UnixMs(self.table.now);
        self.during(conn, |salon| match decode(&message.to_string()).unwrap() {
            ClientMessage::Watch(watch) => {
                let letter = char::from(b'a' + u8::try_from(conn.0 % 26).unwrap());
                let fresh = letter.to_string().repeat(24).parse().unwrap();
                let outputs = salon.lounge.watch(&salon.table.session, now, conn, watch, fresh);
                salon.take(outputs);
            }
            ClientMessage::Chat(said) => {
                let (outputs, report) = salon.lounge.say(&salon.table.session, now, conn, said);
                salon.reports.extend(report);
                salon.take(outputs);
            }
            _ => {
                salon.table.say(conn, message.clone());
                salon.notice();
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

    pub(crate) fn notice(&mut self) {
        let outputs = self.lounge.notice(&self.table.session, UnixMs(self.table.now));
        self.take(outputs);
    }

    /// The socket of a player, or of a spectator, is gone.
    pub(crate) fn close(&mut self, conn: ConnId) {
        if self.lounge.has(conn) {
            let outputs = self.lounge.gone(&self.table.session, UnixMs(self.table.now), conn);
            self.take(outputs);
        } else {
            self.table.close(conn);
            self.notice();
        }
    }

    /// Time goes by, and everything that is due happens in its time.
    pub(crate) fn wait(&mut self, ms: u64) {
        let end = self.table.now + ms;
        loop {
            let due = [self.lounge.next_timeout(), self.table.session.next_timeout()];
            let due = due.into_iter().flatten().map(|at| at.0.max(self.table.now)).min();
            let Some(due) = due.filter(|due| *due <= end) else { break };
            self.table.now = due;
            if self.table.session.next_timeout().is_some_and(|at| at.0 <= due) {
                self.table.wait(0);
                self.notice();
            }
            let outputs = self.lounge.tick(UnixMs(due));
            self.take(outputs);
        }
        self.table.now = end;
    }

    /// What a socket is told beside the session while `act` runs.
    pub(crate) fn during(&mut self, conn: ConnId, act: impl FnOnce(&mut Salon)) -> Vec<Value> {
        let before = self.told.len();
        act(self);
        let told = self.told[before..].iter().filter(|(_, to, _)| *to == conn);
        told.map(|(_, _, text)| serde_json::from_str(text).unwrap()).collect()
    }
}

/// The types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}
