//! FEN in the letters of any ruleset: `9/4k4/9/9/9/9/9/4P4/4K4[PPp] w - - 0 1`.
//!
//! A [`Dialect`] is made of a ruleset's initial position and pieces, and knows no game. A letter is the piece of the ruleset with that letter, and a sign before it
//! is its state, as in FEEN; `^` and the style are left out. The hands of both sides stand in brackets behind the board, a letter for each piece. What FEN
//! puts into fields follows from the initial position:
//!
//! | field | meaning |
//! |---|---|
//! | castling | `+` on two pieces of a rank where a terminal piece, or the only one of its letter, begins with `+` beside others: `K` for the outermost of those on the right of it, `Q` on its left |
//! | none | `+` of every other piece on a square where it begins with `+` |
//! | en passant | `-` on a piece with the letter of such a one, on the square in front |
//!
//! ```
//! use ggn_core::notation::fen::Dialect;
//! let initial = "k^+r2/+p3/4/+P3/K^+R2 / C/c".replace('k', "+k").replace('K', "+K").parse()?;
//! let pieces = ["K^", "+K^", "R", "+R", "P", "+P", "-P"];
//! let pieces = pieces.iter().flat_map(|piece| [piece.to_string(), piece.to_lowercase()]);
//! let pieces: Result<Vec<_>, _> = pieces.map(|piece| piece.parse()).collect();
//! let dialect = Dialect::new(&initial, pieces?).ok_or("a board of files and ranks")?;
//! let setup = dialect.parse("kr2/4/p3/P3/KR2[PP] b k - 0 1")?;
//! assert_eq!(setup.feen.to_string(), "+k^+r2/4/p3/+P3/K^R2 2P/ c/C");
//! assert_eq!(dialect.print(&setup.feen, 0, 1)?, "kr2/4/p3/P3/KR2[PP] b k - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::FenField;
use crate::Side;
use crate::notation::epin::Epin;
use crate::notation::error::Found;
use crate::notation::feen::Feen;
use crate::notation::letter::Letter;
use crate::notation::pin::State;

mod parse;
mod print;

/// FEN as a ruleset writes it.
#[derive(Clone, Debug)]
pub struct Dialect {
    files: usize,
    ranks: usize,
    /// The initial position: its board, and the styles of both sides.
    initial: Feen,
    pieces: BTreeSet<Epin>,
    rights: Vec<Right>,
    /// Pieces that begin with `+` and have no castling right, by the index of their square in the order of FEN.
    fresh: BTreeMap<usize, Epin>,
}

/// A castling right: its letter, and where its two pieces stand while it lasts.
#[derive(Clone, Copy, Debug)]
struct Right {
    letter: char,
    squares: [usize; 2],
}

/// A letter with its marks, as it stands in a text.
#[derive(Clone, Copy, Debug)]
struct Token {
    letter: Letter,
    side: Side,
    state: Option<State>,
    /// `~`: the state of promoted pieces, whichever it is.
    promoted: bool,
    terminal: bool,
    derived: bool,
}

impl Dialect {
    /// Creates the dialect of a ruleset with this initial position and these pieces; `None` if its board is not one of files and ranks.
    #[must_use]
    pub fn new(initial: &Feen, pieces: impl IntoIterator<Item = Epin>) -> Option<Dialect> {
        let [files, ranks] = *initial.placement.sizes.as_slice() else { return None };
        let files = usize::from(files);
        let mut rights = Vec::new();
        for side in [Side::First, Side::Second] {
            let rows = initial.placement.squares.chunks(files.max(1)).enumerate();
            let found = rows.map(|(row, squares)| rights_of(row * files, squares, side));
            rights.extend(found.into_iter().find(|found| !found.is_empty()).unwrap_or_default());
        }
        let has_right = |index| rights.iter().any(|right: &Right| right.squares.contains(&index));
        let fresh = initial.placement.squares.iter().enumerate().filter_map(|(index, there)| {
            let there = there.filter(|there| there.pin.state == State::Enhanced)?;
            (!has_right(index)).then_some((index, there))
        });
        let fresh = fresh.collect();
        let pieces = pieces.into_iter().collect();
        Some(Dialect { files, ranks: usize::from(ranks), initial: initial.clone(), pieces, rights, fresh })
    }

    /// Returns the piece that a token means on a square, or in a hand.
    fn piece(&self, token: Token, square: Option<usize>) -> Option<Epin> {
        let named = |piece: &&Epin| piece.pin.letter == token.letter && piece.pin.side == token.side;
        let state = match token.state {
            Some(state) => state,
            None if token.promoted => self.promoted_state(token)?,
            None => {
                let fresh = square.and_then(|square| self.fresh.get(&square));
                fresh.filter(named).map_or(State::Normal, |fresh| fresh.pin.state)
            }
        };
        let begins = |piece: &Epin| {
            let mut there = self.initial.placement.squares.iter().flatten().filter(named);
            there.any(|there| (there.pin.terminal, there.derived) == (piece.pin.terminal, piece.derived))
        };
        let marked =
            |piece: &&Epin| (piece.pin.terminal || !token.terminal) && (piece.derived || !token.derived);
        let meant = self.pieces.iter().filter(named).filter(|piece| piece.pin.state == state).filter(marked);
        meant.min_by_key(|piece| (!begins(piece), piece.derived, piece.pin.terminal)).copied()
    }

