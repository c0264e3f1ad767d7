//! What is done with the moves that the generator finds: they are counted, kept, or followed.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::fans::Outcome;
use super::generate::Generator;
use super::manner::Shift;
use super::shape::Shape;
use crate::piece::PieceId;

/// Takes moves in.
pub(super) trait Sink<B> {
    /// One piece with all its destinations; it becomes what moving makes of it.
    fn piece(&mut self, from: usize, to: B);
    /// All moves of a shift, by their destinations.
    fn shift(&mut self, shift: &Shift<B>, to: B);
    /// One move, with all that its piece may become.
    fn fan(&mut self, from: usize, to: usize, outcomes: &[Outcome]);
    /// Drops of one piece.
    fn drops(&mut self, piece: PieceId, to: B);
    /// A special move, by its number, with all that its piece may become.
    fn special(&mut self, special: u32, outcomes: &[Outcome]);
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn piece(&mut self, _: usize, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        self.0 += u64::from(to.count() + (to & shift.fan).count() * shift.more);
    }

    #[inline(always)]
    fn fan(&mut self, _: usize, _: usize, outcomes: &[Outcome]) {
        self.0 += outcomes.len() as u64;
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceId, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn special(&mut self, _: u32, outcomes: &[Outcome]) {
        self.0 += outcomes.len() as u64;
    }
}

/// A move as a list keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A piece goes from a square to a square.
    Simple { from: u16, to: u16, outcome: Outcome },
    /// A piece comes from the hand.
    Drop { piece: PieceId, to: u16 },
    /// A special move, by its number.
    Special { special: u32, outcome: Outcome },
}

/// Moves; up to so many without allocation.
pub(super) type StepList = SmallVec<[Step; 96]>;

/// Keeps moves.
pub(super) struct List<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    pub(super) steps: StepList,
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    List<'a, B, L, H, G, S, C>
{
    pub(super) fn new(generator: Generator<'a, B, L, H, G, S, C>, board: &'a Board<B, L, H>) -> Self {
        List { generator, board, steps: StepList::new() }
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Sink<B>
    for List<'_, B, L, H, G, S, C>
{
    #[inline(always)]
    fn piece(&mut self, from: usize, to: B) {
        let Some(becomes) = self.generator.moved(self.board, from) else { return };
        let step = |to: usize| Step::Simple {
            from: from as u16,
            to: to as u16,
            outcome: Outcome { becomes, chosen: false },
        };
        self.steps.extend(to.squares().map(step));
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        self.generator.one_by_one(self.board, shift, to, self);
    }

    fn fan(&mut self, from: usize, to: usize, outcomes: &[Outcome]) {
        let step = |&outcome| Step::Simple { from: from as u16, to: to as u16, outcome };
        self.steps.extend(outcomes.iter().map(step));
    }

    fn drops(&mut self, piece: PieceId, to: B) {
        self.steps.extend(to.squares().map(|to| Step::Drop { piece, to: to as u16 }));
    }

    fn special(&mut self, special: u32, outcomes: &[Outcome]) {
        self.steps.extend(outcomes.iter().map(|&outcome| Step::Special { special, outcome }));
    }
}

/// Follows moves: makes each, and adds up what is found behind them.
pub(super) struct Follow<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    base: Board<B, L, H>,
    child: Board<B, L, H>,
    behind: F,
    pub(super) total: u64,
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F>
    Follow<'a, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    #[inline(always)]
    pub(super) fn new(
        generator: Generator<'a, B, L, H, G, S, C>,
        board: &'a Board<B, L, H>,
        behind: F,
    ) -> Self {
        let base = board.passed(generator.tables);
        Follow { generator, board, base, child: base, behind, total: 0 }
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, becomes: PieceId) {
        self.board.step(self.generator.tables, &self.base, (from, to), becomes, &mut self.child);
        self.total += (self.behind)(&self.child);
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Sink<B>
    for Follow<'_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    #[inline(always)]
    fn piece(&mut self, from: usize, to: B) {
        if !to.is_empty() {
            self.generator.cpu.work(Steps { follow: self, from, to });
        }
    }

    #[inline(always)]
    fn shift(&mut self, shift: &Shift<B>, to: B) {
        if !to.is_empty() {
            self.generator.cpu.work(Shifted { follow: self, shift, to });
        }
    }

    fn fan(&mut self, from: usize, to: usize, outcomes: &[Outcome]) {
        for outcome in outcomes {
            self.step(from, to, outcome.becomes);
        }
    }

    fn drops(&mut self, piece: PieceId, to: B) {
        for to in to.squares() {
            self.board.drop(self.generator.tables, &self.base, piece, to, &mut self.child);
            self.total += (self.behind)(&self.child);
        }
    }

    fn special(&mut self, special: u32, outcomes: &[Outcome]) {
        let tables = self.generator.tables;
        for outcome in outcomes {
            let special = &tables.specials.all[special as usize];
            self.board.special(tables, &self.base, special, outcome.becomes, &mut self.child);
            self.total += (self.behind)(&self.child);
        }
    }
}

/// Following the moves of one piece, in one place for all pieces.
struct Steps<'f, 'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    follow: &'f mut Follow<'a, B, L, H, G, S, C, F>,
    from: usize,
    to: B,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Work
    for Steps<'_, '_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Steps { follow, from, to } = self;
        let Some(becomes) = follow.generator.moved(follow.board, from) else { return };
        for to in to.squares() {
            follow.step(from, to, becomes);
        }
    }
}

/// Following the moves of a shift.
struct Shifted<'f, 'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C, F> {
    follow: &'f mut Follow<'a, B, L, H, G, S, C, F>,
    shift: &'f Shift<B>,
    to: B,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu, F> Work
    for Shifted<'_, '_, B, L, H, G, S, C, F>
where
    F: Fn(&Board<B, L, H>) -> u64,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Shifted { follow, shift, to } = self;
        for to in (to & !shift.fan).squares() {
            let from = shift.source(to);
            if let Some(becomes) = follow.generator.moved(follow.board, from) {
                follow.step(from, to, becomes);
            }
        }
        follow.generator.fans(follow.board, shift, to & shift.fan, follow);
    }
}
