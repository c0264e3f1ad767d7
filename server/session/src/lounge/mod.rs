//! Company at a game: who watches it, and what is said there.
//!
//! A [`Lounge`] stands beside a [`Session`], not in it: nothing that happens here changes the game, no journal keeps it, and it is gone with the server.
//! It is a pure state machine as the session is. Whoever runs both tells it of each input that the game's journal has stored ([`Lounge::notice`]), of who
//! comes and goes and talks, and of the time; it says what has to be sent.
//!
//! What spectators are told of the game is what [`observe`](crate::view::observe) gives them, and it leaves through a queue: nothing of the game, of its
//! players or of what these say reaches a spectator earlier than the agreed delay after it happened, with the times of then. What comes of spectators
//! themselves (that they came, went, and what they say) has nothing of the game in it and is told at once.

mod listener;
mod queue;
mod showing;
mod talk;
mod terms;
mod watchers;
mod words;

use std::sync::Arc;

use ggn_core::{BySide, Side};

use crate::ids::{ConnId, GameId, UnixMs};
use crate::output::Output;
use crate::protocol::events::{GameSpectator, MemberId};
use crate::session::Session;
use crate::view::{Frame, Utterance};

use listener::Listener;
use queue::Queue;
use showing::{News, Shown};
use watchers::Watchers;

pub use talk::Report;
pub use terms::{Company, Delay, Spectators, SpectatorsWish, Watching, WrongDelay};
pub use words::{WordList, Words, are_alike};

/// Who watches one game, and what is said at it.
#[derive(Debug)]
pub struct Lounge {
    game: GameId,
    company: Company,
    words: Arc<Words>,
    /// What spectators are told later.
    queue: Queue<News>,
    /// The newest that was taken in for spectators.
    noticed: Option<Arc<crate::view::Observation>>,
    /// The newest that spectators have been told.
    shown: Option<Shown>,
    watchers: Watchers,
    /// What the players hear, by whichever sockets.
    players: BySide<Listener>,
    /// Whether who watches has changed since somebody asked.
    has_changed: bool,
    /// The newest time that was said; it does not run backwards.
    now: UnixMs,
}

impl Lounge {
    /// The company of a game, in which nobody is yet. What the game is like now, spectators are told when the delay is over.
    #[must_use]
    pub fn new(session: &Session, now: UnixMs) -> Lounge {
        let company = session.company();
        let mut lounge = Lounge {
            game: session.id(),
            company,
            words: Arc::clone(session.words()),
            queue: Queue::new(company.spectators.delay_seconds.ms()),
            noticed: None,
            shown: None,
            watchers: Watchers::default(),
            players: BySide::default(),
            has_changed: false,
            now,
        };
        if lounge.is_delayed() {
            lounge.take_in(session);
        }
        lounge
    }

    /// When [`Lounge::tick`] is due: the next thing that spectators may be told.
    #[must_use]
    pub fn next_timeout(&self) -> Option<UnixMs> {
        self.queue.next_due()
    }

    /// When spectators will have been told everything so far. A game that is cleared away, or a socket that is closed because of it, tells of its end: it
    /// has to stay until then.
    #[must_use]
    pub fn told_all_at(&self) -> Option<UnixMs> {
        self.queue.last_due()
    }

    /// Who watches now, the first to come first.
    #[must_use]
    pub fn spectators(&self) -> Vec<GameSpectator> {
        self.watchers.present().map(|watcher| watcher.shown()).collect()
    }

    /// Who watches now, if that has changed since this was asked before: for [`Session::audience`].
    pub fn new_audience(&mut self) -> Option<Vec<GameSpectator>> {
        std::mem::take(&mut self.has_changed).then(|| self.spectators())
    }

    /// The sockets of those who watch.
    pub fn connections(&self) -> impl Iterator<Item = ConnId> + '_ {
        self.watchers.present().filter_map(|watcher| watcher.conn)
    }

    /// Whether a socket is one of a spectator.
    #[must_use]
    pub fn has(&self, conn: ConnId) -> bool {
        self.watchers.by_conn(conn).is_some()
    }

    fn is_delayed(&self) -> bool {
        self.company.spectators.allowed && self.company.spectators.delay_seconds > Delay::default()
    }

    /// Time as it goes on here.
    fn clock(&mut self, now: UnixMs) -> UnixMs {
        self.now = self.now.max(now);
        self.now
    }

    /// Everybody who is told at once: the sockets of the players, then those of the spectators.
    fn everybody(&self, session: &Session) -> Vec<ConnId> {
        let players = Side::BOTH.into_iter().filter_map(|side| session.conn_of(side));
        players.chain(self.connections()).collect()
    }

    /// What a listener is sent of what somebody said; nothing if they do not want to hear it.
    fn passed_on(game: GameId, listener: &mut Listener, conn: ConnId, said: &Utterance) -> Option<Output> {
        let number = listener.hear(said, None)?;
        Some(Output::Send { conn, frame: Frame::chat(game, number, said, None) })
    }
}

/// Who a member is, of the players.
fn player(side: Side) -> MemberId {
    MemberId::Player(side.into())
}
