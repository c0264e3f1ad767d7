//! FEEN: a position as three fields (`placement hands style-turn`), canonical form only.

use super::epin::Epin;
use super::sin::Sin;
use crate::BySide;

/// What stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The size of each dimension, innermost (files) first; one to three of them.
    pub sizes: Vec<u8>,
    /// Every square in the order of the text: files ascending inside a rank, the highest rank (and layer) first.
    pub squares: Vec<Option<Epin>>,
}

/// The pieces in one hand: each kind once, with how many of it, in canonical order.
pub type Reserve = Vec<(Epin, u32)>;

/// A position as text can say it. Whether it is possible under a ruleset is asked elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Feen {
    /// The board.
    pub placement: Placement,
    /// The hands of both sides.
    pub hands: BySide<Reserve>,
    /// The style of the side to move; its case tells which side that is.
    pub active: Sin,
    /// The style of the other side.
    pub inactive: Sin,
}
