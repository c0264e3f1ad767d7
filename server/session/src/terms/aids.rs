//! Aids to a player who does not see every piece, as the creator of a game chooses them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Aids that both players of a game agree on, where not every piece is shown: their pages hold to it. A term, and no information about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aids {
    /// The page keeps no marks.
    None,
    /// A player may mark what they believe.
    Marks,
    /// The page shows as well what follows from the announcements.
    Deductions,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CreationError;
    use crate::fixtures::{self, catalogue};
    use crate::terms::{CreateGame, Creation};

    fn creation(request: &str) -> Creation {
        fixtures::creation(CreateGame::read(request.as_bytes()).unwrap())
    }

    #[test]
    fn aids_are_one_of_three_words() {
        let read = |aids: &str| {
            let body = format!(r#"{{"mode":"blind","aids":{aids}}}"#);
            CreateGame::read(body.as_bytes()).map(|request| request.aids)
        };
        assert_eq!(read("\"none\"").unwrap(), Some(Aids::None));
        assert_eq!(read("\"marks\"").unwrap(), Some(Aids::Marks));
        assert_eq!(read("\"deductions\"").unwrap(), Some(Aids::Deductions));
        for wrong in ["null", "\"Marks\"", "true", "[]", "\"\""] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn aids_go_with_games_that_hide_pieces() {
        let refused = creation(r#"{"mode":"vanilla","aids":"marks"}"#);
        assert_eq!(catalogue().terms_of_new_game(&refused).unwrap_err(), CreationError::NoAids);
        for fine in [r#"{"mode":"blind","aids":"none"}"#, r#"{"mode":"sight","aids":"marks"}"#] {
            assert!(catalogue().terms_of_new_game(&creation(fine)).is_ok(), "{fine}");
        }
    }
}
