//! Ends of games: the ruleset's ordered list, evaluated in that order.

use std::cmp::Ordering;

use crate::check::is_attacked;
use crate::facing::are_facing;
use crate::material::roles;
use crate::movement::MoveEffect;
use crate::notation::cgsn::Status;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::endings::{Automatic, ChaseRules, Checkers, Material, Verdict};
use crate::ruleset::{EndStatus, Goal, Ruleset, Stop};
use crate::{BySide, Shape, Side, Square};

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Cause of the end.
    pub status: EndStatus,
    /// Winning side; `None` for a draw.
    pub winner: Option<Side>,
}

/// Counts of one side for the goals that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GoalCounts {
    pub(crate) captures: u32,
    pub(crate) promotions: u32,
    pub(crate) checks: u32,
}

/// Counts of a line of moves on which ends depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LineCounts {
    pub(crate) goals: BySide<GoalCounts>,
    /// Number of passes at its end.
    pub(crate) passes: u32,
}

impl GoalCounts {
    /// Counts a move of the side by its effect.
    pub(crate) fn add(&mut self, effect: &MoveEffect) {
        self.captures = self.captures.saturating_add(u32::from(!effect.captured.is_empty()));
        self.promotions = self.promotions.saturating_add(u32::from(effect.promoted.is_some()));
    }

    /// Counts a check that a move of the side gives.
    pub(crate) fn add_check(&mut self) {
        self.checks = self.checks.saturating_add(1);
    }
}

impl Verdict {
    /// Returns the ending with this result for a side; `leader` returns the side with more points.
    pub(crate) fn ending(
        self,
        status: impl Into<EndStatus>,
        about: Side,
        leader: impl FnOnce() -> Option<Side>,
    ) -> Ending {
        let winner = match self {
            Verdict::Win => Some(about),
            Verdict::Loss => Some(about.opponent()),
            Verdict::Draw => None,
            Verdict::Points => leader(),
        };
        Ending { status: status.into(), winner }
    }
}

/// Returns the side with more points on the board; `None` if both have as many.
pub(crate) fn leader(rules: &Ruleset, position: &Position) -> Option<Side> {
    let points = &rules.endings().points;
    let worth =
        |role: Role| points.pieces.iter().find(|(other, _)| *other == role).map_or(0, |(_, worth)| *worth);
    let total = |side| -> u64 {
        let own = position.pieces().filter(|&(_, piece)| rules.is_own(piece, side));
        own.filter_map(|(_, piece)| rules.piece(piece)).map(|piece| u64::from(worth(piece.role()))).sum()
    };
    let (first, second) = (total(Side::First), total(Side::Second) + u64::from(points.second));
    match first.cmp(&second) {
        Ordering::Less => Some(Side::Second),
        Ordering::Equal => points.second_wins.then_some(Side::Second),
        Ordering::Greater => Some(Side::First),
    }
}

/// Facts that automatic endings depend on besides the board.
pub(crate) struct Circumstances<'a> {
    pub(crate) has_legal_move: bool,
    pub(crate) in_check: bool,
    /// Occurrences of the present position, including this one.
    pub(crate) occurrences: u32,
    pub(crate) plies_without_progress: u32,
    /// True if a count of moves that the material limits has run out.
    pub(crate) is_counted_out: bool,
    /// Number of passes that ended the line.
    pub(crate) passes: u32,
    /// Goal counts of both sides so far.
    pub(crate) goal_counts: BySide<GoalCounts>,
    /// Returns the side that alone has given check by each of its moves since this position first occurred.
    pub(crate) perpetual_check: &'a dyn Fn() -> Option<Side>,
    /// Returns the roles of the pieces that give check now, then those of the checks before it that the same side has given by one move after
    /// the other.
    pub(crate) checkers: &'a dyn Fn() -> Vec<Vec<Role>>,
    /// Returns the side that alone has forced the repetition by a chase.
    pub(crate) perpetual_chase: &'a dyn Fn(&ChaseRules) -> Option<Side>,
}

