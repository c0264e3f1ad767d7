//! Numbers of clients, read as in JSON: `7`, `7.0` and `70e-1` are the same number.

use serde::{Deserialize, Deserializer};

/// A number from 0 on.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number from 0 on")]
pub(super) enum Number {
    Whole(u64),
    Other(f64),
}

/// Bound of the whole numbers that are all exact as floating-point numbers: 2^53.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// The same bound for integers. A client with floating-point numbers cannot represent every greater number.
const WHOLE_MAX: u64 = 1 << 53;

/// Reads a whole number up to 2^53.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match Number::deserialize(deserializer)? {
        Number::Whole(number) if number <= WHOLE_MAX => Ok(number),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and in bounds")]
        Number::Other(number) if number.fract() == 0.0 && (0.0..=EXACT_MAX).contains(&number) => {
            Ok(number as u64)
        }
        Number::Whole(_) | Number::Other(_) => {
            Err(serde::de::Error::custom("expected a whole number from 0 to 9007199254740992"))
        }
    }
}

/// Reads an optional whole number that is present.
pub(super) fn some_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    whole(deserializer).map(Some)
}

/// Reads a number of points; one that is too large for the type becomes its maximum.
pub(super) fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    whole(deserializer).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}
