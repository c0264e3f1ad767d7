//! The engine interface over a WebSocket: whole games, refusals, and all bounds of a socket.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bytes::Bytes;
use common::pauses::{Watch, undisturbed};
use common::player::Closed;
use common::{PATIENCE, Setting, Table, http};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabula::limits::{Limits, Span};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A host, such as a person's own board.
struct Host(WebSocketStream<TcpStream>);

impl Host {
    async fn connect(address: SocketAddr, path: &str) -> Host {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}{path}"), stream).await.unwrap();
        Host(socket)
    }

    /// Connects a host and returns its greeting.
    async fn greeted(address: SocketAddr) -> (Host, Value) {
        let mut host = Host::connect(address, "/engine").await;
        let greeting = host.next().await.unwrap();
        assert_eq!(greeting["message_type"], "next_legal_moveset", "{greeting}");
        (host, greeting)
    }

    async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn play(&mut self, from: &str, to: &str) {
        self.say(json!({"message_type": "peice move", "from": from, "to": to})).await;
    }

    /// Returns the next answer except pings, or the close of the socket.
    async fn next(&mut self) -> Result<Value, Closed> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(text.as_str()).unwrap()),
                Some(Ok(Message::Ping(_))) => {}
                Some(Ok(Message::Close(frame))) => {
                    let frame = frame.expect("a close has a code");
                    return Err(Closed { code: frame.code.into(), reason: frame.reason.to_string() });
                }
                Some(Err(Error::Io(_) | Error::Protocol(_) | Error::ConnectionClosed)) | None => {
                    return Err(Closed { code: 0, reason: "cut".to_owned() });
                }
                Some(other) => panic!("{other:?}"),
            }
        }
    }

    async fn expect(&mut self, kind: &str) -> Value {
        let answer = self.next().await.unwrap_or_else(|closed| panic!("{closed:?} instead of {kind}"));
        assert_eq!(answer["message_type"], kind, "{answer}");
        answer
    }

    async fn expect_closed(&mut self) -> Closed {
        loop {
            if let Err(closed) = self.next().await {
                return closed;
            }
        }
    }
}

fn closed(code: u16, reason: &str) -> Closed {
    Closed { code, reason: reason.to_owned() }
}

/// A game with castling, a capture in passing and two promotions, to mate.
const GAME: &str = "E2E4 A7A6 E4E5 F7F5 E5F6 A6A5 F6G7 A5A4 F1D3 A4A3 G1H3 A3B2 E1G1 B2A1 G7H8 B7B6 D1H5";

// Requirement engine-6.
#[tokio::test]
async fn a_whole_game_is_played_to_mate() {
    let table = Table::open().await;
    let (mut host, greeting) = Host::greeted(table.address).await;
    assert_eq!(greeting["moves"]["D2"], json!(["D3", "D4"]));
    let mut seen = Vec::new();
    for text in GAME.split(' ') {
        host.play(&text[..2], &text[2..]).await;
        let mut answer = host.next().await.unwrap();
        if answer["message_type"] == "promotion_prompt" {
            host.play("A2", "A3").await;
            assert_eq!(host.expect("failure").await["error"], "promotion_pending");
            host.say(json!({"message_type": "piece_promotion_choice", "piece_choice": "queen"})).await;
            answer = host.next().await.unwrap();
        }
        assert_eq!(answer["message_type"], "next_legal_moveset", "{text}: {answer}");
        seen.extend(answer["events"].as_object().unwrap().keys().cloned());
    }
    assert_eq!(
        host.expect("game_end").await,
        json!({"message_type": "game_end", "victor": "white", "reason": "checkmate"})
    );
    for event in ["capture", "en_passant_capture", "also_move_rook", "promote", "check"] {
        assert!(seen.iter().any(|key| key == event), "{event}: {seen:?}");
    }
    host.say(json!({"message_type": "undo"})).await;
    host.expect("next_legal_moveset").await;
}

