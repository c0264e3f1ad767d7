//! Effects of time on the model: clocks, deadlines of bids, and grace periods.

use ggn_core::Side;

use super::{Effect, Model, Presence};

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
        let dial = self.rest.dial?;
        Some(dial.since? + dial.free + dial.left[self.turn()])
    }

    /// Pauses the time of the side to move.
    pub(super) fn pause(&mut self) {
        let (turn, now) = (self.turn(), self.rest.now);
        let Some(dial) = &mut self.rest.dial else { return };
        let lasted = now - dial.since.take().unwrap();
        dial.left[turn] -= lasted.saturating_sub(dial.free);
        dial.free = dial.free.saturating_sub(lasted);
    }

    /// Resumes the time after a ply: the other side's if the turn is complete.
    pub(super) fn go_on(&mut self, side: Side) {
        let is_over = self.turn() != side;
        let (Some(clock), Some(dial)) = (self.clock, &mut self.rest.dial) else { return };
        let since = *dial.since.get_or_insert(self.rest.now);
        if is_over {
            dial.left[side] += clock.increment_ms();
            dial.left[side] -= (self.rest.now - since).saturating_sub(dial.free);
            if clock.turn_days().is_some() {
                dial.left[side] = clock.initial_ms();
            }
            (dial.since, dial.free) = (Some(self.rest.now), clock.delay_ms());
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
        let by_days = self.clock.is_some_and(|clock| clock.turn_days().is_some());
        match &mut self.rest.dial {
            Some(dial) if by_days => {
                if dial.since.is_some_and(|since| since + dial.left[turn] < now + 3_600_000) {
                    dial.left[turn] = 3_600_000;
                    dial.since = Some(now);
                }
            }
            _ => self.begin_turn(),
        }
    }

    pub(super) fn start_grace(&mut self) {
        let until = self.rest.now + self.grace_ms;
        for side in Side::BOTH {
            if let Presence::Away(end) = &mut self.rest.presence[side] {
                *end = Some(until);
            }
        }
    }
}
