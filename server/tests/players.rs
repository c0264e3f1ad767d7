//! Keys of players: a seat shows one, the record keeps its id, and its owner alone finds the results.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;
use std::time::Duration;

use common::owner::{Owner, get_with, now, show};
use common::player::play;
use common::postgres::Database;
use common::{Setting, Table, pair_of};
use serde_json::{Value, json};
use tabula::journal::{Journal, PostgresJournal, SqliteJournal};

fn terms(mode: &str, allowed: bool) -> Value {
    json!({"mode": mode, "side": "white", "highlightingEnabled": true, "spectators": {"allowed": allowed}})
}

const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

#[tokio::test]
async fn results_are_found_by_the_owner_of_a_key_and_by_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let sqlite = SqliteJournal::open(&folder.path().join("journal.db"), "rules", &limits).await.unwrap();
    let database = Database::fresh().await;
    let postgres = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    for journal in [Arc::new(sqlite) as Arc<dyn Journal>, Arc::new(postgres)] {
        let table = Setting { journal, ..Setting::default() }.open().await;
        let (ada, grace) = (Owner::new(1), Owner::new(2));
        let mut ids = Vec::new();
        for (mode, allowed, has_key) in
            [("blind", false, true), ("vanilla", true, true), ("blind", true, false)]
        {
            let (mut white, mut black) = pair_of(table.address, terms(mode, allowed)).await;
            show(&ada, &mut white, "w").await;
            if has_key {
                show(&grace, &mut black, "b").await;
            }
            play(&mut white, &mut black, MATE).await;
            // Neither player is told of the other's key, by any frame.
            for (player, other) in [(&white, &grace), (&black, &ada)] {
                let frames = serde_json::to_string(&player.received).unwrap();
                assert!(!frames.contains(&other.key()));
            }
            ids.push((white.game.clone(), black.token.clone()));
            table.clock.advance(Duration::from_secs(1));
        }
        let found = ada.results(&table).await;
        let modes: Vec<_> =
            found["games"].as_array().unwrap().iter().map(|game| &game["summary"]["mode"]).collect();
        assert_eq!(modes, ["blind", "vanilla", "blind"]);
        assert!(found["games"].as_array().unwrap().iter().all(|game| game["you"] == "w"));
        let counts = |results: &Value| -> Vec<Value> {
            let rows = results["results"].as_array().unwrap().iter();
            rows.map(|row| {
                json!([row["mode"], row["control"]["played"], row["control"]["won"], row["control"]["lost"]])
            })
            .collect()
        };
        assert_eq!(counts(&found), [json!(["blind", 2, 0, 2]), json!(["vanilla", 1, 0, 1])]);
        let theirs = grace.results(&table).await;
        assert_eq!(counts(&theirs), [json!(["blind", 1, 1, 0]), json!(["vanilla", 1, 1, 0])]);
        // The lists that everybody reads, and what a record says, name no id.
        for path in ["/api/finished".to_owned(), format!("/api/games/{}/record", ids[1].0)] {
            let open = get_with(table.address, &path, "").await;
            assert_eq!(open.status, 200);
            for id in [&found["id"], &theirs["id"]] {
                assert!(!open.body.contains(id.as_str().unwrap()), "{}", open.body);
            }
        }
        // A private game opens to the keys that its seats had, and to no other.
        let path = format!("/api/games/{}/record", ids[0].0);
        for (owner, game, status) in [
            (&ada, &ids[0].0, 200),
            (&grace, &ids[0].0, 200),
            (&Owner::new(3), &ids[0].0, 404),
            // A signature for another game.
            (&ada, &ids[1].0, 404),
        ] {
            let signature = owner.sign(&format!("tabula record {game}"));
            let header = format!("authorization: Bearer {}.{signature}\r\n", owner.key());
            let answer = get_with(table.address, &path, &header).await;
            assert_eq!(answer.status, status, "{}", answer.body);
        }
        let nobody = Owner::new(3).results(&table).await;
        assert_eq!((&nobody["games"], &nobody["results"]), (&json!([]), &json!([])));
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_seat_is_given_one_key_before_its_first_move_by_a_signature_for_it() {
    let table = Table::open().await;
    let (mut white, mut black) = pair_of(table.address, terms("blind", true)).await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    // For the other seat, for another game, and by another key.
    for wrong in [ada.identify(&white.game, "b"), ada.identify("aaaaaaaa", "w")] {
        white.send(wrong).await;
        white.expect_error("malformed").await;
    }
    let mut mixed = ada.identify(&white.game, "w");
    mixed["key"] = grace.key().into();
    white.send(mixed).await;
    white.expect_error("malformed").await;
    show(&ada, &mut white, "w").await;
    show(&ada, &mut white, "w").await;
    let mut second = grace.identify(&white.game, "w");
    second["id"] = "second".into();
    white.send(second).await;
    white.expect_error("wrong_phase").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    black.send(grace.identify(&black.game, "b")).await;
    black.expect_error("wrong_phase").await;
    black.send(json!({"type": "resign"})).await;
    black.expect_update().await;
    white.expect_update().await;
    assert_eq!(ada.results(&table).await["results"][0]["control"]["won"], 1);
    assert_eq!(grace.results(&table).await["games"], json!([]));
}

#[tokio::test]
async fn a_game_against_oneself_counts_for_nothing() {
    let table = Table::open().await;
    let (mut white, mut black) = pair_of(table.address, terms("vanilla", true)).await;
    let ada = Owner::new(1);
    show(&ada, &mut white, "w").await;
    show(&ada, &mut black, "b").await;
    play(&mut white, &mut black, MATE).await;
    let found = ada.results(&table).await;
    assert_eq!((&found["games"], &found["results"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn a_request_is_signed_now_and_for_its_purpose() {
    let table = Table::open().await;
    let ada = Owner::new(1);
    let at = now(&table);
    for (headers, code) in [
        (String::new(), "not_signed"),
        ("authorization: Key nonsense\r\n".to_owned(), "not_signed"),
        (ada.header("record k3f9x2ab", at), "not_signed"),
        (ada.header("results", at - 300_001), "not_signed"),
        (ada.header("results", at + 300_001), "not_signed"),
    ] {
        let answer = get_with(table.address, "/api/players/own", &headers).await;
        assert_eq!((answer.status, &answer.json()["code"]), (401, &json!(code)), "{headers}");
        assert!(answer.header("date").is_some(), "by which the client signs again");
    }
    let signed = ada.header("results", at);
    let answer = get_with(table.address, "/api/players/own?before=1", &signed).await;
    assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")));
}
