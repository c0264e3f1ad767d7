//! One WebSocket of a script, with what has to hold for every socket: frames are JSON, and those that are numbered are without a gap (in a
//! room: they grow).

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::Address;
use super::address::Stream;
use super::room::{self, Envelopes};

/// Number of commits that one player may make at once, and the pause before each further one: the documented rate, with a little to spare.
const COMMIT_BURST: u32 = 18;
const COMMIT_INTERVAL: Duration = Duration::from_millis(105);

/// Event of a socket.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SocketEvent {
    /// A message.
    Message(Value),
    /// The server closed; the code is 0 if it sent no close frame.
    Closed { code: u16, reason: String },
    /// Nothing, for as long as the script waits.
    Nothing,
    /// Frame that no protocol of JSON messages has, in words.
    Other(String),
}

impl std::fmt::Display for SocketEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SocketEvent::Message(message) => write!(f, "{message}"),
            SocketEvent::Closed { code: 0, .. } => f.write_str("the connection was cut"),
            SocketEvent::Closed { code, reason } => write!(f, "the socket was closed with {code} {reason}"),
            SocketEvent::Nothing => f.write_str("nothing came"),
            SocketEvent::Other(what) => f.write_str(what),
        }
    }
}

/// An open socket.
pub(super) struct Socket {
    stream: WebSocketStream<Box<dyn Stream>>,
    last_seq: Option<u64>,
    /// Envelopes of a socket of the room protocol.
    room: Option<Envelopes>,
    /// Number of commits, or messages in a room, that may be sent without waiting.
    free: u32,
    next_commit: Instant,
}

impl Socket {
    /// Opens a socket; an error is a sentence.
    pub(super) async fn open(address: &Address, path: &str, patience: Duration) -> Result<Socket, String> {
        let stream = address.connect(patience).await.map_err(|why| why.to_string())?;
        // Whether there is TLS below is settled by then.
        let url = format!("ws://{}{path}", address.authority());
        let (stream, _) = timeout(patience, client_async(url, stream))
            .await
            .map_err(|_| format!("no answer within {patience:?}"))?
            .map_err(|why| why.to_string())?;
        let room = (path == room::PATH).then(Envelopes::default);
        let free = if room.is_some() { room::BURST } else { COMMIT_BURST };
        Ok(Socket { stream, last_seq: None, room, free, next_commit: Instant::now() })
    }

    /// Returns its envelopes, if it is a socket of the room protocol.
    pub(super) fn room(&mut self) -> Option<&mut Envelopes> {
        self.room.as_mut()
    }

    /// Sends a text.
    pub(super) async fn send(&mut self, text: String) -> Result<(), String> {
        self.stream.send(Message::text(text)).await.map_err(|why| why.to_string())
    }

    /// Sends bytes.
    pub(super) async fn send_binary(&mut self, bytes: usize) -> Result<(), String> {
        self.stream.send(Message::binary(vec![0; bytes])).await.map_err(|why| why.to_string())
    }

    /// Waits until another commit is within the documented rate; in a room, another message.
    pub(super) async fn pace(&mut self) {
        let interval = if self.room.is_some() { room::INTERVAL } else { COMMIT_INTERVAL };
        let now = Instant::now();
        if self.free > 0 {
            self.free -= 1;
            self.next_commit = now + interval;
            return;
        }
        sleep_until(self.next_commit).await;
        self.next_commit = self.next_commit.max(now) + interval;
    }

    /// Returns the next message that is no ping, or how the socket ended.
    pub(super) async fn next(&mut self, patience: Duration) -> SocketEvent {
        let until = Instant::now() + patience;
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            let event = match timeout(rest, self.stream.next()).await {
                Err(_) => return SocketEvent::Nothing,
                Ok(Some(Ok(Message::Text(text)))) => self.read(text.as_str()),
                Ok(Some(Ok(Message::Close(Some(frame))))) => {
                    let reason = frame.reason.to_string();
                    return SocketEvent::Closed { code: frame.code.into(), reason };
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)))) => continue,
                Ok(Some(Ok(Message::Binary(bytes)))) => {
                    SocketEvent::Other(format!("{} bytes of binary", bytes.len()))
                }
                Ok(
                    Some(
                        Ok(Message::Close(None))
                        | Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_)),
                    )
                    | None,
                ) => return SocketEvent::Closed { code: 0, reason: String::new() },
                Ok(Some(Err(why))) => SocketEvent::Other(why.to_string()),
            };
            match &event {
                SocketEvent::Message(message) if message["type"] == "ping" && self.room.is_none() => {
                    // A server may count on the answer.
                    let _ = self.send(r#"{"type":"pong"}"#.to_owned()).await;
                }
                SocketEvent::Message(_)
                | SocketEvent::Closed { .. }
                | SocketEvent::Nothing
                | SocketEvent::Other(_) => return event,
            }
        }
    }

    fn read(&mut self, text: &str) -> SocketEvent {
        let Ok(message) = serde_json::from_str::<Value>(text) else {
            return SocketEvent::Other(format!("a text that is not JSON: {text}"));
        };
        if let Some(room) = &mut self.room {
            return match room.receive(&message) {
                Ok(()) => SocketEvent::Message(message),
                Err(why) => SocketEvent::Other(format!("{why}: {message}")),
            };
        }
        let Some(seq) = message.get("seq").and_then(Value::as_u64) else {
            return SocketEvent::Message(message);
        };
        match self.last_seq.replace(seq) {
            Some(last) if seq != last + 1 => SocketEvent::Other(format!(
                "a gap: the frame numbered {seq} after the one numbered {last}: {message}"
            )),
            Some(_) | None => SocketEvent::Message(message),
        }
    }

    /// Closes the socket, and returns when the server has taken note of it.
    pub(super) async fn close(&mut self, patience: Duration) {
        let _ = self.stream.close(None).await;
        let _ = timeout(patience, async { while let Some(Ok(_)) = self.stream.next().await {} }).await;
    }
}
