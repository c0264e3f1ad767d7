//! Marks of players: what they believed to stand on squares that they did not see.

use std::str::FromStr;

use super::board::SquareName;
use super::limits::{MARK_CANDIDATES_MAX, MARK_PLY_DIGITS_MAX};
use super::text::{WrongForm, text_type};

/// A change of a player's marks as text: the number of moves made by then, a square, and what the player believed to stand there. That is a kind of piece
/// (`12 e8 c:n`), one of several (`12 e8 c:n,c:b`), nothing (`12 e8 -`), or left out where a mark was removed (`14 e8`). Whether a game has the
/// square and the kinds is checked on use.
///
/// ```
/// use session::domain::Mark;
/// let mark: Mark = "12 e8 c:n,c:b".parse()?;
/// assert_eq!(mark.ply(), 12);
/// assert!("12 e8 knight".parse::<Mark>().is_err());
/// # Ok::<(), session::WrongForm>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    text: Box<str>,
    ply: u32,
    square: SquareName,
}

text_type!(
    Mark,
    "^(0|[1-9][0-9]{0,4}) [a-z]{1,2}[1-9][0-9]{0,2}[A-Z]{0,2}( (-|[A-Za-z]:[-+]?[A-Za-z](,[A-Za-z]:[-+]?[A-Za-z]){0,5}))?$"
);

/// The sign for a square on which nothing stands.
const NOTHING: &str = "-";

impl Mark {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the number of moves that had been made.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the square.
    #[must_use]
    pub fn square(&self) -> SquareName {
        self.square
    }

    /// Returns the kinds of pieces that may stand there: the letter of the style and that of the piece, both in the case of its side.
    pub fn kinds(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.candidates().filter_map(kind)
    }

    /// Returns whether a candidate is named more than once.
    #[must_use]
    pub fn repeats_candidate(&self) -> bool {
        let mut candidates = self.candidates().enumerate();
        candidates.any(|(index, text)| self.candidates().take(index).any(|earlier| earlier == text))
    }

    fn candidates(&self) -> impl Iterator<Item = &str> + '_ {
        self.text.splitn(3, ' ').nth(2).unwrap_or_default().split(',')
    }
}

impl FromStr for Mark {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<Mark, WrongForm> {
        let mut parts = text.splitn(3, ' ');
        let ply = parts.next().and_then(number).ok_or(WrongForm)?;
        let square = parts.next().ok_or(WrongForm)?.parse::<SquareName>()?;
        let is_known = parts.next().is_none_or(is_belief);
        if is_known { Ok(Mark { text: text.into(), ply, square }) } else { Err(WrongForm) }
    }
}

/// Reads a number without leading zeros.
fn number(text: &str) -> Option<u32> {
    let is_short = (1..=MARK_PLY_DIGITS_MAX).contains(&text.len());
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_short && is_plain)
}

fn is_belief(text: &str) -> bool {
    let is_short = text.split(',').count() <= MARK_CANDIDATES_MAX;
    text == NOTHING || is_short && text.split(',').all(|candidate| kind(candidate).is_some())
}

/// Reads a kind of piece, such as `c:n`. A state of the piece is read over: only its owner knows it.
fn kind(text: &str) -> Option<(char, char)> {
    let (style, piece) = text.split_once(':')?;
    Some((letter(style)?, letter(piece.strip_prefix(['+', '-']).unwrap_or(piece))?))
}

fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_has_its_ply_its_square_and_its_kinds() {
        let mark = |text: &str| text.parse::<Mark>().unwrap();
        let candidates = mark("12 e10 c:n,C:+B");
        assert_eq!((candidates.ply(), candidates.square().as_str()), (12, "e10"));
        assert_eq!(candidates.kinds().collect::<Vec<_>>(), [('c', 'n'), ('C', 'B')]);
        for text in ["0 e8 -", "99999 e8"] {
            assert_eq!((mark(text).as_str(), mark(text).kinds().count()), (text, 0));
        }
        assert!(mark("0 e8 c:n,c:b,c:n").repeats_candidate());
        assert!(["0 e8 c:n,c:+n", "0 e8 -", "0 e8"].iter().all(|text| !mark(text).repeats_candidate()));
        let longest = format!("99999 aa256IV {}", ["c:+q"; MARK_CANDIDATES_MAX].join(","));
        assert_eq!(mark(&longest).kinds().count(), MARK_CANDIDATES_MAX);
    }

    #[test]
    fn anything_else_is_no_mark() {
        let many = format!("0 e8 {}", ["c:q"; MARK_CANDIDATES_MAX + 1].join(","));
        for wrong in [
            "",
            "0",
            "e8",
            "0 E8",
            "00 e8",
            "01 e8",
            "+1 e8",
            "-1 e8",
            "100000 e8",
            " 0 e8",
            "0  e8",
            "0 e8 ",
            "0 e8 x",
            "0 e8 c",
            "0 e8 c:",
            "0 e8 c:nn",
            "0 e8 cc:n",
            "0 e8 c:++n",
            "0 e8 c:n^",
            "0 e8 c:n,",
            "0 e8 -,c:n",
            "0 e8 c:n -",
            "0 e8 c:é",
            "0 e8\nc:n",
            &many,
        ] {
            assert!(wrong.parse::<Mark>().is_err(), "{wrong:?}");
        }
    }
}
