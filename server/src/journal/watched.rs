//! A journal that is watched: it knows whether inputs can be stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use session::{Entry, FinishedGame, GameId, Receipt};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::measured::AppendMeasures;
use super::{Archive, Journal, JournalError, Nodes, PlayerStore, SharedRulesets, TournamentStore};

/// Time between two probes of a journal that fails.
const PROBE_INTERVAL: Duration = Duration::from_secs(10);
/// Intervals without an input after which a journal is probed that did not fail.
const QUIET_INTERVALS: u32 = 6;

/// A journal, and whether its latest operation that stores something succeeded.
#[derive(Debug)]
pub(crate) struct WatchedJournal {
    journal: Arc<dyn Journal>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    is_failing: AtomicBool,
    /// An input was stored or refused since the last look.
    was_used: AtomicBool,
    measures: AppendMeasures,
}

impl State {
    fn note<T>(&self, result: &Result<T, JournalError>) {
        // A second input with the same number, one of a former owner, or a game by a ruleset that is gone, is refused by a journal that is well.
        let is_refusal = |error: &JournalError| {
            matches!(
                error,
                JournalError::Taken { .. } | JournalError::Fenced { .. } | JournalError::RulesetGone { .. }
            )
        };
        let is_failing = result.as_ref().is_err_and(|error| !is_refusal(error));
        self.was_used.store(true, Ordering::Relaxed);
        if self.is_failing.swap(is_failing, Ordering::Relaxed) != is_failing {
            if is_failing {
                tracing::error!("the journal stores nothing");
            } else {
                tracing::info!("the journal stores inputs again");
            }
        }
    }
}

impl WatchedJournal {
    /// Watches `journal`.
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Self {
        WatchedJournal { journal, state: Arc::default() }
    }

    /// Returns whether the latest attempt to store something failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.state.is_failing.load(Ordering::Relaxed)
    }

    /// Probes the journal while it fails or nothing else uses it, until shutdown.
    pub(crate) async fn watch(&self, shutdown: CancellationToken) {
        let mut quiet = 0;
        loop {
            tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep(PROBE_INTERVAL) => {}
            }
            quiet = if self.state.was_used.swap(false, Ordering::Relaxed) { 0 } else { quiet + 1 };
            if !self.is_failing() && quiet < QUIET_INTERVALS {
                continue;
            }
            quiet = 0;
            tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                result = self.journal.probe() => self.state.note(&result),
            }
        }
    }
}

impl Journal for WatchedJournal {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let (stored, state) = (self.journal.append(game, entry, finished), Arc::clone(&self.state));
        let begun = Instant::now();
        Box::pin(async move {
            let result = stored.await;
            state.measures.note(&result, begun.elapsed());
            state.note(&result);
            result
        })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        self.journal.games()
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        self.journal.load(game)
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        self.journal.forget(game)
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.journal.probe()
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        self.journal.archive()
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        self.journal.players()
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        self.journal.tournaments()
    }

    fn nodes(&self) -> Option<Arc<dyn Nodes>> {
        self.journal.nodes()
    }

    fn rulesets(&self) -> Option<Arc<dyn SharedRulesets>> {
        self.journal.rulesets()
    }

    fn register_metrics(&self, registry: &mut Registry) {
        self.state.measures.register(registry);
        self.journal.register_metrics(registry);
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        self.journal.close()
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    /// A journal whose disk is full while it is told so.
    #[derive(Debug, Default)]
    struct FullDisk(AtomicBool);

    impl FullDisk {
        fn result<T>(&self, value: T) -> Result<T, JournalError> {
            if self.0.load(Ordering::Relaxed) { Err(JournalError::Closed) } else { Ok(value) }
        }
    }

    impl Journal for FullDisk {
        fn append(
            &self,
            _: &GameId,
            entry: &Entry,
            _: Option<&FinishedGame>,
        ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
            Box::pin(ready(self.result(Receipt::stored(entry.seq))))
        }

        fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
            Box::pin(ready(Ok(Vec::new())))
        }

        fn load(&self, _: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
            Box::pin(ready(Ok(Vec::new())))
        }

        fn forget(&self, _: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
            Box::pin(ready(Ok(())))
        }

        fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
            Box::pin(ready(self.result(())))
        }

        fn close(&self) -> BoxFuture<'static, ()> {
            Box::pin(ready(()))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_disk_is_known_without_an_input_and_so_is_its_end() {
        let disk = Arc::new(FullDisk::default());
        let journal = Arc::new(WatchedJournal::new(Arc::clone(&disk) as Arc<dyn Journal>));
        let shutdown = CancellationToken::new();
        let watched = Arc::clone(&journal);
        let stop = shutdown.clone();
        let watch = tokio::spawn(async move { watched.watch(stop).await });
        let minute = || tokio::time::sleep(PROBE_INTERVAL * (QUIET_INTERVALS + 1));
        minute().await;
        assert!(!journal.is_failing());
        disk.0.store(true, Ordering::Relaxed);
        minute().await;
        assert!(journal.is_failing());
        disk.0.store(false, Ordering::Relaxed);
        tokio::time::sleep(PROBE_INTERVAL * 2).await;
        assert!(!journal.is_failing());
        shutdown.cancel();
        watch.await.unwrap();
    }
}
