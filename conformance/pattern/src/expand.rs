//! Patterns written out: from what a file says to its table, for both sides.

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Ggn;
use ggn_core::notation::lcn::Condition;

use super::ask::{BoundCondition, Conditions, Move, Never};
use super::ast::{Atom, Clause, Endpoint, File, Joint, Moves, Span};
use super::bind::{Binder, Limits, Pieces};
use super::board::{Board, turned};
use super::code::Code;
use super::fault::Faults;
use super::leap::{self, Bound};
use super::limits::Stop;
use super::route;
use super::table::{Movement, Origin, Table, origin};

/// Writes a file out. All its faults are reported; faulty parts are then missing in the table.
pub(super) fn expand(file: &File, board: &Board, faults: &mut Faults) -> Ggn {
    let mut table = Table::default();
    if let Err((stop, span)) = all(file, board, &mut table, faults)
        && let Stop::Spent(most, what) = stop
    {
        faults
            .add(Code::TooMuch, span, "with this line the file comes to more than one table may")
            .found(format!("more than {most} {what}"))
            .hint("part the file in two, or limit its moves with `from` and `to`");
    }
    for (&(earlier, (start, end)), example) in &table.twice {
        let line = faults.line(earlier.0);
        faults
            .add(Code::Twice, start..end, "these moves are given twice")
            .found(format!("{example}, which line {line} gives in the same way"))
            .hint("leave one of them out, or limit one with `from` or `to`");
    }
    for (piece, (start, end)) in table.restless() {
        faults
            .add(Code::Twice, start..end, "a piece that stays has no moves")
            .found(format!("moves of {piece} in other lines"));
    }
    table.into_ggn()
}

/// Writes out all lines, until one is too much.
fn all(file: &File, board: &Board, table: &mut Table, faults: &mut Faults) -> Result<(), (Stop, Span)> {
    let mut binder = Binder::new(file, board, faults);
    for definition in &file.zones {
        skip_faulty(binder.define(definition)).map_err(|stop| (stop, definition.zone.span.clone()))?;
    }
    let heads: Vec<Option<Pieces>> = file.heads.iter().map(|head| binder.pieces(head)).collect();
    for rule in &file.rules {
        let pieces = heads.get(rule.head).and_then(Option::as_ref);
        skip_faulty(line(&rule.clause, pieces, &mut binder, table))
            .map_err(|stop| (stop, rule.clause.span.clone()))?;
    }
    Ok(())
}

/// Continues after a fault, since other parts may be faulty too. Returns an error only when the limits are spent.
fn skip_faulty(end: Result<(), Stop>) -> Result<(), Stop> {
    match end {
        Ok(()) | Err(Stop::Faulty) => Ok(()),
        Err(spent @ Stop::Spent(..)) => Err(spent),
    }
}

/// Writes out one line; without pieces, only its own faults are reported.
fn line(
    clause: &Clause,
    pieces: Option<&Pieces>,
    binder: &mut Binder<'_, '_>,
    table: &mut Table,
) -> Result<(), Stop> {
    let view = pieces.map_or([false; 3], |pieces| pieces.view);
    let when = binder.asks(&clause.when, &clause.moves, view);
    let deny = binder.asks(&clause.deny, &clause.moves, view);
    match &clause.moves {
        Moves::Atoms(atoms, limits) => {
            let limits = binder.limits(limits);
            let bound: Vec<Option<Bound>> =
                atoms.iter().map(|atom| leap::bind(atom, binder.board, binder.faults)).collect();
            let (when, deny, limits) = (when?, deny?, limits?);
            let pieces = pieces.ok_or(Stop::Faulty)?;
            for (atom, bound) in atoms.iter().zip(bound) {
                let Some(bound) = bound else { continue };
                let writer = Writer::new(pieces, &when, &deny, binder, table);
                skip_faulty(writer.atom(atom, bound, &limits))?;
            }
            Ok(())
        }
        Moves::Row(source, destination) => {
            if let (Endpoint::Hand(start), Endpoint::Hand(end)) = (source, destination) {
                binder
                    .faults
                    .add(Code::Hand, start.start..end.end, "a move has a square at one end at least")
                    .found("`*` at both");
                return Err(Stop::Faulty);
            }
            let (sources, destinations) = (binder.place(source), binder.place(destination));
            let (when, deny, sources, destinations) = (when?, deny?, sources?, destinations?);
            let pieces = pieces.ok_or(Stop::Faulty)?;
            Writer::new(pieces, &when, &deny, binder, table).row(&sources, &destinations, &clause.span)
        }
        Moves::Stays => {
            let pieces = pieces.ok_or(Stop::Faulty)?;
            for &piece in &pieces.all {
                let other = (!pieces.only).then(|| binder.board.opposite(piece));
                for piece in [piece].into_iter().chain(other) {
                    binder.budget.write(0)?;
                    table.stays(piece, origin(&clause.span), binder.board);
                }
            }
            Ok(())
        }
    }
}

