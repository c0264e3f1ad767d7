//! Messages of a client, and their strict decoding: unknown fields, wrong types, `null` for an absent field and bad names are refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frames::refusal_frame;
use super::words::ErrorCode;
use crate::domain::limits::ERROR_DETAIL_CHARS_MAX;
use crate::domain::{
    ChoiceWord, CommandId, GameId, JoinAs, KeySignature, Mark, PersonName, PieceName, PieceType, PlayerKey,
    PushEndpoint, PushSubscription, SquareName, Token, present, read_object,
};
use crate::protocol::events::{self, ChatRequest, Ping, Watch};
use crate::view::Frame;

/// A message of a client as it is on the wire.
// Requirement blind-49.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ClientMessage")]
pub(super) enum Wire {
    /// Takes or retakes a seat. The first message on a socket.
    #[schemars(extend("dependentRequired" = { "key": ["signature"], "signature": ["key"] }))]
    Hello {
        /// The game of the socket.
        game_id: GameId,
        /// Token of the seat, if the client has one.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Token")]
        token: Option<Token>,
        /// The seat asked for; `auto` when left out.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "JoinAs")]
        join_as: Option<JoinAs>,
        /// Key of a newcomer; with `signature`. An addition to the design.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PlayerKey")]
        key: Option<PlayerKey>,
        /// Signature of the wish to join this game.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "KeySignature")]
        signature: Option<KeySignature>,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Touches a piece, and moves it when `to` is given.
    #[schemars(extend("not" = { "required": ["promotion", "choice"] }))]
    Commit {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "SquareName")]
        to: Option<SquareName>,
        /// Type of the promoted piece.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PieceType")]
        promotion: Option<PieceType>,
        /// Choice that the move needs, by its word; not beside `promotion`. An addition to the design.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "ChoiceWord")]
        choice: Option<ChoiceWord>,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Touches a piece in the hand, and drops it when `to` is given. An addition to the design.
    Drop {
        /// The piece in full, as `hands` has it.
        piece: PieceName,
        /// Its destination.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "SquareName")]
        to: Option<SquareName>,
        /// Choice that the drop needs, by its word.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "ChoiceWord")]
        choice: Option<ChoiceWord>,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Passes, where the rules let a side pass. An addition to the design.
    Pass {
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Asks the moderator a question, where it answers some. An addition to the design.
    Ask {
        /// The question.
        question: Question,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Gives the game up.
    Resign {
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Offers a draw.
    OfferDraw {
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers the other side's offer.
    RespondDraw {
        /// True if the offer is taken.
        accept: bool,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Offers a rematch, once the game is over; while the other side's offer stands, accepts it. An addition to the design.
    OfferRematch {
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers the other side's offer of a rematch. An addition to the design.
    RespondRematch {
        /// True if the offer is taken.
        accept: bool,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Shares the own marks with the other player and with spectators, once the game is over. An addition to the design.
    ShareMarks {
        /// Changes of the marks, the oldest first.
        marks: Vec<Mark>,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Asks for a push message to this browser whenever it becomes the player's turn while no socket has the seat. An addition to the design.
    Subscribe {
        /// Subscription of the browser.
        subscription: PushSubscription,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Asks for no more push messages to a browser. An addition to the design.
    Unsubscribe {
        /// Endpoint of its subscription.
        endpoint: PushEndpoint,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Shows the key by which the player is known from game to game. An addition to the design.
    Identify {
        /// Public half of the key.
        key: PlayerKey,
        /// Signature over the game and the side.
        signature: KeySignature,
        /// Id of this message, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers a `ping`.
    Pong {
        /// Id of this message, chosen by the client; it gets no answer.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
}

/// Question to a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Question for a pawn try: a legal capture by a pawn of the player.
    Any,
}

/// A decoded message of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// Request for a seat.
    Hello(Hello),
    /// Request for a seat by somebody who shows a key. The server looks whether the two players want to meet, and no game keeps the key of it.
    KeyedHello(Hello, SignedKey),
    /// Action in the game.
    Command(Command),
    /// Sign of life.
    Pong,
    /// Request to watch.
    Watch(Watch),
    /// Chat.
    Chat(ChatRequest),
    /// Ping.
    Ping(Ping),
}

impl ClientMessage {
    /// Returns the id of the message, chosen by the client.
    #[must_use]
    pub fn id(&self) -> Option<&CommandId> {
        match self {
            ClientMessage::Hello(hello) | ClientMessage::KeyedHello(hello, _) => hello.id.as_ref(),
            ClientMessage::Command(command) => command.id.as_ref(),
            ClientMessage::Watch(watch) => watch.id.as_ref(),
            ClientMessage::Chat(request) => request.id.as_ref(),
            ClientMessage::Pong | ClientMessage::Ping(_) => None,
        }
    }
}

/// Request for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The game.
    pub game_id: GameId,
    /// Token of the seat, if the client has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// The seat asked for.
    #[serde(default)]
    pub join_as: JoinAs,
    /// Id of the message, chosen by the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// A key with the signature that goes with it, which nobody has checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedKey {
    /// The key.
    pub key: PlayerKey,
    /// The signature.
    pub signature: KeySignature,
}

/// Action in the game, with the id that the client gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Id of the message, chosen by the client; a repeated one has no second effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// True if the id is the number of an event: then it counts among the events of the same type alone, and a refused one may be sent again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_numbered: bool,
    /// Game that the message names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The action.
    pub action: Action,
}

/// Action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Touch a piece, and move it when `to` is given.
    Commit {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SquareName>,
        /// Type of the promoted piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<PieceType>,
    },
    /// Touch a piece, and move it when `to` is given, with a choice by its word.
    Choose {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SquareName>,
        /// The choice.
        choice: ChoiceWord,
    },
    /// Touch a piece in the hand, and drop it when `to` is given.
    Drop {
        /// The piece.
        piece: PieceName,
        /// Its destination.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SquareName>,
        /// The choice that the drop needs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<ChoiceWord>,
    },
    /// Pass.
    Pass {},
    /// Ask the moderator.
    Ask {
        /// The question.
        question: Question,
    },
    /// Move a piece, and get a `move.result`.
    Move {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        to: SquareName,
        /// Type of the promoted piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<PieceType>,
    },
    /// Bid in a duel.
    Allocate {
        /// Number of points.
        amount: u32,
    },
    /// Choose the square that the piece of a failed capture retreats to.
    Retreat {
        /// The square.
        position: SquareName,
    },
    /// Set the name of the player.
    SetName {
        /// The name.
        name: PersonName,
    },
    /// Resign.
    Resign,
    /// Offer a draw, or accept the other side's offer.
    OfferDraw,
    /// Answer an offer.
    RespondDraw {
        /// True to accept.
        accept: bool,
    },
    /// Offer a rematch, or accept the other side's offer. Journals of earlier versions hold a `rematch` with the id of a new game, which is an offer now:
    /// so there are brackets, in which that id is ignored.
    #[serde(alias = "rematch")]
    OfferRematch {},
    /// Answer an offer of a rematch.
    RespondRematch {
        /// True to accept.
        accept: bool,
    },
    /// Share the own marks, once the game is over.
    ShareMarks {
        /// Changes of the marks, the oldest first.
        marks: Vec<Mark>,
    },
    /// Ask for push messages to a browser.
    Subscribe {
        /// Subscription of the browser.
        subscription: PushSubscription,
    },
    /// Ask for no more push messages to a browser.
    Unsubscribe {
        /// Endpoint of its subscription.
        endpoint: PushEndpoint,
    },
    /// Show the key by which the player is known.
    Identify {
        /// Public half of the key.
        key: PlayerKey,
        /// Signature over the game and the side.
        signature: KeySignature,
    },
}

/// A message that could not be decoded, with the answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The code of the error.
    pub code: ErrorCode,
    /// Message for a developer.
    pub message: String,
    /// Id of the message, if readable.
    pub id: Option<CommandId>,
}

impl Refusal {
    /// Returns the error frame that answers the message.
    #[must_use]
    pub fn frame(&self) -> Frame {
        refusal_frame(self)
    }
}

/// Decodes a message of a client. The caller limits its length.
///
/// ```
/// use session::protocol::player::{ClientMessage, ErrorCode, decode};
/// assert!(matches!(decode(r#"{"type":"commit","from":"e2","to":"e4"}"#)?, ClientMessage::Command(_)));
/// assert_eq!(decode(r#"{"type":"pong"}"#)?, ClientMessage::Pong);
/// let refusal = decode(r#"{"type":"commit","from":"e2","colour":"w"}"#).unwrap_err();
/// assert_eq!(refusal.code, ErrorCode::Malformed);
/// # Ok::<(), session::protocol::player::Refusal>(())
/// ```
///
/// # Errors
///
/// `malformed` for a text that is not exactly a message of the protocol.
// Requirement blind-121.
pub fn decode(text: &str) -> Result<ClientMessage, Refusal> {
    let malformed = |detail: &str, id| Refusal {
        code: ErrorCode::Malformed,
        message: detail.chars().take(ERROR_DETAIL_CHARS_MAX).collect(),
        id,
    };
    if is_event(text) {
        return events::decode(text).map_err(|error| malformed(&error.to_string(), id_of(text)));
    }
    let wire = read_object(text.as_bytes()).map_err(|error| malformed(&error.to_string(), id_of(text)))?;
    let command = |id, action| ClientMessage::Command(Command { id, is_numbered: false, game: None, action });
    Ok(match wire {
        Wire::Hello { key: Some(_), signature: None, id, .. }
        | Wire::Hello { key: None, signature: Some(_), id, .. } => {
            return Err(malformed("a `key` goes with its `signature`", id));
        }
        Wire::Hello { game_id, token, join_as, key, signature, id } => {
            let hello = Hello { game_id, token, join_as: join_as.unwrap_or_default(), id };
            match key.zip(signature) {
                Some((key, signature)) => ClientMessage::KeyedHello(hello, SignedKey { key, signature }),
                None => ClientMessage::Hello(hello),
            }
        }
        Wire::Commit { promotion: Some(_), choice: Some(_), id, .. } => {
            return Err(malformed("a move has a `promotion` or a `choice`, not both", id));
        }
        Wire::Commit { from, to, promotion, choice, id } => {
            let plain = Action::Commit { from, to, promotion };
            command(id, choice.map_or(plain, |choice| Action::Choose { from, to, choice }))
        }
        Wire::Drop { piece, to, choice, id } => command(id, Action::Drop { piece, to, choice }),
        Wire::Ask { question, id } => command(id, Action::Ask { question }),
        Wire::Pass { id } => command(id, Action::Pass {}),
        Wire::Resign { id } => command(id, Action::Resign),
        Wire::OfferDraw { id } => command(id, Action::OfferDraw),
        Wire::RespondDraw { accept, id } => command(id, Action::RespondDraw { accept }),
        Wire::OfferRematch { id } => command(id, Action::OfferRematch {}),
        Wire::RespondRematch { accept, id } => command(id, Action::RespondRematch { accept }),
        Wire::ShareMarks { marks, id } => command(id, Action::ShareMarks { marks }),
        Wire::Subscribe { subscription, id } => command(id, Action::Subscribe { subscription }),
        Wire::Unsubscribe { endpoint, id } => command(id, Action::Unsubscribe { endpoint }),
        Wire::Identify { key, signature, id } => command(id, Action::Identify { key, signature }),
        Wire::Pong { id: _ } => ClientMessage::Pong,
    })
}

/// Returns whether the type of a message is an event: only events have a dot in it.
fn is_event(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head<'a> {
        #[serde(rename = "type", borrow)]
        kind: std::borrow::Cow<'a, str>,
    }
    let head: Result<Head<'_>, _> = read_object(text.as_bytes());
    head.is_ok_and(|head| head.kind.contains('.'))
}

/// Returns the id of a message that is otherwise unreadable, so that its error can be matched with it.
fn id_of(text: &str) -> Option<CommandId> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(text: &str) -> Action {
        match decode(text).unwrap() {
            ClientMessage::Command(Command { action, .. }) => action,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_rematch_in_a_journal_of_an_earlier_version_is_an_offer() {
        let earlier: Action = serde_json::from_str(r#"{"rematch":{"game_id":"abcd1234"}}"#).unwrap();
        assert_eq!(earlier, Action::OfferRematch {});
        let now = serde_json::to_string(&earlier).unwrap();
        assert_eq!(serde_json::from_str::<Action>(&now).unwrap(), earlier, "{now}");
    }

    // Requirements blind-29, blind-49, blind-51.
    #[test]
    fn every_message_of_the_design_is_read() {
        let square = |name: &str| name.parse::<SquareName>().unwrap();
        assert_eq!(
            commit(r#"{"type":"commit","from":"e7","to":"e8","promotion":"q"}"#),
            Action::Commit { from: square("e7"), to: Some(square("e8")), promotion: PieceType::new('q') }
        );
        assert_eq!(
            commit(r#"{"from":"e7","type":"commit"}"#),
            Action::Commit { from: square("e7"), to: None, promotion: None }
        );
        assert_eq!(commit(r#"{"type":"resign"}"#), Action::Resign);
        assert_eq!(commit(r#"{"type":"offer-draw"}"#), Action::OfferDraw);
        assert_eq!(
            commit(r#"{"type":"respond-draw","accept":false}"#),
            Action::RespondDraw { accept: false }
        );
        let hello = decode(r#"{"type":"hello","gameId":"abcd1234"}"#).unwrap();
        assert!(matches!(hello, ClientMessage::Hello(Hello { token: None, join_as: JoinAs::Auto, .. })));
        let hello =
            decode(r#"{"type":"hello","gameId":"abcd1234","token":"abcdefghijklmnopqrstuvwx","joinAs":"b"}"#)
                .unwrap();
        assert!(matches!(hello, ClientMessage::Hello(Hello { token: Some(_), join_as: JoinAs::B, .. })));
    }

    // Requirements blind-54, blind-121, blind-122.
    #[test]
    fn whatever_is_not_to_the_letter_is_malformed() {
        for wrong in [
            "",
            "null",
            "[]",
            "{}",
            "\"pong\"",
            r#"["pong"]"#,
            r#" ["commit","e2","e4"]"#,
            r#"{"type":"Pong"}"#,
            r#"{"type":"pong","at":1}"#,
            r#"{"type":"pong","id":[]}"#,
            r#"{"type":"pong"} x"#,
            r#"{"type":"pong","type":"resign"}"#,
            r#"{"type":"resign","gameId":"abcd1234"}"#,
            r#"{"type":"resign","id":""}"#,
            r#"{"type":"resign","id":7}"#,
            r#"{"type":"resign","id":null}"#,
            r#"{"type":"commit"}"#,
            r#"{"type":"commit","from":"e2","to":null}"#,
            r#"{"type":"commit","from":"e2","from":"d2"}"#,
            r#"{"type":"commit","from":"E2","to":"e4"}"#,
            r#"{"type":"commit","from":"e2","to":44}"#,
            r#"{"type":"commit","from":"e7","to":"e8","promotion":"Q"}"#,
            r#"{"type":"commit","from":"e7","to":"e8","promotion":"queen"}"#,
            r#"{"type":"respond-draw"}"#,
            r#"{"type":"respond-draw","accept":"yes"}"#,
            r#"{"type":"hello"}"#,
            r#"{"type":"hello","gameId":"ABCD1234"}"#,
            r#"{"type":"hello","gameId":"abcd1234","token":"short"}"#,
            r#"{"type":"hello","gameId":"abcd1234","joinAs":"white"}"#,
            r#"{"type":"ask"}"#,
            r#"{"type":"ask","question":"none"}"#,
            r#"{"type":"rematch","gameId":"abcd1234"}"#,
            r#"{"type":"respond-rematch"}"#,
            r#"{"type":"offer-rematch","gameId":"abcd1234"}"#,
            r#"{"type":"share-marks"}"#,
            r#"{"type":"share-marks","marks":["e8 c:k"]}"#,
            r#"{"type":"share-marks","marks":"0 e8 c:k"}"#,
        ] {
            let refusal = decode(wrong).expect_err(wrong);
            assert_eq!(refusal.code, ErrorCode::Malformed, "{wrong}");
            assert!(refusal.message.chars().count() <= ERROR_DETAIL_CHARS_MAX, "{wrong}");
        }
        let deep = format!(r#"{{"type":{}"#, "[".repeat(100_000));
        assert!(decode(&deep).is_err());
    }

    #[test]
    fn an_unreadable_message_is_answered_under_its_id_where_it_has_one() {
        assert_eq!(decode(r#"{"type":"nonsense","id":"m7"}"#).unwrap_err().id, "m7".parse().ok());
        assert_eq!(decode(r#"{"type":"nonsense","id":7}"#).unwrap_err().id, None);
    }
}
