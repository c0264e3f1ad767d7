//! The lower-case letters before an atom: what it may end on, what it passes, and where it goes.

use super::ast::Word;
use super::board::Board;
use super::code::Code;
use super::direction::{Directions, LETTERS};
use super::fault::Faults;

/// Requirement of a move on the squares on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathKind {
    /// A rider's stops are empty, and a leap passes over whatever there is.
    Free,
    /// `n`: the squares of a leap are empty too.
    Lame,
    /// `j`: one of the squares of a leap is occupied, the others are empty.
    Jumper,
    /// `p`: one of a rider's stops is occupied.
    Hopper,
    /// `g`: a rider's last stop before its end is occupied.
    Grasshopper,
}

/// All that stands before an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Modifiers {
    /// `m`
    pub(super) quiet: bool,
    /// `c`
    pub(super) capture: bool,
    pub(super) path: PathKind,
    pub(super) directions: Directions,
}

impl Modifiers {
    pub(super) fn read(word: &Word, board: &Board, faults: &mut Faults) -> Option<Modifiers> {
        let before = faults.list.len();
        let mut read = Modifiers {
            quiet: false,
            capture: false,
            path: PathKind::Free,
            directions: Directions::read(word, board, faults).unwrap_or_default(),
        };
        for (at, letter) in word.value.char_indices().filter(|&(_, letter)| !LETTERS.contains(letter)) {
            let span = word.span.start + at..word.span.start + at + letter.len_utf8();
            let path = match letter {
                'm' | 'c' => {
                    let said = if letter == 'm' { &mut read.quiet } else { &mut read.capture };
                    if std::mem::replace(said, true) {
                        faults.add(Code::Modifier, span, format!("`{letter}` stands twice"));
                    }
                    continue;
                }
                'n' => PathKind::Lame,
                'j' => PathKind::Jumper,
                'p' => PathKind::Hopper,
                'g' => PathKind::Grasshopper,
                _ => {
                    unknown(letter, span, faults);
                    continue;
                }
            };
            if read.path != PathKind::Free {
                faults
                    .add(Code::Modifier, span, "a move has one way to treat what it passes")
                    .expected("one of `n`, `j`, `p` and `g`");
            }
            read.path = path;
        }
        (faults.list.len() == before).then_some(read)
    }
}

/// A letter that modifies nothing here, though it may elsewhere.
fn unknown(letter: char, span: super::ast::Span, faults: &mut Faults) {
    let hint = match letter {
        'i' => {
            Some("a table knows no history: give the piece a state (`+P: mfW2`) or a zone (`from rank 2`)")
        }
        'e' => Some("write a capture in passing with its condition: `mfF when to[b] -p`"),
        'a' | 't' | 'y' => Some("join legs with `-` or `+`: `F-R`"),
        'o' => Some("a board has edges here; moves round them are written out: `a1 -> h1`"),
        'x' | 'k' => Some("captures aside belong to effects.json; its `takes` names the squares"),
        'q' | 'z' => Some("write bent ways as chains with signed vectors: `(+1,+1)-(-1,+1)`"),
        _ => None,
    };
    faults
        .add(Code::UnknownModifier, span, "no modifier has this letter")
        .found(format!("`{letter}`"))
        .expected("`m c` (ends), `n j p g` (ways) or `f b l r s v h` (directions)")
        .perhaps(hint.map(str::to_owned));
}
