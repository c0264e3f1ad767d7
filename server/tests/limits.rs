//! Behaviour at every bound, and responses over HTTP, with real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::time::Duration;

use common::http::{self, get, post, read_to_end};
use common::pauses::undisturbed;
use common::player::play;
use common::{Player, SMALL_BUFFER, Setting, Table, pair};
use futures_util::SinkExt as _;
use serde_json::json;
use tabula::limits::{Limits, Span};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::{Bytes, Message};

const SOON: Span = Span(Duration::from_millis(100));

// ---- Sockets: messages of clients ----

// Requirement blind-121.
#[tokio::test]
async fn malformed_messages_are_answered_and_too_many_close_the_socket() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let strikes = Limits::default().strikes;
    let bad = ["", "null", "{", r#"{"type":"commit","from":"e9"}"#, r#"{"type":"resign","extra":1}"#];
    for text in bad.iter().cycle().take(strikes as usize - 1) {
        white.send_text(text).await;
        white.expect_error("malformed").await;
    }
    // A valid message in between resets the count.
    play(&mut white, &mut black, "e2e4 e7e5").await;
    for _ in 1..strikes {
        white.send_text("nonsense").await;
        white.expect_error("malformed").await;
    }
    white.send_text("nonsense").await;
    assert_eq!(white.expect_closed().await.code, 4000);
    assert_eq!(black.expect("peer-status").await["connected"], false);
}

#[tokio::test]
async fn binary_messages_are_malformed() {
    let table = Table::open().await;
    let (mut white, _black) = table.game("blind").await;
    white.socket.send(Message::binary(&b"\x01\x02"[..])).await.unwrap();
    white.expect_error("malformed").await;
}

#[tokio::test]
async fn an_oversized_message_closes_the_socket() {
    let table = Table::open().await;
    let most = Limits::default().message_bytes;
    for bytes in [most + 1, 2 * most, 300_000] {
        let (mut white, _black) = table.game("blind").await;
        // The server may close before it has read everything, so sending may fail.
        let _ = white.socket.send(Message::text("x".repeat(bytes))).await;
        if bytes < 200_000 {
            assert_eq!(white.expect_closed().await.code, 1009, "{bytes} bytes");
        } else {
            white.expect_closed().await;
        }
    }
}

#[tokio::test]
async fn the_size_limit_of_messages_is_configurable() {
    for message_bytes in [Limits::default().message_bytes, 10_000] {
        let table = Table::with(Limits { message_bytes, ..Limits::default() }).await;
        let (mut white, _black) = table.game("blind").await;
        let touch = r#"{"type":"commit","from":"e2"}"#;
        white.send_text(&format!("{touch:message_bytes$}")).await;
        assert_eq!(white.expect_update().await["touchedPiece"], "e2");
    }
}

#[tokio::test]
async fn a_fragmented_message_is_bounded_too() {
    let table = Table::open().await;
    let (mut white, _black) = table.game("blind").await;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    let most = Limits::default().message_bytes;
    for piece in 0..6 {
        let kind = OpCode::Data(if piece == 0 { Data::Text } else { Data::Continue });
        let frame = Frame::message(Bytes::from(vec![b' '; most / 4]), kind, false);
        let _ = white.socket.send(Message::Frame(frame)).await;
    }
    assert_eq!(white.expect_closed().await.code, 1009);
}

#[tokio::test]
async fn commands_before_hello_are_malformed() {
    let table = Table::open().await;
    let (game, _) = table.create(json!({"mode": "blind", "highlightingEnabled": false})).await;
    let mut early = Player::connect(table.address, &game).await;
    early.commit("e2", "e4").await;
    early.expect_error("malformed").await;
    early.send(json!({"type": "pong"})).await;
    early.hello(json!({})).await;
}

// Requirements blind-48, blind-61.
#[tokio::test]
async fn an_unknown_game_is_reported_after_the_upgrade() {
    let table = Table::open().await;
    for (game, code, close) in [
        ("abcd1234", "game_not_found", 4004),
        ("ABCD1234", "malformed", 4000),
        ("", "malformed", 4000),
        ("abcd1234&game=abcd1234", "malformed", 4000),
    ] {
        let mut player = Player::connect(table.address, game).await;
        player.expect_error(code).await;
        assert_eq!(player.expect_closed().await.code, close);
    }
}

