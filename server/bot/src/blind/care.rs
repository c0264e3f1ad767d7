//! Care with which a level plays what it does not see.

use crate::level::Level;

/// Bounds of a belief and of a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Care {
    /// Positions beyond which a belief is a sample.
    pub(crate) cap: usize,
    /// Positions over which an action is chosen.
    pub(crate) positions: usize,
    /// Depth to which each of them is searched, captures aside.
    pub(crate) depth: u32,
    /// Work for all of them: one unit is a position of a compiled game.
    pub(crate) work: u64,
    /// Greatest error of an action's score.
    pub(crate) error: i32,
    /// True if the moderator is asked questions.
    pub(crate) asks: bool,
}

impl Care {
    /// Returns the care of a level.
    pub(crate) fn of(level: Level) -> Care {
        let (cap, positions, depth, work) = match level.number() {
            1 => (24, 2, 1, 10_000),
            2 => (48, 4, 1, 20_000),
            3 => (80, 8, 1, 40_000),
            4 => (120, 12, 1, 60_000),
            5 => (200, 20, 1, 100_000),
            6 => (250, 26, 2, 150_000),
            7 => (300, 32, 2, 240_000),
            _ => (400, 40, 2, 400_000),
        };
        Care { cap, positions, depth, work, error: level.effort().error, asks: level.number() >= 3 }
    }
}
