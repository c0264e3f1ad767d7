//! The ways in which a game leaves its server: for good, or to another node where several share a journal.

use session::protocol::player::CloseReason;
use session::protocol::rooms;

use super::GameTask;

impl GameTask {
    /// Removes the game for good.
    pub(super) async fn prune(&mut self) {
        let reason = if self.is_room() { rooms::OVER } else { CloseReason::GAME_NOT_FOUND };
        self.sockets.close_all(reason);
        self.release_code();
        match self.journal.forget(&self.id).await {
            Ok(()) => tracing::info!(game = %self.name, "game removed"),
            Err(error) => {
                tracing::error!(game = %self.name, %error, "removed game is still in the journal");
                // The node that adopts it removes it again.
                self.context.shared.iter().for_each(|shared| shared.give_up_later(self.id));
            }
        }
        // Last, so that no new game can take the id while the old one's inputs are there.
        self.context.release_id(&self.id);
    }

    /// Gives the game up when the server stops, so that another node may have it before its players ask for it there.
    pub(super) async fn give_up(&mut self) {
        if self.is_room() {
            return;
        }
        let Some(shared) = &self.context.shared else { return };
        if let Err(error) = shared.nodes.release(&self.id).await {
            tracing::warn!(game = %self.name, %error, "game not given up: others have to wait for the lease");
        }
        self.sockets.close_all(CloseReason::RESTART);
    }

    /// Leaves the game to the node that is asked for it next.
    pub(super) async fn leave(&mut self, reason: CloseReason) {
        let Some(shared) = &self.context.shared else { return };
        if reason == CloseReason::RESTART {
            shared.note_fence();
        }
        // A player who comes back from here on is not led to this task, and the game is not loaded here before it is given up.
        let _turn = shared.turn(&self.id).await;
        self.context.release_id(&self.id);
        self.sockets.close_all(reason);
        // It changes nothing if another node has the game.
        shared.give_up(self.id).await;
    }
}
