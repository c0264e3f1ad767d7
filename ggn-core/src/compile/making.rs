//! Moves that are made: for what follows, and to see whether they are legal where lines do not tell.

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::generate::{Generator, SpecialCheck};
use super::packing::GeneratedMove;
use super::shape::Shape;
use super::sinks::{ListSink, Sink};
use crate::compact_move::MoveList;

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// Emits the legal moves of a position whose checks are not along lines (no royal piece, several, or captures that are not lines), by making
    /// each move and testing for check.
    pub(super) fn legal_by_making(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        emit_all(&self.cpu.work(MakeAndTest { generator: self, board }), sink);
    }

    /// Makes `child` the position after a move; `base` is the position [`Board::after_pass`].
    pub(super) fn make(
        self,
        board: &Board<B, L, H>,
        base: &Board<B, L, H>,
        step: GeneratedMove,
        child: &mut Board<B, L, H>,
    ) {
        match step {
            GeneratedMove::Simple { from, to, choice } => {
                board.make_simple(self.tables, base, (from, to), choice.becomes, child);
            }
            GeneratedMove::Drop { piece, to } => board.make_drop(self.tables, base, piece, to, child),
            GeneratedMove::Special { special, choice } => {
                let special = &self.tables.specials.all[special];
                board.make_special(self.tables, base, special, choice.becomes, child);
            }
        }
    }

    /// Keeps those of the listed moves after which something is true of the new position, as the side sees it that has then the turn.
    #[inline(always)]
    pub(super) fn keep(
        self,
        board: &Board<B, L, H>,
        list: &mut MoveList,
        is_kept: impl Fn(GeneratedMove, &mut Board<B, L, H>) -> bool,
    ) {
        let base = board.after_pass(self.tables);
        let mut child = base;
        list.0.retain(|mv| {
            let Some(step) = mv.unpacked() else { return false };
            self.make(board, &base, step, &mut child);
            is_kept(step, &mut child)
        });
    }

    /// Keeps those of the listed moves after which the royal pieces of the side that moves are safe.
    #[inline(always)]
    fn keep_safe(self, board: &Board<B, L, H>, list: &mut MoveList) {
        let exposing = self.exposing_squares(board);
        let base = board.after_pass(self.tables);
        let mut child = base;
        list.0.retain(|mv| {
            let Some(step) = mv.unpacked() else { return false };
            if exposing.is_some_and(|squares| !self.touches(step, squares)) {
                return true;
            }
            self.make(board, &base, step, &mut child);
            // From the view of the side that has moved.
            child.turn = board.turn;
            !self.in_check(&child)
        });
    }

    /// Returns whether a move leaves or enters one of some squares, or creates a royal piece.
    #[inline(always)]
    fn touches(self, step: GeneratedMove, squares: B) -> bool {
        let is_royal = |piece| self.tables.piece_info(piece).is_royal;
        match step {
            GeneratedMove::Simple { from, to, choice } => {
                squares.has(from) || squares.has(to) || is_royal(choice.becomes)
            }
            GeneratedMove::Drop { piece, to } => {
                squares.has(to) || is_royal(self.tables.piece_info(piece).moved)
            }
            GeneratedMove::Special { special, choice } => {
                let special = &self.tables.specials.all[special];
                !((special.leaves | special.arrives) & squares).is_empty() || is_royal(choice.becomes)
            }
        }
    }
}

/// Emits listed moves.
pub(super) fn emit_all<B: Bits>(list: &MoveList, sink: &mut (impl Sink<B> + ?Sized)) {
    for step in list.0.iter().filter_map(|mv| mv.unpacked()) {
        match step {
            GeneratedMove::Simple { from, to, choice } => sink.choices(from, to, &[choice]),
            GeneratedMove::Drop { piece, to } => sink.drops(piece, B::bit(to)),
            GeneratedMove::Special { special, choice } => sink.special(special as u32, &[choice]),
        }
    }
}

/// Listing of the pseudo-legal moves after which no royal piece can be captured, as work for a processor kind.
struct MakeAndTest<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for MakeAndTest<'_, '_, B, L, H, G, S, C>
{
    type Output = MoveList;

    #[inline(always)]
    fn run(self) -> MoveList {
        let MakeAndTest { generator, board } = self;
        let mut list = MoveList::new();
        generator.all_rows(board, &SpecialCheck::Unattacked, &mut ListSink::new(generator, board, &mut list));
        // Also without a royal piece: a promotion may create one.
        if generator.tables.royal_safety {
            generator.keep_safe(board, &mut list);
        }
        list
    }
}
