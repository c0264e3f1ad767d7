//! A position as each side sees it: a placement as in FEN, with `?` for every square that the side does not see.

use ggn_core::notation::fen::Dialect;
use ggn_core::{Position, Rules, Side, sight};
use serde::Serialize;

/// A square that is not seen.
const UNSEEN: &str = "?";

/// Placements as both sides see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Placement as the first side sees it.
    pub white_sees: String,
    /// Placement as the second side sees it.
    pub black_sees: String,
}

/// Error of a position that FEN cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SightError {
    /// A board that is not of files and ranks.
    #[error("FEN has boards of files and ranks only")]
    Board,
    /// A piece or a state that FEN has no letter for.
    #[error("FEN cannot say the position")]
    Position,
}

/// Returns a position as both sides see it by what their pieces can do.
///
/// # Errors
/// Returns why FEN cannot say the position.
pub fn seen(rules: &Rules, position: &Position) -> Result<Seen, SightError> {
    let dialect = rules.fen_dialect().ok_or(SightError::Board)?;
    let ranks = ranks(&dialect, rules, position).ok_or(SightError::Position)?;
    let of = |side| placement(rules, &ranks, &sight(rules, position, side));
    Ok(Seen { white_sees: of(Side::First), black_sees: of(Side::Second) })
}

/// Returns the pieces of a position as FEN spells them, rank by rank from the highest; `None` stands for an empty square.
fn ranks(dialect: &Dialect, rules: &Rules, position: &Position) -> Option<Vec<Vec<Option<String>>>> {
    let text = dialect.print(&rules.feen(position), 0, 1).ok()?;
    let placement = text.split(['[', ' ']).next()?;
    Some(placement.split('/').map(squares).collect())
}

/// Returns the squares of one rank. A piece is a letter with the signs before and behind it.
fn squares(rank: &str) -> Vec<Option<String>> {
    let (mut squares, mut empties, mut sign) = (Vec::new(), 0, String::new());
    for letter in rank.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empties = empties * 10 + digit as usize;
            continue;
        }
        squares.extend(std::iter::repeat_n(None, std::mem::take(&mut empties)));
        if letter.is_alphabetic() {
            squares.push(Some(std::mem::take(&mut sign) + letter.encode_utf8(&mut [0; 4])));
        } else if matches!(letter, '+' | '-') {
            sign.push(letter);
        } else if let Some(Some(piece)) = squares.last_mut() {
            piece.push(letter);
        }
    }
    squares.extend(std::iter::repeat_n(None, empties));
    squares
}

/// Returns the placement with only the squares that are seen.
fn placement(rules: &Rules, ranks: &[Vec<Option<String>>], seen: &[ggn_core::Square]) -> String {
    let mut in_order = rules.shape().in_feen_order();
    let mut text = Vec::new();
    for rank in ranks {
        let (mut line, mut empties) = (String::new(), 0);
        for (there, square) in rank.iter().zip(in_order.by_ref()) {
            let is_seen = seen.binary_search(&square).is_ok();
            if is_seen && there.is_none() {
                empties += 1;
                continue;
            }
            push_empties(&mut line, &mut empties);
            line += if is_seen { there.as_deref().unwrap_or_default() } else { UNSEEN };
        }
        push_empties(&mut line, &mut empties);
        text.push(line);
    }
    text.join("/")
}

fn push_empties(line: &mut String, empties: &mut usize) {
    if *empties > 0 {
        *line += &std::mem::take(empties).to_string();
    }
}
