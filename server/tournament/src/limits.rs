//! Bounds on one tournament.

/// Players that a tournament may have, including those who have withdrawn.
pub const PLAYERS_MAX: usize = 64;
/// Rounds of a Swiss tournament.
pub const SWISS_ROUNDS_MAX: u8 = 20;
/// Cycles of a round robin.
pub const CYCLES_MAX: u8 = 2;
/// Corrections of results.
pub const CORRECTIONS_MAX: u16 = 500;
/// Highest rating of a player.
pub const RATING_MAX: u16 = 4_000;