    /// Returns the only state of a piece that is neither that without a sign nor one that a field says.
    fn promoted_state(&self, token: Token) -> Option<State> {
        let named = |piece: &&Epin| piece.pin.letter == token.letter && piece.pin.side == token.side;
        let begins = self.initial.placement.squares.iter().flatten();
        let is_right = begins.filter(named).any(|piece| piece.pin.state == State::Enhanced);
        let has = |state| self.pieces.iter().filter(named).any(|piece| piece.pin.state == state);
        let enhanced = has(State::Enhanced) && !is_right;
        let diminished = has(State::Diminished) && !self.steps_twice(token.letter);
        match (enhanced, diminished) {
            (true, false) => Some(State::Enhanced),
            (false, true) => Some(State::Diminished),
            (true, true) | (false, false) => None,
        }
    }

    /// Returns whether the en passant field is about pieces with this letter.
    fn steps_twice(&self, letter: Letter) -> bool {
        self.fresh.values().any(|fresh| fresh.pin.letter == letter)
    }

    /// Returns the square in front of another in the direction of a side.
    fn ahead(&self, square: usize, side: Side) -> Option<usize> {
        let next = match side {
            Side::First => square.checked_sub(self.files)?,
            Side::Second => square + self.files,
        };
        (next < self.files * self.ranks).then_some(next)
    }

    /// Returns the piece that begins on a square.
    fn initial(&self, square: usize) -> Option<Epin> {
        self.initial.placement.squares.get(square).copied().flatten()
    }
}

/// Returns the castling rights of a side on one rank, whose first square has the index `start`.
fn rights_of(start: usize, rank: &[Option<Epin>], side: Side) -> Vec<Right> {
    let is_fresh = |there: &Epin| there.pin.side == side && there.pin.state == State::Enhanced;
    let fresh: Vec<(usize, Epin)> = rank
        .iter()
        .enumerate()
        .filter_map(|(at, there)| Some((start + at, (*there).filter(is_fresh)?)))
        .collect();
    let alike = |piece: &Epin| fresh.iter().filter(|(_, other)| other == piece).count();
    let terminal = fresh.iter().find(|(_, piece)| piece.pin.terminal);
    let single = fresh.iter().find(|(_, piece)| alike(piece) == 1 && fresh.len() > 1);
    let Some(&(king, piece)) = terminal.or(single) else { return Vec::new() };
    let others = || fresh.iter().filter(|(_, other)| *other != piece).map(|(at, _)| *at);
    let right = others().filter(|at| *at > king).max().map(|at| (Letter::new('K'), at));
    let left = others().filter(|at| *at < king).min().map(|at| (Letter::new('Q'), at));
    let both = [right, left].into_iter().flatten();
    both.filter_map(|(letter, at)| Some(Right { letter: letter?.cased(side), squares: [king, at] })).collect()
}

/// Error for a text that is no FEN of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseDialectError {
    /// The class of the error; its message says what was expected.
    pub kind: DialectErrorKind,
    /// Position in bytes.
    pub at: usize,
    /// The text found there.
    pub found: Found,
    /// The field concerned, if the text has fields.
    pub field: Option<FenField>,
}

impl fmt::Display for ParseDialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, found {} at byte {}", self.kind, self.found, self.at)?;
        self.field.map_or(Ok(()), |field| write!(f, ", in {field}"))
    }
}

/// Classes of errors of FEN in the letters of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialectErrorKind {
    /// More bytes than a position may have.
    #[error("expected no more than {} bytes", Feen::LENGTH_MAX)]
    TooLong,
    /// Another number of fields.
    #[error(
        "expected `board[hands] side castling en-passant halfmove fullmove` with one blank between them; the counters, \
         or the two fields before them, may be left out"
    )]
    FieldCount,
    /// A character that is neither a piece, nor a number, nor a separator.
    #[error(
        "expected a piece of the ruleset ({letters}; with `+` or `-` before it for another state), a number of empty squares, or `/`"
    )]
    Piece {
        /// The letters of the ruleset.
        letters: String,
    },
    /// A piece that the ruleset does not have in this state.
    #[error("expected a state that this piece has in the ruleset: {states}")]
    State {
        /// The piece in each of its states.
        states: String,
    },
    /// Another number of ranks.
    #[error("expected {0} ranks")]
    RankCount(usize),
    /// A rank of another length.
    #[error("expected a rank of {0} squares")]
    RankLength(usize),
    /// Hands that are not a letter for each piece in brackets, at the end of the board.
    #[error("expected the hands in brackets behind the board, a letter for each piece: `[PPp]`")]
    Hands,
    /// More pieces than squares.
    #[error("expected no more pieces than the board has squares")]
    TooManyPieces,
    /// Neither `w` nor `b`.
    #[error("expected `w` for the side that begins, or `b`")]
    Turn,
    /// Neither `-` nor letters of castling rights.
    #[error("expected `-`{}", if letters.is_empty() { ": no piece of the ruleset begins with a castling right".to_owned() } else { format!(" or letters of `{letters}`") })]
    Castling {
        /// The rights of the ruleset.
        letters: String,
    },
    /// A right without its pieces in place.
    #[error("expected the two pieces of this castling right where they begin")]
    CastlingWithoutPieces,
    /// Neither `-` nor a square.
    #[error("expected `-` or a square")]
    EnPassant,
    /// No piece that can have just passed over the square.
    #[error("expected an empty square and in front of it a piece that has just passed over it")]
    EnPassantWithoutPiece,
    /// Neither a number nor `-`.
    #[error("expected a number up to 4294967295, or `-`")]
    Counter,
}

/// Error for a position that the letters of a ruleset, its castling and its en passant field cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN cannot express this position")]
pub struct PrintDialectError;
