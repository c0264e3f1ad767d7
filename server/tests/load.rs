//! The load generator, in small: its games are played as recorded, at a server and at the relay, and its page has a place for its tables.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use generator::game::Kind;
use generator::round::Round;
use generator::{moves, relay};
use tabula::journal::SqliteJournal;
use tabula::limits::Limits;
use tokio::net::TcpListener;

use crate::common::{Setting, Table};

// Parts of an example.
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/load/commits.rs"]
mod commits;
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/load/generator/mod.rs"]
mod generator;
#[allow(unreachable_pub)]
#[path = "../examples/load/page.rs"]
mod page;
#[allow(unreachable_pub)]
#[path = "../examples/load/processor_time.rs"]
mod processor_time;

/// Plies by which games are played as fast as they can be, and after that at a fixed rate.
const PLIES: [usize; 2] = [20, 4];
const RATE: u32 = 100;

async fn play(address: SocketAddr, kinds: [Kind; 4]) {
    let mut round = Round::open(address, kinds).await;
    let raced = round.race(PLIES[0]).await;
    assert_eq!(raced.latencies.len(), kinds.len() * PLIES[0]);
    let paced = round.pace(PLIES[1], RATE).await;
    assert!(paced.latencies.iter().all(|latency| *latency <= paced.time));
    // The last of the moves is not made before its time.
    let moves = u32::try_from(kinds.len() * PLIES[1]).unwrap();
    assert!(paced.time >= Duration::from_secs(1) * (moves - 1) / RATE, "{:?}", paced.time);
    let stored = round.finish().await;
    let expected = kinds.iter().filter(|kind| !matches!(kind, Kind::Room | Kind::Relayed)).count();
    assert_eq!(stored.len(), expected);
    assert!(stored.iter().all(|game| game.moves.len() == PLIES[0] + PLIES[1]));
}

#[tokio::test]
async fn games_of_each_kind_are_played_as_recorded_at_a_server() {
    let limits = Limits { room_message_burst: 1000, ..Setting::default().limits };
    let table = Table::with(limits).await;
    play(table.address, [Kind::Open, Kind::Blind, Kind::Watched, Kind::Room]).await;
}

#[tokio::test]
async fn the_relay_passes_each_text_on_to_both() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let relay = tokio::spawn(relay::serve(listener));
    play(address, [Kind::Relayed; 4]).await;
    relay.abort();
}

#[tokio::test]
#[should_panic(expected = "a game did not go as recorded")]
async fn a_move_that_is_refused_fails_the_run() {
    // More moves at once than a seat may make, on a clock that stands still.
    let table = Table::with(Limits { commit_burst: 5, ..Setting::default().limits }).await;
    Round::open(table.address, [Kind::Open]).await.race(PLIES[0]).await;
}

#[tokio::test]
async fn commits_are_counted_by_the_metrics_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let journal =
        SqliteJournal::open(&folder.path().join("journal.db"), "", &Limits::default()).await.unwrap();
    let table = Setting { journal: Arc::new(journal), ..Setting::default() }.open().await;
    let inner = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let metrics = table.server.serve_metrics(inner).unwrap().port();
    let before = commits::read(metrics).await;
    assert_eq!(before.all(), 0);
    let mut round = Round::open(table.address, [Kind::Open; 2]).await;
    round.race(PLIES[0]).await;
    let after = commits::read(metrics).await;
    let both = 2 * u64::try_from(PLIES[0]).unwrap();
    let since = after.since(&before);
    assert!((both / 2..=both + 16).contains(&since.all()), "{since:?}");
    assert!(since.up_to(1) <= since.up_to(2) && since.up_to(1024) == since.all(), "{since:?}");
    let mut twice = since.clone();
    twice.add(&since);
    assert_eq!((twice.all(), twice.up_to(1)), (2 * since.all(), 2 * since.up_to(1)));
    round.finish().await;
    table.server.stop().await;
}

#[test]
fn processor_time_grows_with_work() {
    let process = std::process::id();
    let before = processor_time::of(process);
    let mut work = 0_u64;
    while processor_time::of(process) < before + Duration::from_millis(30) {
        work = std::hint::black_box(work + 1);
    }
    assert!(work > 0);
}

#[test]
fn recorded_games_are_long_enough_and_differ() {
    let games: Vec<_> = (0..12).map(moves::of_game).collect();
    assert!(games.iter().all(|game| game.len() == moves::PLIES));
    for (number, game) in games.iter().enumerate() {
        assert!(!games[..number].contains(game));
    }
    assert_eq!(moves::of_game(12), games[0]);
}

#[test]
fn the_page_keeps_its_text_around_the_tables() {
    let published = std::fs::read_to_string(dev::path("server/load.md")).unwrap();
    let filled = page::fill(&published, "| a |\n").unwrap();
    assert!(filled.starts_with(published.split_once("<!-- figures").unwrap().0));
    assert_eq!(page::fill(&filled, "| a |\n").unwrap(), filled);
    assert!(page::fill("# A page\n", "").is_err());
}
