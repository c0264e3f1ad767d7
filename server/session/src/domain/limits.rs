//! Limits of a session that are not data of a profile.

/// Maximum length of a client's command id, in characters.
pub const COMMAND_ID_CHARS_MAX: usize = 64;

/// Command ids remembered for each seat.
pub const COMMAND_IDS_KEPT: usize = 64;

/// Maximum number of seats in a request for a list of own games.
pub const OWN_SEATS_MAX: usize = 32;

/// Maximum length of the address of a push subscription after its scheme, in characters.
pub const PUSH_ENDPOINT_CHARS_MAX: usize = 1_000;

/// Maximum number of push subscriptions of a seat, or of a player of a tournament, one for each of their browsers; with one more the oldest goes.
pub const PUSH_SUBSCRIPTIONS_MAX: usize = 4;

/// Maximum length of the name that a player gives a passkey, in characters.
pub const PASSKEY_NAME_CHARS_MAX: usize = 40;

/// Maximum length of a player's key as a page seals it for a passkey, in characters.
pub const SEALED_IDENTITY_CHARS_MAX: usize = 1_000;

/// Announcements kept for each viewer; the oldest are dropped from the log that a returning player receives.
pub const ANNOUNCEMENTS_KEPT: usize = 2_000;

/// Refused tries kept for the record of a game; the oldest are dropped.
pub const TRIES_KEPT: usize = 2_000;

/// Maximum number of candidates of a mark.
pub const MARK_CANDIDATES_MAX: usize = 6;

/// Maximum number of digits of the number of moves in a mark.
pub const MARK_PLY_DIGITS_MAX: usize = 5;

/// Maximum length of the marks that a player shares, in characters of a JSON list.
pub const SHARED_MARKS_CHARS_MAX: usize = 7_000;

/// Maximum length of the parser's text in an error message, in characters.
pub const ERROR_DETAIL_CHARS_MAX: usize = 160;

/// Maximum length of the id of a ruleset, a house rule, a moderator or a profile, in characters.
pub const DATA_ID_CHARS_MAX: usize = 64;

/// Maximum number of different choices of house rules that games can use at the same time, not counted a single one with a ruleset that it is made for. Each is a whole ruleset in memory, shared by its
/// games and dropped with the last of them; a request for one more is refused.
pub const HOUSE_RULE_CHOICES_MAX: usize = 64;

/// Number of rulesets that stay in memory after their last game, those that were used last. Rulesets that games use stay in any case; there are no more
/// than the data has, besides the choices of house rules.
pub const UNUSED_RULESETS_MAX: usize = 16;

/// Maximum number of rulesets of guests that games can use at the same time. Each is in memory as long as its games, and no longer.
pub const GUEST_RULESETS_PLAYED_MAX: usize = 64;

/// Maximum length of a name in a guest's ruleset (of the game, a side or a piece), in characters.
pub const GUEST_NAME_CHARS_MAX: usize = 40;

/// Maximum length of the letters of a piece in notation in a guest's ruleset, in characters.
pub const GUEST_SAN_CHARS_MAX: usize = 4;

/// Maximum length of a move's own notation in a guest's ruleset (`O-O-O`), in characters.
pub const GUEST_MOVE_CHARS_MAX: usize = 10;

/// Maximum length of what a guest's ruleset says about itself, in characters.
pub const GUEST_ABOUT_CHARS_MAX: usize = 500;

/// Maximum number of diagrams of a house rule.
pub const SKETCHES_MAX: usize = 3;

/// Maximum number of clashes of house rules in an error message.
pub const CLASHES_SHOWN_MAX: usize = 8;

/// Maximum length of a message from a client of a room, in bytes.
pub const ROOM_MESSAGE_BYTES_MAX: usize = 65_536;

/// Maximum length of the name of a promotion piece, in characters.
pub const ROLE_CHARS_MAX: usize = 32;

/// Maximum length of the word for a choice, in characters.
pub const CHOICE_CHARS_MAX: usize = 64;

/// Deltas kept for each seat of a room until its player returns; the oldest are dropped, and the full state that a returning player receives
/// first stands in for them.
pub const DELTAS_KEPT: usize = 64;

/// Maximum initial time of a clock, in seconds: three hours.
pub const CLOCK_INITIAL_SECONDS_MAX: u32 = 10_800;

/// Maximum increment or delay of a clock, in seconds.
pub const CLOCK_TURN_SECONDS_MAX: u32 = 180;

/// Maximum number of days that a correspondence clock gives for each turn.
pub const CLOCK_DAYS_MAX: u32 = 14;

/// Maximum number of time controls in the data.
pub const CLOCK_PRESETS_MAX: usize = 32;

/// Maximum length of the name of a time control in the data, in characters.
pub const CLOCK_NAME_CHARS_MAX: usize = 32;

/// Maximum number of characters of a report about a player.
pub const REPORT_CHARS_MAX: usize = 500;

/// Minimum time that a creator can let an absent player stay away, in seconds.
pub const ABSENCE_SECONDS_MIN: u32 = 60;

/// Maximum time that a creator can let an absent player stay away, in seconds: thirty days.
pub const ABSENCE_SECONDS_MAX: u32 = 30 * 24 * 3_600;

/// Maximum delay of spectators behind the players, in seconds.
pub const WATCHING_DELAY_SECONDS_MAX: u8 = 60;

/// Maximum number of connected spectators of a game.
pub const SPECTATORS_MAX: usize = 64;

/// Maximum number of spectators remembered for a game, including those who left and may return under their names.
pub const SPECTATORS_KEPT: usize = 128;

/// Maximum number of states held back for delayed spectators; a further one replaces the newest.
pub const STATES_HELD_MAX: usize = 64;

/// Maximum number of players' chat messages held back for delayed spectators; a further one is refused.
pub const SAID_HELD_MAX: usize = 128;

/// Chat messages kept for each recipient, for reports and for repeated sends.
pub const MESSAGES_KEPT: usize = 64;

/// Maximum number of people that one person can mute.
pub const MUTED_MAX: usize = 64;

/// Maximum number of messages that one person can report at one game.
pub const REPORTS_MAX: usize = 16;

/// Maximum number of words in a list of blocked words.
pub const REFUSED_WORDS_MAX: usize = 2_000;

/// Maximum length of a blocked word, in characters.
pub const REFUSED_WORD_CHARS_MAX: usize = 32;

/// Strongest level of the machine; the weakest is 1.
pub const MACHINE_LEVEL_MAX: u8 = 8;

/// Minimum length of a person's name, in characters.
pub const NAME_CHARS_MIN: usize = 3;

/// Maximum length of a person's name, in characters.
pub const NAME_CHARS_MAX: usize = 20;

/// Maximum length of a chat message, in characters.
pub const CHAT_CHARS_MAX: usize = 500;

/// Maximum length of a chat message as received, in characters, with leading and trailing spaces, which do not count.
pub const CHAT_READ_CHARS_MAX: usize = 4 * CHAT_CHARS_MAX;
