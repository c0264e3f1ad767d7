//! The oracle: every stored input is replayed in a session of its own. A player may be sent exactly the resulting
//! frames, in order, and none before its input is stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;
use session::protocol::player::Color;
use session::view::{Observation, observe};
use session::{
    Catalogue, ConnId, Entry, FinishedGame, Frame, GameId, Output, Phase, Receipt, Recorded, Session, UnixMs,
    Viewer,
};

use super::state::number;

/// One game according to the journal.
#[derive(Debug, Default)]
pub(crate) struct GameOracle {
    session: Option<Session>,
    seats: HashMap<ConnId, Color>,
    /// Frames that each player may have been sent, by number.
    sent: BTreeMap<(Color, u64), String>,
    /// States that spectators may have been sent, with their times; only for games open to spectators.
    shown: Vec<(UnixMs, Value)>,
    seen: Option<Observation>,
    is_watched: bool,
    /// The record of the game, once it has ended.
    pub(crate) finished: Option<FinishedGame>,
    /// True if the journal has been asked to remove it.
    pub(crate) forgotten: bool,
}

/// Returns a state without spectators, which are not journaled.
fn without_spectators(text: &str) -> Option<Value> {
    let mut state: Value = serde_json::from_str(text).ok()?;
    (state["type"] == "gameState.update").then(|| state.as_object_mut()?.remove("spectators"))?;
    Some(state)
}

/// Returns a state without the members that differ between spectators: time and number of the frame, earlier moves, and the people connected, which
/// are announced in events.
fn of_the_game(state: &Value) -> Value {
    let mut state = state.clone();
    for name in ["sequence", "timestamp", "ack", "newMoves", "newAnnouncements", "spectators"] {
        state.as_object_mut().and_then(|state| state.remove(name));
    }
    for player in state["players"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        player.retain(|name, _| name != "connected" && name != "graceUntil");
    }
    state
}

impl GameOracle {
    /// Applies one stored input.
    pub(crate) fn feed(&mut self, catalogue: &Arc<Catalogue>, entry: &Entry) -> Result<(), String> {
        let Entry { at, input, .. } = entry.clone();
        let unsent = match (&mut self.session, input) {
            (None, Recorded::Created(creation)) => {
                self.is_watched = creation.request.spectators.is_some();
                let (session, unsent) =
                    Session::create(catalogue, creation).map_err(|error| error.to_string())?;
                self.session = Some(session);
                unsent
            }
            (Some(session), Recorded::Input(input)) => session.handle(at, input),
            _ => return Err(format!("input {} is out of place", entry.seq)),
        };
        if unsent.entry() != entry {
            return Err(format!(
                "input {} is stored as {entry:?}, and replayed as {:?}",
                entry.seq,
                unsent.entry()
            ));
        }
        self.finished = unsent.finished().cloned().or(self.finished.take());
        for output in unsent.release(Receipt::stored(entry.seq)).map_err(|error| error.to_string())? {
            match output {
                Output::Seated { conn, seat } => {
                    self.seats.insert(conn, seat.0);
                }
                Output::Send { conn, frame } => {
                    let text = frame.into_string();
                    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                    if let Some(seq) = number(&value) {
                        let color = self.seats.get(&conn).ok_or("a frame for a socket without a seat")?;
                        if self.sent.insert((*color, seq), text).is_some() {
                            return Err(format!("number {seq} of {color:?} is given twice"));
                        }
                    }
                }
                Output::Close { .. } | Output::Push(_) => {}
            }
        }
        if self.is_watched {
            self.show(at);
        }
        Ok(())
    }

    fn show(&mut self, at: UnixMs) {
        let Some(session) = &self.session else { return };
        let now = observe(session.game(), Viewer::Spectator);
        if self.seen.as_ref().is_some_and(|before| !now.is_news_after(before)) {
            return;
        }
        let frames = Frame::since(None, &now, 0, at);
        let state = frames.last().and_then(|frame| serde_json::from_str(frame.as_str()).ok());
        self.shown.extend(state.as_ref().map(|state| (at, of_the_game(state))));
        self.seen = Some(now);
    }

    /// Returns whether a player of that colour may have been sent this frame under a number; `None` if there is no such number.
    pub(crate) fn was_sent(&self, color: Color, seq: u64, text: &str) -> Option<bool> {
        let sent = self.sent.get(&(color, seq))?;
        Some(
            sent == text
                || without_spectators(sent).is_some_and(|sent| without_spectators(text) == Some(sent)),
        )
    }

    /// Returns the first time at which the game had a spectator's state.
    pub(crate) fn shown_since(&self, state: &Value) -> Option<UnixMs> {
        let state = of_the_game(state);
        self.shown.iter().find(|(_, shown)| *shown == state).map(|(at, _)| *at)
    }

    /// Returns whether a state is at least as new as what a spectator must know by `then`.
    pub(crate) fn is_known_by(&self, state: &Value, then: UnixMs) -> bool {
        let state = of_the_game(state);
        let last = self.shown.iter().rposition(|(at, _)| *at <= then).unwrap_or(0);
        self.shown.iter().skip(last).any(|(_, shown)| *shown == state)
    }

    pub(crate) fn phase(&self) -> Option<Phase> {
        self.session.as_ref().map(Session::phase)
    }
}

/// All games ever stored.
pub(crate) type GameOracles = BTreeMap<GameId, GameOracle>;
