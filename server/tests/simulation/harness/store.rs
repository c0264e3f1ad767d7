//! The journal of a simulation: it survives the server, and fails now and then in every way that a journal may.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use dev::Random;
use futures_util::future::BoxFuture;
use session::protocol::player::{Action, Command};
use session::{Catalogue, Entry, FinishedGame, GameId, Input, Receipt, Recorded};
use tabula::journal::{Journal, JournalError};
use tokio::time::sleep;

use super::net::ServerRun;
use super::oracle::{GameOracle, GameOracles};
use super::plan::{Plan, Trouble};
use super::trace::Trace;

/// A faulty journal, which the simulation must detect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sabotage {
    /// Some receipts are given without storing.
    Receipt,
    /// A crash loses the last input of every game, although its receipt was given.
    Crash,
    /// A game is loaded without its last input.
    Load,
    /// A stored input is altered: a move becomes a touch.
    Change,
    /// The record of a finished game is stored after its receipt, in a write of its own.
    Record,
    /// An input whose number is taken is skipped, and its receipt given all the same.
    Conflict,
    /// An input whose answer is lost is read back and taken for stored, although a failover may still take it back: nothing waited for the standby.
    ReadBack,
}

impl Sabotage {
    pub(crate) const ALL: [Sabotage; 7] = [
        Sabotage::Receipt,
        Sabotage::Crash,
        Sabotage::Load,
        Sabotage::Change,
        Sabotage::Record,
        Sabotage::Conflict,
        Sabotage::ReadBack,
    ];
}

/// Stored games with their oracles.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) catalogue: Arc<Catalogue>,
    trace: Trace,
    sabotage: Option<Sabotage>,
    state: Mutex<StoreState>,
}

#[derive(Debug)]
struct StoreState {
    chance: Random,
    /// Failures per mille during the storm.
    permille: u64,
    games: BTreeMap<GameId, Vec<(u64, String)>>,
    /// Records of finished games.
    records: BTreeMap<GameId, FinishedGame>,
    /// Writes that the server waits for, in the order in which they were asked for.
    in_flight: BTreeMap<u64, Append>,
    asked: u64,
    oracles: GameOracles,
    appended: u64,
    bids: u64,
}

/// A write: an input, with the record of the game that it ends.
type Append = (GameId, Entry, Option<FinishedGame>);

/// Result of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stored,
    /// Not stored, and an error is returned.
    Refused,
    /// Stored, although an error is returned.
    StoredAndFailed,
    /// An error is returned, and the input is stored later if it still fits.
    Late(Duration),
}

