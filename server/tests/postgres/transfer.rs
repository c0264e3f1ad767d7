//! `tabula journal` on a PostgreSQL database, and servers that move between the two kinds of journals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use session::{Entry, GameId};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tabula::journal::{Journal as _, PostgresJournal};
use tabula::limits::Limits;

use crate::common::owner::{Owner, post_with};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::process::Process;
use crate::common::{catalogue, http, pair, pair_of, record};

/// Runs `tabula journal` with this standard input.
pub(crate) fn journal(arguments: &[&str], folder: &Path, kind: &str, input: &[u8]) -> Output {
    let source = tempfile::NamedTempFile::new().unwrap();
    fs::write(source.path(), input).unwrap();
    Command::new(env!("CARGO_BIN_EXE_tabula"))
        .arg("journal")
        .args(arguments)
        .arg("--data")
        .arg(folder)
        .env("TABULA_JOURNAL", kind)
        .stdin(Stdio::from(fs::File::open(source.path()).unwrap()))
        .output()
        .unwrap()
}

/// Runs `tabula journal`, which must find nothing wrong, and returns its standard output.
pub(crate) fn journal_well(arguments: &[&str], folder: &Path, kind: &str, input: &[u8]) -> Vec<u8> {
    let output = journal(arguments, folder, kind, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    output.stdout
}

/// Returns all rows of a journal in SQLite, with every column.
async fn rows(folder: &Path) -> Vec<Vec<String>> {
    let options = SqliteConnectOptions::new().filename(folder.join("journal.db")).read_only(true);
    let mut connection = options.connect().await.unwrap();
    let mut rows = Vec::new();
    for (table, columns) in [
        ("input", "game_id, seq, at_ms, body, rules, hash"),
        ("player_row", "player, kind, name, used_ms, body, hash"),
        ("tournament_event", "tournament_id, seq, at_ms, body"),
        (
            "finished_game",
            "game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, readers, summary, hex(state), state_hash, hash",
        ),
    ] {
        let columns: Vec<_> = columns.split(", ").map(|column| format!("CAST({column} AS TEXT)")).collect();
        let select = format!("SELECT {} FROM {table} ORDER BY 1, 2", columns.join(", "));
        for row in sqlx::query(&select).fetch_all(&mut connection).await.unwrap() {
            rows.push((0..row.len()).map(|column| row.get(column)).collect());
        }
    }
    connection.close().await.unwrap();
    rows
}

#[tokio::test]
async fn a_server_moves_to_postgresql_and_back_with_games_in_the_middle() {
    let [there, back] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let database = Database::fresh().await;
    let server = Process::start(there.path());
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    white.touch("d1").await;
    white.expect_update().await;
    let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true}, "highlightingEnabled": true});
    let (mut ada, mut grace) = pair_of(server.address, request).await;
    play(&mut ada, &mut grace, "f2f3 e7e5 g2g4 d8h4").await;
    let on_vacation = Owner::new(1).header_with("vacation", machine_time(), BODY);
    let begun = post_with(server.address, "/api/players/own/vacation", &on_vacation, BODY).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let wish =
        json!({"name": "Thursday club", "format": {"type": "swiss", "rounds": 1}, "game": {"mode": "blind"}});
    let created = http::post(server.address, "/api/tournaments", &wish).await;
    let tournament = format!("/api/tournaments/{}", created.field("tournamentId").unwrap());
    let page = http::get(server.address, &tournament).await;
    assert_eq!(page.json()["name"], "Thursday club");
    assert!(server.terminate().success());

    let data = there.path().join("data");
    let before = rows(&data).await;
    assert!(before.len() > 10);
    let export = journal_well(&["export"], &data, "sqlite", b"");
    let import = journal_well(&["import"], &data, &database.url(), &export);
    assert!(String::from_utf8_lossy(&import).starts_with("Imported: 2 games with "), "{import:?}");
    journal_well(&["check"], &data, &database.url(), b"");
    // What was exported from there is the same, to the byte.
    let again = journal_well(&["export"], &data, &database.url(), b"");
    assert_eq!(sorted(&again), sorted(&export));

    let server = Process::start_with(there.path(), &[("TABULA_JOURNAL", &database.url())]);
    let (mut white, joined) = white.reconnect(server.address).await;
    assert_eq!((&joined["ply"], &joined["touchedPiece"]), (&json!(2), &json!("d1")));
    let (mut black, _) = black.reconnect(server.address).await;
    play(&mut white, &mut black, "d1h5 b8c6").await;
    // While the server runs, it has the journal.
    let refused = journal(&["import"], &data, &database.url(), &export);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("a server has the journal open"),
        "{refused:?}"
    );
    journal_well(&["check"], &data, &database.url(), b"");
    assert!(server.terminate().success());

    let export = journal_well(&["export"], &data, &database.url(), b"");
    let home = back.path().join("data");
    journal_well(&["import"], &home, "sqlite", &export);
    journal_well(&["check"], &home, "sqlite", b"");
    let after = rows(&home).await;
    assert!(before.iter().all(|row| after.contains(row)), "every row came back as it was");
    let server = Process::start(back.path());
    let (mut white, joined) = white.reconnect(server.address).await;
    assert_eq!(joined["ply"], 4);
    let (mut black, _) = black.reconnect(server.address).await;
    let (end, _) = play(&mut white, &mut black, "f1c4 g8f6 h5f7").await;
    assert_eq!(end["endReason"], "checkmate");
    let found = http::get(server.address, &format!("/api/games/{}/record", ada.game)).await;
    assert_eq!(found.json()["summary"]["plies"], 4);
    assert_eq!(http::get(server.address, &tournament).await.body, page.body);
    // What a player keeps came along, and goes on request.
    assert!(server.terminate().success());
    let id = before.iter().find(|row| row[1] == "vacations").map(|row| row[0].clone()).unwrap();
    journal_well(&["remove-player", &id], &home, "sqlite", b"");
    assert_eq!(journal(&["remove-player", &id], &home, "sqlite", b"").status.code(), Some(1));
    journal_well(&["remove-player", &id], &data, &database.url(), b"");
    let check = journal_well(&["check"], &data, &database.url(), b"");
    assert!(!String::from_utf8_lossy(&check).contains("rows of players"), "{check:?}");
}

