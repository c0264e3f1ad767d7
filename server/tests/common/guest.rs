//! A client of a room: a WebSocket that numbers its messages and sends its token.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::PATIENCE;

pub struct Guest {
    pub socket: WebSocketStream<TcpStream>,
    pub code: String,
    pub token: Option<String>,
    seq: u64,
    /// Number of the last received message.
    pub last: u64,
}

impl Guest {
    pub async fn connect(address: SocketAddr) -> Guest {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        Guest { socket, code: String::new(), token: None, seq: 0, last: 0 }
    }

    /// Creates a room and returns its creator.
    pub async fn maker(address: SocketAddr, payload: Value) -> Guest {
        let mut guest = Guest::connect(address).await;
        guest.say("room.create", payload).await;
        let made = guest.expect("room.created").await;
        guest.sit(&made);
        guest
    }

    /// Joins a room.
    pub async fn joiner(address: SocketAddr, code: &str) -> Guest {
        let mut guest = Guest::connect(address).await;
        guest.say("room.join", json!({"code": code})).await;
        let joined = guest.expect("room.joined").await;
        guest.sit(&joined);
        guest
    }

    fn sit(&mut self, payload: &Value) {
        self.code = payload["code"].as_str().unwrap().to_owned();
        self.token = Some(payload["token"].as_str().unwrap().to_owned());
    }

    /// Connects a new socket with the token of this one.
    pub async fn again(&self, address: SocketAddr) -> Guest {
        let mut guest = Guest::connect(address).await;
        (guest.code, guest.token) = (self.code.clone(), self.token.clone());
        guest.say("room.join", json!({"code": self.code})).await;
        guest
    }

    pub async fn say(&mut self, kind: &str, payload: Value) {
        let message = self.message(kind, payload);
        self.send_text(&message.to_string()).await;
    }

    /// Returns the next message without sending it.
    pub fn message(&mut self, kind: &str, payload: Value) -> Value {
        self.seq += 1;
        let mut message =
            json!({"v": 1, "seq": self.seq, "ts": 1_745_000_000_000_u64, "type": kind, "payload": payload});
        if let Some(token) = &self.token {
            message["token"] = token.as_str().into();
        }
        message
    }

    pub async fn send_text(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Makes a move such as `e2e4`.
    pub async fn make(&mut self, mv: &str) {
        self.say("game.move", json!({"from": &mv[..2], "to": &mv[2..]})).await;
    }

    /// Returns the next message, or the close of the socket.
    pub async fn next(&mut self) -> Result<Value, (u16, String)> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(text.as_str()).unwrap();
                    assert_eq!(message["v"], 1);
                    let seq = message["seq"].as_u64().unwrap();
                    assert!(seq > self.last, "{message}");
                    self.last = seq;
                    return Ok(message);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => {
                    let frame = frame.expect("a close has a code");
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(Error::Io(_) | Error::Protocol(_) | Error::ConnectionClosed)) | None => {
                    return Err((1006, String::new()));
                }
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    /// Returns the payload of the next message, which must have that type.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let message =
            self.next().await.unwrap_or_else(|closed| panic!("{kind} expected, closed: {closed:?}"));
        assert_eq!(message["type"], kind, "{message:#}");
        message["payload"].clone()
    }

    /// Expects an error that leaves the socket open, and returns its message.
    pub async fn expect_error(&mut self, code: &str) -> String {
        let error = self.expect("error").await;
        assert_eq!((&error["code"], &error["fatal"]), (&json!(code), &json!(false)), "{error}");
        self.say("heartbeat", json!({})).await;
        self.expect("heartbeat").await;
        error["message"].as_str().unwrap().to_owned()
    }

    /// Expects an error that closes the socket.
    pub async fn expect_fatal(&mut self, code: &str) {
        let error = self.expect("error").await;
        assert_eq!((&error["code"], &error["fatal"]), (&json!(code), &json!(true)), "{error}");
        let number = if code == "MSG_TOO_LARGE" { 1009 } else { 1008 };
        assert_eq!(self.next().await, Err((number, code.to_owned())));
    }
}
