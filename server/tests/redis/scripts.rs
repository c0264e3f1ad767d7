//! The scripts of the journal, which Redis is sent once.

use serde_json::json;
use session::{Entry, GameId, UnixMs};
use tabula::journal::{Journal as _, RedisJournal, TournamentRow};
use tabula::limits::Limits;

use crate::common::proxy::{Fault, Proxy};
use crate::common::record::id;
use crate::common::redis::RedisServer;

fn game() -> GameId {
    "aaaaaaaa".parse().unwrap()
}

fn entry(seq: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": "tick"})).unwrap()
}

/// Returns the number of bytes that Redis has received.
async fn received(server: &RedisServer) -> u64 {
    let info: String = server.ask(&["INFO", "stats"]).await;
    let bytes = info.lines().find_map(|line| line.trim().strip_prefix("total_net_input_bytes:"));
    bytes.unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_commit_names_its_script_and_brings_it_along_where_redis_has_lost_it() {
    const INPUTS: u64 = 20;
    let server = RedisServer::start();
    let journal = RedisJournal::open(&server.location(), "rules", &Limits::default()).await.unwrap();
    journal.append(&game(), &entry(0), None).await.unwrap();
    let before = received(&server).await;
    for seq in 1..=INPUTS {
        journal.append(&game(), &entry(seq), None).await.unwrap();
    }
    let each = (received(&server).await - before) / INPUTS;
    assert!(each < 1_000, "{each} bytes for an input, and a script has thousands");

    server.ask::<String>(&["SCRIPT", "FLUSH"]).await;
    journal.append(&game(), &entry(INPUTS + 1), None).await.unwrap();
    let event = TournamentRow { tournament: id('t', 1), seq: 0, at: UnixMs(5), body: "{}".to_owned() };
    assert!(journal.tournaments().unwrap().append(event).await.unwrap());
    journal.probe().await.unwrap();
    let all: Vec<Entry> = (0..=INPUTS + 1).map(entry).collect();
    assert_eq!(journal.load(&game()).await.unwrap(), all);
    journal.close().await;
}

#[tokio::test]
async fn a_script_whose_text_or_its_answer_is_lost_stores_its_input_once() {
    for fault in [Fault::BeforeStatement, Fault::AfterStatement] {
        let server = RedisServer::start();
        let proxy = Proxy::to(server.address()).await;
        let location = RedisServer::location_at(proxy.address);
        let journal = RedisJournal::open(&location, "rules", &Limits::default()).await.unwrap();
        journal.append(&game(), &entry(0), None).await.unwrap();
        server.ask::<String>(&["SCRIPT", "FLUSH"]).await;
        // The next that is sent with its text.
        proxy.fail_at(b"$4\r\nEVAL\r\n", fault);
        for seq in 1..4 {
            journal.append(&game(), &entry(seq), None).await.unwrap();
        }
        assert_eq!(proxy.happened(), 1, "{fault:?}");
        let all: Vec<Entry> = (0..4).map(entry).collect();
        assert_eq!(journal.load(&game()).await.unwrap(), all, "{fault:?}");
        journal.close().await;
    }
}
