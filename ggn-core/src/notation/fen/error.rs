//! Errors of parsing and of printing FEN.

use std::fmt;

use crate::notation::epin::Epin;
use crate::notation::error::Found;

/// A field of a FEN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The pieces.
    Placement,
    /// Returns the side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The square that a pawn has passed over.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmove,
    /// The move number.
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

/// Error for a text that is not valid FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseFenError {
    /// The class of the error; its message says what was expected.
    pub kind: FenErrorKind,
    /// Position in bytes.
    pub at: usize,
    /// The text found there.
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

/// Classes of FEN errors, in the order in which they are tested.
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
    /// A rank without exactly eight squares.
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
    /// No pawn that can have just passed over the square.
    #[error("expected a pawn that has just passed over an empty square, from an empty square")]
    EnPassantWithoutPawn,
    /// Not a number.
    #[error("expected a number up to 4294967295, without a leading zero")]
    Counter,
}

/// Error for a position that FEN cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintFenError {
    /// A board other than eight by eight.
    #[error("FEN has a board of 8x8 squares, not {sizes:?}")]
    Board {
        /// The sizes of the board.
        sizes: Vec<u8>,
    },
    /// Pieces in hand.
    #[error("FEN has no hands")]
    Hands,
    /// A piece that is not a chess piece, or in a state that chess does not have there.
    #[error("FEN has no word for `{piece}` on {square}")]
    Piece {
        /// The piece.
        piece: Epin,
        /// Its square.
        square: crate::notation::cell::Cell,
    },
}
