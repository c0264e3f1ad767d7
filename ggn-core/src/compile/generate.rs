//! Legal moves without trying them out: a move of a piece that is not royal is legal when it stays on the lines along which it shields, and
//! lands where every check is met. Only special rows, and games whose checks are not lines, are tried.
#![allow(unsafe_code, reason = "tables are read by the indices that were made for them: see `trust`")]

use std::marker::PhantomData;

use super::attack::Duty;
use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::manner::Shift;
use super::shape::{Shape, of};
use super::sinks::{List, Sink, Step, StepList};
use super::specials::Special;
use super::tables::{Tables, lane};
use super::trust;
use crate::piece::PieceId;

/// All that finds moves, but for the position.
#[derive(Debug)]
pub(super) struct Generator<'a, B, const L: usize, const H: usize, const G: usize, S, C> {
    pub(super) tables: &'a Tables<B, L, G>,
    pub(super) cpu: C,
    shape: PhantomData<S>,
}

impl<B, const L: usize, const H: usize, const G: usize, S, C: Copy> Clone
    for Generator<'_, B, L, H, G, S, C>
{
    fn clone(&self) -> Self {
        *self
    }
}

impl<B, const L: usize, const H: usize, const G: usize, S, C: Copy> Copy for Generator<'_, B, L, H, G, S, C> {}

/// From so many steps of the royal piece it is cheaper to look at all that the enemy attacks than at each step.
const DANGER_FROM: u32 = 2;

