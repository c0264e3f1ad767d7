//! Effects of moves on a board: what a line says about all its moves, and what that means for one of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::pin::{Pin, State};
use ggn_core::notation::qpi::Qpi;

use super::ask::{self, Where};
use super::ast::Supply;
use super::board::{Board, Mirror};
use super::movement::{Movement, Origin};

/// A field of an effect, in the order in which `effects.json` has them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Becomes(Qpi),
    Lands(Cell),
    Carries(Vec<(Cell, Cell)>),
    Takes(Vec<Cell>),
    Unattacked(Vec<Cell>),
    Revokes(Vec<Cell>),
    Promotes(Promotion),
    Places(Placing),
    Tag(Arc<str>),
    San(Arc<str>),
}

/// Choices of a promotion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Promotion {
    pub(super) to: Vec<Qpi>,
    /// True if the piece may also stay.
    pub(super) optional: bool,
    /// True if only the last piece of its role promotes.
    pub(super) last: bool,
}

/// Pieces that a move places, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placing {
    pub(super) pieces: Vec<Qpi>,
    pub(super) supply: Supply,
    /// Empty for all squares.
    pub(super) on: Vec<Cell>,
    pub(super) along: Option<Qpi>,
    pub(super) optional: bool,
}

/// A field of the effect of one possibility, and the part of the file that gives it.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) field: Field,
    pub(super) origin: Origin,
}

/// An effect as a line says it of its moves.
#[derive(Clone, Debug)]
pub(super) struct BoundEffect {
    pub(super) field: BoundField,
    pub(super) scope: Scope,
    /// True if its line says that the moving piece lands elsewhere than on the destination.
    pub(super) lands_aside: bool,
    pub(super) origin: Origin,
}

/// A field of an effect for any move. No piece is the enhanced form of the moving piece.
#[derive(Clone, Debug)]
pub(super) enum BoundField {
    Becomes(Option<Qpi>),
    Lands(Where),
    Carries(Vec<(Where, Where)>),
    Takes(Vec<Where>),
    Unattacked(Vec<Where>),
    Revokes(Vec<Where>),
    /// None for the enhanced form of the moving piece.
    Promotes {
        to: Vec<Option<Qpi>>,
        optional: bool,
        last: bool,
    },
    /// Its squares stand beside it, as they are relative to the move.
    Places(Placing, Vec<Where>),
    Tag(Arc<str>),
    San(Arc<str>),
}

/// Squares from and to which the moves with an effect lead; none for all squares.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) from: Option<BTreeSet<Cell>>,
    pub(super) to: Option<BTreeSet<Cell>>,
    /// Squares of which one end at least is one.
    pub(super) either: Option<BTreeSet<Cell>>,
}

impl Scope {
    fn has(&self, movement: Movement) -> bool {
        let within = |squares: &Option<BTreeSet<Cell>>, end: Option<Cell>| {
            squares.as_ref().is_none_or(|squares| end.is_some_and(|end| squares.contains(&end)))
        };
        let Movement { source, destination, .. } = movement;
        within(&self.from, source)
            && within(&self.to, destination)
            && (within(&self.either, source) || within(&self.either, destination))
    }
}

/// Reasons why a move does not have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Without {
    /// It leads from or to other squares.
    Scope,
    /// All squares of the effect lie off the board.
    OffBoard,
    /// The effect would lead another piece off the board.
    Lost,
    /// A square of the effect is the source or the destination of the move.
    OwnSquare(Cell),
    /// A square of the effect occurs twice.
    Twice(Cell),
}

impl BoundEffect {
    /// Returns the most squares that are looked at to tell what the effect means for a move.
    pub(super) fn work(&self, movement: Movement, board: &Board) -> usize {
        if !self.scope.has(movement) {
            return 1;
        }
        let squares = match &self.field {
            BoundField::Takes(places)
            | BoundField::Unattacked(places)
            | BoundField::Revokes(places)
            | BoundField::Places(_, places) => ask::count(places, board),
            BoundField::Carries(pairs) => 2 * pairs.len(),
            BoundField::Becomes(_)
            | BoundField::Lands(_)
            | BoundField::Promotes { .. }
            | BoundField::Tag(_)
            | BoundField::San(_) => 1,
        };
        1 + squares
    }

