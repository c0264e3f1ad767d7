//! HTTP requests that are slow, huge or malformed.

use std::time::{Duration, Instant};

use serde_json::json;
use tabula::limits::{Limits, Span};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::SOON;
use super::common::http::{self, read_to_end};
use super::common::pauses::undisturbed;
use super::common::{PATIENCE, Table};

/// Sends bytes one by one until the server closes, and returns its response.
async fn trickle(table: &Table, start: &str, rest: u8) -> String {
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    stream.write_all(start.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let drip = tokio::spawn(async move {
        while writer.write_all(&[rest]).await.is_ok() {
            sleep(SOON.0 / 20).await;
        }
    });
    let mut response = Vec::new();
    // A reset ends it too.
    let _ = timeout(PATIENCE, reader.read_to_end(&mut response)).await.expect("the server waits");
    drip.abort();
    String::from_utf8(response).unwrap()
}

#[tokio::test]
async fn a_slow_head_times_out() {
    let table = Table::with(Limits { header_timeout: SOON, ..Limits::default() }).await;
    assert_eq!(trickle(&table, "GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ", b'z').await, "");
}

#[tokio::test]
async fn a_slow_body_times_out() {
    let table = Table::with(Limits { body_timeout: SOON, ..Limits::default() }).await;
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n";
    assert!(trickle(&table, head, b' ').await.starts_with("HTTP/1.1 408 "));
}

#[tokio::test]
async fn a_busy_connection_ends_too() {
    undisturbed(3 * SOON.0, async |lifetime: Duration| {
        let table = Table::with(Limits { http_lifetime: Span(lifetime), ..Limits::default() }).await;
        let opened = Instant::now();
        let mut stream = TcpStream::connect(table.address).await.unwrap();
        let mut answer = [0; 4096];
        let mut answers = 0;
        while stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok() {
            match timeout(PATIENCE, stream.read(&mut answer)).await.unwrap() {
                Ok(0) | Err(_) => break,
                Ok(_) => answers += 1,
            }
            sleep(SOON.0 / 10).await;
        }
        // It may be over before the first request after a pause.
        assert!(answers > 0 && opened.elapsed() >= lifetime, "{answers} answers in {:?}", opened.elapsed());
    })
    .await;
}

#[tokio::test]
async fn oversized_heads_are_refused() {
    let table = Table::open().await;
    for head in [
        format!("GET /api/health HTTP/1.1\r\nhost: x\r\nx-large: {}\r\n\r\n", "z".repeat(20_000)),
        format!("GET /api/health HTTP/1.1\r\nhost: x\r\n{}\r\n", "x: y\r\n".repeat(2_000)),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "z".repeat(20_000)),
    ] {
        let mut stream = TcpStream::connect(table.address).await.unwrap();
        let _ = stream.write_all(head.as_bytes()).await;
        let answer = read_to_end(&mut stream).await;
        // Closing with unread bytes may overtake the response.
        let known = ["HTTP/1.1 431 ", "HTTP/1.1 414 "];
        assert!(answer.is_empty() || known.iter().any(|status| answer.starts_with(status)), "{answer}");
    }
}

#[tokio::test]
async fn a_chunked_body_is_bounded_too() {
    let table = Table::open().await;
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("400\r\n{}\r\n", " ".repeat(1024)).repeat(5);
    let _ = stream.write_all(chunk.as_bytes()).await;
    assert!(read_to_end(&mut stream).await.starts_with("HTTP/1.1 413 "));
    // Chunks of one byte, within the size limit.
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    let body: String = r#"{"mode":"blind"}"#.chars().map(|c| format!("1\r\n{c}\r\n")).collect();
    stream.write_all(format!("{head}{body}0\r\n\r\n").as_bytes()).await.unwrap();
    assert!(read_to_end(&mut stream).await.starts_with("HTTP/1.1 201 "));
}

#[tokio::test]
async fn pipelined_requests_are_answered_one_by_one() {
    let table = Table::open().await;
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    let one = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n".repeat(99);
    let last = "GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(format!("{one}{last}").as_bytes()).await.unwrap();
    assert_eq!(read_to_end(&mut stream).await.matches("HTTP/1.1 200 OK").count(), 100);
}

#[tokio::test]
async fn malformed_requests_are_refused_and_smuggled_ones_ignored() {
    let table = Table::open().await;
    let post = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    // A proxy and a server might split this differently: the second request must not be answered.
    let hidden = "0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
    let requests = [
        format!("{post}content-length: 5\r\ncontent-length: 6\r\n\r\n{hidden}"),
        format!("{post}content-length: -1\r\n\r\n{hidden}"),
        format!("{post}content-length: +5\r\n\r\n{hidden}"),
        format!("{post}transfer-encoding: chunked, identity\r\n\r\n{hidden}"),
        format!("{post}transfer-encoding: xchunked\r\n\r\n{hidden}"),
        format!("{post}transfer-encoding: chunked\r\n\r\nzz\r\n{hidden}"),
        format!("{post}transfer-encoding: chunked\r\n\r\nffffffffffffffff1\r\n{hidden}"),
        format!("{post}x y: z\r\n\r\n{hidden}"),
        format!("{post}x\0y: z\r\n\r\n{hidden}"),
        "GET /api/health\r\n\r\n".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n\r\n".to_owned(),
        "\0".repeat(1000),
    ];
    for request in requests {
        let mut stream = TcpStream::connect(table.address).await.unwrap();
        let _ = stream.write_all(request.as_bytes()).await;
        let _ = stream.shutdown().await;
        let answer = read_to_end(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{request:?}: {answer}");
        assert!(!answer.contains("uptime"), "{request:?}: {answer}");
    }
    // With both a length and chunks, the chunks count (RFC 9112, 6.3), and the connection is closed.
    let mut stream = TcpStream::connect(table.address).await.unwrap();
    let both = format!("{post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n{hidden}");
    stream.write_all(both.as_bytes()).await.unwrap();
    let _ = stream.shutdown().await;
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    let answer = http::post(table.address, "/api/games", &json!({"mode": "blind"})).await;
    assert_eq!(answer.status, 201);
}
