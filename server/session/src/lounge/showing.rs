//! What spectators are told of the game, and when.

use std::sync::Arc;

use super::{Lounge, Watching};
use crate::ids::UnixMs;
use crate::limits::{SAID_HELD_MAX, STATES_HELD_MAX};
use crate::output::Output;
use crate::session::{Phase, Session};
use crate::view::{Frame, Observation, Reached, Stamp, Utterance, Viewer, observe};

/// What spectators are told later.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// What the game is like.
    State(Arc<Observation>),
    /// What a player said.
    Said(Utterance),
}

/// What spectators have been told, and when it was so.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) seen: Arc<Observation>,
    pub(crate) at: UnixMs,
}

impl Lounge {
    /// Takes note of what a stored input has made of the game, and tells spectators what they may be told by now.
    pub fn notice(&mut self, session: &Session, now: UnixMs) -> Vec<Output> {
        self.clock(now);
        #[cfg(feature = "leaks")]
        let before = self.noticed.clone();
        if self.is_delayed() || self.watchers.present().next().is_some() {
            self.take_in(session);
        }
        #[cfg(feature = "leaks")]
        {
            let (watchers, is_news) = (self.connections().collect::<Vec<_>>(), before != self.noticed);
            crate::view::leaks::watching::spoil(session, &watchers, is_news, now, self.tick(now))
        }
        #[cfg(not(feature = "leaks"))]
        self.tick(now)
    }

    /// Tells spectators what they may be told by now.
    pub fn tick(&mut self, now: UnixMs) -> Vec<Output> {
        let now = self.clock(now);
        let mut out = Vec::new();
        while let Some(held) = self.queue.pop(now) {
            match held.what {
                News::State(seen) => self.show(seen, held.at, &mut out),
                News::Said(said) => self.pass_on_to_spectators(&said, &mut out),
            }
        }
        out
    }

    /// Puts what the game is like now into the queue, if there is anything new in it for spectators.
    pub(super) fn take_in(&mut self, session: &Session) {
        let is_kept_for_the_end = self.company.spectators.watching == Watching::After;
        if !self.company.spectators.allowed || is_kept_for_the_end && session.phase() != Phase::Finished {
            return;
        }
        let seen = observe(session.game(), Viewer::Spectator);
        if self.noticed.as_ref().is_some_and(|before| !is_news(before, &seen)) {
            return;
        }
        let seen = Arc::new(seen);
        self.noticed = Some(Arc::clone(&seen));
        let is_state = |news: &News| matches!(news, News::State(_));
        if self.queue.count(is_state) >= STATES_HELD_MAX {
            // The newest of them is told together with this, and so later than it would have been.
            self.queue.give_up_newest(is_state);
        }
        self.queue.push(self.now, News::State(seen));
    }

    /// Puts what a player said into the queue. False where too much waits already.
    pub(super) fn hold(&mut self, said: Utterance) -> bool {
        let has_room = self.queue.count(|news| matches!(news, News::Said(_))) < SAID_HELD_MAX;
        if has_room {
            self.queue.push(self.now, News::Said(said));
        }
        has_room
    }

    /// Nobody watches, and nobody will be told what happens meanwhile: who comes is told what the game is like then.
    pub(super) fn forget(&mut self) {
        if !self.is_delayed() && self.watchers.present().next().is_none() {
            (self.noticed, self.shown) = (None, None);
        }
    }

    /// Tells every spectator of a state: first what has happened since the one before.
    fn show(&mut self, seen: Arc<Observation>, at: UnixMs, out: &mut Vec<Output>) {
        self.give_way(&seen);
        let spectators = self.spectators();
        let before = self.shown.replace(Shown { seen: Arc::clone(&seen), at });
        let is_told = before.as_ref().is_none_or(|before| seen.is_news_after(&before.seen));
        let reached = before.as_ref().map_or_else(Reached::default, |before| before.seen.reached());
        let seen = (*seen).clone().among(spectators);
        for watcher in self.watchers.present_mut() {
            let Some(conn) = watcher.conn else { continue };
            let mut send = |frame| out.push(Output::Send { conn, frame });
            if let Some(before) = &before {
                for frame in Frame::events(&before.seen, &seen, watcher.told) {
                    watcher.told += 1;
                    send(frame);
                }
            }
            if is_told {
                watcher.told += 1;
                let stamp = Stamp { seq: watcher.told, ack: None, at };
                Frame::game_state(&seen, reached, stamp).into_iter().for_each(send);
            }
        }
    }

    /// The whole of what spectators have been told, for who has just come; nothing before there is any.
    pub(super) fn whole(&self, told: u64) -> Option<Frame> {
        let Shown { seen, at } = self.shown.as_ref()?;
        let seen = (**seen).clone().among(self.spectators());
        Frame::game_state(&seen, Reached::default(), Stamp { seq: told, ack: None, at: *at })
    }

    fn pass_on_to_spectators(&mut self, said: &Utterance, out: &mut Vec<Output>) {
        let game = self.game;
        for watcher in self.watchers.present_mut() {
            let Some(conn) = watcher.conn else { continue };
            out.extend(Lounge::passed_on(game, &mut watcher.listener, conn, said));
        }
    }
}

/// Whether who has been told the one has anything to be told of the other.
fn is_news(before: &Observation, now: &Observation) -> bool {
    now.is_news_after(before) || !Frame::events(before, now, 0).is_empty()
}
