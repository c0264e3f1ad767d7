//! Bodies of the HTTP requests and responses about passkeys, by which a player gets their key in another browser. An addition to the design.
//!
//! All bytes are base64url without padding.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::UnixMs;
use crate::domain::limits::{PASSKEY_NAME_CHARS_MAX, SEALED_IDENTITY_CHARS_MAX};

/// The answer to `GET /api/passkeys`: the pages that may use passkeys here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyTerms {
    /// Origin of the pages; left out where the server has no passkeys. A page of another origin is not offered any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub origin: Option<String>,
}

/// The answer to `POST /api/players/own/passkeys/begin` and to `POST /api/passkeys/begin`: a challenge that a passkey signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyChallenge {
    /// The challenge, good for one answer.
    pub challenge: String,
    /// Domain that passkeys of this server are for (`rpId`).
    pub rp_id: String,
    /// Algorithms of the keys that are accepted, as COSE numbers them, the preferred one first.
    pub algorithms: Vec<i16>,
    /// Ids of the player's passkeys, of which the same device makes no second one; empty where somebody signs in.
    pub known: Vec<String>,
    /// Seconds for which the challenge is good.
    pub seconds: u64,
}

/// The body of `POST /api/players/own/passkeys`: a new passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPasskeyRequest {
    /// Name by which its owner knows it, in 1 to 40 characters.
    #[serde(deserialize_with = "passkey_name")]
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// Text that the browser has made of the challenge (`clientDataJSON`).
    pub client_data: String,
    /// Answer of the authenticator (`attestationObject`).
    pub attestation: String,
    /// The player's key, sealed by the page; the server cannot read it. At most 1,000 characters.
    #[serde(deserialize_with = "sealed_identity")]
    #[schemars(length(min = 1, max = 1000))]
    pub sealed: String,
}

/// The body of `POST /api/players/own/passkeys/remove`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemovePasskeyRequest {
    /// Id of the passkey in the list.
    pub id: String,
}

/// The body of `POST /api/passkeys`: somebody signs in by a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeySignInRequest {
    /// Id of the passkey (`rawId`).
    pub credential: String,
    /// Text that the browser has made of the challenge (`clientDataJSON`).
    pub client_data: String,
    /// Data that the authenticator has signed (`authenticatorData`).
    pub authenticator_data: String,
    /// Its signature.
    pub signature: String,
}

/// The answer to `POST /api/passkeys`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SealedIdentity {
    /// The player's key, as the page has sealed it when the passkey was added.
    pub sealed: String,
}

/// A passkey in the list of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEntry {
    /// Id in the list.
    pub id: String,
    /// Name that its owner has given it.
    pub name: String,
    /// Time when it was added.
    pub at: UnixMs,
    /// Time when somebody signed in by it last; left out if nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub used_at: Option<UnixMs>,
}

/// Reads the name of a passkey: something to read, within its bound and on one line.
fn passkey_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?.trim().to_owned();
    if name.is_empty() || name.chars().count() > PASSKEY_NAME_CHARS_MAX {
        let message = format!("the name of a passkey has 1 to {PASSKEY_NAME_CHARS_MAX} characters");
        return Err(D::Error::custom(message));
    }
    if name.chars().any(char::is_control) {
        return Err(D::Error::custom("the name of a passkey has no control characters"));
    }
    Ok(name)
}

/// Reads what a page has sealed.
fn sealed_identity<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let sealed = String::deserialize(deserializer)?;
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_');
    if sealed.is_empty() || sealed.len() > SEALED_IDENTITY_CHARS_MAX || !sealed.bytes().all(is_sign) {
        let message =
            format!("the sealed key is base64url, in at most {SEALED_IDENTITY_CHARS_MAX} characters");
        return Err(D::Error::custom(message));
    }
    Ok(sealed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_and_the_sealed_key_are_bounded_and_plain() {
        let read = |name: &str, sealed: &str| {
            let body =
                serde_json::json!({"name": name, "clientData": "e30", "attestation": "oA", "sealed": sealed});
            serde_json::from_value::<NewPasskeyRequest>(body).map(|read| read.name)
        };
        assert_eq!(read(" Handy \u{1f511} ", "c2VhbGVk").unwrap(), "Handy \u{1f511}");
        assert!(read(&"\u{00fc}".repeat(40), &"a".repeat(1000)).is_ok());
        for wrong in ["", "   ", "a\nb", &"a".repeat(41)] {
            assert!(read(wrong, "c2VhbGVk").is_err(), "{wrong:?}");
        }
        for wrong in ["", "<b>", &"a".repeat(1001)] {
            assert!(read("Phone", wrong).is_err(), "{wrong:?}");
        }
    }
}
