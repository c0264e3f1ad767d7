//! Large numbers of connections or requests, from one address or from many.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::json;
use tabula::limits::{Limits, Span};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};

use super::common::http::{get_until_served, post, read_to_end};
use super::common::player::play;
use super::common::process::Process;
use super::common::{Player, Setting, Table, pair};
use super::origins::UPGRADE;

/// Connects from an address of this machine's loopback network.
async fn connect_from(host: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, host)), 0)).unwrap();
    socket.connect(to).await.unwrap()
}

async fn refusal(mut stream: TcpStream) -> String {
    read_to_end(&mut stream).await
}

#[tokio::test]
async fn one_address_cannot_exclude_the_others() {
    let limits = Limits { connections_per_address: 20, connections: 70, ..Limits::default() };
    let table = Table::with(limits).await;
    let (mut white, mut black) = table.game("blind").await;
    let mut held = Vec::new();
    for host in [2, 3] {
        for count in 0..100 {
            let stream = connect_from(host, table.address).await;
            if count < 20 {
                held.push(stream);
            } else {
                assert!(refusal(stream).await.starts_with("HTTP/1.1 429 "));
            }
        }
    }
    // Many addresses together: the last ones find the server full.
    for host in 4..=40 {
        held.push(connect_from(host, table.address).await);
    }
    let last = refusal(connect_from(41, table.address).await).await;
    assert!(last.starts_with("HTTP/1.1 503 "), "{last}");
    play(&mut white, &mut black, "e2e4 e7e5").await;
    drop(held);
    get_until_served(table.address, "/api/health").await;
}

