//! A test host for the engine interface.

use std::sync::Arc;

use ggn_core::Rules;
use ggn_core::engine::Engine;
use serde_json::{Value, json};

/// Loads the rules of a game of this project or of a test fixture.
pub(crate) fn rules(id: &str) -> Arc<Rules> {
    let games = if id == "chess" { "rules" } else { "conformance/fixtures/games" };
    dev::ruleset(&format!("{games}/{id}"))
}

/// A host connected to an engine.
pub(crate) struct Host(pub(crate) Engine);

impl Host {
    pub(crate) fn of(id: &str) -> Host {
        Host(Engine::new(rules(id)))
    }

    /// Creates a host of chess, at a position.
    pub(crate) fn at(fen: &str) -> Host {
        let mut host = Host::of("chess");
        host.moveset(json!({"message_type": "set_position", "fen": fen}));
        host
    }

    pub(crate) fn say(&mut self, message: Value) -> Vec<Value> {
        self.say_text(message.to_string())
    }

    pub(crate) fn say_text(&mut self, text: impl AsRef<[u8]>) -> Vec<Value> {
        let answers = self.0.handle(text);
        assert!(!answers.is_empty() && answers.iter().all(|answer| !answer.contains('\n')), "{answers:?}");
        answers.iter().map(|answer| serde_json::from_str(answer).unwrap()).collect()
    }

    /// Sends a message that gets one response.
    pub(crate) fn ask(&mut self, message: Value) -> Value {
        let mut answers = self.say(message.clone());
        assert_eq!(answers.len(), 1, "{message}: {answers:?}");
        answers.remove(0)
    }

    /// Sends a message and returns the moveset in response.
    pub(crate) fn moveset(&mut self, message: Value) -> Value {
        let answers = self.say(message.clone());
        assert_eq!(answers[0]["message_type"], "next_legal_moveset", "{message}: {answers:?}");
        answers[0].clone()
    }

    /// Moves a piece and returns the responses.
    pub(crate) fn play(&mut self, from: &str, to: &str) -> Vec<Value> {
        self.say(json!({"message_type": "peice move", "from": from, "to": to}))
    }

    /// Moves a piece and returns the events.
    pub(crate) fn events(&mut self, from: &str, to: &str) -> Value {
        self.moveset(json!({"message_type": "peice move", "from": from, "to": to}))["events"].clone()
    }

    /// Plays a line of moves such as `e2e4 e7e5` and returns the responses to the last.
    pub(crate) fn line(&mut self, moves: &str) -> Vec<Value> {
        let mut last = Vec::new();
        for text in moves.split(' ') {
            last = self.play(&text[..2], &text[2..4]);
            assert_eq!(last[0]["message_type"], "next_legal_moveset", "{text}: {last:?}");
        }
        last
    }

    /// Sends a message and returns the error code of the failure.
    pub(crate) fn refused(&mut self, message: Value) -> String {
        let answer = self.ask(message.clone());
        assert_eq!(answer["message_type"], "failure", "{message}: {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    pub(crate) fn state(&mut self) -> Value {
        self.ask(json!({"message_type": "state"}))
    }
}
