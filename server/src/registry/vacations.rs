//! Vacations of players on their way to games: which games a player has at this node, and what has changed at others.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::clock::Vacation;
use session::domain::PlayerId;
use session::{GameId, UnixMs};

use super::{GameMessage, Registry};
use crate::player_settings::KeptSettings;

/// Time between two questions of a node for vacations that began or ended at others.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Greatest difference between the clocks of two nodes that is made up for, in milliseconds.
const SKEW_MS: u64 = 60_000;

/// Games at this node whose turns have days, by the players in them who have shown a key.
#[derive(Debug, Default)]
pub(super) struct FollowedPlayers(Mutex<HashMap<PlayerId, BTreeSet<GameId>>>);

impl FollowedPlayers {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, BTreeSet<GameId>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, player: PlayerId, game: GameId) {
        self.lock().entry(player).or_default().insert(game);
    }

    pub(super) fn remove(&self, player: PlayerId, game: &GameId) {
        let mut players = self.lock();
        if let Some(games) = players.get_mut(&player) {
            games.remove(game);
            if games.is_empty() {
                players.remove(&player);
            }
        }
    }

    fn games(&self, player: PlayerId) -> Vec<GameId> {
        self.lock().get(&player).into_iter().flatten().copied().collect()
    }

    /// Gives back the memory of players who are gone.
    pub(super) fn shrink(&self) {
        self.lock().shrink_to_fit();
    }
}

impl Registry {
    /// Tells the games of a player at this node of their vacations.
    pub(crate) async fn note_vacations(&self, player: PlayerId, vacations: &[Vacation]) {
        for game in self.context.followed.games(player) {
            for vacation in vacations {
                if let Some(game) = self.find(&game) {
                    // A game that is gone looks for vacations when it comes back.
                    let _ = game.send(GameMessage::Vacation { player, vacation: *vacation }).await;
                }
            }
        }
    }

    /// Tells games of vacations that began or ended at other nodes, until shutdown. A game looks by itself before a flag falls.
    pub(crate) async fn watch_vacations(&self, settings: KeptSettings) {
        let mut since = self.context.clock.now();
        loop {
            tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => return,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            let now = self.context.clock.now();
            match settings.changed_vacations(UnixMs(since.0.saturating_sub(SKEW_MS))).await {
                Ok(changed) => {
                    for (player, vacations) in changed {
                        self.note_vacations(player, &vacations).await;
                    }
                    since = now;
                }
                Err(error) => tracing::warn!(%error, "vacations not looked up"),
            }
        }
    }
}
