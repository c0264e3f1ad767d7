//! A journal over a Redis that is killed, whose answers are lost, and whose keys somebody else writes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use session::{Entry, GameId, UnixMs};
use tabula::journal::{Journal as _, JournalError, RedisJournal, RedisLocation, TournamentRow};
use tabula::limits::{Limits, Span};

use crate::common::proxy::{Fault, Proxy};
use crate::common::record::id;
use crate::common::redis::RedisServer;

fn game() -> GameId {
    "aaaaaaaa".parse().unwrap()
}

fn other_game() -> GameId {
    "bbbbbbbb".parse().unwrap()
}

/// Returns an input with a mark in its stored text.
fn entry(seq: u64, mark: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": {"closed": {"conn": mark}}})).unwrap()
}

async fn open_at(location: &RedisLocation) -> Arc<RedisJournal> {
    Arc::new(RedisJournal::open(location, "rules", &Limits::default()).await.unwrap())
}

async fn open(server: &RedisServer) -> Arc<RedisJournal> {
    open_at(&server.location()).await
}

/// Opens a journal that waits a tenth of a second for Redis.
async fn open_impatient(location: &RedisLocation) -> RedisJournal {
    let limits = Limits { journal_wait: Span(Duration::from_millis(100)), ..Limits::default() };
    RedisJournal::open(location, "rules", &limits).await.unwrap()
}