    /// Returns what the effect means for a move of the side for which it is written.
    pub(super) fn of(&self, movement: Movement, board: &Board) -> Result<Field, Without> {
        if !self.scope.has(movement) {
            return Err(Without::Scope);
        }
        let Movement { piece, source, destination } = movement;
        let form = |form: &Option<Qpi>| form.unwrap_or_else(|| in_state(piece, State::Enhanced));
        let cells = |places: &[Where]| -> Result<Vec<Cell>, Without> {
            let cells = places.iter().filter_map(|place| place.cells(board, source, destination));
            let cells: Vec<Cell> = cells.flatten().collect();
            if cells.is_empty() { Err(Without::OffBoard) } else { once(&cells).map(|()| cells) }
        };
        let one = |place: &Where| match place.cells(board, source, destination).as_deref() {
            Some(&[cell]) => Ok(cell),
            _ => Err(Without::Lost),
        };
        Ok(match &self.field {
            BoundField::Becomes(to) => Field::Becomes(form(to)),
            BoundField::Promotes { to, optional, last } => Field::Promotes(Promotion {
                to: to.iter().map(form).collect(),
                optional: *optional,
                last: *last,
            }),
            BoundField::Takes(places) | BoundField::Revokes(places) => {
                let cells = cells(places)?;
                match cells.iter().find(|&&cell| Some(cell) == source || Some(cell) == destination) {
                    Some(&own) => return Err(Without::OwnSquare(own)),
                    None if matches!(self.field, BoundField::Takes(_)) => Field::Takes(cells),
                    None => Field::Revokes(cells),
                }
            }
            BoundField::Unattacked(places) => Field::Unattacked(cells(places)?),
            BoundField::Places(placing, places) => {
                let on = if places.is_empty() { Vec::new() } else { cells(places)? };
                Field::Places(Placing { on, ..placing.clone() })
            }
            BoundField::Lands(place) => match one(place)? {
                own if Some(own) == destination => return Err(Without::OwnSquare(own)),
                cell => Field::Lands(cell),
            },
            BoundField::Carries(pairs) => {
                let pairs: Vec<(Cell, Cell)> =
                    pairs.iter().map(|(from, to)| Ok((one(from)?, one(to)?))).collect::<Result<_, _>>()?;
                for &(from, to) in &pairs {
                    if Some(from) == source || Some(to) == destination && !self.lands_aside {
                        return Err(Without::OwnSquare(if Some(from) == source { from } else { to }));
                    }
                }
                let (from, to): (Vec<Cell>, Vec<Cell>) = pairs.iter().copied().unzip();
                once(&from)?;
                once(&to)?;
                Field::Carries(pairs)
            }
            BoundField::Tag(tag) => Field::Tag(tag.clone()),
            BoundField::San(san) => Field::San(san.clone()),
        })
    }
}

fn once(cells: &[Cell]) -> Result<(), Without> {
    let mut seen = BTreeSet::new();
    match cells.iter().find(|cell| !seen.insert(**cell)) {
        Some(&twice) => Err(Without::Twice(twice)),
        None => Ok(()),
    }
}

/// Returns a piece in another state.
pub(super) fn in_state(piece: Qpi, state: State) -> Qpi {
    Qpi { pin: Pin { state, ..piece.pin }, ..piece }
}

impl Field {
    /// Returns its place among the fields.
    pub(super) fn rank(&self) -> usize {
        match self {
            Field::Becomes(_) => 0,
            Field::Lands(_) => 1,
            Field::Carries(_) => 2,
            Field::Takes(_) => 3,
            Field::Unattacked(_) => 4,
            Field::Revokes(_) => 5,
            Field::Promotes(_) => 6,
            Field::Places(_) => 7,
            Field::Tag(_) => 8,
            Field::San(_) => 9,
        }
    }

    /// Returns its name in `effects.json` and in the language.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Field::Becomes(_) => "becomes",
            Field::Lands(_) => "lands",
            Field::Carries(_) => "carries",
            Field::Takes(_) => "takes",
            Field::Unattacked(_) => "unattacked",
            Field::Revokes(_) => "revokes",
            Field::Promotes(_) => "promotes",
            Field::Places(_) => "places",
            Field::Tag(_) => "tag",
            Field::San(_) => "san",
        }
    }

    /// Returns the number of squares and pieces that it names.
    pub(super) fn weight(&self) -> usize {
        match self {
            Field::Carries(pairs) => pairs.len(),
            Field::Takes(cells) | Field::Unattacked(cells) | Field::Revokes(cells) => cells.len(),
            Field::Promotes(promotion) => promotion.to.len(),
            Field::Places(placing) => placing.pieces.len() + placing.on.len(),
            Field::Becomes(_) | Field::Lands(_) | Field::Tag(_) | Field::San(_) => 1,
        }
    }

    /// Returns the same for the other side.
    pub(super) fn mirrored(&self, board: &Board, mirror: Mirror) -> Field {
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| board.mirrored(cell, mirror)).collect();
        match self {
            Field::Becomes(to) => Field::Becomes(board.opposite(*to)),
            Field::Promotes(promotion) => Field::Promotes(Promotion {
                to: promotion.to.iter().map(|&piece| board.opposite(piece)).collect(),
                ..promotion.clone()
            }),
            Field::Lands(cell) => Field::Lands(board.mirrored(*cell, mirror)),
            Field::Takes(takes) => Field::Takes(cells(takes)),
            Field::Unattacked(unattacked) => Field::Unattacked(cells(unattacked)),
            Field::Revokes(revoked) => Field::Revokes(cells(revoked)),
            Field::Carries(pairs) => {
                let pair = |&(from, to)| (board.mirrored(from, mirror), board.mirrored(to, mirror));
                Field::Carries(pairs.iter().map(pair).collect())
            }
            Field::Places(placing) => Field::Places(Placing {
                pieces: placing.pieces.iter().map(|&piece| board.opposite(piece)).collect(),
                on: cells(&placing.on),
                along: placing.along.map(|piece| board.opposite(piece)),
                ..placing.clone()
            }),
            Field::Tag(_) | Field::San(_) => self.clone(),
        }
    }
}
