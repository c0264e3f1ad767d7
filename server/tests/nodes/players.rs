//! Two players of a game, who come back to any node, and note what they called and were sent.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::Row as _;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;

use super::history::{self, Call, Fault, Outcome, Recorder, Square};
use crate::common::player::long_game;
use crate::common::postgres::Database;
use crate::common::{PATIENCE, Player, create, http};

/// The secret of all nodes of the tests.
pub(super) const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Silence after which a player looks for another node.
const SILENCE: Duration = Duration::from_secs(3);
/// Pause before a player comes back.
const PAUSE: Duration = Duration::from_millis(100);
/// Plies of which the last is one at which the other player loads the page again.
pub(super) const RELOAD: usize = 4;

/// A game of two players.
pub(super) struct Match {
    /// White and Black.
    players: [Player; 2],
    /// The moves that both were sent, or found when they came back.
    log: Vec<String>,
    /// Numbers the attempts to come back, each at the next node.
    attempts: usize,
    /// Numbers the moves that were sent.
    sent: usize,
    history: Recorder,
}

/// Connects to a node that may be gone, or paused.
async fn connect(address: SocketAddr, game: &str) -> Option<Player> {
    let stream = timeout(SILENCE, TcpStream::connect(address)).await.ok()?.ok()?;
    let opening = client_async(format!("ws://{address}/ws?game={game}"), stream);
    let (socket, _) = timeout(SILENCE, opening).await.ok()?.ok()?;
    Some(Player { game: game.to_owned(), token: String::new(), socket, received: Vec::new() })
}

/// Returns the moves that a player may make behind others: those of a long game, and at some plies another beside it, so that two continuations differ.
fn candidates(log: &[String]) -> Vec<String> {
    let script = long_game();
    let ply = log.len();
    let scripted = script[ply].to_owned();
    if ply < 4 || !ply.is_multiple_of(2) {
        return vec![scripted];
    }
    match (ply / 2 - 2) % 4 {
        // A rook goes one square or two.
        0 | 1 => vec![scripted.clone(), scripted.replace(&scripted[3..], "3")],
        // And returns from where it stands.
        _ => vec![format!("{}{}", &log[ply - 4][2..], &scripted[2..])],
    }
}

/// Returns the square that a move leads to, which tells it apart from the others of its ply.
fn target(mv: &str) -> Square {
    mv[mv.len() - 2..].to_owned()
}

/// Sends a move that is meant to stand behind so many others, and waits for the answer to it.
async fn append(
    player: &mut Player,
    history: &Recorder,
    side: usize,
    ply: usize,
    mv: &str,
    id: &str,
) -> Outcome {
    let call = history.call(side, Call::Append(ply, target(mv)));
    let outcome = async {
        let message = json!({"type": "commit", "from": &mv[..2], "to": &mv[2..], "id": id});
        player.try_send(message).await.ok()?;
        loop {
            let frame = timeout(SILENCE, player.next()).await.ok()?.ok()?;
            match frame["type"].as_str() {
                Some("update") if frame["ack"] == id => {
                    assert_eq!(ply_of(&frame), Some(ply + 1), "{frame}");
                    return Some(Outcome::Ok);
                }
                Some("error") if frame["ack"] == id => return Some(Outcome::Fail),
                _ => {}
            }
        }
    };
    let outcome = outcome.await.unwrap_or(Outcome::Info);
    history.end(call, outcome.clone());
    outcome
}

/// Takes a player's seat at another socket. Returns it with the moves that the server welcomes it with.
async fn rejoin(
    former: &Player,
    history: &Recorder,
    side: usize,
    address: SocketAddr,
) -> Option<(Player, Vec<Square>)> {
    let call = history.call(side, Call::Read);
    let joined = async {
        let mut back = connect(address, &former.game).await?;
        back.token.clone_from(&former.token);
        let hello = json!({"type": "hello", "gameId": back.game, "token": back.token});
        back.try_send(hello).await.ok()?;
        let joined = timeout(SILENCE, back.next()).await.ok()?.ok()?;
        Some((back, joined))
    };
    let Some((mut back, joined)) = joined.await else {
        history.withdraw(call);
        return None;
    };
    assert_eq!(joined["type"], "joined", "{joined}");
    let moves: Vec<Square> =
        joined["moves"].as_array().unwrap().iter().map(|mv| target(mv["san"].as_str().unwrap())).collect();
    assert_eq!(Some(moves.len()), ply_of(&joined), "{joined}");
    history.end(call, Outcome::Found(moves.clone()));
    back.received.splice(0..0, former.received.iter().cloned());
    Some((back, moves))
}

