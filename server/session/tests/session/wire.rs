//! The documented wire: every example is read, every message has one, and the schema has the designed types.

use std::collections::BTreeSet;

use serde_json::Value;
use session::protocol::player::{
    Clocks, CreateGame, Gambits, GameCreated, Health, HouseRules, Moderators, Modes, PublicTerms,
    PublishedRulesets, RefusalReason, RequestRefused, RulesetDescriptions, Rulesets, ServerMessage, decode,
    schema,
};

const DOCUMENT: &str = include_str!("../../wire.md");

/// Returns the examples of the document.
fn examples() -> Vec<Value> {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect()
}

/// Returns whether an example is a message of the server.
fn is_from_server(example: &Value) -> bool {
    types_of("ServerMessage").contains(example["type"].as_str().unwrap())
}

/// Returns the message types of one direction, from the schema.
fn types_of(direction: &str) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][direction]["oneOf"].as_array().unwrap().clone();
    variants
        .iter()
        .map(|variant| variant["properties"]["type"]["const"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_example_is_decoded_exactly() {
    for example in examples() {
        let again = if example.get("type").is_none() {
            if example.get("moderators").is_some() {
                serde_json::to_value(serde_json::from_value::<Moderators>(example.clone()).unwrap())
            } else if example.get("modes").is_some() {
                serde_json::to_value(serde_json::from_value::<Modes>(example.clone()).unwrap())
            } else if example.get("waiting").is_some() {
                serde_json::to_value(serde_json::from_value::<PublicTerms>(example.clone()).unwrap())
            } else if example.get("mode").is_some() {
                serde_json::to_value(serde_json::from_value::<CreateGame>(example.clone()).unwrap())
            } else if example.get("joinUrl").is_some() {
                serde_json::to_value(serde_json::from_value::<GameCreated>(example.clone()).unwrap())
            } else if example.get("gambits").is_some() {
                serde_json::to_value(serde_json::from_value::<Gambits>(example.clone()).unwrap())
            } else if example["rulesets"][0].get("pieces").is_some() {
                let described = serde_json::from_value::<RulesetDescriptions>(example.clone());
                serde_json::to_value(described.unwrap())
            } else if example.get("published").is_some() {
                let published = serde_json::from_value::<PublishedRulesets>(example.clone());
                serde_json::to_value(published.unwrap())
            } else if example.get("rulesets").is_some() {
                serde_json::to_value(serde_json::from_value::<Rulesets>(example.clone()).unwrap())
            } else if example.get("clocks").is_some() {
                serde_json::to_value(serde_json::from_value::<Clocks>(example.clone()).unwrap())
            } else if example.get("code").is_some() {
                serde_json::to_value(serde_json::from_value::<RequestRefused>(example.clone()).unwrap())
            } else if example.get("overlays").is_some() {
                serde_json::to_value(serde_json::from_value::<HouseRules>(example.clone()).unwrap())
            } else {
                serde_json::to_value(serde_json::from_value::<Health>(example.clone()).unwrap())
            }
        } else if is_from_server(&example) {
            let message: ServerMessage =
                serde_json::from_value(example.clone()).unwrap_or_else(|e| panic!("{e} in {example:#}"));
            serde_json::to_value(message)
        } else {
            // Strict decoding verifies the examples of a client.
            decode(&example.to_string()).unwrap_or_else(|refusal| panic!("{refusal} in {example}"));
            Ok(example.clone())
        };
        assert_eq!(again.unwrap(), example, "a field is misspelt or missing");
    }
}

#[test]
fn every_reason_of_a_refused_request_is_in_the_document() {
    let table = DOCUMENT.split("| `reason` |").nth(1).unwrap().split("\n\n").next().unwrap();
    let shown: Vec<&str> = table.lines().filter_map(|row| row.split('`').nth(1)).collect();
    let words = RefusalReason::ALL.map(|reason| serde_json::to_value(reason).unwrap());
    let words: Vec<&str> = words.iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(shown, words);
}

#[test]
fn every_message_has_an_example() {
    for direction in ["ClientMessage", "ServerMessage"] {
        let shown: BTreeSet<String> = examples()
            .into_iter()
            .filter(|example| example.get("type").is_some())
            .filter(|example| is_from_server(example) == (direction == "ServerMessage"))
            .map(|example| example["type"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(shown, types_of(direction), "{direction}");
    }
}

// Requirement blind-49.
#[test]
fn the_message_types_are_the_designed_ones_and_ours() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    let client = "hello commit drop pass ask resign offer-draw respond-draw pong offer-rematch respond-rematch share-marks subscribe unsubscribe identify";
    assert_eq!(types_of("ClientMessage"), words(client));
    assert_eq!(types_of("ServerMessage"), words("joined update peer-status error ping rematch shared-marks"));
}

// Requirements blind-35, blind-41, blind-47, blind-55, blind-56, blind-58, gambit-116.
#[test]
fn the_schema_requires_the_fields_of_the_design() {
    let schema = schema();
    for (name, fields) in [
        ("Joined", "you token view announcements gameStatus mode highlightingEnabled"),
        ("Update", "view newAnnouncements gameStatus"),
        ("PeerStatus", "color connected"),
        ("ErrorMessage", "code message"),
        ("BoardView", "pieces toMove inCheck"),
        ("PieceView", "color type"),
        ("Announcement", "ply text audience at"),
        ("GameCreated", "gameId creatorToken joinUrl"),
        ("RequestRefused", "code message"),
        (
            "PublicTerms",
            "gameId waiting mode moderator ruleset overlays touchMove chat spectators absenceSeconds",
        ),
        ("Health", "ok activeGames uptime"),
        ("HouseRule", "id name about over notWith"),
        ("ModeDefaults", "mode touchMove chat spectatorsAllowed"),
        ("ClockPreset", "name clock"),
        ("Gambit", "id initial effectiveMax overloadCost ties regeneration bidMs retreatMs capacities"),
        ("ClockView", "control leftMs paused lowTimeMs"),
    ] {
        let required: Vec<&str> = schema["$defs"][name]["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|field| field.as_str().unwrap())
            .collect();
        for field in fields.split_whitespace() {
            assert!(required.contains(&field), "{name}.{field}");
        }
    }
    assert!(!schema["$defs"]["Joined"]["required"].as_array().unwrap().contains(&"overlays".into()));
    let optional = ["touchedPiece", "endReason", "winner"];
    for field in optional {
        let update = &schema["$defs"]["Update"];
        assert!(update["properties"].get(field).is_some(), "{field}");
        assert!(!update["required"].as_array().unwrap().contains(&field.into()), "{field}");
    }
}

#[test]
fn every_reference_of_the_schema_resolves() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let schema = schema();
    let mut found = Vec::new();
    references(&schema, &mut found);
    assert!(found.len() > 30);
    for reference in found {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        assert!(schema["$defs"].get(name).is_some(), "{reference}");
    }
}

#[test]
fn the_schema_has_the_whole_vocabulary() {
    let schema = schema();
    // The designed ones, a goal for either side, a drawn goal, effects of mechanics, duels, and answers to attempts and questions.
    let words = schema["$defs"]["ModeratorText"]["oneOf"].as_array().map(Vec::len);
    assert_eq!(words, Some(24 + 2 * 5 + 1 + 2 * 5 + 2 * 2 + 2 + 2 * 4));
    let reasons = schema["$defs"]["EndReason"]["oneOf"].as_array().unwrap().len();
    // Eight designed ones, one for each goal of house rules, the ends that are no goal of a side, and the clock.
    assert_eq!(reasons, 8 + 5 + 3 + 1);
}
