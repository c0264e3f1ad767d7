//! Vacations of players of correspondence games: begun and ended by a signed request, noted in each game, told to the opponent.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use session::{Input, Recorded};
use tabula::journal::{Journal, MemoryJournal, PostgresJournal, SqliteJournal};
use tabula::limits::Limits;

use crate::common::owner::{Owner, now, post_with, show};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::{Player, Setting, Table, pair_of};

const DAY: Duration = Duration::from_secs(24 * 3_600);
const DAY_MS: u64 = 24 * 3_600_000;

fn by_days(days: u32) -> Value {
    json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": days}})
}

/// Begins a game of which both players have keys.
async fn game(table: &Table, request: Value, white: &Owner, black: &Owner) -> (Player, Player) {
    let (mut first, mut second) = pair_of(table.address, request).await;
    show(white, &mut first, "w").await;
    show(black, &mut second, "b").await;
    (first, second)
}

#[tokio::test]
async fn the_time_of_a_player_on_vacation_stands_and_the_opponent_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let database = Database::fresh().await;
    let (memory, limits) = (Arc::new(MemoryJournal::default()), Setting::default().limits);
    for kind in 0..3 {
        let open = || async {
            match kind {
                0 => Arc::clone(&memory) as Arc<dyn Journal>,
                1 => Arc::new(SqliteJournal::open(&file, "rules", &limits).await.unwrap()),
                _ => Arc::new(PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap()),
            }
        };
        let setting = Setting { journal: open().await, ..Setting::default() };
        let table = setting.open().await;
        let (ada, grace) = (Owner::new(1), Owner::new(2));
        let (mut white, mut black) = game(&table, by_days(1), &ada, &grace).await;
        table.clock.advance(DAY / 2);
        let began = now(&table);
        let answer = ada.vacation(&table, 3).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let until = began + 3 * DAY_MS;
        assert_eq!(answer.json()["vacation"]["until"], until);
        for player in [&mut white, &mut black] {
            let update = player.expect_update().await;
            assert_eq!(update["clock"]["awayUntil"], json!({"w": until}), "{update}");
            assert_eq!((&update["clock"]["since"], &update["ply"]), (&json!(until), &json!(0)));
            assert_eq!(update["clock"]["leftMs"]["w"], DAY_MS / 2);
        }
        // A restart in the middle brings back the same clock.
        let clock = table.clock.clone();
        table.server.stop().await;
        drop(setting);
        let setting = Setting { journal: open().await, clock, ..Setting::default() };
        let table = setting.open().await;
        table.clock.advance(DAY * 3);
        let (mut black, joined) = black.reconnect(table.address).await;
        assert_eq!(joined["clock"]["since"], until, "{joined}");
        let (mut white, _) = white.reconnect(table.address).await;
        black.expect("peer-status").await;
        // Half a day was left, and is used up now.
        table.clock.advance(DAY / 2 - Duration::from_secs(1));
        table.settle(&white.game).await;
        table.clock.advance(Duration::from_secs(1));
        for player in [&mut white, &mut black] {
            let end = player.expect_update().await;
            assert_eq!((&end["endReason"], &end["winner"]), (&json!("timeout"), &json!("b")), "{end}");
        }
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_game_that_begins_later_knows_the_vacation_and_its_end_is_told_as_well() {
    let table = Table::open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    assert_eq!(grace.vacation(&table, 5).await.status, 200);
    let until = now(&table) + 5 * DAY_MS;
    let (mut white, mut black) = pair_of(table.address, by_days(2)).await;
    show(&ada, &mut white, "w").await;
    show(&grace, &mut black, "b").await;
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect_update().await["clock"]["awayUntil"], json!({"b": until}));
    }
    // White's time runs, and black's turn waits for the end.
    table.clock.advance(DAY);
    play(&mut white, &mut black, "e2e4").await;
    table.clock.advance(DAY);
    let back = now(&table);
    assert_eq!(grace.vacation(&table, 0).await.status, 200);
    for player in [&mut white, &mut black] {
        let clock = player.expect_update().await["clock"].clone();
        assert_eq!((&clock["since"], &clock["leftMs"]["b"]), (&json!(back), &json!(2 * DAY_MS)));
    }
    // A move after the vacation ends the talk of it.
    play(&mut black, &mut white, "e7e5").await;
    assert_eq!(white.received.last().unwrap()["clock"].get("awayUntil"), None);
}

#[tokio::test]
async fn clocks_of_seconds_and_games_without_keys_go_on() {
    let table = Table::open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let blitz = json!({"mode": "vanilla", "side": "white", "clock": {"initial": 300}});
    let (mut white, _black) = game(&table, blitz, &ada, &grace).await;
    let (mut unknown, _other) = pair_of(table.address, by_days(1)).await;
    assert_eq!(ada.vacation(&table, 3).await.status, 200);
    table.clock.advance(DAY);
    assert_eq!(white.expect_update().await["endReason"], "timeout");
    assert_eq!(unknown.expect_update().await["endReason"], "timeout");
}

