//! PGN: games of chess as people keep them. For other games the same form is used, with the tags `Variant` and `FEEN`.
//!
//! [`games`] reads leniently: it keeps what it understands, and reports the rest with its place. [`PgnGame`] prints
//! in export format. Both know text only; [`import`] plays a text's moves under a ruleset.
//!
//! ```
//! use authoring::pgn;
//! let text = "[White \"A\"]\n1. e4! {the best} (1. d4 d5) e5 2.Nf3 ½-½";
//! let game = pgn::games(text).next().ok_or("a game")?;
//! assert!(game.faults.is_empty());
//! assert_eq!(game.line.moves[0].text, "e4");
//! let printed = game.to_string();
//! assert!(printed.ends_with("1. e4 $1 {the best} (1. d4 d5) 1... e5 2. Nf3 1/2-1/2\n"), "{printed}");
//! let again = pgn::games(&printed).next().ok_or("a game")?;
//! assert_eq!(again.to_string(), printed);
//! # Ok::<(), &str>(())
//! ```

mod decode;
mod export;
mod import;
mod print;
mod read;

use std::fmt;

use ggn_core::Side;

pub use decode::{Decoded, NotText, decode};
pub use export::WrongTag;
pub use import::{Imported, import};
pub use read::{Games, games};

/// The most bytes that a file may have.
pub const BYTES_MAX: usize = 64 << 20;
/// Greatest depth of variations inside each other.
pub const NESTING_MAX: usize = 32;
/// The most moves, comments and glyphs that a game may have, those of its variations included.
pub const ITEMS_MAX: usize = 50_000;
/// The most tags that a game may have.
pub const TAGS_MAX: usize = 256;
/// The most faults that are reported of one game. The rest is passed over: it is hardly PGN.
pub const FAULTS_MAX: usize = 100;

/// The tags that every game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A place in a text, both counted from one; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnFault {
    /// Place.
    pub at: LineColumn,
    /// True if something could not be understood. If not, it was understood, but is not as PGN has it.
    pub is_error: bool,
    /// Message.
    pub message: String,
}

/// Outcome of a game, as PGN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0` or `0-1`
    Won(Side),
    /// `1/2-1/2`
    Drawn,
    /// `*`: the game goes on, or its result is unknown.
    Unknown,
}

impl Outcome {
    /// Returns the outcome that a text is.
    #[must_use]
    pub fn read(text: &str) -> Option<Outcome> {
        match text {
            "1-0" => Some(Outcome::Won(Side::First)),
            "0-1" => Some(Outcome::Won(Side::Second)),
            "1/2-1/2" | "½-½" => Some(Outcome::Drawn),
            "*" => Some(Outcome::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Won(Side::First) => "1-0",
            Outcome::Won(Side::Second) => "0-1",
            Outcome::Drawn => "1/2-1/2",
            Outcome::Unknown => "*",
        })
    }
}

/// One game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Place of its beginning.
    pub at: LineColumn,
    /// Its tags, each name once, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// Its moves.
    pub line: Line,
    /// Result at its end.
    pub outcome: Option<Outcome>,
    /// Faults.
    pub faults: Vec<PgnFault>,
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A line of moves: the game itself, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// Place.
    pub at: LineColumn,
    /// The number written before it, and whether it is followed by more than one dot: then it is the second side's.
    pub number: Option<(u32, bool)>,
    /// The move as it is written, without marks of quality.
    pub text: String,
    /// Notes after it, in the order of the text.
    pub notes: Vec<Note>,
}

/// Note after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A numeric annotation glyph: `$1`, or `!`.
    Nag(u8),
    /// A comment, its blanks and line ends made single blanks.
    Comment(String),
    /// Moves that could have been played instead of this one.
    Variation(Line),
}
