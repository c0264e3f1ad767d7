//! Ids of games, seats, sockets and commands; tokens; times. Randomness and time are arguments here, never sources.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use subtle::{Choice, ConstantTimeEq};

use super::color::Color;
use super::limits::COMMAND_ID_CHARS_MAX;
use super::text::{Short, WrongForm, text_type};

/// Wall clock time, in milliseconds since 1970.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct UnixMs(pub u64);

impl UnixMs {
    /// Returns the time `ms` milliseconds later.
    #[must_use]
    pub fn plus(self, ms: u64) -> UnixMs {
        UnixMs(self.0.saturating_add(ms))
    }
}

/// Id of a socket, given by the server and never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConnId(pub u64);

/// Id of a seat of a game. Rate limits count by it, whichever socket holds the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub Color);

/// `^[a-z0-9]{8}$`, about 41 bits: a link cannot be guessed while its seat is open.
// Requirement blind-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(Short);

/// `^[a-z0-9]{24}$`, about 124 bits: the token holds a seat. It does not print itself and compares in constant time.
// Requirement blind-29.
#[derive(Clone)]
pub struct Token([u8; Token::CHARS]);

/// Id that a client gives to a message, 1 to 64 characters without control characters. Commands are idempotent by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(Box<str>);

/// `^[A-Z0-9]{6}$`, about 31 bits: short enough to be said aloud. It leads to a room with an open seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomCode(Short);

/// A UUID of version 4, 122 random bits: the token holds a seat of a room. It does not print itself and compares in constant time.
#[derive(Clone)]
pub struct RoomToken([u8; RoomToken::BYTES]);

text_type!(GameId, "^[a-z0-9]{8}$");
text_type!(RoomCode, "^[A-Z0-9]{6}$");
text_type!(Token, "^[a-z0-9]{24}$");
text_type!(CommandId, "^[^\\u0000-\\u001f\\u007f]{1,64}$");

const ALPHABET: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Returns letters for random bytes without bias: a byte past the last whole multiple of the alphabet is skipped.
fn letters<const N: usize>(random: &[u8]) -> Option<[u8; N]> {
    let whole = 256 / ALPHABET.len() * ALPHABET.len();
    let mut drawn = random
        .iter()
        .map(|&byte| usize::from(byte))
        .filter(|byte| *byte < whole)
        .filter_map(|byte| ALPHABET.get(byte % ALPHABET.len()).copied());
    let mut letters = [0; N];
    for letter in &mut letters {
        *letter = drawn.next()?;
    }
    Some(letters)
}

