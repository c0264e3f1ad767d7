//! Bounds on what players keep on the server, and on their vacations.

use super::{Span, seconds};

/// Bounds on what players keep.
#[derive(Debug, Clone, clap::Args)]
pub struct PlayerLimits {
    /// Rows that all players keep together; with more, none is added
    #[arg(long, env = "TABULA_PLAYER_ROWS", default_value_t = DEFAULTS.player_rows, value_name = "COUNT")]
    pub player_rows: usize,
    /// Time for which the server keeps what a player has set and has not used since
    #[arg(long, env = "TABULA_KEEP_PLAYERS", default_value_t = DEFAULTS.keep_players, value_name = "TIME")]
    pub keep_players: Span,
    /// Days of vacation in a year, for players of correspondence games; 0 for none
    #[arg(long, env = "TABULA_VACATION_DAYS", default_value_t = DEFAULTS.vacation_days, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=366))]
    pub vacation_days: u32,
    /// Days that one vacation may have
    #[arg(long, env = "TABULA_VACATION_AT_ONCE", default_value_t = DEFAULTS.vacation_at_once, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
    pub vacation_at_once: u32,
}

/// The defaults. A row has some hundred bytes; two years are longer than any game that somebody still thinks of.
pub(super) const DEFAULTS: PlayerLimits = PlayerLimits {
    player_rows: 200_000,
    keep_players: seconds(2 * 365 * 24 * 3_600),
    vacation_days: 28,
    vacation_at_once: 14,
};
