//! Rooms over real sockets: joining, games, every error code with the close that follows it, and cleanup.

use std::time::Duration;

use crate::common::guest::Guest;
use crate::common::http::request;
use crate::common::{Setting, Table};
use serde_json::{Value, json};
use tabula::limits::Limits;
use tokio_tungstenite::tungstenite::Message;

const MINUTE: Duration = Duration::from_secs(60);

/// The clock is stopped while a test plays, so its messages must fit into a burst.
fn roomy() -> Limits {
    Limits { room_message_burst: 1000, ..Limits::default() }
}

async fn table() -> Table {
    Table::with(roomy()).await
}

/// Returns both players of a new room after their first states.
async fn pair(table: &Table, payload: Value) -> (Guest, Guest) {
    let mut white = Guest::maker(table.address, payload).await;
    let mut black = Guest::joiner(table.address, &white.code).await;
    assert_eq!(white.expect("game.state").await["turn"], "white");
    assert_eq!(black.expect("game.state").await["turn"], "white");
    (white, black)
}

/// Plays moves in turn, White first, and expects the delta of each on both sides.
async fn play(white: &mut Guest, black: &mut Guest, moves: &str) {
    for (ply, mv) in moves.split_whitespace().enumerate() {
        let mover = if ply % 2 == 0 { &mut *white } else { &mut *black };
        mover.make(mv).await;
        for guest in [&mut *white, &mut *black] {
            let delta = guest.expect("game.delta").await;
            assert_eq!(delta["moveNotation"], mv);
        }
    }
}

async fn gone(table: &Table) {
    for _ in 0..400 {
        let counts = table.server.resource_counts();
        if (counts.games, counts.codes, counts.game_tasks) == (0, 0, 0) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?}", table.server.resource_counts());
}

// Requirement rooms-8.
#[tokio::test]
async fn a_game_is_played_from_joining_by_code_to_mate() {
    let table = table().await;
    let (mut white, mut black) = pair(&table, json!({})).await;
    assert!(
        white.code.len() == 6 && white.code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    );
    let token = white.token.clone().unwrap();
    assert_eq!((token.len(), &token[14..15]), (36, "4"));
    assert_ne!(white.token, black.token);
    play(&mut white, &mut black, "f2f3 e7e5 g2g4 d8h4").await;
    for guest in [&mut white, &mut black] {
        assert_eq!(guest.expect("game.end").await["winner"], "black");
    }
    white.make("e2e4").await;
    white.expect_error("GAME_OVER").await;
    // The code is no longer valid.
    assert_eq!(table.server.resource_counts().codes, 0);
    let mut third = Guest::connect(table.address).await;
    third.say("room.join", json!({"code": white.code})).await;
    third.expect_error("ROOM_NOT_FOUND").await;
    white.say("room.leave", json!({})).await;
    assert_eq!(white.next().await, Err((1000, "left".to_owned())));
    drop(black);
    gone(&table).await;
}

// Requirements rooms-25, rooms-59.
#[tokio::test]
async fn errors_that_are_not_fatal_leave_the_socket_open() {
    let table = table().await;
    let mut guest = Guest::connect(table.address).await;
    for code in ["ZZZZZZ", "zzz", "", "a room"] {
        guest.say("room.join", json!({"code": code})).await;
        guest.expect_error("ROOM_NOT_FOUND").await;
    }
    guest.say("room.create", json!({})).await;
    let made = guest.expect("room.created").await;
    guest.token = Some(made["token"].as_str().unwrap().to_owned());
    guest.make("e2e4").await;
    guest.expect_error("NOT_YOUR_TURN").await;
    let code = made["code"].as_str().unwrap();
    let mut black = Guest::joiner(table.address, code).await;
    guest.expect("game.state").await;
    black.expect("game.state").await;
    black.make("e7e5").await;
    black.expect_error("NOT_YOUR_TURN").await;
    guest.make("e2e5").await;
    assert_eq!(guest.expect_error("ILLEGAL_MOVE").await, "Move e2-e5 is not legal for white pawn on e2");
    let mut third = Guest::connect(table.address).await;
    third.say("room.join", json!({"code": code})).await;
    third.expect_error("ROOM_FULL").await;
    third.say("room.create", json!({"mode": "blind"})).await;
    assert_eq!(third.expect("room.created").await["mode"], "blind");
}

