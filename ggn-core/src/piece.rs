//! Pieces of a ruleset as small numbers.

use std::num::NonZeroU8;

use crate::Side;
use crate::notation::letter::Letter;
use crate::notation::pin::State;
use crate::notation::qpi::Qpi;

/// Piece of one ruleset (style, name, side, state and terminal mark together) as an index. One byte, also inside an `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(NonZeroU8);

impl PieceId {
    /// Maximum number of pieces of a ruleset: the values of one byte, less the empty square.
    pub const COUNT_MAX: usize = 255;

    /// Returns the number of the piece, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    pub(crate) fn from_index(index: usize) -> Option<PieceId> {
        u8::try_from(index + 1).ok().and_then(NonZeroU8::new).map(PieceId)
    }

    /// Returns the byte that stands for the piece in the key of a position; zero is the empty square.
    pub(crate) fn byte(self) -> u8 {
        self.0.get()
    }

    /// Returns the piece for which a byte stands; `None` for the empty square.
    #[cfg(feature = "compiled")]
    #[inline]
    pub(crate) fn from_byte(byte: u8) -> Option<PieceId> {
        NonZeroU8::new(byte).map(PieceId)
    }
}

/// Role of a piece: its style and letter, without side and state. `C:+R` and `c:r` have the same role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role {
    /// The style.
    pub style: Letter,
    /// The letter.
    pub letter: Letter,
}

impl Role {
    /// Returns the role of a piece.
    #[must_use]
    pub fn of(qpi: Qpi) -> Role {
        Role { style: qpi.sin.letter, letter: qpi.pin.letter }
    }
}

/// Piece as its ruleset describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Identifier with style, letter, side, state and terminal mark.
    pub qpi: Qpi,
    /// Name for people; the same for both sides and all states.
    pub name: String,
    /// Letter in algebraic notation ("K"); empty for a piece that is written by its squares alone.
    pub san: String,
    /// Limit on its drops.
    pub drop_limit: Option<DropLimit>,
    /// Number of pieces of its role that a side may have on the board after a promotion to it.
    pub promotion_limit: Option<u32>,
    /// True if a promotion to it may not give check.
    pub promotes_without_check: bool,
    /// True if a side may drop it without holding one.
    pub is_supplied: bool,
    /// True if it belongs to neither side. [`Piece::side`] is the first then.
    pub is_neutral: bool,
}

/// Values of pieces, as far as a ruleset gives them. The value of a piece without a state is that of its role; a piece with a state may have its own.
///
/// ```
/// use ggn_core::PieceValues;
/// let values = [("S:R", 9), ("S:+R", 11), ("S:P", 1)].map(|(piece, value)| (piece.parse().unwrap(), value));
/// let values = PieceValues::new(values);
/// let of = |piece: &str| values.of(piece.parse().unwrap());
/// assert_eq!([of("s:r"), of("s:+r"), of("S:+P"), of("S:K^")], [Some(9), Some(11), Some(1), None]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceValues(Vec<(Qpi, u32)>);

impl PieceValues {
    /// Maximum of a value.
    pub const MAX: u32 = 1_000_000;

    /// Creates values from pieces of any side.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (Qpi, u32)>) -> PieceValues {
        PieceValues(values.into_iter().collect())
    }

    /// Returns the value of a piece; `None` if neither the piece nor its role has one.
    #[must_use]
    pub fn of(&self, piece: Qpi) -> Option<u32> {
        let in_state = |state: State| {
            let is_it =
                |(other, _): &&(Qpi, u32)| Role::of(*other) == Role::of(piece) && other.pin.state == state;
            self.0.iter().find(is_it).map(|(_, value)| *value)
        };
        in_state(piece.pin.state).or_else(|| in_state(State::Normal))
    }
}

/// Limit on drops of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropLimit {
    /// A drop may not give check.
    NoCheck,
    /// A drop may not give mate.
    NoMate,
}

impl Piece {
    /// Returns the side that owns it.
    #[must_use]
    pub fn side(&self) -> Side {
        self.qpi.side()
    }

    /// Returns its role.
    #[must_use]
    pub fn role(&self) -> Role {
        Role::of(self.qpi)
    }

    /// Returns whether losing it loses the game.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.qpi.pin.terminal
    }

    /// Returns its letter in lower case for either side.
    #[must_use]
    pub fn letter(&self) -> char {
        self.qpi.pin.letter.lower()
    }
}
