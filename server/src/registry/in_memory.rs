//! Things in the memory of one of several nodes alone: rooms, and the lobby. The others learn by the journal where they are.

use std::collections::HashSet;
use std::time::Duration;

use session::RoomCode;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::shared::SharedGames;
use super::{GameContext, LocateError, Located, Registry};
use crate::journal::{Holder, InMemory, JournalError, NodeAddress};

/// Time for which a node relies on what it has found out about the place of the lobby, also that nothing could be found out.
const LOBBY_TIME: Duration = Duration::from_secs(1);
/// Time between two looks of a node that has the lobby whether it still has it.
const LOBBY_WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// The place of the lobby, as this node has found it; none if the journal did not tell.
#[derive(Debug, Default)]
pub(super) struct LobbyPlace(Mutex<Option<(Instant, Option<Place>)>>);

/// The place of the one lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Here,
    There(NodeAddress),
}

impl GameContext {
    /// Notes for the other nodes that a room is here. Returns false if another node has a room of that code.
    pub(super) async fn announce_room(&self, code: RoomCode) -> bool {
        let Some(shared) = &self.shared else { return true };
        shared.nodes.hold(InMemory::Room(code)).await.unwrap_or_else(|error| {
            // It is found here, and noted later.
            tracing::warn!(%error, "room not announced");
            true
        })
    }

    /// Notes for the other nodes that a room is gone. What fails is made good later.
    pub(super) fn withdraw_room(&self, code: RoomCode) {
        if let Some(shared) = &self.shared {
            tokio::spawn(shared.nodes.let_go(InMemory::Room(code)));
        }
    }

    /// Makes good what failed when rooms came and went, or what a failover took back.
    async fn announce_rooms(&self) -> Result<(), JournalError> {
        let Some(shared) = &self.shared else { return Ok(()) };
        // A code is taken here before it is noted, and free here before the note is removed.
        let before = self.room_codes();
        let noted = shared.nodes.held_rooms().await?;
        let (now, known) = (self.room_codes(), noted.iter().copied().collect::<HashSet<_>>());
        for code in noted.into_iter().filter(|code| !now.contains(code)) {
            shared.nodes.let_go(InMemory::Room(code)).await?;
        }
        for code in before.into_iter().filter(|code| !known.contains(code)) {
            if !shared.nodes.hold(InMemory::Room(code)).await? {
                tracing::warn!(
                    "another node has a room of the same code: this one is found at this node alone"
                );
            }
        }
        Ok(())
    }
}

impl SharedGames {
    /// Asks the journal which node has the lobby. Where none has it, this one takes it.
    async fn find_lobby(&self) -> Result<Place, JournalError> {
        let mut holder = self.nodes.holder(InMemory::Lobby).await?;
        if holder == Holder::Nobody {
            self.nodes.hold(InMemory::Lobby).await?;
            holder = self.nodes.holder(InMemory::Lobby).await?;
        }
        match holder {
            Holder::Here => Ok(Place::Here),
            Holder::There(node) => Ok(Place::There(node)),
            Holder::Nobody => Err(JournalError::Unanswered),
        }
    }
}

impl Registry {
    /// Finds the room of a code, at whichever node it is.
    ///
    /// # Errors
    /// See [`LocateError`].
    pub(crate) async fn locate_room(&self, code: &str) -> Result<Located, LocateError> {
        let Ok(code) = code.parse::<RoomCode>() else { return Ok(Located::Nowhere) };
        if let Some(game) = self.context.find_room(code) {
            return Ok(Located::Here(game));
        }
        let Some(shared) = &self.context.shared else { return Ok(Located::Nowhere) };
        Ok(match shared.nodes.holder(InMemory::Room(code)).await? {
            Holder::There(node) => Located::There(node),
            // Noted as here, it is gone since.
            Holder::Here | Holder::Nobody => Located::Nowhere,
        })
    }

    /// Finds the lobby. Where no node has it, this one takes it.
    ///
    /// # Errors
    /// See [`LocateError`].
    pub(crate) async fn locate_lobby(&self) -> Result<Place, LocateError> {
        let Some(shared) = &self.context.shared else { return Ok(Place::Here) };
        // One after another: a crowd asks the database once, also one that does not answer.
        let mut known = shared.lobby.0.lock().await;
        if self.context.shutdown.is_cancelled() {
            return Err(LocateError::Draining);
        }
        if let Some((at, place)) = &*known
            && at.elapsed() < LOBBY_TIME
        {
            return place.clone().ok_or(JournalError::Unanswered.into());
        }
        let found = shared.find_lobby().await;
        *known = Some((Instant::now(), found.as_ref().ok().cloned()));
        Ok(found?)
    }

    /// Waits until the lobby turns out to be at another node while clients are in it here; returns at shutdown.
    pub(crate) async fn lobby_lost(&self, is_used: impl Fn() -> bool) {
        loop {
            tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => return,
                () = tokio::time::sleep(LOBBY_WATCH_INTERVAL) => {}
            }
            if !is_used() {
                continue;
            }
            // The database is asked, whatever was found out before. While it fails, nothing is known.
            self.forget_lobby().await;
            if matches!(self.locate_lobby().await, Ok(Place::There(_))) {
                return;
            }
        }
    }

    /// Forgets where the lobby was, after the node that had it did not answer.
    pub(crate) async fn forget_lobby(&self) {
        if let Some(shared) = &self.context.shared {
            shared.lobby.0.lock().await.take();
        }
    }

    /// Lets other nodes have the lobby.
    pub(crate) async fn let_go_of_lobby(&self) {
        let Some(shared) = &self.context.shared else { return };
        // Nobody takes it here meanwhile.
        let mut known = shared.lobby.0.lock().await;
        *known = None;
        if let Err(error) = shared.nodes.let_go(InMemory::Lobby).await {
            tracing::warn!(%error, "lobby not given up: others have to wait for the lease");
        }
    }

    /// Removes texts that are kept no longer: handovers, challenges to passkeys.
    pub(crate) async fn forget_texts(&self) {
        if let Some(shared) = &self.context.shared
            && let Err(error) = shared.nodes.forget_texts().await
        {
            tracing::warn!(%error, "old handovers and challenges not removed");
        }
    }

    /// Notes again for other nodes which rooms are here.
    pub(crate) async fn announce_rooms(&self) {
        if let Err(error) = self.context.announce_rooms().await {
            tracing::warn!(%error, "rooms not announced");
        }
    }
}
