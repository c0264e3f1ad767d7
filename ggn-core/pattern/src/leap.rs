//! Leaps of an atom: its letters and vectors in every direction that its modifiers leave.

use ggn_core::notation::cell::Cell;

use super::ast::{Atom, Base, Joint};
use super::board::{Board, Vector};
use super::code::Code;
use super::fault::Faults;
use super::figure::{Figure, figures, is_exact};
use super::limits::LEGS_MAX;
use super::modifier::{Modifiers, PathKind};

/// One direction in which an atom moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leap {
    /// Legs made once, at the start, none of which is an end.
    pub(super) approach: Vec<Step>,
    /// Legs that end on a square where the piece may stay, and may be made again from there.
    pub(super) stride: Vec<Step>,
    /// Number of times that the stride may be made.
    pub(super) reach: usize,
}

/// One leg: what the square before it must be, and where it goes from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) joint: Joint,
    pub(super) by: Vector,
}

/// An atom on a board: its leaps, and what they may end on and pass.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) leaps: Vec<Leap>,
    pub(super) modifiers: Modifiers,
}

/// Finds the leaps of an atom; its faults are reported, and then there are none.
pub(super) fn bind(atom: &Atom, board: &Board, faults: &mut Faults) -> Option<Bound> {
    let modifiers = Modifiers::read(&atom.modifiers, board, faults);
    let figures: Vec<Option<Vec<Figure>>> = atom.legs.iter().map(|leg| figures(leg, board, faults)).collect();
    let (modifiers, figures) = (modifiers?, figures.into_iter().collect::<Option<Vec<_>>>()?);
    let exact = atom.legs.iter().all(|leg| matches!(&leg.base, Base::Vector(all) if is_exact(all)));
    if exact && !modifiers.directions.is_empty() {
        faults
            .add(
                Code::Direction,
                atom.modifiers.span.clone(),
                "a vector with signs has one direction already",
            )
            .hint("without signs it means all directions, from which the letters choose");
        return None;
    }
    let leaps = match figures.as_slice() {
        [figures] => simple(atom, figures, modifiers.path, faults)?,
        _ => chain(atom, &figures, modifiers.path, faults)?,
    };
    let leaps: Vec<Leap> =
        leaps.into_iter().filter(|leap| modifiers.directions.choose(overall(leap), board.ahead())).collect();
    if leaps.is_empty() {
        faults.add(Code::NoRows, atom.span.clone(), "this goes in no direction").found(format!(
            "a board of {} {}",
            board.dimensions(),
            if board.dimensions() == 1 { "dimension" } else { "dimensions" }
        ));
        return None;
    }
    Some(Bound { leaps, modifiers })
}

/// Returns the leaps of a single leg.
fn simple(atom: &Atom, figures: &[Figure], path: PathKind, faults: &mut Faults) -> Option<Vec<Leap>> {
    let mut leaps = Vec::new();
    for figure in figures {
        for &vector in &figure.vectors {
            let steps = match path {
                PathKind::Free | PathKind::Hopper | PathKind::Grasshopper => vec![vector],
                PathKind::Lame | PathKind::Jumper => legs(vector),
            };
            let stride = steps.into_iter().map(|by| Step { joint: Joint::Empty, by }).collect();
            leaps.push(Leap { approach: Vec::new(), stride, reach: figure.reach });
        }
    }
    let rides = figures.iter().any(|figure| figure.reach > 1);
    let passes = leaps.iter().any(|leap| leap.stride.len() > 1);
    let (wrong, hint) = match path {
        PathKind::Hopper | PathKind::Grasshopper if !rides => (
            "a hopper needs a line to hop along, and this goes one leap only",
            "make it a rider: `pR`, `pN0`",
        ),
        PathKind::Lame if !passes => {
            ("`n` says nothing here: no square lies between", "`n` is for leaps such as `nN`, `nA` or `nD`")
        }
        PathKind::Jumper if rides => (
            "`j` is for a single leap, and this is a rider",
            "a rider that must hop is written with `p` or `g`",
        ),
        PathKind::Jumper if !passes => {
            ("`j` has nothing to jump over: no square lies between", "`j` is for leaps such as `jD` or `jA`")
        }
        PathKind::Free | PathKind::Hopper | PathKind::Grasshopper | PathKind::Lame | PathKind::Jumper => {
            return Some(leaps);
        }
    };
    faults.add(Code::Modifier, atom.span.clone(), wrong).hint(hint);
    None
}

