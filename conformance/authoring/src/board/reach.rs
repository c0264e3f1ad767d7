//! Reach of a piece: the squares to which it may go, by the kind of move.

use std::collections::BTreeMap;

use ggn_core::notation::ggn::{Place, Possibility};
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Game, Location, Square};

use crate::tables::Tables;

/// Action of a piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// It goes there, and captures nothing.
    Quiet,
    /// It captures.
    Capture,
    /// It goes there if the square is empty, and captures there if an enemy stands on it. Only on an empty board.
    Either,
    /// It goes there only if other squares are as they are not on an empty board.
    Conditional,
    /// It could go there by the tables, but a constraint forbids it.
    ForbiddenQuiet,
    /// It could capture there by the tables, but a constraint forbids it.
    ForbiddenCapture,
}

impl Mark {
    /// All of them, in the order of a legend.
    pub const ALL: [Mark; 6] = [
        Mark::Quiet,
        Mark::Capture,
        Mark::Either,
        Mark::Conditional,
        Mark::ForbiddenQuiet,
        Mark::ForbiddenCapture,
    ];

    /// Returns its meaning, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Mark::Quiet => "goes there",
            Mark::Capture => "captures",
            Mark::Either => "goes there or captures",
            Mark::Conditional => "only if other squares allow it",
            Mark::ForbiddenQuiet => "goes there by the tables, but not legally",
            Mark::ForbiddenCapture => "captures by the tables, but not legally",
        }
    }
}

/// The squares that a piece reaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Square of the piece; none if it is in hand, or if nothing is asked.
    pub focus: Option<Square>,
    /// The squares with what it would do there.
    pub marks: BTreeMap<Square, Mark>,
}

impl Reach {
    /// Returns the reach from a square in a game's present position, legally and by the tables alone.
    #[must_use]
    pub fn from_square(game: &Game, source: Square) -> Reach {
        let mut reach = Reach { focus: Some(source), marks: BTreeMap::new() };
        let (rules, position) = (game.rules(), game.position());
        // A game that is over has none, but its board can still be looked at.
        let legal = rules.legal_moves(position);
        for mv in rules.pseudo_legal_moves(position) {
            let Some(destination) = mv.destination.square() else { continue };
            if mv.source != Location::Square(source) {
                continue;
            }
            let captures = !rules.effect(position, &mv).captured.is_empty();
            let mark = match (legal.contains(&mv), captures) {
                (true, false) => Mark::Quiet,
                (true, true) => Mark::Capture,
                (false, false) => Mark::ForbiddenQuiet,
                (false, true) => Mark::ForbiddenCapture,
            };
            let stands = reach.marks.entry(destination).or_insert(mark);
            // Of several ways to the same square, one that is legal counts.
            *stands = mark.min(*stands);
        }
        reach
    }

    /// Returns the reach of a piece that stands alone on the board, or is in hand: its destinations, and those on which it would capture an enemy.
    #[must_use]
    pub fn alone(rules: &ggn_core::Rules, tables: &Tables, piece: Qpi, source: Place) -> Reach {
        let square = |place| match place {
            Place::Hand => None,
            Place::Cell(cell) => rules.shape().square(cell),
        };
        let mut reach = Reach { focus: square(source), marks: BTreeMap::new() };
        for row in tables.rows_from(piece, source) {
            let Some(destination) = square(row.destination) else { continue };
            for way in &*row.possibilities {
                let mark = alone(way, piece, source, row.destination);
                let stands = reach.marks.entry(destination).or_insert(mark);
                *stands = both(*stands, mark);
            }
        }
        reach
    }
}

/// Returns how a way is possible where nothing stands but its piece, and perhaps an enemy on its destination.
fn alone(way: &Possibility, piece: Qpi, source: Place, destination: Place) -> Mark {
    let is_enemy = |condition: &Condition| match condition {
        Condition::Empty => false,
        Condition::Enemy => true,
        Condition::Piece(required) => required.side() != piece.side(),
    };
    // Whether a condition holds on the square of that name, if an enemy stands on the destination or does not.
    let holds = |cell, condition: &Condition, enemy_waits: bool| {
        let at = Place::Cell(cell);
        if at == destination && enemy_waits {
            is_enemy(condition)
        } else if at == source && at != destination {
            *condition == Condition::Piece(piece)
        } else {
            *condition == Condition::Empty
        }
    };
    let possible = |enemy_waits| {
        way.must.conditions.iter().all(|(cell, condition)| holds(*cell, condition, enemy_waits))
            && !way.deny.conditions.iter().any(|(cell, condition)| holds(*cell, condition, enemy_waits))
    };
    match (possible(false), possible(true)) {
        (true, false) => Mark::Quiet,
        (false, true) => Mark::Capture,
        (true, true) => Mark::Either,
        (false, false) => Mark::Conditional,
    }
}

/// Combines the marks of two ways to the same square.
fn both(one: Mark, other: Mark) -> Mark {
    match (one, other) {
        (Mark::Conditional, mark) | (mark, Mark::Conditional) => mark,
        _ if one == other => one,
        _ => Mark::Either,
    }
}
