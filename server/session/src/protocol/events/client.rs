//! The events of a client, and their strict decoding: unknown fields, wrong types, `null` for an absent field and bad names are refused.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::words::{MemberId, PersonName};
use crate::ids::{CommandId, GameId, Token};
use crate::limits::CHAT_READ_CHARS_MAX;
use crate::protocol::number::{points, some_whole, whole};
use crate::protocol::player::{Action, ClientMessage, Command, PieceType, SquareName};

/// An event of a client, exactly as the wire has it. Every one may carry the client's name for it (`id`); where it has none but a `sequence`, that
/// number is its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ClientEvent {
    /// Moves a piece. Answered by a `move.result`.
    #[serde(rename = "move.request")]
    MoveRequest {
        /// The game of the socket.
        game_id: GameId,
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        to: SquareName,
        /// What a promoting piece becomes.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PieceType")]
        promotion: Option<PieceType>,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Bids in the duel that is on.
    #[serde(rename = "duel.allocate")]
    DuelAllocate {
        /// The game of the socket.
        game_id: GameId,
        /// How many points are spent, 0 among them.
        #[serde(deserialize_with = "points")]
        #[schemars(range(max = 9_007_199_254_740_992_u64))]
        amount: u32,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Chooses where the piece of a capture that failed falls back to.
    #[serde(rename = "retreat.select")]
    RetreatSelect {
        /// The game of the socket.
        game_id: GameId,
        /// The square.
        position: SquareName,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Says something to all who are there.
    #[serde(rename = "chat.message")]
    Chat {
        /// The game of the socket.
        game_id: GameId,
        /// What is said: 1 to 500 characters without the spaces before and behind, 2000 with them.
        #[serde(deserialize_with = "chat")]
        #[schemars(length(max = 2_000))]
        message: String,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Does not want to be sent what somebody says, or wants it again. An addition to the design.
    #[serde(rename = "chat.mute")]
    ChatMute {
        /// The game of the socket.
        game_id: GameId,
        /// Who says it.
        sender_id: MemberId,
        /// Whether it is unwanted.
        muted: bool,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Tells who runs the server of a message that should not have been said. An addition to the design.
    #[serde(rename = "chat.report")]
    ChatReport {
        /// The game of the socket.
        game_id: GameId,
        /// The number of the message.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = 9_007_199_254_740_992_u64))]
        message_id: u64,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Gives the game up.
    #[serde(rename = "game.resign")]
    Resign {
        /// The game of the socket.
        game_id: GameId,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Offers a draw.
    #[serde(rename = "game.offerDraw")]
    OfferDraw {
        /// The game of the socket.
        game_id: GameId,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers the other side's offer.
    #[serde(rename = "game.respondDraw")]
    RespondDraw {
        /// The game of the socket.
        game_id: GameId,
        /// Whether the offer is taken.
        accept: bool,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Asks whether the connection is alive. Answered by a `connection.pong`.
    #[serde(rename = "connection.ping")]
    Ping {
        /// The game of the socket.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "GameId")]
        game_id: Option<GameId>,
        /// The client's time, which is sent back.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        timestamp: Option<u64>,
    },
    /// Asks to watch. The first message on a socket, in place of a `hello`.
    #[serde(rename = "spectator.join")]
    SpectatorJoin {
        /// The game of the socket.
        game_id: GameId,
        /// How the viewer wants to be called; the server finds a name when left out.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PersonName")]
        name: Option<PersonName>,
        /// The token that the viewer was given when they came first.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Token")]
        token: Option<Token>,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Says how the player is called.
    #[serde(rename = "player.setName")]
    SetName {
        /// The game of the socket.
        game_id: GameId,
        /// The name.
        name: PersonName,
        /// The client's name for this event.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
}

/// Reads a field that is there; `null` is not a way of leaving it out.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads what is said. More than it could ever be is not taken in.
fn chat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let message = String::deserialize(deserializer)?;
    let is_too_long = message.chars().count() > CHAT_READ_CHARS_MAX;
    let too_long = || serde::de::Error::custom("the message is too long");
    if is_too_long { Err(too_long()) } else { Ok(message) }
}

/// The wish to watch a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The game.
    pub game_id: GameId,
    /// How the viewer wants to be called.
    pub name: Option<PersonName>,
    /// The token of who was here before.
    pub token: Option<Token>,
    /// The client's name for the event.
    pub id: Option<CommandId>,
}

/// Something about the talk at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatSaid {
    /// The game.
    pub game_id: GameId,
    /// What is wished.
    pub wish: ChatWish,
    /// The client's name for the event.
    pub id: Option<CommandId>,
}

/// What can be wished of the talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatWish {
    /// Say this.
    Say(String),
    /// Do not pass on what somebody says, or do.
    Mute {
        /// Who says it.
        sender: MemberId,
        /// Whether it is unwanted.
        muted: bool,
    },
    /// Tell the operator of a message.
    Report {
        /// The number that it had for who reports it.
        message: u64,
    },
}

/// The question whether the connection is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ping {
    /// What is sent back.
    pub timestamp: Option<u64>,
}

/// The name of a command: the one that it was given, or its number.
fn name(id: Option<CommandId>, sequence: Option<u64>) -> Option<CommandId> {
    id.or_else(|| sequence?.to_string().parse().ok())
}

/// Reads an event.
pub(crate) fn decode(text: &str) -> Result<ClientMessage, serde_json::Error> {
    let event: ClientEvent = serde_json::from_str(text)?;
    let command = |game_id, id, action| ClientMessage::Command(Command { id, game: Some(game_id), action });
    let chat = |game_id, id, wish| ClientMessage::Chat(ChatSaid { game_id, wish, id });
    Ok(match event {
        ClientEvent::MoveRequest { game_id, from, to, promotion, sequence, id } => {
            command(game_id, name(id, sequence), Action::Move { from, to, promotion })
        }
        ClientEvent::DuelAllocate { game_id, amount, sequence, id } => {
            command(game_id, name(id, sequence), Action::Allocate { amount })
        }
        ClientEvent::RetreatSelect { game_id, position, sequence, id } => {
            command(game_id, name(id, sequence), Action::Retreat { position })
        }
        ClientEvent::Resign { game_id, id } => command(game_id, id, Action::Resign),
        ClientEvent::OfferDraw { game_id, id } => command(game_id, id, Action::OfferDraw),
        ClientEvent::RespondDraw { game_id, accept, id } => {
            command(game_id, id, Action::RespondDraw { accept })
        }
        ClientEvent::SetName { game_id, name, id } => command(game_id, id, Action::SetName { name }),
        ClientEvent::Chat { game_id, message, id } => chat(game_id, id, ChatWish::Say(message)),
        ClientEvent::ChatMute { game_id, sender_id, muted, id } => {
            chat(game_id, id, ChatWish::Mute { sender: sender_id, muted })
        }
        ClientEvent::ChatReport { game_id, message_id, id } => {
            chat(game_id, id, ChatWish::Report { message: message_id })
        }
        ClientEvent::Ping { game_id: _, timestamp } => ClientMessage::Ping(Ping { timestamp }),
        ClientEvent::SpectatorJoin { game_id, name, token, id } => {
            ClientMessage::Watch(Watch { game_id, name, token, id })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::player::decode;

    fn command(text: &str) -> Command {
        match decode(text).unwrap() {
            ClientMessage::Command(command) => command,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn events_are_read_beside_the_other_messages() {
        let bid = command(r#"{"type":"duel.allocate","gameId":"abcd1234","amount":7,"sequence":12}"#);
        assert_eq!(bid.action, Action::Allocate { amount: 7 });
        assert_eq!(bid.id, "12".parse().ok());
        assert_eq!(bid.game, "abcd1234".parse().ok());
        let named =
            command(r#"{"type":"duel.allocate","gameId":"abcd1234","amount":0,"sequence":12,"id":"m1"}"#);
        assert_eq!(named.id, "m1".parse().ok());
        let ping = decode(r#"{"type":"connection.ping","timestamp":5}"#).unwrap();
        assert_eq!(ping, ClientMessage::Ping(Ping { timestamp: Some(5) }));
        assert!(matches!(
            decode(r#"{"type":"spectator.join","gameId":"abcd1234"}"#).unwrap(),
            ClientMessage::Watch(_)
        ));
        assert!(matches!(
            decode(r#"{"type":"chat.message","gameId":"abcd1234","message":"hello"}"#).unwrap(),
            ClientMessage::Chat(ChatSaid { wish: ChatWish::Say(_), .. })
        ));
    }

    #[test]
    fn whatever_is_not_to_the_letter_is_refused() {
        for wrong in [
            r#"{"type":"duel.allocate","gameId":"abcd1234","amount":-1}"#,
            r#"{"type":"duel.allocate","gameId":"abcd1234","amount":1.5}"#,
            r#"{"type":"duel.allocate","gameId":"abcd1234"}"#,
            r#"{"type":"duel.allocate","amount":1}"#,
            r#"{"type":"duel.Allocate","gameId":"abcd1234","amount":1}"#,
            r#"{"type":"retreat.select","gameId":"abcd1234","position":"E4"}"#,
            r#"{"type":"move.request","gameId":"abcd1234","from":"e2"}"#,
            r#"{"type":"move.request","gameId":"abcd1234","from":"e2","to":"e4","promotion":null}"#,
            r#"{"type":"player.setName","gameId":"abcd1234","name":"ab"}"#,
            r#"{"type":"chat.mute","gameId":"abcd1234","senderId":"x","muted":true}"#,
            r#"["duel.allocate"]"#,
        ] {
            let refusal = decode(wrong).expect_err(wrong);
            assert_eq!(refusal.code, crate::protocol::player::ErrorCode::Malformed, "{wrong}");
        }
        let long = format!(
            r#"{{"type":"chat.message","gameId":"abcd1234","message":"{}"}}"#,
            "é".repeat(CHAT_READ_CHARS_MAX + 1)
        );
        assert!(decode(&long).is_err());
    }
}
