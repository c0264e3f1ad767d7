//! Strict reading of JSON, which serde leaves to its users.

use serde::{Deserialize, Deserializer};

/// Reads an object. Serde would also accept an array of the fields' values.
pub(crate) fn read_object<'de, T: Deserialize<'de>>(json: &'de [u8]) -> Result<T, serde_json::Error> {
    match json.iter().find(|byte| !b" \n\r\t".contains(byte)) {
        Some(b'[') => Err(serde::de::Error::custom("an array where an object is asked for")),
        _ => serde_json::from_slice(json),
    }
}

/// Reads an optional field that is present; `null` is refused.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
