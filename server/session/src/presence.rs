//! Who is there, and how long an absent player may stay away.

use ggn_core::{BySide, Side};

use crate::ids::UnixMs;

/// Whether a seat is taken, and its player there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Nobody has the seat.
    #[default]
    Open,
    /// The player is connected.
    Here,
    /// The player is not connected. While the game is on there is an end to that.
    Away {
        /// Until when the player may come back.
        until: Option<UnixMs>,
    },
}

/// A game that a player stayed away from for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Abandoned {
    /// The player who is there, if one is.
    pub(crate) winner: Option<Side>,
}

/// The presence of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    now: BySide<Presence>,
    /// Whether the player was ever there.
    has_come: BySide<bool>,
}

impl Attendance {
    /// The presence of one player.
    pub(crate) fn of(&self, side: Side) -> Presence {
        self.now[side]
    }

    /// Whether the player of a side is there, or was at some time.
    pub(crate) fn has_come(&self, side: Side) -> bool {
        self.has_come[side]
    }

    /// Whether the player of a side is connected.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.now[side] == Presence::Here
    }

    /// A seat is taken by a player who has yet to say hello.
    pub(crate) fn claim(&mut self, side: Side) {
        self.now[side] = Presence::Away { until: None };
    }

    /// The player of a side is connected.
    pub(crate) fn arrive(&mut self, side: Side) {
        self.now[side] = Presence::Here;
        self.has_come[side] = true;
    }

    /// The player of a side is gone, until some time if the game is on.
    pub(crate) fn leave(&mut self, side: Side, until: Option<UnixMs>) {
        self.now[side] = Presence::Away { until };
    }

    /// From now on absence has an end: whoever is away has until then.
    pub(crate) fn start_grace(&mut self, until: UnixMs) {
        for side in Side::BOTH {
            if let Presence::Away { until: end } = &mut self.now[side] {
                *end = Some(until);
            }
        }
    }

    /// Absence has no end any more.
    pub(crate) fn stop_grace(&mut self) {
        for side in Side::BOTH {
            if let Presence::Away { until } = &mut self.now[side] {
                *until = None;
            }
        }
    }

    /// When the first grace runs out.
    pub(crate) fn next_end(&self) -> Option<UnixMs> {
        Side::BOTH.into_iter().filter_map(|side| self.end(side)).min()
    }

    /// The first grace that has run out by `now` ends the game; the other player wins, if there.
    pub(crate) fn expired(&self, now: UnixMs) -> Option<Abandoned> {
        let (_, absent) = Side::BOTH
            .into_iter()
            .filter_map(|side| Some((self.end(side).filter(|end| *end <= now)?, side)))
            .min()?;
        let other = absent.opponent();
        Some(Abandoned { winner: self.is_here(other).then_some(other) })
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

    #[test]
    fn the_player_who_stays_wins_when_the_grace_of_the_other_is_over() {
        let mut attendance = Attendance::default();
        attendance.arrive(Side::First);
        attendance.leave(Side::Second, Some(UnixMs(300)));
        assert_eq!(attendance.next_end(), Some(UnixMs(300)));
        assert_eq!(attendance.expired(UnixMs(299)), None);
        assert_eq!(attendance.expired(UnixMs(300)), Some(Abandoned { winner: Some(Side::First) }));
        attendance.arrive(Side::Second);
        assert_eq!((attendance.next_end(), attendance.expired(UnixMs(300))), (None, None));
    }

    #[test]
    fn nobody_wins_when_both_are_gone() {
        let mut attendance = Attendance::default();
        attendance.leave(Side::First, Some(UnixMs(400)));
        attendance.leave(Side::Second, Some(UnixMs(300)));
        assert_eq!(attendance.next_end(), Some(UnixMs(300)));
        assert_eq!(attendance.expired(UnixMs(300)), Some(Abandoned { winner: None }));
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
