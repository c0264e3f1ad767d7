//! Goals on bitboards: whether a side has reached one, so that a line of moves ends there.

use super::bits::Bits;
use super::board::Board;
use super::cpu::Cpu;
use super::generate::Generator;
use super::lookup::Random;
use super::piece_info::PieceInfo;
use super::shape::Shape;
use super::tables::number;
use crate::ending::{GoalCounts, LineCounts};
use crate::movement::Location;
use crate::piece::{PieceId, Role};
use crate::ruleset::Ruleset;
use crate::ruleset::endings::Automatic;
use crate::ruleset::table::Row;
use crate::{BySide, Side};

/// The goals of a ruleset.
#[derive(Clone, Debug)]
pub(super) struct GoalTable<B> {
    arrivals: Vec<Arrival<B>>,
    extinctions: Vec<Extinction>,
    /// Numbers of captures and of checks that reach a goal.
    captures: Option<u32>,
    checks: Option<u32>,
    /// Number of passes in a row that stops play.
    passes: Option<u32>,
    /// True if a pass of a side that is faced stops play.
    stops_at_facing: bool,
    /// True if a full board stops play.
    stops_when_full: bool,
    /// False if there is a goal that boards do not show.
    pub(super) is_complete: bool,
}

/// A piece of a side on one of certain squares.
#[derive(Clone, Debug)]
struct Arrival<B> {
    pieces: PieceSet,
    squares: BySide<B>,
    is_safe: bool,
    may_answer: bool,
    is_held: bool,
}

/// Too few pieces of one of several sets.
#[derive(Clone, Debug)]
struct Extinction {
    sets: Vec<PieceSet>,
    left: u32,
    /// True if the side has one more move.
    may_answer: bool,
}

/// Pieces, and the indices of their counts in hand.
#[derive(Clone, Debug)]
struct PieceSet {
    /// By index of the piece.
    has: Vec<bool>,
    hand_slots: BySide<Vec<usize>>,
}

impl PieceSet {
    fn new(rules: &Ruleset, piece_infos: &[PieceInfo], is_in: impl Fn(Role) -> bool) -> PieceSet {
        let has: Vec<bool> = rules.pieces().map(|(_, piece)| is_in(piece.role())).collect();
        let slot = |(info, has): (&PieceInfo, &bool)| {
            info.hand_slot.filter(|_| *has).map(|slot| (info.side, usize::from(slot)))
        };
        let slots: Vec<(Side, usize)> = piece_infos.iter().zip(&has).filter_map(slot).collect();
        let of = |side| slots.iter().filter(|(owner, _)| *owner == side).map(|(_, slot)| *slot).collect();
        PieceSet { hand_slots: BySide::from_fn(of), has }
    }

    fn has(&self, piece: Option<PieceId>) -> bool {
        piece.is_some_and(|piece| self.has[piece.index()])
    }
}

impl<B: Bits> GoalTable<B> {
    pub(super) fn new(rules: &Ruleset, piece_infos: &[PieceInfo]) -> GoalTable<B> {
        let mut goals = GoalTable {
            arrivals: Vec::new(),
            extinctions: Vec::new(),
            captures: None,
            checks: None,
            passes: None,
            stops_at_facing: false,
            stops_when_full: false,
            is_complete: true,
        };
        for (ending, _) in &rules.endings().automatic {
            match ending {
                Automatic::Captures { count } => {
                    goals.captures = Some(goals.captures.map_or(*count, |known| known.min(*count)));
                }
                Automatic::Checks { count } => {
                    goals.checks = Some(goals.checks.map_or(*count, |known| known.min(*count)));
                }
                Automatic::Arrival { pieces, squares, is_safe, may_answer, is_held } => {
                    goals.arrivals.push(Arrival {
                        pieces: PieceSet::new(rules, piece_infos, |role| pieces.contains(&role)),
                        squares: BySide::from_fn(|side| {
                            squares[side].iter().fold(B::EMPTY, |set, square| set | B::bit(square.index()))
                        }),
                        is_safe: *is_safe,
                        may_answer: *may_answer,
                        is_held: *is_held,
                    });
                }
                Automatic::Extinction { pieces, left, is_of_all, may_answer } => {
                    let sets = if pieces.is_empty() {
                        vec![PieceSet::new(rules, piece_infos, |_| true)]
                    } else if *is_of_all {
                        vec![PieceSet::new(rules, piece_infos, |role| pieces.contains(&role))]
                    } else {
                        pieces
                            .iter()
                            .map(|one| PieceSet::new(rules, piece_infos, |role| role == *one))
                            .collect()
                    };
                    goals.extinctions.push(Extinction { sets, left: *left, may_answer: *may_answer });
                }
                Automatic::Promotions { .. } => goals.is_complete = false,
                Automatic::Passes { count } => {
                    goals.passes = Some(goals.passes.map_or(*count, |known| known.min(*count)));
                }
                Automatic::Facing { .. } => goals.stops_at_facing = true,
                Automatic::Full => goals.stops_when_full = true,
                Automatic::Checkmate { .. }
                | Automatic::Stalemate
                | Automatic::Insufficient { .. }
                | Automatic::Repetition { .. }
                | Automatic::Movelimit { .. } => {}
            }
        }
        // Captures are seen by the number of pieces on the board, which a move to the hand reduces as well.
        let mut rows = rules.table().iter();
        if goals.captures.is_some() && rows.any(|(_, _, row)| row.destination == Location::Hand) {
            goals.is_complete = false;
        }
        // A pass is seen by the position that it leaves, which a move that is no pass must not leave.
        let is_other = |(piece, source, row): (PieceId, Location, &Row)| {
            source == row.destination
                && rules
                    .table()
                    .possibilities(row)
                    .any(|(index, _)| rules.table().effect(index).is_some() || rules.moved(piece) != piece)
        };
        if goals.counts_passes() && rules.table().iter().any(is_other) {
            goals.is_complete = false;
        }
        goals
    }

