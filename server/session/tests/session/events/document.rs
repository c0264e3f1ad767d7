//! The page of the events: every example is read, and every event has one.

use std::collections::BTreeSet;

use serde_json::Value;
use session::protocol::events::ServerEvent;
use session::protocol::player::{decode, schema};

const DOCUMENT: &str = include_str!("../../../events.md");

/// Returns the examples of the document: the client's, which come first, and the server's.
fn examples() -> [Vec<Value>; 2] {
    let (client, server) = DOCUMENT.split_once("\n## From the server\n").unwrap();
    [client, server].map(|part| {
        let blocks = part.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        blocks.map(|text| serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in {text}"))).collect()
    })
}

/// Returns the types of one direction, from the schema.
fn types_of(direction: &str) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][direction]["oneOf"].as_array().unwrap().clone();
    let name = |variant: &Value| variant["properties"]["type"]["const"].as_str().unwrap().to_owned();
    variants.iter().map(name).collect()
}

#[test]
fn every_example_is_decoded_exactly() {
    let [client, server] = examples();
    for example in client {
        // Strict decoding verifies the examples of a client.
        decode(&example.to_string()).unwrap_or_else(|refusal| panic!("{refusal} in {example:#}"));
    }
    for example in server {
        let event: ServerEvent =
            serde_json::from_value(example.clone()).unwrap_or_else(|e| panic!("{e} in {example:#}"));
        assert_eq!(serde_json::to_value(event).unwrap(), example, "a field is misspelt or missing");
    }
}

// Requirement gambit-50.
#[test]
fn every_event_has_an_example() {
    for (direction, examples) in ["ClientEvent", "ServerEvent"].into_iter().zip(examples()) {
        let shown: BTreeSet<String> =
            examples.iter().map(|example| example["type"].as_str().unwrap().to_owned()).collect();
        assert_eq!(shown, types_of(direction), "{direction}");
    }
}

// Requirements gambit-50, gambit-60.
#[test]
fn the_event_types_are_the_designed_ones() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(
        types_of("ClientEvent"),
        words(
            "move.request duel.allocate retreat.select chat.message game.resign game.offerDraw game.respondDraw
             connection.ping spectator.join player.setName chat.mute chat.report"
        )
    );
    assert_eq!(
        types_of("ServerEvent"),
        words(
            "gameState.update duel.initiated duel.outcome retreat.options game.check game.over player.joined player.left
             player.reconnected spectator.joined spectator.left chat.message chat.history move.result spectator.welcome connection.pong"
        )
    );
}