/// The body of a request for a vacation.
const BODY: &str = r#"{"days":2}"#;

/// Returns the time of the machine, which is the server's.
fn machine_time() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

/// Returns the lines of an export in one order, whatever the kind of its journal.
pub(crate) fn sorted(export: &[u8]) -> Vec<&str> {
    let mut lines: Vec<_> = std::str::from_utf8(export).unwrap().lines().collect();
    lines.sort_unstable();
    lines
}

#[tokio::test]
async fn an_import_is_whole_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::fresh().await;
    fill(&database).await;
    let export = journal_well(&["export"], folder.path(), &database.url(), b"");
    let lines: Vec<&str> = std::str::from_utf8(&export).unwrap().lines().collect();
    let record = lines.iter().position(|line| line.contains("\"finished\":\"g")).unwrap();
    let swapped = |at: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(lines[at].contains(from), "{}", lines[at]);
        lines[at] = lines[at].replacen(from, to, 1);
        lines.join("\n")
    };
    for (what, text) in [
        ("cut off", lines[..lines.len() - 1].join("\n")),
        ("an input is missing", [&lines[..1], &lines[2..]].concat().join("\n")),
        ("a record is missing", [&lines[..record], &lines[record + 1..]].concat().join("\n")),
        ("an input is altered", swapped(1, "\"at\":", "\"at\":1")),
        ("a record is altered", swapped(record, "\"winner\":\"b\"", "\"winner\":\"w\"")),
        ("no export", "{}\n".to_owned()),
        ("nothing", String::new()),
    ] {
        let target = Database::fresh().await;
        let file = tempfile::tempdir().unwrap();
        for kind in [target.url(), "sqlite".to_owned()] {
            let refused = journal(&["import"], file.path(), &kind, text.as_bytes());
            assert_eq!(refused.status.code(), Some(1), "{what}: {refused:?}");
            assert!(
                String::from_utf8_lossy(&refused.stderr).contains("Nothing is imported"),
                "{what}: {refused:?}"
            );
        }
        let checked = journal_well(&["check"], file.path(), &target.url(), b"");
        assert!(checked.starts_with(b"0 games with 0 inputs, and 0 finished games"), "{what}");
        assert!(!file.path().join("journal.db").exists(), "{what}");
    }
    // Neither over something that is there.
    let refused = journal(&["import"], folder.path(), &database.url(), &export);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the journal is not empty"), "{refused:?}");
}

/// Fills a database with five games and three records.
async fn fill(database: &Database) {
    let journal = PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap();
    let catalogue = catalogue();
    for number in 0..5 {
        let (entries, finished) = record::played(&catalogue, number);
        for (at, entry) in entries.iter().enumerate() {
            let finished = (number < 3 && at + 1 == entries.len()).then_some(&finished);
            journal.append(&record::id('g', number), entry, finished).await.unwrap();
        }
    }
    journal.close().await;
}

