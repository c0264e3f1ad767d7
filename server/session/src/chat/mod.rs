//! Chat of one game: its terms, and the messages that each recipient has been sent. No journal stores it.
//!
//! | module | holds |
//! |---|---|
//! | `inbox` | messages, mutes and reports of one recipient |
//!
//! The [host](crate::host) decides which sockets get a message, and when spectators get it.

mod inbox;

use std::sync::Arc;

use ggn_core::{BySide, Side};

use crate::domain::{ConnId, GameId, MemberId, PostedMessage};
use crate::output::Output;
use crate::session::Session;
use crate::view::Frame;
use crate::word_filter::WordFilter;

pub(crate) use inbox::{Inbox, TooManyReports};

/// A message that was reported to the operator of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The member who reports it.
    pub by: MemberId,
    /// The author of the message.
    pub of: MemberId,
    /// The text as it was sent.
    pub message: String,
}

/// Chat of one game: its terms, and the inboxes of the players.
#[derive(Debug)]
pub(crate) struct Chat {
    is_enabled: bool,
    word_filter: Arc<WordFilter>,
    /// Inboxes of the players, independent of their sockets.
    players: BySide<Inbox>,
}

impl Chat {
    /// The chat of a game, without messages.
    pub(crate) fn new(session: &Session) -> Chat {
        Chat {
            is_enabled: session.social_terms().chat,
            word_filter: Arc::clone(session.word_filter()),
            players: BySide::default(),
        }
    }

    /// True if the terms of the game allow chat.
    pub(crate) fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Returns the text as it may be sent, with asterisks in place of blocked words; `None` if it may not be sent.
    pub(crate) fn censored(&self, text: &str) -> Option<String> {
        self.word_filter.censored(text)
    }

    /// Returns the messages of a player who comes back; none if there are none.
    pub(crate) fn history(&self, game: GameId, side: Side, conn: ConnId) -> Option<Output> {
        history(game, &self.players[side], conn)
    }

    /// Returns the inbox of a player.
    pub(crate) fn inbox(&mut self, side: Side) -> &mut Inbox {
        &mut self.players[side]
    }
}

/// Puts a message into an inbox. Returns the frame for its socket; none if the recipient is absent or has muted the author.
// Requirements gambit-12, gambit-104.
pub(crate) fn deliver(
    game: GameId,
    inbox: &mut Inbox,
    conn: Option<ConnId>,
    message: &PostedMessage,
) -> Option<Output> {
    let number = inbox.receive(message, None)?;
    Some(Output::Send { conn: conn?, frame: Frame::chat(game, number, message, None) })
}

/// Returns the messages of an inbox for a recipient who comes back; none if there are none.
pub(crate) fn history(game: GameId, inbox: &Inbox, conn: ConnId) -> Option<Output> {
    inbox.messages().next()?;
    Some(Output::Send { conn, frame: Frame::chat_history(game, inbox.messages()) })
}

/// Returns the member id of a player.
pub(crate) fn player(side: Side) -> MemberId {
    MemberId::Player(side.into())
}
