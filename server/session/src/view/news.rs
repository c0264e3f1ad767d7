//! Comparison of observations.

use super::observation::{LogPosition, Observation};
use super::parts::{GamePhase, PeerPresence, Viewpoint};
use super::people::Person;
use crate::domain::{Color, GameStatus, PersonName, SquareName};

impl Observation {
    /// Returns the side of the viewer; `None` for a spectator.
    pub(crate) fn color(&self) -> Option<Color> {
        match self.you {
            Viewpoint::W => Some(Color::W),
            Viewpoint::B => Some(Color::B),
            Viewpoint::Spectator => None,
        }
    }

    /// Returns whether the viewer gets events: players of a game with duels, and spectators of any game.
    #[must_use]
    pub fn has_events(&self) -> bool {
        self.event_log.is_some()
    }

    /// Returns the position reached in the event log; the start for a viewer without events.
    #[must_use]
    pub fn log_position(&self) -> LogPosition {
        self.event_log.as_ref().map_or_else(LogPosition::default, |log| log.reached)
    }

    /// Returns whether this has anything new for a viewer who saw `before`, besides presence.
    #[must_use]
    pub fn is_news_after(&self, before: &Observation) -> bool {
        self.log_position() != before.log_position()
            || self.differs_on_the_table(before)
            || self.differs_in_rematch(before)
            || self.differs_in_marks(before)
    }

    pub(crate) fn person(&self, color: Color) -> &Person {
        let [white, black] = &self.people.players;
        if color == Color::W { white } else { black }
    }

    /// Returns the presence of the other player; `None` for a spectator.
    pub(crate) fn peer(&self) -> Option<PeerPresence> {
        Some(self.person(self.color()?.other()).presence)
    }

    pub(crate) fn name(&self, color: Color) -> Option<&PersonName> {
        let [white, black] = &self.table.names;
        if color == Color::W { white.as_ref() } else { black.as_ref() }
    }

    pub(crate) fn phase(&self) -> GamePhase {
        match self.table.status {
            GameStatus::Waiting => GamePhase::Setup,
            GameStatus::Active => self.table.bids.as_ref().map_or(GamePhase::Normal, |bids| bids.phase),
            GameStatus::Finished => GamePhase::GameOver,
        }
    }

    /// Returns the square of the attacked royal piece, if the viewer sees it.
    pub(crate) fn checked_king(&self) -> Option<SquareName> {
        self.event_log.as_ref()?.checked
    }

    /// Returns whether a viewer who saw `before` needs an update.
    pub(crate) fn differs_on_the_table(&self, before: &Observation) -> bool {
        self.table != before.table
    }

    /// Returns whether the other player came or went since `before`.
    pub(crate) fn differs_in_presence(&self, before: &Observation) -> bool {
        self.peer() != before.peer()
    }

    /// Returns whether the rematch changed since `before`.
    pub(crate) fn differs_in_rematch(&self, before: &Observation) -> bool {
        self.rematch != before.rematch
    }

    /// Returns whether a player has shared marks since `before`.
    pub(crate) fn differs_in_marks(&self, before: &Observation) -> bool {
        self.marks != before.marks
    }
}
