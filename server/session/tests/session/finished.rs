//! The record of a finished game: exactly what spectators are sent at the end, once, and not before; and its documented form.

use serde_json::{Value, json};
use session::protocol::player::{FinishedGames, GameRecord, PlayerResults, Statistics};
use session::view::observe;
use session::{FinishedGame, Frame, Session, UnixMs, Viewer};

use crate::table::{B, BLACK_TOKEN, GAME, Table, W, WATCHED, WHITE_TOKEN, catalogue};

const DOCUMENT: &str = include_str!("../../finished.md");

#[test]
fn every_example_is_decoded_exactly() {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let examples: Vec<Value> = blocks
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect();
    let [record, list, statistics, results] = examples.as_slice() else {
        panic!("{} examples", examples.len())
    };
    let again: GameRecord = serde_json::from_value(record.clone()).unwrap();
    assert_eq!(serde_json::to_value(again).unwrap(), *record);
    let again: FinishedGames = serde_json::from_value(list.clone()).unwrap();
    assert_eq!(serde_json::to_value(again).unwrap(), *list);
    let again: Statistics = serde_json::from_value(statistics.clone()).unwrap();
    assert_eq!(serde_json::to_value(again).unwrap(), *statistics);
    let again: PlayerResults = serde_json::from_value(results.clone()).unwrap();
    assert_eq!(serde_json::to_value(again).unwrap(), *results);
}

/// Plays to a mate by black.
fn mated(request: Value) -> Table {
    let mut table = Table::seated(request);
    table.play("f2f3 e7e5");
    // A refused try, which nobody but its player may learn of before the end.
    table.commit(W, "g2g5");
    table.play("g2g4 d8h4");
    table
}

/// Returns the only record that the game has left.
fn only(table: &Table) -> &FinishedGame {
    let [finished] = table.finished.as_slice() else { panic!("{} records", table.finished.len()) };
    finished
}

/// Returns the state that a spectator who comes now is sent.
fn shown(session: &Session, at: u64) -> Value {
    let seen = observe(session.game(), Viewer::Spectator);
    let frames = Frame::since(None, &seen, 0, UnixMs(at));
    serde_json::from_str(frames.last().unwrap().as_str()).unwrap()
}

// Requirement gambit-121.
#[test]
fn the_record_is_what_spectators_are_sent_at_the_end() {
    for mode in ["blind", "vanilla"] {
        for allowed in [true, false] {
            let request = json!({"mode": mode, "side": "white", "spectators": {"allowed": allowed, "delaySeconds": 20}});
            let mut table = mated(request);
            table.say(W, json!({"type": "offer-rematch"}));
            table.say(B, json!({"type": "respond-rematch", "accept": true}));
            table.close(W);
            let finished = only(&table).clone();
            let state: Value = serde_json::from_str(finished.state()).unwrap();
            assert_eq!(state["record"]["plies"].as_array().unwrap().len(), 4);
            assert_eq!(state["record"]["tries"].as_array().unwrap().len(), 1);
            assert_eq!(state["pieces"].as_array().unwrap().len(), 32);
            // What has been agreed on since, and who has left, is not in it.
            let mut now = shown(table.session(), table.now);
            now.as_object_mut().unwrap().remove("rematch").unwrap();
            now["players"][0]["connected"] = true.into();
            assert_eq!(state, now);
            assert_eq!((finished.id.as_str(), finished.summary.id.as_str()), (GAME, WATCHED));
            assert_eq!((finished.is_open, finished.is_listed), (allowed, allowed));
            assert_eq!(finished.shown_at, UnixMs(table.now + 20_000));
            let summary = serde_json::to_value(&finished.summary).unwrap();
            let expected = json!({
                "id": WATCHED, "mode": mode, "ruleset": "chess", "moderator": "blind", "winner": "b", "endReason": "checkmate",
                "plies": 4, "createdAt": 0, "endedAt": table.now,
            });
            assert_eq!(summary, expected);
            for secret in [GAME, WHITE_TOKEN, BLACK_TOKEN] {
                assert!(!finished.state().contains(secret) && !summary.to_string().contains(secret));
            }
            let readers: Vec<_> = finished.readers.iter().map(|token| token.as_str().to_owned()).collect();
            assert_eq!(readers, [WHITE_TOKEN, BLACK_TOKEN]);
        }
    }
}

#[test]
fn the_same_inputs_leave_the_same_record() {
    let table = mated(json!({"mode": "blind", "side": "white"}));
    let mut entries = table.journal.iter();
    let Some(session::Recorded::Created(creation)) = entries.next().map(|entry| entry.input.clone()) else {
        panic!("a journal begins with the creation")
    };
    let (mut session, _unsent) = Session::create(&catalogue(), creation).unwrap();
    let mut records = Vec::new();
    for entry in entries {
        let session::Recorded::Input(input) = entry.input.clone() else { panic!("one creation") };
        records.extend(session.handle(entry.at, input).finished().cloned());
    }
    assert_eq!(records, table.finished);
}

#[test]
fn neither_a_game_without_a_move_nor_one_that_goes_on_leaves_a_record() {
    let mut table = Table::blind();
    table.say(W, json!({"type": "resign"}));
    assert_eq!(table.finished, []);
    let mut table = Table::blind();
    table.play("e2e4 e7e5");
    table.say(W, json!({"type": "offer-draw"}));
    assert_eq!(table.finished, []);
    table.say(B, json!({"type": "respond-draw", "accept": true}));
    assert_eq!(only(&table).summary.winner, None);
}

#[test]
fn duels_are_counted_for_both_sides() {
    let mut table = Table::seated(json!({"mode": "vanilla", "side": "white", "gambit": "standard"}));
    let go = |table: &mut Table, conn, from: &str, to: &str| {
        table.say(conn, json!({"type": "move.request", "gameId": GAME, "from": from, "to": to}));
    };
    let bid = |table: &mut Table, conn, amount: u32| {
        table.say(conn, json!({"type": "duel.allocate", "gameId": GAME, "amount": amount}));
    };
    go(&mut table, W, "e2", "e4");
    go(&mut table, B, "d7", "d5");
    go(&mut table, W, "e4", "d5");
    bid(&mut table, W, 3);
    bid(&mut table, B, 1);
    go(&mut table, B, "d8", "d5");
    bid(&mut table, B, 0);
    bid(&mut table, W, 2);
    table.say(W, json!({"type": "game.resign", "gameId": GAME}));
    let duels = serde_json::to_value(only(&table).summary.duels).unwrap();
    assert_eq!(duels, json!({"fought": 2, "w": {"won": 2, "spent": 5}, "b": {"won": 0, "spent": 1}}));
}
