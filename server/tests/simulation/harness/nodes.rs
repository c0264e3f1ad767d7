//! The database of several simulated nodes: which node has a game, by its own clock alone, and what each of them knows of it.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::{GameId, RoomCode, UnixMs};
use tabula::clock::Clock as _;
use tabula::journal::{
    Holder, InMemory, JournalError, Location, NodeAddress, Nodes, SharedMemory, ShortLived,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::net::{ServerRun, peers_url};
use super::plan::LEASE;
use super::store::{Sabotage, Store, broken};
use super::time::SimClock;

/// Time between two beats of a node.
const BEAT: Duration = Duration::from_secs(1);

/// Time for which a node waits for an answer of the database.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The tables of the database that say which node plays a game.
#[derive(Debug, Default)]
pub(crate) struct NodeTables {
    nodes: BTreeMap<u64, NodeRow>,
    games: BTreeMap<GameId, GameRow>,
    watched: BTreeMap<GameId, GameId>,
    held: BTreeMap<String, u64>,
    /// Time until which the database is not reached from a machine.
    away: BTreeMap<u64, Instant>,
    incarnations: u64,
}

#[derive(Debug)]
struct NodeRow {
    incarnation: u64,
    beat: Instant,
    /// The same by the node's own clock, which only a faulty claim reads.
    beat_by_own_clock: UnixMs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GameRow {
    machine: Option<u64>,
    epoch: u64,
}

impl NodeTables {
    /// Cuts a machine off from the database for a while.
    pub(crate) fn cut_off(&mut self, machine: u64, during: Duration) {
        self.away.insert(machine, Instant::now() + during);
    }

    /// Returns the time for which the database is not reached from a machine.
    pub(super) fn away(&self, machine: u64) -> Duration {
        self.away
            .get(&machine)
            .map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    /// Removes a game.
    pub(super) fn forget(&mut self, game: &GameId, seat: &NodeSeat) -> bool {
        let is_own = self.games.get(game).is_none_or(|row| row.machine == Some(seat.machine));
        if is_own {
            self.games.remove(game);
            self.watched.retain(|_, of| of != game);
        }
        is_own
    }
}

/// One run of a node, as it is known to the database and to itself.
#[derive(Debug)]
pub(crate) struct NodeSeat {
    store: Arc<Store>,
    run: Arc<ServerRun>,
    clock: SimClock,
    pub(super) machine: u64,
    incarnation: u64,
    owned: Mutex<BTreeMap<GameId, u64>>,
    lost: mpsc::UnboundedSender<GameId>,
    losses: Mutex<Option<mpsc::UnboundedReceiver<GameId>>>,
}

impl NodeSeat {
    /// Enters a node, and lets it beat. Games of its earlier run are free.
    pub(crate) fn join(store: &Arc<Store>, run: &Arc<ServerRun>, clock: &SimClock) -> Arc<NodeSeat> {
        let machine = run.machine;
        let mut tables = store.tables();
        tables.incarnations += 1;
        let incarnation = tables.incarnations;
        let row = NodeRow { incarnation, beat: Instant::now(), beat_by_own_clock: clock.now() };
        tables.nodes.insert(machine, row);
        for game in tables.games.values_mut().filter(|game| game.machine == Some(machine)) {
            game.machine = None;
        }
        drop(tables);
        let (lost, losses) = mpsc::unbounded_channel();
        let seat = Arc::new(NodeSeat {
            store: Arc::clone(store),
            run: Arc::clone(run),
            clock: clock.clone(),
            machine,
            incarnation,
            owned: Mutex::default(),
            lost,
            losses: Mutex::new(Some(losses)),
        });
        tokio::spawn(Arc::clone(&seat).beat());
        seat
    }

    fn owned(&self) -> MutexGuard<'_, BTreeMap<GameId, u64>> {
        self.owned.lock().unwrap()
    }

    fn is_dead(&self) -> bool {
        self.run.dead.load(Ordering::Relaxed)
    }

    /// Says that this run has ended in good order.
    pub(crate) fn leave(&self) {
        let mut tables = self.store.tables();
        if tables.nodes.get(&self.machine).is_some_and(|row| row.incarnation == self.incarnation) {
            tables.nodes.remove(&self.machine);
        }
    }

    /// Beats once a second. As the real node does, it looks after its games if its beats were far apart, and lets go of all if they were too far.
    async fn beat(self: Arc<NodeSeat>) {
        let mut beaten_at = Instant::now();
        while !self.is_dead() {
            sleep(BEAT).await;
            let sent_at = Instant::now();
            let away = self.store.tables().away(self.machine);
            if !away.is_zero() {
                let lease_ends = beaten_at + LEASE.0;
                if sent_at + away >= lease_ends {
                    sleep_until(lease_ends).await;
                    self.lose(|_, _| true);
                }
                sleep_until(sent_at + away).await;
            }
            if self.is_dead() {
                return;
            }
            let mut tables = self.store.tables();
            let now = self.clock.now();
            let Some(row) =
                tables.nodes.get_mut(&self.machine).filter(|row| row.incarnation == self.incarnation)
            else {
                return;
            };
            (row.beat, row.beat_by_own_clock) = (Instant::now(), now);
            let games = tables.games.clone();
            drop(tables);
            if beaten_at.elapsed() >= LEASE.0 / 2 {
                let own = |epoch| GameRow { machine: Some(self.machine), epoch };
                self.lose(|game, epoch| games.get(game) != Some(&own(epoch)));
            }
            beaten_at = sent_at;
        }
    }

    fn lose(&self, is_lost: impl Fn(&GameId, u64) -> bool) {
        // The key alone has to do then.
        if matches!(self.store.sabotage, Some(Sabotage::Fork | Sabotage::Conflict)) {
            return;
        }
        let mut owned = self.owned();
        let lost: Vec<GameId> =
            owned.iter().filter(|(game, epoch)| is_lost(game, **epoch)).map(|(game, _)| *game).collect();
        for game in lost {
            owned.remove(&game);
            let _ = self.lost.send(game);
        }
    }

    /// Takes a new game. It is free unless another is stored under its id.
    pub(super) fn own_new(&self, game: GameId, watched: Option<GameId>) {
        let mut tables = self.store.tables();
        let machine = Some(self.machine);
        tables.games.entry(game).or_insert(GameRow { machine, epoch: 1 });
        tables.watched.insert(watched.unwrap_or(game), game);
        self.owned().insert(game, 1);
    }

    /// Returns whether the game is this run's at the epoch that it knows.
    pub(super) fn has(&self, game: &GameId) -> bool {
        let epoch = self.owned().get(game).copied();
        let row = self.store.tables().games.get(game).copied();
        row.is_some_and(|row| row.machine == Some(self.machine) && Some(row.epoch) == epoch)
    }

    /// Waits for the database; fails if it is not reached in time, or by chance.
    pub(super) async fn reach(&self) -> Result<(), JournalError> {
        let away = self.store.tables().away(self.machine);
        sleep(away.min(ANSWER_TIME) + self.store.latency()).await;
        if away > ANSWER_TIME || self.is_dead() || self.store.fails() { Err(broken()) } else { Ok(()) }
    }

    /// Returns whether the node that has a game is silent, or none has it.
    fn is_free(&self, tables: &NodeTables, game: GameRow) -> bool {
        let Some(row) = game.machine.and_then(|machine| tables.nodes.get(&machine)) else { return true };
        if self.store.sabotage == Some(Sabotage::OwnClock) {
            let lease = u64::try_from(LEASE.0.as_millis()).unwrap();
            return row.beat_by_own_clock.plus(lease) < self.clock.now();
        }
        row.beat.elapsed() >= LEASE.0
    }

    fn claim_now(&self, game: &GameId) -> bool {
        let mut tables = self.store.tables();
        let is_running =
            tables.nodes.get(&self.machine).is_some_and(|row| row.incarnation == self.incarnation);
        let Some(row) = tables.games.get(game).copied().filter(|_| is_running) else { return false };
        if row.machine != Some(self.machine) && !self.is_free(&tables, row) {
            return false;
        }
        let epoch = row.epoch + 1;
        tables.games.insert(*game, GameRow { machine: Some(self.machine), epoch });
        self.owned().insert(*game, epoch);
        self.store.note(|| format!("node {} claims {game} at epoch {epoch}", self.machine));
        true
    }

    fn address(machine: u64) -> NodeAddress {
        peers_url(machine).parse().unwrap()
    }
}

/// The nodes of the simulated database, as one of them sees them.
#[derive(Debug)]
pub(crate) struct SimNodes(pub(super) Arc<NodeSeat>);

impl SimNodes {
    /// Does something once the database is reached.
    fn then<T: Send + 'static>(
        &self,
        work: impl FnOnce(&NodeSeat) -> T + Send + 'static,
    ) -> BoxFuture<'static, Result<T, JournalError>> {
        let seat = Arc::clone(&self.0);
        Box::pin(async move {
            seat.reach().await?;
            Ok(work(&seat))
        })
    }
}