// Requirement blind-69.
#[tokio::test]
async fn commits_are_limited_by_seat_across_sockets() {
    let table = Table::with(Limits::default()).await;
    let (mut white, mut black) = table.game("blind").await;
    for _ in 0..Limits::default().commit_burst {
        white.touch("e2").await;
        white.expect_update().await;
    }
    white.send(json!({"type": "commit", "from": "e2", "id": "too-much"})).await;
    assert_eq!(white.expect_error("rate_limited").await["ack"], "too-much");
    let (mut white, _) = white.reconnect(table.address).await;
    white.touch("e2").await;
    white.expect_error("rate_limited").await;
    // The other seat has a bucket of its own, and only commits count.
    black.touch("e7").await;
    black.expect_error("not_your_turn").await;
    white.send(json!({"type": "offer-draw"})).await;
    white.expect_update().await;
    table.clock.advance(Duration::from_millis(100));
    white.touch("e2").await;
    white.expect_update().await;
    white.touch("e2").await;
    white.expect_error("rate_limited").await;
}

#[tokio::test]
async fn messages_of_any_kind_are_limited_by_socket() {
    let table = Table::with(Limits { message_burst: 5, strikes: 3, ..Limits::default() }).await;
    let (mut white, _black) = table.game("blind").await;
    for _ in 0..6 {
        white.send(json!({"type": "pong"})).await;
    }
    for _ in 0..2 {
        white.expect_error("rate_limited").await;
        white.send(json!({"type": "pong"})).await;
    }
    assert_eq!(white.expect_closed().await.code, 4029);
}

#[tokio::test]
async fn inputs_are_limited_for_each_seat_separately() {
    let table = Table::with(Limits { seat_inputs: 4, ..Limits::default() }).await;
    // The greeting is the first input.
    let (mut white, mut black) = table.game("blind").await;
    for _ in 0..2 {
        white.touch("e2").await;
        white.expect_update().await;
    }
    white.commit("e2", "e4").await;
    white.expect_update().await;
    white.send(json!({"type": "offer-draw"})).await;
    white.expect_error("rate_limited").await;
    let mut again = Player::connect(table.address, &white.game).await;
    again.say_hello(json!({"token": white.token})).await;
    again.expect_error("rate_limited").await;
    black.expect_announced(&["white_moved"]).await;
    play(&mut black, &mut white, "e7e5").await;
    white.send(json!({"type": "resign"})).await;
    assert_eq!(black.expect_update().await["endReason"], "resign");
    white.expect_update().await;
    white.send(json!({"type": "resign"})).await;
    white.expect_error("rate_limited").await;
}

// ---- Sockets: time ----

#[tokio::test]
async fn a_socket_without_hello_is_closed() {
    let table = Table::with(Limits { hello_timeout: SOON, ..Limits::default() }).await;
    let (game, _) = table.create(json!({"mode": "blind", "highlightingEnabled": false})).await;
    let mut silent = Player::connect(table.address, &game).await;
    assert_eq!(silent.expect_closed().await.code, 4009);
}

// Requirement blind-59.
#[tokio::test]
async fn a_silent_player_is_pinged_and_then_closed() {
    undisturbed(Duration::from_secs(1), async |idle: Duration| {
        let limits = Limits { ping_interval: Span(idle / 10), idle_timeout: Span(idle), ..Limits::default() };
        let table = Table::with(limits).await;
        let (mut white, mut black) = table.game("blind").await;
        let closed = white.expect_closed().await;
        assert_eq!((closed.code, closed.reason.as_str()), (4009, "idle"));
        assert!(white.received.iter().filter(|frame| frame["type"] == "ping").count() >= 2);
        black.send(json!({"type": "pong"})).await;
    })
    .await;
}

