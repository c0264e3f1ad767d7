//! Who watches: coming, coming back, going, and how they are called.

use subtle::ConstantTimeEq as _;

use super::listener::Listener;
use super::{Lounge, are_alike};
use crate::ids::{CommandId, ConnId, Token, UnixMs};
use crate::limits::{SPECTATORS_KEPT, SPECTATORS_MAX};
use crate::output::Output;
use crate::protocol::events::{GameSpectator, MemberId, PersonName, Watch};
use crate::protocol::player::{CloseReason, ErrorCode};
use crate::session::Session;
use crate::view::{Frame, Observation};

/// Who watches, or did.
#[derive(Debug)]
pub(crate) struct Watcher {
    number: u32,
    name: PersonName,
    token: Token,
    /// The socket of who is there.
    pub(crate) conn: Option<ConnId>,
    /// The number of the latest frame about the game.
    pub(crate) told: u64,
    pub(crate) listener: Listener,
}

/// Everybody who watches, and those who did and may come back under their names.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    /// The first to come first.
    kept: Vec<Watcher>,
    /// The number of the latest to come for the first time.
    latest: u32,
}

impl Watcher {
    pub(crate) fn id(&self) -> MemberId {
        MemberId::Spectator(self.number)
    }

    pub(crate) fn name(&self) -> &PersonName {
        &self.name
    }

    /// How they are shown.
    pub(crate) fn shown(&self) -> GameSpectator {
        GameSpectator { id: self.id(), name: self.name.clone() }
    }
}

impl Watchers {
    pub(crate) fn present(&self) -> impl Iterator<Item = &Watcher> {
        self.kept.iter().filter(|watcher| watcher.conn.is_some())
    }

    pub(crate) fn present_mut(&mut self) -> impl Iterator<Item = &mut Watcher> {
        self.kept.iter_mut().filter(|watcher| watcher.conn.is_some())
    }

    pub(crate) fn by_conn(&self, conn: ConnId) -> Option<&Watcher> {
        self.kept.iter().find(|watcher| watcher.conn == Some(conn))
    }

    pub(crate) fn by_conn_mut(&mut self, conn: ConnId) -> Option<&mut Watcher> {
        self.kept.iter_mut().find(|watcher| watcher.conn == Some(conn))
    }

    /// How many are there.
    fn count(&self) -> u32 {
        u32::try_from(self.present().count()).unwrap_or(u32::MAX)
    }

    /// The place of who holds that token. All are asked, whatever the first ones say.
    fn holder(&self, token: &Token) -> Option<usize> {
        let held =
            |(place, watcher): (usize, &Watcher)| bool::from(watcher.token.ct_eq(token)).then_some(place);
        self.kept.iter().enumerate().filter_map(held).fold(None, |_, place| Some(place))
    }

    /// Whether anybody else's name is like that one.
    fn has_like(&self, name: &PersonName, except: Option<u32>) -> bool {
        self.kept.iter().any(|watcher| Some(watcher.number) != except && are_alike(&watcher.name, name))
    }

    /// Those who are gone make room for who comes, the first of them first.
    fn make_room(&mut self) {
        while self.kept.len() >= SPECTATORS_KEPT {
            let Some(gone) = self.kept.iter().position(|watcher| watcher.conn.is_none()) else { return };
            self.kept.remove(gone);
        }
    }
}

impl Lounge {
    /// Somebody asks to watch. `fresh` is the token that they are given if they are new.
    pub fn watch(
        &mut self,
        session: &Session,
        now: UnixMs,
        conn: ConnId,
        wish: Watch,
        fresh: Token,
    ) -> Vec<Output> {
        self.clock(now);
        // Nobody may have watched up to now.
        self.take_in(session);
        let mut out = self.tick(now);
        match self.admit(session, conn, &wish, fresh) {
            Ok(place) => self.welcome(session, place, conn, wish.id, &mut out),
            Err(Refused { code, message, close }) => {
                out.push(Output::Send { conn, frame: Frame::error(code, message, wish.id) });
                out.extend(close.map(|reason| Output::Close { conn, reason }));
            }
        }
        self.forget();
        out
    }

    /// A socket is gone.
    pub fn gone(&mut self, session: &Session, now: UnixMs, conn: ConnId) -> Vec<Output> {
        self.clock(now);
        let Some(watcher) = self.watchers.by_conn_mut(conn) else { return Vec::new() };
        watcher.conn = None;
        let id = watcher.id();
        self.has_changed = true;
        self.forget();
        let count = self.watchers.count();
        let told = self.everybody(session).into_iter();
        told.map(|conn| Output::Send { conn, frame: Frame::spectator_left(self.game, id, count) }).collect()
    }

    /// Whether somebody who watches is called like that: a player may not be then.
    #[must_use]
    pub fn has_like(&self, name: &PersonName) -> bool {
        self.watchers.has_like(name, None)
    }

