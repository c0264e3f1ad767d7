//! Answers of the database that are lost on their way, and two servers with one database.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use session::domain::PlayerId;
use session::{Entry, GameId, UnixMs};
use sqlx::Connection as _;
use tabula::journal::{Journal as _, JournalError, PlayerChange, PlayerRow, PostgresJournal, RowKind};
use tabula::limits::{Limits, Span};

use crate::common::postgres::Database;
use crate::common::proxy::{Fault, Proxy};

fn game() -> GameId {
    "aaaaaaaa".parse().unwrap()
}

/// Returns an input with a mark in its stored text.
fn entry(seq: u64, mark: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": {"closed": {"conn": mark}}})).unwrap()
}

async fn open(database: &Database) -> Arc<PostgresJournal> {
    Arc::new(PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap())
}

/// Opens a journal that waits a tenth of a second for the database.
async fn open_impatient(database: &Database) -> PostgresJournal {
    let limits = Limits { journal_wait: Span(Duration::from_millis(100)), ..Limits::default() };
    PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap()
}

/// Returns the inputs of the game once the database answers again.
async fn loaded(journal: &PostgresJournal) -> Vec<Entry> {
    loop {
        if let Ok(entries) = journal.load(&game()).await {
            return entries;
        }
    }
}

/// A mark of the input whose statement meets the fault, as its text has it.
const MARK: u64 = 7_777_001;
const MARKED: &[u8] = b"7777001";

#[tokio::test]
async fn an_append_whose_answer_is_lost_is_read_back_or_stored_again_and_never_twice() {
    for fault in [Fault::BeforeStatement, Fault::AfterStatement] {
        let database = Database::fresh().await;
        let proxy = Proxy::to(database.address()).await;
        let journal = open(&database.at(proxy.address)).await;
        for (seq, mark) in [(0, 1), (1, 2), (2, MARK), (3, 4)] {
            proxy.fail_at(MARKED, fault);
            journal.append(&game(), &entry(seq, mark), None).await.unwrap();
        }
        assert_eq!(proxy.happened(), 1, "{fault:?}");
        let stored = journal.load(&game()).await.unwrap();
        assert_eq!(stored, [entry(0, 1), entry(1, 2), entry(2, MARK), entry(3, 4)], "{fault:?}");
        journal.close().await;
    }
}

#[tokio::test]
async fn a_lost_answer_to_the_commit_of_a_creation_is_read_back() {
    for fault in [Fault::BeforeStatement, Fault::AfterStatement] {
        let database = Database::fresh().await;
        let proxy = Proxy::to(database.address()).await;
        let journal = open(&database.at(proxy.address)).await;
        proxy.fail_at(b"COMMIT", fault);
        journal.append(&game(), &entry(0, 1), None).await.unwrap();
        assert_eq!(proxy.happened(), 1, "{fault:?}");
        journal.append(&game(), &entry(1, 2), None).await.unwrap();
        assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1), entry(1, 2)], "{fault:?}");
        journal.close().await;
    }
}

#[tokio::test]
async fn while_the_database_is_away_nothing_is_acknowledged_and_then_everything_goes_on() {
    let database = Database::fresh().await;
    let proxy = Proxy::to(database.address()).await;
    let journal = open_impatient(&database.at(proxy.address)).await;
    journal.append(&game(), &entry(0, 1), None).await.unwrap();
    proxy.set_closed(true);
    let away = [
        journal.append(&game(), &entry(1, 2), None).await.map(drop),
        journal.load(&game()).await.map(drop),
        journal.probe().await,
    ];
    for answer in away {
        assert!(answer.as_ref().is_err_and(|error| !error.is_of_one_game()), "{answer:?}");
    }
    proxy.set_closed(false);
    while journal.probe().await.is_err() {}
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1)], "what was refused is not stored later");
    journal.append(&game(), &entry(1, 3), None).await.unwrap();
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1), entry(1, 3)]);
    journal.close().await;
}

