//! A game of the room protocol.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::line::Line;

/// The fields of a message that the load looks at.
#[derive(Deserialize)]
struct Fields {
    #[serde(rename = "type")]
    kind: String,
    payload: Payload,
}

#[derive(Deserialize)]
struct Payload {
    ply: Option<usize>,
    #[serde(rename = "moveNotation")]
    notation: Option<String>,
}

/// The socket of a player, with the token of the seat.
struct Guest {
    line: Line,
    token: Option<String>,
    number: u64,
}

/// Both players of a room.
pub struct Room {
    guests: [Guest; 2],
}

impl Guest {
    async fn connect(address: SocketAddr) -> Guest {
        Guest { line: Line::open(address, "").await, token: None, number: 0 }
    }

    async fn say(&mut self, kind: &str, payload: Value) {
        self.number += 1;
        let mut message = json!({"v": 1, "seq": self.number, "ts": 0, "type": kind, "payload": payload});
        if let Some(token) = &self.token {
            message["token"] = token.as_str().into();
        }
        self.line.send(message.to_string()).await;
    }

    /// Returns the next message, which must have this type.
    async fn expect(&mut self, kind: &str) -> (Utf8Bytes, Payload) {
        let text = self.line.receive().await;
        let fields: Fields =
            serde_json::from_str(text.as_str()).unwrap_or_else(|fault| panic!("{fault}: {text}"));
        assert_eq!(fields.kind, kind, "{text}");
        (text, fields.payload)
    }

    /// Returns the code of the room that the guest has come into, and keeps the token of the seat.
    async fn sit_down(&mut self, kind: &str) -> String {
        let (text, _) = self.expect(kind).await;
        let message: Value = serde_json::from_str(text.as_str()).unwrap();
        let field = |name: &str| message["payload"][name].as_str().map(str::to_owned);
        self.token = field("token");
        field("code").unwrap_or_else(|| panic!("no code: {message}"))
    }

    /// Expects the delta of a move.
    async fn delta(&mut self, ply: usize, text: &str) {
        let (message, payload) = self.expect("game.delta").await;
        assert_eq!((payload.ply, payload.notation.as_deref()), (Some(ply), Some(text)), "{message}");
    }
}

impl Room {
    /// Creates a room, and takes both seats.
    pub async fn sit_down(address: SocketAddr) -> Room {
        let mut white = Guest::connect(address).await;
        white.say("room.create", json!({})).await;
        let code = white.sit_down("room.created").await;
        let mut black = Guest::connect(address).await;
        black.say("room.join", json!({"code": code})).await;
        black.sit_down("room.joined").await;
        for guest in [&mut white, &mut black] {
            guest.expect("game.state").await;
        }
        Room { guests: [white, black] }
    }

    /// Makes the next move, and returns when both have been sent it: the time until it has come to the opponent.
    pub async fn play(&mut self, ply: usize, text: &str) -> Duration {
        let [white, black] = &mut self.guests;
        let (mover, other) = if ply.is_multiple_of(2) { (white, black) } else { (black, white) };
        let sent_at = Instant::now();
        mover.say("game.move", json!({"from": &text[..2], "to": &text[2..]})).await;
        let arrival = async {
            other.delta(ply + 1, text).await;
            sent_at.elapsed()
        };
        let (took, ()) = tokio::join!(arrival, mover.delta(ply + 1, text));
        took
    }

    /// Lets White leave, which ends the game for both. Each move has been checked: a room leaves no record.
    pub async fn finish(mut self) {
        self.guests[0].say("room.leave", json!({})).await;
        for guest in &mut self.guests {
            let (text, _) = guest.expect("game.end").await;
            let end: Value = serde_json::from_str(text.as_str()).unwrap();
            assert_eq!(
                (&end["payload"]["winner"], &end["payload"]["reason"]),
                (&json!("black"), &json!("player_left"))
            );
        }
    }
}
