//! Durability: crashes, stops and failures of the journal; and data that must not be logged.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use common::http;
use common::layer::{Layer, Layered};
use common::player::{announced, long_game, play};
use common::process::Process;
use common::{Player, Setting, pair, pair_of};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use session::{Entry, FinishedGame, GameId, Input, Receipt, Recorded};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tabula::journal::{Journal, JournalError, MemoryJournal, SqliteJournal};
use tabula::limits::Limits;

// Requirements blind-7, gambit-66.
#[tokio::test]
async fn a_game_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "f2f3 e7e5").await;
    white.touch("g2").await;
    let before = white.expect_update().await;
    server.kill();

    let server = Process::start(folder.path());
    let (mut white, for_white) = white.reconnect(server.address).await;
    let (mut black, for_black) = black.reconnect(server.address).await;
    assert_eq!(for_white["view"], before["view"]);
    assert_eq!((&for_white["touchedPiece"], &for_white["ply"]), (&json!("g2"), &json!(2)));
    assert_eq!(for_black["view"]["pieces"]["e5"]["type"], "p");
    assert_eq!(for_black["announcements"].as_array().unwrap().len(), 1);
    let (end, _) = play(&mut white, &mut black, "g2g4 d8h4").await;
    assert_eq!(end["endReason"], "checkmate");
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed_under_load() {
    const GAMES: usize = 12;
    const ENOUGH: u64 = 400;
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let (white, black) = pair(server.address, "vanilla").await;
        games.push(tokio::spawn(play_until_the_end(white, black, Arc::clone(&acknowledged))));
    }
    while acknowledged.load(Ordering::Relaxed) < ENOUGH {
        tokio::task::yield_now().await;
    }
    server.kill();
    let server = Process::start(folder.path());
    for game in games {
        for player in game.await.unwrap() {
            let sent = player.received.iter().filter_map(|frame| frame["ply"].as_u64()).max().unwrap();
            let (_, joined) = player.reconnect(server.address).await;
            let ply = joined["ply"].as_u64().unwrap();
            // The last move may have been stored before anyone was sent it.
            assert!(ply == sent || ply == sent + 1, "sent {sent}, found {ply}");
        }
    }
}

/// Plays until the socket breaks.
async fn play_until_the_end(
    mut white: Player,
    mut black: Player,
    acknowledged: Arc<AtomicU64>,
) -> [Player; 2] {
    for (ply, text) in long_game().into_iter().enumerate() {
        let message = json!({"type": "commit", "from": &text[..2], "to": &text[2..]});
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        if mover.try_send(message).await.is_err()
            || white.next().await.is_err()
            || black.next().await.is_err()
        {
            return [white, black];
        }
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
    panic!("the server was not killed in time");
}

#[tokio::test]
async fn a_terminated_server_exits_cleanly_and_its_games_continue() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "e2e4").await;
    let stopping = tokio::task::spawn_blocking(move || server.terminate());
    assert_eq!(white.expect_closed().await.code, 1001);
    assert_eq!(black.expect_closed().await.code, 1001);
    assert!(stopping.await.unwrap().success());

    let server = Process::start(folder.path());
    let (mut black, joined) = black.reconnect(server.address).await;
    assert_eq!(joined["peer"]["connected"], false);
    let (mut white, _) = white.reconnect(server.address).await;
    play(&mut black, &mut white, "e7e5 g1f3").await;
}

#[tokio::test]
async fn downtime_does_not_count_towards_the_grace_period() {
    let setting = Setting::default();
    let table = setting.open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4").await;
    black.leave().await;
    white.expect("peer-status").await;
    table.clock.advance(Duration::from_secs(240));
    table.server.stop().await;
    setting.clock.advance(Duration::from_secs(3600));

    let table = setting.open().await;
    let (mut white, joined) = white.reconnect(table.address).await;
    assert_eq!((&joined["gameStatus"], &joined["ply"]), (&json!("active"), &json!(1)));
    let now = common::OPENING_TIME.0 + 3_840_000;
    assert_eq!(joined["peer"]["graceUntil"], now + 300_000);
    table.clock.advance(Duration::from_secs(300));
    let end = white.expect_update().await;
    assert_eq!((&end["endReason"], &end["winner"]), (&json!("abandoned"), &json!("w")));
}

