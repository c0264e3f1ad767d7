//! Faults of a ruleset's files.

use std::fmt;

use super::endings::EndStatus;
#[cfg(feature = "lint")]
use super::path::PathFault;
use crate::json::JsonPath;
use crate::notation::cgsn::Status;
use crate::notation::ggn::GgnFaultKind;
use crate::position::SetupFault;

/// Fault, with its file and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the file inside the ruleset's folder.
    pub file: String,
    /// Path in the file's JSON.
    pub path: JsonPath,
    /// Kind of fault.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.path, self.kind)
    }
}

/// Kind of fault at one place of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The file is missing.
    #[error("the file is missing; a ruleset needs it")]
    Missing,
    /// A file that no ruleset has.
    #[error(
        "a ruleset has no such file; known are ruleset.json, effects.json, setup.json, perft.json, games.json and ggn/*.json"
    )]
    UnknownFile,
    /// The file is not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A key occurs twice in one object.
    #[error("the key stands twice in one object; only one of the two could be meant")]
    DuplicateKey,
    /// Wrong kind of JSON value.
    #[error("expected {expected}, found {found}")]
    Type {
        /// Expected kind of value.
        expected: &'static str,
        /// Kind of value found.
        found: &'static str,
    },
    /// Unknown field.
    #[error("no such field here; known are {}", .known.join(", "))]
    UnknownField {
        /// Known fields.
        known: &'static [&'static str],
    },
    /// Missing field.
    #[error("the field `{0}` is missing")]
    MissingField(&'static str),
    /// Word that is not in the format's list.
    #[error("found {found:?}, expected one of {}", .known.join(", "))]
    UnknownWord {
        /// The word.
        found: String,
        /// Known words.
        known: &'static [&'static str],
    },
    /// Malformed name or style.
    #[error("{0}")]
    Form(String),
    /// Table that is not GGN.
    #[error(transparent)]
    Ggn(GgnFaultKind),
    /// Text that is not a valid CELL, QPI, SIN, FEEN, …
    #[error("found {found:?}, expected {expected}: {why}")]
    Notation {
        /// The text.
        found: String,
        /// Expected notation.
        expected: &'static str,
        /// Byte of the text at which parsing failed.
        at: usize,
        /// Message of the notation's parser.
        why: String,
    },
    /// Square that the board does not have.
    #[error("the square {0} is not on the board")]
    OffBoard(String),
    /// Piece that has no table, is created nowhere, and is not in the initial position.
    #[error(
        "no piece {0}: it has no table, nothing becomes it, and it does not stand in the initial position"
    )]
    UnknownPiece(String),
    /// Role that no piece has.
    #[error("no piece of the ruleset is {0}, in any state or of any side")]
    UnknownRole(String),
    /// Piece without an entry under `pieces`.
    #[error("{0} has no entry under `pieces` in ruleset.json")]
    Nameless(String),
    /// More pieces than a byte can number.
    #[error("{0} pieces; at most {max} are possible", max = crate::PieceId::COUNT_MAX)]
    TooManyPieces(usize),
    /// Change that would also change the side, or that concerns another side's piece.
    #[error("{from} cannot become {to}: they belong to different sides")]
    ChangesSide {
        /// The piece before.
        from: String,
        /// The piece after.
        to: String,
    },
    /// Effect on a row that is in no table.
    #[error("no table has the row {piece} {from} to {to}, so nothing can have this effect")]
    NoSuchRow {
        /// The piece.
        piece: String,
        /// Its source.
        from: String,
        /// Its destination.
        to: String,
    },
    /// Effect whose `when` matches no possibility of its row.
    #[error("no possibility of the row has this `when` among its `must`")]
    NoSuchPossibility,
    /// Two effects that match the same possibility.
    #[error("another effect already fits the same possibility of this row")]
    TwoEffects,
    /// Effect that takes or carries the piece that the row itself moves, or carries a piece onto its destination.
    #[error("{0} is the row's own source or destination, which the row itself changes")]
    OwnSquare(String),
    /// Square or piece that an effect names twice where it may occur only once.
    #[error("{0} stands twice in this effect; it can be meant only once")]
    Twice(String),
    /// Empty list that must have entries.
    #[error("the list is empty; name at least one")]
    Empty,
    /// Entry of a role that has one already, under this key.
    #[error("{0} is an entry of the same role")]
    RoleTwice(String),
    /// Ending that is listed twice.
    #[error("the ending `{0}` stands twice")]
    EndingTwice(EndStatus),
    /// Possibility without a condition on its destination.
    #[error("nothing is asked of the destination {0}, so the move would also take a piece of its own side")]
    OpenDestination(String),
    /// Condition because of which its possibility never holds.
    #[error("this never holds: {0}")]
    NeverHolds(Never),
    /// Rows of a piece on a square, or in a hand, where it can never be.
    #[error(
        "{piece} can never be on {place}: it does not start there, may not be set up there, and no move leads there"
    )]
    UnreachableRow {
        /// The piece.
        piece: String,
        /// The square, or `*`.
        place: String,
    },
    /// Piece that enters the game and has no table.
    #[error("{0} has no table, so it could never move")]
    NoTable(String),
    /// Effect that carries a piece from a square on which its row does not require one.
    #[error("the row {row} does not ask for a piece on {square}, so there may be none to carry")]
    CarriesUnsaid {
        /// Square on which the piece should stand.
        square: String,
        /// The row.
        row: String,
    },
    /// Effect that carries a piece to a square that its row does not require to be free.
    #[error(
        "the row {row} does not ask {square} to be empty, so the piece that is carried there might replace another"
    )]
    CarriesOnto {
        /// Square to which the piece would go.
        square: String,
        /// The row.
        row: String,
    },
    /// Two promotion choices that a player cannot distinguish.
    #[error("another choice has the letter {0} too; a player chooses by the letter")]
    SameLetter(char),
    /// Marker that expires to a marker.
    #[error("{0} expires as well; what a marker falls to must stay")]
    NeverSettles(String),
    /// Range whose end is before its start.
    #[error("at least {min} and at most {max}: no number is both")]
    EmptyRange {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// Effects with `unattacked` squares in a ruleset without the constraint `unattacked`.
    #[error(
        "effects.json lists `unattacked` squares, but the constraint `unattacked` is not listed here, so nothing heeds them"
    )]
    UnattackedUnasked,
    /// Constraint or ending about royal pieces in a game without any.
    #[error("no piece of the initial position is royal (marked `^`), so this can never apply")]
    NoRoyal,
    /// Piece of neither side that has rows.
    #[error("the piece belongs to neither side, so nobody may move it, and it has rows")]
    NeutralMoves,
    /// Rule about something that is not in the game.
    #[error("{0}, so this has no effect")]
    WithoutEffect(&'static str),
    /// Arrival that ends the game after the answer of one side, and of both.
    #[error("`answer` and `held` each say when the game ends")]
    AnsweredAndHeld,
    /// Starts that cannot be numbered.
    #[error("{0}")]
    Starts(&'static str),
    /// Covered pieces that cannot hide their pool.
    #[error("{0}")]
    Covered(&'static str),
    /// Entry that is repeated in a list of distinct entries.
    #[error("this stands twice in the list")]
    Repeated,
    /// Overlay that names itself where another is required.
    #[error("this is its own id; another is meant")]
    NamesItself,
    /// Number below the minimum.
    #[error("found {found}, expected at least {least}")]
    TooSmall {
        /// The number.
        found: u32,
        /// Minimum.
        least: u32,
    },
    /// Number above the maximum.
    #[cfg(feature = "mechanic")]
    #[error("found {found}, expected at most {most}")]
    TooLarge {
        /// The number.
        found: u32,
        /// Maximum.
        most: u32,
    },
    /// More entries or characters than the bound.
    #[cfg(feature = "lint")]
    #[error("{found} {what}, expected at most {most}")]
    TooMany {
        /// Plural of what is counted.
        what: &'static str,
        /// Their number.
        found: usize,
        /// Maximum.
        most: usize,
    },
    /// Path of a drawing that is not path data.
    #[cfg(feature = "lint")]
    #[error(transparent)]
    Path(PathFault),
    /// Drawing of lines and details alone.
    #[cfg(feature = "lint")]
    #[error("no shape of the drawing has the paint `body`")]
    NoBody,
    /// Mechanic that depends on another one that is missing.
    #[cfg(feature = "mechanic")]
    #[error("this mechanic asks for the mechanic `{0}`, which is not listed")]
    NeedsMechanic(&'static str),
    /// Material that no side can have, according to `setup.json`.
    #[error("{found} × {role} is listed, but setup.json allows a side {}, so this can never apply", range(*.min, *.max))]
    ImpossibleMaterial {
        /// Name of the role for people.
        role: String,
        /// Number of times that it is listed.
        found: u32,
        /// Minimum that a side may have.
        min: u32,
        /// Maximum that a side may have.
        max: Option<u32>,
    },
    /// Doubt: one side has a royal piece and the other has none.
    #[error("{0} has no royal piece (marked `^`) and the other side has one")]
    OneSidedRoyal(String),
    /// Doubt: ending that depends on check in a game that lets a royal piece stay in check.
    #[error(
        "`{0}` without the constraint `royal-safety`: a side in check may move on, and its royal piece be taken"
    )]
    MateWithoutSafety(Status),
    /// Doubt: mechanic that can destroy a royal piece, without an ending for that case.
    #[cfg(feature = "mechanic")]
    #[error(
        "a royal piece can be destroyed, and no ending `extinction` says what that means: the game would end by `stalemate`, if at all"
    )]
    DestroyedWithoutEnd,
    /// Doubt: two roles with the same letter in algebraic notation.
    #[error("{first} and {second} are both written {san:?} in algebraic notation")]
    SharedSpelling {
        /// Name of one role for people.
        first: String,
        /// Name of the other role for people.
        second: String,
        /// Letter of both.
        san: String,
    },
    /// The initial position breaks the ruleset's own `setup.json`.
    #[error("the initial position is impossible: {0}")]
    Initial(SetupFault),
}

/// Range as text that follows "allows a side".
fn range(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("at least {min}"),
    }
}

/// Reason why a condition never holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Never {
    /// `deny` excludes a condition of `must`.
    #[error("`deny` rules out what `must` asks of this square")]
    Contradiction,
    /// The square is the source of the move.
    #[error("the moving piece itself stands on this square")]
    MoverStandsThere,
    /// The piece can never stand on the square.
    #[error("{0} can never stand on this square")]
    NeverThere(String),
    /// The piece has a marker that expires before its side is to move.
    #[error("{0} bears a mark of the mover's own, which has fallen by now")]
    MarkHasFallen(String),
}

/// Faults of a ruleset; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn new(faults: Vec<Fault>) -> Option<Faults> {
        (!faults.is_empty()).then_some(Faults(faults))
    }

    pub(crate) fn missing(file: &str) -> Faults {
        Faults(vec![Fault { file: file.to_owned(), path: JsonPath::default(), kind: FaultKind::Missing }])
    }

    /// Returns the faults: first those of form, file by file, then those of meaning. Within a file they follow its text.
    #[must_use]
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
