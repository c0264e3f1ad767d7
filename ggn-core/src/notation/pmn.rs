//! PMN: a move as one token (`e2-e4`, `d1+f3`, `e1~g1`, `P*e5`).
//!
//! An operator gives the kind of move, `=X` what the moved piece becomes, `/X` what the captured piece becomes. Rule pages
//! write a promotion with a slash instead, `e7-e8/Q`, and so does [`Pmn::promoting`]; both forms are parsed, and
//! [`Suffix::promotion`] finds the piece in either.
//!
//! ```
//! use ggn_core::notation::pmn::{Operator, Pmn};
//! let pmn: Pmn = "b7+a8=Q".parse()?;
//! let Pmn::Move { source, operator: Operator::Capture, destination, suffix } = pmn else { panic!("a capture") };
//! let piece = suffix.promotion().ok_or("a promotion")?;
//! assert_eq!(Pmn::promoting(source, Operator::Capture, destination, piece).to_string(), "b7+a8/Q");
//! assert_eq!(pmn.to_string(), "b7+a8=Q");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use pest::iterators::Pair;

use super::cell::{Cell, CellErrorKind};
use super::epin::{Epin, EpinErrorKind};
use super::error::ParseError;
use super::grammar::{self, Rule};

/// Kind of a move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `-`: to an empty square.
    Quiet,
    /// `+`: captures the piece on its destination.
    Capture,
    /// `~`: has special effects defined by the rules.
    Special,
}

/// Pieces named after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suffix {
    /// `=X`
    pub equals: Option<Epin>,
    /// `/X`
    pub slash: Option<Epin>,
}

impl Suffix {
    /// Returns what the moved piece becomes, in either of the two forms.
    #[must_use]
    pub fn promotion(self) -> Option<Epin> {
        self.equals.or(self.slash)
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pmn {
    /// `...`
    Pass,
    /// `e2-e4`, `d1+f3`, `e1~g1`
    Move {
        /// Source.
        source: Cell,
        /// Kind of move.
        operator: Operator,
        /// Destination.
        destination: Cell,
        /// Resulting pieces. After [`Operator::Quiet`] there is at most one.
        suffix: Suffix,
    },
    /// `+d4`: a piece is removed and nothing moves.
    StaticCapture {
        /// Its square.
        square: Cell,
        /// The piece that it becomes.
        slash: Option<Epin>,
    },
    /// `P*e5`: a piece from the hand is dropped on an empty square.
    Drop {
        /// The piece, if given.
        piece: Option<Epin>,
        /// Destination.
        destination: Cell,
        /// The piece that it becomes.
        equals: Option<Epin>,
    },
    /// `L.b4`: a piece from the hand captures.
    DropCapture {
        /// The piece, if given.
        piece: Option<Epin>,
        /// Destination.
        destination: Cell,
        /// Resulting pieces.
        suffix: Suffix,
    },
    /// `e4=+P`: a piece changes on its square.
    Mutation {
        /// Its square.
        square: Cell,
        /// The piece that it becomes.
        equals: Epin,
    },
}

impl Pmn {
    /// Creates a move without resulting pieces.
    #[must_use]
    pub fn plain(source: Cell, operator: Operator, destination: Cell) -> Pmn {
        Pmn::Move { source, operator, destination, suffix: Suffix::default() }
    }

    /// Creates a promotion in the form of rule pages.
    #[must_use]
    pub fn promoting(source: Cell, operator: Operator, destination: Cell, piece: Epin) -> Pmn {
        Pmn::Move { source, operator, destination, suffix: Suffix { equals: None, slash: Some(piece) } }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Quiet => "-",
            Operator::Capture => "+",
            Operator::Special => "~",
        })
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.equals {
            write!(f, "={piece}")?;
        }
        self.slash.map_or(Ok(()), |piece| write!(f, "/{piece}"))
    }
}

// Requirements sashite-35, sashite-36, sashite-37, sashite-38, sashite-39, sashite-40, sashite-41.
impl fmt::Display for Pmn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |piece: &Option<Epin>| piece.map(|piece| piece.to_string()).unwrap_or_default();
        match self {
            Pmn::Pass => f.write_str("..."),
            Pmn::Move { source, operator, destination, suffix } => {
                write!(f, "{source}{operator}{destination}{suffix}")
            }
            Pmn::StaticCapture { square, slash } => {
                write!(f, "+{square}{}", Suffix { equals: None, slash: *slash })
            }
            Pmn::Drop { piece, destination, equals } => {
                write!(f, "{}*{destination}{}", named(piece), Suffix { equals: *equals, slash: None })
            }
            Pmn::DropCapture { piece, destination, suffix } => {
                write!(f, "{}.{destination}{suffix}", named(piece))
            }
            Pmn::Mutation { square, equals } => write!(f, "{square}={equals}"),
        }
    }
}