/// Returns the inputs of a game once Redis answers again.
async fn loaded(journal: &RedisJournal, game: &GameId) -> Vec<Entry> {
    loop {
        if let Ok(entries) = journal.load(game).await {
            return entries;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A mark of the input whose script meets the fault, as its text has it.
const MARK: u64 = 7_777_001;
const MARKED: &[u8] = b"7777001";

#[tokio::test]
async fn an_append_whose_answer_is_lost_is_read_back_or_stored_again_and_never_twice() {
    for fault in [Fault::BeforeStatement, Fault::AfterStatement] {
        let server = RedisServer::start();
        let proxy = Proxy::to(server.address()).await;
        let journal = open_at(&RedisServer::location_at(proxy.address)).await;
        // From now on Redis knows the script.
        journal.append(&other_game(), &entry(0, 1), None).await.unwrap();
        // Also the input that creates a game.
        for (seq, mark) in [(0, MARK), (1, 2), (2, MARK), (3, 4)] {
            if mark == MARK {
                proxy.fail_at(MARKED, fault);
            }
            journal.append(&game(), &entry(seq, mark), None).await.unwrap();
        }
        assert_eq!(proxy.happened(), 2, "{fault:?}");
        let stored = journal.load(&game()).await.unwrap();
        assert_eq!(stored, [entry(0, MARK), entry(1, 2), entry(2, MARK), entry(3, 4)], "{fault:?}");
        journal.close().await;
    }
}

#[tokio::test]
async fn while_redis_is_away_nothing_is_acknowledged_and_then_everything_goes_on() {
    let server = RedisServer::start();
    let proxy = Proxy::to(server.address()).await;
    let journal = open_impatient(&RedisServer::location_at(proxy.address)).await;
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
    assert_eq!(loaded(&journal, &game()).await, [entry(0, 1)], "what was refused is not stored later");
    journal.append(&game(), &entry(1, 3), None).await.unwrap();
    // Connections may fall silent as well.
    proxy.silence();
    let mut stored = vec![entry(0, 1), entry(1, 3)];
    if journal.append(&game(), &entry(2, 4), None).await.is_ok() {
        stored.push(entry(2, 4));
    }
    assert_eq!(loaded(&journal, &game()).await, stored);
    journal.append(&game(), &entry(stored.len() as u64, 5), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn no_acknowledged_input_is_lost_when_redis_is_killed() {
    const GAMES: usize = 6;
    const INPUTS: u64 = 60;
    let mut server = RedisServer::start();
    let journal = open(&server).await;
    let mut games = Vec::new();
    for number in 0..GAMES {
        let (journal, game) = (Arc::clone(&journal), id('g', number));
        games.push(tokio::spawn(async move {
            let mut seq = 0;
            while seq < INPUTS {
                match journal.append(&game, &entry(seq, seq), None).await {
                    Ok(_) => seq += 1,
                    Err(error) => {
                        assert!(!error.is_of_one_game(), "{error}");
                        let stored = loaded(&journal, &game).await.len() as u64;
                        assert!(stored >= seq, "{seq} were acknowledged, {stored} are left");
                        seq = stored;
                    }
                }
            }
        }));
    }
    for kill in 1..=2 {
        while server.ask::<u64>(&["XLEN", "tabula:game:game0000"]).await < INPUTS * kill / 4 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server = server.killed_and_restarted().await;
    }
    for game in games {
        game.await.unwrap();
    }
    // As a server finds it that starts now; the other is refused from then on.
    let found = open(&server).await;
    for number in 0..GAMES {
        let all: Vec<Entry> = (0..INPUTS).map(|seq| entry(seq, seq)).collect();
        assert_eq!(found.load(&id('g', number)).await.unwrap(), all);
    }
    journal.close().await;
    found.close().await;
}

#[tokio::test]
async fn a_second_continuation_is_refused_and_another_game_goes_on() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    for game in [game(), other_game()] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    // Another writer continues the game past all that this program does against it.
    let entry_of_another =
        ["XADD", "tabula:game:aaaaaaaa", "0-2", "at", "5", "body", "{}", "rules", "rules", "hash", "other"];
    server.ask::<String>(&entry_of_another).await;
    let (fork, beside) = tokio::join!(
        journal.append(&game(), &entry(1, 2), None),
        journal.append(&other_game(), &entry(1, 2), None),
    );
    assert!(matches!(fork, Err(JournalError::Taken { seq: 1, .. })), "{fork:?}");
    beside.unwrap();
    // Its hash is none of this game: it is quarantined, and the others are not.
    assert!(journal.load(&game()).await.unwrap_err().is_of_one_game());
    assert_eq!(journal.load(&other_game()).await.unwrap().len(), 2);
    journal.close().await;
}

#[tokio::test]
async fn an_input_whose_predecessor_is_gone_leaves_no_gap() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    for seq in 0..3 {
        journal.append(&game(), &entry(seq, seq), None).await.unwrap();
    }
    // As a failover to a replica does that had not received it yet.
    server.ask::<u64>(&["XDEL", "tabula:game:aaaaaaaa", "0-3"]).await;
    server.ask::<String>(&["XSETID", "tabula:game:aaaaaaaa", "0-2"]).await;
    let gap = journal.append(&game(), &entry(3, 3), None).await;
    assert!(matches!(gap, Err(JournalError::Gap { seq: 2, .. })), "{gap:?}");
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 0), entry(1, 1)]);
    journal.append(&game(), &entry(2, 9), None).await.unwrap();
    assert_eq!(journal.load(&game()).await.unwrap().len(), 3);
    journal.close().await;
}

#[tokio::test]
async fn what_others_have_put_there_sets_aside_only_its_game() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    for game in [game(), other_game()] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    server.ask::<String>(&["XADD", "tabula:game:aaaaaaaa", "*", "odd", "thing"]).await;
    server.ask::<String>(&["SET", "tabula:game:cccccccc", "no stream"]).await;
    server.ask::<String>(&["SET", "tabula:game:not-an-id", "no game"]).await;
    let third: GameId = "cccccccc".parse().unwrap();
    let (foreign, no_stream, beside) = tokio::join!(
        journal.append(&game(), &entry(1, 2), None),
        journal.append(&third, &entry(0, 2), None),
        journal.append(&other_game(), &entry(1, 2), None),
    );
    assert!(matches!(foreign, Err(JournalError::Taken { .. })), "{foreign:?}");
    assert!(matches!(no_stream, Err(JournalError::Refused(_))), "{no_stream:?}");
    beside.unwrap();
    journal.close().await;
    drop(journal);

    let journal = open(&server).await;
    assert_eq!(journal.games().await.unwrap(), [game(), other_game(), third]);
    for lost in [game(), third] {
        assert!(journal.load(&lost).await.unwrap_err().is_of_one_game());
    }
    assert_eq!(journal.load(&other_game()).await.unwrap(), [entry(0, 1), entry(1, 2)]);
    journal.append(&other_game(), &entry(2, 3), None).await.unwrap();
    journal.close().await;
}