#[tokio::test]
async fn damage_is_found_and_repaired_as_far_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::fresh().await;
    fill(&database).await;
    let report = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    let check = journal_well(&["check"], folder.path(), &database.url(), b"");
    assert_eq!(report(&check), "5 games with 30 inputs, and 3 finished games\nNothing is wrong.\n");
    database
        .change(
            "UPDATE input SET body = replace(body, 'e4', 'd4') WHERE game_id = 'game0000' AND seq = 3; \
             DELETE FROM input WHERE game_id = 'game0001' AND seq = 4; \
             UPDATE input SET hash = 'x' WHERE game_id = 'game0002' AND seq = 2; \
             UPDATE input SET body = replace(body, 'resign', 'surrender') WHERE game_id = 'game0003' AND seq = 5; \
             UPDATE finished_game SET white = 'Mallory' WHERE game_id = 'game0000'",
        )
        .await;
    let check = journal(&["check"], folder.path(), &database.url(), b"");
    assert_eq!(check.status.code(), Some(3));
    let found = report(&check.stdout);
    for part in [
        "game game0000: ",
        "game game0001: input 4 is missing",
        "game game0003: ",
        "1 finished game is damaged",
    ] {
        assert!(found.contains(part), "{found}");
    }
    assert!(
        found.contains("a hash of game game0002 is damaged; its inputs are as they were stored"),
        "{found}"
    );
    assert!(!found.contains("game0004"), "{found}");

    let export = journal(&["export"], folder.path(), &database.url(), b"");
    assert_eq!(export.status.code(), Some(3));
    let text = report(&export.stdout);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let unsound = lines.iter().filter(|line| line["sound"] == false).count();
    // An altered input, and what follows it or a gap.
    assert_eq!((unsound, lines.last().unwrap()), (3 + 1 + 1, &json!({"end": {"inputs": 29, "finished": 2}})));
    // An import leaves them out, if that is accepted.
    let target = Database::fresh().await;
    let refused = journal(&["import"], folder.path(), &target.url(), &export.stdout);
    assert_eq!(
        (refused.status.code(), report(&refused.stdout).contains("without 5 inputs")),
        (Some(3), true)
    );
    let accepted = journal(&["import", "--accept-loss"], folder.path(), &target.url(), &export.stdout);
    assert_eq!(
        report(&accepted.stdout),
        "Imported: 5 games with 24 inputs, and 2 finished games. Left out: 5 inputs that were damaged.\n"
    );

    let refused = journal(&["repair"], folder.path(), &database.url(), b"");
    assert_eq!(refused.status.code(), Some(3));
    assert!(report(&refused.stdout).contains("Nothing is changed."), "{refused:?}");
    assert_eq!(report(&journal(&["check"], folder.path(), &database.url(), b"").stdout), found);
    let repaired = journal(&["repair", "--accept-loss"], folder.path(), &database.url(), b"");
    assert_eq!(repaired.status.code(), Some(3));
    let said = report(&repaired.stdout);
    for part in [
        "Lost: 3 of 6 inputs of game game0000; the first 3 are left",
        "Lost: 1 finished game\n",
        "Repaired: 5 games with 24 inputs",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let copy = fs::read_to_string(folder.path().join("journal-copy-1.jsonl")).unwrap();
    assert_eq!(copy, text, "what was there before is kept");
    let check = journal_well(&["check"], folder.path(), &database.url(), b"");
    assert!(report(&check).starts_with("5 games with 24 inputs, and 2 finished games"), "{}", report(&check));
    // The games go on from what is left.
    let journal = PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap();
    let game: GameId = "game0000".parse().unwrap();
    assert_eq!(journal.load(&game).await.unwrap().len(), 3);
    let next: Entry =
        serde_json::from_value(json!({"seq": 3, "at": 1_800_000_000_009_u64, "input": "tick"})).unwrap();
    journal.append(&game, &next, None).await.unwrap();
    assert!(journal.archive().unwrap().find(&game).await.unwrap().is_none());
    journal.close().await;
}

#[tokio::test]
async fn a_record_is_removed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::fresh().await;
    fill(&database).await;
    journal_well(&["remove", "wame0001"], folder.path(), &database.url(), b"");
    assert_eq!(journal(&["remove", "wame0001"], folder.path(), &database.url(), b"").status.code(), Some(1));
    let check = journal_well(&["check"], folder.path(), &database.url(), b"");
    assert!(String::from_utf8_lossy(&check).contains("and 2 finished games"));
    // Neither an empty database nor memory is a journal to work on.
    let empty = Database::fresh().await;
    let missing = journal(&["check"], folder.path(), &empty.url(), b"");
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&missing.stderr).contains("there is no journal in this database"),
        "{missing:?}"
    );
    assert_eq!(journal(&["check"], folder.path(), "memory", b"").status.code(), Some(1));
}