// Requirements rooms-6, rooms-27, rooms-58, rooms-71.
#[tokio::test]
async fn fatal_errors_close_the_socket() {
    let table = table().await;
    let connect = || Guest::connect(table.address);
    // Without a seat.
    for (message, code) in [
        (json!({"v": 2, "seq": 1, "ts": 0, "type": "room.create", "payload": {}}), "VERSION_MISMATCH"),
        (json!({"seq": 1, "ts": 0, "type": "room.create", "payload": {}}), "VERSION_MISMATCH"),
        (json!({"v": 1, "seq": 1, "ts": 0, "type": "room.destroy", "payload": {}}), "INVALID_MESSAGE"),
        (
            json!({"v": 1, "seq": 1, "ts": 0, "type": "game.move", "payload": {"from": "e2", "to": "e4"}}),
            "BAD_TOKEN",
        ),
        (json!({"v": 1, "seq": 1, "ts": 0, "type": "room.leave", "payload": {}}), "BAD_TOKEN"),
        (json!({"v": 1, "seq": 1, "ts": 0, "ack": 1, "type": "heartbeat", "payload": {}}), "INVALID_MESSAGE"),
        (
            json!({"v": 1, "seq": 1, "ts": 0, "type": "room.create", "payload": {"rulesetIds": ["no-such"]}}),
            "INVALID_MESSAGE",
        ),
    ] {
        let mut guest = connect().await;
        guest.send_text(&message.to_string()).await;
        guest.expect_fatal(code).await;
    }
    for (message, code) in [
        (Message::text("{"), "INVALID_MESSAGE"),
        (Message::binary(b"{}".to_vec()), "INVALID_MESSAGE"),
        (Message::text(" ".repeat(65_537)), "MSG_TOO_LARGE"),
        (Message::text(" ".repeat(65_536)), "INVALID_MESSAGE"),
        (Message::binary(vec![0; 70_000]), "MSG_TOO_LARGE"),
    ] {
        let mut guest = connect().await;
        guest.send(message.clone()).await;
        guest.expect_fatal(code).await;
        // The same at a seat, which is kept.
        let (mut white, mut black) = pair(&table, json!({})).await;
        white.send(message).await;
        white.expect_fatal(code).await;
        let mut white = white.again(table.address).await;
        white.expect("game.state").await;
        white.make("e2e4").await;
        black.expect("game.delta").await;
    }
    // At a seat.
    let (mut white, black) = pair(&table, json!({})).await;
    let mut stranger = Guest::connect(table.address).await;
    stranger.token = Some("661f9500-f30c-52e5-b827-557766550111".to_owned());
    stranger.say("room.join", json!({"code": white.code})).await;
    stranger.expect_fatal("BAD_TOKEN").await;
    let mut message = white.message("game.move", json!({"from": "e2", "to": "e4"}));
    message["token"] = black.token.clone().into();
    white.send_text(&message.to_string()).await;
    white.expect_fatal("BAD_TOKEN").await;
    for again in ["room.create", "room.join"] {
        let mut guest = Guest::maker(table.address, json!({})).await;
        let payload = if again == "room.join" { json!({"code": guest.code}) } else { json!({}) };
        guest.say(again, payload).await;
        guest.expect_fatal("INVALID_MESSAGE").await;
    }
    let mut guest = Guest::maker(table.address, json!({})).await;
    let message = guest.message("heartbeat", json!({})).to_string();
    for _ in 0..2 {
        guest.send_text(&message).await;
    }
    guest.expect("heartbeat").await;
    guest.expect_fatal("INVALID_MESSAGE").await;
}

