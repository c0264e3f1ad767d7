//! How games end: the ruleset's ordered list, asked one by one.

use std::fmt;

use crate::notation::cgsn::Status;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{BySide, Shape, Side, Square};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// What ended it.
    pub status: EndStatus,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndStatus {
    /// A status of CGSN.
    Cgsn(Status),
    /// A goal, for which CGSN has no word.
    Goal(Goal),
}

impl EndStatus {
    /// The word by which data and protocols know it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EndStatus::Cgsn(status) => status.as_str(),
            EndStatus::Goal(goal) => goal.as_str(),
        }
    }

    /// The status of CGSN, if it is one.
    #[must_use]
    pub fn cgsn(self) -> Option<Status> {
        match self {
            EndStatus::Cgsn(status) => Some(status),
            EndStatus::Goal(_) => None,
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

/// What a side may play for besides mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// A side has captured so often.
    Captures,
    /// A side has promoted so often.
    Promotions,
    /// A side has given check so often.
    Checks,
    /// A side has reached one of certain squares.
    Arrival,
    /// A side has lost all pieces of a role, or all pieces.
    Extinction,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Goal; 5] =
        [Goal::Captures, Goal::Promotions, Goal::Checks, Goal::Arrival, Goal::Extinction];

    /// The word by which data and protocols know it.
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

/// How often a side has done what goals count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    pub(crate) captures: u32,
    pub(crate) promotions: u32,
    pub(crate) checks: u32,
}

/// What an ending means for the side that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win,
    Loss,
    Draw,
}

impl Verdict {
    pub(crate) fn ending(self, status: impl Into<EndStatus>, about: Side) -> Ending {
        let winner = match self {
            Verdict::Win => Some(about),
            Verdict::Loss => Some(about.opponent()),
            Verdict::Draw => None,
        };
        Ending { status: status.into(), winner }
    }
}

/// What each side has left when neither can win: two lists of roles, whichever side has which.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    pub(crate) one: Vec<Role>,
    pub(crate) other: Vec<Role>,
    /// A role of which all pieces must stand on squares of one colour.
    pub(crate) same_colour: Option<Role>,
}

/// How repetition compares positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepetitionIdentity {
    Rights,
    Feen,
}

/// What sets the count of moves without progress back to zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resets {
    pub(crate) captures: bool,
    pub(crate) moves_of: Vec<Role>,
}

/// An ending that the position or the history brings about by itself.
#[derive(Clone, Debug)]
pub(crate) enum Automatic {
    Checkmate,
    Stalemate,
    Insufficient {
        material: Vec<Material>,
    },
    Repetition {
        count: u32,
        identity: RepetitionIdentity,
    },
    Movelimit {
        plies: u32,
        resets: Resets,
    },
    /// A side has captured so often.
    Captures {
        count: u32,
    },
    /// A side has promoted so often.
    Promotions {
        count: u32,
    },
    /// A side has given check so often.
    Checks {
        count: u32,
    },
    /// A piece of these roles stands on one of these squares.
    Arrival {
        pieces: Vec<Role>,
        squares: Vec<Square>,
    },
    /// A side has no piece left of one of these roles, or none at all.
    Extinction {
        pieces: Vec<Role>,
    },
}

/// The endings of a ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndingRules {
    /// In the order in which they are asked; the first that applies ends the game.
    pub(crate) automatic: Vec<(Automatic, Verdict)>,
    pub(crate) resignation: Option<Verdict>,
    pub(crate) agreement: Option<Verdict>,
    pub(crate) timelimit: Option<(Verdict, Vec<Vec<Role>>)>,
}

