//! States of the game and messages of its players, queued for spectators and sent when they are due.

use std::sync::Arc;

use super::Spectators;
use crate::domain::limits::{SAID_HELD_MAX, STATES_HELD_MAX};
use crate::domain::{PostedMessage, UnixMs};
use crate::output::Output;
use crate::protocol::player::Stamp;
use crate::session::{Phase, Session};
use crate::terms::SpectatorView;
use crate::view::{Frame, LogPosition, Observation, Viewer, observe};

/// Something that spectators are sent after the delay.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// A state of the game.
    State(Arc<Observation>),
    /// A message of a player.
    Message(PostedMessage),
}

/// A state that spectators have been sent.
#[derive(Clone, Debug)]
pub(crate) struct SentState {
    pub(crate) state: Arc<Observation>,
    /// Time at which the game was in that state.
    pub(crate) at: UnixMs,
}

impl Spectators {
    /// Queues the state of the game after a stored input, and sends what is due.
    pub(crate) fn follow(&mut self, session: &Session, now: UnixMs) -> Vec<Output> {
        self.advance(now);
        #[cfg(feature = "testing")]
        let before = self.queued.clone();
        if self.has_recipients() {
            self.queue_state(session);
        }
        #[cfg(feature = "testing")]
        if let Some(leak) = session.seeded_leak() {
            let (conns, is_news) = (self.connections().collect::<Vec<_>>(), before != self.queued);
            return crate::leaks::inject(leak, session.game(), &conns, is_news, now, self.update(now));
        }
        self.update(now)
    }

    /// Sends what is due.
    pub(crate) fn update(&mut self, now: UnixMs) -> Vec<Output> {
        let now = self.advance(now);
        let mut out = Vec::new();
        while let Some(due) = self.queue.pop(now) {
            match due.item {
                Update::State(state) => self.send_state(state, due.at, &mut out),
                Update::Message(message) => out.extend(self.send_message(&message)),
            }
        }
        out
    }

    /// Queues the present state, if there is anything new in it for spectators.
    pub(super) fn queue_state(&mut self, session: &Session) {
        let is_for_the_end = self.terms.watching == SpectatorView::After;
        if !self.terms.allowed || is_for_the_end && session.phase() != Phase::Finished {
            return;
        }
        let state = observe(session.game(), Viewer::Spectator);
        if self.queued.as_ref().is_some_and(|before| !is_news(before, &state)) {
            return;
        }
        let state = Arc::new(state);
        self.queued = Some(Arc::clone(&state));
        let is_state = |update: &Update| matches!(update, Update::State(_));
        if self.queue.count(is_state) >= STATES_HELD_MAX {
            // The newest of them is dropped: its changes are sent with this one, later than they would have been.
            self.queue.drop_newest(is_state);
        }
        self.queue.push(self.now, Update::State(state));
    }

    /// Queues a message of a player. Returns false if too many wait already.
    pub(crate) fn queue_message(&mut self, message: PostedMessage) -> bool {
        let has_room = self.queue.count(|update| matches!(update, Update::Message(_))) < SAID_HELD_MAX;
        if has_room {
            self.queue.push(self.now, Update::Message(message));
        }
        has_room
    }

    /// Forgets the state if no spectator follows it. The next spectator is sent the state at the time of arrival.
    pub(super) fn forget_unwatched_state(&mut self) {
        if !self.has_recipients() {
            (self.queued, self.sent) = (None, None);
        }
    }

    /// Sends a state to every spectator, after the events since the state before.
    fn send_state(&mut self, state: Arc<Observation>, at: UnixMs, out: &mut Vec<Output>) {
        self.yield_names(&state);
        let spectators = self.present();
        let before = self.sent.replace(SentState { state: Arc::clone(&state), at });
        let is_sent = before.as_ref().is_none_or(|before| state.is_news_after(&before.state));
        let reached = before.as_ref().map_or_else(LogPosition::default, |before| before.state.log_position());
        let state = (*state).clone().among(spectators);
        for spectator in self.list.present_mut() {
            let Some(conn) = spectator.conn else { continue };
            let mut send = |frame| out.push(Output::Send { conn, frame });
            if let Some(before) = &before {
                for frame in Frame::events(&before.state, &state, spectator.sequence) {
                    spectator.sequence += 1;
                    send(frame);
                }
            }
            if is_sent {
                spectator.sequence += 1;
                let stamp = Stamp { seq: spectator.sequence, ack: None, at };
                Frame::game_state(&state, reached, stamp).into_iter().for_each(send);
            }
        }
    }

    /// Returns the whole state that spectators have been sent, for a new spectator; `None` before the first state.
    // Requirement gambit-23.
    pub(super) fn full_state(&self, sequence: u64) -> Option<Frame> {
        let SentState { state, at } = self.sent.as_ref()?;
        let state = (**state).clone().among(self.present());
        Frame::game_state(&state, LogPosition::default(), Stamp { seq: sequence, ack: None, at: *at })
    }
}

/// Returns whether a spectator who was sent `before` has anything new to see in `now`.
fn is_news(before: &Observation, now: &Observation) -> bool {
    now.is_news_after(before) || !Frame::events(before, now, 0).is_empty()
}