/// What special moves are asked beside what their rows say.
enum Judge<B> {
    /// Nothing: they are pseudo-legal.
    Nothing,
    /// That the squares are unattacked that are to be.
    Unattacked,
    /// That, and that the royal piece cannot be taken afterwards, where checks are lines.
    Lines {
        royal: usize,
        /// Squares that are known to be unattacked.
        safe: B,
        /// All squares that are attacked, if that is known.
        danger: Option<B>,
    },
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'a, B, L, H, G, S, C>
{
    #[inline(always)]
    pub(super) fn new(tables: &'a Tables<B, L, G>, cpu: C) -> Self {
        Generator { tables, cpu, shape: PhantomData }
    }

    /// Gives every legal move of the side to move.
    #[inline(always)]
    pub(super) fn legal(self, board: &Board<B, L, H>, sink: &mut impl Sink<B>) {
        if S::SIMPLE {
            self.legal_into(board, sink);
        } else {
            // One copy for all sinks: where the loops are counted, a call for each piece is little beside them.
            self.cpu.work(LegalInto { generator: self, board, sink });
        }
    }

    #[inline(always)]
    fn legal_into(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        let royals = board.lanes[lane::ROYALS] & board.own();
        let is_one = !royals.is_empty() && royals.without_first().is_empty();
        if is_one && (S::SIMPLE || self.tables.royal_safety && self.tables.by_lines[board.turn]) {
            self.legal_by_lines(board, royals.first(), sink);
        } else {
            self.legal_otherwise(board, sink);
        }
    }

    #[inline(always)]
    fn legal_by_lines(self, board: &Board<B, L, H>, royal: usize, sink: &mut (impl Sink<B> + ?Sized)) {
        let duty = self.duty(board, royal);
        let movers = board.own() & !duty.pinned & !B::bit(royal);
        if !duty.target.is_empty() {
            self.shifts(board, movers, duty.target, sink);
            self.one_after_the_other(board, movers, duty.target, sink);
            for from in duty.pinned.squares() {
                self.pinned_piece(board, &duty, from, sink);
            }
            if !S::SIMPLE {
                self.drops(board, !board.occupied() & duty.target, sink);
            }
        }
        self.royal_moves(board, &duty, sink);
    }

    /// Moves of atoms that are shifts of the board.
    #[inline(always)]
    fn shifts(self, board: &Board<B, L, H>, movers: B, target: B, sink: &mut (impl Sink<B> + ?Sized)) {
        let (empty, enemies) = (!board.occupied(), board.enemies());
        let shifts = &self.tables.shifts[board.turn];
        // SAFETY: a shape fits a ruleset only if it has as many shifts.
        let shifts = unsafe { trust::entries(shifts, 0, of(S::SHIFTS, shifts.len())) };
        for (lane, shift) in shifts {
            let sources = board.lane(*lane) & movers & shift.sources;
            let allowed = (empty & shift.quiet) | (enemies & shift.captures);
            let mut to = sources.rotated(shift.by) & allowed & target;
            for by in &shift.through {
                to &= empty.rotated(*by);
            }
            sink.shift(shift, to);
        }
    }

    /// Moves of atoms that are looked up.
    #[inline(always)]
    fn one_after_the_other(
        self,
        board: &Board<B, L, H>,
        movers: B,
        target: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let (tables, occupied) = (self.tables, board.occupied());
        let slides = of(S::SLIDES, tables.slide_lanes);
        for at in 0..slides {
            for from in (board.lanes[lane::ATOMS + at] & movers).squares() {
                let mut to = B::EMPTY;
                for group in tables.slide(at, from) {
                    to |= group.reached(self.cpu, &tables.reached, occupied);
                }
                sink.piece(from, to & target);
            }
        }
        for at in 0..of(S::LEAPS, tables.leap_lanes) {
            for from in (board.lanes[lane::ATOMS + slides + at] & movers).squares() {
                sink.piece(from, tables.leap(at, from) & target);
            }
        }
        if !S::SIMPLE {
            for &atom in &tables.others {
                for from in (board.lane(lane::ATOMS + atom) & movers).squares() {
                    self.give(board, from, self.reach(board, atom, from) & target, sink);
                }
            }
        }
    }

    /// Where an atom leads from a square.
    #[inline(always)]
    fn reach(self, board: &Board<B, L, H>, atom: usize, from: usize) -> B {
        let reach = self.tables.reach(atom, from);
        reach.moves(self.cpu, &self.tables.reached, board.occupied(), board.enemies())
    }

    /// Moves of a piece that shields its royal piece: it goes on doing so.
    #[inline(always)]
    fn pinned_piece(
        self,
        board: &Board<B, L, H>,
        duty: &Duty<B>,
        from: usize,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let watch = &self.tables.watch[board.turn.opponent()];
        let sights = self.sights(watch, duty.royal);
        let mut target = duty.target;
        for (at, sight) in sights.iter().enumerate() {
            let aligned = sight.aligned & board.lane(self.sight_lane(watch, at)) & board.enemies();
            for source in aligned.squares() {
                let between = self.tables.lines.between(watch.sight_lines[at], source, duty.royal);
                if between & board.occupied() == B::bit(from) {
                    target &= between | B::bit(source);
                }
            }
        }
        let Some(piece) = board.at(from) else { return };
        for &atom in self.tables.atoms_of(piece, from) {
            let to = self.reach(board, atom, from) & target;
            if !to.is_empty() {
                self.give(board, from, to, sink);
            }
        }
    }

    /// The steps of the royal piece, which may not end where it can be taken, and the special moves.
    #[inline(always)]
    fn royal_moves(self, board: &Board<B, L, H>, duty: &Duty<B>, sink: &mut (impl Sink<B> + ?Sized)) {
        let tables = self.tables;
        let steps = match (&tables.royal_leaps, board.at(duty.royal)) {
            (Some(leaps), Some(piece)) => {
                // SAFETY: every piece of the ruleset has its squares.
                let leaps = unsafe { *trust::entry(leaps, piece.index() * B::WIDTH + duty.royal) };
                leaps & !board.own()
            }
            (_, _) => self.all_steps(board, duty.royal),
        };
        // The royal piece gone from where it stood.
        let occupied = board.occupied() & !B::bit(duty.royal);
        let danger = (steps.count() >= DANGER_FROM).then(|| self.danger(board, occupied));
        let safe = match danger {
            Some(danger) => steps & !danger,
            None => {
                let mut safe = steps;
                for square in steps.squares() {
                    let enemies = board.enemies() & !B::bit(square);
                    if self.attacked(board, square, occupied, enemies) {
                        safe &= !B::bit(square);
                    }
                }
                safe
            }
        };
        if tables.royal_leaps.is_some() {
            sink.piece(duty.royal, safe);
        } else {
            self.give(board, duty.royal, safe, sink);
        }
        // Out of check nothing sees through the royal piece: what is safe with it gone is safe with it there.
        let known = !duty.is_check && tables.is_closed[board.turn.opponent()];
        let judge = Judge::Lines {
            royal: duty.royal,
            safe: if known { safe | B::bit(duty.royal) } else { B::EMPTY },
            danger: danger.filter(|_| known),
        };
        self.specials(board, &judge, sink);
    }

    /// Where the royal piece goes by its rows.
    fn all_steps(self, board: &Board<B, L, H>, royal: usize) -> B {
        let Some(piece) = board.at(royal) else { return B::EMPTY };
        let atoms = self.tables.atoms_of(piece, royal).iter();
        atoms.fold(B::EMPTY, |set, &atom| set | self.reach(board, atom, royal))
    }

    /// Gives the moves of one piece, those apart that make it something else than moving does.
    #[inline(always)]
    fn give(self, board: &Board<B, L, H>, from: usize, to: B, sink: &mut (impl Sink<B> + ?Sized)) {
        let Some(piece) = board.at(from) else { return };
        let changes = self.tables.fans.changes(piece, from);
        let changing = to & changes.at;
        sink.piece(from, to & !changing);
        for square in changing.squares() {
            self.fan(board, piece, (from, square), sink);
        }
    }

    #[inline(always)]
    fn fan(
        self,
        board: &Board<B, L, H>,
        piece: PieceId,
        (from, to): (usize, usize),
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let fans = &self.tables.fans;
        match fans.fan(fans.changes(piece, from), to, board.at(to).is_some()) {
            Some(fan) => sink.fan(from, to, fan),
            None => sink.piece(from, B::bit(to)),
        }
    }

    /// Gives the moves of a shift to a sink that wants to know whose they are.
    #[inline(always)]
    pub(super) fn one_by_one(
        self,
        board: &Board<B, L, H>,
        shift: &Shift<B>,
        to: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        for to in (to & !shift.fan).squares() {
            sink.piece(shift.source(to), B::bit(to));
        }
        self.fans(board, shift, to & shift.fan, sink);
    }

    /// Gives the moves of a shift by which its pieces become something else than by moving alone.
    #[inline(always)]
    pub(super) fn fans(
        self,
        board: &Board<B, L, H>,
        shift: &Shift<B>,
        to: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        for to in to.squares() {
            let from = shift.source(to);
            if let Some(piece) = board.at(from) {
                self.fan(board, piece, (from, to), sink);
            }
        }
    }

    /// What moving makes of the piece on a square.
    #[inline(always)]
    pub(super) fn moved(self, board: &Board<B, L, H>, from: usize) -> Option<PieceId> {
        self.tables.moved[board.at(from).map_or(0, |piece| usize::from(piece.byte()))]
    }

    #[inline(always)]
    fn drops(self, board: &Board<B, L, H>, free: B, sink: &mut (impl Sink<B> + ?Sized)) {
        for &(piece, allowed) in &self.tables.drops {
            if self.tables.kind(piece).side == board.turn && board.held(self.tables, board.turn, piece) > 0 {
                sink.drops(piece, allowed & free);
            }
        }
    }

    /// The special rows that hold now and pass.
    #[inline(always)]
    fn specials(self, board: &Board<B, L, H>, judge: &Judge<B>, sink: &mut (impl Sink<B> + ?Sized)) {
        let specials = &self.tables.specials;
        for square in (board.lanes[lane::MARKED] & board.enemies()).squares() {
            self.special_rows(board, &specials.by_marker[square], judge, sink);
        }
        for square in (specials.sources & board.own()).squares() {
            self.special_rows(board, &specials.by_source[square], judge, sink);
        }
        if !S::SIMPLE {
            self.special_rows(board, &specials.from_hand, judge, sink);
        }
    }

    #[inline(always)]
    fn special_rows(
        self,
        board: &Board<B, L, H>,
        rows: &[u32],
        judge: &Judge<B>,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let mut last = None;
        for &index in rows {
            let special = &self.tables.specials.all[index as usize];
            if !self.holds(board, special) {
                continue;
            }
            let is_there = match special.from {
                Some(square) => board.at(square) == Some(special.piece) && board.own().has(square),
                None => {
                    self.tables.kind(special.piece).side == board.turn
                        && board.held(self.tables, board.turn, special.piece) > 0
                }
            };
            // Of the possibilities of a row the first that holds is the one that is played.
            if is_there && last != Some(special.place()) {
                last = Some(special.place());
                if self.passes(board, special, judge) {
                    sink.special(index, &special.fan);
                }
            }
        }
    }

    /// Whether a special move is allowed, and legal as far as is asked.
    #[inline(always)]
    fn passes(self, board: &Board<B, L, H>, special: &Special<B>, judge: &Judge<B>) -> bool {
        match *judge {
            Judge::Nothing => true,
            Judge::Unattacked => self.meets_unattacked(board, special),
            Judge::Lines { royal, safe, danger } => {
                let asked = special.unattacked & !safe;
                let attacked = |square| self.attacked(board, square, board.occupied(), board.enemies());
                let is_met = !self.tables.heeds_attacks
                    || match danger {
                        Some(danger) => (asked & danger).is_empty(),
                        None => !asked.squares().any(attacked),
                    };
                let is_covered =
                    special.is_covered && special.from == Some(royal) && self.tables.heeds_attacks;
                is_met && (is_covered || self.leaves_safe(board, special, royal))
            }
        }
    }

    #[inline(always)]
    fn holds(self, board: &Board<B, L, H>, special: &Special<B>) -> bool {
        special.holds(board.occupied(), board.enemies(), |square| board.at(square))
    }

    /// Whether no enemy attacks the squares that a special row wants unattacked.
    fn meets_unattacked(self, board: &Board<B, L, H>, special: &Special<B>) -> bool {
        let attacked = |square: usize| {
            self.attacked(board, square, board.occupied(), board.enemies() & !B::bit(square))
                || self.attacked_by_words(board, square, special.piece)
        };
        !self.tables.heeds_attacks || !special.unattacked.squares().any(attacked)
    }

    /// Whether the royal piece cannot be taken after a special move, where checks are lines.
    #[inline(always)]
    fn leaves_safe(self, board: &Board<B, L, H>, special: &Special<B>, royal: usize) -> bool {
        let carried = special.carries.iter().find(|(from, _)| *from == royal).map(|(_, to)| *to);
        let royal = if special.from == Some(royal) {
            special.to
        } else if (special.leaves | special.arrives).has(royal) {
            carried
        } else {
            Some(royal)
        };
        let occupied = board.occupied() & !special.leaves | special.arrives;
        let enemies = board.enemies() & !special.leaves & !special.arrives;
        royal.is_none_or(|royal| !self.attacked(board, royal, occupied, enemies))
    }

    /// Gives every move that the tables allow.
    #[inline(always)]
    pub(super) fn pseudo_legal(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        self.all_rows(board, &Judge::Nothing, sink);
    }

    /// Gives every move that the tables allow, of the special ones those that pass.
    #[inline(always)]
    fn all_rows(self, board: &Board<B, L, H>, judge: &Judge<B>, sink: &mut (impl Sink<B> + ?Sized)) {
        for atom in 0..self.tables.atoms {
            for from in (board.lane(lane::ATOMS + atom) & board.own()).squares() {
                self.give(board, from, self.reach(board, atom, from), sink);
            }
        }
        self.drops(board, !board.occupied(), sink);
        self.specials(board, judge, sink);
    }

    /// Gives the legal moves of a position of which lines say nothing: without a royal piece, with several, or with captures that are no
    /// lines.
    fn legal_otherwise(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        for step in self.cpu.work(Trials { generator: self, board }) {
            match step {
                Step::Simple { from, to, outcome } => sink.fan(from.into(), to.into(), &[outcome]),
                Step::Drop { piece, to } => sink.drops(piece, B::bit(to.into())),
                Step::Special { special, outcome } => sink.special(special, &[outcome]),
            }
        }
    }

    /// Makes `child` the position after a move; `base` is the position [`Board::passed`].
    pub(super) fn make(
        self,
        board: &Board<B, L, H>,
        base: &Board<B, L, H>,
        step: &Step,
        child: &mut Board<B, L, H>,
    ) {
        match *step {
            Step::Simple { from, to, outcome } => {
                board.step(self.tables, base, (from.into(), to.into()), outcome.becomes, child);
            }
            Step::Drop { piece, to } => board.drop(self.tables, base, piece, to.into(), child),
            Step::Special { special, outcome } => {
                let special = &self.tables.specials.all[special as usize];
                board.special(self.tables, base, special, outcome.becomes, child);
            }
        }
    }
}

/// Giving the legal moves to any sink.
struct LegalInto<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
    sink: &'b mut dyn Sink<B>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for LegalInto<'_, '_, B, L, H, G, S, C>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.generator.legal_into(self.board, self.sink);
    }
}

/// Listing the moves that the tables allow and after which no royal piece can be taken.
struct Trials<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for Trials<'_, '_, B, L, H, G, S, C>
{
    type Output = StepList;

    #[inline(always)]
    fn run(self) -> StepList {
        let Trials { generator, board } = self;
        let mut list = List::new(generator, board);
        generator.all_rows(board, &Judge::Unattacked, &mut list);
        let mut steps = list.steps;
        // Without a royal piece as well: one may come to be by the move.
        if generator.tables.royal_safety {
            let base = board.passed(generator.tables);
            let mut child = base;
            steps.retain(|step| {
                generator.make(board, &base, step, &mut child);
                // Seen from the side that has moved.
                child.turn = board.turn;
                !generator.in_check(&child)
            });
        }
        steps
    }
}
