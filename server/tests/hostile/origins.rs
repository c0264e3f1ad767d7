//! Pages of other sites.

use serde_json::json;

use super::common::http::{Answer, request};
use super::common::{Setting, Table};

pub(crate) const UPGRADE: &str = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\
    sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

async fn ask(table: &Table, line: &str, host: &str, origin: &str, more: &str) -> Answer {
    let head = format!("{line} HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n{more}");
    let body: &[u8] = if line.starts_with("POST") { br#"{"mode":"blind"}"# } else { b"" };
    request(table.address, &head, body).await
}

#[tokio::test]
async fn pages_of_other_origins_are_refused_before_any_effect() {
    let table = Table::open().await;
    let json_type = "content-type: application/json\r\n";
    for origin in ["https://evil.example", "http://play.example:81", "null"] {
        for (line, more) in [
            ("GET /ws?game=abcd1234", UPGRADE),
            ("GET /lobby", UPGRADE),
            ("POST /api/games", json_type),
            ("POST /api/own-games", json_type),
        ] {
            let answer = ask(&table, line, "play.example", origin, more).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (403, &json!("foreign_origin")),
                "{line} {origin}"
            );
            assert!(answer.header("access-control-allow-origin").is_none());
        }
    }
    for origin in ["http://play.example", "https://play.example"] {
        assert_eq!(ask(&table, "POST /api/games", "play.example", origin, json_type).await.status, 201);
    }
    // The engine interface has no private data: it is open to all pages, as the rules are.
    let rules = ask(&table, "GET /api/rules/chess", "play.example", "https://evil.example", "").await;
    assert_eq!(rules.status, 200);
}

#[tokio::test]
async fn sockets_are_open_to_own_pages_and_engines_to_all() {
    for (line, origin, status) in [
        ("GET /ws?game=abcd1234", "http://play.example", 101),
        ("GET /lobby", "http://play.example", 101),
        ("GET /engine", "https://evil.example", 101),
    ] {
        let table = Table::open().await;
        let head = format!("{line} HTTP/1.1\r\nhost: play.example\r\norigin: {origin}\r\n{UPGRADE}\r\n");
        let mut stream = tokio::net::TcpStream::connect(table.address).await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        tokio::io::AsyncReadExt::read_exact(&mut stream, &mut answer).await.unwrap();
        assert_eq!(answer, *format!("HTTP/1.1 {status}").as_bytes(), "{line}");
    }
}

#[tokio::test]
async fn a_configured_list_of_origins_decides() {
    let allowed_origins = vec!["https://club.example".parse().unwrap()];
    let table = Setting { allowed_origins, ..Setting::default() }.open().await;
    let json_type = "content-type: application/json\r\n";
    for (origin, status) in [("https://club.example", 201), ("https://play.example", 403)] {
        let answer = ask(&table, "POST /api/games", "play.example", origin, json_type).await;
        assert_eq!(answer.status, status, "{origin}");
        // The page may read the response.
        let seen = answer.header("access-control-allow-origin");
        assert_eq!(seen, (status == 201).then_some(origin));
    }
    let headers = "access-control-request-method: POST\r\naccess-control-request-headers: content-type\r\n";
    let preflight = ask(&table, "OPTIONS /api/games", "play.example", "https://club.example", headers).await;
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-headers"), Some("content-type"));
}