/// Returns the start of the response to a request for an engine, made for another site's page.
async fn ask_for_an_engine(host: u8, to: SocketAddr) -> (TcpStream, String) {
    let mut stream = connect_from(host, to).await;
    let request =
        format!("GET /engine HTTP/1.1\r\nhost: {to}\r\norigin: https://evil.example\r\n{UPGRADE}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::io::AsyncReadExt::read_exact(&mut stream, &mut answer).await.unwrap();
    (stream, String::from_utf8_lossy(&answer).into_owned())
}

/// Another site's page may open engines on behalf of its visitor, who can still play while others still get engines.
#[tokio::test]
async fn engines_are_limited_by_address_and_leave_connections_to_play() {
    let limits = Limits { engines_per_address: 2, connections_per_address: 4, ..Limits::default() };
    let table = Table::with(limits).await;
    let (one, answer) = ask_for_an_engine(1, table.address).await;
    assert_eq!(answer, "HTTP/1.1 101");
    let (_two, answer) = ask_for_an_engine(1, table.address).await;
    assert_eq!(answer, "HTTP/1.1 101");
    let (third, answer) = ask_for_an_engine(1, table.address).await;
    assert_eq!(answer, "HTTP/1.1 429");
    drop(third);
    assert_eq!(ask_for_an_engine(2, table.address).await.1, "HTTP/1.1 101");
    get_until_served(table.address, "/api/health").await;
    drop(one);
    loop {
        // The slot is free once the server has noticed the closed socket.
        let stream = ask_for_an_engine(1, table.address).await;
        if stream.1 == "HTTP/1.1 101" {
            break;
        }
        assert_eq!(stream.1, "HTTP/1.1 429");
    }
}

#[tokio::test]
async fn games_are_limited_by_address_and_freed_when_they_end() {
    let limits = Limits {
        games_per_address: 3,
        waiting_lifetime: Some(Span(Duration::from_secs(60))),
        ..Limits::default()
    };
    let table = Table::with(limits).await;
    let request = json!({"mode": "blind"});
    for status in [201, 201, 201, 429, 429] {
        assert_eq!(post(table.address, "/api/games", &request).await.status, status);
    }
    table.clock.advance(Duration::from_secs(61));
    // The games' tasks end one after another.
    while post(table.address, "/api/games", &request).await.status != 201 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_client_that_joins_too_often_does_not_learn_whether_a_game_exists() {
    let table = Table::with(Limits { join_burst: 5, join_rate: 60, ..Limits::default() }).await;
    let (mut white, mut black) = table.game("blind").await;
    for guess in ["aaaa1111", "aaaa1112", "aaaa1113"] {
        let mut stranger = Player::connect(table.address, guess).await;
        stranger.expect_error("game_not_found").await;
        assert_eq!(stranger.expect_closed().await.code, 4004);
    }
    for guess in ["aaaa1114", &white.game] {
        let mut stranger = Player::connect(table.address, guess).await;
        stranger.expect_error("rate_limited").await;
        let closed = stranger.expect_closed().await;
        assert_eq!((closed.code, closed.reason.as_str()), (4029, "rate_limited"));
    }
    // A seated player continues.
    play(&mut white, &mut black, "e2e4 e7e5").await;
    table.clock.advance(Duration::from_secs(1));
    let (mut white, _) = white.reconnect(table.address).await;
    play(&mut white, &mut black, "g1f3").await;
}

#[tokio::test]
async fn wrong_tokens_are_limited_by_address_across_sockets() {
    let limits = Limits { join_burst: 8, strikes: 3, ..Limits::default() };
    let table = Table::with(limits).await;
    let (mut white, mut black) = table.game("blind").await;
    let mut stranger = Player::connect(table.address, &white.game).await;
    // Both players have joined once, and so has the stranger.
    for _ in 0..6 {
        stranger.say_hello(json!({"token": "abcdefghijklmnopqrstuvwx", "joinAs": "w"})).await;
        stranger.expect_error("slot_taken").await;
    }
    for _ in 0..2 {
        stranger.say_hello(json!({"token": white.token, "joinAs": "w"})).await;
        stranger.expect_error("rate_limited").await;
    }
    stranger.say_hello(json!({"token": white.token})).await;
    assert_eq!(stranger.expect_closed().await.code, 4029);
    play(&mut white, &mut black, "e2e4 e7e5").await;
}

#[tokio::test]
async fn behind_a_proxy_joins_and_games_count_for_the_client() {
    let limits = Limits { join_burst: 1, games_per_address: 1, ..Limits::default() };
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let table = Setting { limits, trusted_proxies, ..Setting::default() }.open().await;
    for (client, status) in [("203.0.113.1", 201), ("203.0.113.1", 429), ("203.0.113.2", 201)] {
        let mut stream = TcpStream::connect(table.address).await.unwrap();
        let head = format!(
            "POST /api/games HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\nx-forwarded-for: {client}\r\ncontent-length: 16\r\n\r\n"
        );
        stream.write_all(format!("{head}{}", r#"{"mode":"blind"}"#).as_bytes()).await.unwrap();
        let answer = read_to_end(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{client}: {answer}");
    }
}

/// The process has few file handles: the server reserves some for itself, and rejects connections when the others are
/// used up.
#[tokio::test]
async fn a_server_short_of_file_handles_continues_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start_with_handles(folder.path(), 80);
    let (mut white, mut black) = pair(server.address, "blind").await;
    let mut streams = Vec::new();
    for _ in 0..99 {
        streams.push(TcpStream::connect(server.address).await.unwrap());
    }
    // They are taken in their order, and a refusal is written at once: with the last, all of them are there. After a pause as well, what is there
    // is read before the time is looked at.
    let last = refusal(TcpStream::connect(server.address).await.unwrap()).await;
    assert!(last.starts_with("HTTP/1.1 503 "), "{last}");
    let (mut held, mut refused) = (Vec::new(), 1);
    for mut stream in streams {
        let mut answer = [0; 12];
        let read = tokio::io::AsyncReadExt::read_exact(&mut stream, &mut answer);
        match tokio::time::timeout(Duration::from_millis(10), read).await {
            Ok(Ok(_)) => {
                assert_eq!(answer, *b"HTTP/1.1 503");
                refused += 1;
            }
            Ok(Err(error)) => panic!("{error}"),
            Err(_) => held.push(stream),
        }
    }
    assert!(refused > 50 && !held.is_empty(), "{refused} refused");
    play(&mut white, &mut black, "e2e4 e7e5 g1f3 b8c6").await;
    drop(held);
    get_until_served(server.address, "/api/health").await;
    assert!(server.log().contains("too few file handles"));
}
