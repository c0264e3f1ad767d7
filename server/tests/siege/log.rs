//! The log of a server that was played on and attacked, at its finest level.

use std::collections::HashSet;

use serde_json::Value;
use session::GameId;

/// Words of frames, positions and announcements, none of which is for a log.
const SECRETS: [&str; 9] =
    ["qpi", "pieces", "castl", "promot", "capture", "illegal", "touched", "checkmate", "stalemate"];

/// A line without the name of the game that it is about: eight characters of chance, which may spell one of the words.
fn without_name(line: &str) -> String {
    let mut entry: Value = serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    if let Some(game) = entry.as_object_mut().and_then(|fields| fields.remove("game")) {
        assert!(game.as_str().is_some_and(|game| game.parse::<GameId>().is_ok()), "{line}");
    }
    entry.to_string()
}

/// Nothing in the log is a token, or could tell somebody of a game.
pub fn check(log: &str, tokens: &HashSet<String>) {
    assert!(log.contains(r#""level":"DEBUG""#), "the log is not at its finest");
    assert!(!tokens.is_empty());
    for line in log.lines() {
        let line = without_name(line);
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        for word in words {
            assert!(!tokens.contains(word), "a token is in the log: {line}");
        }
        for secret in SECRETS {
            assert!(!line.contains(secret), "{secret} is in the log: {line}");
        }
        assert!(!line.contains(r#""level":"ERROR""#), "{line}");
    }
}
