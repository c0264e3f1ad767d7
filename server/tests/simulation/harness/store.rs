//! The journal of a simulation: it outlives the server, and fails now and then in every way that a journal may.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::protocol::player::{Action, Command};
use session::{Catalogue, Entry, GameId, Input, Receipt, Recorded};
use tabula::journal::{Journal, JournalError};
use tokio::time::sleep;

use super::chance::Chance;
use super::net::Life;
use super::oracle::{Tale, Tales};
use super::plan::{Plan, Trouble};
use super::trace::Trace;

/// A journal that does wrong, to see that it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sabotage {
    /// One receipt in some is given for what is not stored.
    Receipt,
    /// A crash takes the last input of every game with it, though its receipt was given.
    Crash,
    /// A game is read back without its last input.
    Load,
    /// An input that is stored is changed a little: a move becomes a touch.
    Change,
}

impl Sabotage {
    pub(crate) const ALL: [Sabotage; 4] =
        [Sabotage::Receipt, Sabotage::Crash, Sabotage::Load, Sabotage::Change];
}

/// What is stored, and who looks after it.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) catalogue: Arc<Catalogue>,
    trace: Trace,
    sabotage: Option<Sabotage>,
    shelf: Mutex<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    chance: Chance,
    /// Failures in a thousand, while the storm lasts.
    permille: u64,
    games: BTreeMap<GameId, Vec<(u64, String)>>,
    tales: Tales,
    appended: u64,
    bids: u64,
}

/// How an append goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stored,
    /// Not stored, and said so.
    Refused,
    /// Stored, though an error is told.
    StoredAndFailed,
    /// An error is told, and it is stored later, if there still is room for it.
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
            shelf: Mutex::new(Shelf {
                chance: Chance::of(plan.seed, "journal"),
                permille,
                games: BTreeMap::new(),
                tales: Tales::new(),
                appended: 0,
                bids: 0,
            }),
        })
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap()
    }

    /// From now on nothing fails.
    pub(crate) fn calm(&self) {
        self.shelf().permille = 0;
    }

    /// Looks a game up.
    pub(crate) fn with<T>(&self, game: &GameId, look: impl FnOnce(Option<&Tale>) -> T) -> T {
        look(self.shelf().tales.get(game))
    }

    /// Games that are stored, and of those that are not forgotten how many are in a phase.
    pub(crate) fn count(&self, phase: session::Phase) -> usize {
        let shelf = self.shelf();
        shelf.tales.values().filter(|tale| !tale.forgotten && tale.phase() == Some(phase)).count()
    }

    /// Names of the games that are stored.
    pub(crate) fn names(&self) -> Vec<GameId> {
        self.shelf().games.keys().copied().collect()
    }

    pub(crate) fn appended(&self) -> u64 {
        self.shelf().appended
    }

    /// How many of what was stored are bids.
    pub(crate) fn bids(&self) -> u64 {
        self.shelf().bids
    }

    /// The process dies.
    pub(crate) fn crash(&self) {
        if self.sabotage == Some(Sabotage::Crash) {
            for inputs in self.shelf().games.values_mut() {
                if inputs.len() > 1 {
                    inputs.pop();
                }
            }
        }
    }

    fn put(&self, game: &GameId, entry: &Entry) -> Result<Receipt, JournalError> {
        let mut shelf = self.shelf();
        let shelf = &mut *shelf;
        let receipt = Receipt::stored(entry.seq);
        let inputs = shelf.games.entry(*game).or_default();
        if inputs.last().is_some_and(|(last, _)| *last >= entry.seq) {
            return Err(JournalError::Taken { game: *game, seq: entry.seq });
        }
        let mut text = serde_json::to_string(entry).unwrap();
        self.trace.note(|| format!("journal {game} {text}"));
        if self.sabotage == Some(Sabotage::Receipt) && entry.seq > 0 && shelf.chance.permille(20) {
            return Ok(receipt);
        }
        if self.sabotage == Some(Sabotage::Change) && shelf.chance.permille(60) {
            let mut changed: serde_json::Value = serde_json::from_str(&text).unwrap();
            let commit = changed.pointer_mut("/input/command/command/action/commit");
            if let Some(commit) = commit.and_then(serde_json::Value::as_object_mut) {
                commit.remove("to");
                text = changed.to_string();
            }
        }
        inputs.push((entry.seq, text));
        shelf.appended += 1;
        let is_bid = |command: &Command| matches!(command.action, Action::Allocate { .. });
        shelf.bids += u64::from(
            matches!(&entry.input, Recorded::Input(Input::Command { command, .. }) if is_bid(command)),
        );
        let fed = shelf.tales.entry(*game).or_default().feed(&self.catalogue, entry);
        if let Err(wrong) = fed {
            self.trace.fail(&format!("game {game}: {wrong}"));
        }
        Ok(receipt)
    }

    fn fate(&self, entry: &Entry) -> (Duration, Fate) {
        let mut shelf = self.shelf();
        let permille = shelf.permille;
        let delay =
            if shelf.chance.permille(permille) { shelf.chance.ms(1, 4_000) } else { shelf.chance.ms(0, 2) };
        if !shelf.chance.permille(permille) {
            return (delay, Fate::Stored);
        }
        let fate = match shelf.chance.below(4) {
            0 | 1 => Fate::Refused,
            2 => Fate::StoredAndFailed,
            // A game whose making failed is forgotten, and what is forgotten is not stored later.
            _ if entry.seq == 0 => Fate::StoredAndFailed,
            _ => Fate::Late(shelf.chance.ms(0, 900)),
        };
        (delay, fate)
    }

    fn fails(&self) -> bool {
        let mut shelf = self.shelf();
        let permille = shelf.permille;
        shelf.chance.permille(permille)
    }
}

