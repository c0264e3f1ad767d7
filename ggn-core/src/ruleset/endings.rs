//! Endings that a ruleset lists.

use std::fmt;

use super::raw_endings::RawResult;
use crate::notation::cgsn::Status;
use crate::piece::{PieceId, Role};
use crate::{BySide, Square};

/// Cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndStatus {
    /// Status of CGSN.
    Cgsn(Status),
    /// Goal, for which CGSN has no status.
    Goal(Goal),
    /// End of play that is no goal of a side.
    Stop(Stop),
}

impl EndStatus {
    /// Returns its word in data and protocols.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EndStatus::Cgsn(status) => status.as_str(),
            EndStatus::Goal(goal) => goal.as_str(),
            EndStatus::Stop(stop) => stop.as_str(),
        }
    }

    /// Returns the status of CGSN, if it is one.
    #[must_use]
    pub fn cgsn(self) -> Option<Status> {
        match self {
            EndStatus::Cgsn(status) => Some(status),
            EndStatus::Goal(_) | EndStatus::Stop(_) => None,
        }
    }
}

impl fmt::Display for EndStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Status> for EndStatus {
    fn from(status: Status) -> EndStatus {
        EndStatus::Cgsn(status)
    }
}

impl From<Goal> for EndStatus {
    fn from(goal: Goal) -> EndStatus {
        EndStatus::Goal(goal)
    }
}

impl From<Stop> for EndStatus {
    fn from(stop: Stop) -> EndStatus {
        EndStatus::Stop(stop)
    }
}

/// End of play that is no goal of a side, and for which CGSN has no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stop {
    /// A number of passes in a row.
    Passes,
    /// Pieces of both sides that go on facing each other.
    Facing,
    /// A board without an empty square.
    Full,
}

impl Stop {
    /// Every end of play.
    pub const ALL: [Stop; 3] = [Stop::Passes, Stop::Facing, Stop::Full];

    /// Returns its word in data and protocols.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Stop::Passes => "passes",
            Stop::Facing => "facing",
            Stop::Full => "full",
        }
    }
}

/// Goal of a side besides mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// A number of captures by a side.
    Captures,
    /// A number of promotions by a side.
    Promotions,
    /// A number of checks given by a side.
    Checks,
    /// A piece of a side on one of certain squares.
    Arrival,
    /// Loss of all pieces of a role, or of all pieces.
    Extinction,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Goal; 5] =
        [Goal::Captures, Goal::Promotions, Goal::Checks, Goal::Arrival, Goal::Extinction];

    /// Returns its word in data and protocols.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Goal::Captures => "captures",
            Goal::Promotions => "promotions",
            Goal::Checks => "checks",
            Goal::Arrival => "arrival",
            Goal::Extinction => "extinction",
        }
    }
}

/// Result of an ending for the side that it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win,
    Loss,
    Draw,
    /// By the points of both sides.
    Points,
}

impl From<RawResult> for Verdict {
    fn from(result: RawResult) -> Verdict {
        match result {
            RawResult::Win => Verdict::Win,
            RawResult::Loss => Verdict::Loss,
            RawResult::Draw => Verdict::Draw,
            RawResult::Points => Verdict::Points,
        }
    }
}

/// Points of the pieces on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    pub(crate) pieces: Vec<(Role, u32)>,
    /// Points that the second side has besides.
    pub(crate) second: u32,
    pub(crate) second_wins: bool,
}

/// Material with which neither side can win: two lists of roles, for the sides in either order.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    pub(crate) one: Vec<Role>,
    pub(crate) other: Vec<Role>,
    /// Role of which all pieces must stand on squares of one colour.
    pub(crate) same_colour: Option<Role>,
}

/// Result of a mate that depends on the pieces that give check.
#[derive(Clone, Debug)]
pub(crate) struct Checkers {
    pub(crate) roles: Vec<Role>,
    pub(crate) verdict: Verdict,
}

/// Identity of positions for repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepetitionIdentity {
    Rights,
    Feen,
}

/// Result of a perpetual chase, and the attacks that are one.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "arbiter"), allow(dead_code, reason = "the browser decides no chase"))]
pub(crate) struct ChaseRules {
    /// Result for the side that chases.
    pub(crate) verdict: Verdict,
    /// Roles whose attacks are no chase.
    pub(crate) free: Vec<Role>,
    /// Pieces with the squares on which they are not chased; without squares, on the whole board.
    pub(crate) ignored: Vec<(PieceId, Vec<Square>)>,
    /// Attacking roles, each with the roles that it chases although they are protected.
    pub(crate) stronger: Vec<(Role, Vec<Role>)>,
}

