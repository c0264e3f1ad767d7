//! What is wrong with a FEN text, or with a position that should become one.

use std::fmt;

use crate::notation::epin::Epin;
use crate::notation::error::Found;

/// A field of a FEN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The pieces.
    Placement,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The square that a pawn has passed over.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmove,
    /// The number of the move.
    Fullmove,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "the placement",
            FenField::Turn => "the field of the side to move",
            FenField::Castling => "the castling field",
            FenField::EnPassant => "the en passant field",
            FenField::Halfmove => "the halfmove field",
            FenField::Fullmove => "the fullmove field",
        })
    }
}

/// Why a text is no FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseFenError {
    /// The class of the error; its text says what was expected.
    pub kind: FenErrorKind,
    /// The byte of the text where it lies.
    pub at: usize,
    /// What stands there.
    pub found: Found,
    /// The field concerned, if the text has fields.
    pub field: Option<FenField>,
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, found {} at byte {}", self.kind, self.found, self.at)?;
        self.field.map_or(Ok(()), |field| write!(f, ", in {field}"))
    }
}

/// The classes of FEN's errors, in the order in which they are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenErrorKind {
    /// Neither six fields nor the first four of them.
    #[error(
        "expected six fields with one blank between them: placement, side to move, castling, en passant, halfmove, \
         fullmove"
    )]
    FieldCount,
    /// A character that is neither a piece nor a number of empty squares.
    #[error("expected a piece of chess, a number from 1 to 8 that follows no other, or `/`")]
    Placement,
    /// Not eight ranks.
    #[error("expected eight ranks")]
    RankCount,
    /// A rank that has not eight squares.
    #[error("expected a rank of eight squares")]
    RankLength,
    /// Neither `w` nor `b`.
    #[error("expected `w` or `b`")]
    Turn,
    /// Neither `-` nor letters of `KQkq` in this order.
    #[error("expected `-`, or the rights that are left out of `KQkq`, in this order")]
    Castling,
    /// A right without its king or its rook in place.
    #[error("expected a king and a rook where they can castle")]
    CastlingWithoutPieces,
    /// Neither `-` nor a square.
    #[error("expected `-` or a square")]
    EnPassant,
    /// A square over which no pawn of the side that has just moved can have passed.
    #[error("expected a square on the sixth rank when white is to move, on the third when black is")]
    EnPassantRank,
    /// No pawn there that can have passed over the square.
    #[error("expected a pawn that has just passed over an empty square, from an empty square")]
    EnPassantWithoutPawn,
    /// Not a number.
    #[error("expected a number up to 4294967295, without a leading zero")]
    Counter,
}

/// Why FEN cannot say a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintFenError {
    /// Another board than eight by eight.
    #[error("FEN has a board of 8x8 squares, not {sizes:?}")]
    Board {
        /// The sizes of the board.
        sizes: Vec<u8>,
    },
    /// Pieces in hand.
    #[error("FEN has no hands")]
    Hands,
    /// A piece that is none of chess, in a state that it has not in chess, or where it cannot be in that state.
    #[error("FEN has no word for `{piece}` on {square}")]
    Piece {
        /// The piece.
        piece: Epin,
        /// Where it stands.
        square: crate::notation::cell::Cell,
    },
}
