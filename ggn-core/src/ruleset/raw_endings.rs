//! Endings in an author's manifest, still as text. The comments are the descriptions that an author sees in an editor.

use super::raw_arbiter::RawChase;
use super::read::{choice, object, words};
use super::text::Text;
use crate::notation::cell::Cell;
use crate::notation::qpi::Qpi;

words! {
    /// Result of an ending for the side to move, or for the side that causes it.
    RawResult {
        /// That side wins.
        Win = "win",
        /// That side loses.
        Loss = "loss",
        /// The game is drawn.
        Draw = "draw",
        /// The side with more points wins (`points`); with as many on both sides the game is drawn.
        Points = "points",
    }
}

words! {
    /// Identity of two positions.
    RawIdentity {
        /// The same pieces stand on the same squares, and the same rights can still be used.
        Rights = "rights",
        /// Their FEEN is the same, letter by letter.
        Feen = "feen",
    }
}

choice! {
    /// Ending of a game, named by a status of CGSN or, where CGSN has none, by a goal.
    RawEnding by status {
        /// The side to move has no legal move, and one of its terminal pieces could be captured.
        Checkmate = "checkmate" {
            /// Result for the side to move.
            result: RawResult,
            /// Result where only pieces of some roles give the check that mates.
            only_by: Option<RawCheckers> = None,
            /// Result where no piece of some roles has given one of the checks in a row that end with the mate.
            never_by: Option<RawCheckers> = None,
        },
        /// The side to move has no legal move, and none of its terminal pieces could be captured.
        Stalemate = "stalemate" {
            /// Result for the side to move.
            result: RawResult,
        },
        /// Neither side has enough material to win.
        Insufficient = "insufficient" {
            /// Result for the side to move.
            result: RawResult,
            /// Pairs of material that are insufficient.
            material: Vec<RawMaterial>,
        },
        /// A position has occurred a number of times.
        Repetition = "repetition" {
            /// Result for the side to move.
            result: RawResult,
            /// Number of occurrences, including the first: `3`.
            count: u32,
            /// Identity of two positions.
            identity: RawIdentity,
            /// Result for a side that has given check by each of its moves since the first occurrence, if the other side has not: `"loss"`.
            /// Without it, perpetual check is a repetition like any other.
            perpetual_check: Option<RawResult> = None,
            /// Result for a side that chases the same piece by each of its moves since the first occurrence, if the other side neither checks nor chases by
            /// each of its own. Without it, a perpetual chase is a repetition like any other.
            perpetual_chase: Option<RawChase> = None,
        },
        /// There was no progress for a number of plies, or a side had its moves and has not won.
        Movelimit = "movelimit" {
            /// Result for the side to move.
            result: RawResult,
            /// Number of plies (moves of one side): `100` is fifty moves of each side. Needs `resets`.
            plies: Option<u32> = None,
            /// Moves that reset the count of `plies` to zero.
            resets: Option<RawResets> = None,
            /// Counts of moves whose limits depend on the pieces that are left. The first that applies is on; it begins anew when another one becomes
            /// the first.
            counts: Vec<RawMoveCount> = Vec::new(),
        },
        /// A side has made a number of captures.
        Captures = "captures" {
            /// Result for that side.
            result: RawResult,
            /// Number of captures; several pieces captured by one move count once.
            count: u32 = 1,
        },
        /// A side has made a number of promotions.
        Promotions = "promotions" {
            /// Result for that side.
            result: RawResult,
            /// Number of promotions.
            count: u32 = 1,
        },
        /// A side has given check a number of times.
        Checks = "checks" {
            /// Result for that side.
            result: RawResult,
            /// Number of checks; a double check counts once.
            count: u32 = 1,
        },
        /// A side has a piece of one of these roles on one of these squares.
        Arrival = "arrival" {
            /// Result for that side.
            result: RawResult,
            /// Roles that count: `["C:K"]`.
            pieces: Vec<Text<Qpi>>,
            /// Squares that count.
            squares: Vec<Text<Cell>>,
            /// Squares that count for the second side, if they are others than those of the first.
            second: Option<Vec<Text<Cell>>> = None,
            /// True if only a piece counts that no enemy row attacks.
            safe: bool = false,
            /// True if the second side may answer: when the first side has arrived, the game ends after the next move of the second, and is drawn if
            /// that side has arrived as well.
            answer: bool = false,
            /// True if the piece must still stand there when its side moves again: the other side has one move to drive it away.
            held: bool = false,
        },
        /// A side has no piece left of one of these roles, on the board or in hand; or it has no piece left at all.
        Extinction = "extinction" {
            /// Result for that side.
            result: RawResult,
            /// Roles of which a piece must be left: `["C:Q", "C:N"]`. If empty, any piece is enough.
            pieces: Vec<Text<Qpi>> = Vec::new(),
            /// Number of pieces that no longer are enough: `1` where a side with a single piece has lost.
            left: u32 = 0,
            /// True if the pieces of all these roles are counted together, false if the pieces of one role are.
            all: bool = false,
            /// True if the side may answer where one more loss would leave the other side with too few as well: the game then ends after its next move,
            /// and is drawn if that has happened.
            answer: bool = false,
        },
        /// The last moves were passes.
        Passes = "passes" {
            /// Result for the side to move.
            result: RawResult,
            /// Number of passes in a row.
            count: u32 = 2,
        },
        /// A piece of each side faces one of the other along a straight line, with no piece between, and the side that had to end it has passed.
        Facing = "facing" {
            /// Result for the side to move.
            result: RawResult,
            /// Roles that face each other: `["J:G"]`.
            pieces: Vec<Text<Qpi>>,
        },
        /// No square of the board is empty.
        Full = "full" {
            /// Result for the side to move.
            result: RawResult,
        },
        /// A side resigns. Without this entry resignation is impossible.
        Resignation = "resignation" {
            /// Result for the side that resigns.
            result: RawResult,
        },
        /// Both sides agree to end the game. Without this entry agreement is impossible.
        Agreement = "agreement" {
            /// Result for the side to move.
            result: RawResult,
        },
        /// A side runs out of time, or is absent for too long.
        Timelimit = "timelimit" {
            /// Result for the side that ran out of time.
            result: RawResult,
            /// The game is drawn if the other side has exactly one of these lists of pieces left: `[["C:K"], ["C:K", "C:N"]]`.
            draw_if_opponent_has: Vec<Vec<Text<Qpi>>> = Vec::new(),
        },
    }
}