/// A journal that fails on demand.
#[derive(Debug, Default)]
struct BrittleJournal {
    inner: MemoryJournal,
    /// The next input is not stored.
    broken: AtomicBool,
    /// Nothing is stored.
    down: AtomicBool,
    /// The next agreement on a rematch is not stored.
    forgets_rematch: AtomicBool,
}

impl Layer for BrittleJournal {
    fn inner(&self) -> &MemoryJournal {
        &self.inner
    }

    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let is_rematch = matches!(entry.input, Recorded::Input(Input::Rematch { .. }));
        if self.broken.swap(false, Ordering::Relaxed)
            || self.down.load(Ordering::Relaxed)
            || is_rematch && self.forgets_rematch.swap(false, Ordering::Relaxed)
        {
            return Box::pin(async { Err(JournalError::Database(sqlx::Error::WorkerCrashed)) });
        }
        self.inner.append(game, entry, finished)
    }
}

#[tokio::test]
async fn nothing_is_sent_before_it_is_stored() {
    let journal = Arc::new(Layered::<BrittleJournal>::default());
    let setting = Setting { journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    journal.broken.store(true, Ordering::Relaxed);
    white.commit("g1", "f3").await;
    for player in [&mut white, &mut black] {
        let before = player.received.len();
        assert_eq!(player.expect_closed().await.code, 1011);
        assert_eq!(player.received.len(), before, "the move was not sent");
    }
    let (mut white, joined) = white.reconnect(table.address).await;
    assert_eq!((&joined["ply"], &joined["view"]["pieces"]["g1"]["type"]), (&json!(2), &json!("n")));
    let (mut black, _) = black.reconnect(table.address).await;
    play(&mut white, &mut black, "g1f3 b8c6").await;
}

#[tokio::test]
async fn a_rematch_whose_agreement_is_not_stored_is_removed() {
    let journal = Arc::new(Layered::<BrittleJournal>::default());
    let setting = Setting { journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    black.expect_update().await;
    white.send(json!({"type": "offer-rematch"})).await;
    white.expect("rematch").await;
    black.expect("rematch").await;
    journal.forgets_rematch.store(true, Ordering::Relaxed);
    black.send(json!({"type": "respond-rematch", "accept": true})).await;
    assert_eq!(black.expect_closed().await.code, 1011);
    let (mut black, joined) = black.reconnect(table.address).await;
    assert_eq!(joined["rematch"], json!({"state": "offered", "from": "w"}));
    // The game is removed by a task of its own.
    for _ in 0..500 {
        if table.server.resource_counts().games == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(table.server.resource_counts().games, 1, "nobody was told of the other");
    assert_eq!(journal.inner.games().await.unwrap().len(), 1);
    black.send(json!({"type": "respond-rematch", "accept": true})).await;
    assert_eq!(black.expect("rematch").await["rematch"]["state"], "accepted");
}

#[tokio::test]
async fn a_game_that_cannot_be_created_in_the_journal_is_not_created() {
    let journal = Arc::new(Layered::<BrittleJournal>::default());
    let setting = Setting { journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    journal.broken.store(true, Ordering::Relaxed);
    let answer = http::post(table.address, "/api/games", &json!({"mode": "blind"})).await;
    assert_eq!((answer.status, &answer.json()["code"]), (500, &json!("internal")));
    table.game("blind").await;
}

#[tokio::test]
async fn health_says_that_nothing_can_be_stored() {
    let journal = Arc::new(Layered::<BrittleJournal>::default());
    let setting = Setting { journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    table.game("blind").await;
    journal.down.store(true, Ordering::Relaxed);
    let answer = http::post(table.address, "/api/games", &json!({"mode": "blind"})).await;
    assert_eq!(answer.status, 500);
    let health = http::get(table.address, "/api/health").await;
    assert_eq!(
        (health.status, &health.json()["ok"], &health.json()["fault"]),
        (503, &json!(false), &json!("journal"))
    );
    journal.down.store(false, Ordering::Relaxed);
    table.game("blind").await;
    let health = http::get(table.address, "/api/health").await;
    assert_eq!((health.status, &health.json()["ok"], health.json().get("fault")), (200, &json!(true), None));
}

#[tokio::test]
async fn an_unreadable_game_is_quarantined_and_the_others_continue() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let open =
        || async { Arc::new(SqliteJournal::open(&file, "of-today", &Limits::default()).await.unwrap()) };
    let table = Setting { journal: open().await, ..Setting::default() }.open().await;
    let (broken, _) = table.game("blind").await;
    let (gapped, _) = table.game("blind").await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4").await;
    table.server.stop().await;

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut database = options.connect().await.unwrap();
    let sealed = sqlx::query("SELECT DISTINCT rules FROM input").fetch_all(&mut database).await.unwrap();
    assert_eq!(sealed.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>(), ["of-today"]);
    let spoil = "UPDATE input SET body = '{\"seq\":1,\"at\":1,\"input\":{\"castle\":\"e1g1\"}}' WHERE seq = 1 AND game_id = ?1";
    sqlx::query(spoil).bind(&broken.game).execute(&mut database).await.unwrap();
    sqlx::query("DELETE FROM input WHERE seq = 1 AND game_id = ?1")
        .bind(&gapped.game)
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();

    let table = Setting { journal: open().await, ..Setting::default() }.open().await;
    for lost in [&broken, &gapped] {
        let mut player = Player::connect(table.address, &lost.game).await;
        player.expect_error("game_not_found").await;
    }
    let (mut black, joined) = black.reconnect(table.address).await;
    assert_eq!(joined["ply"], 1);
    let (mut white, _) = white.reconnect(table.address).await;
    play(&mut black, &mut white, "e7e5").await;
}

#[tokio::test]
async fn a_journal_can_be_opened_by_one_server_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/journal.db");
    let first = SqliteJournal::open(&file, "", &Limits::default()).await.unwrap();
    let second = SqliteJournal::open(&file, "", &Limits::default()).await;
    assert!(matches!(second, Err(JournalError::InUse(_))));
    first.close().await;
    drop(first);
    SqliteJournal::open(&file, "", &Limits::default()).await.unwrap();
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o077, 0, "the journal holds tokens");
}

// Requirement blind-129.
#[tokio::test]
async fn no_log_at_any_level_shows_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let request = json!({"mode": "blind", "side": "white", "spectators": {"allowed": true}});
    let (mut white, mut black) = pair_of(server.address, request).await;
    let tokens = [white.token.clone(), black.token.clone()];
    white.touch("a1").await;
    white.expect_announced(&["no_legal_moves"]).await;
    white.send_text(r#"{"type":"commit","from":"e2","to":"e4","promotion":"king"}"#).await;
    white.expect_error("malformed").await;
    play(&mut white, &mut black, "a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5").await;
    white.commit("a7", "c6").await;
    white.expect_announced(&["illegal_move"]).await;
    let (_, for_black) = play(&mut white, &mut black, "a7b8q h5h4").await;
    assert_eq!(for_black["ply"], 10);
    let (mut white, joined) = white.reconnect(server.address).await;
    let links = [white.game.clone(), joined["watchId"].as_str().unwrap().to_owned()];
    assert_ne!(links[0], links[1]);
    let mut spectator = Player::connect(server.address, &links[1]).await;
    spectator.send(json!({"type": "spectator.join", "gameId": links[1]})).await;
    spectator.expect("spectator.welcome").await;
    white.expect("spectator.joined").await;
    black.expect("spectator.joined").await;
    let (for_white, _) = play(&mut white, &mut black, "f2f3 e7e5 g2g4 d8g5 b8c8").await;
    assert!(announced(&for_white).contains(&"black_in_check"));
    black.send(json!({"type": "resign"})).await;
    black.expect_update().await;

    let log = server.log();
    assert!(
        log.contains(r#""level":"DEBUG""#) && log.contains(r#""game":""#),
        "the log is not at the most verbose level: {log}"
    );
    for line in log.lines() {
        serde_json::from_str::<Value>(line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    }
    for secret in tokens
        .iter()
        .map(String::as_str)
        .chain(links.iter().map(String::as_str))
        .chain(["qpi", "pieces", "castl", "promot", "capture", "illegal", "white", "black"])
    {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    let bytes = log.as_bytes();
    for (at, window) in bytes.windows(2).enumerate() {
        let is_square = matches!(window, [b'a'..=b'h', b'1'..=b'8']);
        let alone = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_alphanumeric())
        };
        let stands_alone = alone(at.checked_sub(1)) && alone(Some(at + 2));
        assert!(
            !(is_square && stands_alone),
            "a square is in the log: {}",
            &log[at.saturating_sub(40)..at + 40]
        );
    }
}
