//! Bounds on a file of patterns and its tables: a slip of the pen must not fill the memory.

/// The most bytes of one file of patterns. All of chess is under one thousand.
pub const FILE_BYTES_MAX: usize = 64 * 1024;

/// The most names that one file may give to sets of squares.
pub const ZONES_MAX: usize = 256;

/// The most legs of a chain: every bend doubles the ways.
pub const LEGS_MAX: usize = 8;

/// The most possibilities of one table. Chess has 5,824 for its queens.
pub const POSSIBILITIES_MAX: usize = 250_000;

/// The most conditions of one table; a table of so many takes some 20 MB of text.
pub const CONDITIONS_MAX: usize = 1_500_000;

/// The most squares that are looked at while one file is written out, whether or not they come to anything.
pub const VISITS_MAX: usize = 20_000_000;

/// Amounts that a file has used up so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    visits: usize,
    possibilities: usize,
    conditions: usize,
}

/// Reasons why a line is not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It is faulty, and its faults have been reported.
    Faulty,
    /// The file comes to more than this.
    Spent(usize, &'static str),
}

impl Budget {
    /// Looks at squares.
    pub(super) fn visit(&mut self, squares: usize) -> Result<(), Stop> {
        add(&mut self.visits, squares, VISITS_MAX, "squares to look at")
    }

    /// Writes a possibility with so many conditions.
    pub(super) fn write(&mut self, conditions: usize) -> Result<(), Stop> {
        add(&mut self.possibilities, 1, POSSIBILITIES_MAX, "possibilities")?;
        add(&mut self.conditions, conditions, CONDITIONS_MAX, "conditions")
    }
}

fn add(used: &mut usize, more: usize, most: usize, what: &'static str) -> Result<(), Stop> {
    *used = used.saturating_add(more);
    if *used > most { Err(Stop::Spent(most, what)) } else { Ok(()) }
}
