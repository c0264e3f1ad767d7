//! The pieces that a ruleset knows, as small numbers.

use std::num::NonZeroU8;

use crate::Side;
use crate::notation::letter::Letter;
use crate::notation::qpi::Qpi;

/// A piece of one ruleset: style, name, side, state and terminal mark together, as an index. One byte, also inside an `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(NonZeroU8);

impl PieceId {
    /// The most pieces that a ruleset may have: what one byte can number, less the empty square.
    pub const COUNT_MAX: usize = 255;

    /// The number of the piece, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    pub(crate) fn from_index(index: usize) -> Option<PieceId> {
        u8::try_from(index + 1).ok().and_then(NonZeroU8::new).map(PieceId)
    }

    /// The byte by which a key of a position tells the piece from the empty square (0).
    pub(crate) fn byte(self) -> u8 {
        self.0.get()
    }
}

/// What a piece is apart from its side and state: a style and a letter. `C:+R` and `c:r` have the same role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role {
    /// The style.
    pub style: Letter,
    /// The letter.
    pub letter: Letter,
}

impl Role {
    /// The role of a piece.
    #[must_use]
    pub fn of(qpi: Qpi) -> Role {
        Role { style: qpi.sin.letter, letter: qpi.pin.letter }
    }
}

/// A piece as its ruleset describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// All that identifies it.
    pub qpi: Qpi,
    /// What people call it; the same for both sides and all states.
    pub name: String,
    /// What stands for it in algebraic notation ("K"); empty for a piece that is written by its squares alone.
    pub san: String,
}

impl Piece {
    /// The side that owns it.
    #[must_use]
    pub fn side(&self) -> Side {
        self.qpi.side()
    }

    /// What it is apart from side and state.
    #[must_use]
    pub fn role(&self) -> Role {
        Role::of(self.qpi)
    }

    /// Whether losing it loses the game.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.qpi.pin.terminal
    }

    /// Its letter in lower case, whatever its side.
    #[must_use]
    pub fn letter(&self) -> char {
        self.qpi.pin.letter.lower()
    }
}
