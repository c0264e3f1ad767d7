//! Eight levels, from a beginner's to all that the search can do.

use std::str::FromStr;

/// Strength of a bot, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// The text of a level is no number from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchLevel;

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Greatest depth in plies, captures beyond it aside.
    pub(crate) depth: u32,
    /// Work: one unit is a position of a compiled game.
    pub(crate) work: u64,
    /// Greatest error of a move's score, in hundredths of a third of the mean piece.
    pub(crate) error: i32,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// Returns the level as a number from 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn effort(self) -> Effort {
        let (depth, work, error) = match self.0 {
            1 => (1, 2_000, 600),
            2 => (1, 2_000, 200),
            3 => (2, 5_000, 120),
            4 => (2, 10_000, 30),
            5 => (3, 20_000, 0),
            6 => (5, 60_000, 0),
            7 => (7, 200_000, 0),
            _ => (64, 600_000, 0),
        };
        Effort { depth, work, error }
    }
}

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<Level, NoSuchLevel> {
        if (1..=8).contains(&number) { Ok(Level(number)) } else { Err(NoSuchLevel) }
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Level, NoSuchLevel> {
        text.parse::<u8>().map_err(|_| NoSuchLevel).and_then(Level::try_from)
    }
}

impl std::fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a level is a number from 1 to 8")
    }
}

impl std::error::Error for NoSuchLevel {}
