//! Conversations with the engine: every message has answers of the schema, a refused one changes nothing, and the same conversation has the same answers.

use std::sync::{Arc, LazyLock};

use ggn_core::engine::Engine;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{project, schema};

/// Maximum number of messages of one input.
const MESSAGES: usize = 40;

/// Maximum number of bytes of a refusal beyond those of the message.
const REFUSAL_BYTES_MAX: usize = 32 * 1024;

/// Maximum number of bytes of an answer about a position; legal moves and history grow with the input.
const ANSWER_BYTES_MAX: usize = 256 * 1024;

static ANSWERS: LazyLock<Validator> =
    LazyLock::new(|| schema::validator("engine.schema.json", "EngineMessage"));
static MESSAGE: LazyLock<Validator> =
    LazyLock::new(|| schema::validator("engine.schema.json", "HostMessage"));

/// Tries a conversation. The first byte chooses the rules; the lines behind it are messages. In a line that begins with `#` the second byte chooses a legal move.
pub fn target(data: &[u8]) {
    let Some((&rules, rest)) = data.split_first() else { return };
    let rules = project::ruleset(rules);
    let mut engine = Engine::new(Arc::clone(rules));
    let mut twin = engine.clone();
    assert_eq!(engine.greet(), twin.greet());
    for line in rest.split(|&byte| byte == b'\n').take(MESSAGES) {
        let before = state(&mut engine);
        let message = match line {
            [b'#', choice, ..] => chosen(&before, *choice),
            line => line.to_vec(),
        };
        let answers = engine.handle(&message);
        let read: Vec<Value> = answers.iter().map(|answer| serde_json::from_str(answer).unwrap()).collect();
        assert!(!read.is_empty() && read.len() <= 4, "{answers:?}");
        for (answer, text) in read.iter().zip(&answers) {
            schema::insist(&ANSWERS, answer);
            assert!(text.len() <= ANSWER_BYTES_MAX && !text.contains('\n'), "{} bytes", text.len());
        }
        let is_refused = read[0]["message_type"] == "failure";
        if is_refused {
            assert_eq!(read.len(), 1, "{answers:?}");
            assert!(answers[0].len() <= REFUSAL_BYTES_MAX, "{} bytes: {}", answers[0].len(), answers[0]);
            assert_eq!(state(&mut engine), before, "{}", String::from_utf8_lossy(&message));
        }
        fits(&message, &read[0], is_refused);
        assert_eq!(twin.handle(&message), answers);
    }
    assert_eq!(engine.greet(), twin.greet());
}

/// Checks that a message is refused for its form exactly when the schema does not accept it.
fn fits(message: &[u8], answer: &Value, is_refused: bool) {
    let error = answer["error"].as_str().unwrap_or_default();
    if ["malformed_json", "duplicate_field", "too_large"].contains(&error) {
        return;
    }
    let forms = ["not_an_object", "missing_field", "unknown_field", "wrong_type", "unknown_message_type"];
    let of_form =
        is_refused && (forms.contains(&error) || (error == "unknown_word" && answer["field"] != "side"));
    let json: Value = serde_json::from_slice(message).unwrap();
    assert_eq!(MESSAGE.is_valid(&json), !of_form, "{json}: {answer}");
}

fn state(engine: &mut Engine) -> Value {
    let answers = engine.handle(r#"{"message_type":"state"}"#);
    let [state] = answers.as_slice() else { panic!("{answers:?}") };
    serde_json::from_str(state).unwrap()
}

/// Returns the message that plays one of the legal moves, with its promotion or, for an odd choice, without.
fn chosen(state: &Value, choice: u8) -> Vec<u8> {
    let legal = state["legal"].as_array().unwrap();
    let Some(mv) = legal.get(usize::from(choice) % legal.len().max(1)) else { return b"{}".to_vec() };
    let mut message = match mv.get("drop") {
        Some(piece) => json!({ "message_type": "piece_drop", "piece": piece, "to": mv["to"] }),
        None => json!({ "message_type": "piece_move", "from": mv["from"], "to": mv["to"] }),
    };
    if let Some(piece) = mv.get("promotion").filter(|_| choice.is_multiple_of(2)) {
        message["promotion"] = piece.clone();
    }
    message.to_string().into_bytes()
}

/// Returns the messages of the cases, alone and after some moves.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let messages = project::objects("engine/", "message_type");
    let after = |prefix: &'static str| {
        messages.iter().map(move |message| format!("\0{prefix}{message}\n#\u{1}\n#\u{7}").into_bytes())
    };
    let others = (1u8..5).map(|rules| {
        [&[rules][..], b"#a\n#b\n#c\n#d\n#e\n#f\n#g\n#h\n{\"message_type\":\"undo\",\"plies\":3}\n#i\n#j"]
            .concat()
    });
    after("").chain(after("#a\n#c\n#q\n#z\n")).chain(others).collect()
}
