//! Meaning of a text, legal or not: the piece, its source and destination, and what it becomes.

use std::fmt;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::letter::Letter;
use ggn_core::notation::pmn::{Operator, Pmn};
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::uci::Uci;
use ggn_core::{Game, Piece};

use crate::moves::{self, MoveTextError, SanReading};
use crate::tables::Tables;

/// Move that a text can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) from: From,
    pub(super) to: Cell,
    /// Piece that the moving piece is to become.
    pub(super) becomes: Option<Becomes>,
    /// Operator by which PMN describes the move.
    pub(super) operator: Option<Operator>,
}

/// Source of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// On a square, with whatever stands there.
    Square(Cell),
    /// On a square, and a certain piece should stand there.
    Piece(Qpi, Cell),
    /// In the hand.
    Hand(HandPiece),
}

/// A piece in hand, as far as a text names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HandPiece {
    Letter(Letter),
    Exactly(Epin),
    San(SanReading),
}

impl HandPiece {
    pub(super) fn fits(&self, piece: &Piece) -> bool {
        match self {
            HandPiece::Letter(letter) => piece.qpi.pin.letter == *letter,
            HandPiece::Exactly(epin) => is_exactly(piece, *epin),
            HandPiece::San(reading) => reading.is_piece(piece),
        }
    }
}

/// Piece that a piece becomes, as far as a text names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Becomes {
    Letter(Letter),
    Exactly(Epin),
    Word(String),
}

impl Becomes {
    pub(super) fn fits(&self, piece: &Piece) -> bool {
        match self {
            Becomes::Letter(letter) => piece.qpi.pin.letter == *letter,
            Becomes::Exactly(epin) => is_exactly(piece, *epin),
            Becomes::Word(word) => moves::stands_for(word, piece),
        }
    }
}

impl fmt::Display for Becomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Becomes::Letter(letter) => write!(f, "{}", letter.upper()),
            Becomes::Exactly(epin) => epin.fmt(f),
            Becomes::Word(word) => f.write_str(word),
        }
    }
}

fn is_exactly(piece: &Piece, epin: Epin) -> bool {
    piece.qpi.pin == epin.pin && piece.qpi.is_native() != epin.derived
}

/// Everything that a text can mean which is no legal move.
///
/// # Errors
/// A sentence that says why it means nothing.
pub(super) fn all(game: &Game, tables: &Tables, text: &str) -> Result<Vec<Intent>, String> {
    let text = text.trim();
    if let Some((source, destination)) = text.split_once(char::is_whitespace) {
        let cell = |text: &str| text.trim().parse::<Cell>().map_err(|why| why.to_string());
        return Ok(vec![between(cell(source)?, cell(destination)?, None)]);
    }
    let text = moves::undecorated(text);
    if let Some(intent) = by_squares(game, text) {
        return Ok(vec![intent]);
    }
    if let Ok(pmn) = text.parse::<Pmn>()
        && let Some(intent) = by_pmn(&pmn)
    {
        return Ok(vec![intent]);
    }
    let special = by_special_word(game, tables, text);
    if !special.is_empty() {
        return Ok(special);
    }
    by_san(game, text)
}

fn between(source: Cell, destination: Cell, becomes: Option<Becomes>) -> Intent {
    Intent { from: From::Square(source), to: destination, becomes, operator: None }
}

/// UCI, on boards without ranks too.
fn by_squares(game: &Game, text: &str) -> Option<Intent> {
    match text.parse() {
        Ok(Uci::Move(uci)) => {
            return Some(between(uci.source, uci.destination, uci.promotion.map(Becomes::Letter)));
        }
        Ok(Uci::Drop(drop)) => {
            let from = From::Hand(HandPiece::Letter(drop.piece));
            let becomes = drop.promotion.map(Becomes::Letter);
            return Some(Intent { from, to: drop.destination, becomes, operator: None });
        }
        Err(_) => {}
    }
    let shape = game.rules().shape();
    let on_board = |text: &str| text.parse().ok().filter(|cell| shape.square(*cell).is_some());
    let cut = |at: usize| {
        let (source, destination) = text.split_at_checked(at)?;
        Some(between(on_board(source)?, on_board(destination)?, None))
    };
    (1..text.len().min(2 * Cell::LENGTH_MAX)).find_map(cut)
}

fn by_pmn(pmn: &Pmn) -> Option<Intent> {
    match *pmn {
        Pmn::Move { source, operator, destination, suffix } => Some(Intent {
            operator: Some(operator),
            ..between(source, destination, suffix.promotion().map(Becomes::Exactly))
        }),
        Pmn::Drop { piece: Some(piece), destination, equals } => {
            let from = From::Hand(HandPiece::Exactly(piece));
            Some(Intent { from, to: destination, becomes: equals.map(Becomes::Exactly), operator: None })
        }
        Pmn::DropCapture { piece: Some(piece), destination, suffix } => {
            let from = From::Hand(HandPiece::Exactly(piece));
            Some(Intent {
                from,
                to: destination,
                becomes: suffix.promotion().map(Becomes::Exactly),
                operator: None,
            })
        }
        Pmn::Pass
        | Pmn::StaticCapture { .. }
        | Pmn::Drop { .. }
        | Pmn::DropCapture { .. }
        | Pmn::Mutation { .. } => None,
    }
}

/// Returns a word that stands for a whole move (`O-O`): every row of the side to move whose effects have it.
fn by_special_word(game: &Game, tables: &Tables, text: &str) -> Vec<Intent> {
    let word = moves::whole(text).unwrap_or_else(|| text.to_owned());
    let turn = game.position().turn();
    let rows = tables.rows_with_san(&word).into_iter().filter(|(piece, _, _)| piece.side() == turn);
    rows.filter_map(|(piece, source, destination)| match (source, destination) {
        (Place::Cell(source), Place::Cell(to)) => {
            Some(Intent { from: From::Piece(piece, source), to, becomes: None, operator: None })
        }
        _ => None,
    })
    .collect()
}

/// Algebraic notation: every piece of the side to move that the text could mean.
fn by_san(game: &Game, text: &str) -> Result<Vec<Intent>, String> {
    let (rules, position) = (game.rules(), game.position());
    let turn = position.turn();
    let readings = SanReading::all(rules, text);
    let mut intents = Vec::new();
    for reading in &readings {
        let becomes = reading.becomes.clone().map(Becomes::Word);
        if reading.drops {
            let from = From::Hand(HandPiece::San(reading.clone()));
            intents.push(Intent { from, to: reading.destination, becomes, operator: None });
            continue;
        }
        let meant = position.pieces().filter_map(|(square, piece)| {
            let (piece, cell) = (rules.piece(piece)?, rules.shape().cell(square)?);
            (piece.side() == turn && reading.is_piece(piece) && reading.is_from(cell)).then_some(cell)
        });
        intents.extend(meant.map(|cell| between(cell, reading.destination, becomes.clone())));
    }
    match (readings.first(), intents.is_empty()) {
        (None, _) => Err(MoveTextError::Unreadable.to_string()),
        (Some(_), true) => Err(format!("{} has no piece that {text} could mean", rules.side_name(turn))),
        (Some(_), false) => Ok(intents),
    }
}
