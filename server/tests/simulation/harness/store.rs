//! The journal of a simulation: it survives the server, and fails now and then in every way that a journal may.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use dev::Random;
use futures_util::future::BoxFuture;
use session::protocol::player::{Action, Command};
use session::{Catalogue, Entry, FinishedGame, GameId, Input, Receipt, Recorded};
use tabula::journal::{Journal, JournalError, Nodes};
use tokio::time::sleep;

use super::net::ServerRun;
use super::nodes::{ANSWER_TIME, NodeSeat, NodeTables, SimNodes};
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
    /// Of several nodes: a second input of a number is stored as well, for whichever node asks.
    Fork,
    /// Of several nodes: a receipt is given before the input is stored.
    Early,
    /// Of several nodes: silence of the others is judged by a node's own clock.
    OwnClock,
}

impl Sabotage {
    /// Faults of the database of several nodes.
    pub(crate) const OF_NODES: [Sabotage; 4] =
        [Sabotage::Fork, Sabotage::Conflict, Sabotage::Early, Sabotage::OwnClock];

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
    pub(super) sabotage: Option<Sabotage>,
    state: Mutex<StoreState>,
    /// The tables of several nodes.
    tables: Mutex<NodeTables>,
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

/// A write: an input, with the record of the game that it ends, by one of several nodes.
type Append = (GameId, Entry, Option<FinishedGame>, Option<Arc<NodeSeat>>);

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
            tables: Mutex::default(),
        })
    }

    /// Returns the tables of several nodes.
    pub(crate) fn tables(&self) -> MutexGuard<'_, NodeTables> {
        self.tables.lock().unwrap()
    }

    /// Returns the time that a statement takes.
    pub(super) fn latency(&self) -> Duration {
        self.state().chance.millis(0, 2)
    }

    pub(super) fn note(&self, step: impl FnOnce() -> String) {
        self.trace.note(step);
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
    pub(crate) fn end_of_life(&self, machine: u64) {
        let of_machine = |(.., seat): &Append| seat.as_ref().is_none_or(|seat| seat.machine == machine);
        let pending: Vec<Append> = {
            let mut state = self.state();
            let numbers: Vec<u64> = state
                .in_flight
                .iter()
                .filter(|(_, append)| of_machine(append))
                .map(|(number, _)| *number)
                .collect();
            numbers.iter().filter_map(|number| state.in_flight.remove(number)).collect()
        };
        for (game, entry, finished, seat) in pending {
            let is_stored = self.state().chance.permille(500);
            if is_stored {
                let _ = self.put(seat.as_deref(), &game, &entry, self.unless_parted(finished.as_ref()));
            }
        }
    }

    /// Kills the process.
    pub(crate) fn crash(&self, machine: u64) {
        self.end_of_life(machine);
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
        seat: Option<&NodeSeat>,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> Result<Receipt, JournalError> {
        if let Some(seat) = seat
            && let Some(refused) = self.check_owner(seat, game, entry)
        {
            return refused;
        }
        let mut state = self.state();
        let state = &mut *state;
        let receipt = Receipt::stored(entry.seq);
        let inputs = state.games.entry(*game).or_default();
        if inputs.last().is_some_and(|(last, _)| *last >= entry.seq) && self.sabotage != Some(Sabotage::Fork)
        {
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

    /// Returns the refusal of an input that is not its node's to store.
    fn check_owner(
        &self,
        seat: &NodeSeat,
        game: &GameId,
        entry: &Entry,
    ) -> Option<Result<Receipt, JournalError>> {
        if let Recorded::Created(creation) = &entry.input {
            let is_free = !self.state().games.contains_key(game);
            if is_free {
                seat.own_new(*game, creation.watch_id);
            }
            return None;
        }
        match self.sabotage {
            Some(Sabotage::Fork | Sabotage::Conflict) => return None,
            _ if !seat.has(game) => {
                return Some(Err(JournalError::Fenced { game: *game, seq: entry.seq }));
            }
            _ => {}
        }
        let next = self.state().games.get(game).and_then(|inputs| inputs.last().map(|(last, _)| last + 1));
        (next < Some(entry.seq)).then(|| Err(JournalError::Gap { game: *game, seq: entry.seq - 1 }))
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

    /// Decides on an append of a node, from which the database may be away. The answer of one that is away for longer than a node waits is lost.
    fn fate_at(&self, seat: Option<&NodeSeat>, entry: &Entry) -> (Duration, Fate) {
        let away = seat.map_or(Duration::ZERO, |seat| self.tables().away(seat.machine));
        if away.is_zero() {
            return self.fate(entry);
        }
        if away <= ANSWER_TIME {
            return (away, Fate::Stored);
        }
        let fate = match self.state().chance.below(3) {
            0 => Fate::Refused,
            1 => Fate::StoredAndFailed,
            _ if entry.seq == 0 => Fate::StoredAndFailed,
            _ => Fate::Late(away - ANSWER_TIME),
        };
        (ANSWER_TIME, fate)
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

    pub(super) fn fails(&self) -> bool {
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
    /// Its place among several nodes.
    pub(crate) seat: Option<Arc<NodeSeat>>,
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
pub(super) fn broken() -> JournalError {
    JournalError::File { path: "journal".into(), error: std::io::ErrorKind::StorageFull.into() }
}

impl Journal for Handle {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let (store, run, seat) = (Arc::clone(&self.store), Arc::clone(&self.run), self.seat.clone());
        let (game, entry, finished) = (*game, entry.clone(), finished.cloned());
        Box::pin(async move {
            if run.dead.load(Ordering::Relaxed) {
                return Err(broken());
            }
            let (delay, fate) = store.fate_at(seat.as_deref(), &entry);
            if store.sabotage == Some(Sabotage::Early) && entry.seq > 0 {
                let (store, entry) = (Arc::clone(&store), entry.clone());
                let receipt = Receipt::stored(entry.seq);
                tokio::spawn(async move {
                    sleep(delay + store.latency()).await;
                    let _ = store.put(seat.as_deref(), &game, &entry, finished.as_ref());
                });
                return Ok(receipt);
            }
            let write = Write::begin(&store, (game, entry.clone(), finished.clone(), seat.clone()));
            sleep(delay).await;
            if !write.end() {
                return Err(broken());
            }
            if fate != Fate::Stored {
                run.let_down.store(true, Ordering::Relaxed);
                store.trace.note(|| format!("journal {game} {fate:?}"));
            }
            match fate {
                Fate::Stored => store.put(seat.as_deref(), &game, &entry, finished.as_ref()),
                Fate::Refused => Err(broken()),
                Fate::StoredAndFailed => {
                    let stored =
                        store.put(seat.as_deref(), &game, &entry, store.unless_parted(finished.as_ref()));
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
                            let finished = store.unless_parted(finished.as_ref());
                            let _ = store.put(seat.as_deref(), &game, &entry, finished);
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
        if let Some(seat) = &self.seat {
            let (seat, store, game) = (Arc::clone(seat), Arc::clone(&self.store), *game);
            return Box::pin(async move {
                seat.reach().await?;
                let state = store.state();
                let stored = state.games.get(&game).map_or(&[][..], Vec::as_slice);
                Ok(stored.iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect())
            });
        }
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
            let is_own = |seat: &Arc<NodeSeat>| self.store.tables().forget(game, seat);
            if self.seat.as_ref().is_none_or(is_own) {
                self.store.state().games.remove(game);
            }
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

    fn nodes(&self) -> Option<Arc<dyn Nodes>> {
        self.seat.as_ref().map(|seat| Arc::new(SimNodes(Arc::clone(seat))) as Arc<dyn Nodes>)
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        if let Some(seat) = self.seat.as_ref().filter(|_| !self.dead()) {
            seat.leave();
        }
        Box::pin(std::future::ready(()))
    }
}
