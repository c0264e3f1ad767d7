//! The lobby: players who look for an opponent, and the games that they ask for.
//!
//! It is kept in memory alone. A seek lives as long as its socket, and no longer than [`LobbyLimits::seek_lifetime`](crate::limits::LobbyLimits). All changes are made under one lock, so that
//! no seek is taken twice, and nobody is paired twice: while a game is being created for a client, that client is *engaged*, and its requests are refused.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::domain::{PersonName, PlayerId, SideChoice};
use session::protocol::lobby::{
    SeekView, fit, fit_but_clock, gone_frame, seek_frame, seeks_frame, waiting_frame, withdrawn_frame,
};
use session::protocol::player::{CloseReason, CreateGame};
use session::{ConnId, Frame, UnixMs};

use crate::outbox::{Outbox, Unreachable};

/// The lobby.
#[derive(Debug)]
pub(crate) struct Lobby {
    members: usize,
    seeks: usize,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// Number of the next seek.
    next: u64,
    /// Clients, in the order in which they came.
    members: Vec<Member>,
    /// Seeks, the oldest first.
    seeks: Vec<Seek>,
}

#[derive(Debug)]
struct Member {
    conn: ConnId,
    outbox: Outbox,
    /// True while a game is being created for the client, and afterwards.
    is_engaged: bool,
    /// The player, if the client has shown a key.
    player: Option<PlayerId>,
    /// Players whom this one does not meet.
    avoided: HashSet<PlayerId>,
}

impl Member {
    /// Returns whether two clients see nothing of each other.
    fn is_apart_from(&self, other: &Member) -> bool {
        let avoids = |one: &Member, other: &Member| other.player.is_some_and(|id| one.avoided.contains(&id));
        avoids(self, other) || avoids(other, self)
    }
}

/// A game that a client wants to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) game: CreateGame,
    /// True if another clock will do.
    pub(crate) any_clock: bool,
}

/// A seek.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seek {
    number: u64,
    conn: ConnId,
    wish: Wish,
    name: Option<PersonName>,
    /// Time from which on it is there no more.
    until: UnixMs,
}

/// The reason why a request has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LobbyError {
    /// There are as many seeks or clients as there may be.
    Full,
    /// A game is being created for the client.
    Engaged,
    /// There is no such seek, or it is the client's own.
    Gone,
}

impl Seek {
    fn view(&self) -> SeekView {
        SeekView { seek: self.number, game: self.wish.game.clone(), name: self.name.clone() }
    }

    /// Returns the game that the seeker and a client who asks for `side` play: the side is that of the seeker.
    pub(crate) fn game_with(&self, side: SideChoice) -> CreateGame {
        let game = &self.wish.game;
        let of_seeker = match (game.side, side) {
            (SideChoice::Random, SideChoice::White) => SideChoice::Black,
            (SideChoice::Random, SideChoice::Black) => SideChoice::White,
            (own, _) => own,
        };
        CreateGame { side: of_seeker, ..game.clone() }
    }

    /// Returns the game that the seeker and a client with a wish play. Its clock is that of the one who takes no other; if both do, of the one who waited.
    pub(crate) fn game_for(&self, wish: &Wish) -> CreateGame {
        let game = self.game_with(wish.game.side);
        if wish.any_clock { game } else { game.with_clock_of(&wish.game) }
    }

    fn fits_but_clock(&self, wish: &Wish) -> bool {
        (self.wish.any_clock || wish.any_clock) && fit_but_clock(&self.wish.game, &wish.game)
    }
}