/// Returns a leap as steps to neighbouring squares: straight ones first, then slanting ones.
fn legs(vector: Vector) -> Vec<Vector> {
    let longest = vector.iter().map(|component| component.abs()).max().unwrap_or(0);
    let step =
        |left: i32| vector.map(|component| if component.abs() >= left { component.signum() } else { 0 });
    (1..=longest).rev().map(step).collect()
}

/// Returns the leaps of several legs, each of which goes on as straight as it can.
fn chain(atom: &Atom, figures: &[Vec<Figure>], path: PathKind, faults: &mut Faults) -> Option<Vec<Leap>> {
    if path != PathKind::Free {
        faults
            .add(
                Code::Modifier,
                atom.modifiers.span.clone(),
                "a chain says itself what stands between its legs",
            )
            .expected("`m`, `c` and directions, if anything")
            .hint("`-` asks that the square between two legs is empty, `+` that it is not");
        return None;
    }
    if figures.len() > LEGS_MAX {
        faults
            .add(Code::Chain, atom.span.clone(), "this chain has too many legs")
            .found(format!("{} legs", figures.len()))
            .expected(format!("at most {LEGS_MAX}"));
        return None;
    }
    let (last, before) = figures.split_last()?;
    for (leg, figures) in atom.legs.iter().zip(before) {
        if figures.len() > 1 || figures.iter().any(|figure| figure.reach > 1) {
            faults
                .add(
                    Code::Chain,
                    leg.span.clone(),
                    "only the last leg of a chain may be a rider, and none may be `K` or `Q`",
                )
                .expected("a single leap");
            return None;
        }
    }
    let [last] = last.as_slice() else {
        let span = atom.legs.last().map_or(atom.span.clone(), |leg| leg.span.clone());
        faults
            .add(Code::Chain, span, "a leg cannot be `K` or `Q`: it would not know which way to go on")
            .hint("write the chains one by one: `F-R F-B`");
        return None;
    };
    let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
    let all = before.iter().flatten().chain([last]);
    for (figure, leg) in all.zip(&atom.legs) {
        let longer = |way: &Vec<Step>| {
            let onward = onward(way.last().map(|step| step.by), &figure.vectors);
            let step = |by| [way.as_slice(), &[Step { joint: leg.joint, by }]].concat();
            onward.into_iter().map(step).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    let leap = |mut way: Vec<Step>| {
        let stride = way.split_off(way.len().saturating_sub(1));
        Leap { approach: way, stride, reach: last.reach }
    };
    Some(ways.into_iter().map(leap).collect())
}

/// Of equally long vectors, those that turn least from the leg before.
fn onward(before: Option<Vector>, vectors: &[Vector]) -> Vec<Vector> {
    let Some(before) = before else { return vectors.to_vec() };
    let straightness =
        |vector: &Vector| -> i32 { vector.iter().zip(before).map(|(one, other)| one * other).sum() };
    let best = vectors.iter().map(straightness).max();
    vectors.iter().copied().filter(|vector| Some(straightness(vector)) == best).collect()
}

/// Returns the vector of a leap whose stride is made once.
fn overall(leap: &Leap) -> Vector {
    let steps = leap.approach.iter().chain(&leap.stride);
    steps.fold([0; Cell::DIMENSIONS_MAX], |sum, step| {
        std::array::from_fn(|index| sum.get(index).unwrap_or(&0) + step.by.get(index).unwrap_or(&0))
    })
}
