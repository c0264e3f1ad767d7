//! Keys of players: a key pair in a browser is who its user is, from game to game. The server knows the public half, and results count by its hash.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::Color;
use super::text::{WrongForm, is_base64url, text_type};

/// Public key of a player: an uncompressed point of P-256 in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerKey(Box<str>);

/// Signature by the private half of a [`PlayerKey`]: ECDSA with SHA-256, both numbers one after the other, in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeySignature(Box<str>);

/// Id of a player: twenty hexadecimal digits of the hash of the public key. Who knows it can prove nothing by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId([u8; PlayerId::CHARS]);

/// Ids of the players of a game who have shown a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatPlayers {
    /// The player of white.
    pub w: Option<PlayerId>,
    /// The player of black.
    pub b: Option<PlayerId>,
}

/// Characters of a public key.
const KEY_CHARS: usize = 87;

/// Characters of a signature.
const SIGNATURE_CHARS: usize = 86;

text_type!(PlayerKey, r"^B[A-Za-z0-9_-]{86}$");
text_type!(KeySignature, r"^[A-Za-z0-9_-]{86}$");
text_type!(PlayerId, r"^[0-9a-f]{20}$");

impl PlayerKey {
    /// Returns the key in base64url.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerKey {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PlayerKey, WrongForm> {
        let is_key = text.len() == KEY_CHARS && text.starts_with('B') && is_base64url(text);
        if is_key { Ok(PlayerKey(text.into())) } else { Err(WrongForm) }
    }
}

impl KeySignature {
    /// Returns the signature in base64url.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for KeySignature {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<KeySignature, WrongForm> {
        let is_signature = text.len() == SIGNATURE_CHARS && is_base64url(text);
        if is_signature { Ok(KeySignature(text.into())) } else { Err(WrongForm) }
    }
}

impl PlayerId {
    /// Length in characters.
    pub const CHARS: usize = 20;

    /// Returns the id of the player who has the private half of a key.
    #[must_use]
    pub fn of(key: &PlayerKey) -> PlayerId {
        let hash = Sha256::new_with_prefix("tabula: player\n").chain_update(key.as_str()).finalize();
        let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0') as u8;
        let mut id = [b'0'; PlayerId::CHARS];
        for (digits, byte) in id.chunks_exact_mut(2).zip(hash) {
            digits.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        PlayerId(id)
    }

    /// Returns the text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for PlayerId {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PlayerId, WrongForm> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let id = text.as_bytes().try_into().map_err(|_| WrongForm)?;
        if text.bytes().all(is_digit) { Ok(PlayerId(id)) } else { Err(WrongForm) }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerId({self})")
    }
}

impl SeatPlayers {
    /// Returns the side of a player; `None` if they have not played, or against themselves, which counts for nobody.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<Color> {
        match (self.w == Some(player), self.b == Some(player)) {
            (true, false) => Some(Color::W),
            (false, true) => Some(Color::B),
            (true, true) | (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(sign: char) -> PlayerKey {
        format!("B{}", String::from(sign).repeat(86)).parse().unwrap()
    }

    #[test]
    fn an_id_is_a_short_hash_of_the_key() {
        let id = PlayerId::of(&key('a'));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(id, PlayerId::of(&key('b')));
        // By another program: printf 'tabula: player\n%s' of the key, through sha256sum.
        assert_eq!(id.as_str(), "457feca3c909e51bf5b3");
        for wrong in ["", "0123456789abcdef012", "0123456789abcdef01234", "0123456789ABCDEF0123"] {
            assert_eq!(wrong.parse::<PlayerId>(), Err(WrongForm), "{wrong}");
        }
    }

    #[test]
    fn keys_and_signatures_are_read_strictly() {
        for wrong in
            ["", "B", &"a".repeat(87), &format!("B{}", "+".repeat(86)), &format!("B{}", "a".repeat(87))]
        {
            assert_eq!(wrong.parse::<PlayerKey>(), Err(WrongForm), "{wrong}");
        }
        assert!("s".repeat(86).parse::<KeySignature>().is_ok());
        for wrong in ["", "s", &"s".repeat(85), &"=".repeat(86), &"s".repeat(87)] {
            assert_eq!(wrong.parse::<KeySignature>(), Err(WrongForm), "{wrong}");
        }
    }

    #[test]
    fn a_game_against_oneself_counts_for_no_side() {
        let [ada, grace] = ['a', 'b'].map(|sign| PlayerId::of(&key(sign)));
        let seats = SeatPlayers { w: Some(ada), b: Some(grace) };
        assert_eq!([ada, grace].map(|id| seats.side_of(id)), [Some(Color::W), Some(Color::B)]);
        assert_eq!(SeatPlayers { w: Some(ada), b: Some(ada) }.side_of(ada), None);
        assert_eq!(SeatPlayers::default().side_of(ada), None);
    }
}
