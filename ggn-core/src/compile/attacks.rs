//! Attacks: checks, pins, and the squares that a royal piece must not enter.
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use super::bits::Bits;
use super::board::Board;
use super::cpu::Cpu;
use super::filters::CheckRule;
use super::generate::Generator;
use super::shape::{Shape, known_or};
use super::tables::{AttackerTables, SliderAttackers, lane};
use super::unchecked;
use crate::piece::PieceId;

/// Checks and pins of a position, as constraints on the moves of pieces other than the royal one.
pub(super) struct CheckInfo<B> {
    /// Square of the royal piece.
    pub(super) royal: usize,
    /// True if the royal piece is attacked.
    pub(super) is_check: bool,
    /// Allowed destinations: not own pieces; in check, only squares that block or capture the checker.
    pub(super) target: B,
    /// The same by attackers that cannot be blocked alone.
    pub(super) leap_target: B,
    /// Own pieces on lines of attack, whose allowed destinations differ from `target`.
    pub(super) pinned: B,
}

/// The squares between an attacker and the royal piece, with the number of pieces that must stand there for a capture.
#[derive(Clone, Copy)]
pub(super) struct AttackLine<B> {
    pub(super) source: usize,
    pub(super) between: B,
    /// 0 or 1.
    pub(super) screens: u32,
}

impl<B: Bits> AttackLine<B> {
    /// Returns the destinations by which a piece on `from` leaves no capture along this line.
    #[inline(always)]
    pub(super) fn allowed(self, occupied: B, from: usize) -> B {
        let (count, fills) = ((self.between & occupied).count(), self.between & !occupied);
        let takes = B::bit(self.source);
        if !self.between.has(from) {
            return self.allowed_from_aside(count, fills);
        }
        if count == self.screens {
            // The screen itself: it may go anywhere else.
            !fills
        } else if count == self.screens + 1 {
            fills | takes
        } else {
            !B::EMPTY
        }
    }

