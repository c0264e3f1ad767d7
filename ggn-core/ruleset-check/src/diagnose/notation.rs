//! Descriptions of texts that are not in their notation, with suggestions.

use std::ops::Range;

use ggn_core::BySide;
use ggn_core::notation::feen::{Feen, Reserve, canonical_reserve};
use ggn_core::notation::fen;
use ggn_core::notation::qpi::Qpi;

use super::code::Code;
use super::description::{Aim, Description};
use super::known::{Known, list};
use super::suggest::nearest;

/// Describes a text of a data file that is not in the notation that the format has there.
pub(super) fn describe(found: &str, expected: &str, at: usize, why: &str, known: &Known) -> Description {
    let hint = if expected.contains("FEEN") {
        position_hint(found)
    } else if expected.contains("`empty`") {
        condition_hint(found, known)
    } else if expected.contains("QPI") {
        piece_hint(found, known)
    } else if expected.contains("CELL") {
        square_hint(found, known)
    } else if expected.contains("SIN") {
        Some(
            "a style is one letter, in upper case here: it is the part before the colon of a piece"
                .to_owned(),
        )
    } else if expected.contains("SNN") {
        style_name_hint(found)
    } else {
        None
    };
    wrong(found, expected, at, why).hint(hint)
}

/// Describes any such text by its parser's error: the expected text, the text found and the byte.
pub(super) fn wrong(found: &str, expected: &str, at: usize, why: &str) -> Description {
    const REPEATED: usize = 32;
    let (wanted, rest) = why.split_once(", found ").unwrap_or((why, ""));
    let wanted = wanted.strip_prefix("expected ").unwrap_or(wanted);
    // A position's parser says in which field it is, and on which square.
    let place = rest.split_once(", in ").map_or_else(String::new, |(_, place)| format!(", in {place}"));
    let text = if found.len() > REPEATED { "this".to_owned() } else { format!("\"{found}\"") };
    Description::new(
        Code::BadNotation,
        Aim::Text(found.to_owned(), part(found, at)),
        format!("{text} is not {expected}{place}"),
    )
    .expected(wanted)
}

/// Returns the character at which a text goes wrong; none when it is wrong from its beginning, which is to say as a whole.
pub(super) fn part(text: &str, at: usize) -> Option<Range<usize>> {
    let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    (at > 0).then_some(at..at + length)
}

/// Describes a square that the board does not have.
pub(super) fn off_board(square: &str, known: &Known) -> Description {
    Description::new(
        Code::OffBoard,
        Aim::Text(square.to_owned(), None),
        format!("{square} is not on the board"),
    )
    .expected("a square of the board")
    .hint(known.board().map(|board| format!("{board}; its size is that of `initial` in ruleset.json")))
}

/// Suggests a correction of a text that is no square.
pub(super) fn square_hint(found: &str, known: &Known) -> Option<String> {
    let lower = found.trim().to_lowercase();
    let digits: String = lower.chars().filter(char::is_ascii_digit).collect();
    let letters: String = lower.chars().filter(char::is_ascii_lowercase).collect();
    let turned = format!("{letters}{}", digits.trim_start_matches('0'));
    let is_square = |text: &str| text != found && text.parse::<ggn_core::notation::cell::Cell>().is_ok();
    let board = || known.board();
    if matches!(found, "hand" | "HAND" | "**") {
        return Some("the hand is written `*`".to_owned());
    }
    if is_square(&lower) {
        return Some(format!("files are lower-case letters: {lower}"));
    }
    if is_square(&turned) && turned != letters {
        return Some(format!("write the file, then the rank without leading zeros: {turned}"));
    }
    board()
}

/// Suggests a correction of a text that is no condition.
pub(super) fn condition_hint(found: &str, known: &Known) -> Option<String> {
    let near = nearest(found, ["empty", "enemy"]).map(|near| format!("did you mean \"{near}\"?"));
    match found.to_lowercase().as_str() {
        "ally" | "friend" | "friendly" | "own" | "self" | "mine" => Some(
            "there is no word for own pieces: to forbid them ask for \"empty\" or \"enemy\"; to need one, name it exactly"
                .to_owned(),
        ),
        "occupied" | "any" | "piece" | "not-empty" => {
            Some("ask in `deny` that the square is \"empty\": then something has to stand there".to_owned())
        }
        "opponent" | "foe" | "other" | "capture" => Some("did you mean \"enemy\"?".to_owned()),
        "vacant" | "free" | "none" | "null" | "" | "-" => Some("did you mean \"empty\"?".to_owned()),
        _ => near.or_else(|| piece_hint(found, known)),
    }
}

/// Suggests a correction of a text that is no piece.
pub(super) fn piece_hint(found: &str, known: &Known) -> Option<String> {
    let written = || {
        "a piece is a style letter, a colon, a sign if it has one, its letter, and ^ if it is royal"
            .to_owned()
    };
    if !found.is_ascii() {
        return Some(format!("{}: ASCII only", written()));
    }
    let Some(meant) = rewritten(found, known) else { return Some(written()) };
    Some(match found.contains(':') {
        true => {
            format!("did you mean {meant}? In this order: style, colon, sign, letter, and ^ if it is royal")
        }
        false => format!("did you mean {meant}? A piece is written with its style and a colon"),
    })
}