// Requirement engine-4.
/// Returns the first ending of the list that applies.
// Requirements sashite-43, sashite-47, sashite-48, sashite-49, sashite-50.
pub(crate) fn automatic(rules: &Ruleset, position: &Position, now: &Circumstances<'_>) -> Option<Ending> {
    let turn = position.turn();
    let leader = || leader(rules, position);
    rules.endings().automatic.iter().find_map(|(ending, verdict)| {
        let so = |applies: bool, status: EndStatus| applies.then(|| verdict.ending(status, turn, leader));
        match ending {
            Automatic::Checkmate { only_by, never_by } => (!now.has_legal_move && now.in_check).then(|| {
                let verdict = match (only_by, never_by) {
                    (None, None) => *verdict,
                    _ => mate(&(now.checkers)(), only_by.as_ref(), never_by.as_ref()).unwrap_or(*verdict),
                };
                verdict.ending(Status::Checkmate, turn, leader)
            }),
            Automatic::Stalemate => so(!now.has_legal_move && !now.in_check, Status::Stalemate.into()),
            Automatic::Insufficient { material } => {
                so(material.iter().any(|left| is_left(rules, position, left)), Status::Insufficient.into())
            }
            Automatic::Repetition { count, perpetual_check, perpetual_chase, .. } => {
                let end = |verdict: Verdict, about| verdict.ending(Status::Repetition, about, leader);
                let checker = || Some(end((*perpetual_check)?, (now.perpetual_check)()?));
                let chaser = || {
                    let chase = perpetual_chase.as_ref()?;
                    Some(end(chase.verdict, (now.perpetual_chase)(chase)?))
                };
                (now.occurrences >= *count)
                    .then(|| checker().or_else(chaser).unwrap_or_else(|| end(*verdict, turn)))
            }
            Automatic::Movelimit { plies, .. } => {
                let is_reached = |(plies, _): &(u32, _)| now.plies_without_progress >= *plies;
                so(plies.as_ref().is_some_and(is_reached) || now.is_counted_out, Status::Movelimit.into())
            }
            Automatic::Passes { .. } | Automatic::Facing { .. } | Automatic::Full => {
                let stop = stopped(rules, position, now.passes, ending)?;
                Some(verdict.ending(stop, turn, leader))
            }
            Automatic::Captures { .. }
            | Automatic::Promotions { .. }
            | Automatic::Checks { .. }
            | Automatic::Arrival { .. }
            | Automatic::Extinction { .. } => {
                let (goal, side) = reached(rules, position, &now.goal_counts, ending)?;
                let draw = Ending { status: goal.into(), winner: None };
                Some(side.map_or(draw, |side| verdict.ending(goal, side, leader)))
            }
        }
    })
}

/// Returns the result of a mate that depends on the checks that led to it, the last one first; `None` if none of the conditions holds.
fn mate(checks: &[Vec<Role>], only_by: Option<&Checkers>, never_by: Option<&Checkers>) -> Option<Verdict> {
    let is_only =
        |by: &&Checkers| checks.first().is_some_and(|check| check.iter().all(|role| by.roles.contains(role)));
    let is_never = |by: &&Checkers| !checks.iter().flatten().any(|role| by.roles.contains(role));
    only_by.filter(is_only).or(never_by.filter(is_never)).map(|by| by.verdict)
}

/// Returns whether play ends in a position that is reached by a line with so many passes at its end: by a goal of a side, or by a stop.
pub(crate) fn is_by_goal(rules: &Ruleset, position: &Position, counts: &LineCounts) -> bool {
    rules.endings().automatic.iter().any(|(ending, _)| {
        stopped(rules, position, counts.passes, ending).is_some()
            || reached(rules, position, &counts.goals, ending).is_some()
    })
}

/// Returns the stop of an ending, if play stops by it in a position that is reached by so many passes; `None` also for an ending that is no stop.
fn stopped(rules: &Ruleset, position: &Position, passes: u32, ending: &Automatic) -> Option<Stop> {
    match ending {
        Automatic::Passes { count } => (passes >= *count).then_some(Stop::Passes),
        Automatic::Facing { pieces } => {
            (passes > 0 && are_facing(rules, position, pieces)).then_some(Stop::Facing)
        }
        Automatic::Full => (position.pieces().count() == rules.shape().squares()).then_some(Stop::Full),
        _ => None,
    }
}

