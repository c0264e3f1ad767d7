//! Rows of raw GGN on boards: which possibilities hold.

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Side, reference};

use super::case::{EvaluationCase, Party};
use super::outcome::Difference;

/// Plays a case.
pub(super) fn play(case: &EvaluationCase) -> Vec<Difference> {
    match matching(case) {
        Ok(found) if found == case.matching_indices => Vec::new(),
        Ok(found) => {
            let expected = format!("{:?}", case.matching_indices);
            vec![Difference::new("possibilities that hold", expected, format!("{found:?}"))]
        }
        Err(wrong) => vec![*wrong],
    }
}

fn matching(case: &EvaluationCase) -> Result<Vec<usize>, Box<Difference>> {
    let unread = |at: &str, expected: &str, found: String| Box::new(Difference::new(at, expected, found));
    let ggn = Ggn::parse(case.table.to_string().as_bytes()).map_err(|faults| {
        let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
        unread("table", "a movement table", messages.join("; "))
    })?;
    let piece: Qpi = case.piece.parse().map_err(|_| unread("piece", "a piece (QPI)", case.piece.clone()))?;
    let place =
        |text: &str| text.parse::<Place>().map_err(|_| unread("row", "a square or *", text.to_owned()));
    let (source, destination) = (place(&case.source)?, place(&case.destination)?);
    let is_row = |row: &&ggn_core::notation::ggn::Row| {
        (row.piece, row.source, row.destination) == (piece, source, destination)
    };
    let row = ggn.rows.iter().find(is_row).ok_or_else(|| {
        unread("row", "a row of the table", format!("none from {} to {}", case.source, case.destination))
    })?;
    let mut squares = Vec::new();
    for (square, stands) in &case.squares {
        let cell: Cell = square.parse().map_err(|_| unread("squares", "a square (CELL)", square.clone()))?;
        let stands = stands.as_deref().map(str::parse::<Qpi>).transpose();
        squares.push((cell, stands.map_err(|why| unread("squares", "a piece (QPI)", why.to_string()))?));
    }
    let at = |cell: Cell| squares.iter().find(|(known, _)| *known == cell).and_then(|(_, stands)| *stands);
    let side = match case.active_side {
        Party::First => Side::First,
        Party::Second => Side::Second,
    };
    Ok(reference::matching(&row.possibilities, side, at))
}
