//! The protocol scripts against a fresh server over real sockets, and against servers that do not keep the protocol.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{Ran, root, server};

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tabula::limits::{Limits, Span};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {}{}", ran.out, ran.err))
}

/// Plays the scripts against an address, as a process of its own.
async fn conform(address: SocketAddr, arguments: &[&str]) -> Ran {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(root())
        .args(["conform", "--color", "never", "--server", &format!("ws://{address}")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    Ran::of(output)
}

/// The scripts for which a server has to be set up.
const LEFT_OUT: [&str; 3] = [
    "abandoned",
    "SERVER_FULL: there is no room left, until one is given up",
    "a player who stays away loses, and the room is removed",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fresh_server_keeps_the_protocol() {
    // As it is, but for what one address may make at once: the runner would ask again and again, and wait.
    let fresh = server(Limits { create_burst: 500, ..Limits::default() }).await;
    let ran = conform(fresh.address(), &["--format", "json", "--patience", "60000"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let report = report(&ran);
    assert!(report["passed"].as_u64().unwrap() >= 100, "{}", report["passed"]);
    // Nobody waits for five minutes here, and the server is never full.
    assert_eq!(report["failed"], 0);
    let cases = report["cases"].as_array().unwrap();
    let skipped: Vec<&str> = cases
        .iter()
        .filter(|case| case["verdict"] == "skipped")
        .map(|case| case["name"].as_str().unwrap())
        .collect();
    assert_eq!(skipped, LEFT_OUT);
    fresh.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_stays_away_loses_after_the_grace() {
    let grace = Duration::from_millis(500);
    let hasty = server(Limits { grace: Some(Span(grace)), ..Limits::default() }).await;
    for name in [LEFT_OUT[0], LEFT_OUT[2]] {
        let ran =
            conform(hasty.address(), &["--grace", "500", "--filter", name, "--patience", "60000"]).await;
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
        assert!(ran.out.ends_with("1 case: 1 passed\n"), "{}", ran.out);
    }
    hasty.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_place_for_one_room_says_when_it_is_full() {
    let narrow = server(Limits { games: 1, ..Limits::default() }).await;
    let ran =
        conform(narrow.address(), &["--rooms", "1", "--filter", LEFT_OUT[1], "--patience", "60000"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("1 case: 1 passed\n"), "{}", ran.out);
    narrow.stop().await;
}

/// Returns a server that says other words than the real one behind it: each is as long as the right one, so that frames stay frames.
async fn liar(behind: SocketAddr, truth: &'static str, lie: &'static str) -> SocketAddr {
    assert_eq!(truth.len(), lie.len());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let Ok(server) = TcpStream::connect(behind).await else { return };
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                let up = async move {
                    let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
                };
                let down = async move {
                    let mut part = vec![0; 1 << 16];
                    while let Ok(count @ 1..) = from_server.read(&mut part).await {
                        let mut bytes = part[..count].to_vec();
                        let places: Vec<usize> = (0..bytes.len())
                            .filter(|at| bytes[*at..].starts_with(truth.as_bytes()))
                            .collect();
                        for at in places {
                            bytes[at..at + lie.len()].copy_from_slice(lie.as_bytes());
                        }
                        if to_client.write_all(&bytes).await.is_err() {
                            return;
                        }
                    }
                };
                tokio::join!(up, down);
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_lies_fails() {
    let honest = server(Limits::default()).await;
    for (truth, lie, filter) in [
        (r#""text":"white_moved""#, r#""text":"black_moved""#, "each player sees their own pieces"),
        (r#""code":"not_your_turn""#, r#""code":"not_your_tern""#, "not_your_turn"),
        (r#""toMove":"b""#, r#""toMove":"w""#, "each player sees their own pieces"),
        (r#""color":"w","type":"q""#, r#""color":"b","type":"q""#, "blind pieces carry nothing"),
        (r#""reason":"checkmate""#, r#""reason":"stalemate""#, "a whole game, to mate"),
        (r#""seq":3"#, r#""seq":7"#, "capture in passing"),
        (r#""seq":3"#, r#""seq":2"#, "both receive the delta of a move"),
        (r#""value":28"#, r#""value":29"#, "both receive the delta of a move"),
        (r#""code":"ROOM_FULL""#, r#""code":"ROOM_FOOL""#, "ROOM_FULL"),
        (r#","fatal":true"#, r#","fatal":1234"#, "VERSION_MISMATCH: another"),
    ] {
        let address = liar(honest.address(), truth, lie).await;
        let arguments = ["--filter", filter, "--patience", "60000"];
        let ran = conform(address, &arguments).await;
        assert_eq!(ran.status, 1, "{lie}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("- expected ") && ran.out.contains("+ found "), "{}", ran.out);
        let ran = conform(honest.address(), &arguments).await;
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    }
    honest.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_nothing_fails() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let silence = tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Ok((client, _)) = listener.accept().await {
            kept.push(client);
        }
    });
    let ran = conform(address, &["--filter", "a blind game", "--patience", "200"]).await;
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("no answer within 200ms"), "{}", ran.out);
    silence.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_more_than_it_should_fails() {
    let honest = server(Limits::default()).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    // White is sent the own move first: once black has received it, all frames for white are on their way.
    let text = r#"{
  "kind": "protocol", "truth": "nobody", "shows": "that what is left over is told",
  "cases": [
    { "name": "too much", "table": { "mode": "blind", "side": "white" },
      "steps": [{ "send": "white", "message": { "type": "commit", "from": "e2", "to": "e4" } }, { "expect": "black", "message": { "type": "update" } }] }
  ]
}"#;
    std::fs::write(&path, text).unwrap();
    let ran = conform(honest.address(), &[path.to_str().unwrap(), "--patience", "60000"]).await;
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("after the last step, white") && ran.out.contains(r#""ply":1"#), "{}", ran.out);
    honest.stop().await;
}
