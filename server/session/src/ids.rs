//! What names a game, a seat, a socket, a command and an instant. Randomness and time are arguments here, never sources.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::COMMAND_ID_CHARS_MAX;
use crate::protocol::player::Color;
pub use crate::text::WrongForm;
use crate::text::{Short, text_type};

/// Wall clock time, in milliseconds since 1970.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct UnixMs(pub u64);

impl UnixMs {
    /// The instant `ms` milliseconds later.
    #[must_use]
    pub fn plus(self, ms: u64) -> UnixMs {
        UnixMs(self.0.saturating_add(ms))
    }
}

/// A socket, under the name that the shell gave it. Names are not used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConnId(pub u64);

/// A seat of a game: what a rate limit is counted by, whichever socket holds the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeatId(pub Color);

/// `^[a-z0-9]{8}$`, about 41 bits: enough that a link is not guessed while its seat is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(Short);

/// `^[a-z0-9]{24}$`, about 124 bits: whoever shows it holds the seat. It prints nothing of itself and compares in constant time.
#[derive(Clone)]
pub struct Token([u8; Token::CHARS]);

/// The name that a client gives to a message, 1 to 64 characters without control characters; a command is idempotent by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(Box<str>);

text_type!(GameId, "^[a-z0-9]{8}$");
text_type!(Token, "^[a-z0-9]{24}$");
text_type!(CommandId, "^[^\\u0000-\\u001f\\u007f]{1,64}$");

const ALPHABET: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Turns random bytes into letters without bias: a byte past the last whole multiple of the alphabet is passed over.
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

fn is_of_alphabet(text: &str, chars: usize) -> bool {
    text.len() == chars && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl GameId {
    /// How many characters an id has.
    pub const CHARS: usize = 8;

    /// An id from random bytes; `None` when too many of them had to be passed over (64 bytes are always enough in practice).
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

    /// The text of the id.
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
    /// How many characters a token has.
    pub const CHARS: usize = 24;

    /// A token from bytes of a cryptographic random source; `None` when too many of them had to be passed over (64 are always
    /// enough in practice).
    #[must_use]
    pub fn from_random(random: &[u8]) -> Option<Token> {
        letters(random).map(Token)
    }

    /// The text of the token, for its owner alone.
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

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        // Every byte is looked at, so that the time taken says nothing about where two tokens differ.
        let difference =
            self.0.iter().zip(&other.0).fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
        std::hint::black_box(difference) == 0
    }
}

impl Eq for Token {}

impl CommandId {
    /// The text of the id.
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

    #[test]
    fn a_game_id_is_eight_lower_case_letters_or_digits() {
        assert_eq!("abc123xy".parse::<GameId>().unwrap().to_string(), "abc123xy");
        for wrong in ["", "abc123x", "abc123xyz", "ABC123XY", "abc-23xy", "abc123x ", "äbc123x"] {
            assert_eq!(wrong.parse::<GameId>(), Err(WrongForm), "{wrong:?}");
        }
    }

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

    #[test]
    fn a_command_id_has_one_to_sixty_four_characters() {
        assert!("m-1".parse::<CommandId>().is_ok());
        assert!("é".repeat(64).parse::<CommandId>().is_ok());
        assert!("".parse::<CommandId>().is_err());
        assert!("a".repeat(65).parse::<CommandId>().is_err());
        assert!("a\nb".parse::<CommandId>().is_err());
    }
}
