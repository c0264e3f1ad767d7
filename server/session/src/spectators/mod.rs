//! Spectators of one game, and their view of it with the agreed delay. No journal stores them.
//!
//! | module | holds |
//! |---|---|
//! | `list` | the spectators, present and remembered |
//! | `admission` | requests to watch, and names |
//! | `delay` | the queue in which everything about the game waits for the delay |
//! | `updates` | states of the game, queued and sent |
//!
//! Spectators see only what [`observe`](crate::view::observe) returns for them, and it is sent through the queue: nothing about the game, its
//! players or their messages reaches a spectator before the agreed delay is over, and all times are those of the events. Frames about
//! spectators themselves (arrivals, departures and messages) contain nothing of the game and are sent at once.

mod admission;
mod delay;
mod list;
mod updates;

use std::sync::Arc;

use ggn_core::Side;

use crate::chat::{self, Inbox};
use crate::domain::{ConnId, GameId, GameSpectator, MemberId, PersonName, PostedMessage, UnixMs};
use crate::output::Output;
use crate::session::Session;
use crate::terms::{Delay, SpectatorTerms};
use crate::view::{Frame, Observation};
use crate::word_filter::WordFilter;

use delay::DelayQueue;
use list::SpectatorList;
use updates::{SentState, Update};

/// Spectators of one game.
#[derive(Debug)]
pub(crate) struct Spectators {
    /// Id by which spectators know the game.
    game: GameId,
    terms: SpectatorTerms,
    word_filter: Arc<WordFilter>,
    queue: DelayQueue<Update>,
    /// The latest state in the queue, or sent.
    queued: Option<Arc<Observation>>,
    /// The latest state that was sent.
    sent: Option<SentState>,
    list: SpectatorList,
    /// True if the list has changed since [`Spectators::take_changed_list`].
    has_changed: bool,
    /// Latest time; it never decreases.
    now: UnixMs,
}

impl Spectators {
    /// Creates the spectators of a game, none at first. Delayed spectators will see its present state first.
    pub(crate) fn new(session: &Session, now: UnixMs) -> Spectators {
        let terms = session.social_terms().spectators;
        let mut spectators = Spectators {
            game: session.watch_id(),
            terms,
            word_filter: Arc::clone(session.word_filter()),
            queue: DelayQueue::new(terms.delay_seconds.ms()),
            queued: None,
            sent: None,
            list: SpectatorList::default(),
            has_changed: false,
            now,
        };
        if spectators.is_delayed() {
            spectators.queue_state(session);
        }
        spectators
    }

    /// Returns the time at which [`Spectators::update`] is due.
    pub(crate) fn next_update(&self) -> Option<UnixMs> {
        self.queue.next_due()
    }

    /// Returns the time at which everything that has happened so far will have been sent.
    pub(crate) fn last_update(&self) -> Option<UnixMs> {
        self.queue.last_due()
    }

    /// Returns the present spectators, the first to come first.
    pub(crate) fn present(&self) -> Vec<GameSpectator> {
        self.list.present().map(list::Spectator::profile).collect()
    }

    /// Returns the present spectators if they have changed since the last call.
    pub(crate) fn take_changed_list(&mut self) -> Option<Vec<GameSpectator>> {
        std::mem::take(&mut self.has_changed).then(|| self.present())
    }

    /// Returns the sockets of present spectators.
    pub(crate) fn connections(&self) -> impl Iterator<Item = ConnId> + '_ {
        self.list.present().filter_map(|spectator| spectator.conn)
    }

    /// Returns whether a socket is a spectator's.
    pub(crate) fn has(&self, conn: ConnId) -> bool {
        self.list.by_conn(conn).is_some()
    }

    /// Returns the number of the spectator at a socket.
    pub(crate) fn number_at(&self, conn: ConnId) -> Option<u32> {
        self.list.by_conn(conn).map(list::Spectator::number)
    }

    /// Returns the name of a present spectator.
    pub(crate) fn name_of(&self, number: u32) -> Option<&PersonName> {
        self.list.present().find(|spectator| spectator.number() == number).map(list::Spectator::name)
    }

    /// Returns the inbox of a present spectator.
    pub(crate) fn inbox(&mut self, number: u32) -> Option<&mut Inbox> {
        let found = self.list.present_mut().find(|spectator| spectator.number() == number);
        found.map(|spectator| &mut spectator.inbox)
    }

    /// Sends a message to all spectators but its author. Absent ones get it when they come back.
    // Requirement gambit-24.
    pub(crate) fn send_message(&mut self, message: &PostedMessage) -> Vec<Output> {
        let game = self.game;
        let recipients = self.list.iter_mut().filter(|spectator| spectator.id() != message.by);
        let send = |spectator: &mut list::Spectator| {
            chat::deliver(game, &mut spectator.inbox, spectator.conn, message)
        };
        recipients.filter_map(send).collect()
    }

    /// Removes the spectator of a closed socket, and informs the others.
    pub(crate) fn remove(&mut self, session: &Session, now: UnixMs, conn: ConnId) -> Vec<Output> {
        self.advance(now);
        let Some(spectator) = self.list.by_conn_mut(conn) else { return Vec::new() };
        spectator.conn = None;
        let id = spectator.id();
        self.has_changed = true;
        self.forget_unwatched_state();
        let count = self.list.count();
        let send = |(conn, game)| Output::Send { conn, frame: Frame::spectator_left(game, id, count) };
        self.everybody(session).into_iter().map(send).collect()
    }

    /// Returns whether states have recipients, now or later.
    pub(crate) fn has_recipients(&self) -> bool {
        self.is_delayed() || self.list.present().next().is_some()
    }

    /// Returns whether messages of players have readers, now or later.
    pub(crate) fn has_readers(&self) -> bool {
        self.is_delayed() || !self.list.is_empty()
    }

    fn is_delayed(&self) -> bool {
        self.terms.allowed && self.terms.delay_seconds > Delay::default()
    }

    /// Advances the time, which never decreases.
    pub(crate) fn advance(&mut self, now: UnixMs) -> UnixMs {
        self.now = self.now.max(now);
        self.now
    }

    /// Returns the sockets of the players, then those of the spectators, each with the id by which it knows the game.
    fn everybody(&self, session: &Session) -> Vec<(ConnId, GameId)> {
        let players = Side::BOTH.into_iter().filter_map(|side| Some((session.conn_of(side)?, session.id())));
        players.chain(self.connections().map(|conn| (conn, self.game))).collect()
    }
}

/// Returns the member id of a spectator.
pub(crate) fn spectator(number: u32) -> MemberId {
    MemberId::Spectator(number)
}
