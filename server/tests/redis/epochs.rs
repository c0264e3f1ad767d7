//! Exports of a journal that something changes meanwhile.

use std::io::Read as _;
use std::process::{Command, Stdio};

use futures_util::future::join_all;
use serde_json::json;
use session::{Entry, GameId};
use tabula::journal::{Journal as _, RedisJournal};
use tabula::limits::Limits;

use super::transfer::told;
use crate::common::catalogue;
use crate::common::record::{id, played};
use crate::common::redis::RedisServer;
use crate::postgres::transfer::{journal, journal_well};

fn entry(seq: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": "tick"})).unwrap()
}

async fn open(server: &RedisServer) -> RedisJournal {
    RedisJournal::open(&server.location(), "rules", &Limits::default()).await.unwrap()
}

#[tokio::test]
async fn an_export_that_something_changes_meanwhile_says_so_and_is_not_imported() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let source = open(&server).await;
    // More than a pipe holds: an export waits in its middle until it is read.
    let games: Vec<GameId> = (0..40).map(|number| id('g', number)).collect();
    for seq in 0..30 {
        let stored = join_all(games.iter().map(|game| source.append(game, &entry(seq), None))).await;
        assert!(stored.iter().all(Result::is_ok));
    }
    let (entries, finished) = played(&catalogue(), 99);
    for (at, entry) in entries.iter().enumerate() {
        let finished = (at + 1 == entries.len()).then_some(&finished);
        source.append(&id('g', 99), entry, finished).await.unwrap();
    }
    source.close().await;

    for is_server in [true, false] {
        let mut export = Command::new(env!("CARGO_BIN_EXE_tabula"))
            .args(["journal", "export", "--data"])
            .arg(folder.path())
            .env("TABULA_JOURNAL", server.url())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut out, mut lines) = (export.stdout.take().unwrap(), vec![0]);
        out.read_exact(&mut lines).unwrap();
        if is_server {
            // It is gone again before the end of the export.
            open(&server).await.close().await;
        } else {
            journal_well(&["remove", "wame0099"], folder.path(), &server.url(), b"");
        }
        out.read_to_end(&mut lines).unwrap();
        let ended = export.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{ended:?}");
        assert!(told(&ended.stderr).contains("the export is not of one moment"), "{ended:?}");
        let fresh = tempfile::tempdir().unwrap();
        let refused = journal(&["import"], fresh.path(), "sqlite", &lines);
        assert!(told(&refused.stderr).contains("the export is cut off"), "{refused:?}");
    }
    let export = journal_well(&["export"], folder.path(), &server.url(), b"");
    assert!(told(&export).lines().last().unwrap().starts_with("{\"end\":"));
}

#[tokio::test]
async fn a_server_that_was_paused_begins_another_epoch() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    let first: String = server.ask(&["GET", "tabula:epoch"]).await;
    journal.append(&id('g', 0), &entry(0), None).await.unwrap();
    assert_eq!(server.ask::<String>(&["GET", "tabula:epoch"]).await, first, "its beat tells of it");
    // As after five seconds without one.
    server.ask::<u64>(&["DEL", "tabula:beat"]).await;
    journal.append(&id('g', 0), &entry(1), None).await.unwrap();
    assert_ne!(server.ask::<String>(&["GET", "tabula:epoch"]).await, first);
    journal.close().await;
}

#[tokio::test]
async fn a_removal_where_the_memory_is_full_begins_another_epoch() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    open(&server).await.close().await;
    let first: String = server.ask(&["GET", "tabula:epoch"]).await;
    server.ask::<String>(&["CONFIG", "SET", "maxmemory", "1"]).await;
    journal(&["remove", "wame0099"], folder.path(), &server.url(), b"");
    let second: Option<String> = server.ask(&["GET", "tabula:epoch"]).await;
    assert!(second.as_ref().is_some_and(|second| *second != first), "{second:?}");
}