    /// The place among the watchers of who asks to watch.
    fn admit(
        &mut self,
        session: &Session,
        conn: ConnId,
        wish: &Watch,
        fresh: Token,
    ) -> Result<usize, Refused> {
        if wish.game_id != self.game {
            return Err(Refused::with(ErrorCode::Malformed, "this socket is for another game"));
        }
        if session.side_at(conn).is_some()
            || wish.token.as_ref().is_some_and(|token| session.holds_a_seat(token))
        {
            return Err(Refused::of(ErrorCode::AlreadyPlaying));
        }
        if !self.company.spectators.allowed {
            let message = "nobody watches this game";
            return Err(Refused {
                close: Some(CloseReason::SPECTATORS_DISABLED),
                ..Refused::with(ErrorCode::SpectatorsDisabled, message)
            });
        }
        let by_token = wish.token.as_ref().and_then(|token| self.watchers.holder(token));
        let by_socket = self.watchers.kept.iter().position(|watcher| watcher.conn == Some(conn));
        let known = match (by_socket, by_token) {
            (Some(here), Some(held)) if here != held => {
                return Err(Refused::with(ErrorCode::Malformed, "somebody else watches by this socket"));
            }
            (here, held) => here.or(held),
        };
        let is_there =
            known.and_then(|place| self.watchers.kept.get(place)).is_some_and(|w| w.conn.is_some());
        if !is_there && self.watchers.present().count() >= SPECTATORS_MAX {
            let message = "as many watch this game as can; try again later";
            return Err(Refused {
                close: Some(CloseReason::FULL),
                ..Refused::with(ErrorCode::RateLimited, message)
            });
        }
        let number = known.and_then(|place| self.watchers.kept.get(place)).map(|watcher| watcher.number);
        if let Some(name) = &wish.name
            && !self.may_be_called(name, number)
        {
            return Err(Refused::of(ErrorCode::NameRefused));
        }
        if let Some(place) = known {
            if let Some((watcher, name)) = self.watchers.kept.get_mut(place).zip(wish.name.clone()) {
                watcher.name = name;
            }
            return Ok(place);
        }
        self.watchers.make_room();
        self.watchers.latest += 1;
        let number = self.watchers.latest;
        let name = wish.name.clone().or_else(|| self.found_name(number, number));
        let Some(name) = name else { return Err(Refused::of(ErrorCode::NameRefused)) };
        let listener = Listener::default();
        self.watchers.kept.push(Watcher { number, name, token: fresh, conn: None, told: 0, listener });
        Ok(self.watchers.kept.len() - 1)
    }

    fn welcome(
        &mut self,
        session: &Session,
        place: usize,
        conn: ConnId,
        ack: Option<CommandId>,
        out: &mut Vec<Output>,
    ) {
        let game = self.game;
        let Some(watcher) = self.watchers.kept.get_mut(place) else { return };
        let before = watcher.conn.replace(conn);
        let (seen, token) = (watcher.shown(), watcher.token.clone());
        out.extend(
            before
                .filter(|before| *before != conn)
                .map(|conn| Output::Close { conn, reason: CloseReason::SUPERSEDED }),
        );
        let delay = self.company.spectators.delay_seconds;
        let frame = Frame::watching(game, seen.clone(), &token, delay, ack);
        out.push(Output::Send { conn, frame });
        let told = self.watchers.by_conn(conn).map_or(1, |watcher| watcher.told + 1);
        if let Some(frame) = self.whole(told) {
            out.push(Output::Send { conn, frame });
            self.watchers.by_conn_mut(conn).into_iter().for_each(|watcher| watcher.told = told);
        }
        self.has_changed = true;
        if before.is_none() {
            let count = self.watchers.count();
            let others = self.everybody(session).into_iter().filter(|other| *other != conn);
            let told =
                |conn| Output::Send { conn, frame: Frame::spectator_joined(game, seen.clone(), count) };
            out.extend(others.map(told));
        }
    }

    /// Whether a spectator may be called that. Of the players' names those count that spectators have been told: a refusal does not tell of newer ones.
    fn may_be_called(&self, name: &PersonName, number: Option<u32>) -> bool {
        self.words.may_be_called(name)
            && !self.watchers.has_like(name, number)
            && !self.shown.as_ref().is_some_and(|shown| is_a_players(&shown.seen, name))
    }

    /// A name for who gave none.
    fn found_name(&self, from: u32, number: u32) -> Option<PersonName> {
        let names = (from..).take(SPECTATORS_KEPT + 3).filter_map(|n| format!("Guest {n}").parse().ok());
        names.into_iter().find(|name| self.may_be_called(name, Some(number)))
    }

    /// Who is called as a player is from now on gets a name that is found: the player's counts, who may have had it before spectators were told.
    pub(super) fn give_way(&mut self, seen: &Observation) {
        let alike: Vec<u32> = self
            .watchers
            .kept
            .iter()
            .filter(|watcher| is_a_players(seen, &watcher.name))
            .map(|watcher| watcher.number)
            .collect();
        for number in alike {
            let name = self.found_name(number, number);
            let watcher = self.watchers.kept.iter_mut().find(|watcher| watcher.number == number);
            if let Some((watcher, name)) = watcher.zip(name) {
                watcher.name = name;
                self.has_changed = true;
            }
        }
    }
}

/// Whether a player is called like that, as far as the observation knows.
fn is_a_players(seen: &Observation, name: &PersonName) -> bool {
    seen.names().any(|player| are_alike(player, name))
}

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug)]
struct Refused {
    code: ErrorCode,
    message: &'static str,
    /// Where there is nothing left to ask for on that socket.
    close: Option<CloseReason>,
}

impl Refused {
    fn of(code: ErrorCode) -> Refused {
        Refused::with(code, code.message())
    }

    fn with(code: ErrorCode, message: &'static str) -> Refused {
        Refused { code, message, close: None }
    }
}
