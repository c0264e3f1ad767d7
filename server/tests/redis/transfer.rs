//! `tabula journal` on a journal in Redis, and journals that move between the kinds.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use session::domain::PlayerId;
use session::{Entry, GameId, UnixMs};
use tabula::journal::{
    Journal, PlayerChange, PlayerRow, RedisJournal, RowKind, SqliteJournal, TournamentRow,
};
use tabula::limits::Limits;

use crate::common::catalogue;
use crate::common::record::{id, played};
use crate::common::redis::RedisServer;
use crate::postgres::transfer::{journal, journal_well, sorted};

async fn open(server: &RedisServer) -> RedisJournal {
    RedisJournal::open(&server.location(), "rules", &Limits::default()).await.unwrap()
}

fn player() -> PlayerId {
    "0123456789abcdef0123".parse().unwrap()
}

/// Fills a journal with five games and three records, and with what a player keeps and two tournaments.
pub(super) async fn fill(journal: &dyn Journal) {
    let catalogue = catalogue();
    for number in 0..5 {
        let (entries, finished) = played(&catalogue, number);
        for (at, entry) in entries.iter().enumerate() {
            let finished = (number < 3 && at + 1 == entries.len()).then_some(&finished);
            journal.append(&id('g', number), entry, finished).await.unwrap();
        }
    }
    let row = PlayerRow::new(player(), RowKind::Vacations, "", UnixMs(60), "{\"days\":\n2}".to_owned());
    let put = PlayerChange::Put { row, before: None };
    assert_eq!(journal.players().unwrap().change(put).await.unwrap(), 1);
    for (number, seq) in [(1, 0), (1, 1), (2, 0)] {
        let event =
            TournamentRow { tournament: id('t', number), seq, at: UnixMs(5), body: "{\"é\":1}".to_owned() };
        assert!(journal.tournaments().unwrap().append(event).await.unwrap());
    }
}

pub(super) fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[tokio::test]
async fn a_journal_moves_to_redis_and_back_with_nothing_lost() {
    let [there, back] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = RedisServer::start();
    let file = there.path().join("journal.db");
    let sqlite = SqliteJournal::open(&file, "rules", &Limits::default()).await.unwrap();
    fill(&sqlite).await;
    sqlite.close().await;
    drop(sqlite);
    let export = journal_well(&["export"], there.path(), "sqlite", b"");
    let kind = server.url();
    let imported = journal_well(&["import"], there.path(), &kind, &export);
    assert_eq!(
        told(&imported),
        "Imported: 5 games with 30 inputs, and 3 finished games, and 1 row of players, and 3 events of tournaments.\n"
    );
    journal_well(&["check"], there.path(), &kind, b"");
    // What is exported from there is the same, to the byte.
    assert_eq!(sorted(&journal_well(&["export"], there.path(), &kind, b"")), sorted(&export));
    // How long they are kept is for the server to say.
    for game in ["game0000", "game0004"] {
        assert_eq!(server.ask::<i64>(&["TTL", &format!("tabula:game:{game}")]).await, -1, "{game}");
        assert_eq!(server.ask::<String>(&["ZSCORE", "tabula:games", game]).await, "inf", "{game}");
    }
    let again = journal(&["import"], there.path(), &kind, &export);
    assert!(told(&again.stderr).contains("the journal is not empty"), "{again:?}");

    // While a server runs, it has the journal.
    let running = open(&server).await;
    for work in ["import", "export", "repair"] {
        let refused = journal(&[work], there.path(), &kind, &export);
        assert_eq!(refused.status.code(), Some(1), "{work}");
        let why = told(&refused.stderr);
        assert!(why.contains("a server has the journal open") || why.contains("not empty"), "{work}: {why}");
    }
    journal_well(&["check"], there.path(), &kind, b"");
    let game = id('g', 4);
    let stored = running.load(&game).await.unwrap().len() as u64;
    let next: Entry =
        serde_json::from_value(json!({"seq": stored, "at": 1_800_000_000_009_u64, "input": "tick"})).unwrap();
    running.append(&game, &next, None).await.unwrap();
    assert!(server.ask::<i64>(&["TTL", "tabula:game:game0004"]).await > 0);
    assert_eq!(running.games().await.unwrap().len(), 5, "a start removes none of the others");
    running.close().await;

    let export = journal_well(&["export"], there.path(), &kind, b"");
    journal_well(&["import"], back.path(), "sqlite", &export);
    assert_eq!(sorted(&journal_well(&["export"], back.path(), "sqlite", b"")), sorted(&export));
    // A record and what a player keeps go on request.
    journal_well(&["remove", "wame0001"], there.path(), &kind, b"");
    assert_eq!(journal(&["remove", "wame0001"], there.path(), &kind, b"").status.code(), Some(1));
    journal_well(&["remove-player", &player().to_string()], there.path(), &kind, b"");
    let check = journal_well(&["check"], there.path(), &kind, b"");
    assert_eq!(
        told(&check),
        "5 games with 31 inputs, and 2 finished games, and 3 events of tournaments\nNothing is wrong.\n"
    );
}

