//! What is sent, read again: the messages of the player protocol, and the events beside them.

use session::protocol::events::{GameState, ServerEvent};
use session::protocol::player::ServerMessage;
use session::view::observe;
use session::{ConnId, Frame, Output, Session, UnixMs, Viewer};

/// Something that a socket is told.
#[derive(Debug)]
pub(super) enum Told {
    Message(ServerMessage),
    Event(ServerEvent),
}

/// Reads a frame, which is written in one way alone.
fn frame(frame: &Frame) -> Told {
    let text = frame.as_str();
    let (told, again) = match serde_json::from_str::<ServerMessage>(text) {
        Ok(message) => {
            let again = serde_json::to_string(&message);
            (Told::Message(message), again)
        }
        Err(_) => {
            let event: ServerEvent = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
            let again = serde_json::to_string(&event);
            (Told::Event(event), again)
        }
    };
    assert_eq!(again.unwrap(), text);
    told
}

/// What an output tells, and to which socket; nothing where it tells nothing.
pub(super) fn read(output: &Output) -> Option<(ConnId, Told)> {
    let Output::Send { conn, frame: sent } = output else { return None };
    Some((*conn, frame(sent)))
}

/// The whole of what a viewer may know now, in a game that is told in events.
pub(super) fn whole(session: &Session, viewer: Viewer, at: UnixMs) -> GameState {
    let frames = Frame::since(None, &observe(session.game(), viewer), 0, at);
    match frames.last().map(frame) {
        Some(Told::Event(ServerEvent::GameState(state))) => *state,
        other => panic!("no state: {other:?}"),
    }
}
