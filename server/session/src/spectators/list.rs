//! The spectators of a game, present and remembered.

use subtle::ConstantTimeEq as _;

use crate::chat::Inbox;
use crate::domain::limits::SPECTATORS_KEPT;
use crate::domain::{ConnId, GameSpectator, MemberId, PersonName, Token};
use crate::word_filter::are_alike;

/// One spectator, present or remembered.
#[derive(Debug)]
pub(crate) struct Spectator {
    number: u32,
    name: PersonName,
    token: Token,
    /// The socket, while the spectator is present.
    pub(crate) conn: Option<ConnId>,
    /// Number of the latest frame about the game.
    pub(crate) sequence: u64,
    pub(crate) inbox: Inbox,
}

/// The present spectators, and those who left and may come back under their names.
// Requirement gambit-8.
#[derive(Debug, Default)]
pub(crate) struct SpectatorList {
    /// In the order of arrival.
    kept: Vec<Spectator>,
    /// Number of the latest newcomer.
    latest: u32,
}

impl Spectator {
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn id(&self) -> MemberId {
        super::spectator(self.number)
    }

    pub(crate) fn name(&self) -> &PersonName {
        &self.name
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    /// Returns what others see of the spectator.
    pub(crate) fn profile(&self) -> GameSpectator {
        GameSpectator { id: self.id(), name: self.name.clone() }
    }
}

impl SpectatorList {
    pub(crate) fn present(&self) -> impl Iterator<Item = &Spectator> {
        self.kept.iter().filter(|spectator| spectator.conn.is_some())
    }

    /// Returns all spectators, present and remembered.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Spectator> {
        self.kept.iter_mut()
    }

    /// Returns whether there are no spectators, present or remembered.
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(crate) fn present_mut(&mut self) -> impl Iterator<Item = &mut Spectator> {
        self.kept.iter_mut().filter(|spectator| spectator.conn.is_some())
    }

    pub(crate) fn by_conn(&self, conn: ConnId) -> Option<&Spectator> {
        self.kept.iter().find(|spectator| spectator.conn == Some(conn))
    }

    pub(crate) fn by_conn_mut(&mut self, conn: ConnId) -> Option<&mut Spectator> {
        self.kept.iter_mut().find(|spectator| spectator.conn == Some(conn))
    }

    pub(crate) fn by_number(&self, number: u32) -> Option<&Spectator> {
        self.kept.iter().find(|spectator| spectator.number == number)
    }

    pub(crate) fn by_number_mut(&mut self, number: u32) -> Option<&mut Spectator> {
        self.kept.iter_mut().find(|spectator| spectator.number == number)
    }

    /// Returns the number of present spectators.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.present().count()).unwrap_or(u32::MAX)
    }

    /// Returns the number of the spectator with that token. All tokens are compared, in constant time.
    pub(crate) fn by_token(&self, token: &Token) -> Option<u32> {
        let matching =
            |spectator: &Spectator| bool::from(spectator.token.ct_eq(token)).then_some(spectator.number);
        self.kept.iter().filter_map(matching).fold(None, |_, number| Some(number))
    }

    /// Returns whether a spectator other than `except` has a name that could be confused with this one.
    pub(crate) fn has_like(&self, name: &PersonName, except: Option<u32>) -> bool {
        self.kept.iter().any(|spectator| Some(spectator.number) != except && are_alike(&spectator.name, name))
    }

    /// Returns the numbers of spectators whose names meet a condition.
    pub(crate) fn numbers_where(&self, is_meant: impl Fn(&PersonName) -> bool) -> Vec<u32> {
        self.kept.iter().filter(|spectator| is_meant(&spectator.name)).map(Spectator::number).collect()
    }

    /// Gives a spectator another name.
    pub(crate) fn rename(&mut self, number: u32, name: PersonName) {
        if let Some(spectator) = self.by_number_mut(number) {
            spectator.name = name;
        }
    }

    /// Reserves the number of a newcomer. If the list is full, absent spectators are forgotten, the first to come first.
    pub(crate) fn next_number(&mut self) -> u32 {
        while self.kept.len() >= SPECTATORS_KEPT {
            let Some(gone) = self.kept.iter().position(|spectator| spectator.conn.is_none()) else { break };
            self.kept.remove(gone);
        }
        self.latest += 1;
        self.latest
    }

    /// Adds a newcomer, who is not connected yet.
    pub(crate) fn add(&mut self, number: u32, name: PersonName, token: Token) {
        let inbox = Inbox::default();
        self.kept.push(Spectator { number, name, token, conn: None, sequence: 0, inbox });
    }
}
