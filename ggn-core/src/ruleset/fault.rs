//! What can be wrong with a ruleset's files.

use std::fmt;

use crate::ending::EndStatus;
use crate::json::JsonPath;
use crate::notation::cgsn::Status;
use crate::notation::ggn::GgnFaultKind;
use crate::setup::SetupFault;

/// One fault, with the file and the place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the file inside the ruleset's folder.
    pub file: String,
    /// Where in the file's JSON.
    pub path: JsonPath,
    /// What is wrong there.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.path, self.kind)
    }
}

/// What is wrong at one place of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The file is not there.
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
    /// A key stands twice in one object.
    #[error("the key stands twice in one object; only one of the two could be meant")]
    DuplicateKey,
    /// Another kind of JSON value than the format has there.
    #[error("expected {expected}, found {found}")]
    Type {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: &'static str,
    },
    /// A field that the format does not have there.
    #[error("no such field here; known are {}", .known.join(", "))]
    UnknownField {
        /// The fields that there are.
        known: &'static [&'static str],
    },
    /// A field that must be there and is not.
    #[error("the field `{0}` is missing")]
    MissingField(&'static str),
    /// A word that is not in the format's list.
    #[error("found {found:?}, expected one of {}", .known.join(", "))]
    UnknownWord {
        /// The word.
        found: String,
        /// The words that there are.
        known: &'static [&'static str],
    },
    /// A name or a style that is not as it must be.
    #[error("{0}")]
    Form(String),
    /// A table is not GGN.
    #[error(transparent)]
    Ggn(GgnFaultKind),
    /// A text that is no CELL, QPI, SIN, FEEN, …
    #[error("found {found:?}, expected {expected}: {why}")]
    Notation {
        /// The text.
        found: String,
        /// What it should be.
        expected: &'static str,
        /// The byte of the text at which it goes wrong.
        at: usize,
        /// What the notation's parser says.
        why: String,
    },
    /// A square that the board does not have.
    #[error("the square {0} is not on the board")]
    OffBoard(String),
    /// A piece that has no table, is nowhere made, and does not stand in the initial position.
    #[error(
        "no piece {0}: it has no table, nothing becomes it, and it does not stand in the initial position"
    )]
    UnknownPiece(String),
    /// A role that no piece has.
    #[error("no piece of the ruleset is {0}, in any state or of any side")]
    UnknownRole(String),
    /// A piece without an entry under `pieces`.
    #[error("{0} has no entry under `pieces` in ruleset.json")]
    Nameless(String),
    /// More pieces than a byte can number.
    #[error("{0} pieces; at most {max} are possible", max = crate::PieceId::COUNT_MAX)]
    TooManyPieces(usize),
    /// A change that would also change the side, or concern another side's piece.
    #[error("{from} cannot become {to}: they belong to different sides")]
    ChangesSide {
        /// The piece before.
        from: String,
        /// The piece after.
        to: String,
    },
    /// An effect on a row that is in no table.
    #[error("no table has the row {piece} {from} to {to}, so nothing can have this effect")]
    NoSuchRow {
        /// The piece.
        piece: String,
        /// Its source.
        from: String,
        /// Its destination.
        to: String,
    },
    /// An effect whose `when` fits no possibility of its row.
    #[error("no possibility of the row has this `when` among its `must`")]
    NoSuchPossibility,
    /// Two effects that fit the same possibility.
    #[error("another effect already fits the same possibility of this row")]
    TwoEffects,
    /// An effect that takes or carries what the row itself moves, or carries something onto the piece that arrives.
    #[error("{0} is the row's own source or destination, which the row itself changes")]
    OwnSquare(String),
    /// A square or a piece that an effect names twice where it can be meant only once.
    #[error("{0} stands twice in this effect; it can be meant only once")]
    Twice(String),
    /// A list that must name something is empty.
    #[error("the list is empty; name at least one")]
    Empty,
    /// An ending that stands twice.
    #[error("the ending `{0}` stands twice")]
    EndingTwice(EndStatus),
    /// A possibility that says nothing about its destination.
    #[error("nothing is asked of the destination {0}, so the move would also take a piece of its own side")]
    OpenDestination(String),
    /// A condition because of which its possibility never holds.
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
    /// A piece that comes into the game and has no table.
    #[error("{0} has no table, so it could never move")]
    NoTable(String),
    /// An effect that carries a piece from a square on which its row does not ask for one.
    #[error("the row {row} does not ask for a piece on {square}, so there may be none to carry")]
    CarriesUnsaid {
        /// Where the piece should stand.
        square: String,
        /// The row.
        row: String,
    },
    /// An effect that carries a piece to a square that its row does not ask to be free.
    #[error(
        "the row {row} does not ask {square} to be empty, so the piece that is carried there might replace another"
    )]
    CarriesOnto {
        /// Where the piece would go.
        square: String,
        /// The row.
        row: String,
    },
    /// Two choices of what a piece becomes that a player cannot tell apart.
    #[error("another choice has the letter {0} too; a player chooses by the letter")]
    SameLetter(char),
    /// A marker that falls to a marker.
    #[error("{0} expires as well; what a marker falls to must stay")]
    NeverSettles(String),
    /// A range whose end is before its start.
    #[error("at least {min} and at most {max}: no number is both")]
    EmptyRange {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// Effects list `unattacked` squares, but nothing makes them count.
    #[error(
        "effects.json lists `unattacked` squares, but the constraint `unattacked` is not listed here, so nothing heeds them"
    )]
    UnattackedUnasked,
    /// A constraint or an ending about royal pieces in a game without one.
    #[error("no piece of the initial position is royal (marked `^`), so this can never apply")]
    NoRoyal,
    /// An entry that stands twice in a list where once is enough.
    #[error("this stands twice in the list")]
    Repeated,
    /// An overlay that names itself where another is meant.
    #[error("this is its own id; another is meant")]
    NamesItself,
    /// A number that is too small to mean anything.
    #[error("found {found}, expected at least {least}")]
    TooSmall {
        /// The number.
        found: u32,
        /// The least that makes sense.
        least: u32,
    },
    /// A number that is too large to be kept, or to be meant.
    #[cfg(feature = "mechanic")]
    #[error("found {found}, expected at most {most}")]
    TooLarge {
        /// The number.
        found: u32,
        /// The most that there can be.
        most: u32,
    },
    /// A mechanic that works on what another keeps, which is not there.
    #[cfg(feature = "mechanic")]
    #[error("this mechanic asks for the mechanic `{0}`, which is not listed")]
    NeedsMechanic(&'static str),
    /// Material that `setup.json` says no side can have.
    #[error("{found} × {role} is listed, but setup.json allows a side {}, so this can never apply", range(*.min, *.max))]
    ImpossibleMaterial {
        /// What people call the role.
        role: String,
        /// How often it is listed.
        found: u32,
        /// The least that a side may have.
        min: u32,
        /// The most that a side may have.
        max: Option<u32>,
    },
    /// A doubt: one side has a royal piece and the other has none.
    #[error("{0} has no royal piece (marked `^`) and the other side has one")]
    OneSidedRoyal(String),
    /// A doubt: an ending that asks for check in a game that lets a royal piece stay in check.
    #[error(
        "`{0}` without the constraint `royal-safety`: a side in check may move on, and its royal piece be taken"
    )]
    MateWithoutSafety(Status),
    /// A doubt: a mechanic that can destroy a royal piece, and no ending that says what this means.
    #[cfg(feature = "mechanic")]
    #[error(
        "a royal piece can be destroyed, and no ending `extinction` says what that means: the game would end by `stalemate`, if at all"
    )]
    DestroyedWithoutEnd,
    /// A doubt: two roles that algebraic notation writes alike.
    #[error("{first} and {second} are both written {san:?} in algebraic notation")]
    SharedSpelling {
        /// What people call one.
        first: String,
        /// What people call the other.
        second: String,
        /// How both are written.
        san: String,
    },
    /// The initial position breaks the ruleset's own `setup.json`.
    #[error("the initial position is impossible: {0}")]
    Initial(SetupFault),
}

/// A range in words that follow "allows a side".
fn range(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("at least {min}"),
    }
}

/// Why a condition never holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Never {
    /// `deny` rules out what `must` asks.
    #[error("`deny` rules out what `must` asks of this square")]
    Contradiction,
    /// The square is the one from which the piece moves.
    #[error("the moving piece itself stands on this square")]
    MoverStandsThere,
    /// The piece can never stand on the square.
    #[error("{0} can never stand on this square")]
    NeverThere(String),
    /// The piece bears a mark that falls before its side is to move.
    #[error("{0} bears a mark of the mover's own, which has fallen by now")]
    MarkHasFallen(String),
}

/// All faults of a ruleset; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn new(faults: Vec<Fault>) -> Option<Faults> {
        (!faults.is_empty()).then_some(Faults(faults))
    }

    pub(crate) fn missing(file: &str) -> Faults {
        Faults(vec![Fault { file: file.to_owned(), path: JsonPath::default(), kind: FaultKind::Missing }])
    }

    /// The faults: first those of form, file by file, then those of meaning. Inside a file they follow its text.
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
