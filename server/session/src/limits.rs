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

/// The longest id of a ruleset, a house rule, a moderator or a profile, in characters.
pub const DATA_ID_CHARS_MAX: usize = 64;

/// The most different choices of several house rules that games can have at the same time. Each is a whole ruleset in memory, shared by its games and gone
/// with the last of them; who would be one too many is refused.
pub const HOUSES_MAX: usize = 64;

/// The most pictures that explain a house rule.
pub const SKETCHES_MAX: usize = 3;

/// The most reasons that are told of why house rules do not go together.
pub const CLASHES_TOLD: usize = 8;

/// The longest message of a client of a room, in bytes.
pub const ROOM_MESSAGE_BYTES_MAX: usize = 65_536;

/// The longest name of what a piece shall become, in characters.
pub const ROLE_CHARS_MAX: usize = 32;

/// The most deltas that are kept for each seat of a room, for when its player comes back; beyond, the oldest fall out, and the whole state that the
/// player is given first has to do.
pub const DELTAS_KEPT: usize = 64;

/// The longest time that a side's clock can begin with, in seconds: three hours.
pub const CLOCK_INITIAL_SECONDS_MAX: u32 = 10_800;

/// The most seconds that a clock can add to, or pass over in, each turn.
pub const CLOCK_TURN_SECONDS_MAX: u32 = 180;

/// The most time controls that the data can offer.
pub const CLOCK_PRESETS_MAX: usize = 32;

/// The longest name of a time control that the data offers, in characters.
pub const CLOCK_NAME_CHARS_MAX: usize = 32;

/// The most seconds by which spectators are told later than the players.
pub const WATCHING_DELAY_SECONDS_MAX: u8 = 60;

/// The most spectators that a game can have at the same time.
pub const SPECTATORS_MAX: usize = 64;

/// The most spectators of a game who are remembered, those who are gone among them: they may come back under their names.
pub const SPECTATORS_KEPT: usize = 128;

/// The most states of a game that wait until delayed spectators may be told; one more takes the place of the newest.
pub const STATES_HELD_MAX: usize = 64;

/// The most messages of players that wait until delayed spectators may be told; one more is refused.
pub const SAID_HELD_MAX: usize = 128;

/// The most messages that are kept for each who hears them, for reports and for those that are sent twice.
pub const MESSAGES_KEPT: usize = 64;

/// The most people whom one may not want to hear.
pub const MUTED_MAX: usize = 64;

/// The most messages that one may report at one game.
pub const REPORTS_MAX: usize = 16;

/// The most words that a list of those that are not said can have.
pub const REFUSED_WORDS_MAX: usize = 2_000;

/// The longest of them, in characters.
pub const REFUSED_WORD_CHARS_MAX: usize = 32;

/// The shortest name of a person, in characters.
pub const NAME_CHARS_MIN: usize = 3;

/// The longest name of a person, in characters.
pub const NAME_CHARS_MAX: usize = 20;

/// The longest message of a talk, in characters.
pub const CHAT_CHARS_MAX: usize = 500;

/// The longest message of a talk as it is taken in, in characters: with the spaces before and behind, which do not count.
pub const CHAT_READ_CHARS_MAX: usize = 4 * CHAT_CHARS_MAX;
