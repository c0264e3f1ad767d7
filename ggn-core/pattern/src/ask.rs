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

impl Where {
    /// Returns the squares for a move between these ends; none if they lie off the board.
    pub(super) fn cells(
        &self,
        board: &Board,
        source: Option<Cell>,
        destination: Option<Cell>,
    ) -> Option<Vec<Cell>> {
        let end = |anchor: &Anchor| match anchor {
            Anchor::Source => source,
            Anchor::Destination => destination,
        };
        match self {
            Where::Fixed(fixed) => Some(fixed.clone()),
            Where::Near(anchor, by) => Some(vec![board.step(end(anchor)?, *by)?]),
            Where::Line(anchor, dimension) => {
                let coordinate = end(anchor).and_then(|at| at.coordinates().get(*dimension).copied());
                let line = coordinate.map(|at| board.lines(*dimension, at, at)).unwrap_or_default();
                let is_other = |cell: &Cell| Some(*cell) != source && Some(*cell) != destination;
                Some(line.into_iter().filter(is_other).collect())
            }
        }
    }
}

impl BoundCondition {
    /// Returns the most squares that the condition means for one move on a board.
    pub(super) fn squares(&self, board: &Board) -> usize {
        count(&self.squares, board)
    }
}

/// Returns the most squares that are meant for one move on a board.
pub(super) fn count(squares: &[Where], board: &Board) -> usize {
    let count = |place: &Where| match place {
        Where::Fixed(fixed) => fixed.len(),
        Where::Near(..) => 1,
        Where::Line(_, dimension) => board.lines_of(*dimension),
    };
    squares.iter().map(count).sum()
}

/// Content of a square that a move hops over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    pub(super) must: Condition,
    pub(super) deny: Option<Condition>,
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
    /// The piece that it hops over; none for any piece.
    pub(super) over: Option<Screen>,
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
        let mut must =
            Must { piece: self.piece, source: self.source, conditions: SquareConditions::default() };
        for &(cell, joint) in self.passed {
            match (joint, self.over) {
                (Joint::Empty, _) => must.add(cell, Condition::Empty)?,
                (Joint::Occupied, Some(screen)) => must.add(cell, screen.must)?,
                (Joint::Occupied, None) => {}
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
        // A piece that passes stays where it is; a table says that of the destination.
        if let Some(cell) = self.destination.filter(|_| self.source == self.destination) {
            must.conditions.set(cell, Condition::Piece(self.piece));
        }
        let mut denied = SquareConditions::default();
        let screens = self.passed.iter().filter(|(_, joint)| *joint == Joint::Occupied);
        for &(cell, _) in screens {
            match self.over {
                None => self.refuse(&mut denied, &must.conditions, cell, Condition::Empty)?,
                Some(Screen { deny: Some(state), .. }) => {
                    self.refuse(&mut denied, &must.conditions, cell, state)?;
                }
                Some(_) => {}
            }
        }
        for item in deny {
            for cell in self.cells(board, item, false)? {
                self.refuse(&mut denied, &must.conditions, cell, item.state)?;
            }
        }
        Ok(Conditions { must: must.conditions.list, deny: denied.list })
    }

    /// Adds what must not be, unless it cannot be anyway.
    fn refuse(
        &self,
        denied: &mut SquareConditions,
        must: &SquareConditions,
        cell: Cell,
        state: Condition,
    ) -> Result<(), Never> {
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
            match place.cells(board, self.source, self.destination) {
                Some(there) => cells.extend(there),
                None if must => return Err(Never::OffBoard),
                None => {}
            }
        }
        Ok(cells)
    }
}

/// Conditions in order, each square once.
#[derive(Default)]
struct SquareConditions {
    list: Vec<(Cell, Condition)>,
    /// Index of each square in a long list. Nearly all lists are short.
    index: BTreeMap<Cell, usize>,
}

/// Number of conditions from which squares are found by index.
const INDEXED_MIN: usize = 16;

impl SquareConditions {
    fn position(&self, cell: Cell) -> Option<usize> {
        if self.index.is_empty() {
            return self.list.iter().position(|&(known, _)| known == cell);
        }
        self.index.get(&cell).copied()
    }

    fn get(&self, cell: Cell) -> Option<Condition> {
        self.list.get(self.position(cell)?).map(|&(_, state)| state)
    }

    /// Puts a square at the end, or changes it where it stands.
    fn set(&mut self, cell: Cell, state: Condition) {
        if let Some((_, known)) = self.position(cell).and_then(|index| self.list.get_mut(index)) {
            *known = state;
            return;
        }
        self.list.push((cell, state));
        if self.list.len() >= INDEXED_MIN {
            let unindexed = self.list.iter().enumerate().skip(self.index.len());
            self.index.extend(unindexed.map(|(index, &(cell, _))| (cell, index)));
        }
    }
}

/// Required conditions while they are put together.
struct Must {
    piece: Qpi,
    source: Option<Cell>,
    conditions: SquareConditions,
}

impl Must {
    fn add(&mut self, cell: Cell, state: Condition) -> Result<(), Never> {
        if Some(cell) == self.source {
            let stands = Condition::Piece(self.piece);
            return if implies(stands, state, self.piece) { Ok(()) } else { Err(Never::Contradiction) };
        }
        match self.conditions.get(cell) {
            Some(known) if implies(known, state, self.piece) => return Ok(()),
            Some(known) if !implies(state, known, self.piece) => return Err(Never::Contradiction),
            Some(_) | None => self.conditions.set(cell, state),
        }
        Ok(())
    }
}

/// Returns whether a square that is the one is also the other, seen from a piece's side.
fn implies(one: Condition, other: Condition, piece: Qpi) -> bool {
    one == other
        || matches!((one, other), (Condition::Piece(there), Condition::Enemy) if there.side() != piece.side())
}
