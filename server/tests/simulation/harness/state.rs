//! What a player knows by one socket, and what each frame may make of it.

use serde_json::{Map, Value, json};

/// Everything that the frames of one socket amount to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) seq: u64,
    /// The members of `joined` and `update` that say how things stand, by name; absent ones are null.
    pub(crate) table: Map<String, Value>,
    pub(crate) announcements: Vec<Value>,
    pub(crate) peer: Value,
    pub(crate) rematch: Value,
    /// Of a game with bids what is awaited, the points, the duel and the choice of a retreat; null until they are told on this socket.
    pub(crate) bids: Value,
}

/// The members of a state that have to do with bids.
const BIDS: [&str; 4] = ["phase", "bp", "duel", "retreat"];

/// The members by which both snapshots and updates say how things stand.
const TABLE: [&str; 9] =
    ["view", "gameStatus", "touchedPiece", "drawOffer", "endReason", "winner", "tally", "ply", "clock"];

fn table(frame: &Value) -> Map<String, Value> {
    let mut table: Map<_, _> = TABLE.iter().map(|name| ((*name).to_owned(), frame[name].clone())).collect();
    table.insert("record".to_owned(), frame["record"].clone());
    table
}

/// What a whole state says in the words of `joined` and `update`.
fn table_of_state(state: &Value) -> Map<String, Value> {
    let piece = |piece: &Value| {
        Some((piece["position"].as_str()?.to_owned(), members(piece, ["color", "type", "qpi", "points"])))
    };
    let pieces: Map<_, _> = list(&state["pieces"]).iter().filter_map(piece).collect();
    let mut view = json!({ "pieces": pieces, "toMove": state["turn"], "inCheck": state["inCheck"] });
    if let Some(left) = state.get("movesLeft") {
        view["movesLeft"] = left.clone();
    }
    Map::from_iter(
        [("view".to_owned(), view)]
            .into_iter()
            .chain(table(state).into_iter().filter(|(name, _)| name != "view")),
    )
}

/// Who else is there, by a whole state.
fn peer_of_state(state: &Value) -> Value {
    let players = list(&state["players"]);
    let other = players.iter().find(|player| player["color"] != state["you"]);
    other.map_or_else(|| json!({ "connected": false }), |other| members(other, ["connected", "graceUntil"]))
}

/// Those of the members that are there.
fn members<const N: usize>(frame: &Value, names: [&str; N]) -> Value {
    let there = names.into_iter().filter_map(|name| Some((name.to_owned(), frame.get(name)?.clone())));
    Value::Object(there.collect())
}

/// The number of a frame, in either protocol's word.
pub(crate) fn number(frame: &Value) -> Option<u64> {
    frame.get("seq").or_else(|| frame.get("sequence"))?.as_u64()
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
            bids: Value::Null,
        }
    }

    /// What the next frame makes of it.
    pub(crate) fn then(&self, frame: &Value) -> State {
        let mut next = State { seq: number(frame).unwrap_or_default(), ..self.clone() };
        match frame["type"].as_str().unwrap_or_default() {
            "update" => {
                next.table = table(frame);
                next.announcements.extend(list(&frame["newAnnouncements"]));
            }
            "gameState.update" => {
                // The first one on a socket has everything.
                if self.bids.is_null() {
                    next.announcements.clear();
                }
                next.announcements.extend(list(&frame["newAnnouncements"]));
                next.table = table_of_state(frame);
                next.peer = peer_of_state(frame);
                next.bids = members(frame, BIDS);
            }
            "player.joined" | "player.reconnected" => next.peer = json!({ "connected": true }),
            "player.left" => {
                next.peer = json!({ "connected": false });
                if let Some(until) = frame.get("graceUntil") {
                    next.peer["graceUntil"] = until.clone();
                }
            }
            "peer-status" => next.peer = members(frame, ["connected", "graceUntil"]),
            "rematch" => next.rematch = members(frame, ["gameId", "from"]),
            _ => {}
        }
        next
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

    /// What is awaited of a game with bids that is on.
    pub(crate) fn phase(&self) -> &str {
        self.bids["phase"].as_str().unwrap_or_default()
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
