//! The numbers of lanes that a ruleset comes to: where the compiler knows them, it unrolls the loops over them.

use std::fmt::Debug;

use super::bits::Bits;
use super::tables::{Tables, lane};
use crate::{BySide, Side};

/// How many lanes of each kind a ruleset's tables have.
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

/// A number that the shape knows, or the one that was counted.
#[inline(always)]
pub(super) fn of(known: Option<usize>, counted: usize) -> usize {
    known.unwrap_or(counted)
}
