//! A player's knowledge from one socket, and its changes by frames.

use serde_json::{Map, Value, json};

/// Knowledge from all frames of one socket.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) seq: u64,
    /// Members of `joined` and `update` about the game's status, by name; absent ones are null.
    pub(crate) table: Map<String, Value>,
    pub(crate) announcements: Vec<Value>,
    pub(crate) peer: Value,
    pub(crate) rematch: Value,
    /// Phase, points, duel and retreat options of a game with bids; null before the first state on this socket.
    pub(crate) bids: Value,
}

/// Members of a state about bids.
const BIDS: [&str; 4] = ["phase", "bp", "duel", "retreat"];

/// Status members that both snapshots and updates have.
const TABLE: [&str; 9] =
    ["view", "gameStatus", "touchedPiece", "drawOffer", "endReason", "winner", "tally", "ply", "clock"];

fn table(frame: &Value) -> Map<String, Value> {
    let mut table: Map<_, _> = TABLE.iter().map(|name| ((*name).to_owned(), frame[name].clone())).collect();
    table.insert("record".to_owned(), frame["record"].clone());
    table
}

/// Returns a whole state's status in the members of `joined` and `update`.
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

/// Returns the other player's presence in a whole state.
fn peer_of_state(state: &Value) -> Value {
    let players = list(&state["players"]);
    let other = players.iter().find(|player| player["color"] != state["you"]);
    other.map_or_else(|| json!({ "connected": false }), |other| members(other, ["connected", "graceUntil"]))
}

/// Returns the members that are present.
fn members<const N: usize>(frame: &Value, names: [&str; N]) -> Value {
    let there = names.into_iter().filter_map(|name| Some((name.to_owned(), frame.get(name)?.clone())));
    Value::Object(there.collect())
}

/// Returns the number of a frame, in either protocol.
pub(crate) fn number(frame: &Value) -> Option<u64> {
    frame.get("seq").or_else(|| frame.get("sequence"))?.as_u64()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

impl State {
    /// Returns the knowledge from a snapshot.
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

    /// Returns the knowledge after the next frame.
    pub(crate) fn then(&self, frame: &Value) -> State {
        let mut next = State { seq: number(frame).unwrap_or_default(), ..self.clone() };
        match frame["type"].as_str().unwrap_or_default() {
            "update" => {
                next.table = table(frame);
                next.announcements.extend(list(&frame["newAnnouncements"]));
            }
            "gameState.update" => {
                // The first state on a socket is complete.
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
            "rematch" => next.rematch = frame["rematch"].clone(),
            _ => {}
        }
        next
    }

    /// Describes a difference between a snapshot and the earlier frames of the same socket.
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

    /// Returns whether this is the earlier state with the end of its game by time, without another move.
    pub(crate) fn is_out_of_time_after(&self, before: &State) -> bool {
        let is_by_time = ["abandoned", "timeout"].iter().any(|reason| self.table["endReason"] == *reason);
        is_by_time && before.status() == "active" && self.ply() == before.ply()
    }

    /// Describes what a snapshot retracts of an earlier socket's knowledge.
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
        if self.has_rematch() && self.rematch != snapshot.rematch {
            return Some("another rematch".to_owned());
        }
        None
    }

    /// Returns whether the players have agreed on a rematch.
    pub(crate) fn has_rematch(&self) -> bool {
        self.rematch["state"] == "accepted"
    }

    /// Returns what both players know of the rematch: everything but the token of the seat in it.
    pub(crate) fn shared_rematch(&self) -> Value {
        members(&self.rematch, ["state", "from", "gameId"])
    }

    pub(crate) fn ply(&self) -> u64 {
        self.table["ply"].as_u64().unwrap_or_default()
    }

    pub(crate) fn status(&self) -> &str {
        self.table["gameStatus"].as_str().unwrap_or_default()
    }

    /// Returns the phase of an active game with bids.
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

    /// Returns the colour of the piece on a square.
    pub(crate) fn color_on(&self, square: &str) -> Option<&str> {
        self.pieces()[square]["color"].as_str()
    }
}
