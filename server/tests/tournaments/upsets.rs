//! Tournaments whose server was away, or whose players were: restarts, crashes between two events, answers that were lost, and boards that nobody comes to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use session::GameId;
use tabula::journal::{Journal, JournalError, MemoryJournal, SqliteJournal, TournamentRow, TournamentStore};

use super::*;
use crate::common::layer::{Layer, Layered};

fn manual(rounds: u8) -> Value {
    let mut wish = wish(json!({"type": "swiss", "rounds": rounds}));
    wish["isAutomatic"] = json!(false);
    wish
}

/// Waits until the task has looked at all tournaments once more.
async fn wait_for_a_look(address: SocketAddr) {
    let marker = Club::of(address, wish(json!({"type": "swiss", "rounds": 2})), 2).await;
    marker.direct(json!({"act": "begin"})).await;
    for round in 1..=2 {
        marker.direct(json!({"act": "correct", "round": round, "board": 1, "outcome": "bothForfeit"})).await;
        // It is paired by a look that has begun since, and then the one before is over.
        marker
            .wait_for("the next round", |page| {
                round == 2 && page["phase"] == "over" || page["rounds"].as_array().unwrap().len() > round
            })
            .await;
    }
}

#[tokio::test]
async fn time_counts_against_nobody_while_the_server_is_down() {
    let setting = Setting { limits: limits(), ..Setting::default() };
    let table = setting.open().await;
    let mut club = Club::of(table.address, manual(1), 2).await;
    club.direct(json!({"act": "begin"})).await;
    // The board has its game, and its players have not come yet.
    club.seat(&club.tokens[0]).await;
    table.server.stop().await;
    setting.clock.advance(Duration::from_secs(3_600));
    let table = setting.open().await;
    club.address = table.address;
    wait_for_a_look(table.address).await;
    let page = club.page().await;
    assert_eq!(page["rounds"][0]["boards"][0], json!({"white": 1, "black": 2, "isCorrected": false}));
    club.play_board((1, 2), true).await;
    let outcome = |page: &Value| page["rounds"][0]["boards"][0]["outcome"].clone();
    let page = club.wait_for("a result", |page| outcome(page) != Value::Null).await;
    assert_eq!(outcome(&page), "whiteWins");
}

#[tokio::test]
async fn who_asks_for_the_seat_alone_has_not_come() {
    let setting = Setting { limits: limits(), ..Setting::default() };
    let table = setting.open().await;
    let club = Club::of(table.address, manual(1), 4).await;
    club.direct(json!({"act": "begin"})).await;
    let (_white, _) = club.sit(1).await;
    for token in &club.tokens {
        club.seat(token).await;
    }
    table.clock.advance(Duration::from_secs(599));
    wait_for_a_look(table.address).await;
    assert_eq!(club.page().await["rounds"][0]["boards"][0]["outcome"], Value::Null);
    table.clock.advance(Duration::from_secs(2));
    let page = club
        .wait_for("the forfeits", |page| {
            page["rounds"][0]["boards"]
                .as_array()
                .unwrap()
                .iter()
                .all(|board| board["outcome"] != Value::Null)
        })
        .await;
    let boards = &page["rounds"][0]["boards"];
    assert_eq!(
        (&boards[0]["outcome"], &boards[1]["outcome"]),
        (&json!("blackForfeits"), &json!("bothForfeit"))
    );
}

#[tokio::test]
async fn a_server_that_was_killed_before_the_first_round_pairs_it() {
    let setting = Setting { limits: limits(), ..Setting::default() };
    let table = setting.open().await;
    let mut club = Club::of(table.address, manual(1), 2).await;
    table.server.stop().await;
    let begun = TournamentRow {
        tournament: club.id.parse().unwrap(),
        seq: 3,
        at: common::OPENING_TIME,
        body: json!({"kind": "rules", "event": {"type": "begun"}}).to_string(),
    };
    assert!(setting.journal.tournaments().unwrap().append(begun).await.unwrap());
    let table = setting.open().await;
    club.address = table.address;
    club.wait_for("a round", |page| page["rounds"].as_array().unwrap().len() == 1).await;
}

#[tokio::test]
async fn a_closed_entry_stays_closed_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let open = async || {
        let journal = SqliteJournal::open(&file, "rules", &limits()).await.unwrap();
        Setting { limits: limits(), journal: Arc::new(journal), ..Setting::default() }.open().await
    };
    let entry = |page: Value| (page["takesEntries"].clone(), page["isEntryClosed"].clone());
    let table = open().await;
    let mut club = Club::of(table.address, manual(2), 2).await;
    club.direct(json!({"act": "closeEntry"})).await;
    table.server.stop().await;
    let table = open().await;
    club.address = table.address;
    assert_eq!(entry(club.page().await), (json!(false), json!(true)));
    // A Swiss tournament would take late players all the same.
    club.direct(json!({"act": "begin"})).await;
    let late = club.enter("late one").await;
    assert_eq!((late.status, late.field("code").as_deref()), (409, Some("entry_closed")), "{}", late.body);
    club.direct(json!({"act": "openEntry"})).await;
    table.server.stop().await;
    let table = open().await;
    club.address = table.address;
    assert_eq!(entry(club.page().await), (json!(true), json!(false)));
    assert_eq!(club.enter("late one").await.status, 201);
}

