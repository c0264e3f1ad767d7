//! A journal in memory, gone with the process: for trials and tests.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::{BoxFuture, ready};
use session::{Entry, FinishedGame, GameId, Receipt, UnixMs};

use super::archive::{Archive, ArchivedGame, FinishedQuery, ListPosition, ListedGame};
use super::archive_row::ArchiveRow;
use super::players::{MemoryPlayers, PlayerStore};
use super::tournaments::{MemoryTournaments, TournamentStore};
use super::{Journal, JournalError, decode, encode};

/// Finished games that are kept in memory. With one more, the oldest of them is dropped.
const FINISHED_GAMES_MAX: usize = 1_000;

/// Inputs by game, stored as text so that they are encoded and decoded as on a disk.
// Requirement blind-20.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    games: Mutex<HashMap<GameId, Vec<(u64, String)>>>,
    finished: Arc<MemoryArchive>,
    players: Arc<MemoryPlayers>,
    tournaments: Arc<MemoryTournaments>,
}

/// The latest finished games, in the order of their ends.
#[derive(Debug, Default)]
struct MemoryArchive(Mutex<VecDeque<ArchiveRow>>);

impl MemoryJournal {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Vec<(u64, String)>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for MemoryJournal {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let mut games = self.lock();
        let inputs = games.entry(*game).or_default();
        let taken = inputs.last().is_some_and(|(last, _)| *last >= entry.seq);
        let result = if taken {
            Err(JournalError::Taken { game: *game, seq: entry.seq })
        } else {
            inputs.push((entry.seq, encode(entry)));
            if let Some(finished) = finished {
                self.finished.add(ArchiveRow::of(finished));
            }
            Ok(Receipt::stored(entry.seq))
        };
        Box::pin(ready(result))
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let names = self.lock().keys().cloned().collect();
        Box::pin(ready(Ok(names)))
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let entries = self
            .lock()
            .get(game)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|(seq, text)| decode(game, *seq, text.as_bytes()))
            .collect();
        Box::pin(ready(entries))
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        self.lock().remove(game);
        Box::pin(ready(Ok(())))
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        Box::pin(ready(Ok(())))
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        Some(Arc::clone(&self.finished) as Arc<dyn Archive>)
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        Some(Arc::clone(&self.players) as Arc<dyn PlayerStore>)
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        Some(Arc::clone(&self.tournaments) as Arc<dyn TournamentStore>)
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}

impl MemoryArchive {
    fn lock(&self) -> MutexGuard<'_, VecDeque<ArchiveRow>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, row: ArchiveRow) {
        let mut games = self.lock();
        if games.len() >= FINISHED_GAMES_MAX {
            games.pop_front();
        }
        games.push_back(row);
    }

    /// Removes games, and returns their number.
    fn remove_where(&self, is_meant: impl Fn(&ArchiveRow) -> bool) -> u64 {
        let mut games = self.lock();
        let before = games.len();
        games.retain(|row| !is_meant(row));
        (before - games.len()) as u64
    }
}

impl Archive for MemoryArchive {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>> {
        let found = self.lock().iter().find(|row| row.has_id(id)).map(ArchiveRow::open).transpose();
        Box::pin(ready(found))
    }

    fn list(&self, query: FinishedQuery) -> BoxFuture<'static, Result<Vec<ListedGame>, JournalError>> {
        let mut games: Vec<_> =
            self.lock().iter().filter(|row| query.selects(row)).filter_map(ArchiveRow::listed).collect();
        games.sort_by_key(|game| std::cmp::Reverse(ListPosition::of(&game.summary)));
        games.retain(|game| query.before.is_none_or(|before| ListPosition::of(&game.summary) < before));
        games.truncate(query.most);
        Box::pin(ready(Ok(games)))
    }

    fn played_among(
        &self,
        mut rulesets: Vec<String>,
    ) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let games = self.lock();
        rulesets.retain(|ruleset| games.iter().any(|row| row.ruleset == *ruleset));
        Box::pin(ready(Ok(rulesets)))
    }

    fn remove(&self, id: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        let removed = self.remove_where(|row| row.has_id(id));
        Box::pin(ready(Ok(removed > 0)))
    }

    fn prune(&self, ended_before: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        let before = i64::try_from(ended_before.0).unwrap_or(i64::MAX);
        Box::pin(ready(Ok(self.remove_where(|row| row.ended_at < before))))
    }
}
