//! What a player knows by one socket, and what each frame may make of it.

use serde_json::{Map, Value};

/// Everything that the frames of one socket amount to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) seq: u64,
    /// The members of `joined` and `update` that say how things stand, by name; absent ones are null.
    pub(crate) table: Map<String, Value>,
    pub(crate) announcements: Vec<Value>,
    pub(crate) peer: Value,
    pub(crate) rematch: Value,
}

/// The members by which both snapshots and updates say how things stand.
const TABLE: [&str; 9] =
    ["view", "gameStatus", "touchedPiece", "drawOffer", "endReason", "winner", "tally", "ply", "clock"];

fn table(frame: &Value) -> Map<String, Value> {
    let mut table: Map<_, _> = TABLE.iter().map(|name| ((*name).to_owned(), frame[name].clone())).collect();
    table.insert("record".to_owned(), frame["record"].clone());
    table
}

/// Those of the members that are there.
fn members(frame: &Value, names: [&str; 2]) -> Value {
    let there = names.into_iter().filter_map(|name| Some((name.to_owned(), frame.get(name)?.clone())));
    Value::Object(there.collect())
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

impl State {
    /// What a snapshot says.
    pub(crate) fn joined(frame: &Value) -> State {
        State {
            seq: frame["seq"].as_u64().unwrap_or_default(),
            table: table(frame),
            announcements: list(&frame["announcements"]),
            peer: frame["peer"].clone(),
            rematch: frame["rematch"].clone(),
        }
    }

    /// What the next frame makes of it.
    pub(crate) fn then(&self, frame: &Value) -> State {
        let kind = frame["type"].as_str().unwrap_or_default();
        let mut announcements = self.announcements.clone();
        if kind == "update" {
            announcements.extend(list(&frame["newAnnouncements"]));
        }
        State {
            seq: frame["seq"].as_u64().unwrap_or_default(),
            table: if kind == "update" { table(frame) } else { self.table.clone() },
            announcements,
            peer: if kind == "peer-status" {
                members(frame, ["connected", "graceUntil"])
            } else {
                self.peer.clone()
            },
            rematch: if kind == "rematch" {
                members(frame, ["gameId", "from"])
            } else {
                self.rematch.clone()
            },
        }
    }

    /// Where a snapshot says anything else than the frames before it on the same socket amount to.
    pub(crate) fn differs(&self, snapshot: &State) -> Option<String> {
        for (name, value) in &self.table {
            if snapshot.table[name] != *value {
                return Some(format!("{name} is {} and was {value}", snapshot.table[name]));
            }
        }
        let others = [
            ("announcements", self.announcements == snapshot.announcements),
            ("peer", self.peer == snapshot.peer),
            ("rematch", self.rematch == snapshot.rematch),
        ];
        let (name, _) = others.into_iter().find(|(_, same)| !same)?;
        Some(format!("{name} differs: {self:?} and {snapshot:?}"))
    }

    /// Where a snapshot takes back what was known by an earlier socket.
    pub(crate) fn taken_back_by(&self, snapshot: &State) -> Option<String> {
        if !snapshot.announcements.starts_with(&self.announcements) {
            return Some("announcements are missing".to_owned());
        }
        if snapshot.ply() < self.ply() {
            return Some(format!("ply {} after {}", snapshot.ply(), self.ply()));
        }
        let order = ["waiting", "active", "finished"];
        let place = |state: &State| order.iter().position(|status| *status == state.status());
        if place(snapshot) < place(self) {
            return Some(format!("{} after {}", snapshot.status(), self.status()));
        }
        let same_sight = snapshot.ply() == self.ply() && snapshot.status() == self.status();
        if same_sight && snapshot.pieces() != self.pieces() {
            return Some("other pieces after the same moves".to_owned());
        }
        if !self.rematch.is_null() && self.rematch != snapshot.rematch {
            return Some("another rematch".to_owned());
        }
        None
    }

    pub(crate) fn ply(&self) -> u64 {
        self.table["ply"].as_u64().unwrap_or_default()
    }

    pub(crate) fn status(&self) -> &str {
        self.table["gameStatus"].as_str().unwrap_or_default()
    }

    pub(crate) fn to_move(&self) -> &str {
        self.table["view"]["toMove"].as_str().unwrap_or_default()
    }

    pub(crate) fn pieces(&self) -> &Value {
        &self.table["view"]["pieces"]
    }

    pub(crate) fn touched(&self) -> Option<&str> {
        self.table["touchedPiece"].as_str()
    }

    /// The colour of the piece on a square.
    pub(crate) fn color_on(&self, square: &str) -> Option<&str> {
        self.pieces()[square]["color"].as_str()
    }
}
