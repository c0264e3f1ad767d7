//! What a client may say, and its strict decoding: unknown fields, wrong types, `null` for an absent field and bad names are refused.

use ggn_core::Overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::words::{ErrorCode, JoinAs, Mode, PieceType, SideChoice, SquareName};
use crate::clock::TimeControl;
use crate::ids::{CommandId, GameId, Token};
use crate::limits::{DATA_ID_CHARS_MAX, ERROR_DETAIL_CHARS_MAX};
use crate::lounge::SpectatorsWish;
use crate::protocol::events::{self, ChatSaid, PersonName, Ping, Watch};
use crate::view::{Frame, refusal_frame};

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateGame {
    /// How much each player sees.
    pub mode: Mode,
    /// The creator's side; by lot when left out.
    #[serde(default = "by_lot")]
    pub side: SideChoice,
    /// Whether the clients mark where a piece may be tried.
    #[serde(default)]
    pub highlighting_enabled: bool,
    /// A moderator other than the one of the mode's profile.
    #[serde(default, deserialize_with = "some_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub moderator: Option<String>,
    /// The ids of the house rules, no more than 16 and in any order; none when left out. An addition to the design.
    #[serde(default, deserialize_with = "overlays", skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(min = 1, max = 64)))]
    pub overlays: Vec<String>,
    /// How long the sides may think; as long as they like when left out. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TimeControl")]
    pub clock: Option<TimeControl>,
    /// The id of the way to play with bids; nothing is bid for when left out. An addition to the design.
    #[serde(default, deserialize_with = "some_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub gambit: Option<String>,
    /// Who may watch; as the mode's profile says when left out. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SpectatorsWish")]
    pub spectators: Option<SpectatorsWish>,
    /// Whether those who are there can talk; as the mode's profile says when left out. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub chat: Option<bool>,
}

/// Reads as many ids as a game can have house rules.
fn overlays<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    let most = Overlay::COUNT_MAX;
    let too_many = || serde::de::Error::custom(format!("a game has at most {most} house rules"));
    if ids.len() > most { Err(too_many()) } else { ids.into_iter().map(data_id).collect() }
}

/// Reads the id of something in the data.
fn some_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    data_id(String::deserialize(deserializer)?).map(Some)
}

/// An id of something in the data; whether there is such a thing is not asked here.
fn data_id<E: serde::de::Error>(id: String) -> Result<String, E> {
    if (1..=DATA_ID_CHARS_MAX).contains(&id.chars().count()) {
        Ok(id)
    } else {
        Err(E::custom(format!("an id has 1 to {DATA_ID_CHARS_MAX} characters")))
    }
}

impl CreateGame {
    /// Reads the body of a request.
    ///
    /// # Errors
    ///
    /// When it is not, to the letter, an object of these fields.
    pub fn read(body: &[u8]) -> Result<CreateGame, serde_json::Error> {
        read_object(body)
    }
}

/// Reads an object, and nothing else: serde would take an array of the fields' values for it as well.
fn read_object<'de, T: Deserialize<'de>>(json: &'de [u8]) -> Result<T, serde_json::Error> {
    match json.iter().find(|byte| !b" \n\r\t".contains(byte)) {
        Some(b'[') => Err(serde::de::Error::custom("an array where an object is asked for")),
        _ => serde_json::from_slice(json),
    }
}

fn by_lot() -> SideChoice {
    SideChoice::Random
}

