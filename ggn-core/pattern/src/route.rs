//! The ways along one leap from one square: what lies on them, and where they end.

use ggn_core::notation::cell::Cell;

use super::ast::Joint;
use super::board::Board;
use super::leap::Leap;
use super::modifier::PathKind;

/// A square on the way of a leap.
#[derive(Clone, Copy, Debug)]
struct Visit {
    cell: Cell,
    /// Requirement for passing it; none where the piece may end.
    joint: Option<Joint>,
}

/// One way to one square.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) to: Cell,
    /// Squares passed, in the order of the way.
    pub(super) passed: Vec<(Cell, Joint)>,
}

/// Goes along a leap until the board ends, and hands out every way to every square where the piece may end. Stops when the taker
/// has had enough.
///
/// Squares nearer by come first; of several ways to one square, those come first that pass their occupied square sooner.
pub(super) fn follow<E>(
    board: &Board,
    from: Cell,
    leap: &Leap,
    path: PathKind,
    mut take: impl FnMut(Route) -> Result<(), E>,
) -> Result<(), E> {
    let mut visits: Vec<Visit> = Vec::new();
    let mut at = from;
    let last = leap.stride.len().saturating_sub(1);
    for turn in 0..leap.reach {
        let approach = if turn == 0 { leap.approach.as_slice() } else { &[] };
        let stride = leap.stride.iter().enumerate().map(|(index, step)| (step, index == last));
        for (step, is_stop) in approach.iter().map(|step| (step, false)).chain(stride) {
            if let Some(Visit { joint: joint @ Some(_), .. }) = visits.last_mut() {
                *joint = Some(step.joint);
            }
            // A ring of leaps ends where it began.
            let Some(to) = board.step(at, step.by).filter(|&to| to != from) else { return Ok(()) };
            at = to;
            if is_stop {
                end(at, &visits, path, &mut take)?;
            }
            visits.push(Visit { cell: at, joint: (!is_stop).then_some(Joint::Empty) });
        }
    }
    Ok(())
}

/// Hands out the ways that end here.
fn end<E>(
    to: Cell,
    visits: &[Visit],
    path: PathKind,
    take: &mut impl FnMut(Route) -> Result<(), E>,
) -> Result<(), E> {
    let passed = |screen: Option<usize>| {
        let occupied = |index: usize, visit: &Visit| {
            if screen == Some(index) { Joint::Occupied } else { visit.joint.unwrap_or(Joint::Empty) }
        };
        let passed = visits.iter().enumerate().map(|(index, visit)| (visit.cell, occupied(index, visit)));
        Route { to, passed: passed.collect() }
    };
    let nearest = match path {
        PathKind::Free | PathKind::Lame => return take(passed(None)),
        PathKind::Grasshopper => visits.len().saturating_sub(1),
        PathKind::Jumper | PathKind::Hopper => 0,
    };
    (nearest..visits.len()).try_for_each(|screen| take(passed(Some(screen))))
}
