//! Servers and databases that are killed in the middle of games.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tabula::journal::PostgresJournal;
use tabula::limits::{Limits, Span};

use crate::common::http;
use crate::common::player::{long_game, play};
use crate::common::postgres::{Cluster, Database};
use crate::common::process::Process;
use crate::common::{Player, Setting, pair, pair_of};

fn start(folder: &Path, database: &Database) -> Process {
    Process::start_with(folder, &[("TABULA_JOURNAL", &database.url())])
}

// Requirements blind-7, gambit-66.
#[tokio::test]
async fn a_game_and_the_record_of_another_survive_kill_9() {
    let (folder, database) = (tempfile::tempdir().unwrap(), Database::fresh().await);
    let server = start(folder.path(), &database);
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "f2f3 e7e5").await;
    white.touch("g2").await;
    let before = white.expect_update().await;
    let request = json!({"mode": "vanilla", "side": "white", "highlightingEnabled": true, "spectators": {"allowed": true}});
    let (mut ada, mut grace) = pair_of(server.address, request).await;
    let (end, _) = play(&mut ada, &mut grace, "f2f3 e7e5 g2g4 d8h4").await;
    server.kill();

    let server = start(folder.path(), &database);
    let (mut white, for_white) = white.reconnect(server.address).await;
    let (mut black, for_black) = black.reconnect(server.address).await;
    assert_eq!(for_white["view"], before["view"]);
    assert_eq!((&for_white["touchedPiece"], &for_black["ply"]), (&json!("g2"), &json!(2)));
    let (mated, _) = play(&mut white, &mut black, "g2g4 d8h4").await;
    assert_eq!(mated["endReason"], "checkmate");
    let record = http::get(server.address, &format!("/api/games/{}/record", ada.game)).await;
    assert_eq!(record.json()["state"]["record"], end["record"]);
    let listed = http::get(server.address, "/api/finished").await.json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1, "the blind game allowed nobody to watch");
    assert!(server.terminate().success());
    // Nothing of the address is in the log, at the finest level.
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(!log.contains("postgres@"), "{log}");
}

#[tokio::test]
async fn a_server_whose_journal_is_taken_over_ends_and_says_why() {
    let (folder, database) = (tempfile::tempdir().unwrap(), Database::fresh().await);
    let mut first = start(folder.path(), &database);
    let (mut white, mut black) = pair(first.address, "blind").await;
    play(&mut white, &mut black, "e2e4").await;
    let other = tempfile::tempdir().unwrap();
    let second = start(other.path(), &database);
    let ended = tokio::task::spawn_blocking(move || (first.wait(), first)).await.unwrap();
    assert_eq!(ended.0.code(), Some(3));
    assert!(ended.1.log().contains("another server has taken the journal over"));
    for player in [&mut white, &mut black] {
        assert!([1001, 1011].contains(&player.expect_closed().await.code));
    }
    let (mut black, joined) = black.reconnect(second.address).await;
    assert_eq!(joined["ply"], 1);
    let (mut white, _) = white.reconnect(second.address).await;
    play(&mut black, &mut white, "e7e5").await;
}

/// Plays moves, and comes back whenever a socket breaks, until the game has so many plies. Returns each player's frames over all sockets.
async fn play_on(address: SocketAddr, mut white: Player, mut black: Player, plies: usize) -> [Vec<Value>; 2] {
    let moves = long_game();
    let mut seen = [Vec::new(), Vec::new()];
    let mut ply = 0;
    loop {
        // Each has been sent all moves so far.
        if ply == plies {
            seen[0].append(&mut white.received);
            seen[1].append(&mut black.received);
            return seen;
        }
        let message = json!({"type": "commit", "from": &moves[ply][..2], "to": &moves[ply][2..]});
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        let is_sent = mover.try_send(message).await.is_ok();
        if is_sent && reaches(&mut white, ply + 1).await && reaches(&mut black, ply + 1).await {
            ply += 1;
            continue;
        }
        for (player, seen) in [&mut white, &mut black].into_iter().zip(&mut seen) {
            let sent = player.received.iter().filter_map(|frame| frame["ply"].as_u64()).max().unwrap();
            let (back, joined) = come_back(address, player).await;
            let found = joined["ply"].as_u64().unwrap();
            assert!(found >= sent, "{sent} plies were sent, {found} are left");
            seen.append(&mut player.received);
            *player = back;
            ply = usize::try_from(found).unwrap();
        }
    }
}

