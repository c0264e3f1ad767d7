//! The page about spectators and chat: every example is read, and every event of theirs has one.

use serde_json::Value;
use session::protocol::events::ServerEvent;
use session::protocol::player::decode;

const DOCUMENT: &str = include_str!("../../../spectators-and-chat.md");

#[test]
fn every_example_is_decoded_exactly_and_every_event_has_one() {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut types = Vec::new();
    for text in blocks {
        let example: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let kind = example["type"].as_str().unwrap().to_owned();
        // Chat messages go both ways; only those from the server have a number.
        let is_from_server = matches!(
            kind.as_str(),
            "spectator.welcome" | "spectator.joined" | "spectator.left" | "chat.history"
        ) || kind == "chat.message" && example.get("messageId").is_some();
        if is_from_server {
            let event: ServerEvent = serde_json::from_value(example.clone()).unwrap();
            assert_eq!(serde_json::to_value(event).unwrap(), example, "a field is misspelt or missing");
        } else {
            decode(text).unwrap_or_else(|refusal| panic!("{refusal} in {text}"));
        }
        types.push(kind);
    }
    types.sort();
    assert_eq!(
        types,
        [
            "chat.history",
            "chat.message",
            "chat.message",
            "chat.mute",
            "chat.report",
            "player.setName",
            "spectator.join",
            "spectator.joined",
            "spectator.left",
            "spectator.welcome"
        ]
    );
}
