//! The engine interface: a game of one socket, in the messages of `ggn_core::engine`.
//!
//! It is independent of the games of players. An [`Engine`] is made from public rules alone and knows only the messages of its own host; no
//! session reaches it.
//!
//! ```
//! # fn example(catalogue: &session::Catalogue) -> Option<()> {
//! use session::protocol::engine::Engine;
//! let mut engine = Engine::open(catalogue, None)?;
//! for frame in engine.handle(br#"{"message_type": "peice move", "from": "D2", "to": "D4"}"#) {
//!     println!("{}", frame.as_str());
//! }
//! # Some(())
//! # }
//! ```

use crate::catalogue::Catalogue;
use crate::view::{Frame, engine_answers, engine_greeting, too_fast_frame};

/// An engine for one host.
#[derive(Debug)]
pub struct Engine(ggn_core::engine::Engine);

impl Engine {
    /// Creates an engine with a new game of the rules with that id, by default those of the open mode; `None` if there are no such rules.
    #[must_use]
    pub fn open(catalogue: &Catalogue, rules: Option<&str>) -> Option<Engine> {
        catalogue.ruleset(rules).map(|rules| Engine(ggn_core::engine::Engine::new(rules)))
    }

    /// Returns whether [`Engine::open`] has to read these rules first: then it takes up to seconds, and is called on a thread that may block.
    #[must_use]
    pub fn has_to_read(catalogue: &Catalogue, rules: Option<&str>) -> bool {
        catalogue.has_to_read(rules)
    }

    /// Returns the greeting to the host.
    #[must_use]
    pub fn greet(&self) -> Vec<Frame> {
        engine_greeting(&self.0)
    }

    /// Handles a message. Every message gets an answer.
    pub fn handle(&mut self, message: &[u8]) -> Vec<Frame> {
        engine_answers(&mut self.0, message)
    }

    /// Returns the error for messages that are too frequent.
    #[must_use]
    pub fn too_fast() -> Frame {
        too_fast_frame()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::catalogue;

    #[test]
    fn rules_are_found_by_their_id_and_without_one_those_of_the_open_mode() {
        let greeting = |rules| Engine::open(&catalogue(), rules).map(|engine| engine.greet());
        assert_eq!(greeting(None), greeting(Some("chess")));
        assert!(greeting(None).unwrap()[0].as_str().contains(r#""A2":["A3","A4"]"#));
        assert_eq!(greeting(Some("moderators")), None);
    }

    #[test]
    fn only_the_first_engine_of_rules_of_patterns_alone_has_to_read_them() {
        let catalogue = catalogue();
        for (rules, is_first) in [(None, false), (Some("chess"), false), (Some("moderators"), false)] {
            assert_eq!(Engine::has_to_read(&catalogue, rules), is_first, "{rules:?}");
        }
        let judkins = Some("judkins");
        assert!(Engine::has_to_read(&catalogue, judkins));
        assert!(Engine::open(&catalogue, judkins).is_some());
        assert!(!Engine::has_to_read(&catalogue, judkins));
    }

    #[test]
    fn every_message_has_an_answer() {
        let mut engine = Engine::open(&catalogue(), None).unwrap();
        for message in [&b""[..], b"\xFF", br#"{"message_type": "state"}"#, br#"{"message_type": "undo"}"#] {
            assert_eq!(engine.handle(message).len(), 1, "{message:?}");
        }
        assert!(Engine::too_fast().as_str().contains("too_fast"));
    }
}
