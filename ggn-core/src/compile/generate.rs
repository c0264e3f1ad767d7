//! Legal moves without trying them out: a move of a piece that is not royal is legal when it stays on the lines along which it shields, and
//! lands where every check is met. Only special rows, and games whose checks are not lines, are tried.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::manner::Shift;
use super::sinks::{List, Sink, Step, StepList};
use super::specials::Special;
use super::tables::{Tables, Watch, lane};
use crate::piece::PieceId;
use crate::{BySide, Side};

/// How many lanes of each kind a ruleset's tables have. Where the numbers are known to the compiler, it unrolls the loops over them.
pub(super) trait Shape: Copy + Debug + Send + Sync + 'static {
    const SHIFTS: Option<usize>;
    const LEAPS: Option<usize>;
    const SLIDES: Option<usize>;
    const LEAPERS: Option<usize>;
    const SIGHTS: Option<usize>;
    /// Whether there is one table of lines, and neither drops nor atoms whose moves are found piece by piece.
    const SIMPLE: bool;
}

/// Any numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Any;

impl Shape for Any {
    const SHIFTS: Option<usize> = None;
    const LEAPS: Option<usize> = None;
    const SLIDES: Option<usize> = None;
    const LEAPERS: Option<usize> = None;
    const SIGHTS: Option<usize> = None;
    const SIMPLE: bool = false;
}

/// So many shifts of each side, leaps and slides, and so many leapers and sights by which each side attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed<
    const SHIFTS: usize,
    const LEAPS: usize,
    const SLIDES: usize,
    const LEAPERS: usize,
    const SIGHTS: usize,
>;

impl<const SHIFTS: usize, const LEAPS: usize, const SLIDES: usize, const LEAPERS: usize, const SIGHTS: usize>
    Shape for Fixed<SHIFTS, LEAPS, SLIDES, LEAPERS, SIGHTS>
{
    const SHIFTS: Option<usize> = Some(SHIFTS);
    const LEAPS: Option<usize> = Some(LEAPS);
    const SLIDES: Option<usize> = Some(SLIDES);
    const LEAPERS: Option<usize> = Some(LEAPERS);
    const SIGHTS: Option<usize> = Some(SIGHTS);
    const SIMPLE: bool = true;
}

/// Whether tables have the numbers of a shape.
pub(super) fn fits<S: Shape, B: Bits, const L: usize, const G: usize>(tables: &Tables<B, L, G>) -> bool {
    let is = |asked: Option<usize>, number: usize| asked.is_none_or(|asked| asked == number);
    let each = |asked, of: fn(&Tables<B, L, G>, Side) -> usize| {
        Side::BOTH.into_iter().all(|side| is(asked, of(tables, side)))
    };
    let is_simple = tables.lines.count() == 1
        && tables.others.is_empty()
        && tables.drops.is_empty()
        && tables.royal_safety
        && tables.royal_leaps.is_some()
        && Side::BOTH.into_iter().all(|side| {
            let slides = || lane::ATOMS..lane::ATOMS + tables.slide_lanes;
            tables.danger[side].others.is_empty()
                && slides().eq(tables.watch[side].sight_lanes.iter().copied())
                && slides().eq(tables.danger[side].slides.iter().map(|(lane, _)| *lane))
        })
        && tables.by_lines == BySide::from_fn(|_| true);
    each(S::SHIFTS, |tables, side| tables.shifts[side].len())
        && each(S::LEAPERS, |tables, side| tables.watch[side].leap_lanes.len())
        && each(S::SIGHTS, |tables, side| tables.watch[side].sight_lanes.len())
        && is(S::LEAPS, tables.leap_lanes)
        && is(S::SLIDES, tables.slide_lanes)
        && (is_simple || !S::SIMPLE)
}

#[inline(always)]
fn of(known: Option<usize>, counted: usize) -> usize {
    known.unwrap_or(counted)
}

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

/// What a position asks of every move but the royal piece's.
struct Duty<B> {
    /// The royal piece.
    royal: usize,
    /// Whether something attacks it.
    is_check: bool,
    /// Where moves may end: checks are met there, and no own piece stands there.
    target: B,
    pinned: B,
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

    /// The pieces that shield the royal piece of the side to move; nothing where lines do not tell.
    #[cfg(test)]
    pub(super) fn pinned(self, board: &Board<B, L, H>) -> Option<B> {
        let royals = board.lanes[lane::ROYALS] & board.own();
        (royals.count() == 1 && self.tables.by_lines[board.turn])
            .then(|| self.duty(board, royals.first()).pinned)
    }

