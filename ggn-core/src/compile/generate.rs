//! Legal moves without trying them out: a move of a piece that is not royal is legal when it stays on the lines along which it shields, and
//! lands where every check is met. Only residual rows, and games whose checks are not lines, are tried.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::{Board, Step, number};
use super::tables::Tables;
use crate::Side;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;

/// Takes moves in: one piece with all its destinations, or one by one.
pub(super) trait Sink<B> {
    /// Moves of one piece from one square that change nothing but the place of the piece, and perhaps take what stands there.
    fn plain(&mut self, piece: PieceId, becomes: PieceId, from: u8, to: B);
    /// Any other move.
    fn step(&mut self, step: Step);
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn plain(&mut self, _: PieceId, _: PieceId, _: u8, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn step(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Keeps moves, up to so many without allocation.
#[derive(Default)]
pub(super) struct List(pub(super) SmallVec<[Step; 96]>);

impl<B: Bits> Sink<B> for List {
    #[inline(always)]
    fn plain(&mut self, piece: PieceId, becomes: PieceId, from: u8, to: B) {
        for square in to.squares() {
            self.0.push(Step {
                piece,
                becomes,
                from,
                to: square as u8,
                chosen: false,
                residual: Step::SIMPLE,
            });
        }
    }

    #[inline(always)]
    fn step(&mut self, step: Step) {
        self.0.push(step);
    }
}

/// A piece that shields its royal piece, and the squares on which it goes on doing so.
type Pin<B> = (usize, B);

impl<B: Bits, const A: usize, const H: usize> Board<B, A, H> {
    /// Gives every legal move of the side to move.
    #[inline(always)]
    pub(super) fn legal(&self, rules: &Ruleset, tables: &Tables<B>, sink: &mut impl Sink<B>) {
        let royals = self.royals & self.own();
        let by_lines =
            royals.count() == 1 && tables.has_lines && tables.attacks[self.turn.opponent()].is_empty();
        if !tables.royal_safety || royals.is_empty() {
            self.pseudo_legal(rules, tables, sink);
        } else if by_lines {
            self.legal_by_lines(rules, tables, royals.first(), sink);
        } else {
            let mut all = List::default();
            self.pseudo_legal(rules, tables, &mut all);
            for step in all.0 {
                if !self.after(rules, tables, &step).in_check(rules, tables, self.turn) {
                    sink.step(step);
                }
            }
        }
    }

    fn pseudo_legal(&self, rules: &Ruleset, tables: &Tables<B>, sink: &mut impl Sink<B>) {
        let (occupied, enemies) = (self.sides[0] | self.sides[1], self.enemies());
        for atom in 0..tables.atoms.min(A) {
            for from in (self.atoms[atom] & self.own()).squares() {
                let to = tables.lookup.moves(tables.reach(atom, from), occupied, enemies);
                self.give(rules, tables, from, to, sink);
            }
        }
        self.drops(tables, !occupied, sink);
        self.residual(rules, tables, |_| true, sink);
    }

    #[inline(always)]
    fn legal_by_lines(&self, rules: &Ruleset, tables: &Tables<B>, royal: usize, sink: &mut impl Sink<B>) {
        let (own, enemies) = (self.own(), self.enemies());
        let occupied = own | enemies;
        let mut target = !B::EMPTY;
        let (mut pinned, mut pins) = (B::EMPTY, SmallVec::<[Pin<B>; 8]>::new());
        for atom in 0..tables.atoms.min(A) {
            for source in (tables.aligned(atom, royal) & self.atoms[atom] & enemies).squares() {
                let line = tables.between(atom, source, royal);
                let blockers = line & occupied;
                if blockers.is_empty() {
                    target = target & (line | B::bit(source));
                } else if blockers.without_first().is_empty() && !(blockers & own).is_empty() {
                    pinned |= blockers;
                    pins.push((blockers.first(), line | B::bit(source)));
                }
            }
        }
        for atom in 0..tables.atoms.min(A) {
            for from in (self.atoms[atom] & own & !B::bit(royal)).squares() {
                let mut to = tables.lookup.moves(tables.reach(atom, from), occupied, enemies) & target;
                if pinned.has(from) {
                    for (_, line) in pins.iter().filter(|(square, _)| *square == from) {
                        to = to & *line;
                    }
                }
                if !to.is_empty() {
                    self.give(rules, tables, from, to, sink);
                }
            }
        }
        self.royal_steps(rules, tables, royal, sink);
        self.drops(tables, !occupied & target, sink);
        let is_safe = |step: &Step| !self.after(rules, tables, step).in_check(rules, tables, self.turn);
        self.residual(rules, tables, is_safe, sink);
    }

    /// The steps of the royal piece, each tried with the piece gone from where it stood.
    #[inline(always)]
    fn royal_steps(&self, rules: &Ruleset, tables: &Tables<B>, royal: usize, sink: &mut impl Sink<B>) {
        let Some(piece) = self.at(royal) else { return };
        let occupied = self.sides[0] | self.sides[1];
        let mut slots = tables.slots(piece, royal);
        let mut safe = B::EMPTY;
        while slots != 0 {
            let atom = slots.trailing_zeros() as usize;
            slots &= slots - 1;
            let to = tables.lookup.moves(tables.reach(atom, royal), occupied, self.enemies());
            for square in to.squares() {
                let enemies = self.enemies() & !B::bit(square);
                if !self.attacked(tables, square, occupied & !B::bit(royal), enemies) {
                    safe |= B::bit(square);
                }
            }
        }
        self.give(rules, tables, royal, safe, sink);
    }

    /// Gives the moves of one piece, those apart that make it something else than moving does.
    #[inline(always)]
    fn give(&self, rules: &Ruleset, tables: &Tables<B>, from: usize, to: B, sink: &mut impl Sink<B>) {
        let Some(piece) = self.at(from) else { return };
        let changes = tables.changes(piece, from);
        let changing = to & changes.at;
        sink.plain(piece, tables.kind(piece).moved, from as u8, to & !changing);
        for square in changing.squares() {
            let change = tables.change(changes, square);
            let possibility = if self.at(square).is_some() { change.capture } else { change.quiet };
            let step = Step {
                piece,
                becomes: tables.kind(piece).moved,
                from: from as u8,
                to: square as u8,
                chosen: false,
                residual: Step::SIMPLE,
            };
            choose(rules, possibility, step, sink);
        }
    }

    fn drops(&self, tables: &Tables<B>, free: B, sink: &mut impl Sink<B>) {
        if H == 0 {
            return;
        }
        for &(piece, allowed) in &tables.drops {
            if self.holds_piece(tables, piece) {
                sink.plain(piece, tables.kind(piece).moved, Step::HAND, allowed & free);
            }
        }
    }

    fn holds_piece(&self, tables: &Tables<B>, piece: PieceId) -> bool {
        let kind = tables.kind(piece);
        let held = kind.held.and_then(|slot| self.hands[number(self.turn)].get(usize::from(slot)));
        kind.side == self.turn && held.is_some_and(|&held| held > 0)
    }

    /// The residual rows that hold now and are legal.
    #[inline(always)]
    fn residual(
        &self,
        rules: &Ruleset,
        tables: &Tables<B>,
        is_safe: impl Fn(&Step) -> bool,
        sink: &mut impl Sink<B>,
    ) {
        for square in (self.marked & self.enemies()).squares() {
            self.residual_rows(rules, tables, &tables.by_marker[square], &is_safe, sink);
        }
        for square in (tables.sources & self.own()).squares() {
            self.residual_rows(rules, tables, &tables.by_source[square], &is_safe, sink);
        }
        if H > 0 {
            self.residual_rows(rules, tables, &tables.by_source[B::WIDTH], &is_safe, sink);
        }
    }

    fn residual_rows(
        &self,
        rules: &Ruleset,
        tables: &Tables<B>,
        rows: &[u32],
        is_safe: &impl Fn(&Step) -> bool,
        sink: &mut impl Sink<B>,
    ) {
        let mut last = None;
        for &index in rows {
            let residual = &tables.residual[index as usize];
            let place = (residual.piece, residual.source, residual.destination);
            let is_there = match residual.source.square() {
                Some(square) => {
                    self.at(square.index()) == Some(residual.piece)
                        && tables.kind(residual.piece).side == self.turn
                }
                None => self.holds_piece(tables, residual.piece),
            };
            // Of the possibilities of a row the first that holds is the one that is played.
            if !is_there || last == Some(place) || !self.holds(rules, residual.possibility, self.turn) {
                continue;
            }
            last = Some(place);
            if !self.meets_unattacked(rules, tables, residual.possibility) {
                continue;
            }
            let hand_or = |location: crate::Location| {
                location.square().map_or(Step::HAND, |square| square.index() as u8)
            };
            let step = Step {
                piece: residual.piece,
                becomes: tables.kind(residual.piece).moved,
                from: hand_or(residual.source),
                to: hand_or(residual.destination),
                chosen: false,
                residual: index,
            };
            if is_safe(&step) {
                choose(rules, Some(residual.possibility), step, sink);
            }
        }
    }

    fn meets_unattacked(&self, rules: &Ruleset, tables: &Tables<B>, possibility: u32) -> bool {
        let effect = rules.table().effect(possibility);
        let squares = effect.map_or(&[][..], |effect| effect.unattacked.as_slice());
        let occupied = self.sides[0] | self.sides[1];
        !tables.heeds_attacks
            || !squares.iter().any(|square| {
                self.attacked(tables, square.index(), occupied, self.enemies())
                    || self.attacked_by_words(rules, tables, square.index(), self.turn.opponent())
            })
    }

    /// Whether one of `enemies` could take on a square by its simple rows.
    #[inline(always)]
    pub(super) fn attacked(&self, tables: &Tables<B>, target: usize, occupied: B, enemies: B) -> bool {
        (0..tables.atoms.min(A)).any(|atom| {
            let sources = tables.aligned(atom, target) & self.atoms[atom] & enemies;
            sources.squares().any(|source| {
                if tables.has_lines {
                    (tables.between(atom, source, target) & occupied).is_empty()
                } else {
                    tables.lookup.moves(tables.reach(atom, source), occupied, B::bit(target)).has(target)
                }
            })
        })
    }

    /// Whether a residual row of `by` would take what stands on a square.
    fn attacked_by_words(&self, rules: &Ruleset, tables: &Tables<B>, target: usize, by: Side) -> bool {
        let settled = |square: usize| self.at(square).map(|piece| tables.kind(piece).settled);
        tables.attacks[by].iter().filter(|attack| attack.target == target).any(|attack| {
            settled(attack.source) == Some(attack.piece) && self.holds(rules, attack.possibility, by)
        })
    }

    /// Whether a royal piece of a side could be taken.
    pub(super) fn in_check(&self, rules: &Ruleset, tables: &Tables<B>, side: Side) -> bool {
        let occupied = self.sides[0] | self.sides[1];
        let enemies = self.sides[1 - number(side)];
        (self.royals & self.sides[number(side)]).squares().any(|royal| {
            self.attacked(tables, royal, occupied, enemies)
                || self.attacked_by_words(rules, tables, royal, side.opponent())
        })
    }
}

/// Gives a move with every choice of what its piece becomes.
fn choose<B: Bits>(rules: &Ruleset, possibility: Option<u32>, step: Step, sink: &mut impl Sink<B>) {
    let effect = possibility.and_then(|possibility| rules.table().effect(possibility));
    let becomes = effect.and_then(|effect| effect.becomes).unwrap_or(step.becomes);
    let promotes = effect.and_then(|effect| effect.promotes.as_ref());
    if promotes.is_none_or(|promotes| promotes.optional) {
        sink.step(Step { becomes, ..step });
    }
    for &choice in promotes.iter().flat_map(|promotes| &promotes.choices) {
        sink.step(Step { becomes: choice, chosen: true, ..step });
    }
}
