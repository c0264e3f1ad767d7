//! Two players of a scripted game, who come back to any node, and note what they were sent.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::Row as _;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;

use crate::common::player::long_game;
use crate::common::postgres::Database;
use crate::common::{PATIENCE, Player, create, http};

/// The secret of all nodes of the tests.
pub(super) const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Silence after which a player looks for another node.
const SILENCE: Duration = Duration::from_secs(3);
/// Pause before a player comes back.
const PAUSE: Duration = Duration::from_millis(100);

/// A game of two players.
pub(super) struct Match {
    /// White and Black.
    players: [Player; 2],
    /// The most plies that either was sent.
    acknowledged: usize,
    /// Numbers the attempts to come back, each at the next node.
    attempts: usize,
}

/// Connects to a node that may be gone, or paused.
async fn connect(address: SocketAddr, game: &str) -> Option<Player> {
    let stream = timeout(SILENCE, TcpStream::connect(address)).await.ok()?.ok()?;
    let opening = client_async(format!("ws://{address}/ws?game={game}"), stream);
    let (socket, _) = timeout(SILENCE, opening).await.ok()?.ok()?;
    Some(Player { game: game.to_owned(), token: String::new(), socket, received: Vec::new() })
}

impl Match {
    /// Creates a game at one node, which White stays at; Black plays from another.
    pub(super) async fn begin(white_at: SocketAddr, black_at: SocketAddr) -> Match {
        let request = json!({"mode": "vanilla", "side": "white", "highlightingEnabled": true});
        let (game, token) = create(white_at, request).await;
        let mut white = Player::connect(white_at, &game).await;
        white.hello(json!({"token": token})).await;
        let mut black = Player::connect(black_at, &game).await;
        let joined = black.hello(json!({"joinAs": "auto"})).await;
        assert_eq!(joined["gameStatus"], "active");
        white.expect_update().await;
        Match { players: [white, black], acknowledged: 0, attempts: 0 }
    }

    /// Begins a match at an address that may have no node behind it now.
    pub(super) async fn try_begin(address: SocketAddr) -> Option<Match> {
        let request = json!({"mode": "vanilla", "side": "white", "highlightingEnabled": true});
        let created = timeout(SILENCE, http::post(address, "/api/games", &request)).await.ok()?;
        let (game, token) = (created.field("gameId")?, created.field("creatorToken")?);
        let mut white = connect(address, &game).await?;
        white.token.clone_from(&token);
        let welcome = async |player: &mut Player, hello: Value| {
            player.try_send(hello).await.ok()?;
            let joined = timeout(SILENCE, player.next()).await.ok()?.ok()?;
            Some(joined["token"].as_str()?.to_owned())
        };
        welcome(&mut white, json!({"type": "hello", "gameId": game, "token": token})).await?;
        let mut black = connect(address, &game).await?;
        black.token = welcome(&mut black, json!({"type": "hello", "gameId": game, "joinAs": "auto"})).await?;
        Some(Match { players: [white, black], acknowledged: 0, attempts: 0 })
    }

    /// Plays until both were sent so many plies. A player who loses the socket comes back at one of these nodes.
    pub(super) async fn play_to(&mut self, plies: usize, addresses: &[SocketAddr]) {
        let moves = long_game();
        while self.acknowledged < plies {
            let ply = self.acknowledged;
            let message = json!({"type": "commit", "from": &moves[ply][..2], "to": &moves[ply][2..]});
            let [white, black] = &mut self.players;
            let mover = if ply.is_multiple_of(2) { &mut *white } else { &mut *black };
            let is_sent = mover.try_send(message).await.is_ok();
            if is_sent && reaches(white, ply + 1).await && reaches(black, ply + 1).await {
                self.acknowledged += 1;
                continue;
            }
            let sent = self.players.iter().flat_map(|player| &player.received).filter_map(ply_of).max();
            for side in 0..2 {
                let found = self.come_back(side, addresses).await;
                assert!(found >= sent.unwrap_or(0), "{sent:?} plies were sent, {found} are left");
                self.acknowledged = found;
            }
        }
    }

    /// Reconnects a player, at one node after the other, until one of them has the game. Returns the ply of the game.
    async fn come_back(&mut self, side: usize, addresses: &[SocketAddr]) -> usize {
        let attempts = async {
            loop {
                self.attempts += 1;
                let address = addresses[self.attempts % addresses.len()];
                if let Some(ply) = self.try_to_come_back(side, address).await {
                    return ply;
                }
                sleep(PAUSE).await;
            }
        };
        timeout(PATIENCE, attempts).await.expect("no node has the game")
    }

    async fn try_to_come_back(&mut self, side: usize, address: SocketAddr) -> Option<usize> {
        let former = &self.players[side];
        let mut back = connect(address, &former.game).await?;
        back.token.clone_from(&former.token);
        let hello = json!({"type": "hello", "gameId": back.game, "token": back.token});
        back.try_send(hello).await.ok()?;
        let joined = timeout(SILENCE, back.next()).await.ok()?.ok()?;
        assert_eq!(joined["type"], "joined", "{joined}");
        let ply = ply_of(&joined);
        back.received.splice(0..0, former.received.iter().cloned());
        self.players[side] = back;
        ply
    }

    /// Holds the stored inputs against what the players were sent: the moves of the script in their order, each once, and no number of an input left out.
    pub(super) async fn judge(self, database: &Database) {
        let mut connection = database.connect().await;
        let rows = sqlx::query("SELECT seq, body FROM input WHERE game_id = $1 ORDER BY seq")
            .bind(&self.players[0].game)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let mut moves = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row.get::<i64, _>(0), i64::try_from(number).unwrap(), "an input is missing");
            let entry: Value = serde_json::from_str(row.get(1)).unwrap();
            moves.extend(move_of(&entry));
        }
        assert!(
            moves.len() >= self.acknowledged,
            "{} of {} moves are stored",
            moves.len(),
            self.acknowledged
        );
        assert_eq!(moves, long_game()[..moves.len()], "two continuations, or a move that was stored twice");
    }
}

fn ply_of(frame: &Value) -> Option<usize> {
    frame["ply"].as_u64().and_then(|ply| usize::try_from(ply).ok())
}

/// Returns the squares of a move, wherever an entry holds them.
fn move_of(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    match (fields.get("from").and_then(Value::as_str), fields.get("to").and_then(Value::as_str)) {
        (Some(from), Some(to)) => Some(format!("{from}{to}")),
        _ => fields.values().find_map(move_of),
    }
}

/// Waits until a player is sent this ply; false if the socket breaks before, or says nothing.
async fn reaches(player: &mut Player, ply: usize) -> bool {
    loop {
        match timeout(SILENCE, player.next()).await {
            Ok(Ok(frame)) if ply_of(&frame) == Some(ply) => return true,
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
}