#[tokio::test]
async fn the_server_that_starts_last_has_the_journal() {
    let server = RedisServer::start();
    let (first, one) = (open(&server).await, game());
    first.append(&one, &entry(0, 1), None).await.unwrap();
    let second = open(&server).await;
    assert_eq!(second.games().await.unwrap(), [one]);
    // Neither continues a game nor creates one.
    for (game, seq) in [(one, 1), (other_game(), 0)] {
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
async fn a_full_memory_refuses_inputs_and_loses_none() {
    let server = RedisServer::start();
    let journal = open_impatient(&server.location()).await;
    for game in [game(), other_game()] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    server.ask::<String>(&["CONFIG", "SET", "maxmemory", "1"]).await;
    let refused = journal.append(&game(), &entry(1, 2), None).await;
    assert!(matches!(&refused, Err(JournalError::Refused(why)) if why.contains("OOM")), "{refused:?}");
    assert!(journal.probe().await.is_err());
    // What makes room is done, also on a new connection.
    assert!(server.ask::<u64>(&["CLIENT", "KILL", "TYPE", "normal"]).await > 0);
    while journal.forget(&other_game()).await.is_err() {}
    assert_eq!(server.ask::<u64>(&["EXISTS", "tabula:game:bbbbbbbb"]).await, 0);
    server.ask::<String>(&["CONFIG", "SET", "maxmemory", "0"]).await;
    while journal.probe().await.is_err() {}
    journal.append(&game(), &entry(1, 3), None).await.unwrap();
    assert_eq!(journal.load(&game()).await.unwrap(), [entry(0, 1), entry(1, 3)]);
    journal.close().await;
}

#[tokio::test]
async fn a_game_that_nobody_removes_goes_by_itself_and_one_that_is_lost_is_missed() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    for game in [game(), other_game()] {
        journal.append(&game, &entry(0, 1), None).await.unwrap();
    }
    let days = server.ask::<u64>(&["TTL", "tabula:game:aaaaaaaa"]).await / (24 * 3_600);
    assert!((729..=730).contains(&days), "{days}");
    journal.close().await;
    // The time of one is over; the other is removed by somebody, or to make room.
    for key in ["tabula:game:aaaaaaaa", "tabula:game:bbbbbbbb"] {
        server.ask::<u64>(&["DEL", key]).await;
    }
    server.ask::<u64>(&["ZADD", "tabula:games", "1", "aaaaaaaa"]).await;
    let journal = open(&server).await;
    assert_eq!(journal.games().await.unwrap(), [other_game()]);
    assert_eq!(journal.load(&other_game()).await.unwrap(), []);
    journal.close().await;
}

#[tokio::test]
async fn an_event_of_a_tournament_is_stored_once() {
    let server = RedisServer::start();
    let journal = open(&server).await;
    let tournaments = journal.tournaments().unwrap();
    let event = |number: usize, seq: u64| TournamentRow {
        tournament: id('t', number),
        seq,
        at: UnixMs(5 + seq),
        body: "{\"kind\":\"é\"}".to_owned(),
    };
    for (number, seq, is_new) in [(1, 0, true), (1, 0, false), (2, 0, true), (2, 1, true), (2, 0, false)] {
        assert_eq!(tournaments.append(event(number, seq)).await.unwrap(), is_new, "{number} {seq}");
    }
    assert_eq!(tournaments.ids().await.unwrap(), [id('t', 1), id('t', 2)]);
    assert_eq!(tournaments.load(&id('t', 2), 1).await.unwrap(), [event(2, 1)]);
    // What was appended meanwhile keeps a tournament.
    let gone = id('t', 2);
    assert_eq!(
        (tournaments.remove(&gone, 1).await.unwrap(), tournaments.remove(&gone, 2).await.unwrap()),
        (0, 2)
    );
    assert_eq!(tournaments.ids().await.unwrap(), [id('t', 1)]);
    assert_eq!(tournaments.load(&id('t', 1), 0).await.unwrap(), [event(1, 0)]);
    journal.close().await;
}