impl Lobby {
    /// A lobby with room for so many clients and seeks.
    pub(crate) fn new(members: usize, seeks: usize) -> Lobby {
        Lobby { members, seeks, table: Mutex::default() }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a client, and sends it all seeks.
    ///
    /// # Errors
    /// Returns an error if there are as many clients as there may be.
    pub(crate) fn enter(&self, conn: ConnId, outbox: Outbox, now: UnixMs) -> Result<(), LobbyError> {
        let mut table = self.table();
        if table.members.len() >= self.members {
            return Err(LobbyError::Full);
        }
        table.expire(now);
        table.members.push(Member { conn, outbox, is_engaged: false, player: None, avoided: HashSet::new() });
        table.send(conn, seeks_frame(table.seen_by(conn), now));
        Ok(())
    }

    /// Notes who a client is and whom they do not meet. They are sent all seeks anew. Those who see their seek no more are told that it is gone, and those who see it now are sent it.
    pub(crate) fn identify(&self, conn: ConnId, player: PlayerId, avoided: HashSet<PlayerId>, now: UnixMs) {
        let mut table = self.table();
        table.expire(now);
        let own = table.seeks.iter().find(|seek| seek.conn == conn).map(Seek::view);
        let before: Vec<ConnId> = table.readers_of(conn).map(|member| member.conn).collect();
        if let Some(member) = table.members.iter_mut().find(|member| member.conn == conn) {
            (member.player, member.avoided) = (Some(player), avoided);
        }
        table.send(conn, seeks_frame(table.seen_by(conn), now));
        if let Some(seek) = own {
            let after: Vec<ConnId> = table.readers_of(conn).map(|member| member.conn).collect();
            for reader in before.iter().filter(|reader| !after.contains(reader)) {
                table.send(*reader, gone_frame(seek.seek));
            }
            for reader in after.into_iter().filter(|reader| !before.contains(reader)) {
                table.send(reader, seek_frame(seek.clone()));
            }
        }
    }

    /// Removes a client with its seek.
    pub(crate) fn leave(&self, conn: ConnId) {
        let mut table = self.table();
        // First the seek: those who did not see it do not hear that it is gone.
        table.withdraw(conn);
        table.members.retain(|member| member.conn != conn);
    }

    /// Adds the seek of a client, in place of the one that it has.
    ///
    /// # Errors
    /// See [`LobbyError`].
    pub(crate) fn offer(
        &self,
        conn: ConnId,
        wish: Wish,
        name: Option<PersonName>,
        now: UnixMs,
        until: UnixMs,
    ) -> Result<(), LobbyError> {
        let mut table = self.table();
        table.expire(now);
        table.check_free(conn)?;
        table.withdraw(conn);
        if table.seeks.len() >= self.seeks {
            return Err(LobbyError::Full);
        }
        // By the time and not by a count: nobody learns from a gap that there is a seek which they do not see.
        table.next = now.0.max(table.next + 1);
        let seek = Seek { number: table.next, conn, wish, name, until };
        table.send_to_readers(conn, &seek_frame(seek.view()));
        table.send(conn, waiting_frame(seek.number));
        table.seeks.push(seek);
        Ok(())
    }

    /// Withdraws the seek of a client, if it has one.
    pub(crate) fn cancel(&self, conn: ConnId) {
        self.table().withdraw(conn);
    }

    /// Takes the seek of that number for a client. Both are engaged until [`Lobby::pair`] or [`Lobby::give_back`].
    ///
    /// # Errors
    /// See [`LobbyError`].
    pub(crate) fn take(&self, conn: ConnId, number: u64, now: UnixMs) -> Result<Seek, LobbyError> {
        self.take_where(conn, now, |seek| seek.number == number)
    }

    /// Takes the oldest seek that fits what a client asks for, as [`Lobby::take`] does. One with the same clock comes first.
    ///
    /// # Errors
    /// See [`LobbyError`].
    pub(crate) fn take_like(&self, conn: ConnId, wish: &Wish, now: UnixMs) -> Result<Seek, LobbyError> {
        match self.take_where(conn, now, |seek| fit(&seek.wish.game, &wish.game)) {
            Err(LobbyError::Gone) => self.take_where(conn, now, |seek| seek.fits_but_clock(wish)),
            taken => taken,
        }
    }

    fn take_where(
        &self,
        conn: ConnId,
        now: UnixMs,
        is_wanted: impl Fn(&Seek) -> bool,
    ) -> Result<Seek, LobbyError> {
        let mut table = self.table();
        table.expire(now);
        table.check_free(conn)?;
        let wanted = table
            .seeks
            .iter()
            .position(|seek| seek.conn != conn && is_wanted(seek) && !table.are_apart(conn, seek.conn));
        let seek = table.seeks.remove(wanted.ok_or(LobbyError::Gone)?);
        table.send_to_readers(seek.conn, &gone_frame(seek.number));
        table.withdraw(conn);
        for engaged in [conn, seek.conn] {
            table.engage(engaged, true);
        }
        Ok(seek)
    }

    /// Sends the seeker the frame about the game that was created.
    ///
    /// # Errors
    /// Returns an error if the seeker is gone meanwhile.
    pub(crate) fn pair(&self, seek: &Seek, frame: Frame) -> Result<(), Unreachable> {
        let table = self.table();
        let seeker = table.members.iter().find(|member| member.conn == seek.conn).ok_or(Unreachable)?;
        seeker.outbox.send(frame)
    }

    /// Sends a client an answer, after everything that it was sent before.
    pub(crate) fn answer(&self, conn: ConnId, frame: Frame) {
        self.table().send(conn, frame);
    }

    /// Gives back a seek for which no game was created, if its client is still there. It keeps its number and its age.
    pub(crate) fn give_back(&self, conn: ConnId, seek: Seek) {
        let mut table = self.table();
        for free in [conn, seek.conn] {
            table.engage(free, false);
        }
        if table.members.iter().any(|member| member.conn == seek.conn) {
            table.send_to_readers(seek.conn, &seek_frame(seek.view()));
            let at = table.seeks.partition_point(|other| other.number < seek.number);
            table.seeks.insert(at, seek);
        }
    }

    /// Returns whether anybody is in it.
    pub(crate) fn is_used(&self) -> bool {
        !self.table().members.is_empty()
    }

    /// Sends all clients away, and forgets their seeks.
    pub(crate) fn close(&self, reason: CloseReason) {
        let mut table = self.table();
        table.seeks.clear();
        for member in table.members.drain(..) {
            member.outbox.close(reason);
        }
    }

    /// Removes the seeks that have waited too long, and gives back the memory that a crowd needed.
    pub(crate) fn clean_up(&self, now: UnixMs) {
        let mut table = self.table();
        table.expire(now);
        table.members.shrink_to_fit();
        table.seeks.shrink_to_fit();
    }
}

impl Table {
    fn check_free(&self, conn: ConnId) -> Result<(), LobbyError> {
        let member = self.members.iter().find(|member| member.conn == conn);
        if member.is_some_and(|member| !member.is_engaged) { Ok(()) } else { Err(LobbyError::Engaged) }
    }