#[tokio::test]
async fn tournaments_that_nobody_plays_are_removed_and_others_stay() {
    let mut setting = Setting { limits: limits(), ..Setting::default() };
    setting.limits.tournaments.tournament_burst = 5;
    let table = setting.open().await;
    let begin = async |mut club: Club| {
        club.direct(json!({"act": "begin"})).await;
        club.address = table.address;
        club
    };
    let waits = Club::of(table.address, manual(1), 1).await;
    let entered = Club::of(table.address, manual(1), 2).await;
    let runs = begin(Club::of(table.address, manual(1), 2).await).await;
    let unplayed = begin(Club::of(table.address, manual(1), 2).await).await;
    let played = begin(Club::of(table.address, manual(1), 2).await).await;
    for (club, outcome) in [(&unplayed, "bothForfeit"), (&played, "draw")] {
        club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": outcome})).await;
        club.direct(json!({"act": "end"})).await;
    }
    let (_white, _) = runs.sit(1).await;
    let (_black, _) = runs.sit(2).await;
    table.server.stop().await;
    let statuses = async |address: SocketAddr| {
        let mut statuses = Vec::new();
        for club in [&waits, &entered, &runs, &unplayed, &played] {
            statuses.push(get(address, &club.path("")).await.status);
        }
        statuses
    };
    for (days, expected) in [(2, [404, 200, 200, 404, 200]), (100, [404, 404, 200, 404, 404])] {
        setting.clock.advance(Duration::from_secs(days * 86_400));
        // The first look of a server removes what is old.
        let table = setting.open().await;
        let removed = timeout(PATIENCE, async {
            while statuses(table.address).await != expected {
                sleep(Duration::from_millis(50)).await;
            }
        });
        assert!(removed.await.is_ok(), "after {days} days: {:?}", statuses(table.address).await);
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_tournament_that_was_played_out_ends_without_its_director() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(1), 2).await;
    club.direct(json!({"act": "begin"})).await;
    club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "draw"})).await;
    table.clock.advance(Duration::from_secs(86_399));
    wait_for_a_look(table.address).await;
    assert_eq!(club.page().await["phase"], "running");
    table.clock.advance(Duration::from_secs(1));
    club.wait_for("the end", |page| page["phase"] == "over").await;
}

/// A journal in memory that stores the next event of a tournament, and fails all the same.
#[derive(Debug, Default)]
struct LossyJournal {
    inner: MemoryJournal,
    loses: Arc<AtomicBool>,
}

#[derive(Debug)]
struct LossyStore {
    inner: Arc<dyn TournamentStore>,
    loses: Arc<AtomicBool>,
}

impl TournamentStore for LossyStore {
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>> {
        let (stored, is_lost) = (self.inner.append(row), self.loses.swap(false, Ordering::Relaxed));
        Box::pin(async move {
            match stored.await {
                Ok(_) if is_lost => Err(JournalError::Unanswered),
                answer => answer,
            }
        })
    }

    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>> {
        self.inner.load(id, from)
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        self.inner.ids()
    }

    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.inner.remove(id, next)
    }
}

impl Layer for LossyJournal {
    fn inner(&self) -> &MemoryJournal {
        &self.inner
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        let (inner, loses) = (self.inner.tournaments()?, Arc::clone(&self.loses));
        Some(Arc::new(LossyStore { inner, loses }))
    }
}

#[tokio::test]
async fn an_event_whose_answer_was_lost_counts_once() {
    let journal = Arc::new(Layered::<LossyJournal>::default());
    let setting =
        Setting { limits: limits(), journal: Arc::clone(&journal) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    let lose = || journal.loses.store(true, Ordering::Relaxed);
    lose();
    let mut club = Club::of(table.address, manual(1), 0).await;
    lose();
    let entered = club.enter("Ada Byron").await;
    assert_eq!((entered.status, &entered.json()["player"]), (201, &json!(1)), "{}", entered.body);
    club.tokens.push(entered.field("token").unwrap());
    assert_eq!(club.enter("Grace Hop").await.status, 201);
    lose();
    assert_eq!(club.act(&club.tokens[0], json!({"act": "withdraw"})).await.status, 200);
    lose();
    assert_eq!(club.act(&club.tokens[0], json!({"act": "return"})).await.status, 200);
    lose();
    club.direct(json!({"act": "begin"})).await;
    lose();
    club.seat(&club.tokens[0]).await;
    let page = club.page().await;
    assert_eq!(page["players"].as_array().unwrap().len(), 2);
    assert_eq!(page["rounds"].as_array().unwrap().len(), 1);
}
