//! What the journal amounts to: beside the server, every stored input is played once more, in a session of the oracle's
//! own. A player may be told exactly what comes out of it, in that order, and nothing before it is stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;
use session::protocol::player::Color;
use session::{Catalogue, ConnId, Entry, GameId, Output, Phase, Receipt, Recorded, Session};

/// One game as the journal has it.
#[derive(Debug, Default)]
pub(crate) struct Tale {
    session: Option<Session>,
    seats: HashMap<ConnId, Color>,
    /// What each player may have been told, by its number.
    told: BTreeMap<(Color, u64), String>,
    /// The journal has been told to forget it.
    pub(crate) forgotten: bool,
}

impl Tale {
    /// Goes on by one stored input.
    pub(crate) fn feed(&mut self, catalogue: &Arc<Catalogue>, entry: &Entry) -> Result<(), String> {
        let Entry { at, input, .. } = entry.clone();
        let unsent = match (&mut self.session, input) {
            (None, Recorded::Created(creation)) => {
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
                    if let Some(seq) = value["seq"].as_u64() {
                        let color = self.seats.get(&conn).ok_or("a frame for a socket without a seat")?;
                        if self.told.insert((*color, seq), text).is_some() {
                            return Err(format!("number {seq} of {color:?} is given twice"));
                        }
                    }
                }
                Output::Close { .. } => {}
            }
        }
        Ok(())
    }

    /// What the player of that colour may have been told under a number.
    pub(crate) fn told(&self, color: Color, seq: u64) -> Option<&str> {
        self.told.get(&(color, seq)).map(String::as_str)
    }

    pub(crate) fn phase(&self) -> Option<Phase> {
        self.session.as_ref().map(Session::phase)
    }
}

/// All games that were ever stored.
pub(crate) type Tales = BTreeMap<GameId, Tale>;
