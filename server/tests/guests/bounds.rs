//! Each bound on rulesets of guests: its answer names it as its flag is named.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tabula::guest::Inspector;
use tabula::limits::GuestLimits;
use tokio::time::{sleep, timeout};

use super::{centaurs, change, folder, open, request, save, saved, setting, unhurried};
use crate::common::http::{post, request as request_with};
use crate::common::{PATIENCE, Table, pair_of};

/// Writes a program for the shell.
pub(super) fn program(place: &Path, script: &str) -> PathBuf {
    let path = place.join("inspector");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A program that is at work until the test lets it end, and then finds nothing wrong.
pub(super) struct SlowProgram {
    place: tempfile::TempDir,
    /// Is there while the program is at work.
    work: PathBuf,
}

impl SlowProgram {
    pub(super) fn new() -> SlowProgram {
        let place = tempfile::tempdir().unwrap();
        let work = place.path().join("work");
        SlowProgram { place, work }
    }

    pub(super) fn inspector(&self) -> Inspector {
        let work = self.work.display();
        // Five minutes are the end of one whose test was killed.
        let wait = format!("n=0; while [ -e {work} ] && [ $n -lt 3000 ]; do sleep 0.1; n=$((n + 1)); done");
        let script = format!("cat > /dev/null; : > {work}; {wait}; echo '\"fine\"'");
        Inspector::of(&program(self.place.path(), &script))
    }

    /// Waits until it is at work.
    pub(super) async fn begun(&self) {
        let begun = timeout(PATIENCE, async {
            while !self.work.exists() {
                sleep(Duration::from_millis(10)).await;
            }
        });
        begun.await.expect("the check begins");
    }

    pub(super) fn end(&self) {
        std::fs::remove_file(&self.work).unwrap();
    }
}

async fn bound(limits: GuestLimits, files: &Map<String, Value>) -> (u16, String, String) {
    let table = open(limits).await;
    let answer = save(table.address, files).await;
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    assert!(!text("message").is_empty(), "{body}");
    (answer.status, text("code"), text("bound"))
}

async fn expect_bound(limits: GuestLimits, status: u16, name: &str) {
    let found = bound(limits, &centaurs()).await;
    assert_eq!(found, (status, "beyond_bound".to_owned(), name.to_owned()));
}

#[tokio::test]
async fn bounds_on_the_folder_are_named() {
    expect_bound(GuestLimits { guest_bytes: 500, ..unhurried() }, 413, "guest_bytes").await;
    expect_bound(GuestLimits { guest_files: 3, ..unhurried() }, 422, "guest_files").await;
    let head = "POST /api/rulesets HTTP/1.1\r\nhost: x\r\n";
    let table = open(unhurried()).await;
    let foreign = format!("{head}content-type: application/json\r\norigin: https://evil.example\r\n");
    for (head, status) in [(foreign.as_str(), 403), (head, 415)] {
        assert_eq!(request_with(table.address, head, b"{}").await.status, status);
    }
    for wrong in
        [json!([]), json!({"ruleset.json": 7}), json!({"a.json": ""}), json!({"../ruleset.json": ""})]
    {
        let table = open(unhurried()).await;
        let answer = post(table.address, "/api/rulesets", &wrong).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{wrong}");
    }
}

#[tokio::test]
async fn bounds_on_the_game_are_named() {
    expect_bound(GuestLimits { guest_squares: 63, ..unhurried() }, 422, "guest_squares").await;
    expect_bound(GuestLimits { guest_pieces: 11, ..unhurried() }, 422, "guest_pieces").await;
    expect_bound(GuestLimits { guest_rows: 1_000, ..unhurried() }, 422, "guest_rows").await;
    expect_bound(GuestLimits { guest_table_bytes: 10_000, ..unhurried() }, 422, "guest_table_bytes").await;
    expect_bound(
        GuestLimits { guest_move_time: "1ns".parse().unwrap(), ..unhurried() },
        422,
        "guest_move_time",
    )
    .await;
}

#[tokio::test]
async fn bounds_on_the_check_are_named_and_end_its_process() {
    expect_bound(
        GuestLimits { guest_check_wait: "1ms".parse().unwrap(), ..unhurried() },
        422,
        "guest_check_wait",
    )
    .await;
    expect_bound(GuestLimits { guest_check_bytes: 32 << 20, ..unhurried() }, 422, "guest_check_bytes").await;
    for (script, limits, bound) in [
        // The program's own bound on processor time, kept by another program.
        ("ulimit -t 1; while :; do :; done", unhurried(), "guest_check_time"),
        // One that does not even read its work.
        (
            "exec sleep 600",
            GuestLimits { guest_check_wait: "100ms".parse().unwrap(), ..unhurried() },
            "guest_check_wait",
        ),
    ] {
        let place = tempfile::tempdir().unwrap();
        let mut setting = setting(limits);
        setting.guests.inspector = Some(Inspector::of(&program(place.path(), script)));
        let table = setting.open().await;
        let answer = save(table.address, &centaurs()).await;
        assert_eq!((answer.status, &answer.json()["bound"]), (422, &json!(bound)), "{script}");
    }
}

#[tokio::test]
async fn a_process_that_fails_is_an_error_of_the_server_and_no_verdict() {
    let place = tempfile::tempdir().unwrap();
    for script in ["exit 1", "echo nonsense", "cat > /dev/null; echo '\"Good\"'", "kill -SEGV $$"] {
        let mut setting = setting(unhurried());
        setting.guests.inspector = Some(Inspector::of(&program(place.path(), script)));
        let table = setting.open().await;
        let answer = save(table.address, &centaurs()).await;
        assert_eq!((answer.status, &answer.json()["code"]), (500, &json!("internal")), "{script}");
    }
}

#[tokio::test]
async fn rulesets_wait_in_a_short_queue_and_come_at_a_rate() {
    let slow = SlowProgram::new();
    let limits = GuestLimits { guest_queue: 0, guest_rate: 1, guest_burst: 2, ..unhurried() };
    let mut setting = setting(limits);
    setting.guests.inspector = Some(slow.inspector());
    let table = setting.open().await;
    let address = table.address;
    let first = tokio::spawn(async move { save(address, &centaurs()).await });
    slow.begun().await;
    let second = save(address, &folder("breakthrough")).await;
    assert_eq!((second.status, &second.json()["code"]), (503, &json!("server_full")));
    assert_eq!(second.json()["reason"], "checks_busy");
    let third = save(address, &folder("breakthrough")).await;
    assert_eq!((third.status, &third.json()["code"]), (429, &json!("rate_limited")));
    assert_eq!(third.json()["reason"], "too_often");
    assert!(!first.is_finished());
    slow.end();
    let first = first.await.unwrap();
    assert_eq!(first.status, 201, "{}", first.body);
}

#[tokio::test]
async fn an_unused_ruleset_makes_room_and_a_played_one_does_not() {
    let bytes = Value::from(centaurs()).to_string().len();
    for limits in [
        GuestLimits { guest_rulesets: 1, ..unhurried() },
        // Enough for one, and not for two.
        GuestLimits { guest_kept_bytes: bytes * 3 / 2, ..unhurried() },
    ] {
        let table = open(limits).await;
        let first = saved(table.address, &centaurs()).await;
        let mut other = centaurs();
        change(&mut other, "patterns/knight.moves", "NK", "NW");
        let second = saved(table.address, &other).await;
        let gone = post(table.address, "/api/games", &request("blind", &first)).await;
        assert_eq!((gone.status, &gone.json()["code"]), (400, &json!("unknown_ruleset")), "{}", gone.body);
        assert_eq!(gone.json()["reason"], "unknown_ruleset");
        let (_white, _black) = pair_of(table.address, request("blind", &second)).await;
        let full = save(table.address, &centaurs()).await;
        assert_eq!((full.status, &full.json()["code"]), (503, &json!("server_full")), "{}", full.body);
        assert_eq!(full.json()["reason"], "guest_rulesets_full");
        assert_eq!(save(table.address, &other).await.status, 200, "the played one is there");
    }
}

#[tokio::test]
async fn an_address_has_few_games_by_rulesets_of_guests() {
    let table = open(GuestLimits { guest_games_per_address: 2, ..unhurried() }).await;
    let id = saved(table.address, &centaurs()).await;
    for _ in 0..2 {
        table.create(request("blind", &id)).await;
    }
    let refused = post(table.address, "/api/games", &request("blind", &id)).await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("rate_limited")));
    assert!(refused.body.contains("rulesets of guests"), "{}", refused.body);
    assert_eq!(refused.json()["reason"], "too_many_guest_games");
    table.create(json!({"mode": "blind"})).await;
}

#[tokio::test]
async fn a_game_that_has_used_up_its_time_can_only_be_resigned() {
    let table: Table = open(GuestLimits { guest_game_time: "1ns".parse().unwrap(), ..unhurried() }).await;
    let id = saved(table.address, &centaurs()).await;
    let (mut white, _black) = pair_of(table.address, request("blind", &id)).await;
    white.commit("e2", "e4").await;
    white.expect_error("rate_limited").await;
    white.send(json!({"type": "resign"})).await;
    assert_eq!(white.expect_update().await["gameStatus"], "finished");
}
