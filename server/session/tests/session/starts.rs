//! Starts that are drawn: the journal of a game has the seed and the position.

use std::sync::Arc;

use serde_json::{Value, json};
use session::{Catalogue, CreationError, DrawnStart, Entry, ReplayError, Session};

use crate::table::{B, GAME, Table, W, WHITE_TOKEN, creation, data};

/// Data in which the open mode plays a game with drawn starts.
fn catalogue() -> Arc<Catalogue> {
    let mut files = data();
    let (_, profile) = files.iter_mut().find(|(path, _)| path == "profiles/vanilla.json").unwrap();
    let text = String::from_utf8(std::mem::take(profile)).unwrap();
    *profile = text.replace("\"ruleset\": \"chess\"", "\"ruleset\": \"chess960\"").into_bytes();
    Catalogue::load(files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Creates a game by a seed, with both players connected.
fn table(catalogue: &Arc<Catalogue>, seed: u64) -> Table {
    let mut asked = creation(json!({"mode": "vanilla", "side": "white"}));
    asked.start = Some(DrawnStart { seed, feen: None });
    let mut table = Table::from_catalogue(catalogue, asked);
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    table
}

/// Returns the letters of the first rank in the first frame of white.
fn first_rank(table: &Table) -> String {
    let joined = &table.frames(W)[0];
    let letter =
        |file: char| joined["view"]["pieces"][format!("{file}1")]["type"].as_str().unwrap().to_owned();
    ('a'..='h').map(letter).collect()
}

fn start(entry: &Entry) -> Value {
    serde_json::to_value(entry).unwrap()["input"]["created"]["start"].clone()
}

#[test]
fn the_seed_decides_and_the_journal_has_seed_and_start() {
    let catalogue = catalogue();
    for (seed, rank) in [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (960 + 959, "rkrnnqbb")] {
        let table = table(&catalogue, seed);
        assert_eq!(first_rank(&table), rank, "{seed}");
        let stored = start(&table.journal[0]);
        assert_eq!(stored["seed"], seed);
        assert!(stored["feen"].as_str().unwrap().ends_with(" / C/c"), "{stored}");
    }
}

#[test]
fn a_replay_starts_from_the_stored_position() {
    let catalogue = catalogue();
    let mut before = table(&catalogue, 0);
    before.play("c2c4 c7c5");
    let journal = before.journal.clone();
    before.host.replace_session(Session::replay(&catalogue, journal.iter().cloned()).unwrap());
    assert_eq!(
        before.session().phase(),
        Session::replay(&catalogue, journal.iter().cloned()).unwrap().phase()
    );
    before.play("c1c3");

    // Rules that number their starts differently later do not change the game.
    let mut entry = serde_json::to_value(&journal[0]).unwrap();
    let feen = start(&table(&catalogue, 518).journal[0])["feen"].clone();
    entry["input"]["created"]["start"]["feen"] = feen;
    let changed: Entry = serde_json::from_value(entry.clone()).unwrap();
    assert!(Session::replay(&catalogue, [changed].into_iter()).is_ok());
    entry["input"]["created"]["start"]["feen"] = json!("8/8/8 / C/c");
    let impossible: Entry = serde_json::from_value(entry).unwrap();
    let refused = Session::replay(&catalogue, [impossible].into_iter());
    assert!(matches!(refused, Err(ReplayError::Refused(CreationError::ImpossibleStart))));
}

#[test]
fn a_game_with_one_start_stores_none() {
    let table = table(&crate::table::catalogue(), 17);
    assert_eq!(first_rank(&table), "rnbqkbnr");
    assert_eq!(start(&table.journal[0]), Value::Null);
}
