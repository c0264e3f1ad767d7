//! GGN: pseudo-legal movement tables, as JSON.

use super::cell::Cell;
use super::lcn::Lcn;
use super::qpi::Qpi;

/// Where a move starts or ends: on a square, or in the mover's hand (`*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The mover's hand.
    Hand,
    /// A square.
    Cell(Cell),
}

/// One way in which a move is possible: everything in `must` holds and nothing in `deny` does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possibility {
    /// All of these must hold.
    pub must: Lcn,
    /// None of these may hold.
    pub deny: Lcn,
}

/// One line of a table: a piece, where it stands, where it may go, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The piece that moves.
    pub piece: Qpi,
    /// Where it stands.
    pub source: Place,
    /// Where it goes.
    pub destination: Place,
    /// The ways in which it can: one that holds is enough.
    pub possibilities: Vec<Possibility>,
}

/// A table, as its rows in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ggn {
    /// The rows; no two have the same piece, source and destination.
    pub rows: Vec<Row>,
}