/// Returns the same piece in its right spelling, if there is exactly one.
fn rewritten(found: &str, known: &Known) -> Option<String> {
    let (style, piece) = match found.split_once(':') {
        Some((style, piece)) => (style.trim(), piece),
        None => ("", found),
    };
    let sign: String = piece.chars().filter(|c| matches!(c, '+' | '-')).take(1).collect();
    let royal = if piece.contains('^') { "^" } else { "" };
    let mut letters = piece.chars().filter(char::is_ascii_alphabetic);
    let (first, second, more) = (letters.next()?, letters.next(), letters.next());
    let style_letter = style.chars().next().filter(char::is_ascii_alphabetic);
    let (style, letter) = match (style_letter, second, more) {
        (Some(style), None, _) => (style, first),
        // A style without its colon.
        (None, Some(letter), None) if found.starts_with(first) => (first, letter),
        (None, None, _) => (known.style()?, first),
        _ => return None,
    };
    let style =
        if letter.is_ascii_uppercase() { style.to_ascii_uppercase() } else { style.to_ascii_lowercase() };
    let piece = format!("{style}:{sign}{letter}{royal}");
    (piece != found && piece.parse::<Qpi>().is_ok()).then_some(piece)
}

/// Returns the spellings of the ruleset's pieces that are most like one that it does not have.
pub(super) fn similar(piece: &str, known: &Known) -> Option<String> {
    let lower = piece.to_lowercase();
    let letter = |text: &str| text.chars().rev().find(char::is_ascii_alphabetic);
    let is_upper = letter(piece).is_some_and(|letter| letter.is_ascii_uppercase());
    let same_side = if is_upper { piece.to_uppercase() } else { lower };
    if same_side != piece && known.has(&same_side) {
        let case = if is_upper { "upper" } else { "lower" };
        return Some(format!(
            "did you mean {same_side}? Style and letter of a piece of that side are both in {case} case"
        ));
    }
    let pieces = known.pieces();
    let alike: Vec<String> = pieces.iter().filter(|other| letter(other) == letter(piece)).cloned().collect();
    match alike.as_slice() {
        [] if pieces.is_empty() => None,
        [] => Some(format!("the pieces are {}", list(&pieces))),
        [only] => Some(format!("did you mean {only}?")),
        several => Some(format!("with this letter there are {}", list(several))),
    }
}

/// Suggests a correction of a text that is no FEEN.
#[must_use]
pub fn position_hint(found: &str) -> Option<String> {
    if fen::parse(found).is_ok() || found.split(' ').count() == 6 || found.contains('[') {
        return Some(
            "this looks like FEN; FEEN has three fields: the board, with a sign or ^ on pieces that have one, \
             the hands (`/` when both are empty), and the styles, that of the side to move first"
                .to_owned(),
        );
    }
    let fields: Vec<&str> = found.split(' ').collect();
    match fields.as_slice() {
        [board, "-", styles] if format!("{board} / {styles}").parse::<Feen>().is_ok() => {
            Some("two empty hands are written `/`".to_owned())
        }
        [_, _, styles] if same_case(styles) => Some(
            "the style of the side to move stands first; the first side is in upper case, the second in lower: `X/x` or `x/X`"
                .to_owned(),
        ),
        [board, hands, styles] => {
            let canonical = canonical_hands(board, hands, styles)?;
            Some(format!("a hand has each kind of piece once, behind its count, the most numerous first: `{canonical}`"))
        }
        _ => Some("FEEN has three fields with one blank between them: board, hands, styles".to_owned()),
    }
}

/// Returns the hands of a position as FEEN writes them, if only their order and their repeated letters are wrong.
fn canonical_hands(board: &str, hands: &str, styles: &str) -> Option<String> {
    let mut feen: Feen = format!("{board} / {styles}").parse().ok()?;
    let (first, second) = hands.split_once('/')?;
    feen.hands = BySide { first: reserve(first)?, second: reserve(second)? };
    let text = feen.to_string();
    let canonical = text.split(' ').nth(1)?;
    (canonical != hands && text.parse::<Feen>().is_ok()).then(|| canonical.to_owned())
}

/// Reads a hand in any order, with counts or repeated letters.
fn reserve(hand: &str) -> Option<Reserve> {
    let is_mark = |c: char| c == '^' || c == '\'';
    let mut held = Vec::new();
    let mut rest = hand;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (count, token) = rest.split_at(digits);
        let letter = token.find(|c: char| c.is_ascii_alphabetic())?;
        let behind = token.get(letter + 1..)?;
        let length = letter + 1 + behind.find(|c| !is_mark(c)).unwrap_or(behind.len());
        let (piece, others) = token.split_at(length);
        held.push((piece.parse().ok()?, if count.is_empty() { 1 } else { count.parse().ok()? }));
        rest = others;
    }
    Some(canonical_reserve(held))
}

fn same_case(styles: &str) -> bool {
    let letters: Vec<char> = styles.chars().filter(char::is_ascii_alphabetic).collect();
    matches!(letters.as_slice(), [one, other] if one.is_ascii_uppercase() == other.is_ascii_uppercase())
}

fn style_name_hint(found: &str) -> Option<String> {
    let letters: String = found.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut rest = letters.chars();
    let first = rest.next()?.to_ascii_uppercase();
    let meant = format!("{first}{}", rest.as_str());
    let form = "a capital letter, then letters, then digits";
    Some(match meant.parse::<ggn_core::notation::snn::Snn>() {
        Ok(name) if meant != found => format!("write {form}: \"{name}\""),
        Ok(_) | Err(_) => format!("write {form}"),
    })
}
