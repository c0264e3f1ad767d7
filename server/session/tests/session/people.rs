//! The page about players beside their games: every example is read, and written again as it stands there.

use std::collections::BTreeSet;

use serde_json::Value;
use session::protocol::lobby::{LobbyMessage, LobbyRequest, decode};
use session::protocol::player::{
    NewPasskeyRequest, OwnGames, OwnSeats, PasskeyChallenge, PasskeySignInRequest, PlayerSettings,
    ReportRequest, schema,
};
use session::protocol::push::PushNotice;

const DOCUMENT: &str = include_str!("../../people.md");

/// Returns the examples of the document.
fn examples() -> Vec<Value> {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect()
}

/// Returns the message types of one direction of the lobby, from the schema.
fn types_of(direction: &str) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][direction]["oneOf"].as_array().unwrap();
    let kind = |variant: &Value| variant["properties"]["type"]["const"].as_str().unwrap().to_owned();
    variants.iter().map(kind).collect()
}

#[test]
fn every_example_is_decoded_exactly_and_every_message_of_the_lobby_has_one() {
    let (mut requests, mut messages, mut lists) = (BTreeSet::new(), BTreeSet::new(), 0);
    for example in examples() {
        let text = example.to_string();
        let again = match example["type"].as_str() {
            None if example.get("seats").is_some() => {
                lists += 1;
                serde_json::to_value(OwnSeats::read(text.as_bytes()).unwrap())
            }
            None if example.get("reason").is_some() => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<ReportRequest>(example.clone()).unwrap())
            }
            None if example.get("rpId").is_some() => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<PasskeyChallenge>(example.clone()).unwrap())
            }
            None if example.get("sealed").is_some() => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<NewPasskeyRequest>(example.clone()).unwrap())
            }
            None if example.get("credential").is_some() => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<PasskeySignInRequest>(example.clone()).unwrap())
            }
            None if example.get("vacation").is_some() => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<PlayerSettings>(example.clone()).unwrap())
            }
            None => {
                lists += 1;
                serde_json::to_value(serde_json::from_value::<OwnGames>(example.clone()).unwrap())
            }
            Some("your-turn" | "next-round") => {
                serde_json::to_value(serde_json::from_value::<PushNotice>(example.clone()).unwrap())
            }
            // A seek goes both ways; that of the server has a number.
            Some(kind)
                if types_of("LobbyMessage").contains(kind)
                    && (kind != "seek" || example.get("seek").is_some()) =>
            {
                messages.insert(kind.to_owned());
                serde_json::to_value(serde_json::from_value::<LobbyMessage>(example.clone()).unwrap())
            }
            Some(kind) => {
                requests.insert(kind.to_owned());
                let request: LobbyRequest =
                    decode(&text).unwrap_or_else(|fault| panic!("{fault:?} in {text}"));
                serde_json::to_value(request)
            }
        };
        assert_eq!(again.unwrap(), example, "a field is misspelt or missing");
    }
    assert_eq!((requests, messages), (types_of("LobbyRequest"), types_of("LobbyMessage")));
    assert_eq!(lists, 7);
}
