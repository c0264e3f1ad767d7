//! Finished games: their records survive the games, are shown to those who may see them, and to nobody before the end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use common::http::{self, Answer, get};
use common::player::play;
use common::postgres::Database;
use common::process::Process;
use common::redis::RedisServer;
use common::{Player, Setting, Table, create, pair_of};
use serde_json::{Value, json};
use tabula::journal::{Journal, MemoryJournal, PostgresJournal, RedisJournal, SqliteJournal};
use tabula::limits::{Limits, Span};

const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// Plays a game of these settings to its end by mate. Returns its players and the id that its spectators know.
async fn played(address: SocketAddr, request: Value) -> (Player, Player) {
    let (mut white, mut black) = pair_of(address, request).await;
    play(&mut white, &mut black, MATE).await;
    (white, black)
}

/// Returns the terms of a game that may be watched, or not.
fn watched(mode: &str, allowed: bool) -> Value {
    json!({"mode": mode, "side": "white", "highlightingEnabled": true, "spectators": {"allowed": allowed}})
}

async fn record(address: SocketAddr, id: &str, token: Option<&str>) -> Answer {
    let bearer = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!("GET /api/games/{id}/record HTTP/1.1\r\nhost: {address}\r\n{bearer}");
    http::request(address, &head, b"").await
}

async fn listed(address: SocketAddr, query: &str) -> Vec<Value> {
    let answer = get(address, &format!("/api/finished{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["games"].as_array().unwrap().clone()
}

fn assert_not_found(answer: &Answer) {
    assert_eq!((answer.status, &answer.json()["code"]), (404, &json!("game_not_found")), "{}", answer.body);
}

/// Names the player.
async fn name(player: &mut Player, other: &mut Player, name: &str) {
    player.send(json!({"type": "player.setName", "gameId": player.game, "name": name})).await;
    player.expect_update().await;
    other.expect_update().await;
}

// Requirement gambit-121.
#[tokio::test]
async fn a_finished_game_is_found_after_its_game_is_gone_and_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (white, black) = played(server.address, watched("vanilla", true)).await;
    let watch_id = white.received.iter().find_map(|frame| frame["watchId"].as_str()).unwrap().to_owned();
    let end = black.received.iter().rev().find(|frame| frame["record"].is_object()).unwrap();
    server.kill();
    let server = Process::start(folder.path());
    for id in [&watch_id, &white.game] {
        let answer = record(server.address, id, None).await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
        let found = answer.json();
        assert_eq!(found["state"]["record"], end["record"]);
        assert_eq!(found["state"]["newMoves"].as_array().unwrap().len(), 4);
        assert_eq!((&found["summary"]["winner"], &found["summary"]["plies"]), (&json!("b"), &json!(4)));
        assert_eq!(found["summary"]["id"], watch_id.as_str());
        // Neither the link to the seat nor a token is in it.
        for secret in [&white.game, &white.token, &black.token] {
            assert!(!answer.body.contains(secret.as_str()), "{}", answer.body);
        }
        let pgn = get(server.address, &format!("/api/games/{id}/pgn")).await;
        assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
        assert_eq!(end["record"]["pgn"], pgn.body.as_str());
    }
    assert_not_found(&record(server.address, "aaaaaaaa", None).await);
    assert_not_found(&record(server.address, "nonsense!", None).await);
}

#[tokio::test]
async fn a_game_without_spectators_opens_to_its_own_players_alone() {
    let table = Table::open().await;
    let (white, black) = played(table.address, watched("blind", false)).await;
    for token in [&white.token, &black.token] {
        let answer = record(table.address, &white.game, Some(token)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["state"]["pieces"].as_array().unwrap().len(), 32);
    }
    for token in [None, Some("a".repeat(24)), Some("no token".to_owned())] {
        assert_not_found(&record(table.address, &white.game, token.as_deref()).await);
    }
    let pgn = get(table.address, &format!("/api/games/{}/pgn", white.game)).await;
    assert_not_found(&pgn);
    assert_eq!(listed(table.address, "").await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_game_that_goes_on_has_no_record() {
    let table = Table::open().await;
    let (mut white, mut black) = pair_of(table.address, watched("blind", true)).await;
    name(&mut white, &mut black, "Ada").await;
    play(&mut white, &mut black, "e2e4 e7e5 d2d4").await;
    let watch_id = white.received.iter().find_map(|frame| frame["watchId"].as_str()).unwrap().to_owned();
    for id in [&watch_id, &white.game] {
        for token in [None, Some(white.token.as_str())] {
            assert_not_found(&record(table.address, id, token).await);
        }
    }
    assert_eq!(listed(table.address, "").await, [] as [Value; 0]);
    let counted = get(table.address, "/api/statistics?player=Ada").await.json();
    assert_eq!(counted["controls"], json!([]));
    black.send(json!({"type": "resign"})).await;
    black.expect_update().await;
    assert_eq!(record(table.address, &watch_id, None).await.status, 200);
}

#[tokio::test]
async fn a_game_without_a_move_leaves_no_record() {
    let table = Table::open().await;
    let (mut white, _black) = pair_of(table.address, watched("vanilla", true)).await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    assert_not_found(&record(table.address, &white.game, Some(&white.token)).await);
}

#[tokio::test]
async fn a_record_does_not_tell_of_an_end_before_delayed_spectators_are_sent_it() {
    let table = Table::open().await;
    let request =
        json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true, "delaySeconds": 30}});
    let (white, _black) = played(table.address, request).await;
    let watch_id = white.received.iter().find_map(|frame| frame["watchId"].as_str()).unwrap().to_owned();
    table.clock.advance(Duration::from_millis(29_999));
    assert_not_found(&record(table.address, &watch_id, None).await);
    assert_eq!(listed(table.address, "").await.len(), 0);
    // Players were sent the end when it came.
    assert_eq!(record(table.address, &white.game, Some(&white.token)).await.status, 200);
    table.clock.advance(Duration::from_millis(1));
    assert_eq!(record(table.address, &watch_id, None).await.status, 200);
    assert_eq!(listed(table.address, "").await.len(), 1);
}

