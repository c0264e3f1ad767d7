//! A time control: what the players of a game agreed on about its clock.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::limits::{CLOCK_INITIAL_SECONDS_MAX, CLOCK_TURN_SECONDS_MAX};

/// With how much time each side begins: whole seconds, from one to [`CLOCK_INITIAL_SECONDS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InitialTime(u32);

/// How much time each turn is given, or costs nothing: whole seconds, from one to [`CLOCK_TURN_SECONDS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnTime(u32);

/// How long the sides of a game may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeControl {
    /// The time of the beginning, and no more.
    SuddenDeath(InitialTime),
    /// Whoever ends a turn is given that much more.
    Increment(InitialTime, TurnTime),
    /// The beginning of a turn costs nothing.
    Delay(InitialTime, TurnTime),
}

/// Why something is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongClock {
    /// The initial time is out of bounds.
    #[error("a clock begins with 1 to {CLOCK_INITIAL_SECONDS_MAX} seconds")]
    Initial,
    /// The increment is out of bounds.
    #[error("an increment is of 1 to {CLOCK_TURN_SECONDS_MAX} seconds; without one it is left out")]
    Increment,
    /// The delay is out of bounds.
    #[error("a delay is of 1 to {CLOCK_TURN_SECONDS_MAX} seconds; without one it is left out")]
    Delay,
    /// There are both.
    #[error("a clock has an increment or a delay, not both")]
    Both,
}

impl InitialTime {
    /// So many seconds, if they are within the bounds.
    #[must_use]
    pub fn new(seconds: u32) -> Option<InitialTime> {
        (1..=CLOCK_INITIAL_SECONDS_MAX).contains(&seconds).then_some(InitialTime(seconds))
    }

    /// The seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        self.0
    }

    /// The same in milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

impl TurnTime {
    /// So many seconds, if they are within the bounds.
    #[must_use]
    pub fn new(seconds: u32) -> Option<TurnTime> {
        (1..=CLOCK_TURN_SECONDS_MAX).contains(&seconds).then_some(TurnTime(seconds))
    }

    /// The seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        self.0
    }

    /// The same in milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

impl TimeControl {
    /// With how much time each side begins.
    #[must_use]
    pub fn initial(self) -> InitialTime {
        match self {
            TimeControl::SuddenDeath(initial)
            | TimeControl::Increment(initial, _)
            | TimeControl::Delay(initial, _) => initial,
        }
    }

    /// What the end of a turn gives, in milliseconds.
    #[must_use]
    pub fn increment_ms(self) -> u64 {
        match self {
            TimeControl::Increment(_, increment) => increment.ms(),
            TimeControl::SuddenDeath(_) | TimeControl::Delay(..) => 0,
        }
    }

    /// How much of a turn costs nothing, in milliseconds.
    #[must_use]
    pub fn delay_ms(self) -> u64 {
        match self {
            TimeControl::Delay(_, delay) => delay.ms(),
            TimeControl::SuddenDeath(_) | TimeControl::Increment(..) => 0,
        }
    }
}

/// How long the sides of a game may think, in whole seconds: an increment, a delay, or neither.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TimeControl")]
struct Wire {
    /// With how much each side begins.
    #[schemars(range(min = 1, max = CLOCK_INITIAL_SECONDS_MAX))]
    initial: u32,
    /// What whoever ends a turn is given; left out where that is nothing.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_TURN_SECONDS_MAX))]
    increment: Option<u32>,
    /// How much of each turn costs nothing; left out where that is nothing.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = CLOCK_TURN_SECONDS_MAX))]
    delay: Option<u32>,
}

/// Reads a field that is there; `null` is not a way of leaving it out.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    u32::deserialize(deserializer).map(Some)
}

impl TryFrom<Wire> for TimeControl {
    type Error = WrongClock;

    fn try_from(wire: Wire) -> Result<TimeControl, WrongClock> {
        let initial = InitialTime::new(wire.initial).ok_or(WrongClock::Initial)?;
        match (wire.increment, wire.delay) {
            (None, None) => Ok(TimeControl::SuddenDeath(initial)),
            (Some(seconds), None) => TurnTime::new(seconds)
                .map(|time| TimeControl::Increment(initial, time))
                .ok_or(WrongClock::Increment),
            (None, Some(seconds)) => {
                TurnTime::new(seconds).map(|time| TimeControl::Delay(initial, time)).ok_or(WrongClock::Delay)
            }
            (Some(_), Some(_)) => Err(WrongClock::Both),
        }
    }
}

impl From<TimeControl> for Wire {
    fn from(control: TimeControl) -> Wire {
        let initial = control.initial().seconds();
        match control {
            TimeControl::SuddenDeath(_) => Wire { initial, increment: None, delay: None },
            TimeControl::Increment(_, time) => Wire { initial, increment: Some(time.seconds()), delay: None },
            TimeControl::Delay(_, time) => Wire { initial, increment: None, delay: Some(time.seconds()) },
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
        /// Takes an object and nothing else: serde would take an array of the fields' values for it as well.
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
        ] {
            let control = read(text).unwrap();
            assert_eq!((control.increment_ms(), control.delay_ms()), (increment, delay), "{text}");
            assert_eq!(serde_json::to_string(&control).unwrap(), text);
        }
    }

    #[test]
    fn whatever_is_no_time_control_is_refused_with_the_reason() {
        for (text, told) in [
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
            (r#"{"increment":3}"#, "missing field `initial`"),
            ("[60, 1, 1]", "expected an object with the times of a clock"),
            ("60", "expected an object with the times of a clock"),
            ("null", "expected an object with the times of a clock"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(told), "{text}: {fault}");
        }
    }
}
