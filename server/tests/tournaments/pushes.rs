//! Push messages about rounds: to the players of a board who asked for them, and to nobody else.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tabula::journal::SqliteJournal;
use tabula::push::PushReach;

use super::*;
use crate::common::pair;
use crate::push::{PushService, Received, leave, settings};

fn setting() -> Setting {
    Setting { limits: limits(), push: Some(settings(PushReach::Any)), ..Setting::default() }
}

fn swiss(rounds: u8) -> Value {
    wish(json!({"type": "swiss", "rounds": rounds}))
}

async fn subscribe(club: &Club, token: &str, subscription: &Value) -> Answer {
    let body = json!({"subscription": subscription});
    bearer(club.address, "POST", &club.path("/subscribe"), token, Some(body)).await
}

async fn unsubscribe(club: &Club, token: &str, subscription: &Value) -> Answer {
    let body = json!({"endpoint": subscription["endpoint"]});
    bearer(club.address, "POST", &club.path("/unsubscribe"), token, Some(body)).await
}

/// Returns the name of the browser that a message was sent to.
fn browser(received: &Received) -> String {
    received.head.split(' ').nth(1).unwrap().trim_start_matches('/').to_owned()
}

/// Returns the names of the browsers that the next messages are sent to.
async fn browsers(service: &mut PushService, count: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for _ in 0..count {
        names.insert(browser(&service.next().await));
    }
    names
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.field("code").unwrap_or_default())
}

