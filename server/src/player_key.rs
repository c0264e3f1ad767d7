//! Signatures by the keys of players. A signature is for one purpose alone: for a seat of a game, for the record of a game, or for a request at about this
//! time.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use session::domain::{Color, KeySignature, PlayerId, PlayerKey};
use session::{GameId, UnixMs, WrongForm};

/// Greatest difference between the time of a signed request and the server's, in milliseconds: clocks of devices go wrong, and requests take their time.
pub(crate) const SIGNED_MS: u64 = 5 * 60_000;

/// Returns whether a signature is of this text and by this key. A point that is on no curve has signed nothing.
pub(crate) fn has_signed(key: &PlayerKey, signature: &KeySignature, text: &str) -> bool {
    let check = || {
        let key = VerifyingKey::from_sec1_bytes(&BASE64.decode(key.as_str()).ok()?).ok()?;
        let signature = Signature::from_slice(&BASE64.decode(signature.as_str()).ok()?).ok()?;
        key.verify(text.as_bytes(), &signature).ok()
    };
    check().is_some()
}

/// Returns the text that a player signs for a seat. The game's id is drawn by the server, and once: a signature is good for no other seat.
pub(crate) fn seat_text(game: &GameId, color: Color) -> String {
    let side = match color {
        Color::W => "w",
        Color::B => "b",
    };
    format!("tabula seat {} {side}", game.as_str())
}

/// Returns the text that a player signs to join a game, before they have a seat.
pub(crate) fn join_text(game: &GameId) -> String {
    format!("tabula join {}", game.as_str())
}

/// Returns the text that a player signs to be known in the lobby.
pub(crate) fn lobby_text(at: UnixMs) -> String {
    format!("tabula lobby {}", at.0)
}

/// A signature for the record of a game: `KEY.SIGNATURE`, in place of the token of a seat. It opens this record alone, and as long as there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignedRecord {
    key: PlayerKey,
    signature: KeySignature,
}

impl SignedRecord {
    /// Returns the id of the player who has signed for a record, by the id by which it is asked for.
    pub(crate) fn player(&self, record: &GameId) -> Option<PlayerId> {
        let text = format!("tabula record {}", record.as_str());
        has_signed(&self.key, &self.signature, &text).then(|| PlayerId::of(&self.key))
    }
}

impl FromStr for SignedRecord {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<SignedRecord, WrongForm> {
        let (key, signature) = text.split_once('.').ok_or(WrongForm)?;
        Ok(SignedRecord { key: key.parse()?, signature: signature.parse()? })
    }
}

/// The signature of a request, as the header `Authorization: Key KEY.TIME.SIGNATURE` has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignedRequest {
    key: PlayerKey,
    at: UnixMs,
    signature: KeySignature,
}

/// The reason why a signature does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotSigned {
    /// It is too old, or of a time to come.
    #[error("the time of the signature is not the server's; sign again by the time of this answer")]
    Late,
    /// It is not by that key, or of another request.
    #[error("the signature is not by this key, or not of this request")]
    Wrong,
}

impl SignedRequest {
    /// Returns the id of the player who has signed a request: its purpose and its body, which is empty for one that changes nothing.
    ///
    /// # Errors
    /// Returns an error if nobody has, or not now.
    pub(crate) fn player(&self, purpose: &str, body: &str, now: UnixMs) -> Result<PlayerId, NotSigned> {
        if self.at.0.abs_diff(now.0) > SIGNED_MS {
            return Err(NotSigned::Late);
        }
        let text = format!("tabula {purpose}\n{}\n{body}", self.at.0);
        if has_signed(&self.key, &self.signature, &text) {
            Ok(PlayerId::of(&self.key))
        } else {
            Err(NotSigned::Wrong)
        }
    }
}

impl FromStr for SignedRequest {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<SignedRequest, WrongForm> {
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(WrongForm);
        let (key, at, signature) = (next()?.parse()?, next()?, next()?.parse()?);
        let is_number = !at.is_empty() && at.bytes().all(|byte| byte.is_ascii_digit());
        let at = at.parse().ok().filter(|_| is_number && parts.next().is_none()).ok_or(WrongForm)?;
        Ok(SignedRequest { key, at: UnixMs(at), signature })
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::SigningKey;
    use p256::ecdsa::signature::Signer as _;

