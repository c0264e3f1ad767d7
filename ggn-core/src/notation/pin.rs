//! PIN: a piece as one to three characters (`+K^`, `-p`).

use super::letter::Letter;
use crate::Side;

/// The state of a piece, written as a sign before its letter. What it means is the ruleset's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// `-`
    Diminished,
    /// no sign
    Normal,
    /// `+`
    Enhanced,
}

/// A piece without its style: name, side, state, and whether its loss ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pin {
    /// The name of the piece.
    pub letter: Letter,
    /// The side, written as the letter's case.
    pub side: Side,
    /// The state, written as a sign.
    pub state: State,
    /// Whether the piece is terminal (`^`): one that must not be lost.
    pub terminal: bool,
}