/// Error for a text that is not valid PMN.
pub type ParsePmnError = ParseError<PmnErrorKind>;

/// Classes of PMN errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PmnErrorKind {
    /// Empty text.
    #[error("expected a move")]
    Empty,
    /// No valid start of a move.
    #[error("expected a square, a piece in front of `*` or `.`, or `...`")]
    Start,
    /// No operator after the square or the piece.
    #[error("expected an operator: `-`, `+`, `~`, `*`, `.` or `=`")]
    Operator,
    /// No square after the operator.
    #[error("expected a square after the operator")]
    Destination,
    /// An invalid square.
    #[error(transparent)]
    Square(#[from] CellErrorKind),
    /// An invalid piece after `=` or `/`.
    #[error(transparent)]
    Piece(#[from] EpinErrorKind),
    /// Text that this kind of move does not have.
    #[error("expected the end of the move, or what a piece becomes, where this kind of move has it")]
    Trailing,
}

impl FromStr for Pmn {
    type Err = ParsePmnError;

    fn from_str(text: &str) -> Result<Pmn, ParsePmnError> {
        grammar::parse(Rule::pmn_text, text, read).ok_or_else(|| classify(text))
    }
}

/// Converts a grammar match to a move.
fn read(pair: Pair<'_, Rule>) -> Option<Pmn> {
    let rule = pair.as_rule();
    let mut cells = [None, None];
    let (mut piece, mut suffix) = (None, Suffix::default());
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::piece => piece = Some(Epin::read(part.into_inner().next()?)?),
            Rule::becomes => suffix.equals = Some(Epin::read(part.into_inner().next()?)?),
            Rule::slash => suffix.slash = Some(Epin::read(part.into_inner().next()?)?),
            _ => *cells.iter_mut().find(|cell| cell.is_none())? = Some(Cell::read(part)?),
        }
    }
    let [first, second] = cells;
    let between = |operator| Some(Pmn::Move { source: first?, operator, destination: second?, suffix });
    match rule {
        Rule::pass => Some(Pmn::Pass),
        Rule::quiet => between(Operator::Quiet),
        Rule::capture => between(Operator::Capture),
        Rule::special => between(Operator::Special),
        Rule::static_capture => Some(Pmn::StaticCapture { square: first?, slash: suffix.slash }),
        Rule::drop => Some(Pmn::Drop { piece, destination: first?, equals: suffix.equals }),
        Rule::drop_capture => Some(Pmn::DropCapture { piece, destination: first?, suffix }),
        _ => Some(Pmn::Mutation { square: first?, equals: suffix.equals? }),
    }
}

/// Returns the error for a text that is not a move: an invalid square or piece in it, or else the place where the grammar stopped.
fn classify(text: &str) -> ParsePmnError {
    if text.is_empty() {
        return ParseError::new(PmnErrorKind::Empty, text, 0);
    }
    let body_end = text.find(['=', '/']).unwrap_or(text.len());
    let (body, suffix) = text.split_at_checked(body_end).unwrap_or((text, ""));
    const OPERATORS: [char; 5] = ['-', '+', '~', '*', '.'];
    let from_hand = body.find(['*', '.']);
    // A leading sign belongs to a piece, or to the only square.
    let split = from_hand
        .or_else(|| body.rfind(OPERATORS).filter(|at| *at == 0))
        .or_else(|| body.char_indices().find(|(at, c)| *at > 0 && OPERATORS.contains(c)).map(|(at, _)| at));
    if let Some(split) = split {
        let destination = body.get(split + 1..).unwrap_or_default();
        let source = body.get(..split).filter(|_| from_hand.is_none()).unwrap_or_default();
        for (square, offset) in [(source, 0), (destination, split + 1)] {
            match square.parse::<Cell>() {
                Err(error) if square.starts_with(|c: char| c.is_ascii_lowercase()) => {
                    return error.within(text, offset, PmnErrorKind::Square);
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    for (mark, written) in
        suffix.match_indices(['=', '/']).map(|(at, _)| at).zip(suffix.split(['=', '/']).skip(1))
    {
        if let Err(error) = written.parse::<Epin>() {
            return error.within(text, body_end + mark + 1, PmnErrorKind::Piece);
        }
    }
    let at = grammar::furthest(Rule::pmn_text, text);
    let before = text.get(..at).unwrap_or_default();
    let kind = match before.chars().next_back() {
        None => PmnErrorKind::Start,
        Some(_) if grammar::prefix(Rule::piece, text) == Some(at) => PmnErrorKind::Operator,
        Some(last) if OPERATORS.contains(&last) => PmnErrorKind::Destination,
        Some(_) if before.contains(OPERATORS) || before.contains('=') => PmnErrorKind::Trailing,
        Some(_) => PmnErrorKind::Operator,
    };
    ParseError::new(kind, text, at)
}
