//! The events of a client, and their strict decoding: unknown fields, wrong types, `null` for an absent field and bad names are refused.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::{
    CommandId, GameId, MemberId, PersonName, PieceType, SquareName, Token, limits::CHAT_READ_CHARS_MAX,
    present,
};
use crate::protocol::number::{points, some_whole, whole};
use crate::protocol::player::{Action, ClientMessage, Command};

/// An event of a client as it is on the wire. The client may give it an `id`; without one, its `sequence` serves as the id among the events of its
/// type.
// Requirement gambit-60.
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
        /// Type of the promoted piece.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PieceType")]
        promotion: Option<PieceType>,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Bids in the duel that is on.
    #[serde(rename = "duel.allocate")]
    DuelAllocate {
        /// The game of the socket.
        game_id: GameId,
        /// Number of points, 0 or more.
        #[serde(deserialize_with = "points")]
        #[schemars(range(max = 9_007_199_254_740_992_u64))]
        amount: u32,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Chooses the square that the piece of a failed capture retreats to.
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
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Sends a chat message.
    #[serde(rename = "chat.message")]
    Chat {
        /// The game of the socket.
        game_id: GameId,
        /// Text: 1 to 500 characters trimmed, at most 2000 with leading and trailing spaces.
        #[serde(deserialize_with = "chat")]
        #[schemars(length(max = 2_000))]
        message: String,
        /// Sender, as the client says. The server knows who sends a message, and believes nothing else.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        sender_id: Option<String>,
        /// Name of the sender, as the client says. It is not believed either.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        sender_name: Option<String>,
        /// The client's time. It is not believed either.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        timestamp: Option<u64>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Mutes or unmutes the sender of chat messages. An addition to the design.
    #[serde(rename = "chat.mute")]
    ChatMute {
        /// The game of the socket.
        game_id: GameId,
        /// Sender.
        sender_id: MemberId,
        /// True to mute, false to unmute.
        muted: bool,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Reports a message to the operator. An addition to the design.
    #[serde(rename = "chat.report")]
    ChatReport {
        /// The game of the socket.
        game_id: GameId,
        /// The number of the message.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = 9_007_199_254_740_992_u64))]
        message_id: u64,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Gives the game up.
    #[serde(rename = "game.resign")]
    Resign {
        /// The game of the socket.
        game_id: GameId,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Offers a draw.
    #[serde(rename = "game.offerDraw")]
    OfferDraw {
        /// The game of the socket.
        game_id: GameId,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Answers the other side's offer.
    #[serde(rename = "game.respondDraw")]
    RespondDraw {
        /// The game of the socket.
        game_id: GameId,
        /// True if the offer is taken.
        accept: bool,
        /// The client's number for this event.
        #[serde(default, deserialize_with = "some_whole", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64", range(max = 9_007_199_254_740_992_u64))]
        sequence: Option<u64>,
        /// Id of this event, chosen by the client.
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
        /// Requested name; the server chooses one by default.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "PersonName")]
        name: Option<PersonName>,
        /// Token of a returning spectator.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Token")]
        token: Option<Token>,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
    /// Sets the name of the player.
    #[serde(rename = "player.setName")]
    SetName {
        /// The game of the socket.
        game_id: GameId,
        /// The name.
        name: PersonName,
        /// Id of this event, chosen by the client.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "CommandId")]
        id: Option<CommandId>,
    },
}

/// Reads the text of a chat message; one that is too long even with spaces is refused.
fn chat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let message = String::deserialize(deserializer)?;
    let is_too_long = message.chars().count() > CHAT_READ_CHARS_MAX;
    let too_long = || serde::de::Error::custom("the message is too long");
    if is_too_long { Err(too_long()) } else { Ok(message) }
}

/// Request to watch a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The game.
    pub game_id: GameId,
    /// Requested name.
    pub name: Option<PersonName>,
    /// Token of a returning spectator.
    pub token: Option<Token>,
    /// Id of the event, chosen by the client.
    pub id: Option<CommandId>,
}

/// Request about the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRequest {
    /// The game.
    pub game_id: GameId,
    /// The content.
    pub wish: ChatWish,
    /// Id of the event, chosen by the client.
    pub id: Option<CommandId>,
}

/// Content of a chat request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatWish {
    /// Send a message.
    Say(String),
    /// Mute or unmute a sender.
    Mute {
        /// Sender.
        sender: MemberId,
        /// True to mute, false to unmute.
        muted: bool,
    },
    /// Report a message to the operator.
    Report {
        /// Number of the message for the reporter.
        message: u64,
    },
}

/// Ping of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ping {
    /// Timestamp to send back.
    pub timestamp: Option<u64>,
}

/// Reads an event.
pub(crate) fn decode(text: &str) -> Result<ClientMessage, serde_json::Error> {
    let event: ClientEvent = serde_json::from_str(text)?;
    let command = |game_id, id: Option<CommandId>, sequence: Option<u64>, action| {
        let number: Option<CommandId> = sequence.and_then(|sequence| sequence.to_string().parse().ok());
        let is_numbered = id.is_none() && number.is_some();
        ClientMessage::Command(Command { id: id.or(number), is_numbered, game: Some(game_id), action })
    };
    let chat = |game_id, id, wish| ClientMessage::Chat(ChatRequest { game_id, wish, id });
    Ok(match event {
        ClientEvent::MoveRequest { game_id, from, to, promotion, sequence, id } => {
            command(game_id, id, sequence, Action::Move { from, to, promotion })
        }
        ClientEvent::DuelAllocate { game_id, amount, sequence, id } => {
            command(game_id, id, sequence, Action::Allocate { amount })
        }
        ClientEvent::RetreatSelect { game_id, position, sequence, id } => {
            command(game_id, id, sequence, Action::Retreat { position })
        }
        ClientEvent::Resign { game_id, sequence, id } => command(game_id, id, sequence, Action::Resign),
        ClientEvent::OfferDraw { game_id, sequence, id } => command(game_id, id, sequence, Action::OfferDraw),
        ClientEvent::RespondDraw { game_id, accept, sequence, id } => {
            command(game_id, id, sequence, Action::RespondDraw { accept })
        }
        ClientEvent::SetName { game_id, name, id } => command(game_id, id, None, Action::SetName { name }),
        ClientEvent::Chat { game_id, message, sender_id: _, sender_name: _, timestamp: _, id } => {
            chat(game_id, id, ChatWish::Say(message))
        }
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

    // Requirement gambit-60.
    #[test]
    fn events_are_read_beside_the_other_messages() {
        let bid = command(r#"{"type":"duel.allocate","gameId":"abcd1234","amount":7,"sequence":12}"#);
        assert_eq!(bid.action, Action::Allocate { amount: 7 });
        assert_eq!((bid.id, bid.is_numbered), ("12".parse().ok(), true));
        assert_eq!(bid.game, "abcd1234".parse().ok());
        let named =
            command(r#"{"type":"duel.allocate","gameId":"abcd1234","amount":0,"sequence":12,"id":"m1"}"#);
        assert_eq!((named.id, named.is_numbered), ("m1".parse().ok(), false));
        for plain in [
            r#""type":"game.resign""#,
            r#""type":"game.offerDraw""#,
            r#""type":"game.respondDraw","accept":true"#,
        ] {
            let read = command(&format!(r#"{{{plain},"gameId":"abcd1234","sequence":4}}"#));
            assert_eq!((read.id, read.is_numbered), ("4".parse().ok(), true), "{plain}");
        }
        let ping = decode(r#"{"type":"connection.ping","timestamp":5}"#).unwrap();
        assert_eq!(ping, ClientMessage::Ping(Ping { timestamp: Some(5) }));
        assert!(matches!(
            decode(r#"{"type":"spectator.join","gameId":"abcd1234"}"#).unwrap(),
            ClientMessage::Watch(_)
        ));
        assert!(matches!(
            decode(r#"{"type":"chat.message","gameId":"abcd1234","message":"hello"}"#).unwrap(),
            ClientMessage::Chat(ChatRequest { wish: ChatWish::Say(_), .. })
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