// Requirement blind-122.
fn is_of_alphabet(text: &str, chars: usize) -> bool {
    text.len() == chars && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl GameId {
    /// Length in characters.
    pub const CHARS: usize = 8;

    /// Makes an id from random bytes; `None` if too many of them had to be skipped (64 bytes are always enough in practice).
    ///
    /// ```
    /// let id = session::GameId::from_random(&[0, 1, 2, 255, 254, 253, 252, 35, 36, 37, 38, 39]).ok_or("too few bytes")?;
    /// assert_eq!(id.as_str(), "abc9abcd");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn from_random(random: &[u8]) -> Option<GameId> {
        let letters: [u8; GameId::CHARS] = letters(random)?;
        std::str::from_utf8(&letters).ok().and_then(Short::new).map(GameId)
    }

    /// Returns the text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for GameId {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<GameId, WrongForm> {
        if is_of_alphabet(text, GameId::CHARS) {
            Short::new(text).map(GameId).ok_or(WrongForm)
        } else {
            Err(WrongForm)
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Token {
    /// Length in characters.
    pub const CHARS: usize = 24;

    /// Makes a token from bytes of a cryptographic random source; `None` if too many of them had to be skipped (64 are always
    /// enough in practice).
    #[must_use]
    pub fn from_random(random: &[u8]) -> Option<Token> {
        letters(random).map(Token)
    }

    /// Returns the text of the token, for its owner alone.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Token {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<Token, WrongForm> {
        if !is_of_alphabet(text, Token::CHARS) {
            return Err(WrongForm);
        }
        text.as_bytes().try_into().map(Token).map_err(|_| WrongForm)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// All bytes are compared, so that the time taken does not disclose where two tokens differ.
impl ConstantTimeEq for Token {
    fn ct_eq(&self, other: &Token) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for Token {}

impl RoomCode {
    /// Length in characters.
    pub const CHARS: usize = 6;

    /// Makes a code from bytes of a cryptographic random source; `None` if too many of them had to be skipped (64 are always
    /// enough in practice).
    // Requirement rooms-15.
    #[must_use]
    pub fn from_random(random: &[u8]) -> Option<RoomCode> {
        let mut letters: [u8; RoomCode::CHARS] = letters(random)?;
        letters.make_ascii_uppercase();
        std::str::from_utf8(&letters).ok().and_then(Short::new).map(RoomCode)
    }

    /// Returns the text of the code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for RoomCode {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<RoomCode, WrongForm> {
        let is_of_form = text.len() == RoomCode::CHARS
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if is_of_form { Short::new(text).map(RoomCode).ok_or(WrongForm) } else { Err(WrongForm) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl RoomToken {
    /// Length in bytes.
    pub const BYTES: usize = 16;

    /// Numbers of hexadecimal digits in the groups of the text.
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

    /// Makes a token from bytes of a cryptographic random source.
    // Requirement rooms-16.
    #[must_use]
    pub fn from_random(mut random: [u8; RoomToken::BYTES]) -> RoomToken {
        let [.., version, _, variant, _, _, _, _, _, _, _] = &mut random;
        *version = *version & 0x0f | 0x40;
        *variant = *variant & 0x3f | 0x80;
        RoomToken(random)
    }

    /// Returns the text of the token, for its owner alone.
    #[must_use]
    pub fn text(&self) -> String {
        let mut digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 0x0f]);
        let group = |count: &usize| -> String {
            let digits = digits.by_ref().take(*count);
            digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
        };
        RoomToken::GROUPS.iter().map(group).collect::<Vec<_>>().join("-")
    }
}

/// Any version of a UUID is accepted, in either case: a token from elsewhere is well-formed but holds no seat.
impl FromStr for RoomToken {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<RoomToken, WrongForm> {
        if !text.split('-').map(str::len).eq(RoomToken::GROUPS) {
            return Err(WrongForm);
        }
        let mut digits = text.chars().filter(|c| *c != '-').map(|c| c.to_digit(16));
        let mut bytes = [0; RoomToken::BYTES];
        for byte in &mut bytes {
            let (Some(Some(high)), Some(Some(low))) = (digits.next(), digits.next()) else {
                return Err(WrongForm);
            };
            *byte = u8::try_from(high << 4 | low).map_err(|_| WrongForm)?;
        }
        Ok(RoomToken(bytes))
    }
}

impl fmt::Debug for RoomToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoomToken(..)")
    }
}

/// All bytes are compared, so that the time taken does not disclose where two tokens differ.
impl ConstantTimeEq for RoomToken {
    fn ct_eq(&self, other: &RoomToken) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl PartialEq for RoomToken {
    fn eq(&self, other: &RoomToken) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for RoomToken {}

impl Serialize for RoomToken {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for RoomToken {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RoomToken, D::Error> {
        // The text itself is left out of the error: it may be a secret.
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| serde::de::Error::custom("expected a UUID"))
    }
}

impl JsonSchema for RoomToken {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RoomToken".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "uuid" })
    }
}

impl CommandId {
    /// Returns the text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<CommandId, WrongForm> {
        let chars = text.chars().take(COMMAND_ID_CHARS_MAX + 1).count();
        if (1..=COMMAND_ID_CHARS_MAX).contains(&chars) && !text.chars().any(|c| c.is_ascii_control()) {
            Ok(CommandId(text.into()))
        } else {
            Err(WrongForm)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirements blind-28, blind-122.
    #[test]
    fn a_game_id_is_eight_lower_case_letters_or_digits() {
        assert_eq!("abc123xy".parse::<GameId>().unwrap().to_string(), "abc123xy");
        for wrong in ["", "abc123x", "abc123xyz", "ABC123XY", "abc-23xy", "abc123x ", "äbc123x"] {
            assert_eq!(wrong.parse::<GameId>(), Err(WrongForm), "{wrong:?}");
        }
    }

    // Requirements blind-29, gambit-101.
    #[test]
    fn a_token_shows_nothing_of_itself() {
        let token: Token = "abcdefghijklmnopqrstuvwx".parse().unwrap();
        assert_eq!(format!("{token:?} {:?}", Some(&token)), "Token(..) Some(Token(..))");
        let refused = serde_json::from_str::<Token>("\"Abcdefghijklmnopqrstuvwx\"").unwrap_err().to_string();
        assert!(!refused.contains("bcdef"), "{refused}");
    }

    #[test]
    fn tokens_are_equal_only_byte_for_byte() {
        let token: Token = "abcdefghijklmnopqrstuvwx".parse().unwrap();
        assert_eq!(token, token.clone());
        for place in 0..Token::CHARS {
            let mut other = token.clone();
            other.0[place] = b'0';
            assert_ne!(token, other);
        }
        assert!("abcdefghijklmnopqrstuvw".parse::<Token>().is_err());
    }

    #[test]
    fn random_bytes_fall_on_every_letter_equally_often() {
        let all: Vec<u8> = (0..=255).collect();
        let drawn: [u8; 252] = letters(&all).unwrap();
        for letter in ALPHABET {
            assert_eq!(drawn.iter().filter(|drawn| *drawn == letter).count(), 7);
        }
        assert!(letters::<253>(&all).is_none());
        assert!(GameId::from_random(&[255; 64]).is_none());
        assert!(Token::from_random(&[0; 23]).is_none());
        assert_eq!(Token::from_random(&[0; 24]).unwrap().as_str(), "a".repeat(24));
    }

    // Requirement rooms-15.
    #[test]
    fn a_room_is_found_by_six_upper_case_letters_or_digits() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(RoomCode::from_random(&all[30..]).unwrap().as_str(), "456789");
        assert_eq!(RoomCode::from_random(&all).unwrap().as_str(), "ABCDEF");
        assert_eq!("ABC123".parse::<RoomCode>().unwrap().to_string(), "ABC123");
        for wrong in ["", "ABC12", "ABC1234", "abc123", "ABC-12", "ÄBC12"] {
            assert_eq!(wrong.parse::<RoomCode>(), Err(WrongForm), "{wrong:?}");
        }
    }

    // Requirement rooms-16.
    #[test]
    fn the_token_of_a_room_is_a_uuid_of_version_four() {
        let token = RoomToken::from_random([0xff; 16]);
        assert_eq!(token.text(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(RoomToken::from_random([0; 16]).text(), "00000000-0000-4000-8000-000000000000");
        assert_eq!(token.text().to_uppercase().parse::<RoomToken>().unwrap(), token);
        assert_ne!(RoomToken::from_random([0xfe; 16]), token);
        assert_eq!(format!("{token:?}"), "RoomToken(..)");
        for wrong in [
            "",
            "661f9500-f30c-52e5-b827-55776655011",
            "661f9500f30c52e5b827557766550111",
            "661f9500-f30c-52e5-b827-55776655011g",
        ] {
            assert_eq!(wrong.parse::<RoomToken>(), Err(WrongForm), "{wrong:?}");
        }
        assert!("661f9500-f30c-52e5-b827-557766550111".parse::<RoomToken>().is_ok());
    }

    #[test]
    fn a_command_id_has_one_to_sixty_four_characters() {
        assert!("m-1".parse::<CommandId>().is_ok());
        assert!("é".repeat(64).parse::<CommandId>().is_ok());
        assert!("".parse::<CommandId>().is_err());
        assert!("a".repeat(65).parse::<CommandId>().is_err());
        assert!("a\nb".parse::<CommandId>().is_err());
    }
}
