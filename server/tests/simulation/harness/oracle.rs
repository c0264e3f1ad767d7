//! What the journal amounts to: beside the server, every stored input is played once more, in a session of the oracle's
//! own. A player may be told exactly what comes out of it, in that order, and nothing before it is stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;
use session::protocol::player::Color;
use session::view::{Observation, observe};
use session::{
    Catalogue, ConnId, Entry, Frame, GameId, Output, Phase, Receipt, Recorded, Session, UnixMs, Viewer,
};

use super::state::number;

/// One game as the journal has it.
#[derive(Debug, Default)]
pub(crate) struct Tale {
    session: Option<Session>,
    seats: HashMap<ConnId, Color>,
    /// What each player may have been told, by its number.
    told: BTreeMap<(Color, u64), String>,
    /// What who watches may have been told, and from when on it was so; only of a game of which it was said who may watch.
    shown: Vec<(UnixMs, Value)>,
    seen: Option<Observation>,
    is_watched: bool,
    /// The journal has been told to forget it.
    pub(crate) forgotten: bool,
}

/// A state without what the journal does not know: who watches.
fn without_company(text: &str) -> Option<Value> {
    let mut state: Value = serde_json::from_str(text).ok()?;
    (state["type"] == "gameState.update").then(|| state.as_object_mut()?.remove("spectators"))?;
    Some(state)
}

/// A state without what differs from one spectator to another: when and under which number it was told, what was told before, and who is there, of which
/// they hear in events.
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

impl Tale {
    /// Goes on by one stored input.
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
            return Err(format!("input {} is kept as {entry:?}, and was {:?}", entry.seq, unsent.entry()));
        }
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
                        if self.told.insert((*color, seq), text).is_some() {
                            return Err(format!("number {seq} of {color:?} is given twice"));
                        }
                    }
                }
                Output::Close { .. } => {}
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

    /// Whether a player of that colour may have been told this under a number; nothing if there is no such number.
    pub(crate) fn has_told(&self, color: Color, seq: u64, text: &str) -> Option<bool> {
        let told = self.told.get(&(color, seq))?;
        Some(told == text || without_company(told).is_some_and(|told| without_company(text) == Some(told)))
    }

    /// Since when a state was so that somebody is told who watches: the first time, if there were several.
    pub(crate) fn shown_since(&self, state: &Value) -> Option<UnixMs> {
        let state = of_the_game(state);
        self.shown.iter().find(|(_, shown)| *shown == state).map(|(at, _)| *at)
    }

    /// Whether a state is what who watches knows at least who has been told all that was so by then.
    pub(crate) fn is_known_by(&self, state: &Value, then: UnixMs) -> bool {
        let state = of_the_game(state);
        let last = self.shown.iter().rposition(|(at, _)| *at <= then).unwrap_or(0);
        self.shown.iter().skip(last).any(|(_, shown)| *shown == state)
    }

    pub(crate) fn phase(&self) -> Option<Phase> {
        self.session.as_ref().map(Session::phase)
    }
}

/// All games that were ever stored.
pub(crate) type Tales = BTreeMap<GameId, Tale>;
