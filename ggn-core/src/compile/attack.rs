//! Who attacks what: checks, pins, and the squares that a royal piece must not enter.
#![allow(unsafe_code, reason = "tables are read by the indices that were made for them: see `trust`")]

use super::bits::Bits;
use super::board::Board;
use super::cpu::Cpu;
use super::generate::Generator;
use super::shape::{Shape, of};
use super::tables::{Sight, Watch, lane};
use super::trust;
use crate::piece::PieceId;

/// What a position asks of every move but the royal piece's.
pub(super) struct Duty<B> {
    /// The royal piece.
    pub(super) royal: usize,
    /// Whether something attacks it.
    pub(super) is_check: bool,
    /// Where moves may end: checks are met there, and no own piece stands there.
    pub(super) target: B,
    pub(super) pinned: B,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// The pieces that shield the royal piece of the side to move; nothing where lines do not tell.
    #[cfg(feature = "trial")]
    pub(super) fn pinned(self, board: &Board<B, L, H>) -> Option<B> {
        let royals = board.lanes[lane::ROYALS] & board.own();
        (royals.count() == 1 && self.tables.by_lines[board.turn])
            .then(|| self.duty(board, royals.first()).pinned)
    }

    /// What of the side not to move attacks a square, supposing there a piece of the side to move.
    #[cfg(feature = "trial")]
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
    pub(super) fn duty(self, board: &Board<B, L, H>, royal: usize) -> Duty<B> {
        let (own, enemies) = (board.own(), board.enemies());
        let occupied = own | enemies;
        let watch = &self.tables.watch[board.turn.opponent()];
        let mut duty = Duty { royal, is_check: false, target: !own, pinned: B::EMPTY };
        let leapers = self.leapers(board, royal, enemies);
        for checker in leapers.squares() {
            duty.is_check = true;
            duty.target &= B::bit(checker);
        }
        let sights = self.sights(watch, royal);
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
                let aligned = sight.aligned & board.lane(watch.sight_lanes[at]);
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
        // SAFETY: every square has an entry for each of these lanes.
        let (leaps, lanes) = unsafe {
            (trust::entries(&watch.leaps, target * count, count), trust::entries(&watch.leap_lanes, 0, count))
        };
        let mut found = B::EMPTY;
        for (leap, lane) in leaps.iter().zip(lanes) {
            found |= *leap & board.lane(*lane);
        }
        found & enemies
    }

    /// Whether one of `enemies`, pieces of the side not to move, could take on a square by a simple row.
    #[inline(always)]
    pub(super) fn attacked(self, board: &Board<B, L, H>, target: usize, occupied: B, enemies: B) -> bool {
        let watch = &self.tables.watch[board.turn.opponent()];
        let sights = self.sights(watch, target);
        let mut found = self.leapers(board, target, enemies);
        for (at, sight) in sights.iter().enumerate() {
            let mut seen = B::EMPTY;
            for group in &sight.groups {
                seen |= group.reached(self.cpu, &self.tables.reached, occupied);
            }
            found |= seen & board.lane(self.sight_lane(watch, at)) & enemies;
        }
        !found.is_empty()
    }

    /// What a square sees of one side's attackers that something can come between.
    #[inline(always)]
    pub(super) fn sights(self, watch: &Watch<B, G>, target: usize) -> &[Sight<B, G>] {
        let count = of(S::SIGHTS, watch.sight_lanes.len());
        // SAFETY: every square has an entry for each of these lanes.
        unsafe { trust::entries(&watch.sights, target * count, count) }
    }

    /// The lane of a sight; where the shape is known, that of a slide.
    #[inline(always)]
    pub(super) fn sight_lane(self, watch: &Watch<B, G>, at: usize) -> usize {
        if S::SIMPLE { lane::ATOMS + at } else { watch.sight_lanes[at] }
    }

    /// Every square on which the side not to move could capture by a simple row, when `occupied` is.
    #[inline(always)]
    pub(super) fn danger(self, board: &Board<B, L, H>, occupied: B) -> B {
        let (tables, enemies) = (self.tables, board.enemies());
        let danger = &tables.danger[board.turn.opponent()];
        let mut found = B::EMPTY;
        for (lane, shift) in &danger.shifts {
            let mut to = (board.lane(*lane) & enemies & shift.sources).rotated(shift.by);
            for by in &shift.through {
                to &= (!occupied).rotated(*by);
            }
            found |= to;
        }
        for &(lane, place) in &danger.leaps {
            for from in (board.lane(lane) & enemies).squares() {
                found |= tables.leap(place, from);
            }
        }
        for at in 0..of(S::SLIDES, danger.slides.len()) {
            let (lane, place) = if S::SIMPLE { (lane::ATOMS + at, at) } else { danger.slides[at] };
            for from in (board.lane(lane) & enemies).squares() {
                for group in tables.slide(place, from) {
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

    /// Whether a special row of the side not to move would take a piece of the side to move if it stood on a square: by arriving there, or any
    /// way for a piece that does.
    pub(super) fn attacked_by_words(self, board: &Board<B, L, H>, target: usize, supposed: PieceId) -> bool {
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
}
