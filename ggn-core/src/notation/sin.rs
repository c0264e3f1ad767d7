//! SIN: a player's style as one letter, whose case tells the side.

use super::letter::Letter;
use crate::Side;

/// The style of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sin {
    /// The style.
    pub letter: Letter,
    /// The side, written as the letter's case.
    pub side: Side,
}