/// The journal as one life of the server has it.
#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) store: Arc<Store>,
    pub(crate) life: Arc<Life>,
}

impl Handle {
    fn dead(&self) -> bool {
        self.life.dead.load(Ordering::Relaxed)
    }

    /// Whether this life of the server is let down once more.
    fn lets_down(&self) -> bool {
        let fails = self.store.fails();
        if fails {
            self.life.let_down.store(true, Ordering::Relaxed);
        }
        fails || self.dead()
    }
}

/// What a disk says that has had enough.
fn broken() -> JournalError {
    JournalError::File { path: "journal".into(), error: std::io::ErrorKind::StorageFull.into() }
}

impl Journal for Handle {
    fn append(&self, game: &GameId, entry: &Entry) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let (store, life, game, entry) =
            (Arc::clone(&self.store), Arc::clone(&self.life), *game, entry.clone());
        Box::pin(async move {
            let (delay, fate) = store.fate(&entry);
            sleep(delay).await;
            if life.dead.load(Ordering::Relaxed) {
                // The process died meanwhile: what it was about to store may be there or not, and nobody heard of it.
                if delay.is_zero() || fate == Fate::Stored && entry.seq % 2 == 0 {
                    let _ = store.put(&game, &entry);
                }
                return Err(broken());
            }
            if fate != Fate::Stored {
                life.let_down.store(true, Ordering::Relaxed);
                store.trace.note(|| format!("journal {game} {fate:?}"));
            }
            match fate {
                Fate::Stored => store.put(&game, &entry),
                Fate::Refused => Err(broken()),
                Fate::StoredAndFailed => {
                    let _ = store.put(&game, &entry);
                    Err(broken())
                }
                Fate::Late(after) => {
                    tokio::spawn(async move {
                        sleep(after).await;
                        // What is forgotten meanwhile is not stored later: a journal keeps that order.
                        let forgotten = store.with(&game, |tale| tale.is_some_and(|tale| tale.forgotten));
                        if !life.dead.load(Ordering::Relaxed) && !forgotten {
                            let _ = store.put(&game, &entry);
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
            let shelf = self.store.shelf();
            let stored = shelf.games.get(game).map_or(&[][..], Vec::as_slice);
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
            let mut shelf = self.store.shelf();
            shelf.games.remove(game);
            Ok(())
        };
        if !self.dead() {
            self.store.trace.note(|| format!("journal {game} forget {}", result.is_ok()));
            // Told or not, the server has let go of it.
            if let Some(tale) = self.store.shelf().tales.get_mut(game) {
                tale.forgotten = true;
            }
        }
        Box::pin(std::future::ready(result))
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}