    fn counts_passes(&self) -> bool {
        self.passes.is_some() || self.stops_at_facing
    }

    /// Returns whether there is no goal.
    pub(super) fn is_empty(&self) -> bool {
        self.is_complete
            && self.arrivals.is_empty()
            && self.extinctions.is_empty()
            && self.captures.is_none()
            && self.checks.is_none()
            && !self.counts_passes()
            && !self.stops_when_full
    }
}

/// Returns the part of a position's key by which equal positions differ whose sides have counted differently.
pub(super) fn key_of(counts: &LineCounts) -> u64 {
    let passed = if counts.passes == 0 { 0 } else { Random(u64::from(counts.passes) << 2 | 1).next() };
    Side::BOTH.into_iter().fold(passed, |key, side| {
        let counts = &counts.goals[side];
        if *counts == GoalCounts::default() {
            return key;
        }
        let seed = u64::from(counts.captures) << 40 | u64::from(counts.checks) << 8 | number(side) as u64 | 2;
        key ^ Random(seed).next()
    })
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// Returns the counts after a move from `board` to `child`.
    pub(super) fn counted(
        self,
        board: &Board<B, L, H>,
        child: &Board<B, L, H>,
        mut counts: LineCounts,
    ) -> LineCounts {
        let goals = &self.tables.goals;
        if goals.captures.is_some() && child.occupied().count() < board.occupied().count() {
            let captures = &mut counts.goals[board.turn].captures;
            *captures = captures.saturating_add(1);
        }
        if goals.checks.is_some() && self.in_check(child) {
            counts.goals[board.turn].add_check();
        }
        if goals.counts_passes() {
            let is_pass = child.key == board.after_pass(self.tables).key;
            counts.passes = if is_pass { counts.passes.saturating_add(1) } else { 0 };
        }
        counts
    }

    /// Returns whether a side has reached a goal, or play stops.
    pub(super) fn is_by_goal(self, board: &Board<B, L, H>, counts: &LineCounts) -> bool {
        let (goals, goal_counts) = (&self.tables.goals, &counts.goals);
        let is_faced = || self.tables.filters.facing.as_ref().is_some_and(|facing| facing.is_facing(board));
        if goals.passes.is_some_and(|count| counts.passes >= count)
            || (goals.stops_at_facing && counts.passes > 0 && is_faced())
            || (goals.stops_when_full && board.occupied().count() as usize == self.tables.squares)
        {
            return true;
        }
        let reached = |count: u32, goal: Option<u32>| goal.is_some_and(|goal| count >= goal);
        let counted = |side: Side| {
            reached(goal_counts[side].captures, goals.captures)
                || reached(goal_counts[side].checks, goals.checks)
        };
        Side::BOTH.into_iter().any(|side| {
            counted(side)
                || goals.extinctions.iter().any(|extinction| {
                    let may_answer = extinction.may_answer
                        && side == board.turn
                        && has_few(board, extinction, side.opponent(), extinction.left.saturating_add(1));
                    !may_answer && has_few(board, extinction, side, extinction.left)
                })
        }) || goals.arrivals.iter().any(|arrival| self.is_by_arrival(board, arrival))
    }

    fn is_by_arrival(self, board: &Board<B, L, H>, arrival: &Arrival<B>) -> bool {
        let has = |side| self.has_arrived(board, arrival, side);
        if arrival.is_held {
            return has(board.turn);
        }
        if arrival.may_answer && board.turn == Side::Second {
            // While the second side may answer, the first has not won yet.
            return has(Side::Second) && !has(Side::First);
        }
        has(Side::First) || has(Side::Second)
    }

    fn has_arrived(self, board: &Board<B, L, H>, arrival: &Arrival<B>, side: Side) -> bool {
        let standing = board.lanes[number(side)] & arrival.squares[side];
        standing.squares().any(|square| {
            let piece = board.at(square);
            arrival.pieces.has(piece) && !(arrival.is_safe && self.is_attacked(board, square, piece, side))
        })
    }

    /// Returns whether the piece of `side` on a square could be captured.
    fn is_attacked(self, board: &Board<B, L, H>, square: usize, piece: Option<PieceId>, side: Side) -> bool {
        let mut board = *board;
        board.turn = side;
        self.attacked(&board, square, board.occupied(), board.enemies())
            || piece.is_some_and(|piece| self.attacked_by_specials(&board, square, piece))
    }
}

/// Returns whether a side has no more pieces than so many that count for an extinction.
fn has_few<B: Bits, const L: usize, const H: usize>(
    board: &Board<B, L, H>,
    extinction: &Extinction,
    side: Side,
    left: u32,
) -> bool {
    extinction.sets.iter().any(|set| {
        let own = board.lanes[number(side)].squares();
        let held =
            set.hand_slots[side].iter().map(|&slot| u32::from(board.hands[number(side)][slot])).sum::<u32>();
        let few = left.saturating_add(1).saturating_sub(held) as usize;
        own.filter(|&square| set.has(board.at(square))).take(few).count() < few
    })
}
