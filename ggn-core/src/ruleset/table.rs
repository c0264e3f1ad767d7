//! Movement tables with every name replaced by a number, each row with its effect.

use std::mem::size_of_val;
use std::ops::Range;

use crate::hashing::{HashMap, hash_of};

use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;

/// Condition on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Empty,
    Enemy,
    Piece(PieceId),
}

/// Alternative set of conditions under which a row is possible, with its effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Possibility {
    pub(crate) must: Box<[(Square, Condition)]>,
    pub(crate) deny: Box<[(Square, Condition)]>,
    /// Index into [`Table::effects`].
    pub(crate) effect: Option<u32>,
}

/// Row of a piece and source: a destination and its possibilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) destination: Location,
    /// Indices into [`Table::possibilities`].
    pub(crate) possibilities: Range<u32>,
}

/// Promotion choices on arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    pub(crate) choices: Vec<PieceId>,
    pub(crate) optional: bool,
    /// True if the side may have no other piece of the promoted piece's role.
    pub(crate) is_of_last: bool,
}

/// Piece that a move places, when its own piece has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    pub(crate) pieces: Vec<PieceId>,
    pub(crate) from: PlacedFrom,
    /// Squares on which it may be placed; all if there is none.
    pub(crate) on: Vec<Square>,
    /// Piece that could go there from where the moving piece stands.
    pub(crate) along: Option<PieceId>,
    pub(crate) optional: bool,
}

/// Origin of a piece that a move places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlacedFrom {
    /// An unlimited supply.
    Supply,
    /// The hand of the side that moves.
    Hand,
    /// The square on which it stands, if it is on the board.
    Board,
}

/// Changes by a move beyond carrying its piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Piece into which the moving piece changes, instead of its default change.
    pub(crate) becomes: Option<PieceId>,
    /// Square on which the moving piece stands afterwards, if it is not the destination.
    pub(crate) lands: Option<Square>,
    /// Own pieces that move along: from, to.
    pub(crate) carries: Vec<(Square, Square)>,
    /// Squares, besides the destination, whose piece is captured.
    pub(crate) takes: Vec<Square>,
    /// Squares that no enemy row may attack before the move.
    pub(crate) unattacked: Vec<Square>,
    /// Squares whose enemy piece changes as if it had moved.
    pub(crate) revokes: Vec<Square>,
    pub(crate) promotes: Option<Promotion>,
    pub(crate) places: Option<Placing>,
    /// Name that the data gives to the move, for announcements.
    pub(crate) tag: Option<String>,
    /// Whole move in algebraic notation.
    pub(crate) san: Option<String>,
}

impl Effect {
    /// Returns whether other squares than source and destination change. Such rows are not among the tries of a player who does not see the board.
    pub(crate) fn is_special(&self) -> bool {
        !self.carries.is_empty() || !self.takes.is_empty() || self.lands.is_some()
    }
}

/// Lists of possibilities, each in the order of its row. Equal rows share one.
#[derive(Default)]
pub(crate) struct Lists {
    lists: Vec<Vec<Possibility>>,
    /// Number of the last list with that hash. If two lists share a hash, one may be stored twice, which is harmless.
    numbers: HashMap<u64, u32>,
}

impl Lists {
    /// Returns the number of a list, storing the list if it is new.
    pub(crate) fn number(&mut self, ways: Vec<Possibility>) -> u32 {
        let hash = hash_of(&ways);
        if let Some(&number) = self.numbers.get(&hash)
            && self.list(number) == ways
        {
            return number;
        }
        let number = self.lists.len() as u32;
        self.numbers.insert(hash, number);
        self.lists.push(ways);
        number
    }

    /// Returns the list of a number.
    pub(crate) fn list(&self, number: u32) -> &[Possibility] {
        self.lists.get(number as usize).map_or(&[], Vec::as_slice)
    }
}

/// Row on its way into the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft {
    pub(crate) piece: PieceId,
    pub(crate) source: Location,
    pub(crate) destination: Location,
    /// Number of its possibilities in [`Lists`].
    pub(crate) ways: u32,
}

impl Draft {
    /// Returns the key of the row, in the order of the table.
    pub(crate) fn key(&self) -> (PieceId, Location, Location) {
        (self.piece, self.source, self.destination)
    }
}

