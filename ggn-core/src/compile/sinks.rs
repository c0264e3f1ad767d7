//! Consumers of the moves that the generator emits: one counts them, one lists them, one makes them for perft.

use super::atom_kind::Shift;
use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::generate::Generator;
use super::promotions::PromotionChoice;
use super::shape::Shape;
use crate::compact_move::{CompactMove, MoveList};
use crate::piece::PieceId;

/// A consumer of generated moves.
pub(super) trait Sink<B> {
    /// Receives all destinations of one piece, which becomes what moving makes of it.
    fn piece(&mut self, from: usize, to: B);
    /// Receives all moves of a shift, by destination.
    fn shift(&mut self, shift: &Shift<B>, to: B);
    /// Receives the destinations of one piece with one choice and with two. Returns whether it needs nothing but their numbers; else each comes with
    /// its choices.
    fn counts(&mut self, _one: B, _two: B) -> bool {
        false
    }
    /// Receives one move with its promotion choices.
    fn choices(&mut self, from: usize, to: usize, choices: &[PromotionChoice]);
    /// Receives the drops of one piece.
    fn drops(&mut self, piece: PieceId, to: B);
    /// Receives a special move, by index, with its promotion choices.
    fn special(&mut self, special: u32, choices: &[PromotionChoice]);
}

/// Counts moves without making them.
#[derive(Default)]
pub(super) struct CountSink(pub(super) u64);

impl<B: Bits> Sink<B> for CountSink {
    #[inline(always)]
    fn piece(&mut self, _: usize, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        self.0 += u64::from(to.count() + (to & shift.promoting).count() * shift.extra_choices);
    }

    #[inline(always)]
    fn counts(&mut self, one: B, two: B) -> bool {
        self.0 += u64::from(one.count() + 2 * two.count());
        true
    }

    #[inline(always)]
    fn choices(&mut self, _: usize, _: usize, choices: &[PromotionChoice]) {
        self.0 += choices.len() as u64;
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceId, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn special(&mut self, _: u32, choices: &[PromotionChoice]) {
        self.0 += choices.len() as u64;
    }
}

/// Collects moves in a list.
pub(super) struct ListSink<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    list: &'a mut MoveList,
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    ListSink<'a, B, L, H, G, S, C>
{
    pub(super) fn new(
        generator: Generator<'a, B, L, H, G, S, C>,
        board: &'a Board<B, L, H>,
        list: &'a mut MoveList,
    ) -> Self {
        ListSink { generator, board, list }
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Sink<B>
    for ListSink<'_, B, L, H, G, S, C>
{
    #[inline(always)]
    fn piece(&mut self, from: usize, to: B) {
        let Some(becomes) = self.generator.moved(self.board, from) else { return };
        let step = CompactMove::simple(from, PromotionChoice { becomes, chosen: false, is_of_last: false });
        self.list.0.extend(to.squares().map(|to| step.to(to)));
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        self.generator.emit_shift(self.board, shift, to, self);
    }

    fn choices(&mut self, from: usize, to: usize, choices: &[PromotionChoice]) {
        let step = |&choice| CompactMove::simple(from, choice).to(to);
        self.list.0.extend(choices.iter().map(step));
    }

    fn drops(&mut self, piece: PieceId, to: B) {
        let step = CompactMove::drop(piece);
        self.list.0.extend(to.squares().map(|to| step.to(to)));
    }

    fn special(&mut self, special: u32, choices: &[PromotionChoice]) {
        self.list.0.extend(choices.iter().map(|&choice| CompactMove::special(special, choice)));
    }
}

/// Makes each move and adds up the counts of the resulting positions.
pub(super) struct PerftSink<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    base: Board<B, L, H>,
    child: Board<B, L, H>,
    count_below: F,
    pub(super) total: u64,
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F>
    PerftSink<'a, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    #[inline(always)]
    pub(super) fn new(
        generator: Generator<'a, B, L, H, G, S, C>,
        board: &'a Board<B, L, H>,
        count_below: F,
    ) -> Self {
        let base = board.after_pass(generator.tables);
        PerftSink { generator, board, base, child: base, count_below, total: 0 }
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, becomes: PieceId) {
        self.board.make_simple(self.generator.tables, &self.base, (from, to), becomes, &mut self.child);
        self.total += (self.count_below)(&self.child);
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Sink<B>
    for PerftSink<'_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    #[inline(always)]
    fn piece(&mut self, from: usize, to: B) {
        if !to.is_empty() {
            self.generator.cpu.work(PerftPiece { follow: self, from, to });
        }
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        if !to.is_empty() {
            self.generator.cpu.work(PerftShift { follow: self, shift, to });
        }
    }

    fn choices(&mut self, from: usize, to: usize, choices: &[PromotionChoice]) {
        for choice in choices {
            self.step(from, to, choice.becomes);
        }
    }

    fn drops(&mut self, piece: PieceId, to: B) {
        for to in to.squares() {
            self.board.make_drop(self.generator.tables, &self.base, piece, to, &mut self.child);
            self.total += (self.count_below)(&self.child);
        }
    }

    fn special(&mut self, special: u32, choices: &[PromotionChoice]) {
        let tables = self.generator.tables;
        for choice in choices {
            let special = &tables.specials.all[special as usize];
            self.board.make_special(tables, &self.base, special, choice.becomes, &mut self.child);
            self.total += (self.count_below)(&self.child);
        }
    }
}

/// The perft work for the moves of one piece, compiled once for all pieces.
struct PerftPiece<'f, 'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    follow: &'f mut PerftSink<'a, B, L, H, G, S, C, F>,
    from: usize,
    to: B,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Work
    for PerftPiece<'_, '_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PerftPiece { follow, from, to } = self;
        let Some(becomes) = follow.generator.moved(follow.board, from) else { return };
        for to in to.squares() {
            follow.step(from, to, becomes);
        }
    }
}

/// The perft work for the moves of a shift.
struct PerftShift<'f, 'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    follow: &'f mut PerftSink<'a, B, L, H, G, S, C, F>,
    shift: &'f Shift<B>,
    to: B,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Work
    for PerftShift<'_, '_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PerftShift { follow, shift, to } = self;
        for to in (to & !shift.promoting).squares() {
            let from = shift.source(to);
            if let Some(becomes) = follow.generator.moved(follow.board, from) {
                follow.step(from, to, becomes);
            }
        }
        follow.generator.emit_shift_choices(follow.board, shift, to & shift.promoting, follow);
    }
}
