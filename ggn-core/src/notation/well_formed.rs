//! Names of pieces and squares as nearly all files write them, read without the grammar: effects name the same few thousands of times.
//!
//! A name that is not read here goes through the grammar, which also finds its faults.

use super::cell::Cell;
use super::letter::Letter;
use super::pin::{Pin, State};
use super::qpi::Qpi;
use super::sin::Sin;

/// Reads a piece.
pub(super) fn qpi(text: &str) -> Option<Qpi> {
    let (style, piece) = text.split_once(':')?;
    let (letter, side) = Letter::read(style)?;
    let sin = Sin { letter, side };
    let (state, rest) = match piece.strip_prefix('+') {
        Some(rest) => (State::Enhanced, rest),
        None => match piece.strip_prefix('-') {
            Some(rest) => (State::Diminished, rest),
            None => (State::Normal, piece),
        },
    };
    let name = rest.strip_suffix('^');
    let (letter, side) = Letter::read(name.unwrap_or(rest))?;
    Some(Qpi { sin, pin: Pin { letter, side, state, terminal: name.is_some() } })
}

/// Reads a square with a file of one letter and a rank below 100.
pub(super) fn cell(text: &str) -> Option<Cell> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let (file, rank) = match *text.as_bytes() {
        [file, ones] => (file, digit(ones)?),
        [file, tens @ b'1'..=b'9', ones] => (file, digit(tens)? * 10 + digit(ones)?),
        _ => return None,
    };
    let rank = rank.checked_sub(1)?;
    file.is_ascii_lowercase().then(|| Cell::flat(file - b'a', rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::grammar::{self, Rule};

    #[test]
    fn names_are_read_as_by_the_grammar() {
        let signs = ["", "+", "-", "^", ":", "a", "Z", "+^", "1", "ä", " "];
        for style in ["C", "c", "1", "", "CC", "ä"] {
            for (one, other, end) in signs
                .iter()
                .flat_map(|one| signs.iter().map(move |other| (one, other)))
                .flat_map(|(one, other)| signs.iter().map(move |end| (one, other, end)))
            {
                let text = format!("{style}:{one}{other}{end}");
                assert_eq!(qpi(&text), grammar::parse(Rule::qpi_text, &text, Qpi::read), "{text}");
            }
        }
        for file in ["a", "z", "A", "aa", "", "`", "{", "ä"] {
            for rank in (0..130).map(|rank| rank.to_string()).chain(["01", "1a", "+1", ""].map(str::to_owned))
            {
                let text = format!("{file}{rank}");
                let expected = grammar::parse(Rule::cell_text, &text, Cell::read);
                let is_short = file.len() == 1 && (1..100).any(|known| rank == known.to_string());
                assert!(cell(&text) == expected || (!is_short && cell(&text).is_none()), "{text}");
            }
        }
    }
}
