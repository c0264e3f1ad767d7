//! A move as text: algebraic notation, PMN, and source with destination.

use crate::movement::{Deed, Location, Move};
use crate::notation::pmn::Operator;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// What PMN writes between the squares of a move.
pub(crate) fn operator(rules: &Ruleset, mv: &Move, deed: &Deed) -> Operator {
    // A hit is special, and so is a capture that failed: the piece does not go where it is written to go.
    let goes_elsewhere = deed.is_hit() || deed.is_repulsed();
    if goes_elsewhere || rules.table().effect(mv.possibility).is_some_and(|effect| effect.is_special()) {
        Operator::Special
    } else if deed.captured.is_empty() {
        Operator::Quiet
    } else {
        Operator::Capture
    }
}

/// The name of a place: its square, or `*` for the hand.
fn name(rules: &Ruleset, location: Location) -> String {
    location.square().map_or_else(|| "*".to_owned(), |square| rules.square_name(square))
}

impl Move {
    /// The move as source and destination, with the letter of what the piece becomes: `e7e8q`, and for a drop `P@e5`.
    #[must_use]
    pub fn uci(&self, rules: &Ruleset) -> String {
        let destination = name(rules, self.destination);
        match self.source {
            Location::Hand => {
                let letter = rules.piece(self.piece).map_or(' ', |piece| piece.qpi.pin.letter.upper());
                format!("{letter}@{destination}")
            }
            Location::Square(_) => {
                let becomes = self.promotion.and_then(|piece| rules.piece(piece));
                let letter = becomes.map_or_else(String::new, |piece| piece.letter().to_string());
                format!("{}{destination}{letter}", name(rules, self.source))
            }
        }
    }

    /// The move in PMN, with a promotion as rule pages write it: `e2-e4`, `e7+d8/Q`, `P*e5`.
    #[must_use]
    pub fn pmn(&self, rules: &Ruleset, position: &Position) -> String {
        pmn(rules, self, &rules.deed(position, self))
    }

    /// The move in algebraic notation, told apart from the other `legal` moves of the position. The mark of check or mate is
    /// left out: only the position after the move tells it, as [`crate::Played`] does.
    #[must_use]
    pub fn san(&self, rules: &Ruleset, position: &Position, legal: &[Move]) -> String {
        san(rules, legal, self, &rules.deed(position, self))
    }
}

/// The move in PMN, with a promotion as rule pages write it.
pub(crate) fn pmn(rules: &Ruleset, mv: &Move, deed: &Deed) -> String {
    let epin = |piece| rules.epin_of(piece).map_or_else(String::new, |epin| epin.to_string());
    let destination = name(rules, mv.destination);
    match mv.source {
        Location::Hand => {
            let operator = if deed.is_capture() { '.' } else { '*' };
            format!("{}{operator}{destination}", epin(mv.piece))
        }
        Location::Square(_) => {
            // What has not arrived has become nothing.
            let promotion = mv.promotion.filter(|_| !deed.is_repulsed());
            let becomes = promotion.map_or_else(String::new, |piece| format!("/{}", epin(piece)));
            format!("{}{}{destination}{becomes}", name(rules, mv.source), operator(rules, mv, deed))
        }
    }
}

/// One of the legal moves of a position in algebraic notation. A hit is written with `*` where a capture has `x`, and behind a capture that failed an
/// arrow leads to where the piece stands, or to a cross if it is lost. The mark of check or mate is added by who knows the position after it.
pub(crate) fn san(rules: &Ruleset, legal: &[Move], mv: &Move, deed: &Deed) -> String {
    let effect = rules.table().effect(mv.possibility);
    if let Some(whole) = effect.and_then(|effect| effect.san.clone()) {
        return whole;
    }
    let written = rules.piece(mv.piece).map_or("", |piece| piece.san.as_str());
    let captures = match (deed.is_hit(), deed.captured.is_empty() && !deed.is_repulsed()) {
        (true, _) => "*",
        (false, true) => "",
        (false, false) => "x",
    };
    let from = match mv.source {
        Location::Hand => "@".to_owned(),
        Location::Square(_) if written.is_empty() && captures.is_empty() => String::new(),
        Location::Square(_) if written.is_empty() => file(&name(rules, mv.source)).to_owned(),
        Location::Square(_) => disambiguation(rules, legal, mv),
    };
    let becomes = mv.promotion.filter(|_| !deed.is_repulsed()).and_then(|piece| rules.piece(piece));
    let becomes = becomes.map_or_else(String::new, |piece| format!("={}", piece.san));
    format!("{written}{from}{captures}{}{becomes}{}", name(rules, mv.destination), fallen_back(rules, deed))
}

/// Where the piece of a capture that failed stands, or that it is lost.
#[cfg(feature = "mechanic")]
fn fallen_back(rules: &Ruleset, deed: &Deed) -> String {
    let Some(repulse) = &deed.repulsed else { return String::new() };
    let stands = repulse.stands.map_or_else(|| "\u{d7}".to_owned(), |square| rules.square_name(square));
    format!("\u{2192}{stands}")
}

/// Nothing, where no capture can fail.
#[cfg(not(feature = "mechanic"))]
fn fallen_back(_: &Ruleset, _: &Deed) -> &'static str {
    ""
}

/// The part of a square's name that tells its file.
fn file(square: &str) -> &str {
    let letters = square.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(square.len());
    square.split_at(letters).0
}

/// As much of the source as tells the piece from others of its role that could go to the same square: file before rank, else both.
fn disambiguation(rules: &Ruleset, legal: &[Move], mv: &Move) -> String {
    let role = |piece| rules.piece(piece).map(crate::piece::Piece::role);
    let rivals: Vec<String> = legal
        .iter()
        .filter(|other| other.destination == mv.destination && other.source != mv.source)
        .filter(|other| other.source.square().is_some() && role(other.piece) == role(mv.piece))
        .map(|other| name(rules, other.source))
        .collect();
    let source = name(rules, mv.source);
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
