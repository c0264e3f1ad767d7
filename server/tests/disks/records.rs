//! Records of finished games on damaged disks, in repairs, and their removal on request.

use std::fs;
use std::process::Command;

use serde_json::Value;
use session::UnixMs;
use tabula::journal::{Journal as _, JournalError, OnLoss, SqliteJournal, TournamentRow, check, repair};

use super::disk::Disk;
use super::start::change;
use crate::common::catalogue;
use crate::common::record::{id, played};

/// Games of the journals here.
const GAMES: usize = 30;

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
    let (tournament, body) = ("k3f9x2ab".parse().unwrap(), "{}".to_owned());
    let event = TournamentRow { tournament, seq: 0, at: UnixMs(5), body };
    let journal = disk.open().await.unwrap();
    assert!(journal.tournaments().unwrap().append(event.clone()).await.unwrap());
    journal.close().await;
    drop(journal);
    disk.change("journal.db", |bytes| bytes[..4096].fill(0));
    assert!(disk.open().await.is_err());
    let repaired = repair(&disk.database(), OnLoss::Refuse).await.unwrap();
    assert_eq!((repaired.finished, repaired.lost_records, repaired.losses), (GAMES as u64, 0, Vec::new()));
    let journal = disk.open().await.unwrap();
    assert_eq!(readable(&journal).await, GAMES);
    assert_eq!(journal.tournaments().unwrap().load(&tournament, 0).await.unwrap(), [event]);
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
    let mut lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.pop().unwrap()["end"]["finished"], GAMES - 2);
    assert_eq!((code, lines.len()), (Some(0), GAMES - 2));
    assert!(
        lines
            .iter()
            .all(|line| line["state"]["record"].is_object() && line["summary"]["endReason"] == "resign")
    );
}
