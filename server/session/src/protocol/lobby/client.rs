//! Requests of a client of the lobby, and their strict decoding.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::server::{LobbyErrorCode, error_frame};
use crate::catalogue::Catalogue;
use crate::domain::limits::ERROR_DETAIL_CHARS_MAX;
use crate::domain::{KeySignature, PersonName, PlayerKey, SideChoice, UnixMs, present, read_object};
use crate::terms::CreateGame;
use crate::view::Frame;

/// A request of a client of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum LobbyRequest {
    /// Offers a game to everybody in the lobby, in place of the own seek so far.
    Seek {
        /// The game; the side is the own one.
        game: Box<CreateGame>,
        /// Name that the others see.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PersonName")]
        name: Option<PersonName>,
    },
    /// Takes the oldest seek of such a game, or offers it where there is none.
    Pair {
        /// The game; the side is the own one.
        game: Box<CreateGame>,
        /// True if another clock will do, where nobody plays with this one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        any_clock: bool,
        /// Name that the others see.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PersonName")]
        name: Option<PersonName>,
    },
    /// Takes a seek.
    Take {
        /// Number of the seek.
        seek: u64,
    },
    /// Shows the own key: players who do not want to meet each other do not.
    Identify {
        /// The key.
        key: PlayerKey,
        /// Time of the signature.
        at: UnixMs,
        /// Signature of the wish to be in the lobby at that time.
        signature: KeySignature,
    },
    /// Withdraws the own seek.
    Cancel {},
    /// Answers a `ping`.
    Pong {},
}

/// Refusal of a message that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyRefusal(String);

impl LobbyRefusal {
    /// Returns the answer to the message.
    #[must_use]
    pub fn frame(&self) -> Frame {
        error_frame(LobbyErrorCode::Malformed, &self.0)
    }
}

/// Decodes a message.
///
/// # Errors
///
/// Returns an error unless the text is exactly a request, of a game that two people in the lobby can play.
pub fn decode(text: &str) -> Result<LobbyRequest, LobbyRefusal> {
    let request: LobbyRequest = read_object(text.as_bytes())
        .map_err(|fault| LobbyRefusal(fault.to_string().chars().take(ERROR_DETAIL_CHARS_MAX).collect()))?;
    match &request {
        LobbyRequest::Seek { game, .. } | LobbyRequest::Pair { game, .. } => {
            if game.machine.is_some() {
                return Err(LobbyRefusal("the machine is not in the lobby".to_owned()));
            }
            // Its id is known to those who were given it.
            if Catalogue::is_of_guest(game) {
                return Err(LobbyRefusal(
                    "a game by the ruleset of a guest is played by its link".to_owned(),
                ));
            }
        }
        LobbyRequest::Take { .. }
        | LobbyRequest::Identify { .. }
        | LobbyRequest::Cancel {}
        | LobbyRequest::Pong {} => {}
    }
    Ok(request)
}

/// Returns whether two people who ask for these games can play one: they ask for the same, and not for the same side.
#[must_use]
pub fn fit(one: &CreateGame, other: &CreateGame) -> bool {
    let sides = |side| match (one.side, other.side) {
        (a, b) if a == b => side == SideChoice::Random,
        _ => true,
    };
    sides(one.side) && CreateGame { side: other.side, ..one.clone() } == *other
}

/// Returns whether two people who ask for these games can play one if either takes the clock of the other.
#[must_use]
pub fn fit_but_clock(one: &CreateGame, other: &CreateGame) -> bool {
    fit(&one.clone().with_clock_of(other), other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(side: &str, rest: &str) -> CreateGame {
        CreateGame::read(format!(r#"{{"mode":"blind","side":"{side}"{rest}}}"#).as_bytes()).unwrap()
    }

    #[test]
    fn games_fit_but_for_their_clocks() {
        let timed = game("random", r#","clock":{"initial":60}"#);
        for (other, expected) in [
            (game("random", r#","clock":{"daysPerTurn":3}"#), true),
            (game("white", r#","absenceSeconds":3600"#), true),
            (game("random", r#","clock":{"initial":60},"chat":true"#), false),
        ] {
            assert!(!fit(&timed, &other));
            assert_eq!((fit_but_clock(&timed, &other), fit_but_clock(&other, &timed)), (expected, expected));
        }
    }

    #[test]
    fn games_fit_if_all_terms_are_the_same_and_the_sides_are_not() {
        for (one, other, expected) in [
            ("white", "black", true),
            ("white", "random", true),
            ("random", "random", true),
            ("white", "white", false),
            ("black", "black", false),
        ] {
            assert_eq!(fit(&game(one, ""), &game(other, "")), expected, "{one} {other}");
            assert_eq!(fit(&game(other, ""), &game(one, "")), expected, "{other} {one}");
        }
        let clock = r#","clock":{"initial":300}"#;
        assert!(fit(&game("white", clock), &game("black", clock)));
        assert!(!fit(&game("white", clock), &game("black", "")));
        assert!(!fit(&game("white", clock), &game("black", r#","clock":{"initial":301}"#)));
        assert!(!fit(&game("white", ""), &game("black", r#","moderator":"table-fidelity""#)));
    }

    #[test]
    fn requests_are_read_strictly() {
        let seek = |rest: &str| decode(&format!(r#"{{"type":"seek","game":{{"mode":"vanilla"{rest}}}}}"#));
        assert!(seek("").is_ok());
        assert!(decode(r#"{"type":"take","seek":7}"#).is_ok());
        assert!(decode(r#"{"type":"cancel"}"#).is_ok());
        for wrong in [
            seek(r#","machine":{"level":3}"#),
            seek(r#","ruleset":"g-0123456789abcdef0123456789abcdef""#),
            seek(r#","more":1"#),
            decode(r#"{"type":"take","seek":-1}"#),
            decode(r#"{"type":"take"}"#),
            decode(r#"{"type":"seek","game":{"mode":"vanilla"},"name":"x"}"#),
            decode(r#"{"type":"cancel","seek":1}"#),
            decode("[]"),
            decode(""),
        ] {
            assert!(wrong.is_err(), "{wrong:?}");
        }
    }
}
