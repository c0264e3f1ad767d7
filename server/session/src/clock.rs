//! Clock of a game: remaining time of each side, the running side, and the time at which its flag falls. The current time is an argument.

mod control;
mod presets;
mod vacation;

use ggn_core::{BySide, Side};

use crate::domain::UnixMs;

pub use control::{InitialTime, TimeControl, TimeControlError, TurnDays, TurnTime};
pub use presets::{ClockPreset, Presets};
pub use vacation::Vacation;

/// Clock of two sides.
///
/// At most one side's time runs. The reading changes only when a turn, the game or a pause begins or ends; in between, a client can
/// count down from the last reading.
// Requirement gambit-70.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: BySide<u64>,
    hand: ClockState,
    /// Absences of the players, during which their time stands.
    vacations: BySide<Option<Vacation>>,
}

/// Least time that the side to move has in a correspondence game after the server was away, in milliseconds: an hour.
pub const LEFT_AFTER_WAIT_MS: u64 = 3_600_000;

/// State of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockState {
    /// Stopped: the game has not begun, or is over.
    Stopped,
    /// Counting down for a side.
    Running {
        side: Side,
        /// Time at which the turn, or the rest of it, began. On vacation the time runs later: see [`Clock::runs_since`].
        since: UnixMs,
        /// Remaining delay at that time, in milliseconds.
        free_ms: u64,
    },
    /// Paused within a side's turn.
    Paused { side: Side, free_ms: u64 },
}

/// Reading of a clock at its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Remaining milliseconds of each side.
    pub left_ms: BySide<u64>,
    /// The side whose turn is counted, if any.
    pub side: Option<Side>,
    /// The time since which it runs, on vacation one to come; `None` if it does not run.
    pub since: Option<UnixMs>,
    /// Remaining delay at that time, in milliseconds.
    pub free_ms: u64,
}

