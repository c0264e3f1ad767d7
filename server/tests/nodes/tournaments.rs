//! A tournament on several nodes, of which one dies in the middle of a round.

use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::processes::Node;
use crate::common::postgres::Database;
use crate::common::{PATIENCE, http};
use crate::tournaments::{Club, pairs, wish};

#[tokio::test]
async fn a_tournament_goes_on_at_another_node_when_one_is_killed_in_a_round() {
    let database = Database::fresh().await;
    let variables = [("TABULA_ROUND_PAUSE", "0s"), ("TABULA_CONNECTIONS_PER_ADDRESS", "10000")];
    let [a, b] = ["a", "b"].map(|name| Node::start_with(name, &database, &variables));
    let mut club = Club::of(a.process.address, wish(json!({"type": "swiss", "rounds": 2})), 4).await;
    club.direct(json!({"act": "begin"})).await;
    let first = pairs(&club.page().await, 0);
    let mut begun = vec![club.begin_board(first[0]).await];
    club.address = b.process.address;
    begun.push(club.begin_board(first[1]).await);
    a.process.kill();
    drop(begun);
    for pair in first {
        let seat = club.seat(&club.tokens[pair.0 - 1]).await;
        // The games of the dead node are claimed once it is silent.
        let game = format!("/api/games/{}", seat["gameId"].as_str().unwrap());
        let claimed = timeout(PATIENCE, async {
            while http::get(club.address, &game).await.status != 200 {
                sleep(Duration::from_millis(50)).await;
            }
        });
        claimed.await.expect("the game is claimed");
        club.resume_board(pair, true).await;
    }
    let page = club.wait_for("a round", |page| page["rounds"].as_array().unwrap().len() > 1).await;
    for board in page["rounds"][0]["boards"].as_array().unwrap() {
        assert_eq!(board["outcome"], "whiteWins");
    }
    for pair in pairs(&page, 1) {
        club.play_board(pair, true).await;
    }
    let page = club.wait_for("the end", |page| page["phase"] == "over").await;
    // A node that knew nothing of it tells the same.
    let again = Node::start("a", &database);
    assert_eq!(http::get(again.process.address, &club.path("")).await.json(), page);
}
