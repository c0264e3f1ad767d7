//! Lane counts of a ruleset. Where they are compile-time constants, the compiler unrolls the loops over lanes.

use std::fmt::Debug;

use super::bits::Bits;
use super::filters::CheckRule;
use super::tables::{Tables, lane};
use crate::{BySide, Side};

/// Number of lanes of each kind, if known at compile time.
pub(super) trait Shape: Copy + Debug + Send + Sync + 'static {
    const SHIFTS: Option<usize>;
    const LEAPS: Option<usize>;
    const SLIDES: Option<usize>;
    const LEAPERS: Option<usize>;
    const SLIDERS: Option<usize>;
    /// True if there is exactly one table of lines, and no drop, hop, goal, limit on checks, or atom of kind `Other`.
    const SIMPLE: bool;
}

/// Lane counts known only at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyShape;

impl Shape for AnyShape {
    const SHIFTS: Option<usize> = None;
    const LEAPS: Option<usize> = None;
    const SLIDES: Option<usize> = None;
    const LEAPERS: Option<usize> = None;
    const SLIDERS: Option<usize> = None;
    const SIMPLE: bool = false;
}

/// Lane counts known at compile time: shifts per side, leaps, slides, and the leaper and slider lanes by which each side attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedShape<
    const SHIFTS: usize,
    const LEAPS: usize,
    const SLIDES: usize,
    const LEAPERS: usize,
    const SLIDERS: usize,
>;

impl<const SHIFTS: usize, const LEAPS: usize, const SLIDES: usize, const LEAPERS: usize, const SLIDERS: usize>
    Shape for FixedShape<SHIFTS, LEAPS, SLIDES, LEAPERS, SLIDERS>
{
    const SHIFTS: Option<usize> = Some(SHIFTS);
    const LEAPS: Option<usize> = Some(LEAPS);
    const SLIDES: Option<usize> = Some(SLIDES);
    const LEAPERS: Option<usize> = Some(LEAPERS);
    const SLIDERS: Option<usize> = Some(SLIDERS);
    const SIMPLE: bool = true;
}

/// Returns whether tables have the lane counts of a shape.
pub(super) fn fits<S: Shape, B: Bits, const L: usize, const G: usize>(tables: &Tables<B, L, G>) -> bool {
    let is = |required: Option<usize>, number: usize| required.is_none_or(|required| required == number);
    let each = |required, of: fn(&Tables<B, L, G>, Side) -> usize| {
        Side::BOTH.into_iter().all(|side| is(required, of(tables, side)))
    };
    let is_simple = tables.lines.count() == 1
        && tables.others.is_empty()
        && Side::BOTH.into_iter().all(|side| tables.drops[side].is_empty())
        && tables.specials.from_hand.is_empty()
        && !tables.has_filters
        && tables.check_rule == CheckRule::Any
        && !tables.promotions.is_limited()
        && tables.goals.is_empty()
        && tables.royal_safety
        && tables.royal_leaps.is_some()
        && Side::BOTH.into_iter().all(|side| {
            let slides = || lane::ATOMS..lane::ATOMS + tables.slide_lanes;
            tables.danger[side].others.is_empty()
                && tables.attackers[side].slider_screens.iter().all(|screens| *screens == 0)
                && slides().eq(tables.attackers[side].slider_lanes.iter().copied())
                && slides().eq(tables.danger[side].slides.iter().map(|(lane, _)| *lane))
        })
        && tables.by_lines == BySide::from_fn(|_| true);
    each(S::SHIFTS, |tables, side| tables.shifts[side].len())
        && each(S::LEAPERS, |tables, side| tables.attackers[side].leap_lanes.len())
        && each(S::SLIDERS, |tables, side| tables.attackers[side].slider_lanes.len())
        && is(S::LEAPS, tables.leap_lanes)
        && is(S::SLIDES, tables.slide_lanes)
        && (is_simple || !S::SIMPLE)
}

/// Returns the compile-time count of the shape, or else the counted one.
#[inline(always)]
pub(super) fn known_or(known: Option<usize>, counted: usize) -> usize {
    known.unwrap_or(counted)
}
