//! What is told of company: who watches, and what is said. Nothing in these frames comes from the board.

use super::frame::Frame;
use crate::ids::{CommandId, GameId, Token, UnixMs};
use crate::lounge::Delay;
use crate::protocol::events::{
    ChatMessage, GameSpectator, MemberId, PersonName, ServerEvent, SpectatorGone, SpectatorSeen, Watching,
};

impl Frame {
    /// The word to who came to watch that they are let in.
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

    /// The word to all others that somebody watches.
    pub(crate) fn spectator_joined(
        game_id: GameId,
        GameSpectator { id, name }: GameSpectator,
        count: u32,
    ) -> Frame {
        Frame::of(&ServerEvent::SpectatorJoined(SpectatorSeen { game_id, id, name, count }))
    }

    /// The word that somebody watches no longer.
    pub(crate) fn spectator_left(game_id: GameId, spectator_id: MemberId, count: u32) -> Frame {
        Frame::of(&ServerEvent::SpectatorLeft(SpectatorGone { game_id, spectator_id, count }))
    }

    /// What somebody said, under the number that it has for who is told.
    pub(crate) fn chat(game_id: GameId, message_id: u64, said: &Utterance, ack: Option<CommandId>) -> Frame {
        Frame::of(&ServerEvent::Chat(ChatMessage {
            game_id,
            message_id,
            sender_id: said.by,
            sender_name: said.name.clone(),
            message: said.text.clone(),
            timestamp: said.at,
            ack,
        }))
    }
}

/// What somebody said, as it is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Utterance {
    /// Who said it.
    pub(crate) by: MemberId,
    /// How they were called then.
    pub(crate) name: Option<PersonName>,
    /// What was said, without what is not passed on.
    pub(crate) text: String,
    /// When.
    pub(crate) at: UnixMs,
}
