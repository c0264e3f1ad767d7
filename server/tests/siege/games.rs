//! Games that are played and checked move by move during the attacks.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::common::http;
use crate::common::latencies::Latencies;
use crate::common::player::{Player, announced, colors};
use crate::connect_from;
use crate::scripts::{End, Extras, SCRIPTS, Script};
use crate::seat::Seat;
use crate::{bids, spectator};

/// The players' network.
const NET: u8 = 1;

/// Number of the players' addresses: a few sockets each.
const HOSTS: usize = 200;

/// Minimum time that a player thinks about a move.
pub const THINKING: Duration = Duration::from_millis(250);

/// The games under way, by table.
#[derive(Default)]
struct Board {
    /// The game at each table.
    live: Mutex<BTreeMap<usize, String>>,
    latencies: Mutex<Vec<Duration>>,
    ends: Mutex<BTreeMap<String, u64>>,
    tokens: Mutex<HashSet<String>>,
}

/// A number of simultaneous games, one after another at each table.
pub struct Hall {
    board: Arc<Board>,
    closing: CancellationToken,
    tables: JoinSet<()>,
}

/// Ids of the active games.
#[derive(Clone)]
pub struct Live(Arc<Board>);

impl Live {
    /// Returns one of the active games.
    pub fn any(&self, number: usize) -> Option<String> {
        let live = self.0.live.lock().unwrap();
        live.values().nth(number % live.len().max(1)).cloned()
    }
}

impl Hall {
    /// The players run in a runtime of their own, so that they wait for the server and not for attackers.
    pub fn open(runtime: &Handle, server: SocketAddr, games: usize) -> Hall {
        let (board, closing, mut tables) =
            (Arc::<Board>::default(), CancellationToken::new(), JoinSet::new());
        for table in 0..games {
            let (board, closing) = (Arc::clone(&board), closing.clone());
            let play_on = async move {
                // Players arrive gradually.
                sleep(THINKING * (table as u32 % 16) / 16).await;
                let mut game = table;
                while !closing.is_cancelled() {
                    play(server, table, SCRIPTS[game % SCRIPTS.len()], &board).await;
                    game += 1;
                }
            };
            tables.spawn_on(play_on, runtime);
        }
        Hall { board, closing, tables }
    }

    pub fn live(&self) -> Live {
        Live(Arc::clone(&self.board))
    }

    /// Returns the latencies of moves since the last call, from the commit to its answer.
    pub fn take_latencies(&self) -> Latencies {
        Latencies::of(std::mem::take(&mut *self.board.latencies.lock().unwrap()))
    }

    /// Starts no new games, and returns when the active ones have ended as scripted.
    pub async fn close(mut self) -> Finished {
        self.closing.cancel();
        while let Some(table) = self.tables.join_next().await {
            table.expect("a game did not go as scripted");
        }
        let ends = std::mem::take(&mut *self.board.ends.lock().unwrap());
        Finished { ends, tokens: std::mem::take(&mut *self.board.tokens.lock().unwrap()) }
    }
}

/// Games that ended as scripted, by their end.
pub struct Finished {
    ends: BTreeMap<String, u64>,
    pub tokens: HashSet<String>,
}

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.ends.iter().map(|(end, count)| format!("{end} × {count}")).collect();
        write!(f, "{} games ended as scripted: {}", self.ends.values().sum::<u64>(), all.join(", "))
    }
}

/// Plays a game to its end.
async fn play(server: SocketAddr, table: usize, script: Script, board: &Board) {
    let host = u8::try_from(table % HOSTS + 1).unwrap();
    let connect = || async { connect_from(NET, host, server).await.expect("a player cannot connect") };
    let body = script.request().to_string();
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let created = http::exchange(connect().await, head, body.as_bytes()).await;
    assert_eq!(created.status, 201, "{}", created.body);
    let created = created.json();
    let game = created["gameId"].as_str().unwrap().to_owned();

    let sit_down = async |hello| {
        let mut player = Player::over(connect().await, server, &game).await;
        player.hello(hello).await;
        board.tokens.lock().unwrap().insert(player.token.clone());
        Seat::of(player)
    };
    let mut white = sit_down(json!({"token": created["creatorToken"]})).await;
    let mut black = sit_down(json!({"joinAs": "auto"})).await;
    board.live.lock().unwrap().insert(table, game.clone());
    let mut spectator = match script.extras {
        Extras::Nothing => None,
        Extras::Watched | Extras::Bids => {
            Some(spectator::join(Player::over(connect().await, server, &game).await).await)
        }
    };
    let moves: Vec<&str> = script.moves.split_whitespace().collect();
    if script.extras == Extras::Bids {
        let times = bids::play(&moves, &mut white, &mut black).await;
        board.latencies.lock().unwrap().extend(times);
        board.live.lock().unwrap().remove(&table);
        bids::resign(&mut white, &mut black).await;
    } else {
        assert_eq!(white.update().await["gameStatus"], "active");
        let last = play_moves(script, &moves, [&mut white, &mut black], spectator.as_mut(), board).await;
        board.live.lock().unwrap().remove(&table);
        end(script, &moves, last, [&mut white, &mut black]).await;
    }
    let mut seats = vec![white, black];
    if let Some(mut spectator) = spectator {
        // Otherwise the state after the last move has been the last.
        if script.ends_after_its_moves() {
            spectator::expect_end(&mut spectator).await;
        }
        seats.push(spectator);
    }
    for seat in seats {
        let player = seat.leave().await;
        let numbers: Vec<u64> = player.received.iter().filter_map(number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "{script:?}");
    }
    let (reason, _) = script.end.reason_and_winner();
    let end = format!("{} {}{}", script.mode, reason.as_str().unwrap(), script.extras.words());
    *board.ends.lock().unwrap().entry(end).or_default() += 1;
}

