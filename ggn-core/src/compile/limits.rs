//! Limits on moves that give check or mate. They ask what the other side could do after a move, so the moves that might exceed them are made.

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::drops::DropTable;
use super::generate::Generator;
use super::packing::GeneratedMove;
use super::promotions::PromotionChoice;
use super::shape::Shape;
use super::tables::lane;
use crate::piece::DropLimit;

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// Returns those of the squares on which a drop exceeds its limit.
    #[inline(always)]
    pub(super) fn beyond_limit(self, board: &Board<B, L, H>, drops: &DropTable<B>, squares: B) -> B {
        let royals = (board.lanes[lane::ROYALS] & board.enemies()).squares();
        let checks = royals.fold(B::EMPTY, |checks, royal| checks | drops.checks[royal]);
        let exceeds = |to: &usize| {
            let step = GeneratedMove::Drop { piece: drops.piece, to: *to };
            self.exceeds(board, step, drops.limit)
        };
        (squares & checks).squares().filter(exceeds).fold(B::EMPTY, |set, to| set | B::bit(to))
    }

    /// Returns whether a special move, by index, is within its limit.
    #[inline(always)]
    pub(super) fn is_within_limit(self, board: &Board<B, L, H>, special: u32) -> bool {
        let row = &self.tables.specials.all[special as usize];
        let is_within = |choice: &PromotionChoice| {
            let step = GeneratedMove::Special { special: special as usize, choice: *choice };
            !self.exceeds(board, step, row.limit)
        };
        row.limit.is_none() || row.choices.iter().any(is_within)
    }

    /// Returns whether a move exceeds a limit.
    fn exceeds(self, board: &Board<B, L, H>, step: GeneratedMove, limit: Option<DropLimit>) -> bool {
        limit.is_some_and(|limit| self.cpu.work(MakeAndLook { generator: self, board, step, limit }))
    }
}

/// A move made to see whether it exceeds a limit, as work for a processor kind.
struct MakeAndLook<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
    step: GeneratedMove,
    limit: DropLimit,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for MakeAndLook<'_, '_, B, L, H, G, S, C>
{
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let MakeAndLook { generator, board, step, limit } = self;
        let base = board.after_pass(generator.tables);
        let mut child = base;
        generator.make(board, &base, step, &mut child);
        generator.in_check(&child)
            && match limit {
                DropLimit::NoCheck => true,
                DropLimit::NoMate => generator.count_legal(&child) == 0,
            }
    }
}