/// Rows of a ruleset, by piece and source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Rows, contiguous for one piece and source and sorted by destination.
    rows: Vec<Row>,
    /// Start in `rows` for each piece: for its hand and then for each square. Rows end where the next ones start.
    starts: Vec<u32>,
    /// Number of places of a piece: the squares and the hand.
    places: usize,
    /// Possibilities of all rows; equal rows share theirs.
    pub(crate) possibilities: Vec<Possibility>,
    pub(crate) effects: Vec<Effect>,
}

fn place(location: Location) -> usize {
    match location {
        Location::Hand => 0,
        Location::Square(square) => square.index() + 1,
    }
}

impl Table {
    /// Makes a table for `pieces` pieces and `squares` squares of drafts that are sorted by [`Draft::key`]. Drafts of the same piece,
    /// source and destination become one row: their possibilities follow each other in the order given.
    pub(crate) fn new(
        drafts: &[Draft],
        mut lists: Lists,
        effects: Vec<Effect>,
        pieces: usize,
        squares: usize,
    ) -> Table {
        let places = squares + 1;
        let same_rows = || drafts.chunk_by(|one, other| one.key() == other.key());
        let joined = same_rows().map(|same| match same {
            [one] => one.ways,
            _ => lists.number(same.iter().flat_map(|draft| lists.list(draft.ways)).cloned().collect()),
        });
        let joined: Vec<u32> = joined.collect();
        let mut rows = Vec::with_capacity(joined.len());
        let mut starts = vec![0; pieces * places + 1];
        let mut possibilities: Vec<Possibility> = Vec::new();
        // Range of each list of possibilities in `possibilities`, once a row has it.
        let mut ranges: Vec<Option<Range<u32>>> = vec![None; lists.lists.len()];
        for (same, ways) in same_rows().zip(joined) {
            let Some(first) = same.first() else { continue };
            let (Some(range), Some(list)) =
                (ranges.get_mut(ways as usize), lists.lists.get_mut(ways as usize))
            else {
                continue;
            };
            let range = range.get_or_insert_with(|| {
                let start = possibilities.len() as u32;
                possibilities.append(list);
                start..possibilities.len() as u32
            });
            rows.push(Row { destination: first.destination, possibilities: range.clone() });
            if let Some(count) = starts.get_mut(first.piece.index() * places + place(first.source) + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Table { rows, starts, places, possibilities, effects }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the size of the rows and their index in bytes.
    pub(super) fn index_bytes(&self) -> usize {
        size_of_val(self.rows.as_slice()) + size_of_val(self.starts.as_slice())
    }

    /// Returns the rows of a piece on a place, sorted by destination.
    pub(crate) fn rows(&self, piece: PieceId, source: Location) -> &[Row] {
        let place = place(source);
        if place < self.places { self.rows_at(piece.index() * self.places + place) } else { &[] }
    }

    /// Returns the rows of the piece and place with that index, counted from the first piece's hand.
    fn rows_at(&self, index: usize) -> &[Row] {
        match self.starts.get(index..index + 2) {
            Some(&[start, end]) => self.rows.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Returns the row of a piece from one place to another.
    pub(crate) fn row(&self, piece: PieceId, source: Location, destination: Location) -> Option<&Row> {
        let rows = self.rows(piece, source);
        rows.get(rows.binary_search_by_key(&destination, |row| row.destination).ok()?)
    }

    /// Returns the possibilities of a row, each with its index.
    pub(crate) fn possibilities(&self, row: &Row) -> impl Iterator<Item = (u32, &Possibility)> {
        let all = self.possibilities.get(row.possibilities.start as usize..row.possibilities.end as usize);
        row.possibilities.clone().zip(all.unwrap_or(&[]))
    }

    /// Returns the effect of the possibility of that index.
    pub(crate) fn effect(&self, possibility: u32) -> Option<&Effect> {
        let effect = self.possibilities.get(possibility as usize)?.effect?;
        self.effects.get(effect as usize)
    }

    /// Returns every row with its piece and source.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PieceId, Location, &Row)> {
        let places = self.places.max(1);
        (0..self.starts.len()).flat_map(move |index| {
            let source = match (index % places).checked_sub(1) {
                None => Some(Location::Hand),
                Some(square) => Square::from_index(square).map(Location::Square),
            };
            let at = PieceId::from_index(index / places).zip(source);
            at.into_iter().flat_map(move |(piece, source)| {
                self.rows_at(index).iter().map(move |row| (piece, source, row))
            })
        })
    }
}
