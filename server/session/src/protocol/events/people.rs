//! Frames of spectators and chat. They contain nothing of the board.

use super::server::{ChatHistory, ChatMessage, ServerEvent, SpectatorGone, SpectatorSeen, Watching};
use crate::domain::{CommandId, GameId, GameSpectator, MemberId, PostedMessage, Token};
use crate::terms::Delay;
use crate::view::Frame;

impl Frame {
    /// Makes the answer to an admitted spectator.
    pub(crate) fn watching(
        game_id: GameId,
        GameSpectator { id, name }: GameSpectator,
        token: &Token,
        delay: Delay,
        ack: Option<CommandId>,
    ) -> Frame {
        let (token, delay_seconds) = (token.clone(), delay.seconds());
        Frame::of(&ServerEvent::Watching(Watching { game_id, id, name, token, delay_seconds, ack }))
    }

    /// Makes the frame about a new spectator, for everybody else at the game.
    // Requirement gambit-58.
    pub(crate) fn spectator_joined(
        game_id: GameId,
        GameSpectator { id, name }: GameSpectator,
        count: u32,
    ) -> Frame {
        Frame::of(&ServerEvent::SpectatorJoined(SpectatorSeen { game_id, id, name, count }))
    }

    /// Makes the frame about a spectator who has left, for everybody else at the game.
    pub(crate) fn spectator_left(game_id: GameId, spectator_id: MemberId, count: u32) -> Frame {
        Frame::of(&ServerEvent::SpectatorLeft(SpectatorGone { game_id, spectator_id, count }))
    }

    /// Makes the frame of a chat message, with its number for the recipient.
    // Requirement gambit-59.
    pub(crate) fn chat(
        game_id: GameId,
        message_id: u64,
        message: &PostedMessage,
        ack: Option<CommandId>,
    ) -> Frame {
        Frame::of(&ServerEvent::Chat(chat_message(game_id, message_id, message, ack)))
    }

    /// Makes the frame of the messages that a viewer has been sent or has missed, each with its number.
    // Requirements gambit-24, gambit-104.
    pub(crate) fn chat_history<'a>(
        game_id: GameId,
        messages: impl Iterator<Item = (u64, &'a PostedMessage)>,
    ) -> Frame {
        let messages = messages.map(|(number, message)| chat_message(game_id, number, message, None));
        Frame::of(&ServerEvent::ChatHistory(ChatHistory { game_id, messages: messages.collect() }))
    }
}

fn chat_message(
    game_id: GameId,
    message_id: u64,
    message: &PostedMessage,
    ack: Option<CommandId>,
) -> ChatMessage {
    ChatMessage {
        game_id,
        message_id,
        sender_id: message.by,
        sender_name: message.name.clone(),
        message: message.text.to_string(),
        timestamp: message.at,
        ack,
    }
}
