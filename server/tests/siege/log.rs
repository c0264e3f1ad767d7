//! The log of a server under attack, at its most verbose level.

use std::collections::HashSet;

use serde_json::Value;

/// Words of frames, positions and announcements, which must not be logged.
const SECRETS: [&str; 9] =
    ["qpi", "pieces", "castl", "promot", "capture", "illegal", "touched", "checkmate", "stalemate"];

/// Returns a line without the name of its game: sixteen random characters that may spell one of the words.
fn without_name(line: &str) -> String {
    let mut entry: Value = serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    if let Some(game) = entry.as_object_mut().and_then(|fields| fields.remove("game")) {
        let is_name = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(game.as_str().is_some_and(is_name), "{line}");
    }
    entry.to_string()
}

/// Checks that the log has no token and no content of a game.
pub fn check(log: &str, tokens: &HashSet<String>) {
    assert!(log.contains(r#""level":"DEBUG""#), "the log is not at the most verbose level");
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
