//! Directions by letters, as Betza gives them: `f b l r s v`, and `u d` where a board has layers.

use super::ast::{Span, Word};
use super::board::{Board, Vector};
use super::code::Code;
use super::fault::Faults;

/// One word of one or two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Direction {
    first: char,
    second: Option<char>,
}

/// The directions that an atom is restricted to: any of these; without any, all there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directions(Vec<Direction>);

/// The letters that name directions; `h` widens the one before it.
pub(super) const LETTERS: &str = "fblrsvudh";

/// The ways along one dimension that a letter takes.
struct Ways {
    axis: Axis,
    minus: bool,
    plus: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Ahead,
    Aside,
    Upward,
}

fn ways(letter: char) -> Option<Ways> {
    let (axis, minus, plus) = match letter {
        'f' => (Axis::Ahead, false, true),
        'b' => (Axis::Ahead, true, false),
        'v' => (Axis::Ahead, true, true),
        'l' => (Axis::Aside, true, false),
        'r' => (Axis::Aside, false, true),
        's' => (Axis::Aside, true, true),
        'd' => (Axis::Upward, true, false),
        'u' => (Axis::Upward, false, true),
        _ => return None,
    };
    Some(Ways { axis, minus, plus })
}

/// Returns the index of an axis's coordinate on a board that goes ahead in that dimension.
fn coordinate(axis: Axis, ahead: usize) -> Option<usize> {
    match (axis, ahead) {
        (Axis::Ahead, _) => Some(ahead),
        (_, 0) => None,
        (Axis::Aside, _) => Some(0),
        (Axis::Upward, _) => Some(2),
    }
}

impl Directions {
    /// Reads the letters that name directions out of an atom's modifiers: they pair up from the left.
    pub(super) fn read(modifiers: &Word, board: &Board, faults: &mut Faults) -> Option<Directions> {
        let mut words: Vec<Direction> = Vec::new();
        let mut right = true;
        for (at, letter) in modifiers.value.char_indices().filter(|&(_, letter)| LETTERS.contains(letter)) {
            let span = || modifiers.span.start + at..modifiers.span.start + at + letter.len_utf8();
            right &= letter == 'h' || exists(letter, board, span(), faults);
            match words.last_mut() {
                Some(word) if word.takes(letter) => word.second = Some(letter),
                _ if letter == 'h' => {
                    faults
                        .add(Code::Direction, span(), "`h` widens the direction before it, and there is none")
                        .expected("`f`, `b`, `l` or `r` before it, as in `fhN`");
                    right = false;
                }
                _ => words.push(Direction { first: letter, second: None }),
            }
        }
        right.then_some(Directions(words))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether these directions hold a leap to that square.
    pub(super) fn choose(&self, to: Vector, ahead: usize) -> bool {
        self.0.is_empty() || self.0.iter().any(|direction| direction.holds(to, ahead).unwrap_or(false))
    }
}

/// Steps by letters, one a letter: `fl` is one ahead and one to the left.
pub(super) fn walk(steps: &Word, board: &Board, faults: &mut Faults) -> Option<Vector> {
    let mut to: Vector = [0; 3];
    let mut right = true;
    let is_step = |letter: char| ways(letter).is_some_and(|way| way.minus != way.plus);
    if steps.value.chars().filter(|&letter| !is_step(letter)).nth(1).is_some() {
        faults
            .add(Code::Direction, steps.span.clone(), "these are no steps")
            .found(format!("`{}`", steps.value))
            .expected("steps such as `fl`, a vector such as `1,0`, or `file`, `rank` or `layer`");
        return None;
    }
    for (at, letter) in steps.value.char_indices() {
        let span = steps.span.start + at..steps.span.start + at + letter.len_utf8();
        let Some(way) = ways(letter).filter(|way| way.minus != way.plus) else {
            faults
                .add(Code::Direction, span, "this is no step")
                .found(format!("`{letter}`"))
                .expected("`f`, `b`, `l` or `r` (on a board with layers also `u` or `d`)");
            right = false;
            continue;
        };
        right &= exists(letter, board, span, faults);
        if let Some(component) = coordinate(way.axis, board.ahead()).and_then(|index| to.get_mut(index)) {
            *component += if way.plus { 1 } else { -1 };
        }
    }
    right.then_some(to)
}

/// Returns whether the board has the dimension that a letter speaks of.
fn exists(letter: char, board: &Board, span: Span, faults: &mut Faults) -> bool {
    let axis = ways(letter).map(|way| way.axis);
    let there =
        axis.and_then(|axis| coordinate(axis, board.ahead())).is_some_and(|index| index < board.dimensions());
    if !there {
        let why = match axis {
            Some(Axis::Upward) => "there is no up and down on a board without layers",
            _ => "there is no left and right on a board of one dimension",
        };
        faults.add(Code::Direction, span, why).found(format!("`{letter}` on a board of {}", board.size()));
    }
    there
}

impl Direction {
    /// Returns whether a letter belongs to this word.
    fn takes(self, letter: char) -> bool {
        let (Some(own), None) = (ways(self.first), self.second) else { return false };
        if own.minus == own.plus {
            return false;
        }
        letter == 'h' || letter == self.first || ways(letter).is_some_and(|other| other.axis != own.axis)
    }

    /// Returns whether a leap goes this way. The meaning depends on whether the leap is straight, slanting or neither.
    fn holds(self, to: Vector, ahead: usize) -> Option<bool> {
        let along = |letter: char| {
            let ways = ways(letter)?;
            let component = *to.get(coordinate(ways.axis, ahead)?)?;
            Some((component < 0 && ways.minus || component > 0 && ways.plus, component.abs()))
        };
        let furthest = to.iter().map(|component| component.abs()).max()?;
        let moving = to.iter().filter(|&&component| component != 0);
        let slanting = moving.clone().all(|component| component.abs() == furthest);
        let straight = moving.count() == 1;
        let (first, own) = along(self.first)?;
        let (second, other) = match self.second {
            Some('h') => return Some(first),
            None => (first, own),
            Some(letter) => along(letter)?,
        };
        Some(if straight {
            first || second
        } else if slanting {
            first && second
        } else {
            first && second && other == furthest
        })
    }
}