#[tokio::test]
async fn each_player_of_a_board_is_told_once_and_a_bye_is_not() {
    let mut service = PushService::open().await;
    let table = setting().open().await;
    let club = Club::of(table.address, swiss(1), 3).await;
    let before = get(table.address, &club.path("")).await;
    for (name, token) in ["1", "2", "3"].into_iter().zip(&club.tokens) {
        let subscription = service.subscription(name);
        // Once more it is there already.
        for _ in 0..2 {
            let answer = subscribe(&club, token, &subscription).await;
            assert_eq!((answer.status, answer.body.as_str()), (204, ""));
        }
        let own = club.own(token).await.to_string();
        assert!(!own.contains(&service.address.to_string()), "{own}");
    }
    let after = get(table.address, &club.path("")).await;
    assert_eq!((before.body.as_str(), before.header("etag")), (after.body.as_str(), after.header("etag")));
    club.direct(json!({"act": "begin"})).await;
    let (white, black) = pairs(&club.page().await, 0)[0];
    let mut told = BTreeSet::new();
    let mut length = 0;
    for _ in 0..2 {
        let received = service.next().await;
        assert_eq!(service.read(&received), json!({"type": "next-round", "tournamentId": club.id}));
        assert_eq!((received.header("ttl"), received.header("urgency")), ("600", "high"));
        assert!(!received.head.contains(&club.id));
        told.insert(browser(&received));
        length = received.body.len();
    }
    assert_eq!(told, BTreeSet::from([white.to_string(), black.to_string()]));
    // A push service sees the length: it is that of the message about a turn.
    let (mut mover, absent) = pair(table.address, "blind").await;
    leave(absent, &mut mover, &service.subscription("turn")).await;
    mover.commit("e2", "e4").await;
    mover.expect_update().await;
    let turn = service.next().await;
    assert_eq!((browser(&turn).as_str(), turn.body.len()), ("turn", length));
    table.server.stop().await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn subscriptions_outlive_a_restart_and_the_oldest_of_five_goes() {
    let mut service = PushService::open().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let push = setting().push;
    let open = async || {
        let journal = SqliteJournal::open(&file, "rules", &limits()).await.unwrap();
        Setting { limits: limits(), journal: Arc::new(journal), push: push.clone(), ..Setting::default() }
            .open()
            .await
    };
    let table = open().await;
    let mut club = Club::of(table.address, swiss(1), 2).await;
    for name in ["a", "b", "c", "d", "e"] {
        let answer = subscribe(&club, &club.tokens[0], &service.subscription(name)).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
    }
    let other = service.subscription("other");
    assert_eq!(subscribe(&club, &club.tokens[1], &other).await.status, 204);
    // A player takes back their own alone, and nothing happens where there is none.
    for (token, subscription) in [
        (&club.tokens[0], service.subscription("c")),
        (&club.tokens[0], other.clone()),
        (&club.tokens[0], service.subscription("unknown")),
    ] {
        assert_eq!(unsubscribe(&club, token, &subscription).await.status, 204);
    }
    table.server.stop().await;
    let table = open().await;
    club.address = table.address;
    assert_eq!(unsubscribe(&club, &club.tokens[0], &service.subscription("e")).await.status, 204);
    club.direct(json!({"act": "begin"})).await;
    let expected = ["b", "d", "other"].map(str::to_owned);
    assert_eq!(browsers(&mut service, 3).await, BTreeSet::from(expected));
    table.server.stop().await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_removed() {
    let mut service = PushService::open().await;
    let setting = setting();
    let table = setting.open().await;
    let club = Club::of(table.address, swiss(2), 2).await;
    service.status.store(410, Ordering::Relaxed);
    assert_eq!(subscribe(&club, &club.tokens[0], &service.subscription("gone")).await.status, 204);
    club.direct(json!({"act": "begin"})).await;
    assert_eq!(browser(&service.next().await), "gone");
    let store = setting.journal.tournaments().unwrap();
    let id: session::GameId = club.id.parse().unwrap();
    let removed = timeout(PATIENCE, async {
        while !store.load(&id, 0).await.unwrap().iter().any(|row| row.body.contains("unsubscribed")) {
            sleep(Duration::from_millis(20)).await;
        }
    });
    removed.await.expect("the subscription is removed");
    service.status.store(201, Ordering::Relaxed);
    assert_eq!(subscribe(&club, &club.tokens[0], &service.subscription("next")).await.status, 204);
    // They have not played, so they meet again.
    club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "bothForfeit"})).await;
    assert_eq!(browser(&service.next().await), "next");
    table.server.stop().await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn a_subscription_is_of_a_player_and_for_a_push_service() {
    let service = PushService::open().await;
    let push = Some(settings(PushReach::Public));
    let table = Setting { push, ..setting() }.open().await;
    let club = Club::of(table.address, swiss(1), 2).await;
    let mut outside = service.subscription("outside");
    outside["endpoint"] = "https://push.example/outside".into();
    let [forbidden, malformed] =
        [(403, "not_a_member"), (400, "malformed")].map(|(status, code)| (status, code.to_owned()));
    for token in [club.director.as_str(), "AAAAAAAAAAAAAAAAAAAAAAAA"] {
        assert_eq!(code(&subscribe(&club, token, &outside).await), forbidden);
        assert_eq!(code(&unsubscribe(&club, token, &outside).await), forbidden);
    }
    let player = club.tokens[0].as_str();
    // An address in the own network, a key that is no point of the curve, and a field too many.
    let inside = service.subscription("inside");
    let mut wrong_key = outside.clone();
    wrong_key["keys"]["p256dh"] = format!("B{}", "A".repeat(86)).into();
    let mut longer = outside.clone();
    longer["expirationTime"] = Value::Null;
    for wrong in [&inside, &wrong_key, &longer] {
        let answer = subscribe(&club, player, wrong).await;
        assert_eq!(code(&answer), malformed);
        assert!(!answer.body.contains(wrong["endpoint"].as_str().unwrap()), "{}", answer.body);
    }
    // Each is an event that is kept, so there is a bound on them.
    for number in 0..20 {
        outside["endpoint"] = format!("https://push.example/{number}").into();
        assert_eq!(subscribe(&club, player, &outside).await.status, 204, "{number}");
    }
    outside["endpoint"] = "https://push.example/more".into();
    let refused = subscribe(&club, player, &outside).await;
    assert_eq!(refused.field("reason").as_deref(), Some("too_many_changes"), "{}", refused.body);
    let over = Club::of(table.address, swiss(1), 2).await;
    over.direct(json!({"act": "begin"})).await;
    over.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "draw"})).await;
    over.wait_for("the end", |page| page["phase"] == "over").await;
    let late = subscribe(&over, &over.tokens[0], &outside).await;
    assert_eq!(code(&late), (409, "not_now".to_owned()));
    table.server.stop().await;
}

#[tokio::test]
async fn a_server_without_a_key_takes_no_subscription() {
    let service = PushService::open().await;
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, swiss(1), 1).await;
    let answer = subscribe(&club, &club.tokens[0], &service.subscription("phone")).await;
    assert_eq!(code(&answer), (404, "push_off".to_owned()));
    table.server.stop().await;
}
