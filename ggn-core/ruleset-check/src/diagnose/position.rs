//! Descriptions of positions that a ruleset does not allow.

use std::ops::Range;

use ggn_core::notation::feen::Feen;
use ggn_core::{SetupFault, Shape};

use super::code::Code;
use super::description::{Aim, Description};

/// Describes one reason why a position is impossible. `feen` is the position's text, in which the description points at the square.
#[must_use]
pub fn describe(fault: &SetupFault, feen: &str) -> Description {
    let on = |square: &str| of_square(feen, square);
    let (part, expected, hint) = match fault {
        SetupFault::WrongBoard { expected, .. } => (
            placement(feen),
            format!("a board of {expected}"),
            "all positions of a ruleset have the board of its `initial`",
        ),
        SetupFault::WrongStyles { expected, .. } => (
            feen.rfind(' ').map(|at| at + 1..feen.len()),
            format!("the styles {expected}"),
            "the styles are those of `initial`, that of the side to move first",
        ),
        SetupFault::UnknownPiece { square, .. } => (
            on(square),
            "a piece of this game".to_owned(),
            "a piece is known by its table, by what becomes it, and by `initial`; each state is a piece of its own",
        ),
        SetupFault::ImpossibleHand { .. } => (
            None,
            "pieces that can be in a hand".to_owned(),
            "pieces enter a hand by `captured` in effects.json, and leave it by rows from `*`",
        ),
        SetupFault::Misplaced { square, .. } => (
            on(square),
            "a piece that setup.json lets stand there".to_owned(),
            "is another state of the piece meant (its sign), or is the square missing under `squares` in setup.json?",
        ),
        SetupFault::Contradicted { square, .. } => (
            on(square),
            "what setup.json asks around the piece".to_owned(),
            "see the conditions of the piece and its square under `squares` in setup.json",
        ),
        SetupFault::Count { expected, .. } => {
            (None, format!("{expected} of them on a side"), "see `count` in setup.json")
        }
        SetupFault::ManyMarkers { .. } => (
            None,
            "at most one piece with such a mark".to_owned(),
            "take the sign of the mark from all but the piece that has just moved",
        ),
        SetupFault::StaleMarker { square, .. } => (
            on(square),
            "such a mark only on the side that has just moved".to_owned(),
            "take the sign of the mark from the piece, or let the other side move",
        ),
        SetupFault::InactiveInCheck { .. } => (
            None,
            "a position in which the side that has just moved is not in check".to_owned(),
            "let the other side move, or remove the check",
        ),
    };
    Description::new(Code::ImpossiblePosition, Aim::Text(feen.to_owned(), part), fault.to_string())
        .expected(expected)
        .advise(hint)
}

fn placement(feen: &str) -> Option<Range<usize>> {
    feen.find(' ').map(|end| 0..end)
}

/// Returns the bytes of a FEEN that say what stands on a square.
///
/// ```
/// use ruleset_check::diagnose::position::of_square;
/// let feen = "+k^10/11/2-P'8 / C/c";
/// assert_eq!(of_square(feen, "a3"), Some(0..3));
/// assert_eq!(of_square(feen, "c1"), Some(10..13));
/// assert_eq!(of_square(feen, "d1"), Some(13..14));
/// ```
#[must_use]
pub fn of_square(feen: &str, square: &str) -> Option<Range<usize>> {
    let parsed: Feen = feen.parse().ok()?;
    let shape = Shape::new(&parsed.placement.sizes)?;
    let square = shape.square(square.parse().ok()?)?;
    let mut left = shape.in_feen_order().position(|other| other == square)?;
    let placement = feen.get(placement(feen)?)?;
    let mut start = 0;
    while let Some(rest) = placement.get(start..).filter(|rest| !rest.is_empty()) {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (length, squares) = if digits > 0 {
            (digits, rest.get(..digits)?.parse().ok()?)
        } else if rest.starts_with('/') {
            (1, 0)
        } else {
            let sign = usize::from(rest.starts_with(['+', '-']));
            let marks = rest.bytes().skip(sign + 1).take_while(|byte| matches!(byte, b'^' | b'\'')).count();
            (sign + 1 + marks, 1)
        };
        if left < squares {
            return Some(start..start + length);
        }
        left -= squares;
        start += length;
    }
    None
}
