//! Diagrams of a house rule, for a page to draw.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{PieceName, SquareName};

/// Diagram of one change of a house rule, for a page to draw. It shows the rule's data, with the pieces of the first side
/// for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Sketch {
    /// Changed moves of a piece.
    Moves {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
        /// The piece.
        piece: PieceName,
        /// Source square.
        from: SquareName,
        /// Destinations that the rule adds.
        added: Vec<SketchedMove>,
        /// Destinations that the rule removes.
        removed: Vec<SketchedMove>,
    },
    /// A changed piece: of another kind, or one whose loss ends the game (`^`), or no longer does.
    Becomes {
        /// The piece before.
        before: PieceName,
        /// The piece after.
        after: PieceName,
    },
    /// A goal that is reached by a number of events.
    Goal {
        /// Counted event.
        goal: SketchedGoal,
        /// Required number.
        count: u32,
        /// Result for the side that reaches it.
        result: SketchedResult,
    },
    /// A goal that is reached by a piece on a square.
    Arrival {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
        /// The pieces.
        pieces: Vec<PieceName>,
        /// The squares.
        squares: Vec<SquareName>,
        /// Result for the side that arrives.
        result: SketchedResult,
    },
    /// A goal that is reached when a side has none of these pieces left, or no piece at all if none is listed.
    Extinction {
        /// The pieces.
        pieces: Vec<PieceName>,
        /// Result for the side that has none.
        result: SketchedResult,
    },
    /// Hit points of every piece; a capture takes one or more of them.
    Points {
        /// Initial hit points of every piece.
        points: u8,
    },
    /// Healing of pieces.
    Healing {
        /// The pieces.
        pieces: Vec<PieceName>,
        /// Hit points gained at a time.
        amount: u8,
    },
    /// Poisoned squares, on which pieces lose hit points.
    Poison {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
        /// The squares.
        squares: Vec<SquareName>,
    },
    /// A blast: a capture destroys the surrounding pieces.
    Blast {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
        /// Pieces whose captures cause a blast; empty for all.
        by: Vec<PieceName>,
        /// Square of the capture in the diagram.
        at: SquareName,
        /// Surrounding squares.
        squares: Vec<SquareName>,
        /// True if the capturing piece is destroyed too.
        mover: bool,
    },
    /// Turns of several moves.
    Turn {
        /// Number of moves.
        moves: u8,
    },
    /// Captures are mandatory.
    Forced,
}

/// An arrow of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SketchedMove {
    /// Destination.
    pub to: SquareName,
    /// Way of entering it.
    pub way: Way,
}

/// Way of entering a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Without a capture.
    Step,
    /// With a capture.
    Capture,
}

/// Counted event of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SketchedGoal {
    /// Captures.
    Captures,
    /// Promotions.
    Promotions,
    /// Checks given.
    Checks,
}

/// Result of a goal for the side that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SketchedResult {
    /// The side wins.
    Win,
    /// The side loses.
    Loss,
    /// The game is drawn.
    Draw,
}