    fn engage(&mut self, conn: ConnId, is_engaged: bool) {
        if let Some(member) = self.members.iter_mut().find(|member| member.conn == conn) {
            member.is_engaged = is_engaged;
        }
    }

    fn withdraw(&mut self, conn: ConnId) {
        if let Some(at) = self.seeks.iter().position(|seek| seek.conn == conn) {
            let seek = self.seeks.remove(at);
            self.send_to_readers(seek.conn, &gone_frame(seek.number));
        }
    }

    fn are_apart(&self, one: ConnId, other: ConnId) -> bool {
        let member = |conn| self.members.iter().find(|member| member.conn == conn);
        member(one).zip(member(other)).is_some_and(|(one, other)| one.is_apart_from(other))
    }

    /// Returns the seeks that a client sees.
    fn seen_by(&self, conn: ConnId) -> Vec<SeekView> {
        self.seeks.iter().filter(|seek| !self.are_apart(conn, seek.conn)).map(Seek::view).collect()
    }

    /// Returns the clients that see the seek of a client.
    fn readers_of(&self, conn: ConnId) -> impl Iterator<Item = &Member> {
        let seeker = self.members.iter().find(|member| member.conn == conn);
        self.members.iter().filter(move |member| !seeker.is_some_and(|seeker| seeker.is_apart_from(member)))
    }

    fn expire(&mut self, now: UnixMs) {
        while let Some(at) = self.seeks.iter().position(|seek| seek.until <= now) {
            let seek = self.seeks.remove(at);
            self.send_to_readers(seek.conn, &gone_frame(seek.number));
            self.send(seek.conn, withdrawn_frame());
        }
    }

    fn send(&self, conn: ConnId, frame: Frame) {
        if let Some(member) = self.members.iter().find(|member| member.conn == conn) {
            // A socket that is gone, or too slow, is noticed by its own loop.
            let _ = member.outbox.send(frame);
        }
    }

    /// Sends what concerns the seek of a client to everybody who sees it.
    fn send_to_readers(&self, conn: ConnId, frame: &Frame) {
        for member in self.readers_of(conn) {
            let _ = member.outbox.send(frame.clone());
        }
    }
}
