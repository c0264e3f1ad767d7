//! Time control: the clock settings that the players of a game agreed on.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::domain::limits::{CLOCK_DAYS_MAX, CLOCK_INITIAL_SECONDS_MAX, CLOCK_TURN_SECONDS_MAX};

/// Initial time of each side, in whole seconds from 1 to [`CLOCK_INITIAL_SECONDS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InitialTime(u32);

/// Increment or delay of each turn, in whole seconds from 1 to [`CLOCK_TURN_SECONDS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnTime(u32);

/// Time for each turn of a correspondence game, in whole days from 1 to [`CLOCK_DAYS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnDays(u32);

/// Thinking time of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeControl {
    /// The initial time only.
    SuddenDeath(InitialTime),
    /// A side receives the increment at the end of each of its turns.
    Increment(InitialTime, TurnTime),
    /// The first seconds of each turn cost nothing.
    Delay(InitialTime, TurnTime),
    /// Each turn has the same days; those that are left over are lost.
    Correspondence(TurnDays),
}

/// Error of an invalid time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// The initial time is out of bounds.
    #[error("a clock begins with 1 to {CLOCK_INITIAL_SECONDS_MAX} seconds")]
    Initial,
    /// The increment is out of bounds.
    #[error("an increment is of 1 to {CLOCK_TURN_SECONDS_MAX} seconds; without one it is left out")]
    Increment,
    /// The delay is out of bounds.
    #[error("a delay is of 1 to {CLOCK_TURN_SECONDS_MAX} seconds; without one it is left out")]
    Delay,
    /// Both an increment and a delay are given.
    #[error("a clock has an increment or a delay, not both")]
    Both,
    /// The days of a turn are out of bounds.
    #[error("a turn has 1 to {CLOCK_DAYS_MAX} days")]
    Days,
    /// Neither an initial time nor the days of a turn are given, or the days beside anything else.
    #[error(
        "a clock has an initial time (`initial`), or days for each turn (`daysPerTurn`) and nothing else"
    )]
    Kind,
}

impl InitialTime {
    /// Creates the time from seconds; `None` if out of bounds.
    #[must_use]
    pub fn new(seconds: u32) -> Option<InitialTime> {
        (1..=CLOCK_INITIAL_SECONDS_MAX).contains(&seconds).then_some(InitialTime(seconds))
    }

    /// Returns the seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        self.0
    }

    /// Returns the milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

impl TurnTime {
    /// Creates the time from seconds; `None` if out of bounds.
    #[must_use]
    pub fn new(seconds: u32) -> Option<TurnTime> {
        (1..=CLOCK_TURN_SECONDS_MAX).contains(&seconds).then_some(TurnTime(seconds))
    }

    /// Returns the seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        self.0
    }

    /// Returns the milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

impl TurnDays {
    /// Creates the time from days; `None` if out of bounds.
    #[must_use]
    pub fn new(days: u32) -> Option<TurnDays> {
        (1..=CLOCK_DAYS_MAX).contains(&days).then_some(TurnDays(days))
    }

    /// Returns the days.
    #[must_use]
    pub fn days(self) -> u32 {
        self.0
    }

    /// Returns the seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        self.0 * 24 * 60 * 60
    }

    /// Returns the milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.seconds()) * 1_000
    }
}

impl TimeControl {
    /// Returns the time of each side at the start of the game, in milliseconds.
    #[must_use]
    pub fn initial_ms(self) -> u64 {
        match self {
            TimeControl::SuddenDeath(initial)
            | TimeControl::Increment(initial, _)
            | TimeControl::Delay(initial, _) => initial.ms(),
            TimeControl::Correspondence(days) => days.ms(),
        }
    }

    /// Returns the time of each turn of a correspondence game.
    #[must_use]
    pub fn turn_days(self) -> Option<TurnDays> {
        match self {
            TimeControl::Correspondence(days) => Some(days),
            TimeControl::SuddenDeath(_) | TimeControl::Increment(..) | TimeControl::Delay(..) => None,
        }
    }

    /// Returns the increment, in milliseconds; 0 without one.
    #[must_use]
    pub fn increment_ms(self) -> u64 {
        match self {
            TimeControl::Increment(_, increment) => increment.ms(),
            TimeControl::SuddenDeath(_) | TimeControl::Delay(..) | TimeControl::Correspondence(_) => 0,
        }
    }

    /// Returns the delay, in milliseconds; 0 without one.
    #[must_use]
    pub fn delay_ms(self) -> u64 {
        match self {
            TimeControl::Delay(_, delay) => delay.ms(),
            TimeControl::SuddenDeath(_) | TimeControl::Increment(..) | TimeControl::Correspondence(_) => 0,
        }
    }
}

/// Thinking time of both sides: an initial time in whole seconds, with an increment, a delay, or neither; or days for each turn.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TimeControl")]
struct Wire {
    /// Initial time of each side; absent in a correspondence game.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_INITIAL_SECONDS_MAX))]
    initial: Option<u32>,
    /// Increment at the end of each turn; absent if there is none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_TURN_SECONDS_MAX))]
    increment: Option<u32>,
    /// Delay at the start of each turn; absent if there is none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_TURN_SECONDS_MAX))]
    delay: Option<u32>,
    /// Days for each turn of a correspondence game, which are counted anew with every turn. Nothing else is given then.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_DAYS_MAX))]
    days_per_turn: Option<u32>,
}