#[tokio::test]
async fn connections_that_fall_silent_are_replaced() {
    let database = Database::fresh().await;
    let proxy = Proxy::to(database.address()).await;
    let journal = open_impatient(&database.at(proxy.address)).await;
    journal.append(&game(), &entry(0, 1), None).await.unwrap();
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1)]);
    proxy.silence();
    // It waits for its answer, and then for a new connection for as long as inputs may wait.
    let mut stored = vec![entry(0, 1)];
    if journal.append(&game(), &entry(1, 2), None).await.is_ok() {
        stored.push(entry(1, 2));
    }
    assert_eq!(loaded(&journal).await, stored);
    let next = stored.len() as u64;
    journal.append(&game(), &entry(next, 3), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn a_statement_that_ends_after_its_answer_was_given_up_is_found_and_not_doubled() {
    let database = Database::fresh().await;
    let limits = Limits { journal_wait: Span(Duration::from_millis(100)), ..Limits::default() };
    let journal = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    journal.append(&game(), &entry(0, 1), None).await.unwrap();
    // The key of the next input is held by somebody who will give it back.
    let mut other = database.connect().await;
    let mut held = other.begin().await.unwrap();
    let hold = "INSERT INTO input SELECT game_id, 1, at_ms, body, rules, hash FROM input";
    sqlx::query(hold).execute(&mut *held).await.unwrap();
    let given_up = journal.append(&game(), &entry(1, 2), None).await;
    assert!(given_up.as_ref().is_err_and(|error| !error.is_of_one_game()), "{given_up:?}");
    assert_eq!(loaded(&journal).await, [entry(0, 1)]);
    held.rollback().await.unwrap();
    // None of the statements was cancelled: one of them stores the input now, and the others find it stored.
    while loaded(&journal).await.len() < 2 {}
    let again = journal.append(&game(), &entry(1, 3), None).await;
    assert!(matches!(again, Err(JournalError::Taken { seq: 1, .. })), "{again:?}");
    journal.append(&game(), &entry(2, 4), None).await.unwrap();
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1), entry(1, 2), entry(2, 4)]);
    journal.close().await;
}

#[tokio::test]
async fn a_second_continuation_is_refused_and_the_first_goes_on() {
    let database = Database::fresh().await;
    let journal = open(&database).await;
    let other: GameId = "bbbbbbbb".parse().unwrap();
    for game in [game(), other] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    // Another writer continues the game past all that this program does against it.
    database
        .change("INSERT INTO input SELECT game_id, 1, at_ms, body, rules, 'other' FROM input WHERE game_id = 'aaaaaaaa'")
        .await;
    let (fork, beside) = tokio::join!(
        journal.append(&game(), &entry(1, 2), None),
        journal.append(&other, &entry(1, 2), None),
    );
    assert!(matches!(fork, Err(JournalError::Taken { seq: 1, .. })), "{fork:?}");
    beside.unwrap();
    // Its hash is none of this game: it is quarantined, and the others are not.
    assert!(journal.load(&game()).await.unwrap_err().is_of_one_game());
    assert_eq!(journal.load(&other).await.unwrap().len(), 2);
    journal.close().await;
}

