//! What company has to know of a session, and the session of company: who sits where, and how people are called.

use std::sync::Arc;

use ggn_core::Side;

use super::Session;
use crate::ids::{ConnId, GameId, Token};
use crate::lounge::{Company, Words, are_alike};
use crate::protocol::events::{GameSpectator, PersonName};
use crate::protocol::player::ErrorCode;
use crate::seat::player::Answer;

impl Session {
    /// The id of the game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.game.id
    }

    /// What was agreed on about company at this game.
    #[must_use]
    pub fn company(&self) -> Company {
        self.game.company
    }

    /// Says who watches, the first to come first. The next frames have it; it causes none, and no journal keeps it: after [`Session::replay`] nobody
    /// watches.
    pub fn audience(&mut self, spectators: Vec<GameSpectator>) {
        self.game.audience = spectators.into();
    }

    /// The socket of a player who is there.
    pub(crate) fn conn_of(&self, side: Side) -> Option<ConnId> {
        self.seats[side].as_ref()?.conn
    }

    /// The side whose player is at that socket.
    pub(crate) fn side_at(&self, conn: ConnId) -> Option<Side> {
        self.side_of(conn)
    }

    /// Whether a token is the one of a player.
    pub(crate) fn holds_a_seat(&self, token: &Token) -> bool {
        self.side_of_token(token).is_some()
    }

    /// How a player is called, who has said so.
    pub(crate) fn name_of(&self, side: Side) -> Option<&PersonName> {
        self.game.names[side].as_ref()
    }

    /// How people may be called here, and what may be said.
    pub(crate) fn words(&self) -> &Arc<Words> {
        &self.words
    }

    /// A player says how they are called. Whoever is at the game is told; the other player may not be called alike.
    pub(super) fn set_name(&mut self, side: Side, name: PersonName) -> Answer {
        let is_taken = self.name_of(side.opponent()).is_some_and(|other| are_alike(other, &name));
        if is_taken || !self.words.may_be_called(&name) {
            return Answer::Error(ErrorCode::NameRefused, ErrorCode::NameRefused.message());
        }
        self.game.names[side] = Some(name);
        Answer::Update
    }
}