/// Writes out one part of a line: an atom, or moves written out.
struct Writer<'w, 'b, 'f> {
    pieces: &'w Pieces,
    when: &'w [BoundCondition],
    deny: &'w [BoundCondition],
    binder: &'w mut Binder<'b, 'f>,
    table: &'w mut Table,
    tally: Tally,
}

/// Number of possibilities that a part gave, and of the reasons that kept it from giving more.
#[derive(Default)]
struct Tally {
    written: usize,
    off_board: bool,
    contradiction: bool,
    denied_twice: Option<Cell>,
}

/// A way from one place to another, for any piece.
struct Way<'w> {
    source: Option<Cell>,
    destination: Option<Cell>,
    passed: &'w [(Cell, Joint)],
    end: Option<Condition>,
    insists: bool,
}

impl<'w, 'b, 'f> Writer<'w, 'b, 'f> {
    fn new(
        pieces: &'w Pieces,
        when: &'w [BoundCondition],
        deny: &'w [BoundCondition],
        binder: &'w mut Binder<'b, 'f>,
        table: &'w mut Table,
    ) -> Self {
        Writer { pieces, when, deny, binder, table, tally: Tally::default() }
    }

    /// The moves of an atom.
    fn atom(mut self, atom: &Atom, mut bound: Bound, limits: &Limits) -> Result<(), Stop> {
        for leap in &mut bound.leaps {
            for step in leap.approach.iter_mut().chain(&mut leap.stride) {
                step.by = turned(step.by, self.pieces.view);
            }
        }
        let insists = bound.modifiers.quiet || bound.modifiers.capture;
        let ends = [(bound.modifiers.quiet, Condition::Empty), (bound.modifiers.capture, Condition::Enemy)];
        let origin = origin(&atom.span);
        let board = self.binder.board;
        for &source in &limits.from {
            for leap in &bound.leaps {
                self.binder.budget.visit(1)?;
                route::follow(board, source, leap, bound.modifiers.manner, |route| {
                    self.binder.budget.visit(1 + route.passed.len())?;
                    if limits.to.as_ref().is_some_and(|to| !to.contains(&route.to)) {
                        return Ok(());
                    }
                    for (_, end) in ends.iter().filter(|(said, _)| *said || !insists) {
                        let way = Way {
                            source: Some(source),
                            destination: Some(route.to),
                            passed: &route.passed,
                            end: Some(*end),
                            insists,
                        };
                        self.write(&way, origin)?;
                    }
                    Ok(())
                })?;
            }
        }
        self.report(&atom.span)
    }

