//! Rules about moves that are asked once the safe moves are known: forced captures and drops, facing pieces, royal pieces that stay, and moves that give no
//! check.

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::facing::FacingTable;
use super::generate::{Generator, SpecialCheck};
use super::packing::GeneratedMove;
use super::shape::Shape;
use super::sinks::ListSink;
use super::specials::Special;
use super::tables::{lane, number};
use crate::compact_move::MoveList;
use crate::piece::PieceId;
use crate::ruleset::{Constraint, Ruleset};

/// Attacks that are check to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckRule {
    /// On any of its royal pieces.
    Any,
    /// On all of them at once.
    All,
    /// On the only one that it has.
    Last,
}

impl CheckRule {
    pub(super) fn of(rules: &Ruleset) -> CheckRule {
        if rules.constraints().contains(&Constraint::SpareRoyals) {
            CheckRule::Last
        } else if rules.constraints().contains(&Constraint::DupleCheck) {
            CheckRule::All
        } else {
            CheckRule::Any
        }
    }
}

/// Rules by which not every safe move is legal.
#[derive(Clone, Debug)]
pub(super) struct Filters<B> {
    gives_no_check: bool,
    /// By index of a piece: promotions to it may not give check.
    promotes_without_check: Vec<bool>,
    forced_capture: bool,
    forced_drop: bool,
    royal_stays: bool,
    pub(super) facing: Option<FacingTable<B>>,
}

impl<B: Bits> Filters<B> {
    pub(super) fn new(rules: &Ruleset) -> Filters<B> {
        let has = |constraint| rules.constraints().contains(&constraint);
        let quiet_promotions: Vec<bool> =
            rules.pieces().map(|(_, piece)| piece.promotes_without_check).collect();
        Filters {
            gives_no_check: has(Constraint::GivesNoCheck),
            promotes_without_check: if quiet_promotions.contains(&true) {
                quiet_promotions
            } else {
                Vec::new()
            },
            forced_capture: has(Constraint::ForcedCapture),
            forced_drop: has(Constraint::ForcedDrop),
            royal_stays: has(Constraint::RoyalStays),
            facing: FacingTable::new(rules),
        }
    }

    /// Returns whether every safe move is legal.
    pub(super) fn is_empty(&self) -> bool {
        let constraints = [self.gives_no_check, self.forced_capture, self.forced_drop, self.royal_stays];
        !constraints.contains(&true) && self.facing.is_none() && self.promotes_without_check.is_empty()
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.facing.as_ref().map_or(0, FacingTable::bytes)
    }
}

