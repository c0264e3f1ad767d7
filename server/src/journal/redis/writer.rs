//! The one writer of the journal: sends all waiting requests at once and answers them, until it is closed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use session::{GameId, Receipt};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::append::{self, ChainedInput, Stored};
use super::ends::KnownEnds;
use super::link::{Link, Live, answered};
use super::readers::Readers;
use super::work::Work;
use crate::journal::JournalError;
use crate::journal::chain::ChainEnd;
use crate::journal::measured::BatchMeasures;
use crate::journal::write::{InputRow, Write};

/// Time between two signs that the server runs.
const BEAT: Duration = Duration::from_secs(1);

/// Attempts to store a batch whose answers are lost.
const ATTEMPTS: usize = 3;

type Reply<T> = oneshot::Sender<Result<T, JournalError>>;
type Results = HashMap<GameId, Result<(), JournalError>>;

/// The writer of an open journal.
pub(super) struct Writer {
    pub(super) link: Link,
    pub(super) rules: String,
    /// Time after its last input for which a game is kept.
    pub(super) lifetime: Duration,
    pub(super) ends: Arc<KnownEnds>,
    /// The connection of those who read.
    pub(super) readers: Readers,
    /// Rows of the next commits, and the requests that wait for them.
    pub(super) rows: Vec<(InputRow, Reply<Receipt>)>,
    /// Games to be removed after these commits.
    pub(super) forgotten: Vec<(GameId, Reply<()>)>,
    pub(super) batches: BatchMeasures,
}