// Requirement blind-59.
#[tokio::test]
async fn a_player_who_answers_pings_stays() {
    undisturbed(Duration::from_secs(1), async |idle: Duration| {
        let limits = Limits { ping_interval: Span(idle / 20), idle_timeout: Span(idle), ..Limits::default() };
        let table = Table::with(limits).await;
        let (game, _) = table.create(json!({"mode": "blind", "highlightingEnabled": false})).await;
        let mut player = Player::connect(table.address, &game).await;
        player.hello(json!({})).await;
        // More than fit into the idle time.
        for _ in 0..24 {
            assert_eq!(player.next_of_any_kind().await.unwrap()["type"], "ping");
            player.send(json!({"type": "pong"})).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_client_that_never_reads_is_dropped_after_a_timeout() {
    let limits = Limits { write_timeout: SOON, ..generous() };
    let table = Setting { limits, small_buffers: true, ..Setting::default() }.open().await;
    let (mut white, mut black) = table.game("vanilla").await;
    let mut deaf = deaf_socket(&table, &white).await;
    white.expect_closed().await;
    // Each is answered by an update of some kilobytes, which the client never reads.
    for _ in 0..50 {
        let _ = deaf.socket.send(Message::text(r#"{"type":"commit","from":"e2"}"#)).await;
    }
    assert_eq!(black.expect("peer-status").await["connected"], false);
}

#[tokio::test]
async fn a_client_with_a_full_queue_is_dropped_at_once() {
    let limits = Limits { socket_queue: 4, write_timeout: Span(Duration::from_secs(3600)), ..generous() };
    let table = Setting { limits, small_buffers: true, ..Setting::default() }.open().await;
    let (mut white, mut black) = table.game("vanilla").await;
    let mut deaf = deaf_socket(&table, &white).await;
    white.expect_closed().await;
    for _ in 0..50 {
        let _ = deaf.socket.send(Message::text(r#"{"type":"commit","from":"e2"}"#)).await;
    }
    // Each connection and disconnection of Black is one more frame for White, until the queue is full.
    for _ in 0..500 {
        let (again, joined) = black.reconnect(table.address).await;
        black.leave().await;
        black = again;
        if joined["peer"]["connected"] == false {
            return;
        }
        black.leave().await;
    }
    panic!("the player that never reads is still connected");
}

/// Takes the player's seat with a socket that is never read after its welcome.
async fn deaf_socket(table: &Table, player: &Player) -> Player {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(SMALL_BUFFER).unwrap();
    let stream = socket.connect(table.address).await.unwrap();
    let address = format!("ws://{}/ws?game={}", table.address, player.game);
    let (socket, _) = client_async(address, stream).await.unwrap();
    let mut deaf = Player { game: player.game.clone(), token: String::new(), socket, received: Vec::new() };
    deaf.hello(json!({"token": player.token})).await;
    deaf
}

fn generous() -> Limits {
    Limits { commit_burst: 100_000, message_burst: 100_000, ..Limits::default() }
}

// ---- Connections ----

#[tokio::test]
async fn a_silent_connection_and_an_incomplete_head_are_dropped() {
    let table = Table::with(Limits { header_timeout: SOON, ..Limits::default() }).await;
    for start in ["", "GET /api/health HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = TcpStream::connect(table.address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        read_to_end(&mut stream).await;
    }
}

#[tokio::test]
async fn an_idle_connection_is_dropped() {
    let table = Table::with(Limits { header_timeout: SOON, ..Limits::default() }).await;
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(read_to_end(&mut stream).await.contains(r#""ok":true"#));
}

#[tokio::test]
async fn a_missing_body_times_out() {
    let table = Table::with(Limits { body_timeout: SOON, ..Limits::default() }).await;
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    assert!(read_to_end(&mut stream).await.starts_with("HTTP/1.1 408"));
}

#[tokio::test]
async fn connections_are_limited_in_total_and_by_address() {
    for (limits, refusal) in [
        (Limits { connections: 2, ..Limits::default() }, "503"),
        (Limits { connections_per_address: 2, ..Limits::default() }, "429"),
    ] {
        let table = Table::with(limits).await;
        let (white, mut black) = table.game("blind").await;
        let mut third = TcpStream::connect(table.address).await.unwrap();
        assert_eq!(read_to_end(&mut third).await.get(9..12), Some(refusal));
        // A connection's slot is free once its socket has ended.
        drop(white);
        black.expect("peer-status").await;
        black.send(json!({"type": "resign"})).await;
        black.expect_update().await;
        // The socket's slot is freed a moment after its game has noticed the end.
        http::get_until_served(table.address, "/api/health").await;
    }
}

#[tokio::test]
async fn behind_a_proxy_each_client_is_counted_separately() {
    let limits = Limits { connections_per_address: 1, create_burst: 1, ..Limits::default() };
    let setting =
        Setting { limits, trusted_proxies: vec!["127.0.0.1".parse().unwrap()], ..Setting::default() };
    let table = setting.open().await;
    for (client, status) in [("203.0.113.1", 201), ("203.0.113.1", 429), ("203.0.113.2", 201)] {
        let head = format!(
            "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-forwarded-for: {client}\r\n"
        );
        let answer = http::request(table.address, &head, br#"{"mode":"blind"}"#).await;
        assert_eq!(answer.status, status, "{client}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_stopping_server_sends_close_frames() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.commit("e2", "e4").await;
    white.expect_update().await;
    let stopping = tokio::spawn(table.server.stop());
    // Earlier frames still arrive.
    black.expect_announced(&["white_moved"]).await;
    for player in [&mut white, &mut black] {
        let closed = player.expect_closed().await;
        assert_eq!((closed.code, closed.reason.as_str()), (1001, "shutdown"));
    }
    stopping.await.unwrap();
    assert!(TcpStream::connect(table.address).await.is_err());
}

// ---- HTTP ----

// Requirement blind-27.
#[tokio::test]
async fn requests_for_a_game_are_strict_and_refusals_have_reasons() {
    let table = Table::open().await;
    for (body, reason) in [
        (json!({}), "invalid_setting"),
        (json!({"mode": "blind", "side": "green"}), "invalid_setting"),
        (json!({"mode": "blind", "highlightingEnabled": "yes"}), "invalid_setting"),
        (json!({"mode": "blind", "side": "white", "highlightingEnabled": true, "clock": 5}), "invalid_clock"),
        (json!({"mode": "blind", "moderator": "nobody"}), "unknown_terms"),
        (json!({"mode": "blind", "gambit": "nobody"}), "unknown_bids"),
        (json!({"mode": "blind", "chat": true}), "no_chat"),
        (json!({"mode": "vanilla", "aids": "marks"}), "no_aids"),
        (json!({"mode": "vanilla", "gambit": "standard", "clock": {"daysPerTurn": 3}}), "bids_by_days"),
        (json!({"mode": "vanilla", "gambit": "standard", "ruleset": "shogi"}), "bids_of_another_ruleset"),
        (json!({"mode": "blind", "ruleset": "jieqi"}), "covered_pieces"),
        (json!({"mode": "vanilla", "moderator": "berkeley-any"}), "unfit_moderator"),
        (json!([]), "invalid_setting"),
    ] {
        let answer = post(table.address, "/api/games", &body).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{body}");
        assert!(answer.json()["message"].as_str().is_some_and(|message| !message.is_empty()));
        assert_eq!(answer.json()["reason"], reason, "{body}");
    }
    let large = post(table.address, "/api/games", &json!({"mode": "x".repeat(5000)})).await;
    assert_eq!((large.status, &large.json()["code"]), (413, &json!("malformed")));
    let form = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n";
    assert_eq!(http::request(table.address, form, b"{}").await.status, 415);
    assert_eq!(get(table.address, "/api/games").await.status, 405);
    assert_eq!(get(table.address, "/api/nothing").await.json()["code"], "not_found");
    assert_eq!(get(table.address, "/ws?game=abcd1234").await.status, 426);
}

#[tokio::test]
async fn games_and_their_creation_are_limited() {
    let request = json!({"mode": "blind", "side": "random", "highlightingEnabled": false});
    let table = Table::with(Limits { games: 1, ..Limits::default() }).await;
    // A game that nobody is connected to makes room for the next.
    table.create(request.clone()).await;
    let _players = table.game("blind").await;
    let full = post(table.address, "/api/games", &request).await;
    assert_eq!((full.status, &full.json()["code"]), (503, &json!("server_full")));
    assert_eq!(full.json()["reason"], "server_full");

    let table = Table::with(Limits { create_burst: 2, ..Limits::default() }).await;
    for (status, reason) in [(201, None), (201, None), (429, Some("too_often"))] {
        let answer = post(table.address, "/api/games", &request).await;
        assert_eq!((answer.status, answer.field("reason").as_deref()), (status, reason));
    }
    table.clock.advance(Duration::from_secs(2));
    assert_eq!(post(table.address, "/api/games", &request).await.status, 201);
}

// Requirement blind-128.
#[tokio::test]
async fn health_counts_time_and_active_games() {
    let table = Table::open().await;
    pair(table.address, "blind").await;
    table.clock.advance(Duration::from_secs(90));
    let health = get(table.address, "/api/health").await;
    assert_eq!(health.json(), json!({"ok": true, "activeGames": 1, "uptime": 90}));
}

#[tokio::test]
async fn the_rules_of_a_game_are_public_and_cached_by_content() {
    let table = Table::open().await;
    let list = get(table.address, "/api/rules").await.json();
    let known = |id: &str, name: &str| {
        list["rulesets"].as_array().unwrap().contains(&json!({ "id": id, "name": name }))
    };
    assert!(known("chess", "Chess") && known("shogi", "Shogi") && !known("nothing", "Nothing"), "{list}");
    assert_eq!(list["rulesets"][0]["id"], "chess", "the ruleset of the open mode is the first");
    // A ruleset of patterns alone is written out when somebody asks for it.
    let shogi = get(table.address, "/api/rules/minishogi").await.json();
    assert!(shogi["ggn/minishogi.json"].as_str().unwrap().contains("S:+P"));
    let plain = get(table.address, "/api/rules/chess").await;
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("application/json")));
    assert!(plain.json().as_object().unwrap().keys().any(|path| path == "ruleset.json"));
    let tag = plain.header("etag").unwrap();
    let ask = |more: String| {
        let path = "GET /api/rules/chess";
        http_owned(table.address, format!("{path} HTTP/1.1\r\nhost: x\r\n{more}"))
    };
    let same = ask(format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((same.status, same.body.as_str()), (304, ""));
    for (accepted, form) in [("gzip", "gzip"), ("gzip;q=0.8, br", "br")] {
        let packed = ask(format!("accept-encoding: {accepted}\r\n")).await;
        assert_eq!(packed.header("content-encoding"), Some(form));
        assert_ne!(packed.header("etag"), Some(tag));
        assert!(packed.body.len() < plain.body.len() / 2);
    }
    let pinned = get(table.address, &format!("/api/rules/chess?v={}", tag.trim_matches('"'))).await;
    assert!(pinned.header("cache-control").unwrap().contains("immutable"));
    assert_eq!(get(table.address, "/api/rules/nothing").await.status, 404);
}

#[tokio::test]
async fn lists_are_compressed_and_revalidated() {
    let table = Table::open().await;
    for (path, name, least) in [
        ("/api/rules", "rulesets", 100),
        ("/api/rulesets", "rulesets", 100),
        ("/api/overlays", "overlays", 10),
        ("/api/gambits", "gambits", 3),
        ("/api/moderators", "moderators", 9),
        ("/api/clocks", "clocks", 3),
    ] {
        let plain = get(table.address, path).await;
        assert!(plain.json()[name].as_array().unwrap().len() > least, "{path}");
        let ask =
            |more: String| http_owned(table.address, format!("GET {path} HTTP/1.1\r\nhost: x\r\n{more}"));
        for form in ["br", "gzip"] {
            let packed = ask(format!("accept-encoding: {form}\r\n")).await;
            assert_eq!((packed.status, packed.header("content-encoding")), (200, Some(form)), "{path}");
            let (small, whole) = (packed.body.len(), plain.body.len());
            assert!(small < whole * 2 / 3, "{path}, {form}: {small} of {whole}");
            let tag = packed.header("etag").unwrap();
            let again = ask(format!("accept-encoding: {form}\r\nif-none-match: {tag}\r\n")).await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        }
    }
}

async fn http_owned(address: std::net::SocketAddr, head: String) -> http::Answer {
    http::request(address, &head, b"").await
}

// Requirement blind-26.
#[tokio::test]
async fn the_page_is_served_for_every_game_with_security_headers() {
    let web = tempfile::tempdir().unwrap();
    std::fs::create_dir(web.path().join("assets")).unwrap();
    std::fs::write(web.path().join("index.html"), "<p>the page</p>").unwrap();
    std::fs::write(web.path().join("assets/app-1a2b.js"), "run()").unwrap();
    std::fs::write(web.path().join("assets/app-1a2b.js.br"), "packed").unwrap();
    let table = Setting { web: web.path().to_owned(), ..Setting::default() }.open().await;
    for path in ["/", "/g/abcd1234", "/index.html"] {
        let page = get(table.address, path).await;
        assert_eq!((page.status, page.body.as_str()), (200, "<p>the page</p>"), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        assert_eq!(page.header("content-type"), Some("text/html"));
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';")
                && policy.contains("frame-ancestors 'none'")
        );
    }
    let script = get(table.address, "/assets/app-1a2b.js").await;
    assert_eq!((script.status, script.body.as_str()), (200, "run()"));
    assert!(script.header("cache-control").unwrap().contains("immutable"));
    let head = "GET /assets/app-1a2b.js HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip, br\r\n";
    let packed = http::request(table.address, head, b"").await;
    assert_eq!((packed.header("content-encoding"), packed.body.as_str()), (Some("br"), "packed"));
    for path in ["/assets/none.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/g/", "/nothing"] {
        let missing = get(table.address, path).await;
        assert_eq!(missing.status, 404, "{path}");
        assert_eq!(missing.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn without_a_built_page_the_server_says_how_to_build_it() {
    let table = Table::open().await;
    for path in ["/", "/g/abcd1234"] {
        let page = get(table.address, path).await;
        assert_eq!(page.status, 503);
        assert!(page.body.contains("make web"));
    }
}

#[tokio::test]
async fn head_requests_of_the_page_are_answered() {
    let table = Table::open().await;
    let head = http::request(table.address, "HEAD /api/health HTTP/1.1\r\nhost: x\r\n", b"").await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}
