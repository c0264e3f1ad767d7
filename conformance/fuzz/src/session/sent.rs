//! Sent frames, read back: the messages of the player protocol, and the events beside them.

use session::protocol::events::{GameState, ServerEvent};
use session::protocol::player::ServerMessage;
use session::view::observe;
use session::{ConnId, Frame, Output, Session, UnixMs, Viewer};

/// A message that a socket receives.
#[derive(Debug)]
pub(super) enum SentMessage {
    Message(ServerMessage),
    Event(ServerEvent),
}

/// Reads a frame, and checks that it prints as the same text.
fn frame(frame: &Frame) -> SentMessage {
    let text = frame.as_str();
    let (message, again) = match serde_json::from_str::<ServerMessage>(text) {
        Ok(message) => {
            let again = serde_json::to_string(&message);
            (SentMessage::Message(message), again)
        }
        Err(_) => {
            let event: ServerEvent = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
            let again = serde_json::to_string(&event);
            (SentMessage::Event(event), again)
        }
    };
    assert_eq!(again.unwrap(), text);
    message
}

/// Returns the message of an output and its socket, if it is one.
pub(super) fn read(output: &Output) -> Option<(ConnId, SentMessage)> {
    let Output::Send { conn, frame: sent } = output else { return None };
    Some((*conn, frame(sent)))
}

/// Returns the state that a viewer receives in a game with events.
pub(super) fn state_for(session: &Session, viewer: Viewer, at: UnixMs) -> GameState {
    let frames = Frame::since(None, &observe(session.game(), viewer), 0, at);
    match frames.last().map(frame) {
        Some(SentMessage::Event(ServerEvent::GameState(state))) => *state,
        other => panic!("no state: {other:?}"),
    }
}
