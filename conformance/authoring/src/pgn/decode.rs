//! From the bytes of a file to text: UTF-8, or what PGN was made for, ISO 8859-1 (Latin-1).

use super::{BYTES_MAX, LineColumn};

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// The first place that is not UTF-8. Then the whole file was read as Latin-1, in which every byte is a character.
    pub latin1: Option<LineColumn>,
}

/// Reasons why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// It is longer than [`BYTES_MAX`].
    #[error("the file is longer than {BYTES_MAX} bytes; split it")]
    TooLong,
    /// It begins as UTF-16 does.
    #[error("the file is UTF-16; PGN is UTF-8 or ISO 8859-1, so convert it")]
    Utf16,
}

/// Reads bytes as text.
///
/// # Errors
/// Returns an error if there are too many of them, or they are plainly something else.
///
/// ```
/// use authoring::pgn::decode;
/// assert_eq!(decode("Gruß".as_bytes().to_vec()).map(|it| it.latin1), Ok(None));
/// let old = decode(b"Gru\xdf".to_vec())?;
/// assert_eq!((old.text.as_str(), old.latin1.map(|at| at.column)), ("Gruß", Some(4)));
/// # Ok::<(), authoring::pgn::NotText>(())
/// ```
pub fn decode(bytes: Vec<u8>) -> Result<Decoded, NotText> {
    if bytes.len() > BYTES_MAX {
        return Err(NotText::TooLong);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(NotText::Utf16);
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
            Ok(Decoded { text, latin1: None })
        }
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let before: String = bytes.iter().take(valid).map(|&byte| char::from(byte)).collect();
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            let place = LineColumn {
                line: before.matches('\n').count() + 1,
                column: before.split_at(line_start).1.chars().count() + 1,
            };
            Ok(Decoded { text: bytes.iter().map(|&byte| char::from(byte)).collect(), latin1: Some(place) })
        }
    }
}
