//! Path data of a drawing: the part of SVG's grammar that a drawing may have, with every fault at its place.

use std::ops::Range;

/// Greatest number of characters in a path.
pub(super) const PATH_CHARS_MAX: usize = 600;

/// Least number in a path.
const NUMBER_MIN: i32 = -100;

/// Greatest number in a path.
const NUMBER_MAX: i32 = 200;

/// Text that is the path of a shape.
#[derive(Debug)]
pub(crate) struct PathData;

/// Fault in the path of a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {} of {path:?}: {kind}", .part.start)]
pub struct PathFault {
    /// Path as its author wrote it.
    pub path: String,
    /// Faulty bytes of the path.
    pub part: Range<usize>,
    /// Kind of fault.
    pub kind: PathFaultKind,
}

/// Kind of fault in the path of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFaultKind {
    /// The path begins with something else than a point to go to, or is empty.
    #[error("a path begins with M or m")]
    Start,
    /// Characters that no path has, the first of which this is.
    #[error("no path has the character {0:?}")]
    Character(char),
    /// Sign or point without the digits that belong to it.
    #[error("expected a number")]
    Number,
    /// Number out of bounds.
    #[error("expected a number from {min} to {max}", min = NUMBER_MIN, max = NUMBER_MAX)]
    Range,
    /// Comma that does not stand between two numbers.
    #[error("a comma stands between two numbers")]
    Comma,
    /// Letter with another count of numbers than it takes.
    #[error("{letter} takes numbers by {each}, found {found}")]
    Count {
        /// The letter.
        letter: char,
        /// Count of numbers behind it.
        found: usize,
        /// Count of numbers that it takes, once or several times; 0 if it takes none.
        each: usize,
    },
    /// Flag of an arc that is neither 0 nor 1.
    #[error("a flag of an arc is 0 or 1")]
    Flag,
}

/// Returns the count of numbers that a letter of a path takes; `None` for any other character.
fn numbers_of(letter: char) -> Option<usize> {
    match letter.to_ascii_uppercase() {
        'Z' => Some(0),
        'H' | 'V' => Some(1),
        'M' | 'L' | 'T' => Some(2),
        'S' | 'Q' => Some(4),
        'C' => Some(6),
        'A' => Some(7),
        _ => None,
    }
}

/// Returns every fault of a path with its bytes, in the order of the text.
pub(super) fn faults(path: &str) -> Vec<(Range<usize>, PathFaultKind)> {
    let mut reader = Reader { path, at: 0, faults: Vec::new() };
    reader.begin();
    while let Some(letter) = reader.peek() {
        match numbers_of(letter) {
            Some(each) => reader.command(letter, each),
            // Something before the first letter, which has been reported.
            None => reader.at += letter.len_utf8(),
        }
    }
    reader.faults.sort_by_key(|(part, _)| part.start);
    reader.faults
}

/// Reader of a path.
struct Reader<'p> {
    path: &'p str,
    /// Byte that is read next.
    at: usize,
    faults: Vec<(Range<usize>, PathFaultKind)>,
}

impl<'p> Reader<'p> {
    fn rest(&self) -> &str {
        self.path.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&mut self, part: Range<usize>, kind: PathFaultKind) {
        self.faults.push((part, kind));
    }

    /// Checks that a path begins with a point to go to.
    fn begin(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        let first = self.peek();
        if !matches!(first, Some('M' | 'm')) {
            self.fault(self.at..self.at + first.map_or(0, char::len_utf8), PathFaultKind::Start);
        }
    }

    /// Reads a letter and its numbers.
    fn command(&mut self, letter: char, each: usize) {
        let start = self.at;
        self.at += letter.len_utf8();
        let (mut end, mut found) = (self.at, 0_usize);
        let faults_before = self.faults.len();
        // A comma, until a number follows.
        let mut comma = None;
        while let Some(next) = self.peek().filter(|next| numbers_of(*next).is_none()) {
            let part = self.at..self.at + next.len_utf8();
            match next {
                ' ' => self.at = part.end,
                ',' => {
                    self.at = part.end;
                    if found == 0 || comma.is_some() {
                        self.fault(part, PathFaultKind::Comma);
                    } else {
                        comma = Some(part);
                    }
                }
                '0'..='9' | '+' | '-' | '.' => {
                    self.number(each == 7 && matches!(found % 7, 3 | 4));
                    (end, found, comma) = (self.at, found + 1, None);
                }
                other => {
                    self.at = part.end;
                    self.stray(part, other);
                }
            }
        }
        if let Some(part) = comma {
            self.fault(part, PathFaultKind::Comma);
        }
        // Where something could not be read, the count says nothing.
        let is_counted = found.is_multiple_of(each) && (found > 0 || each == 0);
        if !is_counted && self.faults.len() == faults_before {
            self.fault(start..end, PathFaultKind::Count { letter, found, each });
        }
    }

    /// Reports a character that no path has, together with those before it.
    fn stray(&mut self, part: Range<usize>, character: char) {
        match self.faults.last_mut() {
            Some((run, PathFaultKind::Character(_))) if run.end == part.start => run.end = part.end,
            _ => self.fault(part, PathFaultKind::Character(character)),
        }
    }

    /// Reads a number, or a flag of an arc, which ends after its digit.
    fn number(&mut self, is_flag: bool) {
        let start = self.at;
        if is_flag && self.rest().starts_with(['0', '1']) {
            self.at += 1;
            return;
        }
        let is_negative = self.rest().starts_with('-');
        if self.rest().starts_with(['+', '-']) {
            self.at += 1;
        }
        let whole = self.digits();
        let fraction = self.rest().starts_with('.').then(|| {
            self.at += 1;
            self.digits()
        });
        let part = start..self.at;
        if fraction.unwrap_or(whole).is_empty() {
            self.fault(part, PathFaultKind::Number);
        } else if is_flag {
            self.fault(part, PathFaultKind::Flag);
        } else if !is_in_range(is_negative, whole, fraction.unwrap_or_default()) {
            self.fault(part, PathFaultKind::Range);
        }
    }

    /// Reads digits, and returns them.
    fn digits(&mut self) -> &'p str {
        let rest = self.path.get(self.at..).unwrap_or_default();
        let end = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }
}

/// Returns whether a number is within the bounds. Its digits are compared as they stand: floating-point numbers would add 30 kB to the engine of the
/// rule lab.
fn is_in_range(is_negative: bool, whole: &str, fraction: &str) -> bool {
    let bound = if is_negative { NUMBER_MIN } else { NUMBER_MAX }.unsigned_abs();
    let add = |value: u32, digit: u8| {
        value.saturating_mul(10).saturating_add(u32::from(digit.saturating_sub(b'0')))
    };
    let whole = whole.bytes().fold(0, add);
    whole < bound || (whole == bound && fraction.bytes().all(|digit| digit == b'0'))
}
