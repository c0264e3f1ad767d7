//! The movement tables with every name replaced by a number, each row beside its effect.

use std::mem::size_of_val;
use std::ops::Range;

use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;

/// What one square is asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Empty,
    Enemy,
    Piece(PieceId),
}

/// One way in which a row is possible, and what it changes then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Possibility {
    pub(crate) must: Vec<(Square, Condition)>,
    pub(crate) deny: Vec<(Square, Condition)>,
    /// Index into [`Table::effects`].
    pub(crate) effect: Option<u32>,
}

/// A piece, where it stands and where it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) destination: Location,
    /// Indices into [`Table::possibilities`].
    pub(crate) possibilities: Range<u32>,
}

/// The choice of what a piece becomes on arriving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    pub(crate) choices: Vec<PieceId>,
    pub(crate) optional: bool,
}

/// What a move changes beyond carrying its piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// What the piece becomes, instead of its default change by moving.
    pub(crate) becomes: Option<PieceId>,
    /// Own pieces that move along: from, to.
    pub(crate) carries: Vec<(Square, Square)>,
    /// Squares, beside the destination, whose piece is taken.
    pub(crate) takes: Vec<Square>,
    /// Squares that no enemy row may attack before the move.
    pub(crate) unattacked: Vec<Square>,
    pub(crate) promotes: Option<Promotion>,
    /// The data's name of the move, for those who announce it.
    pub(crate) tag: Option<String>,
    /// What algebraic notation writes for the whole move.
    pub(crate) san: Option<String>,
}

impl Effect {
    /// Whether other squares than source and destination change. Such rows are left out of a blind player's tries.
    pub(crate) fn is_special(&self) -> bool {
        !self.carries.is_empty() || !self.takes.is_empty()
    }
}

/// All rows of a ruleset, found by piece and source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Rows of one piece and source stand together, sorted by destination.
    rows: Vec<Row>,
    /// For each piece, for its hand and then for each square, where its rows stand in `rows`.
    spans: Vec<Vec<Range<u32>>>,
    pub(crate) possibilities: Vec<Possibility>,
    pub(crate) effects: Vec<Effect>,
}

/// A row on its way into the table.
pub(crate) struct Draft {
    pub(crate) piece: PieceId,
    pub(crate) source: Location,
    pub(crate) destination: Location,
    pub(crate) possibilities: Vec<Possibility>,
}

fn place(location: Location) -> usize {
    match location {
        Location::Hand => 0,
        Location::Square(square) => square.index() + 1,
    }
}

impl Table {
    /// Sorts the drafts into a table for `pieces` pieces and `squares` squares. Drafts of the same piece, source and
    /// destination become one row: their possibilities follow each other in the order given.
    pub(crate) fn new(mut drafts: Vec<Draft>, effects: Vec<Effect>, pieces: usize, squares: usize) -> Table {
        drafts.sort_by_key(|draft| (draft.piece, place(draft.source), draft.destination));
        let mut table = Table {
            rows: Vec::new(),
            spans: vec![vec![0..0; squares + 1]; pieces],
            possibilities: Vec::new(),
            effects,
        };
        let mut last = None;
        for draft in drafts {
            let key = (draft.piece, draft.source, draft.destination);
            let start = table.possibilities.len() as u32;
            table.possibilities.extend(draft.possibilities);
            let end = table.possibilities.len() as u32;
            if last == Some(key) {
                if let Some(row) = table.rows.last_mut() {
                    row.possibilities.end = end;
                }
                continue;
            }
            last = Some(key);
            let row = table.rows.len() as u32;
            table.rows.push(Row { destination: draft.destination, possibilities: start..end });
            let span =
                table.spans.get_mut(draft.piece.index()).and_then(|spans| spans.get_mut(place(draft.source)));
            if let Some(span) = span {
                if span.start == span.end {
                    *span = row..row + 1;
                } else {
                    span.end = row + 1;
                }
            }
        }
        table
    }

    /// How many bytes the rows take, and what finds them.
    pub(super) fn index_bytes(&self) -> usize {
        let spans: usize = self.spans.iter().map(|spans| size_of_val(spans.as_slice())).sum();
        size_of_val(self.rows.as_slice()) + size_of_val(self.spans.as_slice()) + spans
    }

    /// The rows of a piece on a place, sorted by destination.
    pub(crate) fn rows(&self, piece: PieceId, source: Location) -> &[Row] {
        self.spans
            .get(piece.index())
            .and_then(|spans| spans.get(place(source)))
            .and_then(|span| self.rows.get(span.start as usize..span.end as usize))
            .unwrap_or(&[])
    }

    /// The row of a piece from a place to another.
    pub(crate) fn row(&self, piece: PieceId, source: Location, destination: Location) -> Option<&Row> {
        let rows = self.rows(piece, source);
        rows.get(rows.binary_search_by_key(&destination, |row| row.destination).ok()?)
    }

    /// The possibilities of a row, each with its index.
    pub(crate) fn possibilities(&self, row: &Row) -> impl Iterator<Item = (u32, &Possibility)> {
        let all = self.possibilities.get(row.possibilities.start as usize..row.possibilities.end as usize);
        row.possibilities.clone().zip(all.unwrap_or(&[]))
    }

    /// The effect of the possibility of that index.
    pub(crate) fn effect(&self, possibility: u32) -> Option<&Effect> {
        let effect = self.possibilities.get(possibility as usize)?.effect?;
        self.effects.get(effect as usize)
    }

    /// Every row with its piece and source.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PieceId, Location, &Row)> {
        self.spans.iter().enumerate().flat_map(move |(piece, spans)| {
            spans.iter().enumerate().flat_map(move |(index, span)| {
                let rows = self.rows.get(span.start as usize..span.end as usize).unwrap_or(&[]);
                let source = match index.checked_sub(1) {
                    None => Some(Location::Hand),
                    Some(square) => Square::from_index(square).map(Location::Square),
                };
                PieceId::from_index(piece)
                    .zip(source)
                    .into_iter()
                    .flat_map(move |(piece, source)| rows.iter().map(move |row| (piece, source, row)))
            })
        })
    }
}
