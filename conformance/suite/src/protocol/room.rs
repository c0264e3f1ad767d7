//! A socket of the room protocol: the envelope around what a script sends, and what has to hold for every envelope that comes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

/// The path of its sockets.
pub(super) const PATH: &str = "/ws";

/// Number of messages that may be sent at once, and the pause before each further one: the documented rate, with a little to spare.
pub(super) const BURST: u32 = 16;
pub(super) const INTERVAL: Duration = Duration::from_millis(12);

/// Envelope fields of the messages of one socket.
#[derive(Debug, Default)]
pub(super) struct Envelopes {
    sent: u64,
    last_seq: Option<u64>,
    token: Option<String>,
    last: Option<Value>,
}

impl Envelopes {
    /// Returns the envelope around a message: what it does not say of its own is filled in, and what it says to be null is left out.
    pub(super) fn wrap(&mut self, message: &Value) -> Value {
        self.sent += 1;
        self.last = Some(message.clone());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        let mut envelope = Map::new();
        envelope.insert("v".to_owned(), 1.into());
        envelope.insert("seq".to_owned(), self.sent.into());
        envelope.insert("ts".to_owned(), now.into());
        envelope.extend(self.token.clone().map(|token| ("token".to_owned(), token.into())));
        envelope.insert("payload".to_owned(), json!({}));
        for (name, value) in message.as_object().into_iter().flatten() {
            if value.is_null() {
                envelope.remove(name);
            } else {
                envelope.insert(name.clone(), value.clone());
            }
        }
        if let Some(seq) = envelope.get("seq").and_then(Value::as_u64) {
            self.sent = seq;
        }
        if message["type"] == "room.join" {
            let shown = message["token"].as_str().or_else(|| token_of(message));
            self.token = shown.map(str::to_owned);
        }
        Value::Object(envelope)
    }

    /// Returns the last message sent, as the script has it.
    pub(super) fn last(&self) -> Option<Value> {
        self.last.clone()
    }

    /// Takes note of what came; an error says why it is no message of the protocol.
    pub(super) fn receive(&mut self, message: &Value) -> Result<(), String> {
        if message["v"] != 1 {
            return Err("a message of another version than 1".to_owned());
        }
        let seq = message["seq"].as_u64().ok_or("a message without a number")?;
        if let Some(last) = self.last_seq.replace(seq).filter(|last| *last >= seq) {
            return Err(format!("the number {seq} after {last}: they have to grow"));
        }
        if message["ts"].as_u64().is_none() {
            return Err("a message without a time in milliseconds".to_owned());
        }
        if !(message["type"].is_string() && message["payload"].is_object()) {
            return Err("a message without a type and a payload".to_owned());
        }
        if matches!(message["type"].as_str(), Some("room.created" | "room.joined")) {
            self.token = token_of(message).map(str::to_owned);
        }
        Ok(())
    }

    /// Returns the seat's token, and the number of the last message that it was sent.
    pub(super) fn place(&self) -> Option<(&str, u64)> {
        self.token.as_deref().zip(self.last_seq)
    }
}

/// Returns the token in the payload of a message.
fn token_of(message: &Value) -> Option<&str> {
    message.pointer("/payload/token")?.as_str()
}
