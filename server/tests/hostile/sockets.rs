//! Sockets whose frames are invalid, endless or too many.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tabula::limits::{Limits, Span};
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Message;

use super::SOON;
use super::common::frames::{CLOSE, FIRST_PIECE, LAST_PIECE, PIECE, PING, TEXT, frame};
use super::common::pauses::undisturbed;
use super::common::{PATIENCE, Player, Table};

const MALFORMED_FRAMES: [(&[u8], u16); 9] = [
    // A message of 2^63 - 1 bytes, one of 2^64 - 1, and one that is too long by a byte.
    (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    (b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    (b"\x81\xfe\x20\x01\0\0\0\0", 1009),
    // A ping of 126 bytes is refused after they arrive; a fragmented one at once.
    (b"\x09\x80\0\0\0\0", 1002),
    // Unknown opcodes, of messages and of control frames.
    (b"\x87\x80\0\0\0\0", 1002),
    (b"\x8f\x80\0\0\0\0", 1002),
    // Each of the reserved bits.
    (b"\xa1\x80\0\0\0\0", 1002),
    (b"\x91\x80\0\0\0\0", 1002),
    // A new message within a fragmented one.
    (b"\x01\x81\0\0\0\0a\x81\x81\0\0\0\0b", 1002),
];

#[tokio::test]
async fn invalid_frames_close_the_socket_and_the_other_player_stays() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    for (bytes, code) in MALFORMED_FRAMES {
        white.socket.get_mut().write_all(bytes).await.unwrap();
        assert_eq!(white.expect_closed().await.code, code, "{bytes:x?}");
        assert_eq!(black.expect("peer-status").await["connected"], false);
        white = white.reconnect(table.address).await.0;
        assert_eq!(black.expect("peer-status").await["connected"], true);
    }
    white.commit("e2", "e4").await;
    black.expect_announced(&["white_moved"]).await;
}

#[tokio::test]
async fn an_endless_message_of_empty_fragments_is_refused() {
    let table = Table::open().await;
    let (mut white, _black) = table.game("blind").await;
    let most = 8 * Limits::default().message_bytes + 2 * Limits::default().read_buffer_bytes;
    white.socket.get_mut().write_all(&frame(FIRST_PIECE, b"")).await.unwrap();
    let piece = frame(PIECE, b"");
    let pieces = piece.repeat(most / piece.len() + 1);
    white.socket.get_mut().write_all(&pieces).await.unwrap();
    assert_eq!(white.expect_closed().await.code, 1009);
}

/// Bytes of the longest message between two pings.
const PING_BYTES: usize = 500;

#[tokio::test]
async fn the_longest_message_may_arrive_byte_by_byte_with_pings_between() {
    let table = Table::open().await;
    let (mut white, _black) = table.game("blind").await;
    let most = Limits::default().message_bytes;
    let text = format!("{:most$}", r#"{"type":"commit","from":"e2"}"#);
    let last = text.len() - 1;
    let mut bytes = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        bytes.extend(frame(
            if at == 0 {
                FIRST_PIECE
            } else if at == last {
                LAST_PIECE
            } else {
                PIECE
            },
            &[byte],
        ));
        if at % PING_BYTES == 0 {
            bytes.extend(frame(PING, b"still here"));
        }
    }
    white.socket.get_mut().write_all(&bytes).await.unwrap();
    let mut pongs = 0;
    loop {
        match white.socket.next().await.unwrap().unwrap() {
            Message::Pong(_) => pongs += 1,
            Message::Text(text) => {
                assert!(text.contains(r#""touchedPiece":"e2""#), "{text}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    // A ping received before an earlier one was answered replaces its answer.
    assert!((1..=most.div_ceil(PING_BYTES)).contains(&pongs), "{pongs}");
}

#[tokio::test]
async fn text_is_utf8_wherever_it_is_fragmented() {
    let table = Table::open().await;
    let (game, _) = table.create(json!({"mode": "blind"})).await;
    let euro = "€".as_bytes();
    let bad: [&[Vec<u8>]; 4] = [
        &[frame(TEXT, b"\xc0\xaf")],
        &[frame(TEXT, &euro[..2])],
        &[frame(FIRST_PIECE, &euro[..1]), frame(LAST_PIECE, b"x")],
        // Invalid long before its end.
        &[frame(FIRST_PIECE, b"\xed\xa0\x80"), frame(PIECE, b"more")],
    ];
    for pieces in bad {
        let mut client = Player::connect(table.address, &game).await;
        client.socket.get_mut().write_all(&pieces.concat()).await.unwrap();
        assert_eq!(client.expect_closed().await.code, 1007, "{pieces:x?}");
    }
    let mut client = Player::connect(table.address, &game).await;
    let pieces = [frame(FIRST_PIECE, &euro[..1]), frame(PIECE, &euro[1..2]), frame(LAST_PIECE, &euro[2..])];
    client.socket.get_mut().write_all(&pieces.concat()).await.unwrap();
    client.expect_error("malformed").await;
}

#[tokio::test]
async fn a_close_frame_is_returned_and_an_invalid_one_corrected() {
    let table = Table::open().await;
    let (game, _) = table.create(json!({"mode": "blind"})).await;
    let cases: [(&[u8], u16); 8] = [
        (&1000_u16.to_be_bytes(), 1000),
        (&3999_u16.to_be_bytes(), 3999),
        (&999_u16.to_be_bytes(), 1002),
        (&1005_u16.to_be_bytes(), 1002),
        (&1006_u16.to_be_bytes(), 1002),
        (&5000_u16.to_be_bytes(), 1002),
        // Half a code, and a reason that is not UTF-8.
        (b"\x03", 1002),
        (b"\x03\xe8\xff\xfe", 1007),
    ];
    for (payload, code) in cases {
        let mut client = Player::connect(table.address, &game).await;
        // Frames after a close frame are ignored, and do not keep its answer from arriving.
        let bytes = [frame(CLOSE, payload), frame(TEXT, b"and another thing").repeat(100)].concat();
        client.socket.get_mut().write_all(&bytes).await.unwrap();
        assert_eq!(client.expect_closed().await.code, code, "{payload:x?}");
    }
}

#[tokio::test]
async fn a_flood_of_pings_ends_the_socket() {
    let table = Table::with(Limits { message_burst: 20, strikes: 3, ..Limits::default() }).await;
    let (mut white, mut black) = table.game("blind").await;
    white.socket.get_mut().write_all(&frame(PING, &[b'x'; 125]).repeat(200)).await.unwrap();
    let closed = loop {
        match white.socket.next().await {
            Some(Ok(Message::Pong(_) | Message::Text(_))) => {}
            Some(Ok(Message::Close(frame))) => break frame.unwrap(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(u16::from(closed.code), 4029);
    assert_eq!(black.expect("peer-status").await["connected"], false);
}

#[tokio::test]
async fn pings_keep_a_socket_but_not_without_a_hello() {
    // However long a pause is, no reset overtakes the close.
    let limits = Limits {
        hello_timeout: Span(Duration::from_millis(500)),
        close_timeout: Span(PATIENCE),
        ..Limits::default()
    };
    let table = Table::with(limits).await;
    let (game, _) = table.create(json!({"mode": "blind"})).await;
    let mut silent = Player::connect(table.address, &game).await;
    let closed = loop {
        let _ = silent.socket.send(Message::Ping("here".into())).await;
        match silent.socket.next().await {
            Some(Ok(Message::Pong(_))) => tokio::time::sleep(SOON.0 / 10).await,
            Some(Ok(Message::Close(frame))) => break frame.unwrap(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(u16::from(closed.code), 4009);
}

#[tokio::test]
async fn who_vanished_without_a_word_is_noticed() {
    undisturbed(3 * SOON.0, async |idle: Duration| {
        let limits = Limits { ping_interval: Span(idle / 3), idle_timeout: Span(idle), ..Limits::default() };
        let table = Table::with(limits).await;
        let (white, mut black) = table.game("blind").await;
        // The connection stays open, without any further reads or writes.
        let gone = std::thread::spawn(move || white);
        let status = loop {
            let frame = black.next_of_any_kind().await.unwrap();
            black.send(json!({"type": "pong"})).await;
            if frame["type"] == "peer-status" {
                break frame;
            }
        };
        assert_eq!(status["connected"], false);
        drop(gone.join());
    })
    .await;
}

/// The answer to each hello is the whole table. Were they laid by for who does not read, they would be more than may wait.
#[tokio::test]
async fn hellos_in_one_go_are_handled_one_at_a_time() {
    const HELLOS: usize = 4000;
    let limits = Limits { socket_queue: 4, message_burst: 10_000, join_burst: 10_000, ..Limits::default() };
    let table = Table::with(limits).await;
    let (white, _black) = table.game("vanilla").await;
    let (mut asks, mut answers) = white.socket.split();
    let hello = json!({"type": "hello", "gameId": white.game, "token": white.token}).to_string();
    let asking = tokio::spawn(async move {
        for _ in 0..HELLOS {
            asks.send(Message::text(hello.clone())).await.unwrap();
        }
        asks
    });
    // Long enough for the answers to fill what lies between: a client that reads late still gets every answer.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut joined = 0;
    while joined < HELLOS {
        match answers.next().await {
            Some(Ok(Message::Text(text))) => joined += usize::from(text.contains(r#""type":"joined""#)),
            other => panic!("{other:?} after {joined} answers"),
        }
    }
    drop(asking.await.unwrap());
}
