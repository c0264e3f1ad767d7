//! The page about players beside their games: every example is read, and written again as it stands there.

use serde_json::Value;
use session::protocol::player::{OwnGames, OwnSeats};

const DOCUMENT: &str = include_str!("../../people.md");

#[test]
fn every_example_is_decoded_exactly() {
    let blocks = DOCUMENT.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut kinds = Vec::new();
    for text in blocks {
        let example: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let (kind, again) = if example.get("seats").is_some() {
            ("seats", serde_json::to_value(OwnSeats::read(text.as_bytes()).unwrap()))
        } else {
            ("games", serde_json::to_value(serde_json::from_str::<OwnGames>(text).unwrap()))
        };
        assert_eq!(again.unwrap(), example, "a field is misspelt or missing");
        kinds.push(kind);
    }
    assert_eq!(kinds, ["seats", "games"]);
}
