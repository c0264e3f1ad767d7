//! Bounds on rulesets of guests. An answer names the bound that is exceeded as its flag is named, without the hyphens: `guest_squares`.

use std::time::Duration;

use super::Span;

/// Bounds on rulesets of guests. Each is a flag and an environment variable.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of rulesets of guests (--guest-rules)")]
pub struct GuestLimits {
    /// Bytes of one ruleset, all files together as JSON
    #[arg(long, env = "TABULA_GUEST_BYTES", default_value_t = DEFAULTS.guest_bytes, value_name = "BYTES")]
    pub guest_bytes: usize,
    /// Files of one ruleset
    #[arg(long, env = "TABULA_GUEST_FILES", default_value_t = DEFAULTS.guest_files, value_name = "COUNT")]
    pub guest_files: usize,
    /// Squares of its board
    #[arg(long, env = "TABULA_GUEST_SQUARES", default_value_t = DEFAULTS.guest_squares, value_name = "COUNT")]
    pub guest_squares: usize,
    /// Its pieces, of which each side and state counts
    #[arg(long, env = "TABULA_GUEST_PIECES", default_value_t = DEFAULTS.guest_pieces, value_name = "COUNT")]
    pub guest_pieces: usize,
    /// Rows of its movement tables: a piece, its source and a destination
    #[arg(long, env = "TABULA_GUEST_ROWS", default_value_t = DEFAULTS.guest_rows, value_name = "COUNT")]
    pub guest_rows: usize,
    /// Bytes of its tables in memory, roughly
    #[arg(long, env = "TABULA_GUEST_TABLE_BYTES", default_value_t = DEFAULTS.guest_table_bytes, value_name = "BYTES")]
    pub guest_table_bytes: usize,
    /// Processor time of its slowest move, in games of random moves before it is taken
    #[arg(long, env = "TABULA_GUEST_MOVE_TIME", default_value_t = DEFAULTS.guest_move_time, value_name = "TIME")]
    pub guest_move_time: Span,
    /// Processor time of its whole check, in whole seconds; the process that checks is killed then
    #[arg(long, env = "TABULA_GUEST_CHECK_TIME", default_value_t = DEFAULTS.guest_check_time, value_name = "TIME")]
    pub guest_check_time: Span,
    /// Time from the begin of its check to its end, however busy the machine is; also how long it may wait for its turn
    #[arg(long, env = "TABULA_GUEST_CHECK_WAIT", default_value_t = DEFAULTS.guest_check_wait, value_name = "TIME")]
    pub guest_check_wait: Span,
    /// Memory of the process that checks
    #[arg(long, env = "TABULA_GUEST_CHECK_BYTES", default_value_t = DEFAULTS.guest_check_bytes, value_name = "BYTES")]
    pub guest_check_bytes: u64,
    /// Rulesets that may wait for their check, which is one at a time; a further one is refused
    #[arg(long, env = "TABULA_GUEST_QUEUE", default_value_t = DEFAULTS.guest_queue, value_name = "COUNT")]
    pub guest_queue: usize,
    /// Rulesets per minute that one address may bring in the long run
    #[arg(long, env = "TABULA_GUEST_RATE", default_value_t = DEFAULTS.guest_rate, value_name = "PER_MINUTE")]
    pub guest_rate: u32,
    /// Rulesets that one address may bring at once
    #[arg(long, env = "TABULA_GUEST_BURST", default_value_t = DEFAULTS.guest_burst, value_name = "COUNT")]
    pub guest_burst: u32,
    /// Rulesets that are kept; those that no game uses make room, the one whose last use is longest ago first, and those of finished games last
    #[arg(long, env = "TABULA_GUEST_RULESETS", default_value_t = DEFAULTS.guest_rulesets, value_name = "COUNT")]
    pub guest_rulesets: usize,
    /// Bytes of all rulesets that are kept
    #[arg(long, env = "TABULA_GUEST_KEPT_BYTES", default_value_t = DEFAULTS.guest_kept_bytes, value_name = "BYTES")]
    pub guest_kept_bytes: usize,
    /// Time for which a ruleset is kept while no game uses it and no finished one names it
    #[arg(long, env = "TABULA_GUEST_LIFETIME", default_value_t = DEFAULTS.guest_lifetime, value_name = "TIME")]
    pub guest_lifetime: Span,
    /// Rulesets that are published at once (--guest-rules=public); a further one is refused
    #[arg(long, env = "TABULA_GUEST_PUBLISHED", default_value_t = DEFAULTS.guest_published, value_name = "COUNT")]
    pub guest_published: usize,
    /// Bytes of all rulesets that are published at once
    #[arg(long, env = "TABULA_GUEST_PUBLISHED_BYTES", default_value_t = DEFAULTS.guest_published_bytes, value_name = "BYTES")]
    pub guest_published_bytes: usize,
    /// Time for which a ruleset is listed after it was published, played or not; then it can be published again
    #[arg(long, env = "TABULA_GUEST_PUBLISHED_LIFETIME", default_value_t = DEFAULTS.guest_published_lifetime, value_name = "TIME")]
    pub guest_published_lifetime: Span,
    /// Rulesets per hour that one address may publish in the long run
    #[arg(long, env = "TABULA_GUEST_PUBLISH_RATE", default_value_t = DEFAULTS.guest_publish_rate, value_name = "PER_HOUR")]
    pub guest_publish_rate: u32,
    /// Rulesets that one address may publish at once
    #[arg(long, env = "TABULA_GUEST_PUBLISH_BURST", default_value_t = DEFAULTS.guest_publish_burst, value_name = "COUNT")]
    pub guest_publish_burst: u32,
    /// Games by rulesets of guests from one address that exist at once
    #[arg(long, env = "TABULA_GUEST_GAMES_PER_ADDRESS", default_value_t = DEFAULTS.guest_games_per_address, value_name = "COUNT")]
    pub guest_games_per_address: usize,
    /// Processor time that one game by a guest's ruleset may take in all; beyond that its players can only resign
    #[arg(long, env = "TABULA_GUEST_GAME_TIME", default_value_t = DEFAULTS.guest_game_time, value_name = "TIME")]
    pub guest_game_time: Span,
}

