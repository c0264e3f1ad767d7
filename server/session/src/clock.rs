//! The clock of a game: how much time each side has left, whose is running, and when it runs out. Time is an argument.

mod control;
mod presets;

use ggn_core::{BySide, Side};

use crate::ids::UnixMs;

pub use control::{InitialTime, TimeControl, TurnTime, WrongClock};
pub use presets::{ClockPreset, Presets};

/// A clock for two sides.
///
/// Of the two at most one runs. What it shows changes only when a turn ends, when the game begins or ends, and by a pause: in between
/// whoever knows the state can count by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: BySide<u64>,
    hand: Hand,
}

/// What a clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    /// Nothing: the game has not begun, or is over.
    Still,
    /// It counts down for a side.
    Runs {
        side: Side,
        since: UnixMs,
        /// How many milliseconds from then on cost nothing.
        free_ms: u64,
    },
    /// It waits in the middle of a side's turn.
    Waits { side: Side, free_ms: u64 },
}

/// A clock as it stood when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How many milliseconds each side had left.
    pub left_ms: BySide<u64>,
    /// Whose turn it counts, when it counts one.
    pub side: Option<Side>,
    /// Since when it runs; none when it does not.
    pub since: Option<UnixMs>,
    /// How many milliseconds from then on cost nothing.
    pub free_ms: u64,
}

impl Clock {
    /// A clock that stands still, with the whole time on both sides.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: BySide::from_fn(|_| control.initial().ms()), hand: Hand::Still }
    }

    /// What was agreed on.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// A side's first turn begins.
    pub fn start(&mut self, side: Side, at: UnixMs) {
        self.hand = Hand::Runs { side, since: at, free_ms: self.control.delay_ms() };
    }

    /// A turn ends: its side is given the increment, and the other side's time runs. Without effect unless the clock runs.
    pub fn press(&mut self, at: UnixMs) {
        let Hand::Runs { side, .. } = self.hand else { return };
        self.charge(at);
        self.left[side] = self.left[side].saturating_add(self.control.increment_ms());
        self.start(side.opponent(), at);
    }

    /// The clock waits in the middle of a turn; what is left of the delay stays. Without effect unless it runs.
    pub fn pause(&mut self, at: UnixMs) {
        if let Hand::Runs { side, .. } = self.hand {
            let free_ms = self.charge(at);
            self.hand = Hand::Waits { side, free_ms };
        }
    }

    /// The turn goes on. Without effect unless the clock waits.
    pub fn resume(&mut self, at: UnixMs) {
        if let Hand::Waits { side, free_ms } = self.hand {
            self.hand = Hand::Runs { side, since: at, free_ms };
        }
    }

    /// The game is over.
    pub fn stop(&mut self, at: UnixMs) {
        self.charge(at);
        self.hand = Hand::Still;
    }

    /// Nobody is charged for the time since the clock began to run: it begins again.
    pub fn forgive(&mut self, at: UnixMs) {
        if let Hand::Runs { since, .. } = &mut self.hand {
            *since = at;
        }
    }

    /// When the flag of the side whose time runs falls.
    #[must_use]
    pub fn flag_at(&self) -> Option<UnixMs> {
        match self.hand {
            Hand::Runs { side, since, free_ms } => Some(since.plus(free_ms).plus(self.left[side])),
            Hand::Still | Hand::Waits { .. } => None,
        }
    }

    /// The side whose time runs, or would, were it not for a pause.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        match self.hand {
            Hand::Still => None,
            Hand::Runs { side, .. } | Hand::Waits { side, .. } => Some(side),
        }
    }

    /// How it stood when it last changed.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let (side, since, free_ms) = match self.hand {
            Hand::Still => (None, None, 0),
            Hand::Runs { side, since, free_ms } => (Some(side), Some(since), free_ms),
            Hand::Waits { side, free_ms } => (Some(side), None, free_ms),
        };
        Reading { left_ms: self.left, side, since, free_ms }
    }

    /// Takes what has passed off the side whose time runs, and says how much of the delay is left.
    fn charge(&mut self, at: UnixMs) -> u64 {
        let Hand::Runs { side, since, free_ms } = self.hand else { return 0 };
        let passed = at.0.saturating_sub(since.0);
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

    #[test]
    fn sudden_death_takes_what_a_turn_lasts_and_gives_nothing() {
        let mut clock = clock(r#"{"initial":60}"#);
        clock.start(Side::First, UnixMs(0));
        clock.press(UnixMs(4_500));
        assert_eq!((left(&clock), clock.side()), ([55_500, 60_000], Some(Side::Second)));
        clock.press(UnixMs(5_000));
        assert_eq!((left(&clock), clock.flag_at()), ([55_500, 59_500], Some(UnixMs(60_500))));
    }

    #[test]
    fn an_increment_is_added_once_when_the_turn_ends() {
        let mut clock = clock(r#"{"initial":300,"increment":3}"#);
        clock.start(Side::First, UnixMs(0));
        assert_eq!(clock.flag_at(), Some(UnixMs(300_000)), "not before");
        clock.press(UnixMs(10_000));
        assert_eq!(left(&clock), [293_000, 300_000]);
        clock.press(UnixMs(11_000));
        assert_eq!(left(&clock), [293_000, 302_000], "one may come to have more than at the beginning");
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

    #[test]
    fn a_pause_charges_nobody_and_keeps_what_is_left_of_the_delay() {
        let mut clock = clock(r#"{"initial":60,"delay":5}"#);
        clock.start(Side::Second, UnixMs(1_000));
        clock.pause(UnixMs(3_000));
        let paused = clock.reading();
        assert_eq!((paused.side, paused.since, paused.free_ms), (Some(Side::Second), None, 3_000));
        assert_eq!(clock.flag_at(), None);
        clock.pause(UnixMs(50_000));
        clock.press(UnixMs(50_000));
        assert_eq!(clock.reading(), paused, "a clock that waits does nothing else");
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
    fn nobody_has_less_than_nothing() {
        let mut clock = clock(r#"{"initial":1}"#);
        clock.start(Side::First, UnixMs(0));
        clock.stop(UnixMs(u64::MAX));
        assert_eq!((left(&clock), clock.side(), clock.flag_at()), ([0, 1_000], None, None));
        clock.start(Side::First, UnixMs(u64::MAX));
        assert_eq!(clock.flag_at(), Some(UnixMs(u64::MAX)));
    }

    #[test]
    fn time_that_is_forgiven_is_charged_to_nobody() {
        let mut clock = clock(r#"{"initial":60,"delay":5}"#);
        clock.forgive(UnixMs(9_000));
        assert_eq!(clock.reading().since, None, "what stands still has nothing to forgive");
        clock.start(Side::First, UnixMs(0));
        clock.press(UnixMs(7_000));
        clock.forgive(UnixMs(1_000_000));
        assert_eq!((left(&clock), clock.flag_at()), ([58_000, 60_000], Some(UnixMs(1_065_000))));
        clock.press(UnixMs(1_006_000));
        assert_eq!(left(&clock), [58_000, 59_000], "earlier turns are paid for");
    }
}
