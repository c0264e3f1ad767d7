//! Names and connections of the players, for spectators and chat.

use std::sync::Arc;

use ggn_core::Side;

use super::Session;
use crate::catalogue::Catalogue;
use crate::domain::{ConnId, GameId, GameSpectator, PersonName, Token};
use crate::protocol::player::ErrorCode;
use crate::seat::player::Response;
use crate::terms::SocialTerms;
use crate::word_filter::{WordFilter, are_alike};

impl Session {
    /// Returns the id of the game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.game.id
    }

    /// Returns whether the game is played by the ruleset of a guest.
    #[must_use]
    pub fn is_of_guest(&self) -> bool {
        Catalogue::is_of_guest(&self.request)
    }

    /// Returns the id by which spectators know the game.
    #[must_use]
    pub fn watch_id(&self) -> GameId {
        self.game.watch_id
    }

    /// Returns the terms on spectators and chat.
    #[must_use]
    pub fn social_terms(&self) -> SocialTerms {
        self.game.social
    }

    /// Sets the spectators, in the order of arrival. Later frames list them; this causes no frame, and no journal keeps it: after [`Session::replay`]
    /// there are none.
    pub fn set_spectators(&mut self, spectators: Vec<GameSpectator>) {
        self.game.spectators = spectators.into();
    }

    /// Returns the socket of a connected player.
    pub(crate) fn conn_of(&self, side: Side) -> Option<ConnId> {
        self.seats[side].as_ref()?.conn
    }

    /// Returns whether the player of a side is or was connected.
    pub(crate) fn has_joined(&self, side: Side) -> bool {
        self.game.attendance.has_connected(side)
    }

    /// Returns the side of the player at that socket.
    pub(crate) fn side_at(&self, conn: ConnId) -> Option<Side> {
        self.side_of(conn)
    }

    /// Returns whether the token holds a seat.
    pub(crate) fn holds_a_seat(&self, token: &Token) -> bool {
        self.side_of_token(token).is_some()
    }

    /// Returns the name of a player, if set.
    pub(crate) fn name_of(&self, side: Side) -> Option<&PersonName> {
        self.game.names[side].as_ref()
    }

    /// Returns the filter for names and chat messages.
    pub(crate) fn word_filter(&self) -> &Arc<WordFilter> {
        &self.word_filter
    }

    /// Sets the name of a player. All players and spectators are informed. A name that could be confused with the other player's is refused.
    // Requirements gambit-65, gambit-97.
    pub(super) fn set_name(&mut self, side: Side, name: PersonName) -> Response {
        let is_taken = self.name_of(side.opponent()).is_some_and(|other| are_alike(other, &name));
        if is_taken || !self.word_filter.allows_name(&name) {
            return Response::Error(ErrorCode::NameRefused, ErrorCode::NameRefused.message());
        }
        self.game.names[side] = Some(name);
        Response::Update
    }
}
