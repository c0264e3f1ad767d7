//! The third field: the style of the side to move, then that of the other.

use super::error::{FeenErrorKind, ParseFeenError};
use crate::notation::error::Found;
use crate::notation::grammar::{self, Rule};
use crate::notation::sin::Sin;

/// Parses the field into the active and the inactive style.
pub(super) fn parse(text: &str) -> Result<(Sin, Sin), ParseFeenError> {
    let styles = grammar::parse(Rule::style_turn_text, text, |pair| {
        let mut styles = pair.into_inner();
        Some((Sin::read(styles.next()?)?, Sin::read(styles.next()?)?))
    });
    let (active, inactive) = styles.ok_or_else(|| classify(text))?;
    if active.side == inactive.side {
        return Err(ParseFeenError::new(FeenErrorKind::StylesSameCase, text, text.len() - 1));
    }
    Ok((active, inactive))
}

/// Returns the error for the text that the grammar rejects.
fn classify(text: &str) -> ParseFeenError {
    let slashes: Vec<usize> = text.match_indices('/').map(|(at, _)| at).collect();
    let (kind, at) = match slashes.as_slice() {
        [] => (FeenErrorKind::InvalidStyleTurnDelimiter, text.len()),
        [slash] => {
            let active_is_right = text.get(..*slash).is_some_and(|style| style.parse::<Sin>().is_ok());
            (FeenErrorKind::InvalidStyleToken, if active_is_right { slash + 1 } else { 0 })
        }
        [_, second, ..] => (FeenErrorKind::InvalidStyleTurnDelimiter, *second),
    };
    let mut error = ParseFeenError::new(kind, text, at);
    if kind == FeenErrorKind::InvalidStyleToken {
        let style = text.get(at..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        error.found = Found::text(style);
    }
    error
}