impl Match {
    fn new(players: [Player; 2]) -> Match {
        Match { players, log: Vec::new(), attempts: 0, sent: 0, history: Recorder::default() }
    }

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
        Match::new([white, black])
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
        Some(Match::new([white, black]))
    }

    /// Plays until both were sent so many plies. A player who loses the socket comes back at one of these nodes.
    pub(super) async fn play_to(&mut self, plies: usize, addresses: &[SocketAddr]) {
        while self.log.len() < plies {
            let ply = self.log.len();
            self.sent += 1;
            // After a move of which nobody knows whether it was made, another one.
            let moves = candidates(&self.log);
            let mv = moves[self.sent % moves.len()].clone();
            let id = format!("m{}", self.sent);
            let side = ply % 2;
            self.attempts += 1;
            let address = addresses[self.attempts % addresses.len()];
            let [white, black] = &mut self.players;
            let (mover, other) = if side == 0 { (white, black) } else { (black, white) };
            let is_reload = ply % RELOAD == RELOAD - 1;
            let reload = async {
                if is_reload { rejoin(other, &self.history, 1 - side, address).await } else { None }
            };
            let (outcome, back) = tokio::join!(append(mover, &self.history, side, ply, &mv, &id), reload);
            let is_lost = is_reload && back.is_none();
            let knows = back.as_ref().is_some_and(|(_, moves)| moves.len() > ply);
            if let Some((back, _)) = back {
                *other = back;
            }
            if outcome == Outcome::Ok && !is_lost && (knows || reaches(other, ply + 1).await) {
                self.log.push(mv);
                continue;
            }
            for side in 0..2 {
                self.come_back(side, addresses, &mv).await;
            }
        }
    }

    /// Reconnects a player, at one node after the other, until one of them has the game. The last move sent may have been made since.
    async fn come_back(&mut self, side: usize, addresses: &[SocketAddr], last: &str) {
        let attempts = async {
            loop {
                self.attempts += 1;
                let address = addresses[self.attempts % addresses.len()];
                if let Some(back) = rejoin(&self.players[side], &self.history, side, address).await {
                    return back;
                }
                sleep(PAUSE).await;
            }
        };
        let (back, moves) = timeout(PATIENCE, attempts).await.expect("no node has the game");
        let sent = self.players.iter().flat_map(|player| &player.received).filter_map(ply_of).max();
        assert!(moves.len() >= sent.unwrap_or(0), "{sent:?} plies were sent, {} are left", moves.len());
        self.players[side] = back;
        if moves.len() > self.log.len() {
            // Whichever of the moves that were sent for this ply it is.
            let made = candidates(&self.log).into_iter().find(|mv| target(mv) == moves[self.log.len()]);
            self.log.push(made.unwrap_or_else(|| panic!("{moves:?} after {last}")));
        }
        let known: Vec<Square> = self.log.iter().map(|mv| target(mv)).collect();
        assert_eq!(moves, known, "a move is unmade");
    }

    /// Holds the stored inputs against what the players were sent: each move once, in its order, and no number of an input left out. Writes the history
    /// into a folder, where a checker that is not ours finds one order that explains it; and with a fault put into it, none. Returns the faults that it had a place for.
    pub(super) async fn judge(self, database: &Database, histories: &Path) -> Vec<Fault> {
        let game = self.players[0].game.clone();
        let mut connection = database.connect().await;
        let rows = sqlx::query("SELECT seq, body FROM input WHERE game_id = $1 ORDER BY seq")
            .bind(&game)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let mut moves: Vec<String> = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row.get::<i64, _>(0), i64::try_from(number).unwrap(), "an input is missing");
            let entry: Value = serde_json::from_str(row.get(1)).unwrap();
            if let Some(mv) = move_of(&entry) {
                assert!(
                    candidates(&moves).contains(&mv),
                    "{mv} after {moves:?}: two continuations, or a move that was stored twice"
                );
                moves.push(mv);
            }
        }
        assert!(moves.starts_with(&self.log), "{:?} were sent, {moves:?} are stored", self.log);
        let file = histories.join(game).with_extension("jsonl");
        history::write(&file, &self.history.into_events());
        let (events, file) = (history::read(&file), file.display());
        assert!(history::is_linearizable(&events), "no order explains {file}");
        let put = |fault: &Fault| Some((*fault, fault.put_into(&events)?));
        let faulty = Fault::ALL.iter().filter_map(put);
        let found = |(fault, events): (Fault, Vec<_>)| {
            assert!(!history::is_linearizable(&events), "{fault:?} is not found in {file}");
            fault
        };
        faulty.map(found).collect()
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
