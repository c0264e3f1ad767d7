//! A move as text: algebraic notation, PMN, and source with destination.

use crate::movement::{Deed, Location, Move};
use crate::notation::pmn::Operator;
use crate::ruleset::Ruleset;

/// A move in the notations of the field. The mark of check or mate is added by who knows the position after it.
pub(crate) struct MoveText {
    pub(crate) san: String,
    pub(crate) pmn: String,
    pub(crate) uci: String,
}

/// What PMN writes between the squares of a move.
pub(crate) fn operator(rules: &Ruleset, mv: &Move, deed: &Deed) -> Operator {
    if rules.table().effect(mv.possibility).is_some_and(|effect| effect.is_special()) {
        Operator::Special
    } else if deed.captured.is_empty() {
        Operator::Quiet
    } else {
        Operator::Capture
    }
}

/// Writes one of the legal moves of a position.
pub(crate) fn describe(rules: &Ruleset, legal: &[Move], mv: &Move, deed: &Deed) -> MoveText {
    let name = |location: Location| {
        location.square().map_or_else(|| "*".to_owned(), |square| rules.square_name(square))
    };
    let epin = |piece| rules.epin_of(piece).map_or_else(String::new, |epin| epin.to_string());
    let (source, destination) = (name(mv.source), name(mv.destination));
    let piece = rules.piece(mv.piece);
    let becomes = mv.promotion.and_then(|piece| rules.piece(piece));

    let effect = rules.table().effect(mv.possibility);
    let letter = piece.map_or(' ', |piece| piece.qpi.pin.letter.upper());
    let (pmn, uci) = match mv.source {
        Location::Hand => {
            let operator = if deed.captured.is_empty() { '*' } else { '.' };
            let token = epin(mv.piece);
            (format!("{token}{operator}{destination}"), format!("{letter}@{destination}"))
        }
        Location::Square(_) => {
            let operator = operator(rules, mv, deed);
            let pmn = mv.promotion.map_or_else(String::new, |piece| format!("/{}", epin(piece)));
            let uci = becomes.map_or_else(String::new, |piece| piece.letter().to_string());
            (format!("{source}{operator}{destination}{pmn}"), format!("{source}{destination}{uci}"))
        }
    };

    let san = match effect.and_then(|effect| effect.san.clone()) {
        Some(whole) => whole,
        None => {
            let written = piece.map_or("", |piece| piece.san.as_str());
            let captures = if deed.captured.is_empty() { "" } else { "x" };
            let from = match mv.source {
                Location::Hand => "@".to_owned(),
                Location::Square(_) if written.is_empty() && captures.is_empty() => String::new(),
                Location::Square(_) if written.is_empty() => file(&source).to_owned(),
                Location::Square(_) => disambiguation(rules, legal, mv),
            };
            let becomes = becomes.map_or_else(String::new, |piece| format!("={}", piece.san));
            format!("{written}{from}{captures}{destination}{becomes}")
        }
    };
    MoveText { san, pmn, uci }
}

/// The part of a square's name that tells its file.
fn file(square: &str) -> &str {
    let letters = square.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(square.len());
    square.split_at(letters).0
}

/// As much of the source as tells the piece from others of its role that could go to the same square: file before rank, else both.
fn disambiguation(rules: &Ruleset, legal: &[Move], mv: &Move) -> String {
    let role = |piece| rules.piece(piece).map(crate::piece::Piece::role);
    let name = |mv: &Move| mv.source.square().map_or_else(String::new, |square| rules.square_name(square));
    let rivals: Vec<String> = legal
        .iter()
        .filter(|other| other.destination == mv.destination && other.source != mv.source)
        .filter(|other| other.source.square().is_some() && role(other.piece) == role(mv.piece))
        .map(name)
        .collect();
    let source = name(mv);
    let (own_file, own_rank) = source.split_at(file(&source).len());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| file(rival) != own_file) {
        own_file.to_owned()
    } else if rivals.iter().all(|rival| rival.split_at(file(rival).len()).1 != own_rank) {
        own_rank.to_owned()
    } else {
        source
    }
}