/// Reads a field that is present; `null` does not count as absent.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    u32::deserialize(deserializer).map(Some)
}

impl TryFrom<Wire> for TimeControl {
    type Error = TimeControlError;

    fn try_from(wire: Wire) -> Result<TimeControl, TimeControlError> {
        let Wire { initial, increment, delay, days_per_turn } = wire;
        if let Some(days) = days_per_turn {
            let is_alone = initial.is_none() && increment.is_none() && delay.is_none();
            let days = TurnDays::new(days).ok_or(TimeControlError::Days)?;
            return is_alone.then_some(TimeControl::Correspondence(days)).ok_or(TimeControlError::Kind);
        }
        let initial = initial.ok_or(TimeControlError::Kind)?;
        let initial = InitialTime::new(initial).ok_or(TimeControlError::Initial)?;
        match (increment, delay) {
            (None, None) => Ok(TimeControl::SuddenDeath(initial)),
            (Some(seconds), None) => TurnTime::new(seconds)
                .map(|time| TimeControl::Increment(initial, time))
                .ok_or(TimeControlError::Increment),
            (None, Some(seconds)) => TurnTime::new(seconds)
                .map(|time| TimeControl::Delay(initial, time))
                .ok_or(TimeControlError::Delay),
            (Some(_), Some(_)) => Err(TimeControlError::Both),
        }
    }
}

impl From<TimeControl> for Wire {
    fn from(control: TimeControl) -> Wire {
        let none = Wire { initial: None, increment: None, delay: None, days_per_turn: None };
        let initial = |time: InitialTime| Some(time.seconds());
        match control {
            TimeControl::SuddenDeath(time) => Wire { initial: initial(time), ..none },
            TimeControl::Increment(time, increment) => {
                Wire { initial: initial(time), increment: Some(increment.seconds()), ..none }
            }
            TimeControl::Delay(time, delay) => {
                Wire { initial: initial(time), delay: Some(delay.seconds()), ..none }
            }
            TimeControl::Correspondence(days) => Wire { days_per_turn: Some(days.days()), ..none },
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        /// Accepts an object only; serde would also accept an array of the field values.
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Wire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the times of a clock")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Wire, A::Error> {
                Wire::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(Object)?.try_into().map_err(D::Error::custom)
    }
}

impl JsonSchema for TimeControl {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Wire::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Wire::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TimeControl, String> {
        serde_json::from_str(text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn each_kind_is_read_and_written_as_the_wire_has_it() {
        for (text, increment, delay) in [
            (r#"{"initial":60}"#, 0, 0),
            (r#"{"initial":300,"increment":3}"#, 3_000, 0),
            (r#"{"initial":1,"delay":180}"#, 0, 180_000),
            (r#"{"initial":10800,"increment":1}"#, 1_000, 0),
            (r#"{"daysPerTurn":14}"#, 0, 0),
        ] {
            let control = read(text).unwrap();
            assert_eq!((control.increment_ms(), control.delay_ms()), (increment, delay), "{text}");
            assert_eq!(serde_json::to_string(&control).unwrap(), text);
        }
    }

    #[test]
    fn an_invalid_time_control_is_rejected_with_its_reason() {
        for (text, expected) in [
            (r#"{"daysPerTurn":0}"#, "a turn has 1 to 14 days"),
            (r#"{"daysPerTurn":15}"#, "a turn has 1 to 14 days"),
            (r#"{"daysPerTurn":3,"initial":60}"#, "a clock has an initial time (`initial`), or days"),
            (r#"{"daysPerTurn":3,"increment":1}"#, "a clock has an initial time (`initial`), or days"),
            (r#"{"increment":1}"#, "a clock has an initial time (`initial`), or days"),
            (r#"{"daysPerTurn":null}"#, "invalid type: null"),
            (r#"{"initial":0}"#, "a clock begins with 1 to 10800 seconds"),
            (r#"{"initial":10801}"#, "a clock begins with 1 to 10800 seconds"),
            (
                r#"{"initial":60,"increment":0}"#,
                "an increment is of 1 to 180 seconds; without one it is left out",
            ),
            (r#"{"initial":60,"increment":181}"#, "an increment is of 1 to 180 seconds"),
            (r#"{"initial":60,"delay":0}"#, "a delay is of 1 to 180 seconds; without one it is left out"),
            (r#"{"initial":60,"delay":181}"#, "a delay is of 1 to 180 seconds"),
            (r#"{"initial":60,"increment":1,"delay":1}"#, "a clock has an increment or a delay, not both"),
            (r#"{"initial":60,"increment":null}"#, "invalid type: null"),
            (r#"{"initial":60,"bonus":1}"#, "unknown field `bonus`"),
            (r#"{"initial":60,"initial":60}"#, "duplicate field `initial`"),
            (r#"{"initial":1.5}"#, "invalid type: floating point `1.5`"),
            (r#"{"initial":-1}"#, "invalid value: integer `-1`"),
            (r#"{"initial":"60"}"#, "invalid type: string"),
            ("[60, 1, 1]", "expected an object with the times of a clock"),
            ("60", "expected an object with the times of a clock"),
            ("null", "expected an object with the times of a clock"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(expected), "{text}: {fault}");
        }
    }
}
