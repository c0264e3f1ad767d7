//! Short texts without allocation, and serialization of validated texts.

use std::fmt;

/// At most [`Short::LEN_MAX`] bytes of ASCII: the name of a square, a letter, a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Short {
    bytes: [u8; Short::LEN_MAX],
    len: u8,
}

impl Short {
    /// Maximum length in bytes.
    pub(crate) const LEN_MAX: usize = 15;

    /// Makes a short text of `text`; `None` if it is too long or not ASCII.
    pub(crate) fn new(text: &str) -> Option<Short> {
        let mut short = Short { bytes: [0; Short::LEN_MAX], len: u8::try_from(text.len()).ok()? };
        short.bytes.get_mut(..text.len()).filter(|_| text.is_ascii())?.copy_from_slice(text.as_bytes());
        Some(short)
    }

    /// Makes a short text of what `value` prints, without allocation; `None` if it is too long or not ASCII.
    pub(crate) fn of(value: &impl fmt::Display) -> Option<Short> {
        use fmt::Write as _;
        let mut short = Short { bytes: [0; Short::LEN_MAX], len: 0 };
        write!(short, "{value}").ok()?;
        Some(short)
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.len)).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let (start, end) = (usize::from(self.len), usize::from(self.len) + text.len());
        let room = self.bytes.get_mut(start..end).filter(|_| text.is_ascii()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len = u8::try_from(end).map_err(|_| fmt::Error)?;
        Ok(())
    }
}

/// Error for a text that does not have the form of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not of the expected form")]
pub struct WrongForm;

/// Returns whether a text has signs of base64url alone.
pub(super) fn is_base64url(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Implements serde and JSON Schema for a type with `FromStr` and `as_str`: a string of one pattern.
macro_rules! text_type {
    ($type:ident, $pattern:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("a string of the form ", $pattern))
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        // The text itself is left out of the error: it may be a secret.
                        text.parse().map_err(|_| E::custom(concat!("expected a string of the form ", $pattern)))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}
pub(crate) use text_type;

#[cfg(test)]
mod tests {
    use super::Short;

    #[test]
    fn holds_what_fits_and_refuses_the_rest() {
        assert_eq!(Short::new("e4").unwrap().as_str(), "e4");
        assert_eq!(Short::of(&1_234_567).unwrap().as_str(), "1234567");
        assert!(Short::new("0123456789abcdef").is_none());
        assert!(Short::of(&"0123456789abcdef").is_none());
        assert!(Short::new("é").is_none());
        assert!(Short::of(&'é').is_none());
        assert_eq!(Short::new("0123456789abcde").unwrap().as_str().len(), Short::LEN_MAX);
    }
}