#[tokio::test]
async fn an_import_is_whole_or_nothing() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let source = open(&server).await;
    fill(&source).await;
    source.close().await;
    let export = journal_well(&["export"], folder.path(), &server.url(), b"");
    server.ask::<String>(&["FLUSHDB"]).await;
    let missing = journal(&["check"], folder.path(), &server.url(), b"");
    assert!(told(&missing.stderr).contains("there is no journal in this database"), "{missing:?}");
    server.ask::<String>(&["SET", "of another program", "stays"]).await;

    let lines: Vec<&str> = std::str::from_utf8(&export).unwrap().lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    let altered = told(&export).replacen("\"winner\":\"b\"", "\"winner\":\"w\"", 1);
    for text in [cut, altered] {
        let refused = journal(&["import"], folder.path(), &server.url(), text.as_bytes());
        assert_eq!(refused.status.code(), Some(1));
        assert!(told(&refused.stderr).contains("Nothing is imported"), "{refused:?}");
        assert_eq!(server.ask::<u64>(&["DBSIZE"]).await, 1, "what was written before is gone");
    }
    // One that is interrupted is never opened.
    server.ask::<String>(&["SET", "tabula:work", "import"]).await;
    for command in ["check", "import"] {
        let refused = journal(&[command], folder.path(), &server.url(), &export);
        assert!(told(&refused.stderr).contains("empty the database and import again"), "{refused:?}");
    }
    assert!(RedisJournal::open(&server.location(), "rules", &Limits::default()).await.is_err());
    server.ask::<u64>(&["DEL", "tabula:work"]).await;
    journal_well(&["import"], folder.path(), &server.url(), &export);
    let opened = open(&server).await;
    assert_eq!(opened.games().await.unwrap().len(), 5);
    opened.close().await;
}

#[tokio::test]
async fn an_import_that_was_given_up_writes_and_removes_nothing_more() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let source = open(&server).await;
    fill(&source).await;
    source.close().await;
    let export = journal_well(&["export"], folder.path(), &server.url(), b"");
    for is_whole in [true, false] {
        server.ask::<String>(&["FLUSHDB"]).await;
        let mut late = Command::new(env!("CARGO_BIN_EXE_tabula"))
            .args(["journal", "import", "--data"])
            .arg(folder.path())
            .env("TABULA_JOURNAL", server.url())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while server.ask::<u64>(&["EXISTS", "tabula:work"]).await == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // It waits for its lines; somebody empties the database, imports again, and plays.
        server.ask::<String>(&["FLUSHDB"]).await;
        journal_well(&["import"], folder.path(), &server.url(), &export);
        let playing = open(&server).await;
        let game = id('g', 4);
        let stored = playing.load(&game).await.unwrap().len() as u64;
        let next: Entry =
            serde_json::from_value(json!({"seq": stored, "at": 1_800_000_000_009_u64, "input": "tick"}))
                .unwrap();
        playing.append(&game, &next, None).await.unwrap();
        let lines = if is_whole { &export[..] } else { &export[..export.len() / 2] };
        late.stdin.take().unwrap().write_all(lines).unwrap();
        let ended = late.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(1));
        assert!(told(&ended.stderr).contains("NOTWORKING"), "{ended:?}");
        assert_eq!(playing.games().await.unwrap().len(), 5);
        assert_eq!(playing.load(&game).await.unwrap().len() as u64, stored + 1);
        playing.close().await;
        journal_well(&["check"], folder.path(), &server.url(), b"");
    }
}

/// Puts another text in the place of an input, as somebody would who may.
async fn alter(server: &RedisServer, game: &str, number: &str, body: &str) {
    let key = format!("tabula:game:{game}");
    let stored: Vec<(String, Vec<(String, String)>)> = server.ask(&["XRANGE", &key, "-", "+"]).await;
    server.ask::<u64>(&["DEL", &key]).await;
    for (id, fields) in &stored {
        let mut words = vec!["XADD", &key, id];
        for (name, value) in fields {
            words.extend([name.as_str(), if name == "body" && id == number { body } else { value.as_str() }]);
        }
        server.ask::<String>(&words).await;
    }
}

#[tokio::test]
async fn damage_is_found_and_repaired_as_far_as_it_can_be() {
    fn check(folder: &Path, server: &RedisServer) -> std::process::Output {
        journal(&["check"], folder, &server.url(), b"")
    }
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let source = open(&server).await;
    fill(&source).await;
    source.close().await;
    alter(&server, "game0000", "0-4", "{}").await;
    server.ask::<u64>(&["XDEL", "tabula:game:game0001", "0-5"]).await;
    server.ask::<u64>(&["DEL", "tabula:game:game0002"]).await;
    server.ask::<u64>(&["HSET", "tabula:record:game0000", "white", "Mallory"]).await;
    let found = check(folder.path(), &server);
    assert_eq!(found.status.code(), Some(3));
    for part in [
        "game game0000: ",
        "game game0001: input 4 is missing",
        "game game0002: input 0 is missing",
        "1 finished game is damaged",
    ] {
        assert!(told(&found.stdout).contains(part), "{found:?}");
    }
    assert!(!told(&found.stdout).contains("game0003"), "{found:?}");
    let refused = journal(&["repair"], folder.path(), &server.url(), b"");
    assert_eq!(refused.status.code(), Some(3));
    assert!(told(&refused.stdout).contains("Nothing is changed."), "{refused:?}");
    assert_eq!(check(folder.path(), &server).stdout, found.stdout);
    let repaired = journal(&["repair", "--accept-loss"], folder.path(), &server.url(), b"");
    let said = told(&repaired.stdout);
    for part in [
        "Lost: 3 of 6 inputs of game game0000; the first 3 are left",
        "of game game0002; the first 0 are left",
        "Lost: 1 finished game\n",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert!(folder.path().join("journal-copy-1.jsonl").exists(), "what was there before is kept");
    let check = check(folder.path(), &server);
    assert!(check.status.success(), "{check:?}");
    assert!(told(&check.stdout).starts_with("4 games with 19 inputs, and 2 finished games"), "{check:?}");
    // The games go on from what is left.
    let journal = open(&server).await;
    let game: GameId = "game0000".parse().unwrap();
    assert_eq!(journal.load(&game).await.unwrap().len(), 3);
    journal.close().await;
}
