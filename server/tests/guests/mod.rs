//! Rulesets of guests: saved, played, bounded by name, and there again after a crash.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bounds;
mod play;
pub(crate) mod published;
mod restart;

use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Map, Value, json};
use tabula::guest::{GuestRules, Inspector};
use tabula::limits::{GuestLimits, Limits};

use crate::common::http::{Answer, post};
use crate::common::{Setting, Table};

/// The game that guests change here, as its author writes it.
fn folder(game: &str) -> Map<String, Value> {
    let of_game = |(path, bytes): (String, Vec<u8>)| {
        let path = path.strip_prefix(game)?.strip_prefix('/')?.to_owned();
        Some((path, bytes))
    };
    let files = dev::rules().into_iter().filter_map(of_game);
    // Its counts and games are those of the original.
    let is_wanted = |path: &str| path == "ruleset.json" || path == "setup.json" || path.ends_with(".moves");
    let text = |(path, bytes): (String, Vec<u8>)| (path, Value::from(String::from_utf8(bytes).unwrap()));
    files.filter(|(path, _)| is_wanted(path)).map(text).collect()
}

/// A game of a guest's own: chess, in which knights also step as a king does.
pub(crate) fn centaurs() -> Map<String, Value> {
    let mut files = folder("chess");
    change(&mut files, "patterns/knight.moves", "N: N", "N: NK");
    change(&mut files, "ruleset.json", "\"name\": \"Chess\"", "\"name\": \"Chess of centaurs\"");
    files
}

/// Changes a text, which must be there.
pub(crate) fn change(files: &mut Map<String, Value>, path: &str, from: &str, to: &str) {
    let text = files[path].as_str().unwrap();
    assert!(text.contains(from), "{from} is not in {path}: {text}");
    let changed = text.replacen(from, to, 1);
    files.insert(path.to_owned(), changed.into());
}

/// Settings of a server that takes rulesets of guests.
pub(crate) fn setting(guests: GuestLimits) -> Setting {
    let program = Path::new(env!("CARGO_BIN_EXE_tabula"));
    let plain = Setting::default();
    Setting {
        guests: GuestRules { inspector: Some(Inspector::of(program)), folder: None, publishes: true },
        // A build for tests is slow.
        limits: Limits { guests, ..plain.limits },
        ..plain
    }
}

/// Limits for a program that is built for tests.
pub(crate) fn unhurried() -> GuestLimits {
    GuestLimits {
        guest_move_time: "2s".parse().unwrap(),
        guest_check_time: "60s".parse().unwrap(),
        guest_check_wait: "600s".parse().unwrap(),
        guest_burst: 100,
        ..GuestLimits::default()
    }
}

/// Variables of a process that takes rulesets of guests. A build for tests is slow.
pub(crate) const VARIABLES: [(&str, &str); 4] = [
    ("TABULA_GUEST_RULES", "unlisted"),
    ("TABULA_GUEST_MOVE_TIME", "2s"),
    ("TABULA_GUEST_CHECK_TIME", "60s"),
    ("TABULA_GUEST_CHECK_WAIT", "600s"),
];

async fn open(guests: GuestLimits) -> Table {
    setting(guests).open().await
}

pub(crate) async fn save(address: SocketAddr, files: &Map<String, Value>) -> Answer {
    post(address, "/api/rulesets", &Value::from(files.clone())).await
}

/// Saves a ruleset, and returns its id.
pub(crate) async fn saved(address: SocketAddr, files: &Map<String, Value>) -> String {
    let answer = save(address, files).await;
    assert!(matches!(answer.status, 200 | 201), "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// A request for a game by a ruleset.
pub(crate) fn request(mode: &str, ruleset: &str) -> Value {
    json!({"mode": mode, "side": "white", "ruleset": ruleset})
}
