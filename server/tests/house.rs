//! House rules over the wire: their list, games with them, their rules for the browser, and refusals.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use common::http::{self, get, post};
use common::player::play;
use common::{Player, Setting, Table};
use serde_json::{Value, json};
use session::limits::HOUSE_RULE_CHOICES_MAX;
use tabula::limits::Limits;

async fn game(table: &Table, overlays: Value) -> (Player, Player) {
    let request = json!({"mode": "vanilla", "side": "white", "overlays": overlays});
    let (game, token) = table.create(request).await;
    let mut white = Player::connect(table.address, &game).await;
    let joined = white.hello(json!({"token": token})).await;
    assert_eq!(joined["overlays"], overlays);
    let mut black = Player::connect(table.address, &game).await;
    assert_eq!(black.hello(json!({})).await["overlays"], overlays);
    white.expect_update().await;
    white.expect("peer-status").await;
    (white, black)
}

#[tokio::test]
async fn a_game_keeps_its_house_rules_after_a_restart() {
    let setting = Setting::default();
    let table = setting.open().await;
    let (mut white, mut black) = game(&table, json!(["capture-to-win", "torpedo"])).await;
    play(&mut white, &mut black, "e2e4 a7a6 e4e6").await;
    table.server.stop().await;

    let table = setting.open().await;
    let (mut white, joined) = white.reconnect(table.address).await;
    assert_eq!(joined["overlays"], json!(["capture-to-win", "torpedo"]));
    assert_eq!(joined["view"]["pieces"]["e6"]["type"], "p");
    let (mut black, _) = black.reconnect(table.address).await;
    let (end, _) = play(&mut black, &mut white, "d7e6").await;
    assert_eq!((&end["endReason"], &end["winner"]), (&json!("captures"), &json!("b")));
}

#[tokio::test]
async fn house_rules_are_listed_and_unknown_ones_refused_by_name() {
    let table = Table::open().await;
    let response = get(table.address, "/api/overlays").await;
    assert_eq!((response.status, response.header("cache-control")), (200, Some("public, no-cache")));
    let response = response.json();
    let torpedo =
        response["overlays"].as_array().unwrap().iter().find(|rule| rule["id"] == "torpedo").unwrap();
    assert_eq!(
        (&torpedo["name"], &torpedo["over"][0], &torpedo["notWith"]),
        (&json!("Torpedo pawns"), &json!("chess"), &json!(["berolina-pawns"]))
    );
    assert!(torpedo["over"].as_array().unwrap().contains(&json!("chess960")), "{torpedo}");
    for (overlays, why, reason, clashing) in [
        (
            json!(["torpedo", "Torpedo"]),
            "there is no house rule \"Torpedo\"",
            "unknown_house_rule",
            json!(null),
        ),
        (
            json!(["torpedo", "poisoned-squares", "king-heals"]),
            "king-heals cannot be played without piece-hp; poisoned-squares cannot be played without piece-hp",
            "house_rule_missing",
            json!(["king-heals", "poisoned-squares"]),
        ),
        (
            json!(["three-check", "torpedo", "berolina-pawns"]),
            "berolina-pawns cannot be combined with torpedo",
            "house_rules_clash",
            json!(["berolina-pawns", "torpedo"]),
        ),
        (json!(["torpedo", "torpedo"]), "torpedo is named twice", "house_rules_clash", json!(["torpedo"])),
        (json!(vec!["torpedo"; 17]), "a game has at most 16 house rules", "invalid_setting", json!(null)),
        (json!("torpedo"), "invalid type", "invalid_setting", json!(null)),
        (Value::Null, "invalid type", "invalid_setting", json!(null)),
    ] {
        let request = json!({"mode": "blind", "overlays": overlays});
        let answer = post(table.address, "/api/games", &request).await;
        let body = answer.json();
        assert_eq!((answer.status, body["code"].as_str()), (400, Some("malformed")), "{overlays}");
        assert!(body["message"].as_str().unwrap().contains(why), "{overlays}: {body}");
        assert_eq!((&body["reason"], &body["overlays"]), (&json!(reason), &clashing), "{overlays}");
        let missing = if reason == "house_rule_missing" { json!(["piece-hp"]) } else { json!(null) };
        assert_eq!(body["required"], missing, "{overlays}");
    }
    assert_eq!(table.server.resource_counts().games, 0);
}

