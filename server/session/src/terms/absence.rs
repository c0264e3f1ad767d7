//! Time that an absent player may stay away, as the creator of a game chooses it.

use serde::{Deserialize, Serialize};

use crate::domain::limits::{ABSENCE_SECONDS_MAX, ABSENCE_SECONDS_MIN};
use crate::domain::number_type;

/// Time that an absent player may stay away before the game is lost, in whole seconds from [`ABSENCE_SECONDS_MIN`] to [`ABSENCE_SECONDS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Absence(u32);

/// Error for a time outside the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an absent player may stay away for {ABSENCE_SECONDS_MIN} to {ABSENCE_SECONDS_MAX} seconds")]
pub struct WrongAbsence;

impl Absence {
    /// The longest time.
    pub const MAX: Absence = Absence(ABSENCE_SECONDS_MAX);

    /// Makes a time; `None` outside the limits.
    #[must_use]
    pub fn new(seconds: u32) -> Option<Absence> {
        Absence::try_from(seconds).ok()
    }

    /// Returns the time in milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

number_type!(Absence: u32, ABSENCE_SECONDS_MIN..=ABSENCE_SECONDS_MAX, WrongAbsence);

#[cfg(test)]
mod tests {
    use crate::terms::CreateGame;

    // Requirement blind-17.
    #[test]
    fn a_creator_chooses_a_minute_to_thirty_days() {
        let read = |absence: &str| {
            let body = format!(r#"{{"mode":"blind","absenceSeconds":{absence}}}"#);
            CreateGame::read(body.as_bytes()).map(|request| request.absence_seconds.unwrap().ms())
        };
        assert_eq!(read("60").unwrap(), 60_000);
        assert_eq!(read("2592000").unwrap(), 30 * 24 * 3_600_000);
        for wrong in ["59", "2592001", "-1", "60.5", "null", "\"60\"", "4294967357"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("59").unwrap_err().to_string().contains("for 60 to 2592000 seconds"));
    }
}
