//! The schema accepts exactly the messages that are parsed and sent, tested with the document and a random conversation.

use std::collections::BTreeSet;

use dev::Random;
use ggn_core::engine::schema;
use ggn_core::json::Json;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::conversation::Host;
use super::document;
use super::random::message;

fn validator(definition: &str) -> Validator {
    let mut schema = schema();
    schema["$ref"] = format!("#/$defs/{definition}").into();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Returns whether a failure is about the form of a message.
fn is_of_form(failure: &Value) -> bool {
    let error = failure["error"].as_str().unwrap();
    let form = ["not_an_object", "missing_field", "unknown_field", "wrong_type", "unknown_message_type"];
    form.contains(&error) || (error == "unknown_word" && failure["field"] != "side")
}

struct SchemaChecker {
    host_messages: Validator,
    engine_messages: Validator,
    well_formed: usize,
    malformed: usize,
}

impl SchemaChecker {
    fn new() -> SchemaChecker {
        SchemaChecker {
            host_messages: validator("HostMessage"),
            engine_messages: validator("EngineMessage"),
            well_formed: 0,
            malformed: 0,
        }
    }

    fn check(&mut self, text: &[u8], answers: &[Value]) {
        for answer in answers {
            let faults: Vec<String> =
                self.engine_messages.iter_errors(answer).map(|fault| fault.to_string()).collect();
            assert!(faults.is_empty(), "{answer}: {faults:?}");
        }
        let error = answers[0]["error"].as_str().unwrap_or_default();
        // A parsed value has no duplicate fields any more.
        if ["malformed_json", "duplicate_field", "too_large"].contains(&error) {
            return;
        }
        let message: Value = serde_json::from_slice(text).unwrap();
        let form = answers[0]["message_type"] == "failure" && is_of_form(&answers[0]);
        assert_eq!(self.host_messages.is_valid(&message), !form, "{message}: {}", answers[0]);
        if form {
            self.malformed += 1;
        } else {
            self.well_formed += 1;
        }
    }
}

#[test]
fn document_matches_the_schema() {
    let mut checker = SchemaChecker::new();
    for (id, exchanges) in document::conversations() {
        let mut host = Host::of(id);
        for exchange in exchanges {
            let answers = host.say_text(&exchange.message);
            checker.check(exchange.message.as_bytes(), &answers);
        }
    }
    assert!(checker.well_formed > 30);
}

#[test]
fn messages_parse_exactly_if_the_schema_accepts_them() {
    let mut random = Random::seeded(0x5C4E);
    let mut checker = SchemaChecker::new();
    let mut host = Host::of("chess");
    let mut say = |text: &[u8]| {
        let answers = host.say_text(text);
        checker.check(text, &answers);
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
        let mut message = json!({"message_type": random.pick(&kinds)});
        for _ in 0..random.below(4) {
            message[*random.pick(&fields)] = random.pick(&values).clone();
        }
        say(message.to_string().as_bytes());
    }
    for text in ["[]", "1", "null", "\"state\"", "{}"] {
        say(text.as_bytes());
    }
    assert!(
        checker.well_formed > 1500 && checker.malformed > 1000,
        "{} and {}",
        checker.well_formed,
        checker.malformed
    );
}

/// Returns the message types of one direction.
fn types(definition: &str) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][definition]["oneOf"].as_array().unwrap();
    let kinds = variants.iter().flat_map(|variant| {
        let kind = &variant["properties"]["message_type"];
        kind.get("enum").and_then(Value::as_array).cloned().unwrap_or_else(|| vec![kind["const"].clone()])
    });
    kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

/// Returns the types of all messages in the document, of hosts and of the engine.
fn shown() -> (BTreeSet<String>, BTreeSet<String>) {
    let kind = |json: &Json| match json.get("message_type") {
        Some(Json::String(kind)) => kind.clone(),
        other => panic!("{other:?}"),
    };
    let exchanges: Vec<document::Exchange> =
        document::conversations().into_iter().flat_map(|(_, exchanges)| exchanges).collect();
    let sent = exchanges.iter().filter_map(|exchange| Json::parse(exchange.message.as_bytes()).ok());
    (
        sent.map(|json| kind(&json)).collect(),
        exchanges.iter().flat_map(|exchange| &exchange.responses).map(kind).collect(),
    )
}

#[test]
fn document_shows_every_message_type_and_error_code() {
    let (sent, engine_messages) = shown();
    let spellings = ["piece move", "peice move", "peice_move"].map(str::to_owned);
    let besides: BTreeSet<String> = &types("HostMessage") - &sent;
    assert!(besides.iter().all(|kind| spellings.contains(kind)), "{besides:?}");
    assert_eq!(engine_messages, types("EngineMessage"));
    let schema = schema();
    let codes = schema["$defs"]["ErrorCode"]["oneOf"].as_array().unwrap();
    let codes: BTreeSet<String> =
        codes.iter().map(|code| code["const"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, document::codes());
}
