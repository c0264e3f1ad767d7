//! Games that have hardly begun, with nobody connected: they make room for others once there are as many games as may be.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;

use crate::address::Network;

/// Waiting games by the network that created them, each with the order in which it was left alone.
#[derive(Debug, Default)]
pub(super) struct WaitingGames {
    tables: Mutex<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    /// Games so far.
    count: u64,
    games: HashMap<GameId, (Option<Network>, u64)>,
    networks: HashMap<Option<Network>, BTreeSet<(u64, GameId)>>,
}

impl WaitingGames {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game that nobody is connected to. Of a game from before the last start it is unknown which network created it.
    pub(super) fn add(&self, game: GameId, network: Option<Network>) {
        let mut tables = self.tables();
        tables.remove(&game);
        tables.count += 1;
        let at = tables.count;
        tables.games.insert(game, (network, at));
        tables.networks.entry(network).or_default().insert((at, game));
    }

    /// Removes a game, if it is there.
    pub(super) fn remove(&self, game: &GameId) {
        self.tables().remove(game);
    }

    /// Removes and returns the game that makes room: of the network with the most such games the one that was left alone first.
    /// So a network that floods the server displaces its own games, and who comes from a quiet one is served.
    pub(super) fn take(&self) -> Option<GameId> {
        let mut tables = self.tables();
        let size =
            |network: &Option<Network>, games: &BTreeSet<_>| if network.is_some() { games.len() } else { 1 };
        let oldest = |games: &BTreeSet<(u64, GameId)>| games.first().copied();
        let candidates = tables.networks.iter().filter_map(|(network, games)| {
            oldest(games).map(|(at, game)| (size(network, games), std::cmp::Reverse(at), game))
        });
        let (.., game) = candidates.max()?;
        tables.remove(&game);
        Some(game)
    }

    /// Returns the number of games.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.tables().games.len()
    }

    /// Gives back the memory of games that are gone.
    pub(super) fn shrink(&self) {
        let mut tables = self.tables();
        tables.games.shrink_to_fit();
        tables.networks.shrink_to_fit();
    }
}

impl Tables {
    fn remove(&mut self, game: &GameId) {
        let Some((network, at)) = self.games.remove(game) else { return };
        if let Some(games) = self.networks.get_mut(&network) {
            games.remove(&(at, *game));
            if games.is_empty() {
                self.networks.remove(&network);
            }
        }
    }
}