const fn milliseconds(count: u64) -> Span {
    Span(Duration::from_millis(count))
}

/// The defaults, readable as a table.
pub(super) const DEFAULTS: GuestLimits = GuestLimits {
    // As much as the rule lab puts into a link.
    guest_bytes: 512 * 1024,
    guest_files: 64,
    guest_squares: 256,
    guest_pieces: 128,
    guest_rows: 150_000,
    guest_table_bytes: 32 << 20,
    guest_move_time: milliseconds(50),
    guest_check_time: milliseconds(5_000),
    guest_check_wait: milliseconds(20_000),
    guest_check_bytes: 256 << 20,
    guest_queue: 8,
    guest_rate: 6,
    guest_burst: 10,
    guest_rulesets: 500,
    guest_kept_bytes: 32 << 20,
    guest_lifetime: milliseconds(24 * 3_600_000),
    guest_published: 200,
    // Half of what is kept: published rulesets make no room for others.
    guest_published_bytes: 16 << 20,
    guest_published_lifetime: milliseconds(90 * 24 * 3_600_000),
    guest_publish_rate: 4,
    guest_publish_burst: 4,
    guest_games_per_address: 8,
    guest_game_time: milliseconds(20_000),
};

impl Default for GuestLimits {
    fn default() -> Self {
        DEFAULTS
    }
}

impl GuestLimits {
    /// Returns the bounds on one ruleset, against which it is inspected.
    pub(crate) fn bounds(&self) -> guest_ruleset::Bounds {
        guest_ruleset::Bounds {
            bytes: self.guest_bytes,
            files: self.guest_files,
            squares: self.guest_squares,
            pieces: self.guest_pieces,
            rows: self.guest_rows,
            table_bytes: self.guest_table_bytes,
            move_time: self.guest_move_time.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_takes_all_places_of_guests() {
        let limits = GuestLimits::default();
        let most = session::limits::GUEST_RULESETS_PLAYED_MAX;
        assert!(limits.guest_games_per_address <= most / 4);
        assert!(limits.guest_burst as usize <= limits.guest_rulesets / 4);
    }

    #[test]
    fn published_rulesets_leave_room_for_others() {
        let limits = GuestLimits::default();
        assert!(limits.guest_published <= limits.guest_rulesets / 2);
        assert!(limits.guest_published_bytes <= limits.guest_kept_bytes / 2);
        assert!(limits.guest_publish_burst as usize <= limits.guest_published / 10);
    }

    #[test]
    fn a_ruleset_that_is_taken_can_be_kept() {
        let limits = GuestLimits::default();
        assert!(limits.guest_bytes * session::limits::GUEST_RULESETS_PLAYED_MAX <= limits.guest_kept_bytes);
    }
}