impl Clock {
    /// Creates a stopped clock with the full time on both sides.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left = BySide::from_fn(|_| control.initial_ms());
        Clock { control, left, hand: ClockState::Stopped, vacations: BySide::default() }
    }

    /// Returns the time control.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts the clock with a side's first turn.
    pub fn start(&mut self, side: Side, at: UnixMs) {
        self.hand = ClockState::Running { side, since: at, free_ms: self.control.delay_ms() };
    }

    /// Ends a turn: its side receives the increment, or the days of its next turn, and the other side's time runs. No effect unless the clock runs.
    // Requirements gambit-71, gambit-115.
    pub fn press(&mut self, at: UnixMs) {
        let ClockState::Running { side, .. } = self.hand else { return };
        self.charge(at);
        self.left[side] = match self.control.turn_days() {
            Some(days) => days.ms(),
            None => self.left[side].saturating_add(self.control.increment_ms()),
        };
        self.forget_vacations(at);
        self.start(side.opponent(), at);
    }

    /// Pauses the clock within a turn; the unused part of the delay is kept. No effect unless the clock runs.
    // Requirement gambit-72.
    pub fn pause(&mut self, at: UnixMs) {
        if let ClockState::Running { side, .. } = self.hand {
            let free_ms = self.charge(at);
            self.hand = ClockState::Paused { side, free_ms };
        }
    }

    /// Resumes the turn. No effect unless the clock is paused.
    pub fn resume(&mut self, at: UnixMs) {
        if let ClockState::Paused { side, free_ms } = self.hand {
            self.hand = ClockState::Running { side, since: at, free_ms };
        }
    }

    /// Stops the clock at the end of the game.
    pub fn stop(&mut self, at: UnixMs) {
        self.charge(at);
        self.hand = ClockState::Stopped;
        self.vacations = BySide::default();
    }

    /// Waives the time since the clock began to run: it starts again at `at`. The days of a correspondence game go on, but no fewer than
    /// [`LEFT_AFTER_WAIT_MS`] are left.
    pub fn waive_elapsed(&mut self, at: UnixMs) {
        let flag_at = self.flag_at();
        let ClockState::Running { side, since, .. } = &mut self.hand else { return };
        if self.control.turn_days().is_some() {
            if flag_at >= Some(at.plus(LEFT_AFTER_WAIT_MS)) {
                return;
            }
            self.left[*side] = LEFT_AFTER_WAIT_MS;
        }
        *since = at;
    }

    /// Returns the time at which the running side's flag falls.
    #[must_use]
    pub fn flag_at(&self) -> Option<UnixMs> {
        match self.hand {
            ClockState::Running { side, since, free_ms } => {
                Some(self.runs_since(side, since).plus(free_ms).plus(self.left[side]))
            }
            ClockState::Stopped | ClockState::Paused { .. } => None,
        }
    }

    /// Returns the time at which a side's flag falls: as it runs, or else as if its time ran from `since`. None if the clock is stopped.
    #[must_use]
    pub fn flag_at_of(&self, side: Side, since: UnixMs) -> Option<UnixMs> {
        match self.hand {
            ClockState::Stopped => None,
            ClockState::Running { side: running, .. } if running == side => self.flag_at(),
            ClockState::Running { .. } | ClockState::Paused { .. } => {
                Some(self.runs_since(side, since).plus(self.control.delay_ms()).plus(self.left[side]))
            }
        }
    }

    /// Returns the side whose time runs or is paused.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        match self.hand {
            ClockState::Stopped => None,
            ClockState::Running { side, .. } | ClockState::Paused { side, .. } => Some(side),
        }
    }

    /// Returns the reading at the last change.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let (side, since, free_ms) = match self.hand {
            ClockState::Stopped => (None, None, 0),
            ClockState::Running { side, since, free_ms } => {
                (Some(side), Some(self.runs_since(side, since)), free_ms)
            }
            ClockState::Paused { side, free_ms } => (Some(side), None, free_ms),
        };
        Reading { left_ms: self.left, side, since, free_ms }
    }

    /// Subtracts the elapsed time from the running side, and returns the unused part of the delay.
    fn charge(&mut self, at: UnixMs) -> u64 {
        let ClockState::Running { side, since, free_ms } = self.hand else { return 0 };
        let passed = at.0.saturating_sub(self.runs_since(side, since).0);
        self.left[side] = self.left[side].saturating_sub(passed.saturating_sub(free_ms));
        free_ms.saturating_sub(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: &str) -> Clock {
        Clock::new(serde_json::from_str(control).unwrap())
    }

    fn left(clock: &Clock) -> [u64; 2] {
        Side::BOTH.map(|side| clock.reading().left_ms[side])
    }

    #[test]
    fn it_stands_still_until_it_is_started() {
        let mut clock = clock(r#"{"initial":300}"#);
        clock.press(UnixMs(5_000));
        clock.pause(UnixMs(5_000));
        clock.resume(UnixMs(5_000));
        assert_eq!((left(&clock), clock.flag_at(), clock.side()), ([300_000, 300_000], None, None));
        clock.start(Side::First, UnixMs(7_000));
        assert_eq!((left(&clock), clock.flag_at()), ([300_000, 300_000], Some(UnixMs(307_000))));
        assert_eq!(clock.reading().since, Some(UnixMs(7_000)));
    }

    // Requirement gambit-70.
    #[test]
    fn sudden_death_takes_what_a_turn_lasts_and_gives_nothing() {
        let mut clock = clock(r#"{"initial":60}"#);
        clock.start(Side::First, UnixMs(0));
        clock.press(UnixMs(4_500));
        assert_eq!((left(&clock), clock.side()), ([55_500, 60_000], Some(Side::Second)));
        clock.press(UnixMs(5_000));
        assert_eq!((left(&clock), clock.flag_at()), ([55_500, 59_500], Some(UnixMs(60_500))));
    }

    // Requirement gambit-115.
    #[test]
    fn an_increment_is_added_once_when_the_turn_ends() {
        let mut clock = clock(r#"{"initial":300,"increment":3}"#);
        clock.start(Side::First, UnixMs(0));
        assert_eq!(clock.flag_at(), Some(UnixMs(300_000)), "not before");
        clock.press(UnixMs(10_000));
        assert_eq!(left(&clock), [293_000, 300_000]);
        clock.press(UnixMs(11_000));
        assert_eq!(left(&clock), [293_000, 302_000], "increments may exceed the initial time");
    }

    #[test]
    fn a_delay_costs_nothing_while_it_lasts_and_does_not_add_up() {
        let mut clock = clock(r#"{"initial":60,"delay":5}"#);
        clock.start(Side::First, UnixMs(0));
        assert_eq!(clock.flag_at(), Some(UnixMs(65_000)));
        clock.press(UnixMs(4_999));
        assert_eq!(left(&clock), [60_000, 60_000]);
        clock.press(UnixMs(9_999));
        assert_eq!(left(&clock), [60_000, 60_000], "five seconds to the millisecond are free");
        clock.press(UnixMs(15_000));
        assert_eq!(left(&clock), [59_999, 60_000]);
        assert_eq!(clock.reading().free_ms, 5_000);
    }

    const DAY: u64 = 24 * 3_600_000;

    #[test]
    fn each_turn_of_a_correspondence_game_has_its_days() {
        let mut clock = clock(r#"{"daysPerTurn":3}"#);
        clock.start(Side::First, UnixMs(0));
        assert_eq!((left(&clock), clock.flag_at()), ([3 * DAY; 2], Some(UnixMs(3 * DAY))));
        clock.press(UnixMs(2 * DAY));
        assert_eq!((left(&clock), clock.flag_at()), ([3 * DAY; 2], Some(UnixMs(5 * DAY))));
        clock.stop(UnixMs(4 * DAY));
        assert_eq!(left(&clock), [3 * DAY, DAY]);
    }

    #[test]
    fn days_go_on_while_the_server_is_away_but_an_hour_is_left() {
        let mut clock = clock(r#"{"daysPerTurn":1}"#);
        clock.start(Side::First, UnixMs(0));
        clock.waive_elapsed(UnixMs(DAY - LEFT_AFTER_WAIT_MS));
        assert_eq!(clock.flag_at(), Some(UnixMs(DAY)));
        for back in [DAY - 1, DAY, 5 * DAY] {
            clock.waive_elapsed(UnixMs(back));
            assert_eq!(clock.flag_at(), Some(UnixMs(back + LEFT_AFTER_WAIT_MS)));
        }
        assert_eq!(left(&clock), [LEFT_AFTER_WAIT_MS, DAY]);
        clock.press(UnixMs(5 * DAY + 1));
        assert_eq!(left(&clock), [DAY; 2]);
    }

    // Requirement gambit-72.
    #[test]
    fn a_pause_costs_no_time_and_keeps_the_unused_delay() {
        let mut clock = clock(r#"{"initial":60,"delay":5}"#);
        clock.start(Side::Second, UnixMs(1_000));
        clock.pause(UnixMs(3_000));
        let paused = clock.reading();
        assert_eq!((paused.side, paused.since, paused.free_ms), (Some(Side::Second), None, 3_000));
        assert_eq!(clock.flag_at(), None);
        clock.pause(UnixMs(50_000));
        clock.press(UnixMs(50_000));
        assert_eq!(clock.reading(), paused, "a paused clock ignores everything else");
        clock.resume(UnixMs(100_000));
        assert_eq!(clock.flag_at(), Some(UnixMs(163_000)));
        clock.pause(UnixMs(104_000));
        assert_eq!((left(&clock), clock.reading().free_ms), ([60_000, 59_000], 0));
        clock.resume(UnixMs(200_000));
        clock.press(UnixMs(201_000));
        assert_eq!((left(&clock), clock.side()), ([60_000, 58_000], Some(Side::First)));
        assert_eq!(clock.reading().free_ms, 5_000, "a new turn has the whole delay");
    }

    #[test]
    fn remaining_time_is_never_negative() {
        let mut clock = clock(r#"{"initial":1}"#);
        clock.start(Side::First, UnixMs(0));
        clock.stop(UnixMs(u64::MAX));
        assert_eq!((left(&clock), clock.side(), clock.flag_at()), ([0, 1_000], None, None));
        clock.start(Side::First, UnixMs(u64::MAX));
        assert_eq!(clock.flag_at(), Some(UnixMs(u64::MAX)));
    }

    #[test]
    fn waived_time_is_not_subtracted() {
        let mut clock = clock(r#"{"initial":60,"delay":5}"#);
        clock.waive_elapsed(UnixMs(9_000));
        assert_eq!(clock.reading().since, None, "a stopped clock has nothing to waive");
        clock.start(Side::First, UnixMs(0));
        clock.press(UnixMs(7_000));
        clock.waive_elapsed(UnixMs(1_000_000));
        assert_eq!((left(&clock), clock.flag_at()), ([58_000, 60_000], Some(UnixMs(1_065_000))));
        clock.press(UnixMs(1_006_000));
        assert_eq!(left(&clock), [58_000, 59_000], "earlier turns stay subtracted");
    }
}
