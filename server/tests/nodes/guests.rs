//! Rulesets of guests in a database that several servers share: a game goes on by the rules that it began with, whichever node has it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tabula::journal::{
    Journal as _, NodeIdentity, PostgresJournal, Publication, PublishedPosition, RulesetBounds,
    StoredRuleset, published_postgres, unpublish_postgres,
};
use tabula::limits::{GuestLimits, Limits};
use tokio::time::sleep;

use super::processes::{Node, lease_is_over};
use crate::common::http::{get, post};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::process::Process;
use crate::common::{Setting, Table, pair_of};
use crate::guests::published::{listed, publish};
use crate::guests::{VARIABLES, centaurs, change, request, save, saved, setting, unhurried};
use crate::postgres::transfer::journal_well;

fn start(name: &str, database: &Database) -> Node {
    Node::start_with(name, database, &VARIABLES)
}

#[tokio::test]
async fn a_game_goes_on_by_its_rules_after_kill_9_of_the_node_that_took_them() {
    let database = Database::fresh().await;
    let (taker, other) = (start("a", &database), start("b", &database));
    let id = saved(taker.process.address, &centaurs()).await;
    let path = format!("/api/rulesets/{id}");
    let described = get(other.process.address, &path).await;
    assert_eq!(described.status, 200, "{}", described.body);
    assert_eq!(described.json(), get(taker.process.address, &path).await.json());
    let (mut white, mut black) = pair_of(taker.process.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
    // An operator who takes none at a node ends no game there.
    let third = Node::start("c", &database);
    taker.process.kill();
    lease_is_over(&database, "a").await;

    // Neither has read it yet: one claims the game, and the other serves the rules to the page.
    let (mut white, joined) = white.reconnect(third.process.address).await;
    let (mut black, _) = black.reconnect(other.process.address).await;
    assert_eq!(joined["view"]["pieces"]["d4"]["type"], "n");
    // From d4 to e5 steps no knight of chess.
    play(&mut black, &mut white, "a6a5 d4e5").await;
    let written = get(other.process.address, &format!("/api/rules/{id}/written")).await.json();
    assert_eq!(written["patterns/knight.moves"], "N: NK\n");
    // A new game, where nobody has brought the rules.
    let (mut first, mut second) = pair_of(other.process.address, request("vanilla", &id)).await;
    play(&mut first, &mut second, "b1c3 a7a6 c3d4").await;

    assert!(!third.process.log().contains("quarantined"), "{}", third.process.log());
    assert!(third.process.terminate().success());
    let (mut black, _) = black.reconnect(other.process.address).await;
    let (mut white, joined) = white.reconnect(other.process.address).await;
    assert_eq!(joined["view"]["pieces"]["e5"]["type"], "n");
    play(&mut black, &mut white, "b7b6 e5e6").await;
    assert!(!other.process.log().contains("quarantined"), "{}", other.process.log());
}

#[tokio::test]
async fn a_ruleset_that_is_damaged_or_too_large_is_set_aside_with_its_game() {
    let database = Database::fresh().await;
    let taker = start("a", &database);
    let id = saved(taker.process.address, &centaurs()).await;
    let (white, _black) = pair_of(taker.process.address, request("blind", &id)).await;
    taker.process.kill();
    database.change("UPDATE guest_ruleset SET files = replace(files, 'N: NK', 'N: NQ')").await;
    lease_is_over(&database, "a").await;

    let other = start("b", &database);
    let address = other.process.address;
    let answers = async || {
        let game = get(address, &format!("/api/games/{}", white.game)).await;
        assert_eq!((game.status, game.field("code").as_deref()), (404, Some("game_not_found")));
        let new = post(address, "/api/games", &request("blind", &id)).await;
        assert_eq!((new.status, new.field("code").as_deref()), (400, Some("unknown_ruleset")));
        for path in ["rulesets", "rules"] {
            assert_eq!(get(address, &format!("/api/{path}/{id}")).await.status, 404);
        }
        assert_eq!(get(address, "/api/health").await.status, 200);
    };
    answers().await;
    let log = other.process.log();
    assert!(log.contains("is not what was stored: it is set aside") && log.contains("quarantined"), "{log}");
    database.change("UPDATE guest_ruleset SET files = files || repeat(' ', 40000000)").await;
    answers().await;
    let log = other.process.log();
    assert!(log.contains("larger than any may be") && !log.contains("panicked"), "{log}");

    // Brought again, it is as it was, and the game is there for the next node.
    assert_eq!(save(address, &centaurs()).await.status, 201);
    pair_of(address, request("blind", &id)).await;
    assert!(other.process.terminate().success());
    let next = start("c", &database);
    let (_white, joined) = white.reconnect(next.process.address).await;
    assert_eq!(joined["gameStatus"], "active");
}

/// A server with a journal of its own in the database, as one of several nodes.
async fn node(name: &str, database: &Database, guests: GuestLimits) -> Table {
    let setting = setting(guests);
    let identity = NodeIdentity {
        name: name.parse().unwrap(),
        // Nothing is passed on here.
        address: "http://127.0.0.1:9".parse().unwrap(),
    };
    let journal =
        PostgresJournal::join(&database.location(), "rules", &setting.limits, &identity).await.unwrap();
    Setting { journal: Arc::new(journal), ..setting }.open().await
}

#[tokio::test]
async fn the_nodes_share_the_bounds_on_what_is_kept() {
    let database = Database::fresh().await;
    let bytes = serde_json::Value::from(centaurs()).to_string().len();
    for (at, limits) in [
        GuestLimits { guest_rulesets: 1, ..unhurried() },
        // Enough for one, and not for two.
        GuestLimits { guest_kept_bytes: bytes * 3 / 2, ..unhurried() },
    ]
    .into_iter()
    .enumerate()
    {
        let (a, b) = (
            node(&format!("a{at}"), &database, limits.clone()).await,
            node(&format!("b{at}"), &database, limits).await,
        );
        let first = saved(a.address, &centaurs()).await;
        let mut other = centaurs();
        change(&mut other, "patterns/knight.moves", "NK", if at == 0 { "NW" } else { "NF" });
        let second = saved(b.address, &other).await;
        // Node a has the first in its memory, and no other node could play by it.
        let gone = post(a.address, "/api/games", &request("blind", &first)).await;
        assert_eq!(
            (gone.status, gone.field("code").as_deref()),
            (400, Some("unknown_ruleset")),
            "{}",
            gone.body
        );
        assert_eq!(get(a.address, "/api/health").await.status, 200, "the journal is well");
        pair_of(b.address, request("blind", &second)).await;
        let full = save(a.address, &centaurs()).await;
        assert_eq!((full.status, full.field("code").as_deref()), (503, Some("server_full")), "{}", full.body);
        assert_eq!(
            save(a.address, &other).await.status,
            200,
            "the played one is there, without an inspection"
        );
        a.server.stop().await;
        b.server.stop().await;
        database.change("DELETE FROM game").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_that_store_at_the_same_time_keep_the_bounds_together() {
    const BOUNDS: RulesetBounds = RulesetBounds { rulesets: 1, bytes: 1000 };
    let database = Database::fresh().await;
    let mut journals = Vec::new();
    for at in 0..4 {
        let identity = NodeIdentity {
            name: format!("n{at}").parse().unwrap(),
            address: "http://127.0.0.1:9".parse().unwrap(),
        };
        let limits = Limits::default();
        journals
            .push(PostgresJournal::join(&database.location(), "rules", &limits, &identity).await.unwrap());
    }
    let mut connection = database.connect().await;
    for round in 0..20 {
        let start = |(at, journal): (usize, &PostgresJournal)| {
            let rulesets = journal.rulesets().unwrap();
            tokio::spawn(rulesets.store(format!("g-{round}-{at}"), "{}".to_owned(), BOUNDS))
        };
        for stored in journals.iter().enumerate().map(start).collect::<Vec<_>>() {
            assert!(stored.await.unwrap().unwrap());
        }
        let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM guest_ruleset")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(kept, 1, "round {round}");
        database.change("DELETE FROM guest_ruleset").await;
    }
    for journal in journals {
        journal.close().await;
    }
}

#[tokio::test]
async fn a_ruleset_expires_once_no_game_has_used_it_for_its_lifetime() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    const BOUNDS: RulesetBounds = RulesetBounds { rulesets: 10, bytes: 1000 };
    let database = Database::fresh().await;
    let journal = PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap();
    let rulesets = journal.rulesets().unwrap();
    for id in ["g-played", "g-idle", "g-new"] {
        assert!(rulesets.store(id.to_owned(), "{}".to_owned(), BOUNDS).await.unwrap());
    }
    assert!(rulesets.touch("g-new".to_owned(), "{}".to_owned()).await.unwrap());
    assert!(!rulesets.touch("g-new".to_owned(), "{ }".to_owned()).await.unwrap(), "other files");
    let of = "INSERT INTO game (id, node, epoch, guest_ruleset) VALUES ('x', '', 1, 'g-played'), ('y', '', 1, 'g-lost')";
    database.change(of).await;
    assert_eq!(rulesets.missing().await.unwrap(), ["g-lost"]);
    let age = "UPDATE guest_ruleset SET used_at = used_at - INTERVAL '25 hours' WHERE id <> 'g-new'";
    database.change(age).await;
    assert_eq!(rulesets.remove_expired(DAY).await.unwrap(), 1);
    let load = async |id: &str| rulesets.load(id.to_owned(), 2).await.unwrap();
    assert_eq!(load("g-idle").await, StoredRuleset::Missing);
    assert_eq!(load("g-new").await, StoredRuleset::Files("{}".to_owned()));
    assert_eq!(rulesets.load("g-new".to_owned(), 1).await.unwrap(), StoredRuleset::Oversized(2));
    // Its lifetime begins when the last game has gone.
    database.change("DELETE FROM game").await;
    assert_eq!(rulesets.remove_expired(DAY).await.unwrap(), 0);
    database.change(age).await;
    assert_eq!(rulesets.remove_expired(DAY).await.unwrap(), 1);
    assert_eq!(load("g-played").await, StoredRuleset::Missing);
    journal.close().await;
}

#[tokio::test]
async fn a_ruleset_that_a_finished_game_names_does_not_expire_and_makes_room_last() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let database = Database::fresh().await;
    let journal = PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap();
    let rulesets = journal.rulesets().unwrap();
    let store = async |id: &str, most: usize| {
        let bounds = RulesetBounds { rulesets: most, bytes: 1000 };
        assert!(rulesets.store(id.to_owned(), "{}".to_owned(), bounds).await.unwrap());
    };
    let has = async |id: &str| rulesets.load(id.to_owned(), 2).await.unwrap() != StoredRuleset::Missing;
    for id in ["g-played", "g-idle"] {
        store(id, 10).await;
    }
    let record = |game: &str, ruleset: &str| {
        format!(
            "INSERT INTO finished_game (game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, readers, summary, \
             state, state_hash, hash) VALUES ('{game}', '{game}', false, false, 0, 0, '{ruleset}', '', '', '', '', ''::bytea, '', '')"
        )
    };
    database.change(&record("x", "g-played")).await;
    database.change(&record("y", "g-lost")).await;
    database.change(&record("z", "chess")).await;
    assert_eq!(rulesets.missing().await.unwrap(), Vec::<String>::new());
    assert_eq!(rulesets.missing_of_records().await.unwrap(), ["g-lost"]);
    let age = "UPDATE guest_ruleset SET used_at = used_at - INTERVAL '25 hours'";
    database.change(age).await;
    assert_eq!(rulesets.remove_expired(DAY).await.unwrap(), 1);
    assert!(has("g-played").await && !has("g-idle").await);
    // The older one was played.
    store("g-idle", 10).await;
    store("g-new", 2).await;
    assert!(has("g-played").await && !has("g-idle").await && has("g-new").await);
    store("g-other", 1).await;
    assert!(!has("g-played").await && !has("g-new").await && has("g-other").await);
    // The record is removed.
    store("g-played", 10).await;
    database.change("DELETE FROM finished_game").await;
    database.change(age).await;
    assert_eq!(rulesets.remove_expired(DAY).await.unwrap(), 2);
    journal.close().await;
}

#[tokio::test]
async fn what_is_published_at_one_node_is_listed_at_all_and_played_at_another() {
    let database = Database::fresh().await;
    let public = [&VARIABLES[..], &[("TABULA_GUEST_RULES", "public")]].concat();
    let (a, b) = (Node::start_with("a", &database, &public), Node::start_with("b", &database, &public));
    let id = publish(a.process.address, &centaurs()).await.field("id").unwrap();
    let at_a = listed(a.process.address).await;
    assert_eq!(
        (&at_a["published"][0]["id"], &at_a["published"][0]["name"]),
        (&json!(id), &json!("Chess of centaurs"))
    );
    assert_eq!(listed(b.process.address).await, at_a);
    let (mut white, mut black) = pair_of(b.process.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
    assert_eq!(listed(b.process.address).await, at_a);
}

#[tokio::test]
async fn the_list_of_published_rulesets_has_its_order_and_its_bounds_in_the_database() {
    const BOUNDS: RulesetBounds = RulesetBounds { rulesets: 10, bytes: 1000 };
    let database = Database::fresh().await;
    let journal = PostgresJournal::open(&database.location(), "rules", &Limits::default()).await.unwrap();
    let rulesets = journal.rulesets().unwrap();
    let publish = async |id: &str, bounds: RulesetBounds| {
        rulesets.publish(id.to_owned(), format!("Name of {id}"), None, bounds).await.unwrap()
    };
    let ids = async |before: Option<PublishedPosition>, most: usize| -> Vec<String> {
        rulesets.published(before, most).await.unwrap().into_iter().map(|ruleset| ruleset.id).collect()
    };
    assert_eq!(publish("g-1", BOUNDS).await, Publication::Missing);
    for id in ["g-1", "g-2", "g-3"] {
        assert!(rulesets.store(id.to_owned(), "{}".to_owned(), BOUNDS).await.unwrap());
        if id != "g-3" {
            assert_eq!(publish(id, BOUNDS).await, Publication::Published);
            sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(ids(None, 10).await, ["g-2", "g-1"]);
    assert_eq!(publish("g-1", BOUNDS).await, Publication::Published);
    assert_eq!(ids(None, 1).await, ["g-2"], "again it keeps its place");
    let first = rulesets.published(None, 1).await.unwrap();
    assert_eq!((first[0].name.as_str(), &first[0].about), ("Name of g-2", &None));
    assert_eq!(ids(Some(PublishedPosition::of(&first[0])), 10).await, ["g-1"]);
    for bounds in [RulesetBounds { rulesets: 2, ..BOUNDS }, RulesetBounds { bytes: 5, ..BOUNDS }] {
        assert_eq!(publish("g-3", bounds).await, Publication::Full);
    }
    // They make no room for others, and do not expire.
    let two = RulesetBounds { rulesets: 2, ..BOUNDS };
    assert!(!rulesets.store("g-4".to_owned(), "{}".to_owned(), two).await.unwrap());
    let age = "UPDATE guest_ruleset SET used_at = used_at - INTERVAL '25 hours'";
    database.change(age).await;
    let day = Duration::from_secs(24 * 3600);
    assert_eq!(rulesets.remove_expired(day).await.unwrap(), 1);
    assert_eq!(ids(None, 10).await, ["g-2", "g-1"]);
    // The time of the first one is over.
    database.change("UPDATE guest_ruleset SET published_at_ms = 5 WHERE id = 'g-1'").await;
    rulesets.end_publications(day).await.unwrap();
    assert_eq!(ids(None, 10).await, ["g-2"]);
    assert_eq!(rulesets.remove_expired(day).await.unwrap(), 0, "its lifetime begins now");
    let location = database.location();
    let listed = published_postgres(&location).await.unwrap();
    assert_eq!(listed, rulesets.published(None, 10).await.unwrap());
    assert!(unpublish_postgres(&location, "g-2").await.unwrap());
    assert!(!unpublish_postgres(&location, "g-2").await.unwrap());
    assert!(ids(None, 10).await.is_empty());
    journal.close().await;
}

#[tokio::test]
async fn a_game_that_moves_into_the_database_brings_its_ruleset_along() {
    let (database, folder) = (Database::fresh().await, tempfile::tempdir().unwrap());
    let alone = Process::start_with(folder.path(), &VARIABLES);
    let id = saved(alone.address, &centaurs()).await;
    let (mut white, mut black) = pair_of(alone.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
    assert!(alone.terminate().success());
    let data = folder.path().join("data");
    let exported = journal_well(&["export"], &data, "sqlite", b"");
    journal_well(&["import"], &data, &database.url(), &exported);

    // A server that plays alone, on the folder of before; then a node on another machine.
    let alone = Process::start_with(folder.path(), &[("TABULA_JOURNAL", &database.url())]);
    let (_, joined) = white.reconnect(alone.address).await;
    assert_eq!(joined["view"]["pieces"]["d4"]["type"], "n");
    assert!(alone.terminate().success());
    let node = start("a", &database);
    let (mut white, joined) = white.reconnect(node.process.address).await;
    assert_eq!(joined["view"]["pieces"]["d4"]["type"], "n");
    let (mut black, _) = black.reconnect(node.process.address).await;
    play(&mut black, &mut white, "a6a5 d4e5").await;
    let modes = get(node.process.address, "/api/modes").await.json();
    assert_eq!(modes["guestRules"], json!(true));
}