/// Reconnects, as often as it takes until the game has read itself back.
async fn come_back(address: SocketAddr, player: &Player) -> (Player, Value) {
    loop {
        let mut back = Player::connect(address, &player.game).await;
        back.say_hello(json!({"token": player.token})).await;
        match back.next().await {
            Ok(joined) if joined["type"] == "joined" => {
                back.token.clone_from(&player.token);
                return (back, joined);
            }
            Ok(other) => panic!("{other}"),
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// Waits until a player is sent this ply; false if the socket breaks before.
async fn reaches(player: &mut Player, ply: usize) -> bool {
    loop {
        match player.next().await {
            Ok(frame) if frame["ply"].as_u64() == Some(ply as u64) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_or_told_twice_when_the_database_is_killed() {
    const GAMES: usize = 6;
    const PLIES: usize = 60;
    const KILLS: usize = 3;
    let mut cluster = Cluster::start(&[]);
    let database = cluster.database();
    let limits = Setting::default().limits;
    let journal = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    let setting = Setting { journal: Arc::new(journal), ..Setting::default() };
    let table = setting.open().await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let (white, black) = table.game("vanilla").await;
        games.push(tokio::spawn(play_on(table.address, white, black, PLIES)));
    }
    let count = "SELECT count(*) FROM input";
    for kill in 1..=KILLS {
        let mut connection = database.connect().await;
        let enough = i64::try_from(GAMES * PLIES * kill / (KILLS + 2)).unwrap();
        while sqlx::query_scalar::<_, i64>(count).fetch_one(&mut connection).await.unwrap() < enough {
            tokio::task::yield_now().await;
        }
        drop(connection);
        cluster = tokio::task::spawn_blocking(move || {
            cluster.kill();
            cluster.restart();
            cluster
        })
        .await
        .unwrap();
    }
    for game in games {
        for frames in game.await.unwrap() {
            // In an open game without offers each update of a position is a move.
            let updates = frames.iter().filter(|frame| frame["type"] == "update");
            let mut plies: Vec<u64> =
                updates.filter_map(|frame| frame["ply"].as_u64()).filter(|ply| *ply > 0).collect();
            let all = plies.len();
            assert!(all > PLIES / 2, "{all}");
            plies.sort_unstable();
            plies.dedup();
            assert_eq!(plies.len(), all, "a move is told twice");
        }
    }
    table.server.stop().await;
}

#[tokio::test]
async fn health_says_that_the_database_is_away_and_games_go_on_after_it() {
    let mut cluster = Cluster::start(&[]);
    let limits = Limits { journal_wait: Span(Duration::from_millis(100)), ..Setting::default().limits };
    let location = cluster.database().location();
    let journal = PostgresJournal::open(&location, "rules", &limits).await.unwrap();
    let table = Setting { journal: Arc::new(journal), ..Setting::default() }.open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4").await;
    cluster.kill();
    black.commit("e7", "e5").await;
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect_closed().await.code, 1011, "the move is refused, and was not sent");
    }
    let answer = http::post(table.address, "/api/games", &json!({"mode": "blind"})).await;
    assert_eq!(answer.status, 500);
    let health = http::get(table.address, "/api/health").await;
    assert_eq!((health.status, &health.json()["fault"]), (503, &json!("journal")));
    cluster.restart();
    let (mut black, joined) = come_back(table.address, &black).await;
    assert_eq!(joined["ply"], 1);
    let (mut white, _) = white.reconnect(table.address).await;
    play(&mut black, &mut white, "e7e5").await;
    let health = http::get(table.address, "/api/health").await;
    assert_eq!(health.status, 200);
    table.server.stop().await;
}
