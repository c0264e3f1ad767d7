//! The journal in a Redis server: for an operator who has one, and knows its promise (`REDIS.md`).
//!
//! Each game is a stream, each input an entry of it, whose id is the input's number. Redis refuses an entry whose id is not above the last, so a game has no two
//! continuations, from any writer. Beside that, and each alone: an input is stored only behind the input that it continues, and only by the server that has the
//! journal, on the connection that it has now.

mod append;
mod archive;
mod ends;
mod examine;
mod link;
mod location;
mod maintenance;
pub(super) mod players;
mod readers;
mod reply;
mod rights;
mod script;
mod tournaments;
mod work;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use session::{Entry, FinishedGame, GameId, Receipt};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::chain::ChainWalk;
use super::measured::BatchMeasures;
use super::nodes::random_name;
use super::players::PlayerStore;
use super::tournaments::TournamentStore;
use super::write::{InputRow, Write, WriterHandle};
use super::{Journal, JournalError};
use crate::limits::Limits;
use crate::log_name::LogName;

use archive::RedisArchive;
use ends::KnownEnds;
use link::Link;
pub use location::RedisLocation;
pub use maintenance::{check_redis, export_redis, import_redis, remove_record_redis, repair_redis};
use players::RedisPlayers;
use readers::Readers;
use tournaments::RedisTournaments;
use writer::Writer;

/// Time after its last input at which Redis removes a game by itself, unless the limits let one wait for longer. No game lasts so long without an input: a turn has
/// at most two weeks, a vacation a year. It is for what nobody removes any more.
const GAME_LIFETIME: Duration = Duration::from_secs(2 * 365 * 24 * 3_600);

/// Returns the time after its last input at which a game goes by itself.
fn lifetime(limits: &Limits) -> Duration {
    let waits = [limits.waiting_lifetime, limits.finished_lifetime, limits.grace];
    let longest = waits.into_iter().flatten().map(|span| span.0.saturating_mul(2)).max();
    // A time of thousands of years is none that Redis takes.
    longest.unwrap_or_default().clamp(GAME_LIFETIME, GAME_LIFETIME * 1_000)
}

/// A journal in a Redis server.
#[derive(Debug)]
pub struct RedisJournal {
    writer: WriterHandle,
    readers: Readers,
    ends: Arc<KnownEnds>,
    rules: String,
    batches: BatchMeasures,
}

impl RedisJournal {
    /// Opens the journal, and takes it over: another server that has it open stores nothing more. `rules` identifies the present rules
    /// (see [`rules_hash`](crate::rules_hash)); it is stored with each input. The log says where the server promises less than a journal should.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or cannot hold a journal, or an import into it has not ended.
    pub async fn open(location: &RedisLocation, rules: &str, limits: &Limits) -> Result<Self, JournalError> {
        let mut link = Link::open(location, random_name()?, limits.journal_wait.0).await?;
        let (writer, inbox) = mpsc::channel(limits.journal_queue.max(1));
        let batches = BatchMeasures::default();
        let ends = Arc::new(KnownEnds::default());
        let readers = Readers::new(location, limits.journal_wait.0);
        archive::bring_up_to_date(location, &mut link.get().await?).await?;
        let task = Writer {
            link,
            rules: rules.to_owned(),
            lifetime: lifetime(limits),
            ends: Arc::clone(&ends),
            readers: readers.clone(),
            rows: Vec::new(),
            forgotten: Vec::new(),
            batches: batches.clone(),
        };
        tokio::spawn(task.run(inbox, limits.journal_batch.max(1)));
        Ok(RedisJournal { writer: WriterHandle(writer), readers, ends, rules: rules.to_owned(), batches })
    }

    /// Returns what is cancelled when another server takes the journal over.
    #[must_use]
    pub fn taken_over(&self) -> CancellationToken {
        self.ends.taken_over()
    }
}

impl Journal for RedisJournal {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let row = InputRow::of(game, entry, finished);
        self.writer.ask(|reply| Write::Append { row, reply })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let (readers, ends) = (self.readers.clone(), Arc::clone(&self.ends));
        Box::pin(async move {
            ends.check()?;
            let names = append::names(&readers).await?;
            let games: Vec<GameId> = names.iter().filter_map(|name| name.parse().ok()).collect();
            let nameless = names.len() - games.len();
            if nameless > 0 {
                tracing::error!(nameless, "the journal holds games whose id is none; they are left alone");
            }
            Ok(games)
        })
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let (readers, ends, writer) = (self.readers.clone(), Arc::clone(&self.ends), self.writer.clone());
        let (game, present) = (*game, self.rules.clone());
        Box::pin(async move {
            ends.check()?;
            if ends.is_unsettled() {
                // It is answered on a new connection, behind its barrier.
                writer.ask(|reply| Write::Probe { reply }).await?;
            }
            let mut walk = ChainWalk::new(game);
            let mut entries = Vec::new();
            let mut is_under_other_rules = false;
            for row in append::rows(&readers, game.as_str()).await? {
                is_under_other_rules |= row.rules != present.as_bytes();
                entries.extend(walk.push(&row));
            }
            if is_under_other_rules {
                tracing::warn!(game = %LogName::of(&game), "a game is brought back under other rules than it was played by");
            }
            let end = walk.end();
            if let Some(error) = walk.finish().iter().find_map(|fault| fault.error(game)) {
                return Err(error);
            }
            if !entries.is_empty() {
                ends.note(game, end);
            }
            Ok(entries)
        })
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let game = *game;
        self.writer.ask(|reply| Write::Forget { game, reply })
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.writer.ask(|reply| Write::Probe { reply })
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(RedisArchive { readers, writer }))
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(RedisPlayers { readers, writer }))
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(RedisTournaments { readers, writer }))
    }

    fn register_metrics(&self, registry: &mut Registry) {
        self.batches.register(registry);
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        let (writer, readers) = (self.writer.clone(), self.readers.clone());
        Box::pin(async move {
            readers.close().await;
            writer.close().await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Span;

    #[test]
    fn no_game_goes_by_itself_before_its_server_would_remove_it() {
        let day = Duration::from_secs(24 * 3_600);
        let longest_vacation = 366 * day;
        let longest_turn = day * session::limits::CLOCK_DAYS_MAX;
        let longest_absence = Duration::from_secs(session::limits::ABSENCE_SECONDS_MAX.into());
        assert!(GAME_LIFETIME > longest_vacation + longest_turn + longest_absence);
        assert_eq!(lifetime(&Limits::default()), GAME_LIFETIME);
        let waiting = |time: Duration| Limits { waiting_lifetime: Some(Span(time)), ..Limits::default() };
        assert_eq!(lifetime(&waiting(day)), GAME_LIFETIME);
        assert!(lifetime(&waiting(GAME_LIFETIME)) > GAME_LIFETIME);
        assert!(lifetime(&waiting(Duration::MAX)) < Duration::MAX);
    }
}