    /// What of the side not to move attacks a square, supposing there a piece of the side to move.
    #[cfg(test)]
    pub(super) fn attacks(
        self,
        board: &Board<B, L, H>,
        target: usize,
        supposed: PieceId,
    ) -> super::engine::Attacks {
        super::engine::Attacks {
            simply: self.attacked(board, target, board.occupied(), board.enemies() & !B::bit(target)),
            among_all: self.danger(board, board.occupied()).has(target),
            by_words: self.attacked_by_words(board, target, supposed),
        }
    }

    /// Who gives check, and what shields from check.
    #[inline(always)]
    fn duty(self, board: &Board<B, L, H>, royal: usize) -> Duty<B> {
        let (own, enemies) = (board.own(), board.enemies());
        let occupied = own | enemies;
        let watch = &self.tables.watch[board.turn.opponent()];
        let mut duty = Duty { royal, is_check: false, target: !own, pinned: B::EMPTY };
        let leapers = self.leapers(board, royal, enemies);
        for checker in leapers.squares() {
            duty.is_check = true;
            duty.target &= B::bit(checker);
        }
        let count = of(S::SIGHTS, watch.sight_lanes.len());
        let sights = &watch.sights[royal * count..][..count];
        let mut shield = |line: usize, aligned: B| {
            for source in aligned.squares() {
                let between = self.tables.lines.between(line, source, royal);
                let blockers = between & occupied;
                if blockers.is_empty() {
                    duty.is_check = true;
                    duty.target &= between | B::bit(source);
                } else if blockers.without_first().is_empty() {
                    duty.pinned |= blockers & own;
                }
            }
        };
        if S::SIMPLE {
            let mut aligned = B::EMPTY;
            for (at, sight) in sights.iter().enumerate() {
                aligned |= sight.aligned & board.lanes[lane::ATOMS + at];
            }
            shield(0, aligned & enemies);
        } else {
            for (at, sight) in sights.iter().enumerate() {
                let aligned = sight.aligned & board.lanes[watch.sight_lanes[at]];
                shield(watch.sight_lines[at], aligned & enemies);
            }
        }
        duty
    }

    /// The enemy's pieces that attack a square whatever stands between.
    #[inline(always)]
    fn leapers(self, board: &Board<B, L, H>, target: usize, enemies: B) -> B {
        let watch = &self.tables.watch[board.turn.opponent()];
        let count = of(S::LEAPERS, watch.leap_lanes.len());
        let leaps = &watch.leaps[target * count..][..count];
        let mut found = B::EMPTY;
        for (leap, lane) in leaps.iter().zip(&watch.leap_lanes[..count]) {
            found |= *leap & board.lanes[*lane];
        }
        found & enemies
    }

    /// Whether one of `enemies`, pieces of the side not to move, could take on a square by a simple row.
    #[inline(always)]
    pub(super) fn attacked(self, board: &Board<B, L, H>, target: usize, occupied: B, enemies: B) -> bool {
        let watch = &self.tables.watch[board.turn.opponent()];
        let count = of(S::SIGHTS, watch.sight_lanes.len());
        let sights = &watch.sights[target * count..][..count];
        let mut found = self.leapers(board, target, enemies);
        for (at, sight) in sights.iter().enumerate() {
            let mut seen = B::EMPTY;
            for group in &sight.groups {
                seen |= group.reached(self.cpu, &self.tables.reached, occupied);
            }
            found |= seen & board.lanes[self.sight_lane(watch, at)] & enemies;
        }
        !found.is_empty()
    }

    /// The lane of a sight; where the shape is known, that of a slide.
    #[inline(always)]
    fn sight_lane(self, watch: &Watch<B, G>, at: usize) -> usize {
        if S::SIMPLE { lane::ATOMS + at } else { watch.sight_lanes[at] }
    }

