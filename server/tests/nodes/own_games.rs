//! The list of a player's own games where several nodes play them.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::sharing::{deaf_node, limits, metric, node};
use crate::common::http;
use crate::common::postgres::Database;

async fn list(address: SocketAddr, seats: &[(&str, &str)]) -> Value {
    let seats: Vec<_> = seats.iter().map(|(game, token)| json!({"gameId": game, "token": token})).collect();
    let answer = http::post(address, "/api/own-games", &json!({"seats": seats})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[tokio::test]
async fn any_node_lists_the_games_of_all_nodes_in_the_order_of_the_request() {
    let database = Database::fresh().await;
    let a = node("a", &database, limits()).await;
    let b = node("b", &database, limits()).await;
    let (first, first_token) = a.table.create(json!({"mode": "blind", "side": "white"})).await;
    let (second, second_token) = b.table.create(json!({"mode": "vanilla", "side": "black"})).await;
    let (third, _) = a.table.create(json!({"mode": "blind"})).await;
    let wrong = "z".repeat(24);
    let seats: &[(&str, &str)] =
        &[(&first, &first_token), (&third, &wrong), (&second, &second_token), ("zzzzzzzz", &wrong)];
    let at_a = list(a.table.address, seats).await;
    let games: Vec<_> =
        at_a["games"].as_array().unwrap().iter().map(|game| &game["terms"]["gameId"]).collect();
    assert_eq!(games, [&json!(first), &json!(second)]);
    assert_eq!((&at_a["unknown"], &at_a["unanswered"]), (&json!([third, "zzzzzzzz"]), &json!([])));
    assert_eq!(list(b.table.address, seats).await, at_a, "whichever node is asked");
    assert_eq!(
        metric(&a, r#"tabula_passed_on_total{result="answered"}"#).await,
        1,
        "one question for all games of a node"
    );
    a.table.server.stop().await;
    b.table.server.stop().await;
}

#[tokio::test]
async fn a_node_that_is_silent_leaves_a_gap_that_is_marked() {
    let database = Database::fresh().await;
    let (deaf, _listener) = deaf_node("deaf", &database, limits()).await;
    let b = node("b", &database, limits()).await;
    let (there, token) = deaf.create(json!({"mode": "blind"})).await;
    let (here, own_token) = b.table.create(json!({"mode": "blind"})).await;
    let found = list(b.table.address, &[(&there, &token), (&here, &own_token)]).await;
    assert_eq!((&found["unknown"], &found["unanswered"]), (&json!([]), &json!([there])), "{found}");
    assert_eq!(found["games"][0]["terms"]["gameId"], here);
    deaf.server.stop().await;
    // Its games are free now, and node b begins them anew from what is stored.
    let found = list(b.table.address, &[(&there, &token), (&here, &own_token)]).await;
    assert_eq!((found["games"].as_array().unwrap().len(), &found["unanswered"]), (2, &json!([])), "{found}");
    b.table.server.stop().await;
}