#[tokio::test]
async fn a_refusal_leaves_the_socket_open_and_the_game_unchanged() {
    let table = Table::open().await;
    let (mut host, _) = Host::greeted(table.address).await;
    host.say(json!({"message_type": "state"})).await;
    let before = host.expect("state").await;
    for (text, error) in [
        (r#"{"message_type": "peice move", "from": "E2", "to": "E5"}"#, "illegal_move"),
        (r#"{"message_type": "peice move", "from": "E7", "to": "E5"}"#, "not_your_piece"),
        (r#"{"message_type": "resign", "side": "red"}"#, "unknown_word"),
        (r#"{"type": "hello"}"#, "missing_field"),
        ("{", "malformed_json"),
        ("", "malformed_json"),
    ] {
        host.0.send(Message::text(text)).await.unwrap();
        let failure = host.expect("failure").await;
        assert_eq!(
            (&failure["error"], &failure["message"]),
            (&json!(error), &json!("failure: illegal move, please retry"))
        );
    }
    host.0.send(Message::binary(&b"\xFF"[..])).await.unwrap();
    assert_eq!(host.expect("failure").await["error"], "malformed_json");
    host.0.send(Message::binary(&br#"{"message_type": "state"}"#[..])).await.unwrap();
    assert_eq!(host.expect("state").await, before);
}

#[tokio::test]
async fn every_socket_has_a_game_of_its_own_and_a_new_one_after_reconnecting() {
    let table = Table::open().await;
    let (mut one, greeting) = Host::greeted(table.address).await;
    let (mut other, _) = Host::greeted(table.address).await;
    one.play("E2", "E4").await;
    one.expect("next_legal_moveset").await;
    other.play("D7", "D5").await;
    assert_eq!(other.expect("failure").await["error"], "not_your_piece");
    drop(one);
    let (_, again) = Host::greeted(table.address).await;
    assert_eq!(again, greeting);
}

#[tokio::test]
async fn rules_are_named_in_the_address() {
    let table = Table::open().await;
    let mut chess = Host::connect(table.address, "/engine?rules=chess").await;
    chess.expect("next_legal_moveset").await;
    for path in [
        "/engine?rules=nothing",
        "/engine?rules=",
        "/engine?rules=chess&rules=chess",
        "/engine?rules=..%2Fchess",
    ] {
        let mut host = Host::connect(table.address, path).await;
        assert_eq!(host.next().await, Err(closed(4004, "rules_not_found")), "{path}");
    }
}

#[tokio::test]
async fn other_tasks_go_on_while_rules_of_patterns_are_read() {
    let table = Table::open().await;
    // Both times are measured by a clock that stands still with the process: a pause of the machine is none of this task alone.
    let (watch, longest_pause) = (Arc::new(Watch::begin()), Arc::new(AtomicU32::new(0)));
    let (ticking, longest) = (Arc::clone(&watch), Arc::clone(&longest_pause));
    // Server and test share one thread: this task stands still for as long as any other keeps it.
    let other = tokio::spawn(async move {
        loop {
            let before = ticking.ticks();
            tokio::time::sleep(Duration::from_millis(1)).await;
            longest.fetch_max(ticking.ticks() - before, Ordering::Relaxed);
        }
    });
    let mut host = Host::connect(table.address, "/engine?rules=janggi").await;
    let asked = watch.ticks();
    host.expect("next_legal_moveset").await;
    let (waited, pause) = (watch.ticks() - asked, longest_pause.load(Ordering::Relaxed));
    other.abort();
    assert!(pause * 2 < waited, "{pause} of {waited} ticks");
}

#[tokio::test]
async fn without_an_upgrade_there_is_none() {
    let table = Table::open().await;
    let answer = http::get(table.address, "/engine").await;
    assert_eq!((answer.status, answer.header("upgrade")), (426, Some("websocket")));
}

#[tokio::test]
async fn engines_do_not_affect_games() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (mut host, _) = Host::greeted(table.address).await;
    host.say(json!({"message_type": "resign", "side": "white"})).await;
    host.expect("game_end").await;
    common::player::play(&mut white, &mut black, "e2e4 e7e5").await;
    host.say(json!({"message_type": "new_game"})).await;
    assert_eq!(host.expect("next_legal_moveset").await["moves"]["E2"], json!(["E3", "E4"]));
}

// ---- Bounds ----

#[tokio::test]
async fn an_oversized_message_closes_the_socket() {
    let table = Table::open().await;
    let most = Limits::default().message_bytes;
    for bytes in [most + 1, 2 * most, 300_000] {
        let (mut host, _) = Host::greeted(table.address).await;
        // The server may close before it has read everything, so sending may fail.
        let _ = host.0.send(Message::text("x".repeat(bytes))).await;
        let end = host.expect_closed().await;
        assert!(end == closed(1009, "too_big") || bytes > 200_000, "{bytes} bytes: {end:?}");
    }
    let state = format!("{:most$}", r#"{"message_type": "state"}"#);
    let (mut host, _) = Host::greeted(table.address).await;
    host.0.send(Message::text(state)).await.unwrap();
    host.expect("state").await;
}

#[tokio::test]
async fn messages_are_limited_by_socket() {
    let table = Table::with(Limits { message_burst: 3, strikes: 3, ..Limits::default() }).await;
    let (mut host, _) = Host::greeted(table.address).await;
    let undo = json!({"message_type": "undo"});
    for _ in 0..5 {
        host.say(undo.clone()).await;
    }
    for error in ["nothing_to_undo", "nothing_to_undo", "nothing_to_undo", "too_fast", "too_fast"] {
        assert_eq!(host.expect("failure").await["error"], error);
    }
    // A valid message resets the count.
    table.clock.advance(Duration::from_millis(20));
    for error in ["nothing_to_undo", "too_fast", "too_fast"] {
        host.say(undo.clone()).await;
        assert_eq!(host.expect("failure").await["error"], error);
    }
    host.say(undo).await;
    assert_eq!(host.next().await, Err(closed(4029, "rate_limited")));
    let (mut other, _) = Host::greeted(table.address).await;
    other.play("E2", "E4").await;
    other.expect("next_legal_moveset").await;
}

#[tokio::test]
async fn engines_are_limited_and_leaving_makes_room() {
    let table = Table::with(Limits { engines: 2, ..Limits::default() }).await;
    let (one, _) = Host::greeted(table.address).await;
    let (_two, _) = Host::greeted(table.address).await;
    let mut third = Host::connect(table.address, "/engine").await;
    assert_eq!(third.next().await, Err(closed(1013, "full")));
    drop(one);
    loop {
        let mut host = Host::connect(table.address, "/engine").await;
        match host.next().await {
            Ok(greeting) => break assert_eq!(greeting["message_type"], "next_legal_moveset"),
            Err(end) => assert_eq!(end, closed(1013, "full")),
        }
    }
}

#[tokio::test]
async fn sockets_of_engines_count_towards_their_address() {
    let table = Table::with(Limits { connections_per_address: 2, ..Limits::default() }).await;
    let _one = Host::greeted(table.address).await;
    let _two = Host::greeted(table.address).await;
    let mut third = TcpStream::connect(table.address).await.unwrap();
    assert!(http::read_to_end(&mut third).await.starts_with("HTTP/1.1 429"));
}

#[tokio::test]
async fn a_silent_host_is_pinged_and_a_dead_one_closed() {
    undisturbed(Duration::from_secs(1), async |idle: Duration| {
        let limits = Limits { ping_interval: Span(idle / 10), idle_timeout: Span(idle), ..Limits::default() };
        let table = Table::with(limits).await;
        let (mut thinking, _) = Host::greeted(table.address).await;
        let (mut gone, _) = Host::greeted(table.address).await;
        // Reading answers pings; this host reads more of them than fit into the idle time.
        let mut pings = 0;
        while pings < 15 {
            match timeout(PATIENCE, thinking.0.next()).await.unwrap() {
                Some(Ok(Message::Ping(_))) => pings += 1,
                other => panic!("{other:?}"),
            }
        }
        thinking.play("E2", "E4").await;
        thinking.expect("next_legal_moveset").await;
        assert_eq!(gone.expect_closed().await, closed(4009, "idle"));
    })
    .await;
}

#[tokio::test]
async fn a_fragmented_message_is_one_message() {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    let table = Table::open().await;
    let (mut host, _) = Host::greeted(table.address).await;
    let pieces = [r#"{"message_type": "#, r#""undo"#, r#""}"#];
    for (index, piece) in pieces.iter().enumerate() {
        let kind = OpCode::Data(if index == 0 { Data::Text } else { Data::Continue });
        let frame = Frame::message(Bytes::from(*piece), kind, index == 2);
        host.0.send(Message::Frame(frame)).await.unwrap();
    }
    assert_eq!(host.expect("failure").await["error"], "nothing_to_undo");
}

#[tokio::test]
async fn a_stopping_server_sends_close_frames() {
    let Table { server, address, .. } = Setting::default().open().await;
    let (mut host, _) = Host::greeted(address).await;
    let stopping = tokio::spawn(server.stop());
    assert_eq!(host.next().await, Err(closed(1001, "shutdown")));
    drop(host);
    stopping.await.unwrap();
}
