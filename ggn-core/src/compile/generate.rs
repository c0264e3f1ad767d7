//! Generation of legal moves without making them: a move of a piece that is not royal is legal if it stays on the lines on which it is pinned and ends on a
//! square that meets every check. Only special rows, and games whose checks are not along lines, are tested by making the move.
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use std::marker::PhantomData;

use super::atom_kind::Shift;
use super::attacks::{AttackLine, CheckInfo};
use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::making::emit_all;
use super::promotions::PromotionChoices;
use super::shape::{Shape, known_or};
use super::sinks::{CountSink, ListSink, Sink};
use super::specials::Special;
use super::tables::{Tables, lane};
use super::unchecked;
use crate::compact_move::MoveList;
use crate::piece::PieceId;

/// The move generator for a ruleset; positions are passed to its methods.
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

/// Number of steps of the royal piece from which one set of all attacked squares is cheaper than a test of each step.
const DANGER_FROM: u32 = 2;

/// Legality tests of special moves beyond the conditions of their rows.
pub(super) enum SpecialCheck<B> {
    /// No test: the moves are pseudo-legal.
    None,
    /// The `unattacked` squares of the row must be unattacked.
    Unattacked,
    /// The move must be a pass.
    Pass,
    /// The `unattacked` squares must be unattacked, and the royal piece must be safe afterwards, where checks are along lines.
    Lines {
        royal: usize,
        /// Squares known to be unattacked.
        safe: B,
        /// All attacked squares, if known.
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

    /// Emits every legal move of the side to move.
    #[inline(always)]
    pub(super) fn legal(self, board: &Board<B, L, H>, sink: &mut impl Sink<B>) {
        if S::SIMPLE {
            self.legal_into(board, sink);
        } else {
            // One copy for all sinks but one: with counted loops, a call per piece costs little in comparison.
            self.cpu.work(LegalMovesToSink { generator: self, board, sink });
        }
    }

    /// Adds every legal move of the side to move to a list.
    pub(super) fn list(self, board: &Board<B, L, H>, list: &mut MoveList) {
        self.cpu.work(LegalMoveList { generator: self, board, list });
    }

    /// Counts the legal moves of the side to move.
    #[inline(always)]
    pub(super) fn count_legal(self, board: &Board<B, L, H>) -> u64 {
        if S::SIMPLE {
            let mut count = CountSink::default();
            self.legal_into(board, &mut count);
            count.0
        } else {
            // A copy of its own: through a pointer to the sink, sets would be counted without the features of the processor.
            self.cpu.work(LegalMoveCount { generator: self, board })
        }
    }

    #[inline(always)]
    fn legal_into(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        if !S::SIMPLE
            && self.tables.has_filters
            && let Some(list) = self.filtered(board)
        {
            emit_all(&list, sink);
        } else {
            self.safe_into(board, sink);
        }
    }

    /// Emits the moves after which no royal piece of the side to move can be captured; drops within their limits.
    #[inline(always)]
    pub(super) fn safe_into(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        let royals = board.lanes[lane::ROYALS] & board.own();
        let is_one = !royals.is_empty() && royals.without_first().is_empty();
        if is_one && (S::SIMPLE || self.tables.royal_safety && self.tables.by_lines[board.turn]) {
            self.legal_by_lines(board, royals.first(), sink);
        } else {
            self.legal_by_making(board, sink);
        }
    }

    #[inline(always)]
    fn legal_by_lines(self, board: &Board<B, L, H>, royal: usize, sink: &mut (impl Sink<B> + ?Sized)) {
        let check_info = self.check_info(board, royal);
        let movers = board.own() & !check_info.pinned & !B::bit(royal);
        if !check_info.target.is_empty() {
            self.shifts(board, movers, check_info.target, sink);
            self.looked_up_moves(board, movers, check_info.target, sink);
            for from in check_info.pinned.squares() {
                self.pinned_piece(board, &check_info, from, sink);
            }
            if !S::SIMPLE {
                self.drops(board, !board.occupied() & check_info.target, true, sink);
            }
        }
        self.royal_moves(board, &check_info, sink);
    }

    /// Emits the moves of shift atoms.
    #[inline(always)]
    fn shifts(self, board: &Board<B, L, H>, movers: B, target: B, sink: &mut (impl Sink<B> + ?Sized)) {
        let (empty, enemies) = (!board.occupied(), board.enemies());
        let shifts = &self.tables.shifts[board.turn];
        // SAFETY: a shape fits a ruleset only if it has as many shifts.
        let shifts = unsafe { unchecked::entries(shifts, 0, known_or(S::SHIFTS, shifts.len())) };
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

    /// Emits the moves of atoms that are looked up.
    #[inline(always)]
    fn looked_up_moves(
        self,
        board: &Board<B, L, H>,
        movers: B,
        target: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let (tables, occupied) = (self.tables, board.occupied());
        let slides = known_or(S::SLIDES, tables.slide_lanes);
        for at in 0..slides {
            for from in (board.lanes[lane::ATOMS + at] & movers).squares() {
                let slide = tables.slide(at, from);
                let to = slide.destinations(self.cpu, &tables.destination_sets, occupied);
                sink.piece(from, to & target);
            }
        }
        for at in 0..known_or(S::LEAPS, tables.leap_lanes) {
            for from in (board.lanes[lane::ATOMS + slides + at] & movers).squares() {
                sink.piece(from, tables.leap(at, from) & target);
            }
        }
        if !S::SIMPLE {
            for &atom in &tables.others {
                for from in (board.lane(lane::ATOMS + atom) & movers).squares() {
                    self.emit(board, from, self.atom_destinations(board, atom, from) & target, sink);
                }
            }
        }
    }

    /// Returns the destinations of an atom from a square.
    #[inline(always)]
    fn atom_destinations(self, board: &Board<B, L, H>, atom: usize, from: usize) -> B {
        let moves = self.tables.atom_moves(atom, from);
        let royals = if S::SIMPLE { B::EMPTY } else { board.enemies() & board.lanes[lane::ROYALS] };
        let sets = &self.tables.destination_sets;
        let to = moves.moves(self.cpu, sets, board.occupied(), board.enemies(), royals);
        match self.tables.barred.get(atom) {
            Some(Some(barred)) if !S::SIMPLE => barred.allowed(board, from, to),
            _ => to,
        }
    }

    /// Emits the moves of a piece on lines of attack: those that leave no line open.
    #[inline(always)]
    fn pinned_piece(
        self,
        board: &Board<B, L, H>,
        check_info: &CheckInfo<B>,
        from: usize,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let attackers = &self.tables.attackers[board.turn.opponent()];
        let slider_attackers = self.slider_attackers(attackers, check_info.royal);
        let mut target = if S::SIMPLE { check_info.target } else { check_info.leap_target };
        for (at, slider) in slider_attackers.iter().enumerate() {
            let aligned = slider.aligned & board.lane(self.slider_lane(attackers, at)) & board.enemies();
            for source in aligned.squares() {
                let between = self.tables.lines.between(attackers.slider_lines[at], source, check_info.royal);
                if S::SIMPLE {
                    if between & board.occupied() == B::bit(from) {
                        target &= between | B::bit(source);
                    }
                } else {
                    let line = AttackLine { source, between, screens: attackers.slider_screens[at] };
                    target &= line.allowed(board.occupied(), from);
                }
            }
        }
        let Some(piece) = board.at(from) else { return };
        for &atom in self.tables.atoms_of(piece, from) {
            let to = self.atom_destinations(board, atom, from) & target;
            if !to.is_empty() {
                self.emit(board, from, to, sink);
            }
        }
    }

    /// Emits the steps of the royal piece to unattacked squares, and the special moves.
    #[inline(always)]
    fn royal_moves(
        self,
        board: &Board<B, L, H>,
        check_info: &CheckInfo<B>,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let tables = self.tables;
        let steps = match (&tables.royal_leaps, board.at(check_info.royal)) {
            (Some(leaps), Some(piece)) => {
                // SAFETY: every piece of the ruleset has an entry for each square.
                let leaps = unsafe { *unchecked::entry(leaps, piece.index() * B::WIDTH + check_info.royal) };
                leaps & !board.own()
            }
            (_, _) => self.all_steps(board, check_info.royal),
        };
        // The royal piece removed from its square, so that it does not block lines behind it.
        let occupied = board.occupied() & !B::bit(check_info.royal);
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
            sink.piece(check_info.royal, safe);
        } else {
            self.emit(board, check_info.royal, safe, sink);
        }
        // Out of check no line passes through the royal piece: squares that are safe without it are safe with it.
        let known = !check_info.is_check && tables.is_closed[board.turn.opponent()];
        let check = SpecialCheck::Lines {
            royal: check_info.royal,
            safe: if known { safe | B::bit(check_info.royal) } else { B::EMPTY },
            danger: danger.filter(|_| known),
        };
        self.specials(board, &check, sink);
    }

    /// Returns the destinations of the royal piece by its rows.
    fn all_steps(self, board: &Board<B, L, H>, royal: usize) -> B {
        let Some(piece) = board.at(royal) else { return B::EMPTY };
        let atoms = self.tables.atoms_of(piece, royal).iter();
        atoms.fold(B::EMPTY, |set, &atom| set | self.atom_destinations(board, atom, royal))
    }

    /// Emits the moves of one piece, those with promotion choices one by one.
    #[inline(always)]
    fn emit(self, board: &Board<B, L, H>, from: usize, to: B, sink: &mut (impl Sink<B> + ?Sized)) {
        let Some(piece) = board.at(from) else { return };
        let changes = self.tables.promotions.changing_squares(piece, from);
        let mut changing = to & changes.at;
        sink.piece(from, to & !changing);
        if changing.is_empty() {
            return;
        }
        let two = changing & changes.two;
        if sink.counts(changing & changes.counted & !two, two) {
            changing &= !changes.counted;
        }
        for square in changing.squares() {
            self.emit_choices(board, piece, (from, square), sink);
        }
    }

    #[inline(always)]
    fn emit_choices(
        self,
        board: &Board<B, L, H>,
        piece: PieceId,
        (from, to): (usize, usize),
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let promotions = &self.tables.promotions;
        match promotions.choices(promotions.changing_squares(piece, from), to, board.at(to).is_some()) {
            Some(choices) if S::SIMPLE || !promotions.is_limited() => sink.choices(from, to, choices),
            Some(choices) => sink.choices(from, to, &self.permitted(board, piece, choices)),
            None => sink.piece(from, B::bit(to)),
        }
    }

    /// Emits the moves of a shift to a sink that needs the moving pieces.
    #[inline(always)]
    pub(super) fn emit_shift(
        self,
        board: &Board<B, L, H>,
        shift: &Shift<B>,
        to: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        for to in (to & !shift.promoting).squares() {
            sink.piece(shift.source(to), B::bit(to));
        }
        self.emit_shift_choices(board, shift, to & shift.promoting, sink);
    }

    /// Emits the moves of a shift that have promotion choices.
    #[inline(always)]
    pub(super) fn emit_shift_choices(
        self,
        board: &Board<B, L, H>,
        shift: &Shift<B>,
        to: B,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        for to in to.squares() {
            let from = shift.source(to);
            if let Some(piece) = board.at(from) {
                self.emit_choices(board, piece, (from, to), sink);
            }
        }
    }

    /// Returns the choices that the limits on promotions leave.
    fn permitted(
        self,
        board: &Board<B, L, H>,
        piece: PieceId,
        choices: &PromotionChoices,
    ) -> PromotionChoices {
        let limits = &self.tables.promotions.limits;
        let count = |set: usize| {
            board.own().squares().filter(|&square| limits.has(set, board.at(square))).count() as u32
        };
        let choices = choices.iter().copied();
        choices.filter(|choice| limits.permit(piece, *choice, &count)).collect()
    }

    /// Returns the piece that moving alone makes of the piece on a square.
    #[inline(always)]
    pub(super) fn moved(self, board: &Board<B, L, H>, from: usize) -> Option<PieceId> {
        self.tables.moved[board.at(from).map_or(0, |piece| usize::from(piece.byte()))]
    }

    /// Emits the drops on squares of `free`, if `is_limited` those within their limits on checks and mates.
    #[inline(always)]
    fn drops(self, board: &Board<B, L, H>, free: B, is_limited: bool, sink: &mut (impl Sink<B> + ?Sized)) {
        for drops in &self.tables.drops[board.turn] {
            if board.held(self.tables, board.turn, drops.piece) == 0 {
                continue;
            }
            let mut to = drops.squares & free;
            for denied in &drops.denied {
                for square in board.lane(denied.lane).squares() {
                    to &= !denied.squares[square];
                }
            }
            if is_limited && drops.limit.is_some() {
                to &= !self.beyond_limit(board, drops, to);
            }
            sink.drops(drops.piece, to);
        }
    }

    /// Emits the special moves whose conditions hold and that pass `check`.
    #[inline(always)]
    pub(super) fn specials(
        self,
        board: &Board<B, L, H>,
        check: &SpecialCheck<B>,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        let specials = &self.tables.specials;
        for square in (board.lanes[lane::MARKED] & board.enemies()).squares() {
            self.special_rows(board, &specials.by_marker[square], check, sink);
        }
        for square in (specials.sources & board.own()).squares() {
            self.special_rows(board, &specials.by_source[square], check, sink);
        }
        if !S::SIMPLE {
            self.special_rows(board, &specials.from_hand, check, sink);
        }
    }

    #[inline(always)]
    fn special_rows(
        self,
        board: &Board<B, L, H>,
        rows: &[u32],
        check: &SpecialCheck<B>,
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
                    self.tables.piece_info(special.piece).side == board.turn
                        && board.held(self.tables, board.turn, special.piece) > 0
                }
            };
            // Of the possibilities of a row, the first that holds is the one played.
            if is_there && last != Some(special.row_key()) {
                last = Some(special.row_key());
                if self.passes(board, special, check)
                    && (S::SIMPLE
                        || matches!(check, SpecialCheck::None)
                        || self.is_within_limit(board, index))
                {
                    if S::SIMPLE || !self.tables.promotions.is_limited() {
                        sink.special(index, &special.choices);
                    } else {
                        sink.special(index, &self.permitted(board, special.piece, &special.choices));
                    }
                }
            }
        }
    }

    /// Returns whether a special move passes the legality tests of `check`.
    #[inline(always)]
    fn passes(self, board: &Board<B, L, H>, special: &Special<B>, check: &SpecialCheck<B>) -> bool {
        match *check {
            SpecialCheck::None => true,
            SpecialCheck::Unattacked => self.meets_unattacked(board, special),
            SpecialCheck::Pass => special.is_pass,
            SpecialCheck::Lines { royal, safe, danger } => {
                let asked = special.unattacked & !safe;
                let attacked = |square| self.attacked(board, square, board.occupied(), board.enemies());
                let is_met = !self.tables.requires_unattacked
                    || match danger {
                        Some(danger) => (asked & danger).is_empty(),
                        None => !asked.squares().any(attacked),
                    };
                let is_covered =
                    special.is_covered && special.from == Some(royal) && self.tables.requires_unattacked;
                is_met && (is_covered || self.leaves_safe(board, special, royal))
            }
        }
    }

    #[inline(always)]
    fn holds(self, board: &Board<B, L, H>, special: &Special<B>) -> bool {
        special.holds(board.occupied(), board.enemies(), |square| board.at(square))
    }

    /// Returns whether no enemy attacks the `unattacked` squares of a special row.
    fn meets_unattacked(self, board: &Board<B, L, H>, special: &Special<B>) -> bool {
        let attacked = |square: usize| {
            self.attacked(board, square, board.occupied(), board.enemies() & !B::bit(square))
                || self.attacked_by_specials(board, square, special.piece)
        };
        !self.tables.requires_unattacked || !special.unattacked.squares().any(attacked)
    }

    /// Returns whether the royal piece is safe after a special move, where checks are along lines.
    #[inline(always)]
    fn leaves_safe(self, board: &Board<B, L, H>, special: &Special<B>, royal: usize) -> bool {
        let carried = special.carries.iter().find(|(from, _)| *from == royal).map(|(_, to)| *to);
        let royal = if special.from == Some(royal) {
            special.lands
        } else if (special.leaves | special.arrives).has(royal) {
            carried
        } else {
            Some(royal)
        };
        let occupied = board.occupied() & !special.leaves | special.arrives;
        let enemies = board.enemies() & !special.leaves & !special.arrives;
        royal.is_none_or(|royal| !self.attacked(board, royal, occupied, enemies))
    }

    /// Emits every pseudo-legal move.
    #[inline(always)]
    pub(super) fn pseudo_legal(self, board: &Board<B, L, H>, sink: &mut (impl Sink<B> + ?Sized)) {
        self.all_rows(board, &SpecialCheck::None, sink);
    }

    /// Emits every pseudo-legal move, of the special moves only those that pass `check`.
    #[inline(always)]
    pub(super) fn all_rows(
        self,
        board: &Board<B, L, H>,
        check: &SpecialCheck<B>,
        sink: &mut (impl Sink<B> + ?Sized),
    ) {
        for atom in 0..self.tables.atoms {
            for from in (board.lane(lane::ATOMS + atom) & board.own()).squares() {
                self.emit(board, from, self.atom_destinations(board, atom, from), sink);
            }
        }
        self.drops(board, !board.occupied(), !matches!(check, SpecialCheck::None), sink);
        self.specials(board, check, sink);
    }
}

/// Emission of the legal moves to any sink, as work for a processor kind.
struct LegalMovesToSink<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
    sink: &'b mut dyn Sink<B>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for LegalMovesToSink<'_, '_, B, L, H, G, S, C>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.generator.legal_into(self.board, self.sink);
    }
}

/// Count of the legal moves, as work for a processor kind.
struct LegalMoveCount<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for LegalMoveCount<'_, '_, B, L, H, G, S, C>
{
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = CountSink::default();
        self.generator.legal_into(self.board, &mut count);
        count.0
    }
}

/// Listing of the legal moves, as work for a processor kind.
struct LegalMoveList<'a, 'b, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'b Board<B, L, H>,
    list: &'b mut MoveList,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for LegalMoveList<'_, '_, B, L, H, G, S, C>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LegalMoveList { generator, board, list } = self;
        generator.legal(board, &mut ListSink::new(generator, board, list));
    }
}
