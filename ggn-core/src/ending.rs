//! Ends of games: the ruleset's ordered list, evaluated in that order.

use crate::notation::cgsn::Status;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::endings::{Automatic, Material, Verdict};
use crate::ruleset::{EndStatus, Goal, Ruleset};
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoalCounts {
    pub(crate) captures: u32,
    pub(crate) promotions: u32,
    pub(crate) checks: u32,
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

/// Facts that automatic endings depend on besides the board.
pub(crate) struct Circumstances {
    pub(crate) has_legal_move: bool,
    pub(crate) in_check: bool,
    /// Occurrences of the present position, including this one.
    pub(crate) occurrences: u32,
    pub(crate) plies_without_progress: u32,
    /// Goal counts of both sides so far.
    pub(crate) goal_counts: BySide<GoalCounts>,
}

// Requirement engine-4.
// Requirements sashite-43, sashite-47, sashite-48, sashite-49, sashite-50.
/// Returns the first ending of the list that applies.
pub(crate) fn automatic(rules: &Ruleset, position: &Position, now: &Circumstances) -> Option<Ending> {
    let turn = position.turn();
    // A goal concerns the side that has reached it; if both have by the same move, the side that has moved.
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
            Automatic::Captures { count } => {
                goal(Goal::Captures, &|side| now.goal_counts[side].captures >= *count)
            }
            Automatic::Promotions { count } => {
                goal(Goal::Promotions, &|side| now.goal_counts[side].promotions >= *count)
            }
            Automatic::Checks { count } => goal(Goal::Checks, &|side| now.goal_counts[side].checks >= *count),
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

/// Returns the roles of a side's pieces on the board and in hand, sorted, one entry for each piece.
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
