//! Presence of the players, and the grace period of an absent one.

use ggn_core::{BySide, Side};

use crate::domain::UnixMs;

/// Presence of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The seat is open.
    #[default]
    Open,
    /// The player is connected.
    Here,
    /// The player is not connected. During the game this is limited in time.
    Away {
        /// End of the grace period.
        until: Option<UnixMs>,
    },
}

/// Abandonment of a game by a player whose grace period is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Abandonment {
    /// The other player, if connected.
    pub(crate) winner: Option<Side>,
}

/// Presence of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    now: BySide<Presence>,
    /// True if the player was ever connected.
    has_connected: BySide<bool>,
}

impl Attendance {
    /// Returns the presence of one player.
    pub(crate) fn of(&self, side: Side) -> Presence {
        self.now[side]
    }

    /// Returns whether the player of a side is or was connected.
    pub(crate) fn has_connected(&self, side: Side) -> bool {
        self.has_connected[side]
    }

    /// Returns whether the player of a side is connected.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.now[side] == Presence::Here
    }

    /// Records that a seat is taken by a player who has yet to say hello.
    // Requirement blind-109.
    pub(crate) fn claim(&mut self, side: Side) {
        self.now[side] = Presence::Away { until: None };
    }

    /// Records that the player of a side has connected.
    // Requirement blind-112.
    pub(crate) fn arrive(&mut self, side: Side) {
        self.now[side] = Presence::Here;
        self.has_connected[side] = true;
    }

    /// Records that the player of a side has disconnected, with the end of the grace period if the game is on.
    // Requirements rooms-60, blind-17, blind-115, gambit-67.
    pub(crate) fn leave(&mut self, side: Side, until: Option<UnixMs>) {
        self.now[side] = Presence::Away { until };
    }

    /// Starts the grace period of absent players.
    pub(crate) fn start_grace(&mut self, until: UnixMs) {
        for side in Side::BOTH {
            if let Presence::Away { until: end } = &mut self.now[side] {
                *end = Some(until);
            }
        }
    }

    /// Lets the grace periods that run end no earlier than that.
    pub(crate) fn extend_grace(&mut self, until: UnixMs) {
        for side in Side::BOTH {
            if let Presence::Away { until: Some(end) } = &mut self.now[side] {
                *end = until.max(*end);
            }
        }
    }

    /// Stops the grace period of absent players.
    pub(crate) fn stop_grace(&mut self) {
        for side in Side::BOTH {
            if let Presence::Away { until } = &mut self.now[side] {
                *until = None;
            }
        }
    }

    /// Returns the earliest end of a grace period.
    pub(crate) fn next_end(&self) -> Option<UnixMs> {
        Side::BOTH.into_iter().filter_map(|side| self.end(side)).min()
    }

    /// Returns the abandonment of the game if a grace period is over at `now`. The other player wins if connected.
    // Requirements rooms-66, blind-113, blind-114.
    pub(crate) fn expired(&self, now: UnixMs) -> Option<Abandonment> {
        let (_, absent) = Side::BOTH
            .into_iter()
            .filter_map(|side| Some((self.end(side).filter(|end| *end <= now)?, side)))
            .min()?;
        let other = absent.opponent();
        Some(Abandonment { winner: self.is_here(other).then_some(other) })
    }

    fn end(&self, side: Side) -> Option<UnixMs> {
        match self.now[side] {
            Presence::Away { until } => until,
            Presence::Open | Presence::Here => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirement blind-113.
    #[test]
    fn the_connected_player_wins_when_the_other_players_grace_period_ends() {
        let mut attendance = Attendance::default();
        attendance.arrive(Side::First);
        attendance.leave(Side::Second, Some(UnixMs(300)));
        assert_eq!(attendance.next_end(), Some(UnixMs(300)));
        assert_eq!(attendance.expired(UnixMs(299)), None);
        assert_eq!(attendance.expired(UnixMs(300)), Some(Abandonment { winner: Some(Side::First) }));
        attendance.arrive(Side::Second);
        assert_eq!((attendance.next_end(), attendance.expired(UnixMs(300))), (None, None));
    }

    // Requirement blind-114.
    #[test]
    fn nobody_wins_when_both_are_absent() {
        let mut attendance = Attendance::default();
        attendance.leave(Side::First, Some(UnixMs(400)));
        attendance.leave(Side::Second, Some(UnixMs(300)));
        assert_eq!(attendance.next_end(), Some(UnixMs(300)));
        assert_eq!(attendance.expired(UnixMs(300)), Some(Abandonment { winner: None }));
    }

    #[test]
    fn an_open_seat_is_not_abandoned() {
        let mut attendance = Attendance::default();
        attendance.claim(Side::First);
        attendance.start_grace(UnixMs(5));
        assert_eq!(attendance.of(Side::Second), Presence::Open);
        assert_eq!(attendance.next_end(), Some(UnixMs(5)));
        attendance.stop_grace();
        assert_eq!(attendance.next_end(), None);
    }
}
