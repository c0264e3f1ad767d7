//! Games on their way to another device: kept sealed, for a while, and given out once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::time::Duration;

use common::Table;
use common::http::{Answer, post, request};
use serde_json::json;
use tabula::limits::Limits;

async fn keep(address: SocketAddr, code: &str) -> Answer {
    post(address, "/api/handovers", &json!({"code": code, "sealed": "c2VhbGVk"})).await
}

async fn take(address: SocketAddr, code: &str) -> Answer {
    post(address, "/api/handovers/take", &json!({"code": code})).await
}

fn code(letter: &str) -> String {
    letter.repeat(24)
}

#[tokio::test]
async fn what_is_sealed_is_given_out_once() {
    let table = Table::open().await;
    let kept = keep(table.address, &code("c")).await;
    assert_eq!((kept.status, kept.json()), (201, json!({"seconds": 300})));
    assert_eq!(keep(table.address, &code("c")).await.status, 503, "a code is of one handover");
    let taken = take(table.address, &code("c")).await;
    assert_eq!((taken.status, taken.header("cache-control")), (200, Some("no-store")));
    assert_eq!(taken.json(), json!({"sealed": "c2VhbGVk"}));
    for gone in [code("c"), code("d")] {
        let answer = take(table.address, &gone).await;
        assert_eq!((answer.status, &answer.json()["code"]), (404, &json!("handover_gone")));
    }
}

#[tokio::test]
async fn after_five_minutes_it_is_gone_and_makes_room() {
    let table = Table::with(Limits { handovers: 1, ..Limits::default() }).await;
    assert_eq!(keep(table.address, &code("c")).await.status, 201);
    assert_eq!(keep(table.address, &code("d")).await.status, 503);
    table.clock.advance(Duration::from_secs(300));
    assert_eq!(take(table.address, &code("c")).await.status, 404);
    assert_eq!(keep(table.address, &code("d")).await.status, 201);
}

#[tokio::test]
async fn an_address_has_so_many_and_asks_so_often() {
    let limits = Limits { handovers_per_address: 1, join_burst: 4, join_rate: 1, ..Limits::default() };
    let table = Table::with(limits).await;
    assert_eq!(keep(table.address, &code("c")).await.status, 201);
    assert_eq!(keep(table.address, &code("d")).await.status, 503);
    assert_eq!(take(table.address, &code("c")).await.status, 200);
    assert_eq!(keep(table.address, &code("d")).await.status, 201);
    let refused = take(table.address, &code("d")).await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("rate_limited")));
}

#[tokio::test]
async fn pages_of_elsewhere_and_other_forms_are_refused() {
    let table = Table::open().await;
    let address = table.address;
    for path in ["/api/handovers", "/api/handovers/take"] {
        let foreign = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: https://evil.example\r\ncontent-type: application/json\r\n"
        );
        assert_eq!(request(address, &foreign, b"{}").await.status, 403);
        assert_eq!(post(address, path, &json!({"code": code("c"), "more": 1})).await.status, 400);
    }
    for wrong in [
        json!({"code": "short", "sealed": "c2VhbGVk"}),
        json!({"code": code("*"), "sealed": "c2VhbGVk"}),
        json!({"code": code("c"), "sealed": ""}),
        json!({"code": code("c"), "sealed": "<script>"}),
    ] {
        let answer = post(address, "/api/handovers", &wrong).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{wrong}");
    }
    let long = json!({"code": code("c"), "sealed": "a".repeat(5_000)});
    assert_eq!(post(address, "/api/handovers", &long).await.status, 413);
}
