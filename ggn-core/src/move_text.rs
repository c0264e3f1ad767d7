//! Moves written as text: algebraic notation (SAN), PMN, source with destination (UCI), and the notation of a game's players. Texts are read
//! elsewhere: UCI and PMN by `notation`, SAN by the package `ruleset-check`.

mod game_notation;

pub(crate) use game_notation::game_notation;
#[cfg(feature = "arbiter")]
pub(crate) use game_notation::uncovered;

use crate::legality::is_pass;
use crate::movement::{Location, Move, MoveEffect};
use crate::notation::pmn::Operator;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::transition::transition;

/// A pass in algebraic notation, which has no other text for a move that goes nowhere and changes nothing.
const PASS: &str = "pass";

/// Returns the operator that PMN writes between the squares of a move.
pub(crate) fn operator(rules: &Ruleset, mv: &Move, effect: &MoveEffect) -> Operator {
    // A hit and a failed capture are special: the piece does not reach the written destination.
    let goes_elsewhere = effect.is_hit() || effect.is_repulsed();
    if goes_elsewhere || rules.table().effect(mv.possibility).is_some_and(|effect| effect.is_special()) {
        Operator::Special
    } else if effect.captured.is_empty() {
        Operator::Quiet
    } else {
        Operator::Capture
    }
}

/// Returns the name of a square, or `*` for the hand.
fn name(rules: &Ruleset, location: Location) -> String {
    location.square().map_or_else(|| "*".to_owned(), |square| rules.square_name(square))
}

impl Move {
    /// Returns the move as source and destination, with the letter of a promotion: `e7e8q`. A drop is `P@e5`, with a choice `P@e5r`.
    #[must_use]
    pub fn uci(&self, rules: &Ruleset) -> String {
        let destination = name(rules, self.destination);
        let becomes = self.promotion.and_then(|piece| rules.piece(piece));
        let becomes = becomes.map_or_else(String::new, |piece| piece.letter().to_string());
        match self.source {
            Location::Hand => {
                let letter = rules.piece(self.piece).map_or(' ', |piece| piece.qpi.pin.letter.upper());
                format!("{letter}@{destination}{becomes}")
            }
            Location::Square(_) => {
                let placed = self.placed.map_or_else(String::new, |placed| {
                    let letter = rules.piece(placed.piece).map_or(' ', |piece| piece.qpi.pin.letter.upper());
                    format!(",{letter}@{}", rules.square_name(placed.square))
                });
                format!("{}{destination}{becomes}{placed}", name(rules, self.source))
            }
        }
    }

    /// Returns the move in PMN, with a promotion as rule pages write it: `e2-e4`, `e7+d8/Q`, `P*e5`, `P*e5=R`.
    #[must_use]
    pub fn pmn(&self, rules: &Ruleset, position: &Position) -> String {
        pmn(rules, self, &transition(rules, position, self).1)
    }

    /// Returns the move in algebraic notation, disambiguated from the other `legal` moves of the position. The mark of check or mate is
    /// left out, since it depends on the position after the move; [`crate::Played`] has it.
    #[must_use]
    pub fn san(&self, rules: &Ruleset, position: &Position, legal: &[Move]) -> String {
        san(rules, legal, self, &transition(rules, position, self).1)
    }

    /// Returns the move in the notation that the players of the game read, told from the other `legal` moves of the position; `None` if the ruleset
    /// names no such notation, or it has no form for the move.
    #[must_use]
    pub fn notation(&self, rules: &Ruleset, position: &Position, legal: &[Move]) -> Option<String> {
        rules.notation()?;
        game_notation(rules, position, legal, self, &transition(rules, position, self).1)
    }
}

/// Returns the move in PMN, with a promotion as rule pages write it.
pub(crate) fn pmn(rules: &Ruleset, mv: &Move, effect: &MoveEffect) -> String {
    let epin = |piece| rules.epin_of(piece).map_or_else(String::new, |epin| epin.to_string());
    let destination = name(rules, mv.destination);
    match mv.source {
        Location::Hand => {
            let operator = if effect.is_capture() { '.' } else { '*' };
            let becomes = mv.promotion.map_or_else(String::new, |piece| format!("={}", epin(piece)));
            format!("{}{operator}{destination}{becomes}", epin(mv.piece))
        }
        Location::Square(_) => {
            // A piece that has not arrived is not promoted.
            let promotion = mv.promotion.filter(|_| !effect.is_repulsed());
            let becomes = promotion.map_or_else(String::new, |piece| format!("/{}", epin(piece)));
            let placed = mv.placed.map_or_else(String::new, |placed| {
                format!(",{}*{}", epin(placed.piece), rules.square_name(placed.square))
            });
            format!("{}{}{destination}{becomes}{placed}", name(rules, mv.source), operator(rules, mv, effect))
        }
    }
}

/// Returns one of the legal moves of a position in algebraic notation. A pass is `pass`, whichever piece stays. A hit is written with `*` where a capture has `x`. A failed capture ends with an
/// arrow to the square of the piece, or to a cross if the piece is lost. The caller adds the mark of check or mate.
pub(crate) fn san(rules: &Ruleset, legal: &[Move], mv: &Move, effect: &MoveEffect) -> String {
    if is_pass(rules, mv) {
        return PASS.to_owned();
    }
    let row_effect = rules.table().effect(mv.possibility);
    let placed = mv.placed.map_or_else(String::new, |placed| {
        let letter = rules.piece(placed.piece).map_or("", |piece| piece.san.as_str());
        format!("/{letter}{}", rules.square_name(placed.square))
    });
    if let Some(whole) = row_effect.and_then(|effect| effect.san.as_deref()) {
        return format!("{whole}{placed}");
    }
    let written = rules.piece(mv.piece).map_or("", |piece| piece.san.as_str());
    let captures = match (effect.is_hit(), effect.captured.is_empty() && !effect.is_repulsed()) {
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
    let becomes = mv.promotion.filter(|_| !effect.is_repulsed()).and_then(|piece| rules.piece(piece));
    let becomes = becomes.map_or_else(String::new, |piece| format!("={}", piece.san));
    let destination = name(rules, mv.destination);
    format!("{written}{from}{captures}{destination}{becomes}{placed}{}", fallen_back(rules, effect))
}

/// Returns the arrow to the square of the piece of a failed capture, or to a cross if it is lost.
#[cfg(feature = "mechanic")]
fn fallen_back(rules: &Ruleset, effect: &MoveEffect) -> String {
    let Some(repulse) = &effect.repulsed else { return String::new() };
    let stands = repulse.stands.map_or_else(|| "\u{d7}".to_owned(), |square| rules.square_name(square));
    format!("\u{2192}{stands}")
}

/// Returns nothing, since no capture can fail.
#[cfg(not(feature = "mechanic"))]
fn fallen_back(_: &Ruleset, _: &MoveEffect) -> &'static str {
    ""
}

/// Returns the file in the name of a square.
fn file(square: &str) -> &str {
    let letters = square.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(square.len());
    square.split_at(letters).0
}

/// Returns the part of the source that distinguishes the piece from others of its role with the same destination: file before rank, else both.
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
