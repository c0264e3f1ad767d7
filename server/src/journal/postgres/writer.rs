//! The one writer of the journal: commits all waiting requests at once and answers them, until it is closed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use session::{GameId, Receipt};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::append::{self, ChainedInput, FIRST_EPOCH};
use super::link::{self, Identity, Link, is_refusal, is_retry};
use super::nodes::Sharing;
use super::owned::{Owned, OwnedGames};
use super::work::{Done, Work};
use crate::journal::JournalError;
use crate::journal::chain::ChainEnd;
use crate::journal::measured::BatchMeasures;
use crate::journal::write::{InputRow, NodeChange, Removal, Write};

/// Time between two commits of the server's own row, by which it is known to run.
pub(super) const BEAT: Duration = Duration::from_secs(1);

/// Attempts to store a batch whose answers are lost, or that the database could not order.
const ATTEMPTS: usize = 3;

type Reply<T> = oneshot::Sender<Result<T, JournalError>>;

/// The writer of an open journal.
pub(super) struct Writer {
    pub(super) link: Link,
    pub(super) identity: Identity,
    pub(super) rules: String,
    pub(super) games: Arc<OwnedGames>,
    /// Rows of the next commits, and the requests that wait for them.
    pub(super) rows: Vec<(InputRow, Reply<Receipt>)>,
    /// Games to be removed after these commits.
    pub(super) forgotten: Vec<(GameId, Reply<()>)>,
    pub(super) batches: BatchMeasures,
    /// Games to be claimed, and to be given up.
    pub(super) claimed: Vec<(GameId, Reply<u64>)>,
    pub(super) released: Vec<(GameId, Reply<u64>)>,
    /// Set at a node among several.
    pub(super) sharing: Option<Sharing>,
    /// Time just before the last beat that the database has answered.
    pub(super) beaten_at: Instant,
}