impl Writer {
    /// Serves requests until the journal is closed.
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
                        let _ = reply.send(self.twice(&Work::Remove(removal)).await);
                    }
                    Write::Player { change, reply } => {
                        let _ = reply.send(self.twice(&Work::Change(*change)).await);
                    }
                    Write::Tournament { change, reply } => {
                        let _ = reply.send(self.twice(&Work::Tournament(change)).await);
                    }
                    // One server has the journal.
                    Write::Node { reply, .. } => drop(reply.send(Ok(0))),
                    Write::Probe { reply } => {
                        let _ = reply.send(self.twice(&Work::Beat).await.map(drop));
                        beaten_at = Instant::now();
                    }
                    Write::Close { reply } => {
                        self.commit().await;
                        self.forget().await;
                        if let Err(error) = self.twice(&Work::LetGo).await {
                            tracing::warn!(%error, "the journal's Redis server still names this server");
                        }
                        let _ = reply.send(());
                        return;
                    }
                }
            }
            self.commit().await;
            self.forget().await;
            if beaten_at.elapsed() >= BEAT {
                // A failure is logged by the link, or with the inputs that are refused, and tried again soon.
                let _ = self.twice(&Work::Beat).await;
                beaten_at = Instant::now();
            }
        }
    }

    /// Stores the waiting rows, of each game one input at a time: the next continues the hash of the one before.
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
            Err(error) => keys.iter().map(|(game, _)| (*game, Err(error.again()))).collect(),
        };
        for ((game, seq), reply) in keys.into_iter().zip(replies) {
            let result = results.remove(&game).unwrap_or(Err(JournalError::Unanswered));
            let _ = reply.send(result.map(|()| Receipt::stored(seq)));
        }
    }

    /// Continues the chains of the inputs' games. Those whose ends are not known are read.
    async fn chain(&mut self, rows: Vec<InputRow>) -> Result<Vec<ChainedInput>, JournalError> {
        self.ends.check()?;
        let is_unknown = |row: &&InputRow| row.seq > 0 && self.ends.get(&row.game).is_none();
        let unknown: Vec<(GameId, Option<u64>)> =
            rows.iter().filter(is_unknown).map(|row| (row.game, None)).collect();
        let mut read = HashMap::new();
        if !unknown.is_empty() {
            let (time, mut live) = (self.link.answer_time(), self.live().await?);
            match answered(time, append::entries(&mut live, &unknown)).await {
                Ok(found) => {
                    let known = unknown.iter().zip(found).filter_map(|((game, _), end)| Some((*game, end?)));
                    read.extend(known);
                }
                Err(error) => {
                    self.lose(&error);
                    return Err(error);
                }
            }
        }
        let chained = |row: InputRow| {
            let end = self.ends.get(&row.game).or_else(|| read.get(&row.game).copied());
            ChainedInput::of(row, end.unwrap_or(ChainEnd::EMPTY), &self.rules)
        };
        Ok(rows.into_iter().map(chained).collect())
    }

    /// Stores a batch. After an answer that is lost or is an error it is read back behind a barrier, and what is not there is stored again.
    async fn store(&mut self, mut batch: Vec<ChainedInput>) -> Results {
        let mut results = Results::new();
        let mut is_lost = false;
        let mut why = JournalError::Unanswered;
        for _ in 0..ATTEMPTS {
            let live = match self.live().await {
                Ok(live) => live,
                Err(error) => {
                    why = error;
                    break;
                }
            };
            match self.attempt(live, &mut batch, is_lost, &mut results).await {
                Ok(()) => return results,
                Err(error) => {
                    self.lose(&error);
                    is_lost = true;
                    why = error;
                }
            }
        }
        self.ends.forget(batch.iter().map(|input| &input.row.game));
        match batch.as_slice() {
            [input] => drop(results.insert(input.row.game, Err(why))),
            batch => results.extend(batch.iter().map(|input| (input.row.game, Err(why.again())))),
        }
        results
    }

    /// Looks for what may be stored already, and stores the rest. An error means that nothing is known of what is left in the batch.
    async fn attempt(
        &mut self,
        mut live: Live,
        batch: &mut Vec<ChainedInput>,
        is_lost: bool,
        results: &mut Results,
    ) -> Result<(), JournalError> {
        let time = self.link.answer_time();
        if is_lost {
            let places: Vec<_> = batch.iter().map(|input| (input.row.game, Some(input.row.seq))).collect();
            let found = answered(time, append::entries(&mut live, &places)).await?;
            self.ends.settle();
            let rest = std::mem::take(batch).into_iter().zip(found).filter_map(|(input, there)| {
                // The same number with the same hash.
                if there != Some(input.end) {
                    return Some(input);
                }
                self.ends.note(input.row.game, input.end);
                results.insert(input.row.game, Ok(()));
                None
            });
            *batch = rest.collect();
        }
        if batch.is_empty() {
            return Ok(());
        }
        let answers = answered(time, append::append(&mut live, batch, &self.rules, self.lifetime)).await?;
        self.link.worked();
        for (input, answer) in std::mem::take(batch).into_iter().zip(answers) {
            let (game, seq) = (input.row.game, input.row.seq);
            if answer == Stored::Now {
                self.ends.note(game, input.end);
            } else {
                self.ends.forget([&game]);
            }
            let result = match answer {
                Stored::Now => Ok(()),
                Stored::Taken => Err(JournalError::Taken { game, seq }),
                Stored::Gap => Err(JournalError::Gap { game, seq: seq.saturating_sub(1) }),
                Stored::Refused(why) => {
                    tracing::error!(error = why, "Redis refuses an input");
                    Err(JournalError::Refused(why))
                }
            };
            results.insert(game, result);
        }
        Ok(())
    }

    /// Returns the connection, and notes if there is none any more since another server has the journal. A new one may lead elsewhere than the one before: those who
    /// read follow it.
    async fn live(&mut self) -> Result<Live, JournalError> {
        let is_there = self.link.is_there();
        let live = self.link.get().await;
        if !is_there && live.is_ok() {
            self.readers.renew();
        }
        if let Err(JournalError::TakenOver) = live {
            self.ends.take_over();
        }
        live
    }

    /// Notes that an answer is lost: what was asked may be stored, or may be so soon.
    fn lose(&mut self, why: &JournalError) {
        self.ends.unsettle();
        self.link.lose(why);
    }

    /// Does work that can be done twice: once more on a new connection if the answer is lost.
    async fn twice(&mut self, work: &Work) -> Result<u64, JournalError> {
        self.ends.check()?;
        let mut again = true;
        loop {
            let (time, mut live) = (self.link.answer_time(), self.live().await?);
            match answered(time, work.run(&mut live)).await {
                Ok(done) => {
                    self.link.worked();
                    self.ends.settle();
                    return Ok(done);
                }
                // It is an answer: the memory is full, and nothing was changed. The connection stays, so that something can be removed.
                Err(JournalError::Redis(error)) if error.code() == Some("OOM") => {
                    self.link.worked();
                    self.ends.settle();
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

    /// Removes the games that have ended.
    async fn forget(&mut self) {
        let forgotten = std::mem::take(&mut self.forgotten);
        if forgotten.is_empty() {
            return;
        }
        let games: Vec<GameId> = forgotten.iter().map(|(game, _)| *game).collect();
        let done = self.twice(&Work::Forget(games.clone())).await;
        if done.is_ok() {
            self.ends.forget(&games);
        }
        for (_, reply) in forgotten {
            let _ = reply.send(done.as_ref().map(|_| ()).map_err(JournalError::again));
        }
    }
}