    /// Moves of atoms that are shifts of the board.
    #[inline(always)]
    fn shifts(self, board: &Board<B, L, H>, movers: B, target: B, sink: &mut (impl Sink<B> + ?Sized)) {
        let (empty, enemies) = (!board.occupied(), board.enemies());
        let shifts = &self.tables.shifts[board.turn];
        for (lane, shift) in &shifts[..of(S::SHIFTS, shifts.len())] {
            let sources = board.lanes[*lane] & movers & shift.sources;
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
                for group in &tables.slides[at * B::WIDTH + from] {
                    to |= group.reached(self.cpu, &tables.reached, occupied);
                }
                sink.piece(from, to & target);
            }
        }
        for at in 0..of(S::LEAPS, tables.leap_lanes) {
            for from in (board.lanes[lane::ATOMS + slides + at] & movers).squares() {
                sink.piece(from, tables.leaps[at * B::WIDTH + from] & target);
            }
        }
        if !S::SIMPLE {
            for &atom in &tables.others {
                for from in (board.lanes[lane::ATOMS + atom] & movers).squares() {
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
        let count = of(S::SIGHTS, watch.sight_lanes.len());
        let sights = &watch.sights[duty.royal * count..][..count];
        let mut target = duty.target;
        for (at, sight) in sights.iter().enumerate() {
            let aligned = sight.aligned & board.lanes[self.sight_lane(watch, at)] & board.enemies();
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
        let steps = match &tables.royal_leaps {
            Some(leaps) => board
                .at(duty.royal)
                .map_or(B::EMPTY, |piece| leaps[piece.index() * B::WIDTH + duty.royal] & !board.own()),
            None => self.all_steps(board, duty.royal),
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

    /// Every square on which the side not to move could capture by a simple row, when `occupied` is.
    #[inline(always)]
    fn danger(self, board: &Board<B, L, H>, occupied: B) -> B {
        let (tables, enemies) = (self.tables, board.enemies());
        let danger = &tables.danger[board.turn.opponent()];
        let mut found = B::EMPTY;
        for (lane, shift) in &danger.shifts {
            let mut to = (board.lanes[*lane] & enemies & shift.sources).rotated(shift.by);
            for by in &shift.through {
                to &= (!occupied).rotated(*by);
            }
            found |= to;
        }
        for &(lane, place) in &danger.leaps {
            for from in (board.lanes[lane] & enemies).squares() {
                found |= tables.leaps[place * B::WIDTH + from];
            }
        }
        for at in 0..of(S::SLIDES, danger.slides.len()) {
            let (lane, place) = if S::SIMPLE { (lane::ATOMS + at, at) } else { danger.slides[at] };
            for from in (board.lanes[lane] & enemies).squares() {
                for group in &tables.slides[place * B::WIDTH + from] {
                    found |= group.reached(self.cpu, &tables.reached, occupied);
                }
            }
        }
        for &atom in &danger.others {
            for from in (board.lanes[lane::ATOMS + atom] & enemies).squares() {
                found |= tables.reach(atom, from).captures(self.cpu, &tables.reached, occupied);
            }
        }
        found
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
        let back = |to: usize| (to + B::WIDTH - shift.by as usize) % B::WIDTH;
        for to in (to & !shift.fan).squares() {
            sink.piece(back(to), B::bit(to));
        }
        for to in (to & shift.fan).squares() {
            if let Some(piece) = board.at(back(to)) {
                self.fan(board, piece, (back(to), to), sink);
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
            let place = (special.piece, special.from, special.to);
            if is_there && last != Some(place) {
                last = Some(place);
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

    /// Whether a special row of the side not to move would take a piece of the side to move if it stood on a square: by arriving there, or any
    /// way for a piece that does.
    fn attacked_by_words(self, board: &Board<B, L, H>, target: usize, supposed: PieceId) -> bool {
        let specials = &self.tables.specials;
        let is_there = board.at(target) == Some(supposed);
        let at = |square: usize| if square == target { Some(supposed) } else { board.at(square) };
        let settled = |square: usize| at(square).map(|piece| self.tables.kind(piece).settled);
        let (occupied, own) = (board.occupied() | B::bit(target), board.own() | B::bit(target));
        specials.attacks[board.turn.opponent()].iter().any(|attack| {
            let special = &specials.all[attack.special as usize];
            attack.target == target
                && (is_there || !attack.aside)
                && settled(attack.source) == Some(special.piece)
                && special.holds(occupied, own, at)
        })
    }

    /// Whether a royal piece of the side to move could be taken.
    #[inline(always)]
    pub(super) fn in_check(self, board: &Board<B, L, H>) -> bool {
        let (occupied, enemies) = (board.occupied(), board.enemies());
        (board.lanes[lane::ROYALS] & board.own()).squares().any(|royal| {
            self.attacked(board, royal, occupied, enemies)
                || board.at(royal).is_some_and(|piece| self.attacked_by_words(board, royal, piece))
        })
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
            for from in (board.lanes[lane::ATOMS + atom] & board.own()).squares() {
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
        if generator.tables.royal_safety && !(board.lanes[lane::ROYALS] & board.own()).is_empty() {
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