/// Returns the number of a frame, of those that the server numbers.
fn number(frame: &Value) -> Option<u64> {
    frame["seq"].as_u64().or_else(|| frame["sequence"].as_u64())
}

/// Plays the moves of a game without bids. Returns the last updates of both players.
async fn play_moves(
    script: Script,
    moves: &[&str],
    [white, black]: [&mut Seat; 2],
    mut spectator: Option<&mut Seat>,
    board: &Board,
) -> [Value; 2] {
    let mut last = [Value::Null, Value::Null];
    for (ply, text) in moves.iter().enumerate() {
        sleep(THINKING).await;
        let (mover, other) =
            if ply % 2 == 0 { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        if ply == 0 && script.mode == "blind" {
            // A try that only its player is sent: the opponent's next frame is the move.
            mover.commit(&text[..2], &format!("{}6", &text[..1]));
            let update = mover.update().await;
            assert_eq!((announced(&update), &update["ply"]), (vec!["illegal_move"], &json!(0)), "{update}");
        }
        let sent_at = Instant::now();
        mover.commit(&text[..2], &text[2..]);
        let own = async {
            let own = mover.update().await;
            board.latencies.lock().unwrap().push(sent_at.elapsed());
            own
        };
        let (own, others) = tokio::join!(own, other.update());
        let is_last = ply + 1 == moves.len();
        let is_over = is_last && !script.ends_after_its_moves();
        check(script, ply, text, [&own, &others], is_over);
        if let Some(spectator) = spectator.as_mut() {
            spectator::expect_ply(spectator, script, ply + 1, is_over).await;
            if script.has_chat() && ply < 2 {
                spectator::chat(mover, other, spectator).await;
            }
        }
        last = [own, others];
    }
    last
}

/// Ends a game without bids as its script says, and checks what both players are sent.
async fn end(script: Script, moves: &[&str], mut last: [Value; 2], [white, black]: [&mut Seat; 2]) {
    match script.end {
        End::Mate(_) | End::Goal(..) | End::Stalemate | End::Threefold => {}
        End::Resign => {
            white.send(json!({"type": "resign"}));
            last = [white.update().await, black.update().await];
        }
        End::DrawAgreed => {
            black.send(json!({"type": "offer-draw"}));
            for player in [&mut *black, &mut *white] {
                assert_eq!(player.update().await["drawOffer"], json!({"from": "b"}));
            }
            white.send(json!({"type": "respond-draw", "accept": true}));
            last = [white.update().await, black.update().await];
        }
    }
    let (reason, winner) = script.end.reason_and_winner();
    for update in &last {
        assert_eq!((&update["gameStatus"], &update["endReason"]), (&json!("finished"), &reason), "{update}");
        assert_eq!(update["winner"], winner, "{update}");
        assert_eq!(colors(update).len(), 2, "{update}");
        let plies = update["record"]["plies"].as_array().unwrap();
        let played: Vec<&str> = plies.iter().map(|ply| ply["uci"].as_str().unwrap()).collect();
        assert_eq!(played, moves);
    }
}

/// Checks that both players are sent what they may know of a move.
fn check(script: Script, ply: usize, text: &str, updates: [&Value; 2], is_over: bool) {
    let (mover, name, next) = if ply.is_multiple_of(2) { ("w", "white", "b") } else { ("b", "black", "w") };
    for (seen_by, update) in [mover, next].into_iter().zip(updates) {
        assert_eq!(update["ply"], ply + 1, "{script:?} {text}: {update}");
        assert_eq!(update["gameStatus"], if is_over { "finished" } else { "active" }, "{script:?}: {update}");
        if !is_over {
            assert_eq!(update["view"]["toMove"], next, "{script:?} {text}: {update}");
            let seen = colors(update);
            let is_right = if script.mode == "blind" { seen.iter().eq([&seen_by]) } else { seen.len() == 2 };
            assert!(is_right, "{script:?} {text}: {seen_by} sees {seen:?}");
        }
    }
    let [own, others] = updates;
    assert_eq!(own["view"]["pieces"][&text[2..4]]["color"], mover, "{script:?} {text}: {own}");
    if script.mode == "blind" {
        let moved = format!("{name}_moved");
        let is_announced =
            announced(others).iter().any(|event| event.starts_with(&moved) || event.contains("castled"));
        assert!(is_announced, "{script:?} {text}: {others}");
    }
}
