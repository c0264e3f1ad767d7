//! Records of finished games on damaged disks, in repairs, and their removal on request.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{
    ConnId, Creation, Creator, Entry, FinishedGame, GameId, Input, Limits, Receipt, Session, UnixMs,
};
use tabula::journal::{Journal as _, JournalError, OnLoss, SqliteJournal, check, repair};

use super::disk::Disk;
use super::start::change;
use crate::common::catalogue;

/// Games of the journals here.
const GAMES: usize = 30;

fn id(letter: char, number: usize) -> GameId {
    format!("{letter}ame{number:04}").parse().unwrap()
}

/// Plays a game of two plies in a session, and returns its entries and its record.
fn played(catalogue: &std::sync::Arc<session::Catalogue>, number: usize) -> (Vec<Entry>, FinishedGame) {
    let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true}});
    let creation = Creation {
        id: id('g', number),
        watch_id: Some(id('w', number)),
        creator: Creator::Player("w".repeat(24).parse().unwrap()),
        request: CreateGame::read(request.to_string().as_bytes()).unwrap(),
        random_side: Color::W,
        start: None,
        at: UnixMs(1_800_000_000_000),
        limits: Limits::default(),
    };
    let (mut session, unsent) = Session::create(catalogue, creation).unwrap();
    let mut entries = vec![unsent.entry().clone()];
    let mut records = Vec::new();
    let game = id('g', number);
    let (w, b) = (1, 2);
    for (at, (conn, message)) in [
        (w, json!({"type": "hello", "gameId": game.as_str(), "token": "w".repeat(24)})),
        (b, json!({"type": "hello", "gameId": game.as_str()})),
        (w, json!({"type": "commit", "from": "e2", "to": "e4"})),
        (b, json!({"type": "commit", "from": "e7", "to": "e5"})),
        (w, json!({"type": "resign"})),
    ]
    .into_iter()
    .enumerate()
    {
        let conn = ConnId(conn);
        let input = match decode(&message.to_string()) {
            Ok(ClientMessage::Hello(hello)) => {
                Input::Hello { conn, hello, fresh: "b".repeat(24).parse().unwrap() }
            }
            Ok(ClientMessage::Command(command)) => Input::Command { conn, command },
            other => panic!("{other:?}"),
        };
        let unsent = session.handle(UnixMs(1_800_000_000_001 + at as u64), input);
        entries.push(unsent.entry().clone());
        records.extend(unsent.finished().cloned());
        let seq = unsent.entry().seq;
        drop(unsent.release(Receipt::stored(seq)).unwrap());
    }
    let [record] = records.try_into().unwrap();
    (entries, record)
}

/// Returns a journal with finished games whose inputs are removed, as a stopped server leaves it.
async fn stopped() -> Disk {
    let disk = Disk::empty();
    let catalogue = catalogue();
    let journal = disk.open().await.unwrap();
    for number in 0..GAMES {
        let (entries, record) = played(&catalogue, number);
        for entry in &entries {
            let is_last = entry.seq + 1 == entries.len() as u64;
            journal.append(&record.id, entry, is_last.then_some(&record)).await.unwrap();
        }
        journal.forget(&record.id).await.unwrap();
    }
    journal.close().await;
    disk
}

/// Returns the number of records that can be read, by both ids of their games.
async fn readable(journal: &SqliteJournal) -> usize {
    let archive = journal.archive().unwrap();
    let mut found = 0;
    for number in 0..GAMES {
        let by_id = archive.find(&id('g', number)).await;
        let by_watch_id = archive.find(&id('w', number)).await;
        match (by_id, by_watch_id) {
            (Ok(Some(one)), Ok(Some(other))) => {
                assert_eq!(one, other);
                let state: Value = serde_json::from_str(&one.state).unwrap();
                assert_eq!(state["record"]["plies"].as_array().unwrap().len(), 2);
                found += 1;
            }
            (Ok(None), Ok(None)) | (Err(JournalError::RecordDamaged), Err(JournalError::RecordDamaged)) => {}
            other => panic!("{other:?}"),
        }
    }
    found
}

#[tokio::test]
async fn a_record_outlives_the_inputs_of_its_game() {
    let disk = stopped().await;
    let report = check(&disk.database()).await.unwrap();
    assert!(report.is_whole() && report.games == 0 && report.finished == GAMES as u64, "{report:?}");
    assert_eq!(readable(&disk.open().await.unwrap()).await, GAMES);
}

#[tokio::test]
async fn a_damaged_record_stops_nothing_and_is_shown_to_nobody() {
    let disk = stopped().await;
    for column in ["state = zeroblob(20)", "summary = replace(summary, 'resign', 'resigm')", "readers = ''"] {
        let damaged = disk.copy();
        change(&damaged, &format!("UPDATE finished_game SET {column} WHERE game_id = 'game0007'")).await;
        let journal = damaged.open().await.unwrap();
        assert_eq!(readable(&journal).await, GAMES - 1, "{column}");
        journal.close().await;
        drop(journal);
        let report = check(&damaged.database()).await.unwrap();
        assert_eq!((report.finished, report.damaged_records), (GAMES as u64 - 1, 1), "{column}");
        assert!(!report.is_whole());
        let refused = repair(&damaged.database(), OnLoss::Refuse).await.unwrap();
        assert!(refused.copy.is_none() && refused.lost_records == 1);
        let repaired = repair(&damaged.database(), OnLoss::Accept).await.unwrap();
        assert_eq!((repaired.finished, repaired.lost_records), (GAMES as u64 - 1, 1));
        assert!(check(&damaged.database()).await.unwrap().is_whole());
        assert_eq!(readable(&damaged.open().await.unwrap()).await, GAMES - 1);
    }
}

#[tokio::test]
async fn a_repair_brings_records_back() {
    let disk = stopped().await;
    disk.change("journal.db", |bytes| bytes[..4096].fill(0));
    assert!(disk.open().await.is_err());
    let repaired = repair(&disk.database(), OnLoss::Refuse).await.unwrap();
    assert_eq!((repaired.finished, repaired.lost_records, repaired.losses), (GAMES as u64, 0, Vec::new()));
    assert_eq!(readable(&disk.open().await.unwrap()).await, GAMES);
}

#[tokio::test]
async fn a_record_is_removed_on_request_and_overwritten() {
    let disk = stopped().await;
    let tabula = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        let output = command.arg("journal").args(arguments).arg("--data").arg(disk.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let holds = |text: &str| {
        ["journal.db", "journal.db-wal"].iter().any(|file| {
            let bytes = fs::read(disk.file(file)).unwrap_or_default();
            bytes.windows(text.len()).any(|part| part == text.as_bytes())
        })
    };
    assert!(holds("wame0007"));
    assert_eq!(tabula(&["remove", "wame0007"]), (Some(0), "Removed.\n".to_owned()));
    assert!(!holds("wame0007"));
    assert_eq!(tabula(&["remove", "game0008"]).0, Some(0));
    let (code, answer) = tabula(&["remove", "game0007"]);
    assert_eq!((code, answer.as_str()), (Some(1), "There is no record of such a game.\n"));
    assert_eq!(readable(&disk.open().await.unwrap()).await, GAMES - 2);
    let (code, exported) = tabula(&["export"]);
    for token in ["w".repeat(24), "b".repeat(24)] {
        assert!(!exported.contains(&token), "a record holds no token");
    }
    let lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), GAMES - 2));
    assert!(
        lines
            .iter()
            .all(|line| line["state"]["record"].is_object() && line["summary"]["endReason"] == "resign")
    );
}
