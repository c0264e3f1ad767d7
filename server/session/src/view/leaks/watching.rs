//! Leaks to who only watches. Their frames come from the lounge, beside the session.

use std::sync::Arc;

use serde_json::Value;

use super::{Leak, bids, write};
use crate::ids::{ConnId, UnixMs};
use crate::output::Output;
use crate::session::Session;
use crate::view::{Frame, Reached, Stamp, Viewer, observe};

/// Lets the leak of a session out of what its company is about to be told. `is_news` says that something has happened of which they are told later.
pub(crate) fn spoil(
    session: &Session,
    watchers: &[ConnId],
    is_news: bool,
    at: UnixMs,
    mut out: Vec<Output>,
) -> Vec<Output> {
    let Some(leak) = session.leak() else { return out };
    for output in &mut out {
        let Output::Send { conn, frame } = output else { continue };
        let Ok(Value::Object(mut message)) = serde_json::from_str(frame.as_str()) else { continue };
        if watchers.contains(conn) {
            bids::to_who_watches(leak, session.game(), &mut message);
            *frame = write(&Value::Object(message));
        }
    }
    if leak == Leak::WatcherEarly && is_news {
        let seen = Arc::new(observe(session.game(), Viewer::Spectator));
        let frame = Frame::game_state(&seen, Reached::default(), Stamp { seq: 0, ack: None, at });
        let early = |conn: &ConnId| Some(Output::Send { conn: *conn, frame: frame.clone()? });
        out.extend(watchers.iter().filter_map(early));
    }
    out
}