#[tokio::test]
async fn the_rules_with_house_rules_are_served_while_a_game_uses_them() {
    let table = Table::open().await;
    let path = "/api/rules/chess?with=torpedo,three-check";
    assert_eq!(get(table.address, path).await.status, 404, "a request alone makes no rules");
    let (mut white, mut black) = game(&table, json!(["three-check", "torpedo"])).await;
    let plain = get(table.address, path).await;
    assert_eq!((plain.status, plain.header("cache-control")), (200, Some("public, no-cache")));
    let files = plain.json();
    assert!(files["ggn/torpedo/pawn.json"].is_string() && files["ruleset.json"].is_string());
    let tag = plain.header("etag").unwrap().to_owned();
    let again = get(table.address, "/api/rules/chess?with=three-check%2Ctorpedo").await;
    assert_eq!(again.header("etag"), Some(&*tag), "the order does not matter");
    let pinned = get(table.address, &format!("{path}&v={}", tag.trim_matches('"'))).await;
    assert_eq!(pinned.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nif-none-match: {tag}\r\n", table.address);
    assert_eq!(http::request(table.address, &head, b"").await.status, 304);
    assert_ne!(get(table.address, "/api/rules/chess").await.header("etag"), Some(&*tag));
    assert_eq!(get(table.address, "/api/rules/draughts?with=torpedo,three-check").await.status, 404);
    for unknown in ["", "Torpedo", "torpedo,,three-check", "torpedo&with=three-check"] {
        let answer = get(table.address, &format!("/api/rules/chess?with={unknown}")).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{unknown}");
    }
    // A finished game that is still kept has its rules for review.
    white.send(json!({"type": "resign"})).await;
    black.expect_update().await;
    assert_eq!(get(table.address, path).await.status, 200);
}

#[tokio::test]
async fn one_address_cannot_use_up_the_choices_by_rulesets_that_have_what_house_rules_need() {
    let table = Table::with(Limits { house_rules_per_address: 1, ..Limits::default() }).await;
    let create = async |ruleset: &str, overlays: &[&str]| {
        let request = json!({"mode": "blind", "ruleset": ruleset, "overlays": overlays});
        post(table.address, "/api/games", &request).await.status
    };
    assert_eq!(create("crazyhouse", &["three-check"]).await, 201);
    assert_eq!(create("chess960", &["three-check"]).await, 429);
    assert_eq!(create("chess", &["three-check", "torpedo"]).await, 429);
    let several = json!({"mode": "blind", "overlays": ["three-check", "torpedo"]});
    let refused = post(table.address, "/api/games", &several).await;
    assert_eq!(refused.field("reason").as_deref(), Some("too_many_house_rule_games"));
    assert_eq!(create("shogi", &["three-check"]).await, 429, "before it is known whether they go together");
    for overlays in [&["three-check"][..], &[]] {
        assert_eq!(create("chess", overlays).await, 201);
    }
    let table = Table::open().await;
    let request = json!({"mode": "blind", "ruleset": "shogi", "overlays": ["three-check"]});
    let answer = post(table.address, "/api/games", &request).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
    let why = "shogi does not meet the needs of three-check: C:K among the pieces";
    assert!(answer.body.contains(why), "{}", answer.body);
    assert_eq!(answer.json()["reason"], "house_rules_clash");
    assert_eq!(answer.json()["overlays"], json!(["three-check"]));
    assert_eq!(create("chess960", &[]).await, 201);
}

#[tokio::test]
async fn choices_of_house_rules_are_limited_and_existing_games_continue() {
    let table = Table::with(Limits { house_rules_per_address: 1_000, ..Limits::default() }).await;
    let rules = [
        "capture-to-win",
        "first-promotion-wins",
        "king-of-the-hill",
        "no-castling",
        "pawns-move-backward",
        "three-check",
        "torpedo",
    ];
    let choices = 1..1usize << rules.len();
    let choice = |bits: usize| -> Vec<&str> {
        rules.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, id)| id).collect()
    };
    let (mut made, mut refused) = (Vec::new(), None);
    for bits in choices {
        let request = json!({"mode": "blind", "overlays": choice(bits)});
        let answer = post(table.address, "/api/games", &request).await;
        match answer.status {
            201 => made.push(request),
            400 => assert!(answer.body.contains("cannot be played together"), "{}", answer.body),
            status => {
                refused = Some((status, answer.json()["code"].clone(), answer.json()["reason"].clone()));
                break;
            }
        }
    }
    let several = |request: &&Value| request["overlays"].as_array().is_some_and(|rules| rules.len() > 1);
    assert_eq!(
        (made.iter().filter(several).count(), refused),
        (HOUSE_RULE_CHOICES_MAX, Some((503, json!("server_full"), json!("house_rules_full"))))
    );
    let kept = made.iter().find(several).unwrap();
    for request in [kept, &json!({"mode": "blind", "overlays": ["atomic"]}), &json!({"mode": "blind"})] {
        assert_eq!(post(table.address, "/api/games", request).await.status, 201);
    }
}
