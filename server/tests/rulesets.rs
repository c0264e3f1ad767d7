//! Games of any ruleset over HTTP and sockets: their list, their creation, and their terms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use common::http::{get, post, request};
use common::{Table, pair_of};
use serde_json::{Value, json};

#[tokio::test]
async fn every_ruleset_is_described_with_what_goes_with_it() {
    let table = Table::open().await;
    let described = get(table.address, "/api/rulesets").await.json();
    let described = described["rulesets"].as_array().unwrap();
    let ids =
        |list: &[Value]| list.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let listed = get(table.address, "/api/rules").await.json();
    assert_eq!(ids(described), ids(listed["rulesets"].as_array().unwrap()));
    let of = |id: &str| described.iter().find(|ruleset| ruleset["id"] == id).unwrap();
    assert_eq!(described[0]["id"], "chess", "that of the open mode comes first");
    assert!(of("chess")["overlays"].as_array().unwrap().contains(&json!("torpedo")));
    assert!(of("chess")["gambits"].as_array().unwrap().contains(&json!("standard")));
    let shogi = of("shogi");
    assert_eq!((&shogi["board"], &shogi["sides"]), (&json!([9, 9]), &json!({"w": "sente", "b": "gote"})));
    assert_eq!(
        (&shogi["hands"], &shogi["drops"], &shogi["promotes"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(of("janggi")["passes"], true);
    assert_eq!((&of("duck")["places"], &of("chess960")["drawnStart"]), (&json!(true), &json!(true)));
    assert_eq!((of("chess").get("hands"), of("chess").get("drops")), (None, None));
}

#[tokio::test]
async fn ways_to_play_with_bids_are_listed_with_the_numbers_of_a_ruleset() {
    let table = Table::open().await;
    let of = async |ruleset: &str| {
        let answer = get(table.address, &format!("/api/gambits?ruleset={ruleset}")).await;
        (answer.status, answer.json()["gambits"].as_array().cloned().unwrap_or_default())
    };
    let (status, makruk) = of("makruk").await;
    let standard = makruk.iter().find(|gambit| gambit["id"] == "standard").unwrap();
    assert_eq!((status, &standard["ruleset"], &standard["initial"]), (200, &json!("makruk"), &json!(32)));
    assert_eq!(standard["capacities"], json!({"k": 6, "m": 2, "s": 3, "r": 5, "n": 3, "p": 1}));
    assert_eq!(of("duck").await, (200, Vec::new()));
    assert_eq!(of("xiangqi").await.1.len(), 1);
    assert_eq!(of("chaturaji").await.0, 404);

    // The list says what the server accepts.
    let described = get(table.address, "/api/rulesets").await.json();
    for (ruleset, accepted) in [("makruk", true), ("minishogi", true), ("duck", false), ("losers", false)] {
        let mut listed = described["rulesets"].as_array().unwrap().iter();
        let listed = listed.find(|described| described["id"] == ruleset).unwrap();
        assert_eq!(listed["gambits"].as_array().unwrap().contains(&json!("standard")), accepted, "{ruleset}");
        for mode in ["vanilla", "blind"] {
            let asked = json!({"mode": mode, "side": "white", "ruleset": ruleset, "gambit": "standard"});
            let answer = post(table.address, "/api/games", &asked).await;
            assert_eq!(answer.status == 201, accepted, "{ruleset} {mode}: {}", answer.body);
            let reason = answer.field("reason");
            assert_eq!(
                reason.is_some_and(|reason| reason == "bids_of_another_ruleset"),
                !accepted,
                "{ruleset}"
            );
        }
    }
}

#[tokio::test]
async fn two_people_sit_down_to_a_game_with_hands() {
    let table = Table::open().await;
    let request = json!({"mode": "vanilla", "side": "white", "ruleset": "minishogi"});
    let (mut first, mut second) = pair_of(table.address, request).await;
    let terms = get(table.address, &format!("/api/games/{}", first.game)).await.json();
    assert_eq!(terms["ruleset"], "minishogi");
    first.commit("a2", "a3").await;
    let update = first.expect_update().await;
    assert_eq!(update["view"]["hands"], json!({"w": [], "b": []}));
    second.expect_update().await;
    second.send(json!({"type": "drop", "piece": "s:p", "to": "c3"})).await;
    let refused = second.expect_update().await;
    assert_eq!(refused["newAnnouncements"][0]["text"], "no_such_piece");
    second.send(json!({"type": "resign"})).await;
    assert_eq!(second.expect_update().await["gameStatus"], "finished");
}

#[tokio::test]
async fn an_unknown_ruleset_has_a_code_of_its_own() {
    let table = Table::open().await;
    for (ruleset, status, code, reason) in
        [("chaturaji", 400, "unknown_ruleset", "unknown_ruleset"), ("", 400, "malformed", "invalid_setting")]
    {
        let asked = json!({"mode": "vanilla", "side": "white", "ruleset": ruleset});
        let answer = post(table.address, "/api/games", &asked).await;
        assert_eq!((answer.status, &answer.json()["code"]), (status, &json!(code)), "{ruleset}");
        assert_eq!(answer.json()["reason"], reason, "{ruleset}");
    }
}

#[tokio::test]
async fn a_ruleset_is_served_as_its_author_writes_it() {
    let table = Table::open().await;
    let written = |id: &str| {
        let path = format!("/api/rules/{id}/written");
        async move { get(table.address, &path).await.json() }
    };
    let (chess, shogi) = (written("chess").await, written("shogi").await);
    for (game, patterns) in [(&chess, "patterns/castling.moves"), (&shogi, "patterns/shogi.moves")] {
        let files = game.as_object().unwrap();
        assert!(files.contains_key(patterns) && files.contains_key("perft.json"), "{:?}", files.keys());
        assert!(
            !files.keys().any(|path| path.starts_with("ggn/") || path == "effects.json"),
            "{:?}",
            files.keys()
        );
    }
    let bundle = get(table.address, "/api/rules/chess").await.json();
    assert!(
        !bundle.as_object().unwrap().keys().any(|path| path.starts_with("patterns/")),
        "a client that asks for no form is sent tables"
    );
}

#[tokio::test]
async fn tables_are_sent_compact_or_relative_to_those_who_ask_for_it() {
    let table = Table::open().await;
    let ask = |query: &str| {
        let path = format!("/api/rules/minishogi{query}");
        async move { get(table.address, &path).await }
    };
    let (plain, canonical) = (ask("").await, ask("?tables=canonical").await);
    let compact = ask("?tables=compact").await;
    assert_eq!(plain.body, canonical.body);
    assert!(compact.body.len() * 2 < plain.body.len(), "{} of {}", compact.body.len(), plain.body.len());
    assert_ne!(plain.header("etag"), compact.header("etag"));
    assert!(compact.json()["ggn/minishogi.json"].as_str().unwrap().starts_with("{\"possibilities\":[["));
    assert_eq!(compact.json()["ruleset.json"], plain.json()["ruleset.json"]);
    let relative = ask("?tables=relative").await;
    assert!(
        relative.body.len() * 4 < compact.body.len(),
        "{} of {}",
        relative.body.len(),
        compact.body.len()
    );
    assert_ne!(relative.header("etag"), compact.header("etag"));
    assert!(
        relative.json()["ggn/minishogi.json"].as_str().unwrap().starts_with("{\"relative\":{\"board\":[5,5]")
    );
    let rows = "\"rows\":{\"relative\":{\"board\":[5,5]";
    assert!(relative.json()["effects.json"].as_str().unwrap().contains(rows));
    assert_eq!(relative.json()["ruleset.json"], plain.json()["ruleset.json"]);
    assert_eq!(ask("?tables=short").await.status, 400);
}

#[tokio::test]
async fn names_are_served_in_each_language_that_has_them() {
    let table = Table::open().await;
    let of = |language: &'static str| {
        let address = table.address;
        async move { get(address, &format!("/api/translations/{language}")).await }
    };
    for language in ["de", "es", "fr", "ja", "pt", "ru", "zh"] {
        let answer = of(language).await;
        let names = answer.json();
        assert_eq!((answer.status, &names["id"]), (200, &json!(language)));
        assert!(names["sides"]["white"].is_string(), "{language}: {names}");
    }
    assert_eq!(of("de").await.json()["sides"]["white"], "Weiß");
    // The descriptions of games come apart.
    assert_eq!(of("de").await.json()["abouts"], json!(null));
    let abouts = of("de/abouts").await;
    assert_eq!(abouts.status, 200);
    assert!(abouts.json()["shogi"].as_str().unwrap().contains("japanische Schach"), "{}", abouts.json());
    // Kept by browsers until it changes.
    let tag = of("de").await.header("etag").unwrap().to_owned();
    let head =
        format!("GET /api/translations/de HTTP/1.1\r\nhost: {}\r\nif-none-match: {tag}\r\n", table.address);
    assert_eq!(request(table.address, &head, b"").await.status, 304);
    for unknown in ["en", "en/abouts", "de/about", "xx", "DE", "de.json", "..%2Fde", "%FF"] {
        let answer = of(unknown).await;
        assert_eq!((answer.status, &answer.json()["code"]), (404, &json!("not_found")), "{unknown}");
    }
}
