//! The interface as a test speaks it.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use ggn_core::Ruleset;
use ggn_core::engine::Engine;
use serde_json::{Value, json};

use crate::common;

/// The rules of a game of this project, or of one that is there for tests.
pub(crate) fn rules(id: &str) -> Arc<Ruleset> {
    static CHESS: LazyLock<Arc<Ruleset>> = LazyLock::new(|| common::ruleset("chess"));
    if id == "chess" {
        return Arc::clone(&CHESS);
    }
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/fixtures/games");
    Ruleset::load(&common::files_in(&games.join(id))).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A host that speaks with an engine.
pub(crate) struct Host(pub(crate) Engine);

impl Host {
    pub(crate) fn of(id: &str) -> Host {
        Host(Engine::new(rules(id)))
    }

    /// A host of chess, at a position.
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

    /// Says something that is answered once.
    pub(crate) fn ask(&mut self, message: Value) -> Value {
        let mut answers = self.say(message.clone());
        assert_eq!(answers.len(), 1, "{message}: {answers:?}");
        answers.remove(0)
    }

    /// Says something after which the game goes on, or ends: the moveset that answers.
    pub(crate) fn moveset(&mut self, message: Value) -> Value {
        let answers = self.say(message.clone());
        assert_eq!(answers[0]["message_type"], "next_legal_moveset", "{message}: {answers:?}");
        answers[0].clone()
    }

    /// Moves a piece; the answers.
    pub(crate) fn play(&mut self, from: &str, to: &str) -> Vec<Value> {
        self.say(json!({"message_type": "peice move", "from": from, "to": to}))
    }

    /// Moves a piece; the events.
    pub(crate) fn events(&mut self, from: &str, to: &str) -> Value {
        self.moveset(json!({"message_type": "peice move", "from": from, "to": to}))["events"].clone()
    }

    /// Plays a line of moves such as `e2e4 e7e5`; the answers to the last.
    pub(crate) fn line(&mut self, moves: &str) -> Vec<Value> {
        let mut last = Vec::new();
        for text in moves.split(' ') {
            last = self.play(&text[..2], &text[2..4]);
            assert_eq!(last[0]["message_type"], "next_legal_moveset", "{text}: {last:?}");
        }
        last
    }

    /// The code of a refusal.
    pub(crate) fn refused(&mut self, message: Value) -> String {
        let answer = self.ask(message.clone());
        assert_eq!(answer["message_type"], "failure", "{message}: {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    pub(crate) fn state(&mut self) -> Value {
        self.ask(json!({"message_type": "state"}))
    }
}
