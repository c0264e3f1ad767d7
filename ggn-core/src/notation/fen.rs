//! FEN: chess positions in the standard notation. No other module of this crate knows about chess.
//!
//! FEEN carries in its pieces what FEN puts into fields: a rook that may still castle is `+R` and its king `+K^`, a pawn
//! that may still advance two squares is `+P`, a pawn that has just done so is `-P`. FEN's counters are not part of a FEEN
//! position and are kept beside it. FEN has no styles; positions read from it have style `C`.
//!
//! ```
//! use ggn_core::notation::fen;
//! let text = "r3k2r/8/8/3Pp3/8/8/8/4K2R w Kq e6 0 3";
//! let setup = fen::parse(text)?;
//! assert_eq!(setup.feen.to_string(), "+r3+k^2r/8/8/3P-p3/8/8/8/4+K^2+R / C/c");
//! assert_eq!(fen::print(&setup.feen, setup.halfmove, setup.fullmove)?, text);
//!
//! let error = fen::parse("8/8/8/8/8/8/8/4K3 w Q - 0 1").unwrap_err();
//! assert_eq!(error.to_string(),
//!     "expected a king and a rook where they can castle, found `Q` at byte 20, in the castling field");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::epin::Epin;
use super::feen::Feen;
use super::letter::Letter;
use super::pin::{Pin, State};
use crate::Side;

mod dialect;
mod error;
mod parse;
mod print;

pub use dialect::{Dialect, DialectErrorKind, ParseDialectError, PrintDialectError};
pub use error::{FenErrorKind, FenField, ParseFenError, PrintFenError};
pub use parse::parse;
pub use print::print;

/// A FEN text: the position and its counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenSetup {
    /// The position.
    pub feen: Feen,
    /// Plies since the last pawn move or capture.
    pub halfmove: u32,
    /// Number of the next move, from 1.
    pub fullmove: u32,
}

/// Number of files and of ranks.
const SIZE: usize = 8;

/// Returns the index of a file and a rank, both from 0, in the order of FEN and FEEN: the highest rank first.
const fn square(file: usize, rank: usize) -> usize {
    (SIZE - 1 - rank) * SIZE + file
}

/// One castling right: its letter, its side, and the squares of king and rook while it lasts.
struct CastlingRight {
    letter: char,
    side: Side,
    king: usize,
    rook: usize,
}

/// The rights in the order in which FEN prints them.
const RIGHTS: [CastlingRight; 4] = [
    CastlingRight { letter: 'K', side: Side::First, king: square(4, 0), rook: square(7, 0) },
    CastlingRight { letter: 'Q', side: Side::First, king: square(4, 0), rook: square(0, 0) },
    CastlingRight { letter: 'k', side: Side::Second, king: square(4, 7), rook: square(7, 7) },
    CastlingRight { letter: 'q', side: Side::Second, king: square(4, 7), rook: square(0, 7) },
];

/// Returns the rank, from 0, on which a side's pawns start, and their direction.
const fn pawns(side: Side) -> (usize, isize) {
    match side {
        Side::First => (1, 1),
        Side::Second => (6, -1),
    }
}

/// Returns the ranks, from 0, that a pawn of `side` passes over and lands on with its double step.
const fn double_step(side: Side) -> (usize, usize) {
    let (start, way) = pawns(side);
    (start.wrapping_add_signed(way), start.wrapping_add_signed(2 * way))
}

/// Creates a piece in a state; only the king is terminal.
fn piece(letter: char, side: Side, state: State) -> Option<Epin> {
    let terminal = letter.eq_ignore_ascii_case(&'k');
    Some(Epin { pin: Pin { letter: Letter::new(letter)?, side, state, terminal }, derived: false })
}