object! {
    /// Result of a mate that depends on the pieces that give check.
    RawCheckers {
        /// Roles: `["C:N"]`.
        pieces: Vec<Text<Qpi>>,
        /// Result for the side to move.
        result: RawResult,
    }
}

object! {
    /// Material of both sides with which neither can win, in either order.
    RawMaterial {
        /// All pieces of one side, by role: `["C:K", "C:B"]`.
        one: Vec<Text<Qpi>>,
        /// All pieces of the other side.
        other: Vec<Text<Qpi>>,
        /// Role, `"C:B"`: the entry applies only if all pieces of that role, of both sides, stand on squares of one colour.
        same_colour: Option<Text<Qpi>> = None,
    }
}

object! {
    /// Moves that reset the count of plies without progress.
    RawResets {
        /// True if a capture resets the count.
        captures: bool,
        /// Roles of which any move resets the count: `["C:P"]`.
        moves_of: Vec<Text<Qpi>> = Vec::new(),
    }
}

object! {
    /// Count of moves while few pieces are left. The game ends by the move after the last one that is counted.
    RawMoveCount {
        /// Roles of which neither side may have a piece: `["M:P"]`.
        without: Vec<Text<Qpi>> = Vec::new(),
        /// Number of pieces that a side may have at most, its terminal piece included: `1` for that piece alone. The moves of the side with fewer pieces are
        /// counted. Without it, those of the side to move when the count begins.
        left: Option<u32> = None,
        /// True if the pieces on the board are counted first, of both sides, so that fewer moves are left.
        pieces_first: bool = false,
        /// Limits, of which the first that fits when the count begins stays as long as it lasts. If none fits, this count does not apply.
        limits: Vec<RawMoveLimit>,
    }
}

object! {
    /// Limit of a count of moves.
    RawMoveLimit {
        /// Number of moves.
        moves: u32,
        /// Pieces of the other side, by role, with which the limit fits; that side may have more: `["M:R", "M:R"]`. Needs `left`.
        against: Vec<Text<Qpi>> = Vec::new(),
    }
}
