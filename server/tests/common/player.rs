//! A player: a WebSocket that sends a page's messages and checks the answers.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::PATIENCE;

pub struct Player {
    pub game: String,
    pub token: String,
    pub socket: WebSocketStream<TcpStream>,
    /// All received frames, including pings.
    pub received: Vec<Value>,
}

impl Player {
    pub async fn connect(address: SocketAddr, game: &str) -> Player {
        Player::over(TcpStream::connect(address).await.unwrap(), address, game).await
    }

    /// Connects as [`Player::connect`] does, over an existing connection.
    pub async fn over(stream: TcpStream, address: SocketAddr, game: &str) -> Player {
        Player::try_over(stream, address, game).await.unwrap()
    }

    /// Connects as [`Player::connect`] does; `None` while the server is gone.
    pub async fn try_connect(address: SocketAddr, game: &str) -> Option<Player> {
        Player::try_over(TcpStream::connect(address).await.ok()?, address, game).await.ok()
    }

    async fn try_over(stream: TcpStream, address: SocketAddr, game: &str) -> Result<Player, Error> {
        let (socket, _) = client_async(format!("ws://{address}/ws?game={game}"), stream).await?;
        Ok(Player { game: game.to_owned(), token: String::new(), socket, received: Vec::new() })
    }

    /// Reconnects with the previous token.
    pub async fn reconnect(&self, address: SocketAddr) -> (Player, Value) {
        let mut player = Player::connect(address, &self.game).await;
        let joined = player.hello(json!({"token": self.token})).await;
        (player, joined)
    }

    pub async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Sends as [`Player::send`] does, where the server may be gone.
    pub async fn try_send(&mut self, message: Value) -> Result<(), Error> {
        self.try_send_text(&message.to_string()).await
    }

    pub async fn try_send_text(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    pub async fn send_text(&mut self, text: &str) {
        self.try_send_text(text).await.unwrap();
    }

    /// Says hello with these fields, and returns the welcome.
    pub async fn hello(&mut self, fields: Value) -> Value {
        self.say_hello(fields).await;
        let joined = self.expect("joined").await;
        self.token = joined["token"].as_str().unwrap().to_owned();
        joined
    }

    pub async fn say_hello(&mut self, fields: Value) {
        let mut message = json!({"type": "hello", "gameId": self.game});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.send(message).await;
    }

    /// Commits a move by its squares; `to` may have a promotion, as in `e8q`.
    pub async fn commit(&mut self, from: &str, to: &str) {
        let mut message = json!({"type": "commit", "from": from, "to": &to[..2]});
        if let Some(piece) = to.get(2..).filter(|piece| !piece.is_empty()) {
            message["promotion"] = piece.into();
        }
        self.send(message).await;
    }

    /// Touches a piece without a destination.
    pub async fn touch(&mut self, from: &str) {
        self.send(json!({"type": "commit", "from": from})).await;
    }

    /// Returns the next frame that is not a ping, or the close of the socket.
    pub async fn next(&mut self) -> Result<Value, Closed> {
        loop {
            let frame = self.next_of_any_kind().await?;
            if frame["type"] != "ping" {
                return Ok(frame);
            }
        }
    }

    /// Returns the next frame, or the close of the socket.
    pub async fn next_of_any_kind(&mut self) -> Result<Value, Closed> {
        match timeout(PATIENCE, self.socket.next()).await.expect("nothing came") {
            Some(Ok(Message::Text(text))) => {
                let frame: Value = serde_json::from_str(text.as_str()).unwrap();
                self.received.push(frame.clone());
                Ok(frame)
            }
            Some(Ok(Message::Close(frame))) => {
                let frame = frame.expect("a close has a code");
                Err(Closed { code: frame.code.into(), reason: frame.reason.to_string() })
            }
            Some(Ok(other)) => panic!("{other:?}"),
            Some(Err(Error::Io(_) | Error::Protocol(_) | Error::ConnectionClosed)) | None => {
                Err(Closed { code: 0, reason: "cut".to_owned() })
            }
            Some(Err(error)) => panic!("{error}"),
        }
    }

    /// Returns the next frame, which must have this type. Presence of the other player is skipped unless requested.
    pub async fn expect(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|closed| panic!("{closed:?} instead of {kind}"));
            if frame["type"] == "peer-status" && kind != "peer-status" {
                continue;
            }
            assert_eq!(frame["type"], kind, "{frame}");
            return frame;
        }
    }

    pub async fn expect_update(&mut self) -> Value {
        self.expect("update").await
    }

    /// Expects an update with these new announcements.
    pub async fn expect_announced(&mut self, texts: &[&str]) -> Value {
        let update = self.expect_update().await;
        assert_eq!(announced(&update), texts, "{update}");
        update
    }

    pub async fn expect_error(&mut self, code: &str) -> Value {
        let frame = self.expect("error").await;
        assert_eq!(frame["code"], code, "{frame}");
        assert!(frame["message"].as_str().is_some_and(|message| !message.is_empty()), "{frame}");
        frame
    }

    /// Closes the socket, and returns when the server has noticed.
    pub async fn leave(&mut self) {
        self.socket.close(None).await.unwrap();
        while let Some(Ok(_)) = timeout(PATIENCE, self.socket.next()).await.expect("the server stays") {}
    }

    /// Reads to the end of the socket, skipping remaining frames.
    pub async fn expect_closed(&mut self) -> Closed {
        loop {
            if let Err(closed) = self.next().await {
                return closed;
            }
        }
    }
}

/// Returns the colours of the pieces in a frame's view.
pub fn colors(frame: &Value) -> BTreeSet<&str> {
    let pieces = frame["view"]["pieces"].as_object().unwrap();
    pieces.values().map(|piece| piece["color"].as_str().unwrap()).collect()
}

/// The close of a socket; the code is 0 without a close frame.
#[derive(Debug, PartialEq, Eq)]
pub struct Closed {
    pub code: u16,
    pub reason: String,
}

/// Returns the texts of an update's new announcements.
pub fn announced(update: &Value) -> Vec<&str> {
    update["newAnnouncements"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect()
}

/// Plays moves in turn, written as `e2e4 e7e5 a7b8q`, which both players see. Returns the last updates of both.
pub async fn play(first: &mut Player, second: &mut Player, moves: &str) -> (Value, Value) {
    let mut last = (Value::Null, Value::Null);
    for (ply, text) in moves.split_whitespace().enumerate() {
        let (mover, other) =
            if ply % 2 == 0 { (&mut *first, &mut *second) } else { (&mut *second, &mut *first) };
        mover.commit(&text[..2], &text[2..]).await;
        let own = mover.expect_update().await;
        assert!(own.get("touchedPiece").is_none_or(Value::is_null), "{text} was not played: {own}");
        let others = other.expect_update().await;
        last = if ply % 2 == 0 { (own, others) } else { (others, own) };
    }
    last
}

/// Four pawn moves, then fifty moves of each side without progress. White's rooks return every 4 moves, Black's every
/// 9, so no position occurs three times.
pub fn long_game() -> Vec<&'static str> {
    let whites = ["h1h2", "a1a2", "h2h1", "a2a1"];
    let blacks = ["h8h7", "a8a7", "h7h6", "a7a8", "a8a6", "h6h7", "h7h8", "a6a7", "a7a8"];
    let rooks = (0..50).flat_map(|n| [whites[n % 4], blacks[n % 9]]);
    ["a2a4", "a7a5", "h2h4", "h7h5"].into_iter().chain(rooks).collect()
}
