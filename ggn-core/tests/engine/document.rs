//! The document of the interface: a test replays every line of it.

use std::collections::BTreeSet;

use ggn_core::engine::Engine;
use ggn_core::json::Json;

use super::conversation::rules;

const DOCUMENT: &str = include_str!("../../engine.md");

/// A message of a host and the engine's responses.
pub(crate) struct Exchange {
    pub(crate) message: String,
    pub(crate) responses: Vec<Json>,
}

/// Parses the conversations of the document, each with the id of its rules.
pub(crate) fn conversations() -> Vec<(&'static str, Vec<Exchange>)> {
    let blocks = DOCUMENT.split("```text").skip(1).map(|rest| rest.split("```").next().unwrap());
    let conversation = |block: &'static str| {
        let (rules, lines) = block.split_once('\n').unwrap();
        let mut exchanges: Vec<(String, Vec<String>)> = Vec::new();
        for line in lines.lines() {
            if let Some(message) = line.strip_prefix("> ") {
                exchanges.push((message.to_owned(), Vec::new()));
            } else if let Some(responses) = line.strip_prefix("< ") {
                exchanges.last_mut().unwrap().1.push(responses.to_owned());
            } else {
                let responses = &mut exchanges.last_mut().unwrap().1;
                responses.last_mut().unwrap().push_str(line.trim());
            }
        }
        let read =
            |text: &String| Json::parse(text.as_bytes()).unwrap_or_else(|why| panic!("{why} in {text}"));
        let exchange = |(message, responses): (String, Vec<String>)| Exchange {
            message,
            responses: responses.iter().map(read).collect(),
        };
        (if rules.is_empty() { "chess" } else { rules.trim() }, exchanges.into_iter().map(exchange).collect())
    };
    blocks.map(conversation).collect()
}

/// Parses the error codes in the document's table of failures.
pub(crate) fn codes() -> BTreeSet<String> {
    let rows = DOCUMENT.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    rows.map(|(code, _)| code.to_owned()).filter(|code| code != "error").collect()
}

// Requirement engine-5.
#[test]
fn every_conversation_of_the_document_replays() {
    let conversations = conversations();
    assert!(conversations.len() >= 10);
    for (id, exchanges) in conversations {
        let mut engine = Engine::new(rules(id));
        for Exchange { message, responses } in exchanges {
            let answers = engine.handle(&message);
            let answers: Vec<Json> =
                answers.iter().map(|answer| Json::parse(answer.as_bytes()).unwrap()).collect();
            assert_eq!(answers, responses, "{message}");
        }
    }
}

#[test]
fn words_of_the_source_document_are_all_used() {
    for word in [
        "peice move",
        "piece_promotion_choice",
        "piece_choice",
        "next_legal_moveset",
        "moves",
        "events",
        "capture",
        "promote",
        "space",
        "piece",
        "also_move_rook",
        "en_passant_capture",
        "en_passant_catpure",
        "check",
        "in_check",
        "threats",
        "king_space",
        "game_end",
        "victor",
        "reason",
        "checkmate",
        "timeout",
        "timeout_insufficient_material",
        "resignation",
        "stalemate",
        "threefold_repetition",
        "fifty_move_rule",
        "promotion_prompt",
        "failure: illegal move, please retry",
    ] {
        assert!(DOCUMENT.contains(word), "{word}");
    }
    assert!(DOCUMENT.contains(&format!("{} bytes", Engine::MESSAGE_BYTES_MAX)));
    assert!(DOCUMENT.contains(&format!("{} moves", Engine::PLIES_MAX)));
}