/// Returns the goal of an ending with the side that has reached it, or without one if both have and the game is drawn by that; `None` if the ending is no
/// goal, or nobody has reached it.
fn reached(
    rules: &Ruleset,
    position: &Position,
    goal_counts: &BySide<GoalCounts>,
    ending: &Automatic,
) -> Option<(Goal, Option<Side>)> {
    // A goal concerns the side that has reached it; if both have by the same move, the side that has moved.
    let sides = [position.turn().opponent(), position.turn()];
    let by = |goal, has: &dyn Fn(Side) -> bool| {
        sides.into_iter().find(|&side| has(side)).map(|side| (goal, Some(side)))
    };
    match ending {
        Automatic::Captures { count } => by(Goal::Captures, &|side| goal_counts[side].captures >= *count),
        Automatic::Promotions { count } => {
            by(Goal::Promotions, &|side| goal_counts[side].promotions >= *count)
        }
        Automatic::Checks { count } => by(Goal::Checks, &|side| goal_counts[side].checks >= *count),
        Automatic::Arrival { pieces, squares, is_safe, may_answer, is_held } => {
            let has = |side: Side| {
                let standing = squares[side].iter().filter_map(|&at| Some((at, position.piece_at(at)?)));
                standing.filter(|&(_, piece)| rules.is_own(piece, side)).any(|(at, piece)| {
                    let counts = rules.piece(piece).is_some_and(|piece| pieces.contains(&piece.role()));
                    counts && !(*is_safe && is_attacked(rules, position, side.opponent(), at, piece))
                })
            };
            if *is_held {
                let side = position.turn();
                return has(side).then_some((Goal::Arrival, Some(side)));
            }
            if !may_answer {
                return by(Goal::Arrival, &has);
            }
            // While the second side may answer, the first has not won yet.
            match (has(Side::First), has(Side::Second)) {
                (false, false) => None,
                (false, true) => Some((Goal::Arrival, Some(Side::Second))),
                (true, _) if position.turn() == Side::Second => None,
                (true, false) => Some((Goal::Arrival, Some(Side::First))),
                (true, true) => Some((Goal::Arrival, None)),
            }
        }
        Automatic::Extinction { pieces, left, is_of_all, may_answer } => {
            let is_extinct = |side: Side, left: u32| {
                let owned = roles(rules, position, side);
                let count =
                    |counts: &dyn Fn(&Role) -> bool| owned.iter().filter(|role| counts(role)).count() as u64;
                let is_few = |count: u64| count <= u64::from(left);
                if pieces.is_empty() || *is_of_all {
                    is_few(count(&|role| pieces.is_empty() || pieces.contains(role)))
                } else {
                    pieces.iter().any(|role| is_few(count(&|other| other == role)))
                }
            };
            if !may_answer {
                return by(Goal::Extinction, &|side| is_extinct(side, *left));
            }
            let [moved, to_move] = sides;
            match (is_extinct(moved, *left), is_extinct(to_move, *left)) {
                (true, true) => Some((Goal::Extinction, None)),
                (true, false) => Some((Goal::Extinction, Some(moved))),
                (false, true) if is_extinct(moved, left.saturating_add(1)) => None,
                (false, true) => Some((Goal::Extinction, Some(to_move))),
                (false, false) => None,
            }
        }
        Automatic::Checkmate { .. }
        | Automatic::Stalemate
        | Automatic::Insufficient { .. }
        | Automatic::Repetition { .. }
        | Automatic::Movelimit { .. }
        | Automatic::Passes { .. }
        | Automatic::Facing { .. }
        | Automatic::Full => None,
    }
}

fn is_left(rules: &Ruleset, position: &Position, left: &Material) -> bool {
    // Most positions have more pieces, and counting them is cheap.
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

/// Returns the colour of a square of a chequered board: whether its coordinates sum to an odd number.
fn colour(shape: &Shape, square: Square) -> bool {
    shape.coordinates(square).map(u32::from).sum::<u32>() % 2 == 1
}
