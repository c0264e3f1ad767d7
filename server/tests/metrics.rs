//! The inner listener: metrics that a program reads, and readiness.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use common::player::play;
use common::{Setting, Table, http};
use serde_json::json;
use tabula::journal::SqliteJournal;
use tabula::limits::Limits;
use tabula::push::{PushReach, PushSettings, ServerKey};
use tabula::random::SystemRandom;
use tokio::net::TcpListener;

async fn inner(table: &Table) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    table.server.serve_metrics(listener).unwrap()
}

/// A metric as the text describes it, with its samples by name and labels.
#[derive(Debug, Default)]
struct Metric {
    kind: String,
    help: String,
    samples: BTreeMap<String, f64>,
}

/// Reads the text line by line: each sample belongs to the metric that was described last.
fn parse(text: &str) -> BTreeMap<String, Metric> {
    let mut metrics: BTreeMap<String, Metric> = BTreeMap::new();
    let mut current = String::new();
    let body = text.strip_suffix("# EOF\n").expect("the text is whole");
    for line in body.lines() {
        if let Some(described) = line.strip_prefix("# ") {
            let mut words = described.splitn(3, ' ');
            let (what, name, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
            current = name.to_owned();
            let metric = metrics.entry(current.clone()).or_default();
            match what {
                "HELP" => metric.help = rest.to_owned(),
                "TYPE" => metric.kind = rest.to_owned(),
                "UNIT" => assert!(name.ends_with(rest), "{line}"),
                other => panic!("{other}"),
            }
        } else {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(name.starts_with(&current), "{line} below {current}");
            let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
            assert!(value.is_finite() && value >= 0.0, "{line}");
            metrics.get_mut(&current).unwrap().samples.insert(name.to_owned(), value);
        }
    }
    metrics
}

async fn read(address: SocketAddr) -> BTreeMap<String, Metric> {
    let answer = http::get(address, "/metrics").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    parse(&answer.body)
}

/// Returns the names of the table of metrics in the operators' document.
fn documented() -> BTreeSet<String> {
    let text = std::fs::read_to_string(dev::path("deploy/METRICS.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split_once('`')).map(|(name, _)| name.to_owned());
    // The other table is of addresses.
    names.filter(|name| !name.starts_with('/')).collect()
}

#[tokio::test]
async fn metrics_count_what_happens_and_are_documented() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { create_burst: 2, ..Setting::default().limits };
    let journal = SqliteJournal::open(&folder.path().join("journal.db"), "", &limits).await.unwrap();
    let key = ServerKey::generate(&SystemRandom).unwrap();
    let push = Some(PushSettings { key, contact: None, reach: PushReach::Public });
    let table = Setting { journal: Arc::new(journal), limits, push, ..Setting::default() }.open().await;
    let address = inner(&table).await;
    let before = read(address).await;
    let refused = r#"tabula_refusals_total{bound="create_rate"}"#;
    assert_eq!(before["tabula_refusals"].samples[refused], 0.0);

    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    table.create(json!({"mode": "blind"})).await;
    let third = http::post(table.address, "/api/games", &json!({"mode": "blind"})).await;
    assert_eq!(third.status, 429);

    let after = read(address).await;
    let sample = |metric: &str, name: &str| after[metric].samples[name];
    assert_eq!(sample("tabula_games", "tabula_games"), 2.0);
    assert_eq!(sample("tabula_games_active", "tabula_games_active"), 1.0);
    assert_eq!(sample("tabula_sockets", "tabula_sockets"), 2.0);
    assert_eq!(sample("tabula_refusals", refused), 1.0);
    // Two creations, two hellos, two moves.
    let stored = sample("tabula_journal_appends", r#"tabula_journal_appends_total{result="stored"}"#);
    assert_eq!(stored, 6.0);
    let timed = sample("tabula_journal_append_seconds", "tabula_journal_append_seconds_count");
    assert_eq!(timed, stored);
    assert_eq!(sample("tabula_journal_batch_inputs", "tabula_journal_batch_inputs_sum"), stored);
    assert!(sample("process_resident_memory_bytes", "process_resident_memory_bytes") > 1e6);

    let named: BTreeSet<String> = after.keys().cloned().collect();
    let of_nodes =
        ["claims", "fences", "passed_on", "passed_on_sockets"].map(|name| format!("tabula_{name}"));
    let expected: BTreeSet<String> = named.iter().cloned().chain(of_nodes).collect();
    assert_eq!(expected, documented(), "deploy/METRICS.md lists each metric");
    for (name, metric) in &after {
        assert!(!metric.kind.is_empty() && !metric.help.is_empty(), "{name}");
        for sample in metric.samples.keys() {
            let label = sample.split_once('{').map(|(_, labels)| labels.split('=').next().unwrap());
            assert!(matches!(label, None | Some("bound" | "result" | "le")), "{sample}");
        }
    }
    table.server.stop().await;
}

#[tokio::test]
async fn the_inner_listener_has_nothing_else_and_players_do_not_reach_it() {
    let table = Table::open().await;
    let address = inner(&table).await;
    for path in ["/api/health", "/ws", "/", "/metrics/"] {
        assert_eq!(http::get(address, path).await.status, 404, "{path}");
    }
    for path in ["/metrics", "/ready"] {
        assert_eq!(http::post(address, path, &json!({})).await.status, 405);
        assert_eq!(http::get(table.address, path).await.status, 404, "the page is not built here");
    }
}

#[tokio::test]
async fn a_server_is_ready_until_it_stops_and_says_why_it_is_not() {
    let table = Table::with(Limits { drain_timeout: "30s".parse().unwrap(), ..Limits::default() }).await;
    let address = inner(&table).await;
    let answer = http::get(address, "/ready").await;
    assert_eq!((answer.status, answer.json()), (200, json!({"ready": true, "reasons": []})));
    // A request that is half sent keeps the server until it is answered.
    let mut slow = tokio::net::TcpStream::connect(table.address).await.unwrap();
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n",
        table.address
    );
    tokio::io::AsyncWriteExt::write_all(&mut slow, head.as_bytes()).await.unwrap();
    http::get_until_served(table.address, "/api/health").await;
    let stopping = tokio::spawn(table.server.stop());
    let draining = loop {
        let answer = http::get(address, "/ready").await;
        if answer.status != 200 {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!((draining.status, draining.json()), (503, json!({"ready": false, "reasons": ["draining"]})));
    assert_eq!(read(address).await["tabula_draining"].samples["tabula_draining"], 1.0);
    tokio::io::AsyncWriteExt::write_all(&mut slow, b"{}").await.unwrap();
    http::read_to_end(&mut slow).await;
    stopping.await.unwrap();
}