impl Nodes for SimNodes {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Location, JournalError>> {
        let id = *id;
        self.then(move |seat| {
            let tables = seat.store.tables();
            let game = tables.watched.get(&id).copied().unwrap_or(id);
            match tables.games.get(&game).copied() {
                None => Location::Nowhere,
                Some(row) => match row.machine {
                    Some(there) if there != seat.machine && !seat.is_free(&tables, row) => {
                        Location::There(NodeSeat::address(there))
                    }
                    _ => Location::Free(game),
                },
            }
        })
    }

    fn claim(&self, game: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        let (seat, game) = (Arc::clone(&self.0), *game);
        Box::pin(async move {
            seat.reach().await?;
            let is_claimed = seat.claim_now(&game);
            // The answer may be lost.
            if seat.store.fails() { Err(broken()) } else { Ok(is_claimed) }
        })
    }

    fn orphans(&self, most: usize) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        self.then(move |seat| {
            let tables = seat.store.tables();
            let free = tables.games.iter().filter(|(_, row)| seat.is_free(&tables, **row));
            free.map(|(game, _)| *game).take(most).collect()
        })
    }

    fn release(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let game = *game;
        self.then(move |seat| {
            seat.owned().remove(&game);
            let mut tables = seat.store.tables();
            if let Some(row) = tables.games.get_mut(&game).filter(|row| row.machine == Some(seat.machine)) {
                row.machine = None;
            }
        })
    }

    fn take_lost(&self) -> Option<mpsc::UnboundedReceiver<GameId>> {
        self.0.losses.lock().unwrap().take()
    }
}

