//! Games in which the machine has a seat: the registry announces them, and `machine` plays them.

use std::sync::{Arc, Mutex, PoisonError};

use bot::Rules;
use session::{GameId, MachineSeat, Phase, Session};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::GameHandle;

/// A game in which the machine has a seat.
#[derive(Debug)]
pub(crate) struct MachineGame {
    pub(crate) id: GameId,
    pub(crate) game: GameHandle,
    pub(crate) seat: MachineSeat,
    /// Rules of the game, which every player knows.
    pub(crate) rules: Arc<Rules>,
    /// One of the games that the machine may play at once; none for a game of an earlier run, or a rematch, beyond that number.
    #[expect(dead_code, reason = "held, not read")]
    pub(crate) permit: Option<OwnedSemaphorePermit>,
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
        // As many messages as there are games, and these are bounded.
        let (sender, receiver) = mpsc::unbounded_channel();
        let permits = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        MachineGames { permits, sender, receiver: Mutex::new(Some(receiver)) }
    }

    /// Returns the permit for one more game; `None` if the machine plays as many as it may.
    pub(super) fn permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).try_acquire_owned().ok()
    }

    /// Announces a game if the machine has a seat in it and it is not over.
    pub(super) fn announce(
        &self,
        session: &Session,
        game: &GameHandle,
        permit: Option<OwnedSemaphorePermit>,
    ) {
        let Some(seat) = session.machine().filter(|_| session.phase() != Phase::Finished) else { return };
        let (seat, rules) = (seat.clone(), Arc::clone(session.rules()));
        let permit = permit.or_else(|| self.permit());
        let game = MachineGame { id: session.id(), game: game.clone(), seat, rules, permit };
        // Nobody plays them where a registry is tested alone.
        let _ = self.sender.send(game);
    }

    /// Returns the announced games, once.
    pub(super) fn take(&self) -> Option<mpsc::UnboundedReceiver<MachineGame>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
