//! Vacations, reports, blocks and passkeys that are asked for at one node, about what is at another.

use std::time::Duration;

use serde_json::json;

use super::sharing::{limits, nodes};
use crate::common::authenticator::{Authenticator, answer, begin, challenge, post_as};
use crate::common::owner::{Owner, now, show};
use crate::common::{http, pair, pair_of};

const DAY: Duration = Duration::from_secs(24 * 3_600);

#[tokio::test]
async fn a_flag_does_not_fall_whichever_node_has_heard_of_the_vacation() {
    let (a, b) = nodes(limits()).await;
    let request = json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": 1}});
    let (mut white, mut black) = pair_of(a.table.address, request).await;
    let ada = Owner::new(1);
    show(&ada, &mut white, "w").await;
    let until = now(&b.table) + 3 * 24 * 3_600_000;
    assert_eq!(ada.vacation(&b.table, 3).await.status, 200);
    // Node a looks for itself at the moment when the flag would fall, if it has not heard before.
    a.table.clock.advance(DAY);
    for player in [&mut white, &mut black] {
        let update = player.expect_update().await;
        assert_eq!((&update["gameStatus"], &update["clock"]["since"]), (&json!("active"), &json!(until)));
    }
    assert_eq!(ada.settings(&a.table).await["vacation"]["until"], until);
    a.table.server.stop().await;
    b.table.server.stop().await;
}

#[tokio::test]
async fn a_report_and_a_block_reach_the_node_that_plays_the_game() {
    let (a, b) = nodes(limits()).await;
    let (mut white, _black) = pair(a.table.address, "blind").await;
    let path = format!("/api/games/{}/report", white.game);
    for (token, status) in [("z".repeat(24), 404), (white.token.clone(), 201), (white.token.clone(), 409)] {
        let body = json!({"token": token, "reason": "other", "text": status.to_string()});
        let answer = http::post(b.table.address, &path, &body).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    let ada = Owner::new(1);
    show(&ada, &mut white, "w").await;
    let path = format!("/api/games/{}/block", white.game);
    let answer = ada.post(&b.table, "block", &path, &json!({"token": white.token})).await;
    assert_eq!((answer.status, answer.json()["blocked"].as_array().unwrap().len()), (200, 1));
    assert_eq!(ada.settings(&a.table).await["blocked"], answer.json()["blocked"]);
    a.table.server.stop().await;
    b.table.server.stop().await;
}

#[tokio::test]
async fn a_passkey_is_added_and_used_whichever_node_has_given_the_challenge() {
    let (a, b) = nodes(limits()).await;
    let ada = Owner::new(1);
    let mut phone = Authenticator::new(3, b.table.address);
    let (asked, _) = begin(&ada, &a.table).await;
    let body = phone.make(&asked, "Phone", "c2VhbGVk");
    let added = post_as(&ada, &b.table, "passkey-add", "/api/players/own/passkeys", &body).await;
    assert_eq!(added.status, 200, "{}", added.body);
    let body = phone.answer(&challenge(&a.table).await);
    assert_eq!(answer(&b.table, &body).await, (200, "c2VhbGVk".to_owned()));
    for node in [&a, &b] {
        assert_eq!(answer(&node.table, &body).await, (404, "challenge_gone".to_owned()));
    }
    a.table.server.stop().await;
    b.table.server.stop().await;
}
