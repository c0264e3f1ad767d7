//! The machine as the other player, as the creator of a game asks for it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::limits::MACHINE_LEVEL_MAX;
use crate::domain::{Color, PersonName, Token, number_type};

/// Strength of the machine, from 1 to [`MACHINE_LEVEL_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct MachineLevel(u8);

/// Error for a level that the machine does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the machine plays at levels 1 to {MACHINE_LEVEL_MAX}")]
pub struct WrongMachineLevel;

impl MachineLevel {
    /// Returns the level as a number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }
}

number_type!(MachineLevel: u8, 1..=MACHINE_LEVEL_MAX, WrongMachineLevel);

/// Wish of a creator to play against the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineWish {
    /// Its strength.
    pub level: MachineLevel,
}

/// Seat that the machine has in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSeat {
    /// Its side.
    pub side: Color,
    /// Its strength.
    pub level: MachineLevel,
    /// The token of the seat.
    pub token: Token,
}

impl MachineSeat {
    /// Returns the name by which everybody sees that the machine has the seat. No person can have a name like it.
    pub(crate) fn name(&self) -> Option<PersonName> {
        format!("Machine, level {}", self.level.number()).parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::catalogue;
    use crate::terms::CreateGame;

    #[test]
    fn a_level_is_a_number_from_1_to_8() {
        let read = |level: &str| {
            let body = format!(r#"{{"mode":"vanilla","machine":{{"level":{level}}}}}"#);
            CreateGame::read(body.as_bytes()).map(|request| request.machine.unwrap().level.number())
        };
        assert_eq!((read("1").unwrap(), read("8").unwrap()), (1, 8));
        for wrong in ["0", "9", "-1", "1.5", "\"3\"", "null", "3, \"depth\": 9"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nobody_can_have_the_machines_name() {
        let token: Token = "a".repeat(24).parse().unwrap();
        for level in 1..=MACHINE_LEVEL_MAX {
            let level = MachineLevel::try_from(level).unwrap();
            let name = MachineSeat { side: Color::B, level, token: token.clone() }.name().unwrap();
            assert!(!catalogue().word_filter().allows_name(&name), "{}", name.as_str());
        }
        let plain: PersonName = "machine".parse().unwrap();
        assert!(!catalogue().word_filter().allows_name(&plain));
    }
}
