//! One game with its players, spectators and chat, as one pure state machine.
//!
//! A server runs one [`GameHost`] for each game. It opens no socket and reads no clock: the time and fresh tokens are arguments. A message that
//! changes the game returns [`Unsent`] outputs, which the journal's receipt opens ([`GameHost::release`]); spectators are sent the change only
//! then. Messages about spectators and chat alone are not stored, and their outputs are sent at once.
//!
//! [`GameHost::receive`] takes the inputs of sockets and decides which of them reach the session, and so the journal. [`GameHost::handle`] takes
//! inputs without that decision, as in tests that play a journal. [`GameHost::watch`] and [`GameHost::chat`] take the messages that are never stored.

mod chat;
mod receive;

use crate::chat::Chat;
use crate::domain::{ConnId, GameSpectator, PersonName, SeatId, Token, UnixMs};
use crate::input::Input;
use crate::output::{Output, Receipt, Unsent, WrongReceipt};
use crate::protocol::events::Watch;
use crate::session::Session;
use crate::spectators::Spectators;

pub use receive::Reaction;

/// One game with its players, spectators and chat.
#[derive(Debug)]
pub struct GameHost {
    session: Session,
    spectators: Spectators,
    chat: Chat,
    /// Maximum number of inputs of each seat.
    seat_inputs: u64,
}

/// Outputs of one input of the session, opened by the journal's receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Outputs of the session, to the sockets of players.
    pub session: Vec<Output>,
    /// Chat messages for a player who comes back.
    pub chat: Vec<Output>,
    /// Outputs to spectators that are due by now.
    pub spectators: Vec<Output>,
}

impl Released {
    /// Returns all outputs in the order in which they have to be sent.
    #[must_use]
    pub fn all(self) -> Vec<Output> {
        let Released { mut session, chat, spectators } = self;
        session.extend(chat);
        session.extend(spectators);
        session
    }
}

impl GameHost {
    /// Creates the host of a session, without spectators. Delayed spectators will see the state of the game at `now` first.
    #[must_use]
    pub fn new(session: Session, now: UnixMs) -> GameHost {
        let (spectators, chat) = (Spectators::new(&session, now), Chat::new(&session));
        GameHost { session, spectators, chat, seat_inputs: u64::MAX }
    }

    /// Limits the total number of inputs of each seat; after that its player can only resign.
    #[must_use]
    pub fn with_seat_inputs(self, seat_inputs: u64) -> GameHost {
        GameHost { seat_inputs, ..self }
    }

    /// Limits the total number of inputs of each seat from now on, as [`GameHost::with_seat_inputs`] does.
    pub fn set_seat_inputs(&mut self, seat_inputs: u64) {
        self.seat_inputs = seat_inputs;
    }

    /// Returns the session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Replaces the session by one that was replayed from its journal. Spectators stay, and see the game as it is then.
    pub fn replace_session(&mut self, session: Session) {
        self.session = session;
        self.session.set_spectators(self.spectators.present());
    }

    /// Applies an input to the session. The outputs are sealed until the entry is stored; then [`GameHost::release`] opens them.
    pub fn handle(&mut self, now: UnixMs, input: Input) -> Unsent {
        let is_restarted = input == Input::Restarted;
        let unsent = self.session.handle(now, input);
        if is_restarted {
            // Spectators and chat are in no journal, so they start anew.
            self.spectators = Spectators::new(&self.session, unsent.entry().at);
            self.chat = Chat::new(&self.session);
            self.session.set_spectators(Vec::new());
        }
        unsent
    }

    /// Opens the outputs of a stored input, and adds those that spectators are due by then.
    ///
    /// # Errors
    ///
    /// Returns an error if the receipt is of another entry: then the outputs are lost, and the game has to be replayed from its journal.
    pub fn release(&mut self, unsent: Unsent, receipt: Receipt) -> Result<Released, WrongReceipt> {
        let at = unsent.entry().at;
        let session = unsent.release(receipt)?;
        let chat = session.iter().filter_map(|output| self.history_after(output)).collect();
        let spectators = self.spectators.follow(&self.session, at);
        self.sync_spectators();
        Ok(Released { session, chat, spectators })
    }