impl Writer {
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Write>, batch: usize) {
        let mut waiting = Vec::new();
        let mut beaten_at = Instant::now();
        loop {
            if let Ok(0) = timeout(BEAT, inbox.recv_many(&mut waiting, batch)).await {
                return;
            }
            for request in waiting.drain(..) {
                match request {
                    Write::Append { row, reply } => self.rows.push((row, reply)),
                    // A game has no inputs after its end, and its id is free only when it is removed: every input of
                    // it is in this batch or before.
                    Write::Forget { game, reply } => self.forgotten.push((game, reply)),
                    // Also records that are in this batch.
                    Write::Remove { removal, reply } => {
                        self.commit().await;
                        let _ = reply.send(self.remove(removal).await);
                    }
                    Write::Player { change, reply } => {
                        let done = self.twice(&Work::Change(*change)).await;
                        let _ = reply.send(done.map(|done| done.rows));
                    }
                    Write::Tournament { change, reply } => {
                        let _ = reply.send(self.twice(&Work::Tournament(change)).await.map(|done| done.rows));
                    }
                    Write::Node { change: NodeChange::Claim(game), reply } => {
                        self.claimed.push((game, reply));
                    }
                    Write::Node { change: NodeChange::Release(game), reply } => {
                        self.released.push((game, reply));
                    }
                    Write::Probe { reply } => {
                        let _ = reply.send(self.beat().await);
                        beaten_at = Instant::now();
                    }
                    Write::Close { reply } => {
                        self.commit().await;
                        self.forget().await;
                        self.release().await;
                        self.close().await;
                        let _ = reply.send(());
                        return;
                    }
                }
            }
            self.commit().await;
            self.forget().await;
            self.release().await;
            self.claim().await;
            if beaten_at.elapsed() >= BEAT {
                // A failure is logged by the link, and tried again soon.
                let _ = self.beat().await;
                beaten_at = Instant::now();
            }
        }
    }

    /// Commits the waiting rows, of each game one input at a time: the next continues the hash of the one before.
    async fn commit(&mut self) {
        while !self.rows.is_empty() {
            let mut games = HashSet::new();
            let rows = std::mem::take(&mut self.rows);
            let (batch, later) = rows.into_iter().partition(|(row, _)| games.insert(row.game));
            self.rows = later;
            self.commit_batch(batch).await;
        }
    }

    async fn commit_batch(&mut self, batch: Vec<(InputRow, Reply<Receipt>)>) {
        self.batches.note(batch.len());
        let (rows, replies): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        let keys: Vec<_> = rows.iter().map(|row| (row.game, row.seq)).collect();
        let mut results = match self.chain(rows).await {
            Ok(batch) => self.store(batch).await,
            Err(error) => {
                self.games.forget_ends(keys.iter().map(|(game, _)| game));
                keys.iter().map(|(game, _)| (*game, Err(error.again()))).collect()
            }
        };
        for ((game, seq), reply) in keys.into_iter().zip(replies) {
            let result = results.remove(&game).unwrap_or(Err(JournalError::Unanswered));
            let _ = reply.send(result.map(|()| Receipt::stored(seq)));
        }
    }

    /// Continues the chains of the inputs' games. Those whose ends are not known are read.
    async fn chain(&mut self, rows: Vec<InputRow>) -> Result<Vec<ChainedInput>, JournalError> {
        self.games.check()?;
        let unknown: Vec<GameId> = rows
            .iter()
            .filter(|row| row.seq > 0 && self.games.get(&row.game).and_then(|owned| owned.end).is_none())
            .map(|row| row.game)
            .collect();
        let mut read = HashMap::new();
        if !unknown.is_empty() {
            let time = self.link.answer_time();
            let connection = self.link.get().await?;
            read = match answered(time, append::ends(connection, &unknown)).await {
                Ok(read) => read,
                Err(error) => {
                    self.link.lose(&error);
                    return Err(error);
                }
            };
        }
        let chained = |row: InputRow| {
            let owned = self.games.get(&row.game);
            let epoch = owned.map_or(FIRST_EPOCH, |owned| owned.epoch);
            let known = owned.and_then(|owned| owned.end).or_else(|| read.get(&row.game).copied());
            ChainedInput::of(row, epoch, known.unwrap_or(ChainEnd::EMPTY), &self.rules)
        };
        Ok(rows.into_iter().map(chained).collect())
    }

    /// Stores a batch. After a lost answer it is read back behind a barrier, and what is not there is stored again.
    async fn store(&mut self, mut batch: Vec<ChainedInput>) -> HashMap<GameId, Result<(), JournalError>> {
        let mut results = HashMap::new();
        let mut is_lost = false;
        let mut why = JournalError::Unanswered;
        for _ in 0..ATTEMPTS {
            if is_lost && let Err(error) = self.settle(&mut batch, &mut results).await {
                why = error;
                continue;
            }
            if batch.is_empty() {
                return results;
            }
            let time = self.link.answer_time();
            let connection = match self.link.get().await {
                Ok(connection) => connection,
                Err(error) => {
                    why = error;
                    break;
                }
            };
            match answered(time, append::append(connection, &batch, &self.rules, &self.identity)).await {
                Ok(stored) => {
                    self.link.worked();
                    let (done, rest) = batch.into_iter().partition(|input| stored.contains(&input.row.game));
                    self.note_stored(done, &mut results);
                    self.explain(rest, is_lost, &mut results).await;
                    return results;
                }
                Err(JournalError::Database(error)) if is_retry(&error) => why = error.into(),
                Err(JournalError::Database(error)) if is_refusal(&error) => {
                    tracing::error!(%error, rows = batch.len(), "journal commit refused");
                    if batch.len() == 1 {
                        why = error.into();
                        break;
                    }
                    // Each by itself, so that only the faulty one fails.
                    for input in batch {
                        results.extend(Box::pin(self.store(vec![input])).await);
                    }
                    return results;
                }
                Err(error) => {
                    self.lose(&error);
                    is_lost = true;
                    why = error;
                }
            }
        }
        if matches!(why, JournalError::TakenOver) {
            self.games.take_over();
        }
        self.games.forget_ends(batch.iter().map(|input| &input.row.game));
        match batch.as_slice() {
            [input] => drop(results.insert(input.row.game, Err(why))),
            batch => results.extend(batch.iter().map(|input| (input.row.game, Err(why.again())))),
        }
        results
    }

    /// Notes that an answer is lost: what was asked may be stored, or on the primary alone.
    fn lose(&mut self, why: &JournalError) {
        self.games.unsettle();
        self.link.lose(why);
    }

    /// Reads a batch back whose answer was lost, behind the barrier of a new connection. What is stored leaves the batch.
    async fn settle(
        &mut self,
        batch: &mut Vec<ChainedInput>,
        results: &mut HashMap<GameId, Result<(), JournalError>>,
    ) -> Result<(), JournalError> {
        let time = self.link.answer_time();
        let connection = self.link.get().await?;
        let hashes = match answered(time, append::read_back(connection, batch)).await {
            Ok(hashes) => hashes,
            Err(error) => {
                self.lose(&error);
                return Err(error);
            }
        };
        self.games.settle();
        let is_there = |input: &ChainedInput| input.is(hashes.get(&input.row.game));
        let (there, rest) = std::mem::take(batch).into_iter().partition(is_there);
        *batch = rest;
        self.note_stored(there, results);
        Ok(())
    }

    fn note_stored(
        &self,
        stored: Vec<ChainedInput>,
        results: &mut HashMap<GameId, Result<(), JournalError>>,
    ) {
        for input in stored {
            self.games.insert(input.row.game, Owned { epoch: input.epoch, end: Some(input.end) });
            results.insert(input.row.game, Ok(()));
        }
    }

    /// Says of inputs that were not stored why. After a lost answer it may be that they are: by the statement whose answer was lost, and that has ended late.
    async fn explain(
        &mut self,
        batch: Vec<ChainedInput>,
        is_lost: bool,
        results: &mut HashMap<GameId, Result<(), JournalError>>,
    ) {
        if batch.is_empty() {
            return;
        }
        self.games.forget_ends(batch.iter().map(|input| &input.row.game));
        let time = self.link.answer_time();
        let explained = async {
            let connection = self.link.get().await?;
            let hashes = answered(time, append::read_back(connection, &batch)).await?;
            let owners = answered(time, append::owners(connection, &batch, &self.identity)).await?;
            // It says whether this server still has the journal. And such a late statement may be on the primary alone.
            let passed = answered_by(time, link::barrier(connection, &self.identity)).await;
            passed.map(|()| (hashes, owners))
        };
        match explained.await {
            Ok((hashes, owners)) => {
                for input in batch {
                    let (game, seq) = (input.row.game, input.row.seq);
                    let hash = hashes.get(&game);
                    if is_lost && input.is(hash) {
                        self.note_stored(vec![input], results);
                        continue;
                    }
                    // Nothing else refuses the first input of a game under a free id.
                    if input.row.ruleset.is_some() && hash.is_none() {
                        results.insert(game, Err(JournalError::RulesetGone { game }));
                        continue;
                    }
                    let is_ours = self.sharing.is_none() || owners.get(&game) == Some(&input.epoch);
                    if !is_ours {
                        self.games.remove([&game]);
                    }
                    results.insert(
                        game,
                        Err(match hash {
                            _ if !is_ours => JournalError::Fenced { game, seq },
                            Some(_) => JournalError::Taken { game, seq },
                            // The last input that this server knows of is not there, or the game is not.
                            None => JournalError::Gap { game, seq: seq.saturating_sub(1) },
                        }),
                    );
                }
            }
            Err(error) => {
                if matches!(error, JournalError::TakenOver) {
                    self.games.take_over();
                } else {
                    self.lose(&error);
                }
                results.extend(batch.iter().map(|input| (input.row.game, Err(error.again()))));
            }
        }
    }

    /// Does work that can be done twice: once more on a new connection if the answer is lost.
    async fn twice(&mut self, work: &Work) -> Result<Done, JournalError> {
        self.games.check()?;
        let mut again = true;
        loop {
            let time = self.link.answer_time();
            let connection = match self.link.get().await {
                Ok(connection) => connection,
                Err(error) => {
                    if matches!(error, JournalError::TakenOver) {
                        self.games.take_over();
                    }
                    return Err(error);
                }
            };
            match answered(time, work.run(connection, &self.identity)).await {
                Ok(done) => {
                    self.link.worked();
                    self.games.settle();
                    return Ok(done);
                }
                Err(JournalError::Database(error)) if is_refusal(&error) && !is_retry(&error) => {
                    return Err(error.into());
                }
                Err(error) => {
                    self.lose(&error);
                    if !again {
                        return Err(error);
                    }
                    again = false;
                }
            }
        }
    }

    /// Commits something without a meaning, and looks whether this server still has the journal.
    async fn beat(&mut self) -> Result<(), JournalError> {
        let now = Instant::now();
        match self.twice(&Work::Beat).await {
            Ok(done) if done.rows > 0 => {}
            Ok(_) => {
                self.games.take_over();
                return Err(JournalError::TakenOver);
            }
            Err(error) => {
                if self.sharing.is_some() && self.beaten_at.elapsed() >= self.lease() {
                    // Others may have them by now, and this node cannot know.
                    self.lose_games(self.games.ids());
                }
                return Err(error);
            }
        }
        // Nobody can have claimed a game if there was no time between two beats. A half of the lease leaves room for clocks that run unevenly.
        if self.sharing.is_some() && self.beaten_at.elapsed() >= self.lease() / 2 {
            let owned: HashMap<_, _> = self.twice(&Work::Owned).await?.epochs.into_iter().collect();
            let is_lost =
                |game: &GameId| self.games.get(game).map(|game| game.epoch) != owned.get(game).copied();
            self.lose_games(self.games.ids().into_iter().filter(is_lost).collect());
        }
        self.beaten_at = now;
        Ok(())
    }

    fn lease(&self) -> Duration {
        self.sharing.as_ref().map_or(Duration::MAX, |sharing| sharing.lease)
    }

    /// Lets go of games that may be another node's.
    fn lose_games(&self, lost: Vec<GameId>) {
        let Some(sharing) = &self.sharing else { return };
        if !lost.is_empty() {
            tracing::warn!(
                games = lost.len(),
                "games may be another node's: this node was silent for too long"
            );
        }
        self.games.remove(&lost);
        for game in lost {
            // Nobody listens where a journal is tested alone.
            let _ = sharing.lost.send(game);
        }
    }

    /// Makes games this node's.
    async fn claim(&mut self) {
        let claimed = std::mem::take(&mut self.claimed);
        if claimed.is_empty() {
            return;
        }
        let names = claimed.iter().map(|(game, _)| game.as_str().to_owned()).collect();
        let done = self.twice(&Work::Claim(names, self.lease())).await;
        let mut ours = HashSet::new();
        for (game, epoch) in done.iter().flat_map(|done| &done.epochs) {
            self.games.insert(*game, Owned { epoch: *epoch, end: None });
            ours.insert(*game);
        }
        for (game, reply) in claimed {
            let _ = reply
                .send(done.as_ref().map(|_| u64::from(ours.contains(&game))).map_err(JournalError::again));
        }
    }

    /// Gives games up.
    async fn release(&mut self) {
        let released = std::mem::take(&mut self.released);
        if released.is_empty() {
            return;
        }
        let names = released.iter().map(|(game, _)| game.as_str().to_owned()).collect();
        let done = self.twice(&Work::Release(names)).await;
        self.games.remove(released.iter().map(|(game, _)| game));
        for (_, reply) in released {
            let _ = reply.send(done.as_ref().map(|done| done.rows).map_err(JournalError::again));
        }
    }

    /// Removes finished games.
    async fn remove(&mut self, removal: Removal) -> Result<u64, JournalError> {
        Ok(self.twice(&Work::Remove(removal)).await?.rows)
    }

    /// Removes the games that have ended.
    async fn forget(&mut self) {
        let forgotten = std::mem::take(&mut self.forgotten);
        if forgotten.is_empty() {
            return;
        }
        let games = forgotten.iter().map(|(game, _)| game.as_str().to_owned()).collect();
        let deleted = self.twice(&Work::Forget(games)).await;
        if deleted.is_ok() {
            self.games.remove(forgotten.iter().map(|(game, _)| game));
        }
        for (_, reply) in forgotten {
            let _ = reply.send(deleted.as_ref().map(|_| ()).map_err(JournalError::again));
        }
    }

    /// Lets go of the journal.
    async fn close(mut self) {
        if let Err(error) = self.twice(&Work::LetGo).await {
            tracing::warn!(%error, "the journal's database still names this server");
        }
        self.link.close().await;
    }
}

/// Waits for an answer; without one in time, it counts as lost. The statement is not cancelled: whether it is stored is read back later.
async fn answered<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, JournalError> {
    answered_by(time, async { answer.await.map_err(JournalError::from) }).await
}

async fn answered_by<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, JournalError>>,
) -> Result<T, JournalError> {
    timeout(time, answer).await.unwrap_or(Err(JournalError::Unanswered))
}