    /// Returns the same for a piece that does not stand between.
    #[inline(always)]
    fn allowed_from_aside(self, count: u32, fills: B) -> B {
        if count == self.screens {
            fills | B::bit(self.source)
        } else if count < self.screens {
            !fills
        } else {
            !B::EMPTY
        }
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    Generator<'_, B, L, H, G, S, C>
{
    /// Returns the pieces that shield the royal piece of the side to move, or `None` where checks are not along lines.
    #[cfg(feature = "testing")]
    pub(super) fn pinned(self, board: &Board<B, L, H>) -> Option<B> {
        let royals = board.lanes[lane::ROYALS] & board.own();
        let has_hops =
            self.tables.attackers[board.turn.opponent()].slider_screens.iter().any(|count| *count > 0);
        (royals.count() == 1 && self.tables.by_lines[board.turn] && !has_hops)
            .then(|| self.check_info(board, royals.first()).pinned)
    }

    /// Returns the kinds of attacks by the side not to move on a square where a piece of the side to move is supposed to stand.
    #[cfg(feature = "testing")]
    pub(super) fn attacks(
        self,
        board: &Board<B, L, H>,
        target: usize,
        supposed: PieceId,
    ) -> super::compiled::Attacks {
        super::compiled::Attacks {
            by_simple_rows: self.attacked(board, target, board.occupied(), board.enemies() & !B::bit(target)),
            in_danger_set: self.danger(board, board.occupied()).has(target),
            by_specials: self.attacked_by_specials(board, target, supposed),
        }
    }

    /// Computes the checks and pins on the royal piece.
    #[inline(always)]
    pub(super) fn check_info(self, board: &Board<B, L, H>, royal: usize) -> CheckInfo<B> {
        let (own, enemies) = (board.own(), board.enemies());
        let occupied = own | enemies;
        let attackers = &self.tables.attackers[board.turn.opponent()];
        let mut check_info =
            CheckInfo { royal, is_check: false, target: !own, leap_target: !own, pinned: B::EMPTY };
        let leapers = self.leapers(board, royal, enemies);
        for checker in leapers.squares() {
            check_info.is_check = true;
            check_info.target &= B::bit(checker);
        }
        check_info.leap_target = check_info.target;
        let slider_attackers = self.slider_attackers(attackers, royal);
        let mut shield = |line: usize, aligned: B| {
            for source in aligned.squares() {
                let between = self.tables.lines.between(line, source, royal);
                let blockers = between & occupied;
                if blockers.is_empty() {
                    check_info.is_check = true;
                    check_info.target &= between | B::bit(source);
                } else if blockers.without_first().is_empty() {
                    check_info.pinned |= blockers & own;
                }
            }
        };
        if S::SIMPLE {
            let mut aligned = B::EMPTY;
            for (at, slider) in slider_attackers.iter().enumerate() {
                aligned |= slider.aligned & board.lanes[lane::ATOMS + at];
            }
            shield(0, aligned & enemies);
            return check_info;
        }
        for (at, slider) in slider_attackers.iter().enumerate() {
            let aligned = slider.aligned & board.lane(attackers.slider_lanes[at]) & enemies;
            if attackers.slider_screens[at] == 0 {
                shield(attackers.slider_lines[at], aligned);
            }
        }
        for (at, slider) in slider_attackers.iter().enumerate() {
            if attackers.slider_screens[at] > 0 {
                let aligned = slider.aligned & board.lane(attackers.slider_lanes[at]) & enemies;
                self.add_hops(
                    &mut check_info,
                    (attackers.slider_lines[at], attackers.slider_screens[at]),
                    aligned,
                    occupied,
                    own,
                );
            }
        }
        check_info
    }

    /// Adds what hops mean for the pieces: on a line with one piece too few none may go, and those on a line with enough or one too many are pinned.
    #[inline(always)]
    fn add_hops(
        self,
        check_info: &mut CheckInfo<B>,
        (line, screens): (usize, u32),
        aligned: B,
        occupied: B,
        own: B,
    ) {
        for source in aligned.squares() {
            let between = self.tables.lines.between(line, source, check_info.royal);
            let (count, fills) = ((between & occupied).count(), between & !occupied);
            let line = AttackLine { source, between, screens };
            check_info.is_check |= count == screens;
            check_info.target &= line.allowed_from_aside(count, fills);
            if count == screens || count == screens + 1 {
                check_info.pinned |= between & own;
            }
        }
    }

    /// Returns the enemy pieces that attack a square whatever stands between.
    #[inline(always)]
    fn leapers(self, board: &Board<B, L, H>, target: usize, enemies: B) -> B {
        let attackers = &self.tables.attackers[board.turn.opponent()];
        let count = known_or(S::LEAPERS, attackers.leap_lanes.len());
        // SAFETY: every square has an entry for each of these lanes.
        let (leaps, lanes) = unsafe {
            (
                unchecked::entries(&attackers.leaps, target * count, count),
                unchecked::entries(&attackers.leap_lanes, 0, count),
            )
        };
        let mut found = B::EMPTY;
        for (leap, lane) in leaps.iter().zip(lanes) {
            found |= *leap & board.lane(*lane);
        }
        found & enemies
    }

    /// Returns whether one of `enemies`, pieces of the side not to move, could capture on a square by a simple row.
    #[inline(always)]
    pub(super) fn attacked(self, board: &Board<B, L, H>, target: usize, occupied: B, enemies: B) -> bool {
        !self.simple_attackers(board, target, occupied, enemies).is_empty()
    }

    /// Returns those of `enemies` that could capture on a square by a simple row.
    #[inline(always)]
    fn simple_attackers(self, board: &Board<B, L, H>, target: usize, occupied: B, enemies: B) -> B {
        let attackers = &self.tables.attackers[board.turn.opponent()];
        let slider_attackers = self.slider_attackers(attackers, target);
        let mut found = self.leapers(board, target, enemies);
        for (at, slider) in slider_attackers.iter().enumerate() {
            let mut seen = slider.lookup.destinations(self.cpu, &self.tables.destination_sets, occupied);
            if !S::SIMPLE
                && let Some(barred) = &attackers.slider_barred[at]
            {
                seen = barred.unhidden(board, target, seen);
            }
            found |= seen & board.lane(self.slider_lane(attackers, at)) & enemies;
        }
        found
    }

    /// Returns the attackers of a square that can be blocked, one entry per slider lane.
    #[inline(always)]
    pub(super) fn slider_attackers(
        self,
        attackers: &AttackerTables<B, G>,
        target: usize,
    ) -> &[SliderAttackers<B, G>] {
        let count = known_or(S::SLIDERS, attackers.slider_lanes.len());
        // SAFETY: every square has an entry for each of these lanes.
        unsafe { unchecked::entries(&attackers.slider_attackers, target * count, count) }
    }

    /// Returns the lane of a slider; with a fixed shape, slider lanes are the slide lanes.
    #[inline(always)]
    pub(super) fn slider_lane(self, attackers: &AttackerTables<B, G>, at: usize) -> usize {
        if S::SIMPLE { lane::ATOMS + at } else { attackers.slider_lanes[at] }
    }

    /// Returns the squares that a move must touch, by leaving them or by arriving there, to expose a royal piece of the side to move: those of its royal
    /// pieces, and those on which attacks on them depend. `None` if any move may expose one.
    pub(super) fn exposing_squares(self, board: &Board<B, L, H>) -> Option<B> {
        let enemy = board.turn.opponent();
        if !self.tables.specials.are_harmless(enemy) {
            return None;
        }
        let attackers = &self.tables.attackers[enemy];
        let royals = board.lanes[lane::ROYALS] & board.own();
        let mut squares = royals;
        for royal in royals.squares() {
            if self.attacked(board, royal, board.occupied(), board.enemies()) {
                return None;
            }
            for (at, slider) in self.slider_attackers(attackers, royal).iter().enumerate() {
                let sources = slider.aligned & board.lane(self.slider_lane(attackers, at)) & board.enemies();
                for source in sources.squares() {
                    squares |= self.tables.lines.between(attackers.slider_lines[at], source, royal);
                }
            }
        }
        Some(squares)
    }

    /// Returns every square on which the side not to move could capture by a simple row, given an occupancy.
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
        for &(lane, index) in &danger.leaps {
            for from in (board.lane(lane) & enemies).squares() {
                found |= tables.leap(index, from);
            }
        }
        for at in 0..known_or(S::SLIDES, danger.slides.len()) {
            let (lane, index) = if S::SIMPLE { (lane::ATOMS + at, at) } else { danger.slides[at] };
            for from in (board.lane(lane) & enemies).squares() {
                let slide = tables.slide(index, from);
                found |= slide.destinations(self.cpu, &tables.destination_sets, occupied);
            }
        }
        for &atom in &danger.others {
            for from in (board.lanes[lane::ATOMS + atom] & enemies).squares() {
                let to = tables.atom_moves(atom, from).captures(self.cpu, &tables.destination_sets, occupied);
                found |= match &tables.barred[atom] {
                    Some(barred) => barred.unhidden(board, from, to),
                    None => to,
                };
            }
        }
        found
    }

    /// Returns whether a special row of the side not to move could capture `supposed` on a square: on the row's destination, or in any way if the piece
    /// does stand there.
    pub(super) fn attacked_by_specials(
        self,
        board: &Board<B, L, H>,
        target: usize,
        supposed: PieceId,
    ) -> bool {
        self.special_attackers(board, target, supposed).next().is_some()
    }

    /// Returns the sources of those rows.
    fn special_attackers(
        self,
        board: &Board<B, L, H>,
        target: usize,
        supposed: PieceId,
    ) -> impl Iterator<Item = usize> {
        let specials = &self.tables.specials;
        let is_there = board.at(target) == Some(supposed);
        let at = move |square: usize| if square == target { Some(supposed) } else { board.at(square) };
        let unmarked = move |square: usize| at(square).map(|piece| self.tables.piece_info(piece).unmarked);
        let (occupied, own) = (board.occupied() | B::bit(target), board.own() | B::bit(target));
        let attacks = specials.attacks[board.turn.opponent()][target].iter();
        let attacks = attacks.filter(move |attack| {
            let special = &specials.all[attack.special as usize];
            (is_there || !attack.aside)
                && unmarked(attack.source) == Some(special.piece)
                && special.holds(occupied, own, at)
        });
        attacks.map(|attack| attack.source)
    }

    /// Returns the squares of the pieces that could capture a piece of the side to move, where it stands.
    pub(super) fn attackers_of(self, board: &Board<B, L, H>, target: usize, piece: PieceId) -> B {
        let (occupied, enemies) = (board.occupied(), board.enemies());
        let simple = self.simple_attackers(board, target, occupied, enemies);
        let special = self.special_attackers(board, target, piece);
        special.fold(simple, |set, source| set | B::bit(source))
    }

    /// Returns whether a royal piece of the side to move could be captured.
    #[inline(always)]
    pub(super) fn in_check(self, board: &Board<B, L, H>) -> bool {
        let (occupied, enemies) = (board.occupied(), board.enemies());
        let mut royals = (board.lanes[lane::ROYALS] & board.own()).squares();
        let is_attacked = |royal| {
            self.attacked(board, royal, occupied, enemies)
                || board.at(royal).is_some_and(|piece| self.attacked_by_specials(board, royal, piece))
        };
        if S::SIMPLE {
            return royals.any(is_attacked);
        }
        let count = (board.lanes[lane::ROYALS] & board.own()).count();
        match self.tables.check_rule {
            CheckRule::Any => royals.any(is_attacked),
            CheckRule::All => count > 0 && royals.all(is_attacked),
            CheckRule::Last => count == 1 && royals.any(is_attacked),
        }
    }
}