impl EndingRules {
    pub(crate) fn resets(&self) -> impl Iterator<Item = &Resets> {
        self.automatic.iter().filter_map(|(ending, _)| match ending {
            Automatic::Movelimit { resets, .. } => Some(resets),
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

/// What the automatic endings look at besides the board.
pub(crate) struct Circumstances {
    pub(crate) has_legal_move: bool,
    pub(crate) in_check: bool,
    /// How often the present position has stood, this time included.
    pub(crate) occurrences: u32,
    pub(crate) plies_without_progress: u32,
    /// What both sides have done so far.
    pub(crate) deeds: BySide<Deeds>,
}

/// The first ending of the list that applies.
pub(crate) fn automatic(rules: &Ruleset, position: &Position, now: &Circumstances) -> Option<Ending> {
    let turn = position.turn();
    // A goal is about the side that has reached it; if both have by the same move, about the one that has moved.
    let sides = [turn.opponent(), turn];
    rules.endings().automatic.iter().find_map(|(ending, verdict)| {
        let so = |applies: bool, status| applies.then(|| verdict.ending(status, turn));
        let goal = |goal, has: &dyn Fn(Side) -> bool| {
            sides.into_iter().find(|&side| has(side)).map(|side| verdict.ending(goal, side))
        };
        match ending {
            Automatic::Checkmate => so(!now.has_legal_move && now.in_check, Status::Checkmate),
            Automatic::Stalemate => so(!now.has_legal_move && !now.in_check, Status::Stalemate),
            Automatic::Insufficient { material } => {
                so(material.iter().any(|left| is_left(rules, position, left)), Status::Insufficient)
            }
            Automatic::Repetition { count, .. } => so(now.occurrences >= *count, Status::Repetition),
            Automatic::Movelimit { plies, .. } => so(now.plies_without_progress >= *plies, Status::Movelimit),
            Automatic::Captures { count } => goal(Goal::Captures, &|side| now.deeds[side].captures >= *count),
            Automatic::Promotions { count } => {
                goal(Goal::Promotions, &|side| now.deeds[side].promotions >= *count)
            }
            Automatic::Checks { count } => goal(Goal::Checks, &|side| now.deeds[side].checks >= *count),
            Automatic::Arrival { pieces, squares } => goal(Goal::Arrival, &|side| {
                squares.iter().filter_map(|square| position.piece_at(*square)).any(|piece| {
                    let role = rules.piece(piece).map(|piece| piece.role());
                    rules.side_of(piece) == side && role.is_some_and(|role| pieces.contains(&role))
                })
            }),
            Automatic::Extinction { pieces } => goal(Goal::Extinction, &|side| {
                let left = roles(rules, position, side);
                left.is_empty() || pieces.iter().any(|role| !left.contains(role))
            }),
        }
    })
}

/// The roles that a side has on the board and in hand, sorted, each as often as it is there.
pub(crate) fn roles(rules: &Ruleset, position: &Position, side: Side) -> Vec<Role> {
    let board = position.pieces().map(|(_, piece)| (piece, 1));
    let held = position.hand(side).iter().copied();
    let mut roles: Vec<Role> = board
        .filter(|&(piece, _)| rules.side_of(piece) == side)
        .chain(held)
        .filter_map(|(piece, count)| Some((rules.piece(piece)?.role(), count as usize)))
        .flat_map(|(role, count)| std::iter::repeat_n(role, count))
        .collect();
    roles.sort_unstable();
    roles
}

fn is_left(rules: &Ruleset, position: &Position, left: &Material) -> bool {
    // Far more is left through most of a game, and counting is all that it takes to see that.
    let held = |side| position.hand(side).iter().map(|(_, count)| *count as usize).sum::<usize>();
    let pieces = position.pieces().count() + held(Side::First) + held(Side::Second);
    if pieces != left.one.len() + left.other.len() {
        return false;
    }
    let first = roles(rules, position, Side::First);
    let second = roles(rules, position, Side::Second);
    let fits = (first == left.one && second == left.other) || (first == left.other && second == left.one);
    fits && left.same_colour.is_none_or(|role| stand_on_one_colour(rules, position, role))
}

fn stand_on_one_colour(rules: &Ruleset, position: &Position, role: Role) -> bool {
    let mut colours = position
        .pieces()
        .filter(|&(_, piece)| rules.piece(piece).is_some_and(|piece| piece.role() == role))
        .map(|(square, _)| colour(rules.shape(), square));
    colours.next().is_none_or(|first| colours.all(|other| other == first))
}

/// The colour of a square of a chequered board: whether its coordinates sum to an odd number.
fn colour(shape: &Shape, square: Square) -> bool {
    shape.coordinates(square).map(u32::from).sum::<u32>() % 2 == 1
}
