//! The vacations of a player: how long they may be, and how many days of a year are left.

use serde::{Deserialize, Serialize};
use session::UnixMs;
use session::clock::Vacation;

use crate::limits::PlayerLimits;

const DAY_MS: u64 = 24 * 3_600_000;
/// Time after which the days of a vacation can be taken again.
const YEAR_MS: u64 = 365 * DAY_MS;

/// The vacations of a player in the last year and after it, the oldest first. No two overlap.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VacationBook {
    periods: Vec<Vacation>,
}

/// The reason why a vacation neither begins nor ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum VacationRefusal {
    /// The operator has switched them off.
    #[error("this server has no vacations")]
    Off,
    /// One has begun already.
    #[error("you are on vacation already; end it first")]
    Running,
    /// None has begun.
    #[error("you are not on vacation")]
    NotRunning,
    /// It is longer than one may be.
    #[error("a vacation has at most {0} days")]
    TooLong(u32),
    /// Too few days are left.
    #[error("{0} days of vacation are left this year")]
    NoDaysLeft(u32),
}

impl VacationBook {
    /// Returns all vacations, the oldest first.
    pub(crate) fn into_periods(self) -> Vec<Vacation> {
        self.periods
    }

    /// Returns the vacation that the player is on.
    pub(crate) fn current(&self, now: UnixMs) -> Option<Vacation> {
        self.periods.last().copied().filter(|vacation| vacation.until > now)
    }

    /// Returns the days that are left of those of a year.
    pub(crate) fn days_left(&self, now: UnixMs, of_year: u32) -> u32 {
        let taken =
            self.periods.iter().filter(|vacation| is_of_this_year(vacation, now)).map(days).sum::<u64>();
        of_year.saturating_sub(u32::try_from(taken).unwrap_or(u32::MAX))
    }

    /// Begins a vacation of so many days.
    pub(super) fn begin(
        mut self,
        now: UnixMs,
        days: u32,
        limits: &PlayerLimits,
    ) -> Result<(VacationBook, Vacation), VacationRefusal> {
        if limits.vacation_days == 0 {
            return Err(VacationRefusal::Off);
        }
        if self.current(now).is_some() {
            return Err(VacationRefusal::Running);
        }
        if days > limits.vacation_at_once {
            return Err(VacationRefusal::TooLong(limits.vacation_at_once));
        }
        let left = self.days_left(now, limits.vacation_days);
        if days > left {
            return Err(VacationRefusal::NoDaysLeft(left));
        }
        // Every vacation has a day at least, so there are no more of them than days in a year.
        self = self.of_this_year(now);
        let vacation = Vacation { from: now, until: now.plus(u64::from(days) * DAY_MS) };
        self.periods.push(vacation);
        Ok((self, vacation))
    }

    /// Returns the book without the vacations whose days can be taken again.
    pub(super) fn of_this_year(mut self, now: UnixMs) -> VacationBook {
        self.periods.retain(|vacation| is_of_this_year(vacation, now));
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.periods.is_empty()
    }

    /// Ends the present vacation. The days that have begun count.
    pub(super) fn end(mut self, now: UnixMs) -> Result<(VacationBook, Vacation), VacationRefusal> {
        let running = self.periods.last_mut().filter(|vacation| vacation.until > now);
        let vacation = running.ok_or(VacationRefusal::NotRunning)?;
        vacation.until = now.max(vacation.from.plus(1));
        let ended = *vacation;
        Ok((self, ended))
    }
}

/// Returns the time from which on a row of vacations counts that was changed last at that time or later: no day of an older one is of this year, and no
/// vacation goes on that long.
pub(super) fn counts_since(now: UnixMs, limits: &PlayerLimits) -> UnixMs {
    let longest = YEAR_MS.max(u64::from(limits.vacation_at_once) * DAY_MS);
    UnixMs(now.0.saturating_sub(longest))
}

fn is_of_this_year(vacation: &Vacation, now: UnixMs) -> bool {
    vacation.from.plus(YEAR_MS) > now
}

/// Returns the days of a vacation, one that has begun being a whole one.
fn days(vacation: &Vacation) -> u64 {
    vacation.until.0.saturating_sub(vacation.from.0).div_ceil(DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn limits() -> PlayerLimits {
        PlayerLimits { vacation_days: 10, vacation_at_once: 6, ..Limits::default().players }
    }

    fn day(number: u64) -> UnixMs {
        UnixMs(1_800_000_000_000 + number * DAY_MS)
    }

    #[test]
    fn a_year_has_so_many_days_and_a_vacation_has_fewer() {
        let book = VacationBook::default();
        assert_eq!(book.days_left(day(0), 10), 10);
        assert_eq!(book.clone().begin(day(0), 7, &limits()), Err(VacationRefusal::TooLong(6)));
        assert_eq!(book.clone().end(day(0)), Err(VacationRefusal::NotRunning));
        let (book, vacation) = book.begin(day(0), 6, &limits()).unwrap();
        assert_eq!(vacation, Vacation { from: day(0), until: day(6) });
        assert_eq!((book.current(day(5)), book.current(day(6))), (Some(vacation), None));
        assert_eq!(book.clone().begin(day(5), 1, &limits()), Err(VacationRefusal::Running));
        assert_eq!(book.clone().begin(day(6), 5, &limits()), Err(VacationRefusal::NoDaysLeft(4)));
        let (book, _) = book.begin(day(7), 4, &limits()).unwrap();
        // The days come back a year after the beginning.
        for (at, left) in [(20, 0), (364, 0), (365, 6), (371, 6), (372, 10)] {
            assert_eq!(book.days_left(day(at), 10), left, "day {at}");
        }
        let (book, _) = book.begin(day(366), 6, &limits()).unwrap();
        assert_eq!(book.into_periods().len(), 2, "of the one before a year nothing is left");
        let off = PlayerLimits { vacation_days: 0, ..limits() };
        assert_eq!(VacationBook::default().begin(day(0), 1, &off), Err(VacationRefusal::Off));
    }

    #[test]
    fn an_early_end_gives_back_the_days_that_have_not_begun() {
        let (book, _) = VacationBook::default().begin(day(0), 6, &limits()).unwrap();
        let (now, _) = book.clone().end(day(0)).unwrap();
        assert_eq!(now.days_left(day(0), 10), 9, "a vacation has a day at least");
        let (book, ended) = book.end(UnixMs(day(2).0 + 1)).unwrap();
        assert_eq!((ended.from, ended.until.0), (day(0), day(2).0 + 1));
        assert_eq!((book.days_left(day(3), 10), book.current(day(3))), (7, None));
    }
}
