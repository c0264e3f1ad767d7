//! Games against the machine during the attacks: it answers, in open, blind and bidding games.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::common::http;
use crate::common::player::Player;
use crate::connect_from;

/// Network of those who play the machine, and the number of their addresses.
const NET: u8 = 3;
const HOSTS: u8 = 100;

/// Time between two games.
const PAUSE: Duration = Duration::from_millis(300);

/// Games against the machine, and its slowest answer.
#[derive(Debug, Default)]
pub struct Played {
    /// Number of games in which the machine has answered.
    pub games: u64,
    /// Longest time from a move to the answer.
    pub longest: Duration,
}

/// Plays the machine, one game after another, until the siege is over.
pub async fn play(server: SocketAddr, over: CancellationToken) -> Played {
    let mut played = Played::default();
    for number in 0_u64.. {
        if over.is_cancelled() {
            break;
        }
        let host = u8::try_from(number % u64::from(HOSTS) + 1).unwrap();
        let more = match number % 3 {
            0 => json!({"mode": "vanilla"}),
            1 => json!({"mode": "blind"}),
            _ => json!({"mode": "vanilla", "gambit": "standard"}),
        };
        let took = one(server, host, more).await;
        played.games += 1;
        played.longest = played.longest.max(took);
        sleep(PAUSE).await;
    }
    played
}

/// Makes the first move of a game, waits for the machine's, and gives the game up. Returns the time that its answer took.
async fn one(server: SocketAddr, host: u8, mut request: Value) -> Duration {
    let connect = || async { connect_from(NET, host, server).await.expect("a player cannot connect") };
    request["side"] = "white".into();
    request["machine"] = json!({"level": 1});
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let created = http::exchange(connect().await, head, request.to_string().as_bytes()).await;
    assert_eq!(created.status, 201, "{}", created.body);
    let created = created.json();
    let mut player = Player::over(connect().await, server, created["gameId"].as_str().unwrap()).await;
    player.hello(json!({"token": created["creatorToken"]})).await;
    wait(&mut player, "active", 0).await;
    let start = Instant::now();
    player.send(json!({"type": "commit", "from": "a2", "to": "a3"})).await;
    wait(&mut player, "active", 2).await;
    let took = start.elapsed();
    player.send(json!({"type": "resign"})).await;
    wait(&mut player, "finished", 2).await;
    took
}

/// Waits until the player knows of a state and of so many moves.
async fn wait(player: &mut Player, status: &str, ply: u64) {
    let is_it = |frame: &Value| frame["gameStatus"] == status && frame["ply"].as_u64() >= Some(ply);
    while !player.received.iter().any(is_it) {
        // As a page does while the machine thinks.
        if player.next_of_any_kind().await.unwrap()["type"] == "ping" {
            player.send(json!({"type": "pong"})).await;
        }
    }
}
