//! The game of a rematch: it is there before the players are told of it, and gone if their agreement is not stored.

use session::NextGame;
use session::protocol::player::{CreateGame, ErrorCode};

use super::GameTask;
use crate::address::ClientAddress;
use crate::registry::GameMessage;

impl GameTask {
    /// Creates the game of a rematch before the players are told of it. It counts for the client that accepts.
    pub(super) async fn create_rematch(
        &self,
        client: ClientAddress,
        request: CreateGame,
    ) -> Result<NextGame, ErrorCode> {
        let admission = &self.context.admission;
        let permit = admission
            .admit_creation(client)
            .and_then(|permit| admission.admit_request(permit, &request, self.registry.catalogue()))
            .map_err(|_| ErrorCode::RateLimited)?;
        self.registry.create_rematch(request, permit).await.map_err(|error| {
            tracing::error!(game = %self.name, %error, "rematch not created");
            ErrorCode::Unavailable
        })
    }

    /// Removes the game that was created for a rematch, unless the agreement on it is stored: nobody was told of that game.
    pub(super) async fn confirm_rematch(&mut self) {
        let Some(created) = self.unconfirmed_rematch.take() else { return };
        if self.host.session().agreed_rematch() == Some(created) {
            return;
        }
        if let Some(game) = self.context.find(&created) {
            tracing::warn!(game = %self.name, "rematch removed: the agreement is not stored");
            // A game that is gone is what is wanted.
            let _ = game.send(GameMessage::Discard).await;
        }
    }
}