#[tokio::test]
async fn an_input_whose_predecessor_is_gone_leaves_no_gap() {
    let database = Database::fresh().await;
    let journal = open(&database).await;
    for seq in 0..3 {
        journal.append(&game(), &entry(seq, seq), None).await.unwrap();
    }
    // As a failover to a standby does that had not received it yet.
    database.change("DELETE FROM input WHERE seq = 2").await;
    let gap = journal.append(&game(), &entry(3, 3), None).await;
    assert!(matches!(gap, Err(JournalError::Gap { seq: 2, .. })), "{gap:?}");
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 0), entry(1, 1)]);
    journal.append(&game(), &entry(2, 9), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn the_server_that_starts_last_has_the_journal() {
    let database = Database::fresh().await;
    let (first, one) = (open(&database).await, game());
    first.append(&one, &entry(0, 1), None).await.unwrap();
    let second = open(&database).await;
    assert_eq!(second.games().await.unwrap(), [one]);
    // Neither continues a game nor creates one.
    for (game, seq) in [(one, 1), ("bbbbbbbb".parse().unwrap(), 0)] {
        let refused = first.append(&game, &entry(seq, 2), None).await;
        assert!(matches!(refused, Err(JournalError::TakenOver)), "{refused:?}");
    }
    first.taken_over().cancelled().await;
    assert!(matches!(first.load(&one).await, Err(JournalError::TakenOver)));
    assert!(
        first.games().await.is_err() && first.probe().await.is_err() && first.forget(&one).await.is_err()
    );
    // Its end takes nothing from the other.
    first.close().await;
    second.append(&one, &entry(1, 3), None).await.unwrap();
    assert_eq!(second.load(&one).await.unwrap(), [entry(0, 1), entry(1, 3)]);
    second.close().await;
}

#[tokio::test]
async fn servers_that_start_together_agree_on_one() {
    let database = Database::fresh().await;
    open(&database).await.close().await;
    let opened = futures_util::future::join_all((0..4).map(|_| open(&database))).await;
    let mut owners = 0;
    for (number, journal) in opened.iter().enumerate() {
        let game = format!("game000{number}").parse().unwrap();
        owners += usize::from(journal.append(&game, &entry(0, 1), None).await.is_ok());
    }
    assert_eq!(owners, 1);
}

#[tokio::test]
async fn a_server_that_plays_nothing_notices_too_that_the_journal_is_taken_over() {
    let database = Database::fresh().await;
    let first = open(&database).await;
    let _second = open(&database).await;
    first.taken_over().cancelled().await;
}

#[tokio::test]
async fn settings_of_the_database_do_not_weaken_a_commit() {
    let database = Database::fresh().await;
    let name = database.url().rsplit('/').next().unwrap().to_owned();
    for (setting, value) in [("synchronous_commit", "off"), ("statement_timeout", "1")] {
        database.change(&format!("ALTER DATABASE {name} SET {setting} = {value}")).await;
    }
    let journal = open(&database).await;
    journal.append(&game(), &entry(0, 1), None).await.unwrap();
    // A statement that takes longer than the default allows.
    database.change("CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN PERFORM pg_sleep(0.05); IF current_setting('synchronous_commit') <> 'on' THEN RAISE 'weak'; END IF; RETURN NEW; END $$; \
        CREATE TRIGGER late BEFORE INSERT ON input FOR EACH ROW EXECUTE FUNCTION late()").await;
    journal.append(&game(), &entry(1, 2), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn a_database_that_refuses_one_input_takes_the_others() {
    let database = Database::fresh().await;
    let journal = open(&database).await;
    let other: GameId = "bbbbbbbb".parse().unwrap();
    for game in [game(), other] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    database.change("ALTER TABLE input ADD CHECK (body NOT LIKE '%7777001%')").await;
    let (refused, taken) = tokio::join!(
        journal.append(&game(), &entry(1, MARK), None),
        journal.append(&other, &entry(1, 2), None),
    );
    assert!(matches!(refused, Err(JournalError::Database(_))), "{refused:?}");
    taken.unwrap();
    journal.append(&game(), &entry(1, 2), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn a_row_that_is_counted_waits_for_no_turn_of_rulesets_and_starts() {
    let database = Database::fresh().await;
    let journal = open(&database).await;
    let mut other = database.connect().await;
    let mut paused = other.begin().await.unwrap();
    sqlx::query("SELECT 1 FROM node WHERE id = '' FOR UPDATE").execute(&mut *paused).await.unwrap();
    let players = journal.players().unwrap();
    for (name, added) in [("a", 1), ("b", 1), ("c", 0)] {
        let player: PlayerId = "0123456789abcdef0123".parse().unwrap();
        let row = PlayerRow::new(player, RowKind::Passkey, name, UnixMs(10), "[1]".to_owned());
        assert_eq!(players.change(PlayerChange::Add { row, most: 2 }).await.unwrap(), added, "{name}");
    }
    paused.rollback().await.unwrap();
    journal.close().await;
}
