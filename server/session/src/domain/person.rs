//! Names and ids of players and spectators.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::color::Color;
use super::limits::{NAME_CHARS_MAX, NAME_CHARS_MIN};
use super::text::{WrongForm, text_type};

/// Name of a person: 3 to 20 characters without control characters, trimmed. The word filter is not applied here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(Box<str>);

/// Id of a person at a game: `w` and `b` are its players, `s1`, `s2` … its spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberId {
    /// The player of a side.
    Player(Color),
    /// A spectator, numbered from 1 in the order of arrival, with nine digits at most.
    Spectator(u32),
}

/// Maximum number of digits of a spectator's number.
const SPECTATOR_DIGITS_MAX: usize = 9;

text_type!(PersonName, r"^(?![\s\S]*[\u0000-\u001f\u007f-\u009f])\s*\S[\s\S]{1,18}\S\s*$");

// Requirement gambit-98.
impl FromStr for PersonName {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PersonName, WrongForm> {
        let is_printed = !text.chars().any(char::is_control);
        let text = text.trim();
        let is_long_enough = (NAME_CHARS_MIN..=NAME_CHARS_MAX).contains(&text.chars().count());
        if is_long_enough && is_printed { Ok(PersonName(text.into())) } else { Err(WrongForm) }
    }
}

impl PersonName {
    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberId::Player(Color::W) => f.write_str("w"),
            MemberId::Player(Color::B) => f.write_str("b"),
            MemberId::Spectator(number) => write!(f, "s{number}"),
        }
    }
}

impl FromStr for MemberId {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<MemberId, WrongForm> {
        match (text, text.strip_prefix('s')) {
            ("w", _) => Ok(MemberId::Player(Color::W)),
            ("b", _) => Ok(MemberId::Player(Color::B)),
            (_, Some(number))
                if number.starts_with(|c: char| ('1'..='9').contains(&c))
                    && number.len() <= SPECTATOR_DIGITS_MAX =>
            {
                number.parse().map(MemberId::Spectator).map_err(|_| WrongForm)
            }
            _ => Err(WrongForm),
        }
    }
}

impl Serialize for MemberId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MemberId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MemberId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for MemberId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MemberId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([wb]|s[1-9][0-9]{0,8})$" })
    }
}

/// A spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSpectator {
    /// Id of the person.
    pub id: MemberId,
    /// Name.
    pub name: PersonName,
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirement gambit-98.
    #[test]
    fn names_are_trimmed_and_neither_too_short_nor_too_long() {
        for (text, name) in [
            ("  Ada ", "Ada"),
            ("Zoë the 2nd", "Zoë the 2nd"),
            ("12345678901234567890", "12345678901234567890"),
        ] {
            assert_eq!(text.parse::<PersonName>().unwrap().as_str(), name);
        }
        for wrong in ["", "ab", "  ab  ", "123456789012345678901", "a\u{7}bc", "a\nbc", "Ada\n", "a\u{85}bc"]
        {
            assert!(wrong.parse::<PersonName>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn who_is_who_is_one_word() {
        for right in ["w", "b", "s1", "s999999999"] {
            assert_eq!(right.parse::<MemberId>().unwrap().to_string(), right);
        }
        for wrong in ["", "s", "s0", "s01", "S1", "white", "s-1", "s+1", "s1000000000"] {
            assert!(wrong.parse::<MemberId>().is_err(), "{wrong:?}");
        }
    }
}