#[tokio::test]
async fn a_rematch_leaves_a_record_of_its_own() {
    let table = Table::open().await;
    let (mut white, mut black) = played(table.address, watched("vanilla", true)).await;
    white.send(json!({"type": "offer-rematch"})).await;
    black.expect("rematch").await;
    black.send(json!({"type": "respond-rematch", "accept": true})).await;
    let agreed = loop {
        let notice = black.expect("rematch").await["rematch"].clone();
        if notice["state"] == "accepted" {
            break notice;
        }
    };
    let first = record(table.address, &white.game, None).await;
    assert!(!first.body.contains("rematch"), "a record is of the end, and what follows is not in it");
    assert_not_found(&record(table.address, agreed["gameId"].as_str().unwrap(), None).await);
}

/// Plays games of three rulesets between the two, one of them unlisted, a second apart.
async fn some_games(table: &Table) {
    for (white_name, black_name, ruleset, allowed) in [
        ("Ada", "Grace", "chess", true),
        ("Grace", "ada", "chess", true),
        ("Ada", "Grace", "shogi", true),
        ("Ada", "Grace", "chess", false),
    ] {
        let request = json!({
            "mode": "vanilla", "side": "white", "ruleset": ruleset, "spectators": {"allowed": allowed},
        });
        let (mut white, mut black) = pair_of(table.address, request).await;
        name(&mut white, &mut black, white_name).await;
        name(&mut black, &mut white, black_name).await;
        let first = if ruleset == "shogi" { "e3e4" } else { "e2e4" };
        play(&mut white, &mut black, first).await;
        black.send(json!({"type": "resign"})).await;
        black.expect_update().await;
        table.clock.advance(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn lists_and_statistics_name_listed_games_by_player_and_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let sqlite = SqliteJournal::open(&folder.path().join("journal.db"), "rules", &limits).await.unwrap();
    let database = Database::fresh().await;
    let postgres = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    let server = RedisServer::start();
    let redis = RedisJournal::open(&server.location(), "rules", &limits).await.unwrap();
    // All keep the same.
    let journals: [Arc<dyn Journal>; 4] =
        [Arc::new(sqlite), Arc::new(postgres), Arc::new(redis), Arc::new(MemoryJournal::default())];
    for journal in journals {
        let setting = Setting { journal, ..Setting::default() };
        let table = setting.open().await;
        some_games(&table).await;
        let asked = ["chess", "go", "shogi"].map(str::to_owned).to_vec();
        let mut found = setting.journal.archive().unwrap().played_among(asked).await.unwrap();
        found.sort();
        assert_eq!(found, ["chess", "shogi"]);
        let names = |games: &[Value]| -> Vec<String> {
            games.iter().map(|game| format!("{} {}", game["names"]["w"], game["ruleset"])).collect()
        };
        let all = listed(table.address, "").await;
        assert_eq!(names(&all), [r#""Ada" "shogi""#, r#""Grace" "chess""#, r#""Ada" "chess""#]);
        assert_eq!(names(&listed(table.address, "?rules=chess").await), names(&all[1..]));
        assert_eq!(names(&listed(table.address, "?player=ADA").await), names(&all));
        assert_eq!(listed(table.address, "?player=Adam").await.len(), 0);
        let place = format!("{}.{}", all[1]["endedAt"], all[1]["id"].as_str().unwrap());
        let rest = listed(table.address, &format!("?player=grace&rules=chess&before={place}")).await;
        assert_eq!(names(&rest), names(&all[2..]));
        let counted = get(table.address, "/api/statistics?player=ada").await.json();
        let expected = json!({
            "player": "ada", "isPartial": false,
            "controls": [{"played": 3, "won": 2, "lost": 1, "drawn": 0, "abandoned": 0, "duels": 0, "duelsWon": 0}],
        });
        assert_eq!(counted, expected);
        for wrong in ["finished?player=a", "finished?before=1", "statistics", "statistics?player=%07abc"] {
            let answer = get(table.address, &format!("/api/{wrong}")).await;
            assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{wrong}");
        }
        let bare = get(table.address, "/api/statistics").await.json();
        assert_eq!(bare["message"], "the query has `player`, once");
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_list_is_continued_where_it_was_cut() {
    let table = Table::open().await;
    for _ in 0..51 {
        let (mut white, mut black) = pair_of(table.address, watched("vanilla", true)).await;
        play(&mut white, &mut black, "e2e4").await;
        white.send(json!({"type": "resign"})).await;
        white.expect_update().await;
    }
    let first = get(table.address, "/api/finished").await.json();
    assert_eq!(first["games"].as_array().unwrap().len(), 50);
    let next = first["next"].as_str().unwrap();
    let second = get(table.address, &format!("/api/finished?before={next}")).await.json();
    assert_eq!((second["games"].as_array().unwrap().len(), second.get("next")), (1, None));
}

#[tokio::test]
async fn records_are_kept_as_long_as_the_operator_says() {
    let limits = Limits { keep_finished: Some(Span(Duration::from_secs(60))), ..Setting::default().limits };
    let setting = Setting { limits, ..Setting::default() };
    let table = setting.open().await;
    let (white, _black) = played(table.address, watched("vanilla", true)).await;
    table.clock.advance(Duration::from_secs(60));
    assert_eq!(record(table.address, &white.game, None).await.status, 200);
    table.clock.advance(Duration::from_millis(1));
    assert_not_found(&record(table.address, &white.game, None).await);
    assert_eq!(listed(table.address, "").await.len(), 0);
    let archive = setting.journal.archive().unwrap();
    assert!(archive.find(&white.game.parse().unwrap()).await.unwrap().is_some());
    table.server.stop().await;
    // A start removes what is kept no longer.
    let table = setting.open().await;
    while archive.find(&white.game.parse().unwrap()).await.unwrap().is_some() {
        tokio::task::yield_now().await;
    }
    table.server.stop().await;
}

#[tokio::test]
async fn requests_for_records_count_as_requests_for_a_seat() {
    let table = Table::with(Limits { join_burst: 2, join_rate: 1, ..Limits::default() }).await;
    for path in ["/api/games/aaaaaaaa/record", "/api/games/aaaaaaaa/pgn"] {
        assert_not_found(&get(table.address, path).await);
    }
    for path in ["/api/games/aaaaaaaa/record", "/api/finished", "/api/statistics?player=Ada"] {
        let answer = get(table.address, path).await;
        assert_eq!((answer.status, &answer.json()["code"]), (429, &json!("rate_limited")), "{path}");
    }
}

#[tokio::test]
async fn a_game_that_waits_has_no_record() {
    let table = Table::open().await;
    let (game, token) = create(table.address, watched("vanilla", true)).await;
    assert_not_found(&record(table.address, &game, Some(&token)).await);
}