    use super::*;

    fn public(key: &SigningKey) -> PlayerKey {
        BASE64.encode(key.verifying_key().to_encoded_point(false).as_bytes()).parse().unwrap()
    }

    fn sign(key: &SigningKey, text: &str) -> KeySignature {
        let signature: Signature = key.sign(text.as_bytes());
        BASE64.encode(signature.to_bytes()).parse().unwrap()
    }

    #[test]
    fn a_signature_is_good_for_one_seat_of_one_game() {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let game: GameId = "k3f9x2ab".parse().unwrap();
        let text = seat_text(&game, Color::W);
        assert_eq!(text, "tabula seat k3f9x2ab w");
        let signature = sign(&key, &text);
        assert!(has_signed(&public(&key), &signature, &text));
        assert!(!has_signed(&public(&key), &signature, &seat_text(&game, Color::B)));
        assert!(!has_signed(&public(&key), &signature, &seat_text(&"k3f9x2ac".parse().unwrap(), Color::W)));
        let other = SigningKey::from_slice(&[8; 32]).unwrap();
        assert!(!has_signed(&public(&other), &signature, &text));
        // Neither a point nor two numbers.
        let nowhere: PlayerKey = format!("B{}", "A".repeat(86)).parse().unwrap();
        assert!(!has_signed(&nowhere, &signature, &text));
        assert!(!has_signed(&public(&key), &"A".repeat(86).parse().unwrap(), &text));
    }

    #[test]
    fn the_signature_of_the_document_is_one() {
        let document = include_str!("../session/wire.md");
        let (_, example) = document.split_once(r#"{"type": "identify""#).unwrap();
        let field = |name: &str| {
            let (_, rest) = example.split_once(&format!(r#""{name}": ""#)).unwrap();
            rest.split('"').next().unwrap()
        };
        let text = seat_text(&"k3f9x2ab".parse().unwrap(), Color::W);
        assert!(has_signed(&field("key").parse().unwrap(), &field("signature").parse().unwrap(), &text));
    }

    #[test]
    fn a_record_is_signed_for_by_its_id() {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let signature = sign(&key, "tabula record k3f9x2ab");
        let text = format!("{}.{}", public(&key).as_str(), signature.as_str());
        let signed: SignedRecord = text.parse().unwrap();
        assert_eq!(signed.player(&"k3f9x2ab".parse().unwrap()), Some(PlayerId::of(&public(&key))));
        assert_eq!(signed.player(&"k3f9x2ac".parse().unwrap()), None);
        for wrong in ["", ".", &text[1..], &format!("{text}.x"), public(&key).as_str()] {
            assert_eq!(wrong.parse::<SignedRecord>(), Err(WrongForm), "{wrong}");
        }
    }

    #[test]
    fn a_request_is_signed_with_its_purpose_its_body_and_its_time() {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let now = 1_777_334_400_000;
        let signature = sign(&key, &format!("tabula results\n{now}\n"));
        let text = format!("{}.{now}.{}", public(&key).as_str(), signature.as_str());
        let signed: SignedRequest = text.parse().unwrap();
        let player = |purpose, body, at| signed.player(purpose, body, UnixMs(at));
        assert_eq!(player("results", "", now), Ok(PlayerId::of(&public(&key))));
        for late in [now + SIGNED_MS + 1, now - SIGNED_MS - 1, 0] {
            assert_eq!(player("results", "", late), Err(NotSigned::Late));
        }
        assert!(player("results", "", now + SIGNED_MS).is_ok());
        assert_eq!(player("record", "", now), Err(NotSigned::Wrong));
        assert_eq!(player("results", "{}", now), Err(NotSigned::Wrong));
        let earlier: SignedRequest = text.replace(&now.to_string(), &(now - 1).to_string()).parse().unwrap();
        assert_eq!(earlier.player("results", "", UnixMs(now)), Err(NotSigned::Wrong));
        for wrong in ["", "..", &text[1..], &format!("{text}.x"), &text.replace(".1", ".+1")] {
            assert_eq!(wrong.parse::<SignedRequest>(), Err(WrongForm), "{wrong}");
        }
    }
}
