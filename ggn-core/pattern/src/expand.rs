//! Patterns written out: from what a file says to its table, for both sides.

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Ggn;
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;

use super::ask::{BoundCondition, Conditions, Move, Never, Screen};
use super::ast::{Atom, Clause, Endpoint, File, Joint, Moves, Span};
use super::bind::{Binder, Limits, Pieces};
use super::bind_effect::BoundChange;
use super::board::{Board, Mirror, turned};
use super::code::Code;
use super::effect::{BoundEffect, Field, Given, Without};
use super::fault::Faults;
use super::leap::{self, Bound};
use super::limits::Stop;
use super::movement::{Movement, Origin, origin};
use super::route;
use super::table::{RowEffects, Table};

/// A file written out.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) ggn: Ggn,
    /// Effects of single possibilities of the table.
    pub(super) effects: Vec<RowEffects>,
    /// Effects of all moves of some pieces, in all files.
    pub(super) standing: Vec<Standing>,
    pub(super) changes: Vec<BoundChange>,
    pub(super) mirror: Mirror,
}

/// An effect of all moves of some pieces between two squares.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) pieces: Vec<Qpi>,
    /// True if the other side's moves do not have it.
    pub(super) only: bool,
    pub(super) effect: BoundEffect,
}

/// Writes a file out. All its faults are reported; faulty parts are then missing in the table.
pub(super) fn expand(file: &File, board: &Board, known: &[Qpi], faults: &mut Faults) -> Written {
    let mut table = Table::default();
    let mut written = Written::default();
    if let Err((stop, span)) = all(file, (board, known), &mut table, &mut written, faults)
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
            .hint("leave one of them out, limit one with `from` or `to`, or write only the directions that the other lacks: `W bF fB` for `K fB`");
    }
    for (piece, (start, end)) in table.restless() {
        faults
            .add(Code::Twice, start..end, "a piece that stays has no moves")
            .found(format!("moves of {piece} in other lines"));
    }
    (written.ggn, written.effects) = table.into_ggn();
    written
}

