//! Effects of time on the model: clocks, deadlines of bids, and grace periods.

use ggn_core::Side;

use session::UnixMs;
use session::clock::Vacation;

use super::{ClockReading, Effect, Model, Presence};

impl Model {
    /// Applies events caused by time alone: the end of an awaited bid or retreat, or of the game.
    pub(super) fn pass_time(&mut self, at: u64, effect: &mut Effect) {
        while !self.rest.over {
            let ends_at = self.ends_at();
            match self.deadline() {
                Some(until) if until <= at && ends_at.is_none_or(|end| until <= end) => {
                    self.rest.now = until;
                    self.expire(effect);
                }
                _ if ends_at.is_some_and(|end| end <= at) => self.finish(),
                _ => return,
            }
        }
    }

    /// Returns whether time causes an event by `at`.
    pub(crate) fn is_due(&self, at: u64) -> bool {
        let due = [self.ends_at(), self.deadline()];
        !self.rest.over && due.into_iter().flatten().any(|due| due <= at)
    }

    /// Returns the time at which the game ends without further input.
    fn ends_at(&self) -> Option<u64> {
        let late = |side| match self.rest.presence[side] {
            Presence::Away(until) => until,
            Presence::Open | Presence::Here => None,
        };
        [self.flag_at(), late(Side::First), late(Side::Second)].into_iter().flatten().min()
    }

    /// Returns the time at which the side to move runs out of time.
    fn flag_at(&self) -> Option<u64> {
        let dial = self.reading()?;
        Some(dial.since? + dial.free + dial.left[self.turn()])
    }

    /// Pauses the time of the side to move.
    pub(super) fn pause(&mut self) {
        let (turn, now) = (self.turn(), self.rest.now);
        let lasted = now.saturating_sub(self.reading().and_then(|dial| dial.since).unwrap_or(now));
        let Some(dial) = &mut self.rest.dial else { return };
        dial.since = None;
        dial.left[turn] -= lasted.saturating_sub(dial.free);
        dial.free = dial.free.saturating_sub(lasted);
    }

    /// Resumes the time after a ply: the other side's if the turn is complete.
    pub(super) fn go_on(&mut self, side: Side) {
        let is_over = self.turn() != side;
        let now = self.rest.now;
        if let Some(dial) = &mut self.rest.dial {
            dial.since.get_or_insert(now);
        }
        let runs_since = self.reading_of(side).and_then(|dial| dial.since).unwrap_or(now);
        let (Some(clock), Some(dial)) = (self.clock, &mut self.rest.dial) else { return };
        if is_over {
            dial.left[side] += clock.increment_ms();
            dial.left[side] -= now.saturating_sub(runs_since).saturating_sub(dial.free);
            if clock.turn_days().is_some() {
                dial.left[side] = clock.initial_ms();
            }
            (dial.since, dial.free) = (Some(now), clock.delay_ms());
            for side in Side::BOTH {
                self.rest.vacations[side] = self.rest.vacations[side].filter(|(_, until)| *until > now);
            }
        }
    }

    /// Restarts the time of the current turn, unless it is paused.
    pub(super) fn begin_turn(&mut self) {
        let is_contested = self.is_contested();
        if let Some(dial) = self.rest.dial.as_mut().filter(|_| !is_contested) {
            dial.since = Some(self.rest.now);
        }
    }

    /// Goes on with the current turn after a restart: anew, or for at least an hour where turns have days.
    pub(super) fn resume_turn(&mut self) {
        let (now, turn) = (self.rest.now, self.turn());
        let by_days = self.has_days();
        let flag_at = self.flag_at();
        match &mut self.rest.dial {
            Some(dial) if by_days => {
                if flag_at.is_some_and(|flag| flag < now + 3_600_000) {
                    dial.left[turn] = 3_600_000;
                    dial.since = Some(now);
                }
            }
            _ => self.begin_turn(),
        }
    }

    /// Returns the clock as both players may read it: during a vacation the time of the side to move runs from its end on.
    pub(crate) fn reading(&self) -> Option<ClockReading> {
        self.reading_of(self.turn())
    }

    fn reading_of(&self, side: Side) -> Option<ClockReading> {
        let dial = self.rest.dial?;
        let runs = |since: u64| match self.rest.vacations[side] {
            Some((_, until)) => since.max(until),
            _ => since,
        };
        Some(ClockReading { since: dial.since.map(runs), ..dial })
    }

    /// Returns whether each turn has days.
    pub(crate) fn has_days(&self) -> bool {
        self.clock.is_some_and(|clock| clock.turn_days().is_some())
    }

    /// Returns the beginning and the end of a side's vacation.
    pub(crate) fn vacation(&self, side: Side) -> Option<(u64, u64)> {
        self.rest.vacations[side]
    }

    /// Returns the ends of the vacations that were noted last.
    pub(crate) fn vacation_ends(&self) -> [Option<u64>; 2] {
        Side::BOTH.map(|side| self.rest.vacations[side].map(|(_, until)| until))
    }

    /// Lets the time of a side stand. Nothing changes where turns have no days.
    pub(super) fn stand(&mut self, side: Side, vacation: Vacation, at: u64, effect: &mut Effect) {
        let Vacation { from: UnixMs(from), until: UnixMs(until) } = vacation;
        self.pass_time(at.min(from), effect);
        if self.has_days() && !self.rest.over {
            let reading = self.reading();
            if self.turn() == side
                && let Some(dial) =
                    self.rest.dial.as_mut().filter(|dial| dial.since.is_some_and(|since| since < from))
            {
                let runs_since = reading.and_then(|dial| dial.since).unwrap_or(from);
                dial.left[side] -= from.saturating_sub(runs_since);
                dial.since = Some(from);
            }
            self.rest.vacations[side] = Some((from, until));
            self.rest.now = at;
            let end = self.grace_end();
            for side in Side::BOTH {
                if let Presence::Away(Some(until)) = &mut self.rest.presence[side] {
                    *until = end.max(*until);
                }
            }
        }
        self.pass_time(at, effect);
    }

    /// Returns the end of a grace period that begins now: nobody is waited for before the vacations end.
    pub(super) fn grace_end(&self) -> u64 {
        let back = self.vacation_ends().into_iter().flatten().max().unwrap_or_default();
        back.max(self.rest.now) + self.grace_ms
    }

    pub(super) fn start_grace(&mut self) {
        let until = self.grace_end();
        for side in Side::BOTH {
            if let Presence::Away(end) = &mut self.rest.presence[side] {
                *end = Some(until);
            }
        }
    }
}
