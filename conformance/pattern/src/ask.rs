//! Conditions beside the way of a move, and how all conditions of one move are put together.

use std::collections::BTreeMap;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;

use super::ast::{Anchor, Joint};
use super::board::{Board, Vector};

/// One item of `when` or `deny` on a board.
#[derive(Clone, Debug)]
pub(super) struct BoundCondition {
    pub(super) squares: Vec<Where>,
    pub(super) state: Condition,
}

/// Squares as a condition names them.
#[derive(Clone, Debug)]
pub(super) enum Where {
    Fixed(Vec<Cell>),
    Near(Anchor, Vector),
    /// The other squares with the same coordinate in a dimension.
    Line(Anchor, usize),
}

impl BoundCondition {
    /// Returns the most squares that the condition means for one move on a board.
    pub(super) fn squares(&self, board: &Board) -> usize {
        let squares = |place: &Where| match place {
            Where::Fixed(fixed) => fixed.len(),
            Where::Near(..) => 1,
            Where::Line(_, dimension) => board.lines_of(*dimension),
        };
        self.squares.iter().map(squares).sum()
    }
}

/// A move for which conditions are to be put together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move<'r> {
    pub(super) piece: Qpi,
    /// None when it comes from the hand.
    pub(super) source: Option<Cell>,
    /// None when it goes into the hand.
    pub(super) destination: Option<Cell>,
    pub(super) passed: &'r [(Cell, Joint)],
    /// Condition on the destination, unless the conditions name it themselves.
    pub(super) end: Option<Condition>,
    /// True if `end` was asked for, so that the conditions may only sharpen it.
    pub(super) insists: bool,
}

/// Conditions in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conditions {
    pub(super) must: Vec<(Cell, Condition)>,
    pub(super) deny: Vec<(Cell, Condition)>,
}

/// Reasons why a move has no possibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Never {
    /// A square that must be something lies off the board.
    OffBoard,
    /// A square would have to be two things at once.
    Contradiction,
    /// Two different things are denied of one square, which a table cannot say.
    TwoDenials(Cell),
}

impl Move<'_> {
    /// Returns all conditions of the move: what it passes, then what `when` asks, then where it ends; what it hops over, then what `deny` asks.
    pub(super) fn conditions(
        &self,
        board: &Board,
        when: &[BoundCondition],
        deny: &[BoundCondition],
    ) -> Result<Conditions, Never> {
        let mut must = Must { piece: self.piece, source: self.source, listed: Listed::default() };
        for &(cell, joint) in self.passed {
            if joint == Joint::Empty {
                must.add(cell, Condition::Empty)?;
            }
        }
        let mut ends = false;
        for item in when {
            for cell in self.cells(board, item, true)? {
                ends |= Some(cell) == self.destination;
                must.add(cell, item.state)?;
            }
        }
        if let (Some(cell), Some(end)) = (self.destination, self.end)
            && (self.insists || !ends)
        {
            must.add(cell, end)?;
        }
        let mut denied = Listed::default();
        let screens = self.passed.iter().filter(|(_, joint)| *joint == Joint::Occupied);
        for &(cell, _) in screens {
            self.refuse(&mut denied, &must.listed, cell, Condition::Empty)?;
        }
        for item in deny {
            for cell in self.cells(board, item, false)? {
                self.refuse(&mut denied, &must.listed, cell, item.state)?;
            }
        }
        Ok(Conditions { must: must.listed.list, deny: denied.list })
    }

    /// Adds what must not be, unless it cannot be anyway.
    fn refuse(&self, denied: &mut Listed, must: &Listed, cell: Cell, state: Condition) -> Result<(), Never> {
        let stands = (Some(cell) == self.source).then_some(Condition::Piece(self.piece));
        if let Some(known) = stands.or_else(|| must.get(cell)) {
            if implies(known, state, self.piece) {
                return Err(Never::Contradiction);
            }
            if !implies(state, known, self.piece) {
                return Ok(());
            }
        }
        match denied.get(cell) {
            Some(known) if implies(state, known, self.piece) => {}
            Some(known) if !implies(known, state, self.piece) => return Err(Never::TwoDenials(cell)),
            Some(_) | None => denied.set(cell, state),
        }
        Ok(())
    }

    /// Returns the squares that an item means for this move. Off the board nothing can be what it must; and nothing needs to be denied.
    fn cells(&self, board: &Board, item: &BoundCondition, must: bool) -> Result<Vec<Cell>, Never> {
        let mut cells = Vec::new();
        for place in &item.squares {
            match place {
                Where::Fixed(fixed) => cells.extend(fixed),
                Where::Near(anchor, by) => {
                    match self.anchor(*anchor).and_then(|from| board.step(from, *by)) {
                        Some(cell) => cells.push(cell),
                        None if must => return Err(Never::OffBoard),
                        None => {}
                    }
                }
                Where::Line(anchor, dimension) => {
                    let coordinate =
                        self.anchor(*anchor).and_then(|at| at.coordinates().get(*dimension).copied());
                    let line = coordinate.map(|at| board.lines(*dimension, at, at)).unwrap_or_default();
                    let others = line
                        .into_iter()
                        .filter(|&cell| Some(cell) != self.source && Some(cell) != self.destination);
                    cells.extend(others);
                }
            }
        }
        Ok(cells)
    }

    fn anchor(&self, anchor: Anchor) -> Option<Cell> {
        match anchor {
            Anchor::Source => self.source,
            Anchor::Destination => self.destination,
        }
    }
}

/// Conditions in order, each square once.
#[derive(Default)]
struct Listed {
    list: Vec<(Cell, Condition)>,
    places: BTreeMap<Cell, usize>,
}

impl Listed {
    fn get(&self, cell: Cell) -> Option<Condition> {
        self.list.get(*self.places.get(&cell)?).map(|&(_, state)| state)
    }

    /// Puts a square at the end, or changes it where it stands.
    fn set(&mut self, cell: Cell, state: Condition) {
        let place = *self.places.entry(cell).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some((_, known)) => *known = state,
            None => self.list.push((cell, state)),
        }
    }
}

/// Required conditions while they are put together.
struct Must {
    piece: Qpi,
    source: Option<Cell>,
    listed: Listed,
}

impl Must {
    fn add(&mut self, cell: Cell, state: Condition) -> Result<(), Never> {
        if Some(cell) == self.source {
            let stands = Condition::Piece(self.piece);
            return if implies(stands, state, self.piece) { Ok(()) } else { Err(Never::Contradiction) };
        }
        match self.listed.get(cell) {
            Some(known) if implies(known, state, self.piece) => return Ok(()),
            Some(known) if !implies(state, known, self.piece) => return Err(Never::Contradiction),
            Some(_) | None => self.listed.set(cell, state),
        }
        Ok(())
    }
}

/// Returns whether a square that is the one is also the other, seen from a piece's side.
fn implies(one: Condition, other: Condition, piece: Qpi) -> bool {
    one == other
        || matches!((one, other), (Condition::Piece(there), Condition::Enemy) if there.side() != piece.side())
}
