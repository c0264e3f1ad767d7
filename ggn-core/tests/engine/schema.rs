//! The schema says what is read and what is written: tried with every message of the document and of a random conversation.

use std::collections::BTreeSet;

use ggn_core::engine::schema;
use ggn_core::json::Json;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::conversation::Host;
use super::document;
use super::random::{Random, message};

fn validator(definition: &str) -> Validator {
    let mut schema = schema();
    schema["$ref"] = format!("#/$defs/{definition}").into();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What a refusal of the form, rather than of the matter, says.
fn is_of_form(failure: &Value) -> bool {
    let error = failure["error"].as_str().unwrap();
    let form = ["not_an_object", "missing_field", "unknown_field", "wrong_type", "unknown_message_type"];
    form.contains(&error) || (error == "unknown_word" && failure["field"] != "side")
}

struct Judge {
    said: Validator,
    answered: Validator,
    well_formed: usize,
    malformed: usize,
}

impl Judge {
    fn new() -> Judge {
        Judge {
            said: validator("HostMessage"),
            answered: validator("EngineMessage"),
            well_formed: 0,
            malformed: 0,
        }
    }

    fn judge(&mut self, text: &[u8], answers: &[Value]) {
        for answer in answers {
            let faults: Vec<String> =
                self.answered.iter_errors(answer).map(|fault| fault.to_string()).collect();
            assert!(faults.is_empty(), "{answer}: {faults:?}");
        }
        let error = answers[0]["error"].as_str().unwrap_or_default();
        // A value has no duplicate fields any more.
        if ["malformed_json", "duplicate_field", "too_large"].contains(&error) {
            return;
        }
        let said: Value = serde_json::from_slice(text).unwrap();
        let form = answers[0]["message_type"] == "failure" && is_of_form(&answers[0]);
        assert_eq!(self.said.is_valid(&said), !form, "{said}: {}", answers[0]);
        if form {
            self.malformed += 1;
        } else {
            self.well_formed += 1;
        }
    }
}

#[test]
fn the_document_fits_the_schema() {
    let mut judge = Judge::new();
    for (id, exchanges) in document::conversations() {
        let mut host = Host::of(id);
        for exchange in exchanges {
            let answers = host.say_text(&exchange.said);
            judge.judge(exchange.said.as_bytes(), &answers);
        }
    }
    assert!(judge.well_formed > 30);
}

#[test]
fn a_message_is_read_exactly_when_the_schema_has_it() {
    let mut random = Random(0x5C4E);
    let mut judge = Judge::new();
    let mut host = Host::of("chess");
    let mut say = |text: &[u8]| {
        let answers = host.say_text(text);
        judge.judge(text, &answers);
    };
    for _ in 0..3_000 {
        say(&message(&mut random, &["e2e4".to_owned(), "a7a8q".to_owned(), "e7e5".to_owned()], false));
    }
    let values = [
        json!(null),
        json!(0),
        json!(1),
        json!(1.5),
        json!(true),
        json!("white"),
        json!("upper"),
        json!([]),
        json!({}),
        json!("offer"),
        json!("agree"),
        json!(5_000_000_000_u64),
    ];
    let fields = [
        "from",
        "to",
        "promotion",
        "piece",
        "piece_choice",
        "fen",
        "feen",
        "plies",
        "side",
        "action",
        "square_case",
        "en_passant_catpure",
    ];
    let kinds: Vec<String> = types("HostMessage").into_iter().collect();
    for _ in 0..3_000 {
        let mut said = json!({"message_type": random.of(&kinds)});
        for _ in 0..random.below(4) {
            said[*random.of(&fields)] = random.of(&values).clone();
        }
        say(said.to_string().as_bytes());
    }
    for text in ["[]", "1", "null", "\"state\"", "{}"] {
        say(text.as_bytes());
    }
    assert!(
        judge.well_formed > 1500 && judge.malformed > 1000,
        "{} and {}",
        judge.well_formed,
        judge.malformed
    );
}

/// The message types of one direction.
fn types(definition: &str) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][definition]["oneOf"].as_array().unwrap();
    let kinds = variants.iter().flat_map(|variant| {
        let kind = &variant["properties"]["message_type"];
        kind.get("enum").and_then(Value::as_array).cloned().unwrap_or_else(|| vec![kind["const"].clone()])
    });
    kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

/// The types of all messages that the document shows, of hosts and of the engine.
fn shown() -> (BTreeSet<String>, BTreeSet<String>) {
    let kind = |json: &Json| match json.get("message_type") {
        Some(Json::String(kind)) => kind.clone(),
        other => panic!("{other:?}"),
    };
    let exchanges: Vec<document::Exchange> =
        document::conversations().into_iter().flat_map(|(_, exchanges)| exchanges).collect();
    let said = exchanges.iter().filter_map(|exchange| Json::parse(exchange.said.as_bytes()).ok());
    (
        said.map(|json| kind(&json)).collect(),
        exchanges.iter().flat_map(|exchange| &exchange.answered).map(kind).collect(),
    )
}

#[test]
fn the_document_shows_every_type_of_message_and_every_code() {
    let (said, answered) = shown();
    let spellings = ["piece move", "peice move", "peice_move"].map(str::to_owned);
    let besides: BTreeSet<String> = &types("HostMessage") - &said;
    assert!(besides.iter().all(|kind| spellings.contains(kind)), "{besides:?}");
    assert_eq!(answered, types("EngineMessage"));
    let schema = schema();
    let codes = schema["$defs"]["ErrorCode"]["oneOf"].as_array().unwrap();
    let codes: BTreeSet<String> =
        codes.iter().map(|code| code["const"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, document::codes());
}