    /// Admits a spectator. `fresh` becomes the token of a new one.
    pub fn watch(&mut self, now: UnixMs, conn: ConnId, watch: Watch, fresh: Token) -> Vec<Output> {
        let outputs = self.spectators.watch(&self.session, now, conn, watch, fresh);
        self.sync_spectators();
        outputs
    }

    /// Removes the spectator of a closed socket.
    pub fn unwatch(&mut self, now: UnixMs, conn: ConnId) -> Vec<Output> {
        let outputs = self.spectators.remove(&self.session, now, conn);
        self.sync_spectators();
        outputs
    }

    /// Returns the outputs to spectators that are due by `now`.
    pub fn update_spectators(&mut self, now: UnixMs) -> Vec<Output> {
        let outputs = self.spectators.update(now);
        self.sync_spectators();
        outputs
    }

    /// Returns the time at which [`Input::Tick`] is due.
    #[must_use]
    pub fn next_timeout(&self) -> Option<UnixMs> {
        [self.session.next_timeout(), self.spectators.next_update()].into_iter().flatten().min()
    }

    /// Returns the time at which [`GameHost::update_spectators`] is due.
    #[must_use]
    pub fn next_spectator_update(&self) -> Option<UnixMs> {
        self.spectators.next_update()
    }

    /// Returns the time at which spectators will have been sent everything that has happened so far.
    #[must_use]
    pub fn last_spectator_update(&self) -> Option<UnixMs> {
        self.spectators.last_update()
    }

    /// Returns the time from which on the game may be removed; `None` if it may not be. That time is not before delayed spectators have been sent
    /// everything, because closing their sockets would disclose the end of the game.
    // Requirements blind-15, blind-25.
    #[must_use]
    pub fn prunable_at(&self) -> Option<UnixMs> {
        let at = self.session.prunable_at()?;
        Some(self.spectators.last_update().map_or(at, |sent| sent.max(at)))
    }

    /// Returns the seat of a socket, if it has one.
    #[must_use]
    pub fn seat_at(&self, conn: ConnId) -> Option<SeatId> {
        self.session.side_at(conn).map(|side| SeatId(side.into()))
    }

    /// Returns whether a socket is a spectator's.
    #[must_use]
    pub fn is_spectator(&self, conn: ConnId) -> bool {
        self.spectators.has(conn)
    }

    /// Returns whether a spectator has a name that could be confused with this one.
    #[must_use]
    pub fn has_spectator_named(&self, name: &PersonName) -> bool {
        self.spectators.has_like(name)
    }

    /// Returns the spectators, the first to come first.
    #[must_use]
    pub fn spectators(&self) -> Vec<GameSpectator> {
        self.spectators.present()
    }

    /// Returns the sockets of spectators.
    pub fn spectator_connections(&self) -> impl Iterator<Item = ConnId> + '_ {
        self.spectators.connections()
    }

    /// Seeds a leak into the session.
    #[cfg(feature = "testing")]
    pub fn seed_leak(&mut self, leak: crate::leaks::Leak) {
        self.session.seed_leak(leak);
    }

    /// Returns the chat messages for a player who takes a seat again; none for a newcomer.
    fn history_after(&self, output: &Output) -> Option<Output> {
        let Output::Seated { conn, seat } = output else { return None };
        self.chat.history(self.session.id(), seat.0.into(), *conn)
    }

    /// Passes the list of spectators to the session, for the next frames of players.
    fn sync_spectators(&mut self) {
        if let Some(spectators) = self.spectators.take_changed_list() {
            self.session.set_spectators(spectators);
        }
    }
}
