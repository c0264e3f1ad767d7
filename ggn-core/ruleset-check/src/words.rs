//! Sentences that several commands of the tool share.

use std::collections::BTreeSet;

use ggn_core::notation::ggn::Place;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Ending, Game, Move, Position, Rules, Square, Violation};

use crate::tables::Tables;

/// The most places that one sentence lists.
const LISTED_MAX: usize = 24;

/// Returns whose turn it is and which piece gives check, or how the game ended.
#[must_use]
pub fn status(game: &Game) -> String {
    let rules = game.rules();
    if let Some(ended) = game.ending() {
        return ending(rules, ended);
    }
    let position = game.position();
    let turn = rules.side_name(position.turn());
    let attackers: BTreeSet<Square> =
        rules.threats(position, position.turn()).into_iter().flat_map(|threat| threat.by).collect();
    if attackers.is_empty() {
        return format!("{turn} to move");
    }
    let attackers: Vec<Square> = attackers.into_iter().collect();
    format!("{turn} to move, in check from {}", cells(rules, &attackers))
}

/// Returns how a game ended.
#[must_use]
pub fn ending(rules: &Rules, ending: Ending) -> String {
    match ending.winner {
        Some(side) => format!("{}, {} wins", ending.status, rules.side_name(side)),
        None => format!("{}, a draw", ending.status),
    }
}

/// Returns the name of a square.
#[must_use]
pub fn cell(rules: &Rules, square: Square) -> String {
    rules.shape().cell(square).map_or_else(String::new, |cell| cell.to_string())
}

/// Returns the places from which a piece has rows, in words.
#[must_use]
pub fn places(tables: &Tables, piece: Qpi) -> String {
    let places: BTreeSet<Place> =
        tables.rows().filter(|row| row.piece == piece).map(|row| row.source).collect();
    if places.is_empty() {
        return "nowhere".to_owned();
    }
    let listed: Vec<String> = places.iter().take(LISTED_MAX).map(ToString::to_string).collect();
    let more = places.len().saturating_sub(LISTED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", listed.join(" "))
}

/// Squares in words: `e4`, `e4 and f6`, `a1, b2 and c3`.
#[must_use]
pub fn cells(rules: &Rules, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(|square| cell(rules, *square)).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Returns why a move that the tables allow is not legal, in a few words.
#[must_use]
pub fn violation(rules: &Rules, position: &Position, mv: &Move, violation: &Violation) -> String {
    match violation {
        Violation::RoyalSafety(threat) => {
            let after = rules.after(position, mv);
            let royal = after.piece_at(threat.royal).and_then(|piece| rules.piece(piece));
            format!(
                "the {} on {} could be captured from {}",
                royal.map_or("piece", |piece| piece.name.as_str()),
                cell(rules, threat.royal),
                cells(rules, &threat.by)
            )
        }
        Violation::Unattacked { square, by } => {
            format!("{} is attacked from {}", cell(rules, *square), cells(rules, by))
        }
        Violation::RoyalDestroyed { piece, square } => {
            let royal = rules.piece(*piece).map_or("piece", |piece| piece.name.as_str());
            format!("the {royal} on {} would be destroyed", cell(rules, *square))
        }
        Violation::RoyalStays(threat) => {
            format!(
                "on {} it is in check from {}, and may only capture its one attacker",
                cell(rules, threat.royal),
                cells(rules, &threat.by)
            )
        }
        Violation::GivesCheck(threat) => {
            format!("it gives check from {}", cells(rules, &threat.by))
        }
        Violation::GivesMate(threat) => {
            format!("the drop gives mate from {}", cells(rules, &threat.by))
        }
        Violation::ConvertsNothing => "the drop has to convert a piece, and converts none".to_owned(),
        Violation::Facing => "pieces that face each other have to be parted".to_owned(),
        Violation::ForcedDrop => "a piece can be dropped, and must be".to_owned(),
        Violation::ForcedMove => "another move is possible, and must be made".to_owned(),
        Violation::ForcedCapture { by } => {
            format!("something can be captured from {}, and must be", cells(rules, by))
        }
    }
}

/// Returns the status of a game in the words of CGSN; `ongoing` for one that has not ended.
#[must_use]
pub fn status_word(game: &Game) -> String {
    game.ending().map_or_else(|| "ongoing".to_owned(), |ending| ending.status.to_string())
}
