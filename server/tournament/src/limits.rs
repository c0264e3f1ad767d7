//! Bounds on one tournament.

/// Players that a tournament may have. Who withdraws before they were paired takes no place.
pub const PLAYERS_MAX: usize = 64;
/// Entries in all, also of those who take no place.
pub const ENTRIES_MAX: usize = 250;
/// Rounds of a Swiss tournament.
pub const SWISS_ROUNDS_MAX: u8 = 20;
/// Cycles of a round robin.
pub const CYCLES_MAX: u8 = 2;
/// Times that the entry is closed or opened again.
pub const ENTRY_CHANGES_MAX: u16 = 100;
/// Corrections of results.
pub const CORRECTIONS_MAX: u16 = 500;
/// Highest rating of a player.
pub const RATING_MAX: u16 = 4_000;
