//! Whole servers over Redis: killed, refused, and with a name that is wrong.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::common::http;
use crate::common::player::play;
use crate::common::process::Process;
use crate::common::redis::RedisServer;
use crate::common::{pair, pair_of};

fn start(folder: &Path, server: &RedisServer) -> Process {
    Process::start_with(folder, &[("TABULA_JOURNAL", &server.url())])
}

// Requirements blind-7, gambit-66.
#[tokio::test]
async fn a_game_goes_on_when_redis_is_killed_and_when_the_server_is() {
    let (folder, redis) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let server = start(folder.path(), &redis);
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "f2f3").await;
    let request = json!({"mode": "vanilla", "side": "white", "highlightingEnabled": true, "spectators": {"allowed": true}});
    let (mut ada, mut grace) = pair_of(server.address, request).await;
    let (end, _) = play(&mut ada, &mut grace, "f2f3 e7e5 g2g4 d8h4").await;
    // Moves wait, and no socket closes.
    let redis = redis.killed_and_restarted().await;
    play(&mut black, &mut white, "e7e5").await;
    white.touch("g2").await;
    let before = white.expect_update().await;
    server.kill();

    let server = start(folder.path(), &redis);
    let (mut white, for_white) = white.reconnect(server.address).await;
    let (mut black, for_black) = black.reconnect(server.address).await;
    assert_eq!(for_white["view"], before["view"]);
    assert_eq!((&for_white["touchedPiece"], &for_black["ply"]), (&json!("g2"), &json!(2)));
    let (mated, _) = play(&mut white, &mut black, "g2g4 d8h4").await;
    assert_eq!(mated["endReason"], "checkmate");
    let record = http::get(server.address, &format!("/api/games/{}/record", ada.game)).await;
    assert_eq!(record.json()["state"]["record"], end["record"]);
    let listed = http::get(server.address, "/api/finished").await.json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1, "the blind game allowed nobody to watch");
    assert!(server.terminate().success());
    assert_eq!(redis.ask::<u64>(&["EXISTS", "tabula:server", "tabula:beat"]).await, 0, "it has let go");
}

#[tokio::test]
async fn a_server_whose_journal_is_taken_over_ends_and_says_why() {
    let (folder, redis) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let mut first = start(folder.path(), &redis);
    let (mut white, mut black) = pair(first.address, "blind").await;
    play(&mut white, &mut black, "e2e4").await;
    let other = tempfile::tempdir().unwrap();
    let second = start(other.path(), &redis);
    let ended = tokio::task::spawn_blocking(move || (first.wait(), first)).await.unwrap();
    assert_eq!(ended.0.code(), Some(3));
    assert!(ended.1.log().contains("another server has taken the journal over"));
    for player in [&mut white, &mut black] {
        assert!([1001, 1011].contains(&player.expect_closed().await.code));
    }
    let (mut black, joined) = black.reconnect(second.address).await;
    assert_eq!(joined["ply"], 1);
    let (mut white, _) = white.reconnect(second.address).await;
    play(&mut black, &mut white, "e7e5").await;
}

#[test]
fn a_wrong_address_is_refused_and_its_password_is_not_told() {
    let refused = |address: &str, arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tabula"))
            .args(arguments)
            .env("TABULA_JOURNAL", address)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{address}");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(!told.contains("opensesame"), "{told}");
        told
    };
    for wrong in ["redis://tabula:opensesame@live.example:port", "rediss://:opensesame@h/#insecure"] {
        for arguments in [&[][..], &["journal", "check"], &["reports", "list"]] {
            assert!(refused(wrong, arguments).contains("--journal"));
        }
    }
    // Nor is one that Redis does not take.
    let redis = RedisServer::with("requirepass other\n");
    let address = redis.url().replace("redis://", "redis://:opensesame@");
    let told = refused(&address, &["journal", "check"]);
    assert!(told.contains("the journal's Redis server failed"), "{told}");
}
