//! Starts, covered pieces and chases of a manifest as its author wrote them.

use super::raw_endings::RawResult;
use super::read::{Members, object, words};
use super::text::Text;
use crate::notation::cell::Cell;
use crate::notation::qpi::Qpi;

object! {
    /// Starts that are drawn: the initial position with other pieces on some squares. Every arrangement has a number from 0, and its steps count as the
    /// digits of the number, the first step as the lowest.
    RawStarts {
        /// Axes along which the pieces of the first side are mirrored for the second: `["ranks"]`. Without them the steps place the pieces of both sides.
        mirror: Vec<RawAxis> = Vec::new(),
        /// Steps in which pieces are placed. The squares of all steps are emptied first.
        steps: Vec<RawStartStep>,
    }
}

words! {
    /// Axis of the board.
    RawAxis {
        /// The first file becomes the last.
        Files = "files",
        /// The first rank becomes the last.
        Ranks = "ranks",
    }
}

object! {
    /// Placement of pieces on squares that earlier steps have left free, in every way in which both lists keep their order.
    RawStartStep {
        /// Pieces: `["C:+R", "C:+K^", "C:+R"]` stand in this order.
        pieces: Vec<Text<Qpi>>,
        /// Squares: all squares of an earlier step or none of them.
        on: Vec<Text<Cell>>,
    }
}

object! {
    /// Pieces whose identity nobody knows until they are uncovered. Each hides a piece of a pool that is shuffled for every game. Until it moves it is what its
    /// rows say; a move of it uncovers it where it arrives, and a `pass` of it where it stands.
    RawCovered {
        /// Pieces that stand covered in the initial position, of the first side: `["X:-R"]` is `x:-r` too. Or one piece of neither side (`neutral`): then the
        /// side is hidden as well, and both sides may move it.
        pieces: Vec<Text<Qpi>>,
        /// Pieces of the first side that they hide, each with its number; the second side has as many.
        pool: Members<Qpi, u32>,
        /// Players who see what a piece was that is captured before it was uncovered.
        captured: RawWitness = RawWitness::Captor,
        /// True if the first piece that is uncovered belongs to the side that uncovers it: the sides of all others follow from that.
        first_is_own: bool = false,
    }
}

words! {
    /// Players who see what a covered piece was when it is captured.
    RawWitness {
        /// The side that captures it.
        Captor = "captor",
        /// Everybody.
        All = "all",
        /// Nobody before the end.
        Nobody = "nobody",
    }
}

object! {
    /// Rules of a perpetual chase. A move chases the enemy pieces that it makes capturable: the side that has moved could capture such a piece if it moved
    /// again, and could not before, or the piece would have been protected. A protected piece, one that is captured only at the cost of the capturing piece,
    /// is not chased, and neither is one that could capture a chasing piece of its own role.
    RawChase {
        /// Result for the side that chases: `"loss"`.
        result: RawResult,
        /// Roles whose attacks are no chase: `["X:G", "X:S"]`.
        free: Vec<Text<Qpi>> = Vec::new(),
        /// Pieces that are not chased on some squares: `{ "X:S": ["a4", "a5"] }`; `[]` is the whole board.
        ignored: Members<Qpi, Vec<Text<Cell>>> = Vec::new(),
        /// Roles that are chased by an attacker although they are protected, by the role of the attacker: `{ "X:H": ["X:R"] }`.
        stronger: Members<Qpi, Vec<Text<Qpi>>> = Vec::new(),
    }
}