impl Store {
    pub(crate) fn new(
        plan: &Plan,
        catalogue: &Arc<Catalogue>,
        trace: &Trace,
        sabotage: Option<Sabotage>,
    ) -> Arc<Store> {
        let permille = if plan.has(Trouble::Journal) { plan.journal_permille } else { 0 };
        Arc::new(Store {
            catalogue: Arc::clone(catalogue),
            trace: trace.clone(),
            sabotage,
            state: Mutex::new(StoreState {
                chance: Random::for_purpose(plan.seed, "journal"),
                permille,
                games: BTreeMap::new(),
                records: BTreeMap::new(),
                in_flight: BTreeMap::new(),
                asked: 0,
                oracles: GameOracles::new(),
                appended: 0,
                bids: 0,
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, StoreState> {
        self.state.lock().unwrap()
    }

    /// Stops all failures.
    pub(crate) fn calm(&self) {
        self.state().permille = 0;
    }

    /// Looks up a game.
    pub(crate) fn with<T>(&self, game: &GameId, look: impl FnOnce(Option<&GameOracle>) -> T) -> T {
        look(self.state().oracles.get(game))
    }

    /// Counts the stored games in a phase, without removed ones.
    pub(crate) fn count(&self, phase: session::Phase) -> usize {
        let state = self.state();
        state.oracles.values().filter(|oracle| !oracle.forgotten && oracle.phase() == Some(phase)).count()
    }

    /// Returns the ids of the stored games.
    pub(crate) fn names(&self) -> Vec<GameId> {
        self.state().games.keys().copied().collect()
    }

    pub(crate) fn appended(&self) -> u64 {
        self.state().appended
    }

    /// Returns the number of stored bids.
    pub(crate) fn bids(&self) -> u64 {
        self.state().bids
    }

    /// Ends the process that writes: each write in flight is stored now or never, before the next process can read.
    ///
    /// No client has been told of these writes.
    pub(crate) fn end_of_life(&self) {
        let pending = std::mem::take(&mut self.state().in_flight);
        for (game, entry, finished) in pending.into_values() {
            let is_stored = self.state().chance.permille(500);
            if is_stored {
                let _ = self.put(&game, &entry, self.unless_parted(finished.as_ref()));
            }
        }
    }

    /// Kills the process.
    pub(crate) fn crash(&self) {
        self.end_of_life();
        if self.sabotage == Some(Sabotage::Crash) {
            for inputs in self.state().games.values_mut() {
                if inputs.len() > 1 {
                    inputs.pop();
                }
            }
        }
    }

    /// Returns the record that is stored with an input for which no receipt is given.
    fn unless_parted<'f>(&self, finished: Option<&'f FinishedGame>) -> Option<&'f FinishedGame> {
        finished.filter(|_| self.sabotage != Some(Sabotage::Record))
    }

    /// Returns what is wrong with the records: each has to be there exactly if the input is stored that ended its game, and to be the one that follows from
    /// the inputs.
    pub(crate) fn wrong_record(&self) -> Option<String> {
        let state = self.state();
        let wrong = |(game, oracle): (&GameId, &GameOracle)| match (&oracle.finished, state.records.get(game))
        {
            (None, None) => None,
            (Some(_), None) => Some(format!("game {game} has ended and has no record")),
            (None, Some(_)) => Some(format!("game {game} has a record and has not ended")),
            (Some(ended), Some(stored)) if ended == stored => None,
            (Some(ended), Some(stored)) => {
                Some(format!("game {game} has the record {stored:?} instead of {ended:?}"))
            }
        };
        state.oracles.iter().find_map(wrong)
    }

    /// Returns the number of records.
    pub(crate) fn records(&self) -> usize {
        self.state().records.len()
    }

    fn put(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> Result<Receipt, JournalError> {
        let mut state = self.state();
        let state = &mut *state;
        let receipt = Receipt::stored(entry.seq);
        let inputs = state.games.entry(*game).or_default();
        if inputs.last().is_some_and(|(last, _)| *last >= entry.seq) {
            if self.sabotage == Some(Sabotage::Conflict) {
                return Ok(receipt);
            }
            return Err(JournalError::Taken { game: *game, seq: entry.seq });
        }
        let mut text = serde_json::to_string(entry).unwrap();
        self.trace.note(|| format!("journal {game} {text}"));
        if self.sabotage == Some(Sabotage::Receipt) && entry.seq > 0 && state.chance.permille(20) {
            return Ok(receipt);
        }
        if self.sabotage == Some(Sabotage::Change) && state.chance.permille(60) {
            let mut changed: serde_json::Value = serde_json::from_str(&text).unwrap();
            let commit = changed.pointer_mut("/input/command/command/action/commit");
            if let Some(commit) = commit.and_then(serde_json::Value::as_object_mut) {
                commit.remove("to");
                text = changed.to_string();
            }
        }
        inputs.push((entry.seq, text));
        state.records.extend(finished.map(|finished| (*game, finished.clone())));
        state.appended += 1;
        let is_bid = |command: &Command| matches!(command.action, Action::Allocate { .. });
        state.bids += u64::from(
            matches!(&entry.input, Recorded::Input(Input::Command { command, .. }) if is_bid(command)),
        );
        let fed = state.oracles.entry(*game).or_default().feed(&self.catalogue, entry);
        if let Err(wrong) = fed {
            self.trace.fail(&format!("game {game}: {wrong}"));
        }
        Ok(receipt)
    }

    /// Takes an input back that is on the primary alone, unless a later one was stored before the failover: then the standby has both.
    fn fail_over_soon(self: &Arc<Store>, game: GameId, seq: u64) {
        let store = Arc::clone(self);
        let after = self.state().chance.millis(0, 900);
        tokio::spawn(async move {
            sleep(after).await;
            if let Some(inputs) = store.state().games.get_mut(&game) {
                inputs.pop_if(|(last, _)| *last == seq);
            }
        });
    }

    fn fate(&self, entry: &Entry) -> (Duration, Fate) {
        let mut state = self.state();
        let permille = state.permille;
        let delay = if state.chance.permille(permille) {
            state.chance.millis(1, 4_000)
        } else {
            state.chance.millis(0, 2)
        };
        if !state.chance.permille(permille) {
            return (delay, Fate::Stored);
        }
        let fate = match state.chance.below(4) {
            0 | 1 => Fate::Refused,
            2 => Fate::StoredAndFailed,
            // A game whose creation failed is removed, and not stored later.
            _ if entry.seq == 0 => Fate::StoredAndFailed,
            _ => Fate::Late(state.chance.millis(0, 900)),
        };
        (delay, fate)
    }

    fn fails(&self) -> bool {
        let mut state = self.state();
        let permille = state.permille;
        state.chance.permille(permille)
    }
}

/// A write in flight, until it ends or is given up.
#[derive(Debug)]
struct Write {
    store: Arc<Store>,
    number: u64,
}

impl Write {
    fn begin(store: &Arc<Store>, append: Append) -> Write {
        let mut state = store.state();
        state.asked += 1;
        let number = state.asked;
        state.in_flight.insert(number, append);
        Write { store: Arc::clone(store), number }
    }

    /// Ends the wait and returns whether the process still lives.
    fn end(self) -> bool {
        self.store.state().in_flight.remove(&self.number).is_some()
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        self.store.state().in_flight.remove(&self.number);
    }
}

/// The journal for one run of the server.
#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) store: Arc<Store>,
    pub(crate) run: Arc<ServerRun>,
}

impl Handle {
    fn dead(&self) -> bool {
        self.run.dead.load(Ordering::Relaxed)
    }

    /// Returns whether the journal fails this run of the server.
    fn lets_down(&self) -> bool {
        let fails = self.store.fails();
        if fails {
            self.run.let_down.store(true, Ordering::Relaxed);
        }
        fails || self.dead()
    }
}

/// Returns the error of a failed disk.
fn broken() -> JournalError {
    JournalError::File { path: "journal".into(), error: std::io::ErrorKind::StorageFull.into() }
}

impl Journal for Handle {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let (store, run) = (Arc::clone(&self.store), Arc::clone(&self.run));
        let (game, entry, finished) = (*game, entry.clone(), finished.cloned());
        Box::pin(async move {
            if run.dead.load(Ordering::Relaxed) {
                return Err(broken());
            }
            let (delay, fate) = store.fate(&entry);
            let write = Write::begin(&store, (game, entry.clone(), finished.clone()));
            sleep(delay).await;
            if !write.end() {
                return Err(broken());
            }
            if fate != Fate::Stored {
                run.let_down.store(true, Ordering::Relaxed);
                store.trace.note(|| format!("journal {game} {fate:?}"));
            }
            match fate {
                Fate::Stored => store.put(&game, &entry, finished.as_ref()),
                Fate::Refused => Err(broken()),
                Fate::StoredAndFailed => {
                    let stored = store.put(&game, &entry, store.unless_parted(finished.as_ref()));
                    if store.sabotage == Some(Sabotage::ReadBack) {
                        store.fail_over_soon(game, entry.seq);
                        return stored;
                    }
                    Err(broken())
                }
                Fate::Late(after) => {
                    tokio::spawn(async move {
                        sleep(after).await;
                        // A game removed meanwhile is not stored later: a journal keeps that order.
                        let forgotten =
                            store.with(&game, |oracle| oracle.is_some_and(|oracle| oracle.forgotten));
                        if !run.dead.load(Ordering::Relaxed) && !forgotten {
                            let _ = store.put(&game, &entry, store.unless_parted(finished.as_ref()));
                        }
                    });
                    Err(broken())
                }
            }
        })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let result = if self.lets_down() { Err(broken()) } else { Ok(self.store.names()) };
        Box::pin(std::future::ready(result))
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let result = if self.lets_down() {
            Err(broken())
        } else {
            let state = self.store.state();
            let stored = state.games.get(game).map_or(&[][..], Vec::as_slice);
            let skipped = usize::from(self.store.sabotage == Some(Sabotage::Load) && stored.len() > 1);
            let read = |(_, text): &(u64, String)| serde_json::from_str(text).unwrap();
            Ok(stored[..stored.len() - skipped].iter().map(read).collect())
        };
        Box::pin(std::future::ready(result))
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let result = if self.lets_down() {
            Err(broken())
        } else {
            let mut state = self.store.state();
            state.games.remove(game);
            Ok(())
        };
        if !self.dead() {
            self.store.trace.note(|| format!("journal {game} forget {}", result.is_ok()));
            // Either way the server has dropped it.
            if let Some(oracle) = self.store.state().oracles.get_mut(game) {
                oracle.forgotten = true;
            }
        }
        Box::pin(std::future::ready(result))
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        Box::pin(async { Ok(()) })
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}