/// A message of a client, exactly as the wire has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ClientMessage")]
pub(super) enum Wire {
    /// Takes or retakes a seat. The first message on a socket.
    Hello {
        /// The game of the socket.
        game_id: GameId,
        /// The token of the seat, when the client has one.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Token")]
        token: Option<Token>,
        /// The seat asked for; `auto` when left out.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "JoinAs")]
        join_as: Option<JoinAs>,
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Touches a piece, and moves it when `to` is given.
    Commit {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "SquareName")]
        to: Option<SquareName>,
        /// What a promoting piece becomes.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PieceType")]
        promotion: Option<PieceType>,
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Gives the game up.
    Resign {
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Offers a draw.
    OfferDraw {
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers the other side's offer.
    RespondDraw {
        /// Whether the offer is taken.
        accept: bool,
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Tells the other player of a new game, once this one is over. An addition to the design.
    Rematch {
        /// The new game.
        game_id: GameId,
        /// The client's name for this message.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers a `ping`.
    Pong {
        /// The client's name for this message; nothing answers under it.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
}

/// Reads a field that is there; `null` is not a way of leaving it out.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A message of a client, sorted by what is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// Takes a seat.
    Hello(Hello),
    /// Acts in the game.
    Command(Command),
    /// Shows that the client is there.
    Pong,
    /// Asks to watch.
    Watch(Watch),
    /// Talks.
    Chat(ChatSaid),
    /// Asks whether the connection is alive.
    Ping(Ping),
}

impl ClientMessage {
    /// Whether the message acts in the game.
    #[must_use]
    pub fn is_command(&self) -> bool {
        matches!(self, ClientMessage::Command(_))
    }

    /// Whether the message is a `commit`, which has a rate limit of its own, or a `move.request`, which is one.
    #[must_use]
    pub fn is_commit(&self) -> bool {
        let ClientMessage::Command(Command { action, .. }) = self else { return false };
        matches!(action, Action::Commit { .. } | Action::Move { .. })
    }

    /// The client's name for the message.
    #[must_use]
    pub fn id(&self) -> Option<&CommandId> {
        match self {
            ClientMessage::Hello(hello) => hello.id.as_ref(),
            ClientMessage::Command(command) => command.id.as_ref(),
            ClientMessage::Watch(watch) => watch.id.as_ref(),
            ClientMessage::Chat(said) => said.id.as_ref(),
            ClientMessage::Pong | ClientMessage::Ping(_) => None,
        }
    }
}

/// The wish for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The game.
    pub game_id: GameId,
    /// The token of the seat, when the client has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// The seat asked for.
    #[serde(default)]
    pub join_as: JoinAs,
    /// The client's name for the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// An act in the game, with the client's name for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The client's name for the message; a repeated one has no second effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The game that the client says it is for, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The act.
    pub action: Action,
}

/// What a player can do.
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
        /// What a promoting piece becomes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<PieceType>,
    },
    /// Move a piece, and be told by a `move.result` what came of it.
    Move {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        to: SquareName,
        /// What a promoting piece becomes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<PieceType>,
    },
    /// Bid in a duel.
    Allocate {
        /// How many points are spent.
        amount: u32,
    },
    /// Choose where the piece of a capture that failed falls back to.
    Retreat {
        /// The square.
        position: SquareName,
    },
    /// Say how the player is called.
    SetName {
        /// The name.
        name: PersonName,
    },
    /// Give the game up.
    Resign,
    /// Offer a draw, or take the one that is offered.
    OfferDraw,
    /// Answer an offer.
    RespondDraw {
        /// Whether it is taken.
        accept: bool,
    },
    /// Tell the other player of a new game.
    Rematch {
        /// The new game.
        game_id: GameId,
    },
}

/// A message that could not be read, and what to answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The code of the error.
    pub code: ErrorCode,
    /// What was wrong, for a developer.
    pub message: String,
    /// The client's name for the message, where it could be read.
    pub id: Option<CommandId>,
}

impl Refusal {
    /// The error frame that answers the message.
    #[must_use]
    pub fn frame(&self) -> Frame {
        refusal_frame(self)
    }
}

/// Reads a message of a client. How long one may be is the bound of whoever takes it in.
///
/// ```
/// use session::protocol::player::{ClientMessage, ErrorCode, decode};
/// assert!(decode(r#"{"type":"commit","from":"e2","to":"e4"}"#)?.is_commit());
/// assert_eq!(decode(r#"{"type":"pong"}"#)?, ClientMessage::Pong);
/// let refusal = decode(r#"{"type":"commit","from":"e2","colour":"w"}"#).unwrap_err();
/// assert_eq!(refusal.code, ErrorCode::Malformed);
/// # Ok::<(), session::protocol::player::Refusal>(())
/// ```
///
/// # Errors
///
/// Whatever is not a message of the protocol to the letter is `malformed`.
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
    let command = |id, action| ClientMessage::Command(Command { id, game: None, action });
    Ok(match wire {
        Wire::Hello { game_id, token, join_as, id } => {
            ClientMessage::Hello(Hello { game_id, token, join_as: join_as.unwrap_or_default(), id })
        }
        Wire::Commit { from, to, promotion, id } => command(id, Action::Commit { from, to, promotion }),
        Wire::Resign { id } => command(id, Action::Resign),
        Wire::OfferDraw { id } => command(id, Action::OfferDraw),
        Wire::RespondDraw { accept, id } => command(id, Action::RespondDraw { accept }),
        Wire::Rematch { game_id, id } => command(id, Action::Rematch { game_id }),
        Wire::Pong { id: _ } => ClientMessage::Pong,
    })
}

/// Whether the type of a message is one of the catalogue of events: they alone have a dot in it.
fn is_event(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head<'a> {
        #[serde(rename = "type", borrow)]
        kind: std::borrow::Cow<'a, str>,
    }
    let head: Result<Head<'_>, _> = read_object(text.as_bytes());
    head.is_ok_and(|head| head.kind.contains('.'))
}

/// The id of a message that is otherwise unreadable, so that even its error can be matched with it.
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
            r#"{"type":"rematch"}"#,
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

    #[test]
    fn a_new_game_is_asked_for_strictly() {
        let read = |text: &str| CreateGame::read(text.as_bytes());
        let asked = read(r#"{"mode":"blind","side":"w","highlightingEnabled":true}"#).unwrap();
        assert_eq!(asked.side, SideChoice::White);
        let least = read(r#"{"mode":"vanilla"}"#).unwrap();
        assert_eq!((least.side, least.highlighting_enabled), (SideChoice::Random, false));
        for wrong in [
            r#"{"side":"white"}"#,
            r#"{"mode":"blind","highlighting":true}"#,
            r#"{"mode":"blind","side":"green"}"#,
            r#"{"mode":"blind","moderator":null}"#,
            r#"{"mode":"blind","moderator":""}"#,
            r#"{"mode":"blind","gambit":""}"#,
            r#"{"mode":"blind","overlays":[""]}"#,
            r#"{"mode":"blind","moderator":"12345678901234567890123456789012345678901234567890123456789012345"}"#,
            r#"{"mode":"blind","highlightingEnabled":"yes"}"#,
            r#"["blind"]"#,
            r#"["blind","white",true]"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
