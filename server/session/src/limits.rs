//! Every bound of a session that is not data of a profile, under one roof.

/// The longest id that a client may give to a command, in characters.
pub const COMMAND_ID_CHARS_MAX: usize = 64;

/// How many ids of commands are remembered for each seat.
pub const COMMAND_IDS_KEPT: usize = 64;

/// How many announcements are kept for each viewer; beyond, the oldest fall out of the log that a returning player is given.
pub const ANNOUNCEMENTS_KEPT: usize = 2_000;

/// How many refused tries are kept for the record of a game; beyond, the oldest fall out.
pub const TRIES_KEPT: usize = 2_000;

/// The most characters of an error message that repeat what a parser said.
pub const ERROR_DETAIL_CHARS_MAX: usize = 160;

/// The longest id of a ruleset, a moderator or a profile, in characters.
pub const DATA_ID_CHARS_MAX: usize = 64;
