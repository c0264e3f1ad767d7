//! Sets of squares: by their names, by ranks and files, or one by one.

use std::collections::BTreeSet;

use ggn_core::notation::cell::Cell;

use super::ast::{Definition, Dimension, Term, Word, Zone, plural, singular};
use super::bind::Binder;
use super::board::{block, index};
use super::code::Code;
use super::fault::did_you_mean;
use super::limits::{Stop, ZONES_MAX};

/// The name of all squares.
const BOARD: &str = "board";

impl Binder<'_, '_> {
    /// Gives a name to squares.
    pub(super) fn define(&mut self, definition: &Definition) -> Result<(), Stop> {
        let Definition { name, zone } = definition;
        let wrong = if self.zones.iter().any(|(known, _)| *known == name.value) {
            Some("two sets of squares have this name")
        } else if name.value == BOARD || name.value.parse().is_ok_and(|cell| self.board.has(cell)) {
            Some("this name has a meaning already")
        } else if !name.value.starts_with(|c: char| c.is_ascii_lowercase()) {
            Some("the name of a set of squares begins with a lower-case letter")
        } else if self.zones.len() == ZONES_MAX {
            Some("there are too many names in this file")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.faults.add(Code::Zone, name.span.clone(), wrong).found(format!("`{}`", name.value));
        }
        // A faulty set keeps its name, so that its uses are not reported as unknown.
        let squares = self.zone(zone);
        let known = squares.as_ref().map_or_else(|_| Vec::new(), Clone::clone);
        self.zones.push((name.value.clone(), known));
        squares.map(|_| ())
    }

    /// Returns the squares of a zone, each once, as they are named.
    pub(super) fn zone(&mut self, zone: &Zone) -> Result<Vec<Cell>, Stop> {
        let (named, but) = (self.terms(&zone.terms), self.terms(&zone.but));
        let (named, but) = (named?, but?.into_iter().collect::<BTreeSet<_>>());
        let mut seen = BTreeSet::new();
        let squares: Vec<Cell> =
            named.into_iter().filter(|&cell| !but.contains(&cell) && seen.insert(cell)).collect();
        if squares.is_empty() {
            self.faults.add(Code::Zone, zone.span.clone(), "no square is left in this set");
            return Err(Stop::Faulty);
        }
        Ok(squares)
    }

    fn terms(&mut self, terms: &[Term]) -> Result<Vec<Cell>, Stop> {
        let mut squares = Vec::new();
        let mut end = Ok(());
        for term in terms {
            match self.term(term) {
                Ok(more) => squares.extend(more),
                Err(spent @ Stop::Spent(..)) => return Err(spent),
                Err(Stop::Faulty) => end = Err(Stop::Faulty),
            }
        }
        end.map(|()| squares)
    }

    /// Squares by one of the ways to name them.
    pub(super) fn term(&mut self, term: &Term) -> Result<Vec<Cell>, Stop> {
        let squares = match term {
            Term::Lines { span, dimension, from, to } => {
                let Some(size) = self.board.size_of(*dimension) else {
                    self.faults
                        .add(Code::OffBoard, span.clone(), "the board has no such dimension")
                        .found(format!("{} on a board of {}", plural(*dimension), self.board.size()));
                    return Err(Stop::Faulty);
                };
                let first = self.coordinate(*dimension, from, size);
                let last = to.as_ref().map_or(first, |to| self.coordinate(*dimension, to, size));
                let (first, last) = (first?, last?);
                self.board.lines(index(*dimension), first, last)
            }
            Term::Block { from, to } => {
                let (from, to) = (self.cell(from), self.cell(to));
                block(from?, to?)
            }
            Term::Word(word) => self.named(word)?,
        };
        self.budget.visit(squares.len())?;
        Ok(squares)
    }

    /// Returns a square, or a set with a name.
    fn named(&mut self, word: &Word) -> Result<Vec<Cell>, Stop> {
        if word.value == BOARD {
            return Ok(self.board.all().to_vec());
        }
        if let Some((_, squares)) = self.zones.iter().find(|(name, _)| *name == word.value) {
            return if squares.is_empty() { Err(Stop::Faulty) } else { Ok(squares.clone()) };
        }
        let is_cell = word.value.contains(|c: char| c.is_ascii_digit()) || self.board.dimensions() == 1;
        if is_cell {
            return self.cell(word).map(|cell| vec![cell]);
        }
        let names = self.zones.iter().map(|(name, _)| name.as_str()).chain([BOARD]);
        let hint = did_you_mean(&word.value, names);
        self.faults
            .add(Code::Zone, word.span.clone(), "no set of squares has this name")
            .found(format!("`{}`", word.value))
            .expected("a square, `board`, or the name of a `zone` line above")
            .perhaps(hint);
        Err(Stop::Faulty)
    }

    fn cell(&mut self, word: &Word) -> Result<Cell, Stop> {
        let why = match word.value.parse::<Cell>() {
            Ok(cell) if self.board.has(cell) => return Ok(cell),
            Ok(_) => (
                Code::OffBoard,
                "this square is not on the board",
                format!("`{}` on a board of {}", word.value, self.board.size()),
            ),
            Err(error) => (Code::Square, "this is no square", format!("`{}`: {error}", word.value)),
        };
        let (code, message, found) = why;
        self.faults.add(code, word.span.clone(), message).found(found);
        Err(Stop::Faulty)
    }

    /// Returns a file, rank or layer as a coordinate from zero.
    fn coordinate(&mut self, dimension: Dimension, word: &Word, size: u8) -> Result<u8, Stop> {
        let text = &word.value;
        // As a square on which the other coordinates are the first.
        let cell = match dimension {
            Dimension::Files => text.clone(),
            Dimension::Ranks => format!("a{text}"),
            Dimension::Layers => format!("a1{text}"),
        };
        let coordinate = cell.parse::<Cell>().ok().and_then(|cell| match cell.coordinates() {
            [file] if dimension == Dimension::Files => Some(*file),
            [_, rank] if dimension == Dimension::Ranks => Some(*rank),
            [_, _, layer] if dimension == Dimension::Layers => Some(*layer),
            _ => None,
        });
        let name = |coordinate: u8| {
            let coordinates = [[coordinate, 0, 0], [0, coordinate, 0], [0, 0, coordinate]];
            let cell =
                coordinates.get(index(dimension)).and_then(|all| Cell::new(all.get(..=index(dimension))?));
            let cell = cell.map(|cell| cell.to_string()).unwrap_or_default();
            cell.get(index(dimension)..).unwrap_or_default().to_owned()
        };
        match coordinate {
            Some(coordinate) if coordinate < size => Ok(coordinate),
            _ => {
                let code = if coordinate.is_some() { Code::OffBoard } else { Code::Square };
                self.faults
                    .add(code, word.span.clone(), format!("the board has no such {}", singular(dimension)))
                    .found(format!("`{text}`"))
                    .expected(format!("{} to {}", name(0), name(size - 1)));
                Err(Stop::Faulty)
            }
        }
    }
}