/// Writes out all lines, until one is too much.
fn all(
    file: &File,
    (board, known): (&Board, &[Qpi]),
    table: &mut Table,
    written: &mut Written,
    faults: &mut Faults,
) -> Result<(), (Stop, Span)> {
    let mut binder = Binder::new(file, board, known, faults);
    written.mirror = binder.mirror;
    for definition in &file.zones {
        skip_faulty(binder.define(definition)).map_err(|stop| (stop, definition.zone.span.clone()))?;
    }
    let heads: Vec<Option<Pieces>> = file.heads.iter().map(|head| binder.pieces(head)).collect();
    for rule in &file.rules {
        let pieces = heads.get(rule.head).and_then(Option::as_ref);
        skip_faulty(line(&rule.clause, pieces, &mut binder, table, &mut written.standing))
            .map_err(|stop| (stop, rule.clause.span.clone()))?;
    }
    for change in &file.changes {
        written.changes.extend(binder.changes(change).unwrap_or_default());
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
    standing: &mut Vec<Standing>,
) -> Result<(), Stop> {
    let view = pieces.map_or([false; 3], |pieces| pieces.view);
    let when = binder.asks(&clause.when, &clause.moves, view);
    let deny = binder.asks(&clause.deny, &clause.moves, view);
    let effects = binder.effects(&clause.effects, &clause.moves, pieces, view);
    match &clause.moves {
        Moves::Atoms(atoms, limits, over) => {
            let screens = over.as_ref().map(|over| binder.screens(over, pieces)).transpose();
            let limits = binder.limits(limits);
            let bound: Vec<Option<Bound>> =
                atoms.iter().map(|atom| leap::bind(atom, binder.board, binder.faults)).collect();
            let (when, deny, effects, limits) = (when?, deny?, effects?, limits?);
            let (screens, pieces) = (screens?, pieces.ok_or(Stop::Faulty)?);
            let mut effects = Effects::new(&effects);
            let mut is_whole = true;
            for (atom, bound) in atoms.iter().zip(bound) {
                let Some(bound) = bound else {
                    is_whole = false;
                    continue;
                };
                let writer = Writer::new(pieces, (&when, &deny), &mut effects, binder, table);
                let end = writer.atom(atom, bound, &limits, screens.as_deref());
                is_whole &= end.is_ok();
                skip_faulty(end)?;
            }
            effects.report(is_whole, binder.faults);
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
            let (when, deny, effects) = (when?, deny?, effects?);
            let (sources, destinations) = (sources?, destinations?);
            let pieces = pieces.ok_or(Stop::Faulty)?;
            let mut effects = Effects::new(&effects);
            let writer = Writer::new(pieces, (&when, &deny), &mut effects, binder, table);
            let end = writer.row(&sources, &destinations, &clause.span);
            effects.report(end.is_ok(), binder.faults);
            end
        }
        Moves::Pass(limits) => {
            let limits = binder.limits(limits);
            let (when, deny, effects, limits) = (when?, deny?, effects?, limits?);
            let pieces = pieces.ok_or(Stop::Faulty)?;
            let mut effects = Effects::new(&effects);
            let writer = Writer::new(pieces, (&when, &deny), &mut effects, binder, table);
            let end = writer.pass(&limits, &clause.span);
            effects.report(end.is_ok(), binder.faults);
            end
        }
        Moves::Given(_) => {
            let (effects, pieces) = (effects?, pieces.ok_or(Stop::Faulty)?);
            let Pieces { all, only, .. } = pieces;
            let standing_effect = |effect| Standing { pieces: all.clone(), only: *only, effect };
            standing.extend(effects.into_iter().map(standing_effect));
            Ok(())
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

/// The effects of a line, and how they fare.
struct Effects<'e> {
    all: &'e [BoundEffect],
    /// For each of them whether a move has it.
    had: Vec<bool>,
    /// The first move of each that should have it and cannot.
    wrong: Vec<Option<(Movement, Without)>>,
}

impl<'e> Effects<'e> {
    fn new(all: &'e [BoundEffect]) -> Effects<'e> {
        Effects { all, had: vec![false; all.len()], wrong: vec![None; all.len()] }
    }

    /// Returns the effects of a move.
    fn of(&mut self, movement: Movement, board: &Board) -> Vec<Given> {
        let mut given = Vec::new();
        let fates = self.had.iter_mut().zip(&mut self.wrong);
        for (effect, (had, wrong)) in self.all.iter().zip(fates) {
            match effect.of(movement, board) {
                Ok(field) => {
                    *had = true;
                    given.push(Given { field, origin: effect.origin });
                }
                Err(Without::Scope | Without::OffBoard) => {}
                Err(why) => *wrong = wrong.or(Some((movement, why))),
            }
        }
        given
    }

    /// Reports the effects that are wrong for a move and, if all moves of the line were written, those that no move has.
    fn report(self, is_whole: bool, faults: &mut Faults) {
        for ((effect, had), wrong) in self.all.iter().zip(self.had).zip(self.wrong) {
            match wrong {
                Some((movement, why)) => report_wrong(effect, movement, why, faults),
                None if !had && is_whole => report_unused(effect, faults),
                None => {}
            }
        }
    }
}

/// Reports an effect that a move cannot have.
pub(super) fn report_wrong(effect: &BoundEffect, movement: Movement, why: Without, faults: &mut Faults) {
    let (start, end) = effect.origin;
    let message = match why {
        Without::Lost => "this leads a piece off the board".to_owned(),
        Without::OwnSquare(cell) => format!("{cell} is where the move itself starts or ends"),
        Without::Twice(cell) => format!("{cell} is named twice"),
        Without::Scope | Without::OffBoard => return,
    };
    faults.add(Code::Effect, start..end, message).found(format!("for {movement}")).hint(
        "give the effect limits of its own (`from`, `to`, `in` behind it), or a line of its own to these moves",
    );
}

/// Reports an effect that no move has.
pub(super) fn report_unused(effect: &BoundEffect, faults: &mut Faults) {
    let (start, end) = effect.origin;
    faults
        .add(Code::NoEffect, start..end, "no move has this effect")
        .hint("its limits, or the squares that it names, leave out all moves of these pieces");
}

/// Writes out one part of a line: an atom, or moves written out.
struct Writer<'w, 'e, 'b, 'f> {
    pieces: &'w Pieces,
    when: &'w [BoundCondition],
    deny: &'w [BoundCondition],
    effects: &'w mut Effects<'e>,
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
    over: Option<Screen>,
    end: Option<Condition>,
    insists: bool,
}

impl<'w, 'e, 'b, 'f> Writer<'w, 'e, 'b, 'f> {
    fn new(
        pieces: &'w Pieces,
        (when, deny): (&'w [BoundCondition], &'w [BoundCondition]),
        effects: &'w mut Effects<'e>,
        binder: &'w mut Binder<'b, 'f>,
        table: &'w mut Table,
    ) -> Self {
        Writer { pieces, when, deny, effects, binder, table, tally: Tally::default() }
    }

    /// The moves of an atom.
    fn atom(
        mut self,
        atom: &Atom,
        mut bound: Bound,
        limits: &Limits,
        screens: Option<&[Screen]>,
    ) -> Result<(), Stop> {
        let any = [None];
        let chosen: Option<Vec<Option<Screen>>> =
            screens.map(|screens| screens.iter().copied().map(Some).collect());
        let screens = chosen.as_deref().unwrap_or(&any);
        let mut hops = true;
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
                route::follow(board, source, leap, bound.modifiers.path, |route| {
                    self.binder.budget.visit(1 + route.passed.len())?;
                    if limits.to.as_ref().is_some_and(|to| !to.contains(&route.to)) {
                        return Ok(());
                    }
                    let hopped = route.passed.iter().filter(|(_, joint)| *joint == Joint::Occupied).count();
                    hops &= hopped == 1;
                    let over = screens.iter().flat_map(|over| ends.iter().map(move |end| (*over, end)));
                    for (over, (_, end)) in over.filter(|(_, (said, _))| *said || !insists) {
                        let way = Way {
                            over,
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
        if chosen.is_some() && !hops {
            self.binder
                .faults
                .add(Code::Modifier, atom.span.clone(), "`over` is for moves that hop over one piece")
                .expected("`p`, `g` or `j`, or a chain with one `+`");
            return Err(Stop::Faulty);
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
                    let way = Way { source, destination, passed: &[], over: None, end, insists: false };
                    self.write(&way, origin(span))?;
                }
            }
        }
        self.report(span)
    }

    /// Moves that lead each piece to its own square.
    fn pass(mut self, limits: &Limits, span: &Span) -> Result<(), Stop> {
        for &cell in &limits.from {
            self.binder.budget.visit(1)?;
            if limits.to.as_ref().is_none_or(|to| to.contains(&cell)) {
                let (source, destination) = (Some(cell), Some(cell));
                let way = Way { source, destination, passed: &[], over: None, end: None, insists: false };
                self.write(&way, origin(span))?;
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
            let &Way { source, destination, passed, over, end, insists } = way;
            let moved = Move { piece, source, destination, passed, over, end, insists };
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
            let work = self.effects.all.iter().map(|effect| effect.work(movement, board)).sum();
            self.binder.budget.visit(work)?;
            let given = self.effects.of(movement, board);
            let weight: usize = given.iter().map(|given| given.field.weight()).sum();
            for _ in 0..sides {
                self.binder.budget.write(conditions.must.len() + conditions.deny.len() + weight)?;
            }
            let other = (!self.pieces.only).then(|| {
                let mirror = self.binder.mirror;
                let field = |field: &Field| field.mirrored(board, mirror);
                let given =
                    given.iter().map(|given| Given { field: field(&given.field), ..*given }).collect();
                (movement.mirrored(board, mirror), mirrored(&conditions, self.binder), given)
            });
            self.table.add(movement, conditions, given, origin, board);
            if let Some((movement, conditions, given)) = other {
                self.table.add(movement, conditions, given, origin, board);
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

/// Returns the same conditions for the other side.
fn mirrored(conditions: &Conditions, binder: &Binder<'_, '_>) -> Conditions {
    let (board, mirror) = (binder.board, binder.mirror);
    let all = |list: &[(Cell, Condition)]| {
        let state = |state| match state {
            Condition::Piece(piece) => Condition::Piece(board.opposite(piece)),
            Condition::Empty | Condition::Enemy => state,
        };
        list.iter().map(|&(at, condition)| (board.mirrored(at, mirror), state(condition))).collect()
    };
    Conditions { must: all(&conditions.must), deny: all(&conditions.deny) }
}