impl<B: Bits> Special<B> {
    /// Returns the piece that the move takes from a board, of several the first.
    pub(super) fn taken<const L: usize, const H: usize>(&self, board: &Board<B, L, H>) -> Option<PieceId> {
        let leaves =
            |square| self.from == Some(square) || self.carries.iter().any(|(from, _)| *from == square);
        let mut squares = self.takes.iter().chain(&self.to).filter(|square| !leaves(**square));
        squares.find_map(|&square| board.at(square))
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// Returns the legal moves of a position where a filter may concern some of the safe moves; `None` if all safe moves are legal.
    pub(super) fn filtered(self, board: &Board<B, L, H>) -> Option<MoveList> {
        let filters = &self.tables.filters;
        let is_facing = || filters.facing.as_ref().is_some_and(|facing| facing.is_facing(board));
        let concerns = filters.gives_no_check
            || filters.forced_capture
            || !filters.promotes_without_check.is_empty()
            || (filters.forced_drop && board.hands[number(board.turn)].iter().any(|held| *held > 0))
            || is_facing()
            || (filters.royal_stays && self.in_check(board));
        concerns.then(|| self.cpu.work(FilteredList { generator: self, board }))
    }

    /// Returns whether a move captures.
    pub(super) fn is_capture(self, board: &Board<B, L, H>, step: GeneratedMove) -> bool {
        match step {
            GeneratedMove::Simple { to, .. } => board.at(to).is_some(),
            GeneratedMove::Drop { .. } => false,
            GeneratedMove::Special { special, .. } => {
                self.tables.specials.all[special].taken(board).is_some()
            }
        }
    }

    fn is_pass(self, step: GeneratedMove) -> bool {
        matches!(step, GeneratedMove::Special { special, .. } if self.tables.specials.all[special].is_pass)
    }

    fn is_drop(self, step: GeneratedMove) -> bool {
        match step {
            GeneratedMove::Simple { .. } => false,
            GeneratedMove::Drop { .. } => true,
            GeneratedMove::Special { special, .. } => self.tables.specials.all[special].from.is_none(),
        }
    }

    /// Keeps the moves that are no step of a royal piece in check, except where it captures the only piece that gives it.
    fn keep_staying(self, board: &Board<B, L, H>, list: &mut MoveList) {
        for royal in (board.lanes[lane::ROYALS] & board.own()).squares() {
            let Some(piece) = board.at(royal) else { continue };
            let by = self.attackers_of(board, royal, piece);
            if by.is_empty() {
                continue;
            }
            let stays = |step| match step {
                GeneratedMove::Simple { from, to, .. } => from != royal || by == B::bit(to),
                GeneratedMove::Drop { .. } => true,
                GeneratedMove::Special { special, .. } => {
                    let special = &self.tables.specials.all[special];
                    special.from != Some(royal) || special.to.is_some_and(|to| by == B::bit(to))
                }
            };
            list.0.retain(|mv| mv.unpacked().is_some_and(stays));
        }
    }

    /// Keeps the captures, or the drops, if there is one.
    fn keep_if_any(list: &mut MoveList, is: impl Fn(GeneratedMove) -> bool) {
        if list.0.iter().any(|mv| mv.unpacked().is_some_and(&is)) {
            list.0.retain(|mv| mv.unpacked().is_some_and(&is));
        }
    }

    /// Keeps the moves that give no check though they must not.
    fn keep_without_check(self, board: &Board<B, L, H>, list: &mut MoveList) {
        let filters = &self.tables.filters;
        if filters.gives_no_check {
            self.keep(board, list, |_, child| !self.in_check(child));
        } else if !filters.promotes_without_check.is_empty() {
            let is_meant = |piece: PieceId| filters.promotes_without_check[piece.index()];
            self.keep(board, list, |step, child| match step {
                GeneratedMove::Simple { choice, .. } | GeneratedMove::Special { choice, .. } => {
                    !(choice.chosen && is_meant(choice.becomes) && self.in_check(child))
                }
                GeneratedMove::Drop { .. } => true,
            });
        }
    }
}

/// Listing of the safe moves, and of those of them that are legal, as work for a processor kind.
struct FilteredList<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for FilteredList<'_, '_, B, L, H, G, S, C>
{
    type Output = MoveList;

    #[inline(always)]
    fn run(self) -> MoveList {
        let FilteredList { generator, board } = self;
        let filters = &generator.tables.filters;
        let mut list = MoveList::new();
        generator.safe_into(board, &mut ListSink::new(generator, board, &mut list));
        if filters.royal_stays {
            generator.keep_staying(board, &mut list);
        }
        if let Some(facing) = filters.facing.as_ref().filter(|facing| facing.is_facing(board)) {
            // A side that is faced may pass even in check. Any other move has to part the pieces.
            list.0.retain(|mv| mv.unpacked().is_some_and(|step| !generator.is_pass(step)));
            generator.keep(board, &mut list, |_, child| !facing.is_facing(child));
            let mut sink = ListSink::new(generator, board, &mut list);
            generator.specials(board, &SpecialCheck::Pass, &mut sink);
        }
        generator.keep_without_check(board, &mut list);
        if filters.forced_capture {
            Generator::<B, L, H, G, S, C>::keep_if_any(&mut list, |step| generator.is_capture(board, step));
        }
        if filters.forced_drop {
            Generator::<B, L, H, G, S, C>::keep_if_any(&mut list, |step| generator.is_drop(step));
        }
        list
    }
}
