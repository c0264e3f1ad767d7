//! LCN: what must hold on squares, as a JSON object from CELL to `empty`, `enemy` or a QPI.

use super::cell::Cell;
use super::qpi::Qpi;

/// What one square is asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// No piece stands there.
    Empty,
    /// A piece of the other side stands there, seen from the piece whose table this is.
    Enemy,
    /// Exactly this piece stands there: style, name, side, state and terminal mark all equal.
    Piece(Qpi),
}

/// Conditions on squares, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lcn {
    /// Each square once, with what it is asked to be.
    pub conditions: Vec<(Cell, Condition)>,
}
