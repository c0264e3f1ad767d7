//! Lists of finished games, which read no more records than they name.

use futures_util::future::join_all;
use session::domain::{PlayerId, SeatPlayers};
use session::{FinishedGame, UnixMs};
use tabula::journal::{FinishedQuery, Journal as _, JournalError, ListPosition, PlayerQuery, RedisJournal};
use tabula::limits::Limits;

use crate::common::catalogue;
use crate::common::proxy::{Fault, Proxy};
use crate::common::record::{id, played};
use crate::common::redis::RedisServer;
use crate::postgres::transfer::journal_well;

/// Time at which the first game ends; each of the others ends a millisecond later.
const BEGIN: u64 = 1_800_000_000_000;

async fn open(server: &RedisServer) -> Result<RedisJournal, JournalError> {
    RedisJournal::open(&server.location(), "rules", &Limits::default()).await
}

fn ada() -> PlayerId {
    "0123456789abcdef0123".parse().unwrap()
}

/// Stores records of games that Ada has played, the first three of them of shogi.
async fn store(journal: &RedisJournal, count: usize) {
    let (entries, record) = played(&catalogue(), 0);
    let finished: Vec<FinishedGame> = (0..count)
        .map(|number| {
            let mut record = record.clone();
            (record.id, record.summary.id) = (id('g', number), id('w', number));
            record.summary.ended_at = UnixMs(BEGIN + number as u64);
            record.shown_at = record.summary.ended_at;
            record.summary.ruleset = if number < 3 { "shogi" } else { "chess" }.to_owned();
            let mut names =
                record.summary.names.take().unwrap_or_else(|| serde_json::from_str("{}").unwrap());
            names.w = Some("Ada".parse().unwrap());
            record.summary.names = Some(names);
            record.players = SeatPlayers { w: Some(ada()), b: None };
            record
        })
        .collect();
    let stored = finished.iter().map(|record| journal.append(&record.id, &entries[0], Some(record)));
    assert!(join_all(stored).await.iter().all(Result::is_ok));
}

/// Returns the ends of the games in a list of Ada's, counted from the first game.
async fn ends(
    journal: &RedisJournal,
    is_owner: bool,
    ruleset: &str,
    before: Option<ListPosition>,
    most: usize,
) -> Vec<u64> {
    let player = if is_owner { PlayerQuery::Owner(ada()) } else { PlayerQuery::Name("ada".parse().unwrap()) };
    let query = FinishedQuery {
        player: Some(player),
        ruleset: Some(ruleset.to_owned()),
        before,
        since: UnixMs(0),
        now: UnixMs(BEGIN * 2),
        most,
    };
    let games = journal.archive().unwrap().list(query).await.unwrap();
    games.iter().map(|game| game.summary.ended_at.0 - BEGIN).collect()
}

/// Returns the number of records that Redis was asked for, with some calls of the server's scripts among them.
async fn reads(server: &RedisServer) -> u64 {
    let info: String = server.ask(&["INFO", "commandstats"]).await;
    let line = info.lines().find_map(|line| line.trim().strip_prefix("cmdstat_hmget:calls="));
    line.map_or(0, |line| line.split(',').next().unwrap().parse().unwrap())
}

#[tokio::test]
async fn a_list_by_player_and_ruleset_reads_what_it_names() {
    const COUNT: usize = 400;
    let server = RedisServer::start();
    let journal = open(&server).await.unwrap();
    store(&journal, COUNT).await;
    for is_owner in [true, false] {
        let before = reads(&server).await;
        assert_eq!(ends(&journal, is_owner, "shogi", None, 50).await, [2, 1, 0]);
        let read = reads(&server).await - before;
        assert!(read < 50, "{read} records were read");
        // A page in the middle.
        let before = reads(&server).await;
        let place = Some(ListPosition { ended_at: UnixMs(BEGIN + 200), id: id('w', 200) });
        let page: Vec<u64> = (150..200).rev().collect();
        assert_eq!(ends(&journal, is_owner, "chess", place, 50).await, page);
        let read = reads(&server).await - before;
        assert!(read < 150, "{read} records were read");
    }
    // What is removed is in no list any more, and leaves no list behind.
    let archive = journal.archive().unwrap();
    assert!(archive.remove(&id('w', 1)).await.unwrap());
    for is_owner in [true, false] {
        assert_eq!(ends(&journal, is_owner, "shogi", None, 50).await, [2, 0]);
    }
    assert_eq!(archive.prune(UnixMs(BEGIN + 300)).await.unwrap(), 299);
    for is_owner in [true, false] {
        assert_eq!(ends(&journal, is_owner, "shogi", None, 50).await, [0; 0]);
        assert_eq!(ends(&journal, is_owner, "chess", None, 500).await.len(), 100);
    }
    assert_eq!(archive.prune(UnixMs(BEGIN * 2)).await.unwrap(), 100);
    let left: Vec<String> = server.ask(&["KEYS", "tabula:finished*"]).await;
    assert!(left.is_empty(), "{left:?}");
    journal.close().await;
}

#[tokio::test]
async fn a_start_lists_the_records_of_an_earlier_version() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let journal = open(&server).await.unwrap();
    store(&journal, 5).await;
    journal.close().await;
    // As the version before has stored them.
    for key in server.ask::<Vec<String>>(&["KEYS", "tabula:finished:in:*"]).await {
        server.ask::<u64>(&["DEL", &key]).await;
    }
    for number in 0..5 {
        let key = format!("tabula:record:{}", id('g', number));
        let sets: String = server.ask(&["HGET", &key, "indexes"]).await;
        let former: Vec<&str> = sets.lines().filter(|set| !set.starts_with("tabula:finished:in:")).collect();
        assert!(former.len() < sets.lines().count());
        server.ask::<u64>(&["HSET", &key, "indexes", &former.join("\n")]).await;
    }
    server.ask::<String>(&["SET", "tabula:format", "1"]).await;
    for command in ["check", "export", "repair"] {
        journal_well(&[command], folder.path(), &server.url(), b"");
    }
    assert_eq!(server.ask::<String>(&["GET", "tabula:format"]).await, "1", "they leave it as it is");
    // So does a start that is interrupted.
    let proxy = Proxy::to(server.address()).await;
    proxy.fail_at(b"tabula:finished:in:", Fault::AfterStatement);
    let location = RedisServer::location_at(proxy.address);
    assert!(RedisJournal::open(&location, "rules", &Limits::default()).await.is_err());
    assert_eq!(
        (proxy.happened(), server.ask::<String>(&["GET", "tabula:format"]).await),
        (1, "1".to_owned())
    );

    let journal = open(&server).await.unwrap();
    assert_eq!(server.ask::<String>(&["GET", "tabula:format"]).await, "2");
    for is_owner in [true, false] {
        assert_eq!(ends(&journal, is_owner, "shogi", None, 50).await, [2, 1, 0]);
        assert_eq!(ends(&journal, is_owner, "chess", None, 50).await, [4, 3]);
    }
    assert_eq!(journal.archive().unwrap().prune(UnixMs(BEGIN * 2)).await.unwrap(), 5);
    let left: Vec<String> = server.ask(&["KEYS", "tabula:finished*"]).await;
    assert!(left.is_empty(), "{left:?}");
    journal.close().await;
    // One of a later version is left alone.
    server.ask::<String>(&["SET", "tabula:format", "3"]).await;
    assert!(matches!(open(&server).await, Err(JournalError::Unfit(_))));
}