impl SharedMemory for SimNodes {
    fn holder(&self, of: InMemory) -> BoxFuture<'static, Result<Holder, JournalError>> {
        self.then(move |seat| {
            let tables = seat.store.tables();
            let holder = tables.held.get(&of.to_string());
            let row = holder.and_then(|run| tables.nodes.iter().find(|(_, row)| row.incarnation == *run));
            match row {
                Some((_, row)) if row.incarnation == seat.incarnation => Holder::Here,
                Some((machine, row)) if row.beat.elapsed() < LEASE.0 => {
                    Holder::There(NodeSeat::address(*machine))
                }
                _ => Holder::Nobody,
            }
        })
    }

    fn hold(&self, of: InMemory) -> BoxFuture<'static, Result<bool, JournalError>> {
        self.then(move |seat| seat.store.tables().held.insert(of.to_string(), seat.incarnation).is_none())
    }

    fn let_go(&self, of: InMemory) -> BoxFuture<'static, Result<(), JournalError>> {
        self.then(move |seat| {
            seat.store.tables().held.remove(&of.to_string());
        })
    }

    fn held_rooms(&self) -> BoxFuture<'static, Result<Vec<RoomCode>, JournalError>> {
        // No client of the simulation makes a room.
        self.then(|_| Vec::new())
    }

    fn keep_text(
        &self,
        _: ShortLived,
        _: String,
        _: String,
        _: Duration,
        _: usize,
    ) -> BoxFuture<'static, Result<bool, JournalError>> {
        self.then(|_| false)
    }

    fn forget_texts(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.then(|_| ())
    }

    fn take_text(
        &self,
        _: ShortLived,
        _: String,
    ) -> BoxFuture<'static, Result<Option<String>, JournalError>> {
        self.then(|_| None)
    }
}
