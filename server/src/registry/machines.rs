//! Games in which the machine is due at a seat: a game announces itself when its other player comes, and `machine` plays it.

use std::sync::{Arc, Mutex, PoisonError};

use bot::Rules;
use session::gambit;
use session::{GameId, Hearing, MachineSeat, Session};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::GameHandle;
use crate::log_name::LogName;

/// A game in which the machine is due at a seat.
#[derive(Debug)]
pub(crate) struct MachineGame {
    pub(crate) id: GameId,
    pub(crate) game: GameHandle,
    pub(crate) seat: MachineSeat,
    /// Rules of the game, which every player knows.
    pub(crate) rules: Arc<Rules>,
    /// The terms by which every player hears of the game.
    pub(crate) hearing: Hearing,
    /// The terms by which captures are contested, in a game with bids: both players know them too.
    pub(crate) duels: Option<Arc<gambit::Terms>>,
    /// One of the games that the machine may play at once.
    #[expect(dead_code, reason = "held, not read")]
    pub(crate) permit: OwnedSemaphorePermit,
}

/// Games that wait for the machine, and the number that it may play at once.
#[derive(Debug)]
pub(super) struct MachineGames {
    permits: Arc<Semaphore>,
    sender: mpsc::UnboundedSender<MachineGame>,
    /// Taken by the one that plays them.
    receiver: Mutex<Option<mpsc::UnboundedReceiver<MachineGame>>>,
}

impl MachineGames {
    /// The queue of a machine that plays so many games at once.
    pub(super) fn new(most: usize) -> Self {
        // As many messages as there are permits.
        let (sender, receiver) = mpsc::unbounded_channel();
        let permits = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        MachineGames { permits, sender, receiver: Mutex::new(Some(receiver)) }
    }

    /// Returns whether the machine may play one more game now.
    pub(super) fn has_room(&self) -> bool {
        self.permits.available_permits() > 0
    }

    /// Announces a game if the machine is due in it. Where it plays as many as it may, the game has to wait for the next time that its player comes.
    pub(super) fn announce(&self, session: &Session, game: GameHandle) {
        let Some(seat) = session.due_machine().cloned() else { return };
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            tracing::warn!(game = %LogName::of(&session.id()), "the machine plays as many games as it may");
            return;
        };
        let (rules, hearing) = (Arc::clone(session.rules()), session.hearing());
        let duels = session.duel_terms().cloned();
        let game = MachineGame { id: session.id(), game, seat, rules, hearing, duels, permit };
        // Nobody plays them where a registry is tested alone.
        let _ = self.sender.send(game);
    }

    /// Returns the announced games, once.
    pub(super) fn take(&self) -> Option<mpsc::UnboundedReceiver<MachineGame>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