    /// Moves written out: from each of these places to each of those.
    fn row(
        mut self,
        sources: &[Option<Cell>],
        destinations: &[Option<Cell>],
        span: &Span,
    ) -> Result<(), Stop> {
        for &source in sources {
            for &destination in destinations.iter().filter(|&&destination| destination != source) {
                self.binder.budget.visit(1)?;
                let ends: &[Option<Condition>] = match (source, destination) {
                    (_, None) => &[None],
                    (None, Some(_)) => &[Some(Condition::Empty)],
                    (Some(_), Some(_)) => &[Some(Condition::Empty), Some(Condition::Enemy)],
                };
                for &end in ends {
                    let way = Way { source, destination, passed: &[], end, insists: false };
                    self.write(&way, origin(span))?;
                }
            }
        }
        self.report(span)
    }

    /// Writes one possibility for every piece of the line and, if the other side moves alike, for its pieces.
    fn write(&mut self, way: &Way<'_>, origin: Origin) -> Result<(), Stop> {
        let board = self.binder.board;
        let squares: usize = self.when.iter().chain(self.deny).map(|item| item.squares(board)).sum();
        for &piece in &self.pieces.all {
            self.binder.budget.visit(1 + way.passed.len() + squares)?;
            let &Way { source, destination, passed, end, insists } = way;
            let moved = Move { piece, source, destination, passed, end, insists };
            let conditions = match moved.conditions(board, self.when, self.deny) {
                Ok(conditions) => conditions,
                Err(never) => {
                    self.tally.miss(never);
                    continue;
                }
            };
            self.tally.written += 1;
            let movement = Movement { piece, source, destination };
            let sides = if self.pieces.only { 1 } else { 2 };
            for _ in 0..sides {
                self.binder.budget.write(conditions.must.len() + conditions.deny.len())?;
            }
            let other = (!self.pieces.only).then(|| mirrored(movement, &conditions, self.binder));
            self.table.add(movement, conditions, origin, board);
            if let Some((movement, conditions)) = other {
                self.table.add(movement, conditions, origin, board);
            }
        }
        Ok(())
    }

    /// Reports the result of a part that its author cannot have meant.
    fn report(self, span: &Span) -> Result<(), Stop> {
        let Tally { written, off_board, contradiction, denied_twice } = self.tally;
        if let Some(cell) = denied_twice {
            self.binder
                .faults
                .add(Code::DeniedTwice, span.clone(), "a table can deny a square one thing only")
                .found(format!("two things denied of {cell}"))
                .hint("a screen is denied to be empty; ask for it in `when` instead, or deny less");
            return Err(Stop::Faulty);
        }
        if written > 0 {
            return Ok(());
        }
        let why = if contradiction {
            "its conditions contradict each other"
        } else if off_board {
            "what it asks for lies off the board"
        } else {
            "no move of it stays on the board and inside its zones"
        };
        self.binder
            .faults
            .add(Code::NoRows, span.clone(), "this gives no move at all")
            .found(format!("{why}, on a board of {}", self.binder.board.size()));
        Err(Stop::Faulty)
    }
}

impl Tally {
    fn miss(&mut self, never: Never) {
        match never {
            Never::OffBoard => self.off_board = true,
            Never::Contradiction => self.contradiction = true,
            Never::TwoDenials(cell) => self.denied_twice = Some(cell),
        }
    }
}

/// Returns the same for the other side.
fn mirrored(movement: Movement, conditions: &Conditions, binder: &Binder<'_, '_>) -> (Movement, Conditions) {
    let (board, mirror) = (binder.board, binder.mirror);
    let cell = |cell| board.mirrored(cell, mirror);
    let all = |list: &[(Cell, Condition)]| {
        let state = |state| match state {
            Condition::Piece(piece) => Condition::Piece(board.opposite(piece)),
            Condition::Empty | Condition::Enemy => state,
        };
        list.iter().map(|&(at, condition)| (cell(at), state(condition))).collect()
    };
    let movement = Movement {
        piece: board.opposite(movement.piece),
        source: movement.source.map(cell),
        destination: movement.destination.map(cell),
    };
    (movement, Conditions { must: all(&conditions.must), deny: all(&conditions.deny) })
}