#[tokio::test]
async fn vacations_have_rules_and_need_a_signature() {
    let limits = Limits { ..Setting::default().limits };
    let players = tabula::limits::PlayerLimits { vacation_days: 6, vacation_at_once: 4, ..limits.players };
    let table = Table::with(Limits { players, ..limits }).await;
    let ada = Owner::new(1);
    let terms = ada.settings(&table).await["vacation"].clone();
    assert_eq!(terms, json!({"daysPerYear": 6, "daysAtOnce": 4, "daysLeft": 6}));
    let refused = |answer: crate::common::http::Answer| (answer.status, answer.field("code").unwrap());
    assert_eq!(refused(ada.vacation(&table, 0).await), (409, "not_on_vacation".to_owned()));
    assert_eq!(refused(ada.vacation(&table, 5).await), (400, "malformed".to_owned()));
    assert_eq!(ada.vacation(&table, 4).await.status, 200);
    assert_eq!(refused(ada.vacation(&table, 1).await), (409, "on_vacation".to_owned()));
    table.clock.advance(DAY * 4);
    assert_eq!(refused(ada.vacation(&table, 3).await), (409, "no_days_left".to_owned()));
    assert_eq!(ada.settings(&table).await["vacation"]["daysLeft"], 2);
    // Signed for another body, for another purpose, and not at all.
    let (at, path, body) = (now(&table), "/api/players/own/vacation", json!({"days": 1}).to_string());
    for header in
        [ada.header_with("vacation", at, "{}"), ada.header_with("settings", at, &body), String::new()]
    {
        let answer = post_with(table.address, path, &header, &body).await;
        assert_eq!(refused(answer), (401, "not_signed".to_owned()));
    }
    for body in ["{}", "[]", r#"{"days": -1}"#, r#"{"days": 1, "end": true}"#] {
        let answer = post_with(table.address, path, &ada.header_with("vacation", at, body), body).await;
        assert_eq!(refused(answer), (400, "malformed".to_owned()), "{body}");
    }
    // A player may remove everything, but the days that were taken do not come back by it.
    assert_eq!(ada.forget(&table).await.status, 204);
    assert_eq!(ada.settings(&table).await["vacation"]["daysLeft"], 2);
    table.clock.advance(DAY * 362);
    assert_eq!(ada.forget(&table).await.status, 204);
    assert_eq!(ada.settings(&table).await["vacation"]["daysLeft"], 6);
    let off = tabula::limits::PlayerLimits { vacation_days: 0, ..Limits::default().players };
    let table = Table::with(Limits { players: off, ..Setting::default().limits }).await;
    assert_eq!(ada.settings(&table).await.get("vacation"), None);
    assert_eq!(refused(ada.vacation(&table, 1).await), (403, "vacations_off".to_owned()));
}

#[tokio::test]
async fn a_player_who_wants_to_be_forgotten_ends_the_vacation() {
    let table = Table::open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let (mut white, mut black) = game(&table, by_days(1), &ada, &grace).await;
    assert_eq!(ada.vacation(&table, 5).await.status, 200);
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect_update().await["clock"]["awayUntil"]["w"], now(&table) + 5 * DAY_MS);
    }
    table.clock.advance(DAY);
    let back = now(&table);
    assert_eq!(ada.forget(&table).await.status, 204);
    for player in [&mut white, &mut black] {
        let clock = player.expect_update().await["clock"].clone();
        assert_eq!((&clock["since"], &clock["awayUntil"]["w"]), (&json!(back), &json!(back)), "{clock}");
    }
    let terms = ada.settings(&table).await["vacation"].clone();
    assert_eq!(terms, json!({"daysPerYear": 28, "daysAtOnce": 14, "daysLeft": 27}));
    table.clock.advance(DAY);
    assert_eq!(black.expect_update().await["endReason"], "timeout");
}

#[tokio::test]
async fn rows_of_fresh_keys_are_bounded_for_an_address_and_in_all() {
    let refused = |answer: crate::common::http::Answer| (answer.status, answer.field("code").unwrap());
    let with = |most, burst| {
        let limits = Setting::default().limits;
        let players = tabula::limits::PlayerLimits {
            player_rows: most,
            player_row_rate: 1,
            player_row_burst: burst,
            ..limits.players
        };
        Table::with(Limits { players, ..limits })
    };
    let table = with(99, 2).await;
    for (seed, status) in [(1, 200), (2, 200), (3, 429)] {
        assert_eq!(Owner::new(seed).vacation(&table, 1).await.status, status, "key {seed}");
    }
    assert_eq!(Owner::new(1).vacation(&table, 0).await.status, 200, "a row that is there may be changed");
    table.clock.advance(Duration::from_secs(3_600));
    assert_eq!(Owner::new(3).vacation(&table, 1).await.status, 200);
    let table = with(2, 99).await;
    for seed in [1, 2] {
        assert_eq!(Owner::new(seed).vacation(&table, 1).await.status, 200);
    }
    let full = (503, "server_full".to_owned());
    assert_eq!(refused(Owner::new(3).vacation(&table, 1).await), full);
    // The rows are counted again after a while.
    table.clock.advance(DAY * 366);
    assert_eq!(refused(Owner::new(3).vacation(&table, 1).await), full);
}

#[tokio::test]
async fn a_vacation_is_an_input_of_the_journal_and_written_once() {
    let journal = Arc::new(MemoryJournal::default());
    let setting = Setting { journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let (white, black) = game(&table, by_days(3), &ada, &grace).await;
    assert_eq!(ada.vacation(&table, 2).await.status, 200);
    let id = white.game.parse().unwrap();
    drop((white, black));
    let count = || async {
        let entries = journal.load(&id).await.unwrap();
        let is_vacation =
            |entry: &&session::Entry| matches!(entry.input, Recorded::Input(Input::Vacation { .. }));
        entries.iter().filter(is_vacation).count()
    };
    table.server.stop().await;
    assert_eq!(count().await, 1);
    for _ in 0..2 {
        let table = setting.open().await;
        table.settle(id.as_str()).await;
        table.server.stop().await;
    }
    assert_eq!(count().await, 1, "a game that starts again finds nothing new");
}
