//! Seeded leaks to spectators.

use std::sync::Arc;

use serde_json::Value;

use super::{Leak, bids, write};
use crate::domain::{ConnId, UnixMs};
use crate::game::Game;
use crate::output::Output;
use crate::protocol::player::Stamp;
use crate::view::{Frame, LogPosition, Viewer, observe};

/// Puts the leak of a session into outputs to its spectators. `is_news` is true if something has happened that they are sent later.
pub(crate) fn inject(
    leak: Leak,
    game: &Game,
    watchers: &[ConnId],
    is_news: bool,
    at: UnixMs,
    mut out: Vec<Output>,
) -> Vec<Output> {
    for output in &mut out {
        let Output::Send { conn, frame } = output else { continue };
        let Ok(Value::Object(mut message)) = serde_json::from_str(frame.as_str()) else { continue };
        if watchers.contains(conn) {
            bids::to_who_watches(leak, game, &mut message);
            *frame = write(&Value::Object(message));
        }
    }
    if leak == Leak::WatcherEarly && is_news {
        let seen = Arc::new(observe(game, Viewer::Spectator));
        let frame = Frame::game_state(&seen, LogPosition::default(), Stamp { seq: 0, ack: None, at });
        let early = |conn: &ConnId| Some(Output::Send { conn: *conn, frame: frame.clone()? });
        out.extend(watchers.iter().filter_map(early));
    }
    out
}
