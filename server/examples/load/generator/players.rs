//! A game of the player protocol: both players, and perhaps a spectator.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::line::{Line, create, record};

/// Time that an absent player may stay away, in seconds: longer than any run.
const ABSENCE_SECONDS: u32 = 86_400;

/// The fields of a frame that the load looks at.
#[derive(Deserialize)]
struct Fields {
    #[serde(rename = "type")]
    kind: String,
    ply: Option<usize>,
}

/// The sockets of one game.
pub struct Players {
    lines: [Line; 2],
    spectator: Option<Line>,
    seat: Seat,
}

/// The seat of White, by which a game is found again.
#[derive(Debug, Clone)]
pub struct Seat {
    game: String,
    token: String,
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}")).to_owned()
}

/// Returns the next frame of one kind, with its ply. An error is a refusal, which no load may meet.
async fn frame(line: &mut Line, kind: &str) -> (Utf8Bytes, Option<usize>) {
    loop {
        let text = line.receive().await;
        let fields: Fields =
            serde_json::from_str(text.as_str()).unwrap_or_else(|fault| panic!("{fault}: {text}"));
        assert_ne!(fields.kind, "error", "refused: {text}");
        if fields.kind == kind {
            return (text, fields.ply);
        }
        if fields.kind == "ping" {
            line.send(json!({"type": "pong"}).to_string()).await;
        }
    }
}

/// Returns the next update, which must be the one after so many moves: a refused move would leave the number as it was.
async fn update(line: &mut Line, ply: usize) -> Utf8Bytes {
    let (text, found) = frame(line, "update").await;
    assert_eq!(found, Some(ply), "another update than expected: {text}");
    text
}

/// Waits until a spectator is sent the state after so many moves.
async fn state(line: &mut Line, ply: usize) {
    while frame(line, "gameState.update").await.1 != Some(ply) {}
}

/// Says hello, and returns the welcome.
async fn hello(line: &mut Line, game: &str, fields: Value) -> Value {
    let mut message = json!({"type": "hello", "gameId": game});
    message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    line.send(message.to_string()).await;
    let (text, _) = frame(line, "joined").await;
    serde_json::from_str(text.as_str()).unwrap()
}

/// Checks the moves of a record.
fn check_record(record: &Value, moves: &[&str]) {
    let plies = record["plies"].as_array().unwrap_or_else(|| panic!("no record: {record}"));
    let played: Vec<&str> = plies.iter().map(|ply| ply["uci"].as_str().unwrap()).collect();
    assert_eq!(played, moves, "the record differs from what was played");
}

impl Players {
    /// Creates a game, and takes both seats.
    pub async fn sit_down(address: SocketAddr, mode: &str, is_watched: bool) -> Players {
        let mut request = json!({"mode": mode, "side": "white", "highlightingEnabled": false,
                                 "absenceSeconds": ABSENCE_SECONDS});
        if is_watched {
            request["spectators"] = json!({"allowed": true});
        }
        let created = create(address, &request).await;
        let seat = Seat { game: text(&created, "gameId"), token: text(&created, "creatorToken") };
        let query = format!("?game={}", seat.game);
        let mut white = Line::open(address, &query).await;
        hello(&mut white, &seat.game, json!({"token": seat.token})).await;
        let mut black = Line::open(address, &query).await;
        let joined = hello(&mut black, &seat.game, json!({"joinAs": "auto"})).await;
        assert_eq!(joined["gameStatus"], "active", "{joined}");
        update(&mut white, 0).await;
        let mut spectator = None;
        if is_watched {
            let mut line = Line::open(address, &query).await;
            line.send(json!({"type": "spectator.join", "gameId": seat.game}).to_string()).await;
            state(&mut line, 0).await;
            spectator = Some(line);
        }
        Players { lines: [white, black], spectator, seat }
    }

    /// Makes the next move, and returns when everybody has been sent it: the time until it has come to the opponent.
    pub async fn play(&mut self, ply: usize, text: &str) -> Duration {
        let Players { lines: [white, black], spectator, .. } = self;
        let (mover, other) = if ply.is_multiple_of(2) { (white, black) } else { (black, white) };
        let message = json!({"type": "commit", "from": &text[..2], "to": &text[2..]}).to_string();
        let sent_at = Instant::now();
        mover.send(message).await;
        let arrival = async {
            update(other, ply + 1).await;
            sent_at.elapsed()
        };
        let watching = async {
            if let Some(spectator) = spectator {
                state(spectator, ply + 1).await;
            }
        };
        let (took, _, ()) = tokio::join!(arrival, update(mover, ply + 1), watching);
        took
    }

    /// Lets White resign, and checks the record that both players are sent.
    pub async fn finish(mut self, moves: &[&str]) -> Seat {
        self.lines[0].send(json!({"type": "resign"}).to_string()).await;
        for line in &mut self.lines {
            let last: Value = serde_json::from_str(update(line, moves.len()).await.as_str()).unwrap();
            assert_eq!((&last["gameStatus"], &last["endReason"]), (&json!("finished"), &json!("resign")));
            check_record(&last["record"], moves);
        }
        self.seat
    }

    /// Returns the seat by which the game is found again.
    pub fn seat(&self) -> Seat {
        self.seat.clone()
    }
}

impl Seat {
    /// Takes the seat again, and checks that all moves are there.
    pub async fn take_again(&self, address: SocketAddr, moves: &[&str]) {
        let mut line = Line::open(address, &format!("?game={}", self.game)).await;
        let joined = hello(&mut line, &self.game, json!({"token": self.token})).await;
        let (status, ply) = (&joined["gameStatus"], &joined["ply"]);
        assert_eq!((status, ply), (&json!("active"), &json!(moves.len())), "{joined}");
    }

    /// Checks the record of the finished game.
    pub async fn check_finished(&self, address: SocketAddr, moves: &[&str]) {
        let answer = record(address, &self.game, &self.token).await;
        check_record(&answer["state"]["record"], moves);
    }
}
