//! Vacations: absences of players of correspondence games, during which their time stands.

use ggn_core::Side;
use serde::{Deserialize, Serialize};

use super::{Clock, ClockState};
use crate::domain::UnixMs;

/// An absence of a player. It begins before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vacation {
    /// Its beginning.
    pub from: UnixMs,
    /// Its end. A player who comes back earlier ends it then.
    pub until: UnixMs,
}

impl Clock {
    /// Lets the time of a side stand during a vacation, which may have begun some time ago, or be over. It takes the place of the side's former one: the same
    /// beginning with another end is a vacation whose end has changed. No effect on clocks that count seconds.
    pub fn stand(&mut self, side: Side, vacation: Vacation) {
        if self.control.turn_days().is_none() {
            return;
        }
        // Before it began the time ran.
        if let ClockState::Running { side: running, since, .. } = self.hand
            && running == side
            && since < vacation.from
        {
            let free_ms = self.charge(vacation.from);
            self.hand = ClockState::Running { side, since: vacation.from, free_ms };
        }
        self.vacations[side] = Some(vacation);
    }

    /// Returns the vacation of a side's player that was noted last, unless a turn has ended after it.
    #[must_use]
    pub fn vacation(&self, side: Side) -> Option<Vacation> {
        self.vacations[side]
    }

    /// Returns whether noting a vacation of a side's player at `now` would change anything.
    #[must_use]
    pub fn is_news(&self, side: Side, vacation: Vacation, now: UnixMs) -> bool {
        let ends_after = match self.hand {
            ClockState::Running { side: running, since, .. } if running == side => since,
            ClockState::Running { .. } | ClockState::Paused { .. } | ClockState::Stopped => now,
        };
        let is_change = |known: Vacation| known.from == vacation.from && known.until != vacation.until;
        self.control.turn_days().is_some()
            && self.vacations[side] != Some(vacation)
            && (vacation.until > ends_after || self.vacations[side].is_some_and(is_change))
    }

    /// Returns the time since which the time of a side runs, which began at `since`.
    pub(super) fn runs_since(&self, side: Side, since: UnixMs) -> UnixMs {
        match self.vacations[side] {
            // Also a turn that began before the vacation by the clock of another node.
            Some(Vacation { until, .. }) => since.max(until),
            None => since,
        }
    }

    /// Forgets the vacations that are over: no turn from now on falls into them.
    pub(super) fn forget_vacations(&mut self, at: UnixMs) {
        for side in Side::BOTH {
            self.vacations[side] = self.vacations[side].filter(|vacation| vacation.until > at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 3_600_000;

    fn day(number: u64) -> UnixMs {
        UnixMs(number * DAY)
    }

    fn vacation(from: u64, until: u64) -> Vacation {
        Vacation { from: day(from), until: day(until) }
    }

    /// Returns a clock of five days a turn. White's first turn begins on day 0.
    fn clock() -> Clock {
        let mut clock = Clock::new(serde_json::from_str(r#"{"daysPerTurn":5}"#).unwrap());
        clock.start(Side::First, day(0));
        clock
    }

    fn left(clock: &Clock, side: Side) -> u64 {
        clock.reading().left_ms[side] / DAY
    }

    #[test]
    fn the_time_of_the_side_to_move_stands_until_the_vacation_ends() {
        let mut clock = clock();
        clock.stand(Side::First, vacation(2, 9));
        assert_eq!((left(&clock, Side::First), clock.reading().since), (3, Some(day(9))));
        assert_eq!(clock.flag_at(), Some(day(12)));
        // The end is moved: back, further, and into the past.
        for (until, flag) in [(4, 7), (20, 23), (3, 6)] {
            clock.stand(Side::First, vacation(2, until));
            assert_eq!(clock.flag_at(), Some(day(flag)), "{until}");
        }
        clock.press(day(5));
        assert_eq!((left(&clock, Side::First), clock.vacation(Side::First)), (5, None));
    }

    #[test]
    fn a_move_during_the_vacation_costs_nothing_and_the_next_turn_waits_for_its_end() {
        let mut clock = clock();
        clock.stand(Side::First, vacation(1, 9));
        clock.press(day(6));
        // The time of the other side runs as ever.
        assert_eq!(clock.flag_at(), Some(day(11)));
        clock.press(day(7));
        assert_eq!((clock.reading().since, clock.flag_at()), (Some(day(9)), Some(day(14))));
        // The player comes back.
        clock.stand(Side::First, Vacation { from: day(1), until: day(8) });
        assert_eq!(clock.flag_at(), Some(day(13)));
    }

    #[test]
    fn a_turn_after_the_vacation_runs_from_its_own_beginning() {
        let mut clock = clock();
        clock.stand(Side::Second, vacation(0, 2));
        clock.press(day(3));
        assert_eq!((clock.reading().since, clock.vacation(Side::Second)), (Some(day(3)), None));
    }

    #[test]
    fn a_vacation_that_is_noted_late_counts_as_if_it_had_been_noted_at_its_beginning() {
        let (mut early, mut late) = (clock(), clock());
        early.stand(Side::First, vacation(1, 3));
        late.stand(Side::First, vacation(1, 30));
        late.stand(Side::First, vacation(1, 3));
        assert_eq!((early.flag_at(), late.flag_at()), (Some(day(7)), Some(day(7))));
        // The turn began during it.
        let mut between = clock();
        between.press(day(2));
        between.stand(Side::Second, vacation(1, 4));
        assert_eq!((left(&between, Side::Second), between.flag_at()), (5, Some(day(9))));
    }

    #[test]
    fn only_a_vacation_that_changes_something_is_news() {
        let mut clock = clock();
        let (away, now) = (vacation(1, 4), day(2));
        assert!(clock.is_news(Side::First, away, now));
        clock.stand(Side::First, away);
        assert!(!clock.is_news(Side::First, away, now));
        assert!(clock.is_news(Side::First, vacation(1, 3), now), "its end has changed");
        clock.press(day(5));
        assert!(!clock.is_news(Side::First, away, day(5)), "it is over");
        assert!(!clock.is_news(Side::Second, vacation(1, 5), day(5)), "it ended before the turn");
        let seconds: Clock = Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap());
        assert!(!seconds.is_news(Side::First, away, day(0)));
    }

    #[test]
    fn a_vacation_stands_also_if_it_begins_a_moment_after_the_turn() {
        // A node whose clock is ahead began it.
        let mut clock = clock();
        clock.stand(Side::Second, vacation(2, 9));
        clock.press(day(1));
        assert_eq!((clock.reading().since, clock.flag_at()), (Some(day(9)), Some(day(14))));
    }

    #[test]
    fn a_clock_of_seconds_does_not_stand() {
        let mut clock = Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap());
        clock.start(Side::First, UnixMs(0));
        clock.stand(Side::First, vacation(0, 9));
        assert_eq!((clock.flag_at(), clock.vacation(Side::First)), (Some(UnixMs(60_000)), None));
    }
}
