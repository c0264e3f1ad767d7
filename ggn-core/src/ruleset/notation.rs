//! Notation that the players of a game read: its form, and the names of squares in it.

use super::bind::Names;
use super::binder::Binder;
use super::fault::FaultKind;
use super::raw::{RawMoveForm, RawNotation};
use super::text::Text;
use crate::hashing::HashMap;
use crate::notation::qpi::Qpi;
use crate::piece::Role;
use crate::square::{Shape, Square};

/// Greatest number of characters in the name of a file or of a rank, and in the letters of a piece.
const CHARS_MAX: usize = 2;

/// Greatest number of characters in the word for a pass.
const PASS_CHARS_MAX: usize = 12;

/// Notation that the players of a game read, beside algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNotation {
    /// Form of a move.
    pub moves: MoveForm,
    /// Word for a pass, where it is not that of algebraic notation.
    pub pass: Option<String>,
    /// Letters of pieces, where they are not those of algebraic notation.
    pub letters: Vec<(Role, String)>,
    /// Names of squares, where they are not those of CELL.
    pub squares: Option<SquareNames>,
}

/// Form of a move in the notation of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// Piece, source if other pieces of its kind could arrive there too, and destination: `P-7f`, `G6i-5h`, `B*4e`, `Rx2c+`.
    Squares,
    /// Piece, its file, the direction, and the ranks or the file that it goes to, each side counting files from its right: `C2=5`, `H8+7`. Of a drop the file
    /// and the rank, which each side counts from its own: `C@55`.
    Files,
    /// Piece, source and destination, with the captured piece: `H02-83`, `E44xP72`.
    Long,
}

/// Names of the squares of a board with two dimensions: that of the file, followed by that of the rank, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareNames {
    /// Names of the files, from file `a`.
    pub files: Vec<String>,
    /// Names of the ranks, from rank 1.
    pub ranks: Vec<String>,
    /// True if the name of the rank comes first.
    pub ranks_first: bool,
}

impl SquareNames {
    /// Returns whether there are as many names as files and ranks.
    fn fit(&self, shape: &Shape) -> bool {
        let counts = [self.files.len(), self.ranks.len()];
        counts.into_iter().eq(shape.sizes().iter().map(|size| usize::from(*size)))
    }

    /// Returns the name of a square.
    pub(crate) fn name(&self, shape: &Shape, square: Square) -> String {
        let names = [&self.files, &self.ranks];
        let at = shape.coordinates(square).zip(names);
        let named = at.filter_map(|(at, names)| names.get(usize::from(at))).map(String::as_str);
        let mut parts: Vec<&str> = named.collect();
        if self.ranks_first {
            parts.reverse();
        }
        parts.concat()
    }
}

/// Binds the notation of a manifest to the board and the pieces.
pub(super) fn bind(
    at: &mut Binder<'_>,
    names: &Names<'_>,
    raw: Option<&RawNotation>,
    shape: &Shape,
) -> Option<GameNotation> {
    let raw = raw?;
    at.within("notation", |at| {
        let &[files, ranks] = shape.sizes() else {
            at.fault(FaultKind::Form(
                "only a board with files and ranks alone has such a notation".to_owned(),
            ));
            return None;
        };
        check_names(at, "files", raw.files.as_deref(), files);
        check_names(at, "ranks", raw.ranks.as_deref(), ranks);
        let moves = match raw.moves {
            RawMoveForm::Squares => MoveForm::Squares,
            RawMoveForm::Files => MoveForm::Files,
            RawMoveForm::Long => MoveForm::Long,
        };
        let squares = match (&raw.files, &raw.ranks) {
            (Some(files), Some(ranks)) => {
                let ranks_first = raw.ranks_first;
                Some(SquareNames { files: files.clone(), ranks: ranks.clone(), ranks_first })
            }
            (None, None) => {
                if raw.ranks_first {
                    at.fault(FaultKind::Form(
                        "neither files nor ranks have names, so none comes first".to_owned(),
                    ));
                }
                None
            }
            (Some(_), None) => {
                at.fault(FaultKind::Form("the files have names, the ranks have none".to_owned()));
                None
            }
            (None, Some(_)) => {
                at.fault(FaultKind::Form("the ranks have names, the files have none".to_owned()));
                None
            }
        };
        if let Some(names) = squares.as_ref().filter(|names| names.fit(shape)) {
            check_squares(at, names, shape);
        }
        let letters = at.within("letters", |at| {
            let bind = |(piece, letters): &(Text<Qpi>, String)| {
                at.within(piece, |at| {
                    if letters.is_empty() || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                        at.fault(FaultKind::Form(format!("found {letters:?}, expected one or two letters")));
                    } else {
                        check_text(at, letters);
                    }
                    Some((names.role(at, piece)?, letters.clone()))
                })
            };
            raw.letters.iter().filter_map(bind).collect()
        });
        if let Some(word) = &raw.pass {
            at.within("pass", |at| check_pass(at, word));
        }
        Some(GameNotation { moves, pass: raw.pass.clone(), letters, squares })
    })
}

/// Checks that no two squares have names that read alike, and that no name is that of another square in CELL: people type both.
fn check_squares(at: &mut Binder<'_>, names: &SquareNames, shape: &Shape) {
    let mut known: HashMap<String, Square> = HashMap::default();
    for square in shape.iter() {
        let name = names.name(shape, square).to_ascii_lowercase();
        if name.parse().ok().and_then(|cell| shape.square(cell)).is_some_and(|named| named != square) {
            at.fault(FaultKind::Form(format!("{name:?} is the name of another square everywhere else")));
            return;
        }
        if let Some(other) = known.insert(name.clone(), square) {
            let both: Vec<String> =
                [other, square].iter().filter_map(|square| Some(shape.cell(*square)?.to_string())).collect();
            at.fault(FaultKind::Form(format!("{} have the same name, {name:?}", both.join(" and "))));
            return;
        }
    }
}

/// Checks that there are as many names as files or ranks, each of one or two letters and digits.
fn check_names(at: &mut Binder<'_>, dimension: &'static str, names: Option<&[String]>, count: u8) {
    let Some(names) = names else { return };
    at.within(dimension, |at| {
        if names.len() != usize::from(count) {
            at.fault(FaultKind::Form(format!("{} names for {count} {dimension}", names.len())));
        }
        for (index, name) in names.iter().enumerate() {
            at.within(index, |at| check_text(at, name));
        }
    });
}

/// Checks that the word for a pass is of letters alone, in any script: a digit may be part of a square, and a sign that of another move.
fn check_pass(at: &mut Binder<'_>, word: &str) {
    let is_short = (1..=PASS_CHARS_MAX).contains(&word.chars().count());
    if !is_short || !word.chars().all(char::is_alphabetic) {
        at.fault(FaultKind::Form(format!("found {word:?}, expected 1 to {PASS_CHARS_MAX} letters")));
    }
}

/// Checks that a text is of one or two letters and digits.
fn check_text(at: &mut Binder<'_>, text: &str) {
    let is_short = (1..=CHARS_MAX).contains(&text.len());
    if !is_short || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        at.fault(FaultKind::Form(format!("found {text:?}, expected one or two letters or digits of ASCII")));
    }
}