/// Count of moves while few pieces are left.
#[derive(Clone, Debug)]
pub(crate) struct MoveCountRule {
    /// Roles of which neither side may have a piece.
    pub(crate) without: Vec<Role>,
    /// Number of pieces that the side has at most whose moves are counted.
    pub(crate) left: Option<u32>,
    /// True if the pieces on the board are counted before the moves.
    pub(crate) counts_pieces: bool,
    /// Limits; the first that fits when the count begins stays.
    pub(crate) limits: Vec<MoveLimit>,
}

/// Limit of a count of moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveLimit {
    pub(crate) moves: u32,
    /// Roles that the other side must have, sorted, one entry for each piece.
    pub(crate) against: Vec<Role>,
}

/// Moves that reset the count of plies without progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resets {
    pub(crate) captures: bool,
    pub(crate) moves_of: Vec<Role>,
}

/// Ending caused by the position or the history.
#[derive(Clone, Debug)]
pub(crate) enum Automatic {
    Checkmate {
        /// Result where only pieces of these roles give the check.
        only_by: Option<Checkers>,
        /// Result where no piece of these roles has given one of the checks in a row that end with the mate.
        never_by: Option<Checkers>,
    },
    Stalemate,
    Insufficient {
        material: Vec<Material>,
    },
    Repetition {
        count: u32,
        identity: RepetitionIdentity,
        /// Result for the side that alone has given check by each of its moves since the first occurrence.
        perpetual_check: Option<Verdict>,
        perpetual_chase: Option<ChaseRules>,
    },
    Movelimit {
        /// Number of plies without progress, with the moves that are progress.
        plies: Option<(u32, Resets)>,
        counts: Vec<MoveCountRule>,
    },
    /// A number of captures by a side.
    Captures {
        count: u32,
    },
    /// A number of promotions by a side.
    Promotions {
        count: u32,
    },
    /// A number of checks given by a side.
    Checks {
        count: u32,
    },
    /// A piece of one of these roles stands on one of these squares.
    Arrival {
        pieces: Vec<Role>,
        squares: BySide<Vec<Square>>,
        /// True if only a piece counts that is not attacked.
        is_safe: bool,
        /// True if the second side has one more move after the first has arrived.
        may_answer: bool,
        /// True if the piece must still stand there when its side moves again.
        is_held: bool,
    },
    /// A side has too few pieces left of one of these roles, or of all of them together.
    Extinction {
        /// If empty, all pieces are counted.
        pieces: Vec<Role>,
        /// Largest number that is too few.
        left: u32,
        /// True if the roles are counted together.
        is_of_all: bool,
        /// True if the side has one more move.
        may_answer: bool,
    },
    /// A number of passes in a row.
    Passes {
        count: u32,
    },
    /// Pieces of these roles face each other, and the last move was a pass.
    Facing {
        pieces: Vec<Role>,
    },
    /// No square is empty.
    Full,
}

/// Endings of a ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndingRules {
    /// In the order of evaluation; the first that applies ends the game.
    pub(crate) automatic: Vec<(Automatic, Verdict)>,
    pub(crate) resignation: Option<Verdict>,
    pub(crate) agreement: Option<Verdict>,
    pub(crate) timelimit: Option<(Verdict, Vec<Vec<Role>>)>,
    pub(crate) points: Points,
}

impl EndingRules {
    pub(crate) fn resets(&self) -> impl Iterator<Item = &Resets> {
        self.automatic.iter().filter_map(|(ending, _)| match ending {
            Automatic::Movelimit { plies: Some((_, resets)), .. } => Some(resets),
            _ => None,
        })
    }

    /// Returns the counts of moves while few pieces are left, in the order of evaluation.
    pub(crate) fn move_counts(&self) -> &[MoveCountRule] {
        let counts = self.automatic.iter().find_map(|(ending, _)| match ending {
            Automatic::Movelimit { counts, .. } => Some(counts.as_slice()),
            _ => None,
        });
        counts.unwrap_or_default()
    }

    /// Returns the roles of which one may not face the other side's for longer than a move.
    pub(crate) fn facing(&self) -> Option<&[Role]> {
        self.automatic.iter().find_map(|(ending, _)| match ending {
            Automatic::Facing { pieces } => Some(pieces.as_slice()),
            _ => None,
        })
    }

    pub(crate) fn identity(&self) -> Option<RepetitionIdentity> {
        self.automatic.iter().find_map(|(ending, _)| match ending {
            Automatic::Repetition { identity, .. } => Some(*identity),
            _ => None,
        })
    }
}

/// Returns whether `some` contains `all`, a role that is listed twice twice.
pub(crate) fn has_all(some: &[Role], all: &[Role]) -> bool {
    let count = |roles: &[Role], role: &Role| roles.iter().filter(|other| *other == role).count();
    all.iter().all(|role| count(some, role) >= count(all, role))
}
