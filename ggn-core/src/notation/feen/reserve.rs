//! The second field: the hands of the first and of the second side, in canonical order.

use std::cmp::Reverse;
use std::fmt;

use pest::iterators::Pair;

use super::Reserve;
use super::error::{FeenErrorKind, ParseFeenError};
use crate::BySide;
use crate::notation::epin::Epin;
use crate::notation::error::Found;
use crate::notation::grammar::{self, Rule};
use crate::notation::pin::State;

/// Merges and sorts pieces with their counts into the canonical form of a hand.
///
/// ```
/// use ggn_core::notation::feen::canonical_reserve;
/// let (p, b) = ("P".parse()?, "B".parse()?);
/// assert_eq!(canonical_reserve([(p, 1), (b, 2), (p, 2)]), [(p, 3), (b, 2)]);
/// # Ok::<(), ggn_core::notation::epin::ParseEpinError>(())
/// ```
#[must_use]
pub fn canonical_reserve(pieces: impl IntoIterator<Item = (Epin, u32)>) -> Reserve {
    let mut reserve = Reserve::new();
    for (piece, count) in pieces {
        match reserve.iter_mut().find(|(held, _)| *held == piece) {
            Some((_, held)) => *held = held.saturating_add(count),
            None => reserve.push((piece, count)),
        }
    }
    reserve.retain(|(_, count)| *count > 0);
    reserve.sort_unstable_by_key(order);
    reserve
}

/// Returns the sort key inside a hand; it differs for different kinds of piece.
pub(super) fn order((piece, count): &(Epin, u32)) -> impl Ord + use<> {
    let sign = match piece.pin.state {
        State::Diminished => 0,
        State::Enhanced => 1,
        State::Normal => 2,
    };
    (Reverse(*count), piece.pin.letter, piece.pin.side, sign, piece.pin.terminal, piece.derived)
}

/// Parses the field.
pub(super) fn parse(text: &str) -> Result<BySide<Reserve>, ParseFeenError> {
    let error = |at| ParseFeenError::new(FeenErrorKind::InvalidHandsDelimiter, text, at);
    let (first, second) = text.split_once('/').ok_or_else(|| error(text.len()))?;
    if let Some(at) = second.find('/') {
        return Err(error(first.len() + 1 + at));
    }
    let offset = first.len() + 1;
    let second = |error: ParseFeenError| ParseFeenError { at: error.at + offset, ..error };
    Ok(BySide { first: hand(first)?, second: hand(text.get(offset..).unwrap_or_default()).map_err(second)? })
}

/// Parses one hand.
fn hand(text: &str) -> Result<Reserve, ParseFeenError> {
    let held = grammar::parse(Rule::reserve_text, text, |reserve| reserve.into_inner().map(read).collect());
    let held: Vec<HandToken<'_>> = held.ok_or_else(|| classify(text))?;
    let error = |kind, held: &HandToken<'_>| {
        let mut error = ParseFeenError::new(kind, text, held.at);
        error.found = Found::Text(held.text.to_owned());
        error
    };
    for (index, one) in held.iter().enumerate() {
        if held.iter().take(index).any(|earlier| earlier.piece == one.piece) {
            return Err(error(FeenErrorKind::HandNotAggregated, one));
        }
    }
    for (one, next) in held.iter().zip(held.iter().skip(1)) {
        if order(&(one.piece, one.count)) > order(&(next.piece, next.count)) {
            return Err(error(FeenErrorKind::HandNotCanonical, next));
        }
    }
    Ok(held.iter().map(|held| (held.piece, held.count)).collect())
}

/// One token of a hand.
struct HandToken<'t> {
    at: usize,
    text: &'t str,
    piece: Epin,
    count: u32,
}

/// Converts a grammar match to a token.
fn read(held: Pair<'_, Rule>) -> Option<HandToken<'_>> {
    let (at, text) = (held.as_span().start(), held.as_str());
    let mut parts = held.into_inner();
    let mut part = parts.next()?;
    let mut count = 1;
    if part.as_rule() == Rule::count {
        // A number too long for its type exceeds the squares of any board, which is reported later.
        count = part.as_str().parse().unwrap_or(u32::MAX);
        part = parts.next()?;
    }
    Some(HandToken { at, text, piece: Epin::read(part)?, count })
}

/// Returns the error for a hand that the grammar rejects.
fn classify(text: &str) -> ParseFeenError {
    let mut at = 0;
    while let Some(length) = text.get(at..).and_then(|rest| grammar::prefix(Rule::held, rest)) {
        at += length;
    }
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let counted = digits > 0 && grammar::prefix(Rule::count, rest) != Some(digits);
    let (kind, at) = if counted {
        (FeenErrorKind::InvalidHandCount, at)
    } else {
        (FeenErrorKind::InvalidPieceToken, at + digits)
    };
    let mut error = ParseFeenError::new(kind, text, at);
    if let (true, Some(count)) = (counted, rest.get(..digits)) {
        error.found = Found::Text(count.to_owned());
    } else if rest.starts_with(['+', '-']) {
        error.found = Found::Text(rest.chars().take(2).collect());
    }
    error
}

/// Writes the field.
pub(super) fn write(hands: &BySide<Reserve>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let one = |reserve: &Reserve, f: &mut fmt::Formatter<'_>| {
        for (piece, count) in canonical_reserve(reserve.iter().copied()) {
            if count > 1 {
                write!(f, "{count}")?;
            }
            write!(f, "{piece}")?;
        }
        Ok(())
    };
    one(&hands.first, f)?;
    f.write_str("/")?;
    one(&hands.second, f)
}
