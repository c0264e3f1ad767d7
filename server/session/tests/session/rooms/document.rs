//! The documented protocol: every example is read or replayed, and every message and code is documented.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use session::protocol::rooms::{Attr, ErrorCode, MessageDecoder, Sent, schema};

use super::room::{B, CODE, Room, W};

const DOCUMENT: &str = include_str!("../../../rooms.md");

fn examples() -> Vec<Value> {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect()
}

fn is_from_server(example: &Value) -> bool {
    let of_server = ["room.created", "room.joined", "game.state", "game.delta", "game.end", "error"];
    of_server.contains(&example["type"].as_str().unwrap())
}

fn example(kind: &str, nth: usize) -> Value {
    examples().into_iter().filter(|example| example["type"] == kind).nth(nth).unwrap()["payload"].clone()
}

// Requirements rooms-12, rooms-71.
#[test]
fn every_example_is_decoded_exactly() {
    for example in examples() {
        if is_from_server(&example) {
            let sent: Sent = serde_json::from_value(example.clone())
                .unwrap_or_else(|error| panic!("{error} in {example:#}"));
            assert_eq!(serde_json::to_value(sent).unwrap(), example);
        } else {
            MessageDecoder::default()
                .decode(&example.to_string())
                .unwrap_or_else(|refusal| panic!("{refusal} in {example}"));
        }
    }
}

#[test]
fn every_message_every_code_and_every_attribute_is_documented() {
    let schema = schema().to_string();
    let shown: BTreeSet<String> =
        examples().iter().map(|example| example["type"].as_str().unwrap().to_owned()).collect();
    let kinds = [
        "room.create",
        "room.join",
        "room.leave",
        "game.move",
        "game.drop",
        "game.pass",
        "heartbeat",
        "room.created",
        "room.joined",
        "game.state",
        "game.delta",
        "game.end",
        "error",
    ];
    for kind in kinds {
        assert!(shown.contains(kind) && schema.contains(&format!("\"{kind}\"")), "{kind}");
    }
    for code in ErrorCode::ALL {
        let row = format!("| `{}` | {}", code.as_str(), if code.is_fatal() { "100" } else { "no" });
        assert!(DOCUMENT.contains(&row), "{row}");
    }
    for attr in Attr::ALL {
        let name = serde_json::to_value(attr).unwrap();
        assert!(DOCUMENT.contains(&format!("`{}`", name.as_str().unwrap())), "{name}");
    }
}

/// Keeps the facts that an example shows.
fn shortened(mut payload: Value) -> Value {
    let facts = payload["facts"].as_array_mut().unwrap();
    facts.retain(|fact| [json!(0), json!(13)].contains(&fact["id"]));
    payload
}

#[test]
fn the_examples_are_what_a_server_sends() {
    let mut room = Room::seated(&json!({"rulesetIds": ["pawns-move-backward"]}));
    assert_eq!(room.last(W, "room.created").unwrap()["code"], CODE);
    let (mut created, mut joined) = (example("room.created", 0), example("room.joined", 0));
    created["token"] = room.last(W, "room.created").unwrap()["token"].clone();
    joined["token"] = room.last(B, "room.joined").unwrap()["token"].clone();
    assert_eq!((room.last(W, "room.created"), room.last(B, "room.joined")), (Some(created), Some(joined)));
    let illegal = room.make(W, "e2e5");
    assert_eq!(illegal[0]["payload"], example("error", 0));
    room.play("e2e4");
    let back = session::ConnId(5);
    for _ in 0..4 {
        room.say(W, "heartbeat", json!({}));
    }
    room.connect(back, super::room::WHITE_TOKEN);
    let mut state = example("game.state", 0);
    let sent = room.last(back, "game.state").unwrap();
    state["lastSeq"] = sent["lastSeq"].clone();
    assert_eq!(shortened(sent), state);
    room.make(B, "e7e5");
    assert_eq!(room.last(B, "game.delta").unwrap(), example("game.delta", 0));
    let mut room = Room::open();
    room.play("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(room.last(B, "game.end").unwrap(), example("game.end", 0));
    let mut room = Room::seated(&json!({"mode": "blind"}));
    room.now = 1_745_000_000_000;
    room.play("e2e4 e7e5");
    assert_eq!(room.last(W, "game.delta").unwrap(), example("game.delta", 1));
    let mut room = super::rulesets::shogi("open");
    room.say(W, "game.drop", json!({"piece": "S:B", "to": "e5"}));
    assert_eq!(room.last(B, "game.delta").unwrap(), example("game.delta", 2));
}