// Requirements rooms-68, rooms-69, rooms-70.
#[tokio::test]
async fn the_message_rate_is_twenty_at_once_and_a_hundred_a_second() {
    let table = Table::open().await;
    let mut guest = Guest::connect(table.address).await;
    for _ in 0..20 {
        guest.say("heartbeat", json!({})).await;
        guest.expect("heartbeat").await;
    }
    table.clock.advance(Duration::from_millis(50));
    for _ in 0..5 {
        guest.say("heartbeat", json!({})).await;
        guest.expect("heartbeat").await;
    }
    guest.say("heartbeat", json!({})).await;
    guest.expect_fatal("RATE_LIMIT").await;
    // Pings count too; the socket of a seat uses the seat's numbers.
    let mut guest = Guest::maker(table.address, json!({})).await;
    for _ in 0..19 {
        guest.send(Message::Ping(Vec::new().into())).await;
    }
    guest.say("heartbeat", json!({})).await;
    guest.expect_fatal("RATE_LIMIT").await;
    assert_eq!(guest.last, 2);
}

// Requirement rooms-22.
#[tokio::test]
async fn a_full_server_reports_it_and_accepts_rooms_again_after_some_end() {
    let table = Table::with(Limits { games: 2, ..roomy() }).await;
    let first = Guest::maker(table.address, json!({})).await;
    // With nobody connected it would make room.
    let _second = table.game("blind").await;
    let mut guest = Guest::connect(table.address).await;
    guest.say("room.create", json!({})).await;
    guest.expect_error("SERVER_FULL").await;
    guest.say("room.create", json!({"reasons": true})).await;
    assert_eq!(guest.expect("error").await["reason"], "server_full");
    let mut first = first;
    first.say("room.leave", json!({})).await;
    assert_eq!(first.next().await, Err((1000, "left".to_owned())));
    for _ in 0..400 {
        if table.server.resource_counts().games == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    guest.say("room.create", json!({})).await;
    guest.expect("room.created").await;
    let table = Table::with(Limits { games_per_address: 1, ..roomy() }).await;
    let _kept = Guest::maker(table.address, json!({})).await;
    let mut guest = Guest::connect(table.address).await;
    guest.say("room.create", json!({})).await;
    guest.expect_error("SERVER_FULL").await;
    guest.say("room.create", json!({"reasons": true})).await;
    assert_eq!(guest.expect("error").await["reason"], "too_many_games");
}

#[tokio::test]
async fn one_address_cannot_use_up_the_choices_of_house_rules() {
    let table = Table::with(Limits { house_rules_per_address: 1, ..roomy() }).await;
    let _kept = Guest::maker(table.address, json!({"rulesetIds": ["torpedo", "king-of-the-hill"]})).await;
    let mut guest = Guest::connect(table.address).await;
    guest.say("room.create", json!({"rulesetIds": ["torpedo", "three-check"]})).await;
    guest.expect_error("SERVER_FULL").await;
    guest.say("room.create", json!({"rulesetIds": ["torpedo", "three-check"], "reasons": true})).await;
    assert_eq!(guest.expect("error").await["reason"], "too_many_house_rule_games");
    guest.say("room.create", json!({"rulesetIds": ["three-check"]})).await;
    guest.expect("room.created").await;
}

// Requirement rooms-67.
#[tokio::test]
async fn a_returning_player_is_sent_missed_deltas_and_an_absent_one_has_left() {
    let table = table().await;
    let (mut white, mut black) = pair(&table, json!({})).await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    let sent = white.last;
    drop(white.socket.close(None).await);
    // The seat is free once the game has noticed; a second socket would work too.
    let mut white = white.again(table.address).await;
    let state = white.expect("game.state").await;
    assert_eq!(state["lastSeq"], sent + 1);
    assert_eq!(state["moveHistory"], json!(["e2-e4", "e7-e5"]));
    let mut second = white.again(table.address).await;
    second.expect("game.state").await;
    assert_eq!(white.next().await, Err((4001, "superseded".to_owned())));
    second.make("g1f3").await;
    second.expect("game.delta").await;
    black.expect("game.delta").await;
    drop(second.socket.close(None).await);
    while table.server.resource_counts().sockets > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    black.make("b8c6").await;
    black.expect("game.delta").await;
    let mut third = second.again(table.address).await;
    assert_eq!(third.expect("game.state").await["ply"], 4);
    assert_eq!(third.expect("game.delta").await["ply"], 4);
    drop(third.socket.close(None).await);
    while table.server.resource_counts().sockets > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    black.say("heartbeat", json!({})).await;
    black.expect("heartbeat").await;
    table.clock.advance(MINUTE);
    let end = black.expect("game.end").await;
    assert_eq!([&end["winner"], &end["reason"]], ["black", "player_left"]);
    drop(black);
    gone(&table).await;
}

#[tokio::test]
async fn a_room_without_its_creator_ends_after_a_minute() {
    let table = table().await;
    let guest = Guest::maker(table.address, json!({})).await;
    let code = guest.code.clone();
    drop(guest);
    while table.server.resource_counts().sockets > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The game takes its messages in their order: when it answers a stranger, it has noticed that the creator left.
    let mut stranger = Guest::connect(table.address).await;
    stranger.token = Some("661f9500-f30c-52e5-b827-557766550111".to_owned());
    stranger.say("room.join", json!({"code": code})).await;
    stranger.expect_fatal("BAD_TOKEN").await;
    table.clock.advance(MINUTE);
    gone(&table).await;
    let mut guest = Guest::connect(table.address).await;
    guest.say("room.join", json!({"code": code})).await;
    guest.expect_error("ROOM_NOT_FOUND").await;
}

// Requirement rooms-17.
#[tokio::test]
async fn rooms_are_not_journaled_and_end_with_the_server() {
    let setting = Setting { limits: roomy(), ..Setting::default() };
    let table = setting.open().await;
    let (mut white, _black) = pair(&table, json!({})).await;
    assert!(setting.journal.games().await.unwrap().is_empty());
    table.server.stop().await;
    assert_eq!(white.next().await, Err((1001, "shutdown".to_owned())));
    let table = setting.open().await;
    assert_eq!(table.server.resource_counts().games, 0);
}

// Requirements rooms-9, rooms-10, rooms-11.
#[tokio::test]
async fn sockets_accept_the_development_origin_and_no_others() {
    let upgrade = |host: &str, path: &str, origin: &str| {
        format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        )
    };
    let begins = |address, head: String| async move {
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, format!("{head}\r\n").as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        tokio::io::AsyncReadExt::read_exact(&mut stream, &mut answer).await.unwrap();
        String::from_utf8(answer[9..].to_vec()).unwrap()
    };
    let table = table().await;
    for (path, origin, status) in [
        ("/ws", "http://localhost:5173", "101"),
        ("/ws", "http://play.example", "101"),
        ("/ws", "https://evil.example", "403"),
        ("/ws?game=abcd1234", "http://localhost:5173", "101"),
        ("/ws?game=abcd1234", "http://localhost:5174", "403"),
    ] {
        assert_eq!(
            begins(table.address, upgrade("play.example", path, origin)).await,
            status,
            "{path} {origin}"
        );
    }
    let refused = request(table.address, &upgrade("play.example", "/ws", "https://evil.example"), b"").await;
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("foreign_origin")));
    let allowed_origins = vec!["https://club.example".parse().unwrap()];
    let table = Setting { allowed_origins, ..Setting::default() }.open().await;
    for path in ["/ws", "/ws?game=abcd1234"] {
        for (origin, status) in [
            ("https://club.example", "101"),
            ("http://localhost:5173", "403"),
            ("http://play.example", "403"),
        ] {
            assert_eq!(
                begins(table.address, upgrade("play.example", path, origin)).await,
                status,
                "{path} {origin}"
            );
        }
    }
}

#[tokio::test]
async fn guessing_codes_is_rate_limited() {
    let table = Table::with(Limits { join_burst: 3, ..roomy() }).await;
    let mut guest = Guest::connect(table.address).await;
    for _ in 0..3 {
        guest.say("room.join", json!({"code": "AAAAAA"})).await;
        guest.expect_error("ROOM_NOT_FOUND").await;
    }
    guest.say("room.join", json!({"code": "AAAAAA"})).await;
    guest.expect_fatal("RATE_LIMIT").await;
}
