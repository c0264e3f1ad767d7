//! Bounds on what players keep on the server, on their passkeys and on their vacations.

use super::{Span, seconds};

/// Bounds on what players keep.
#[derive(Debug, Clone, clap::Args)]
pub struct PlayerLimits {
    /// Rows that all players keep together; with more, none is added
    #[arg(long, env = "TABULA_PLAYER_ROWS", default_value_t = DEFAULTS.player_rows, value_name = "COUNT")]
    pub player_rows: usize,
    /// Rows per hour that players of one address may add in the long run
    #[arg(long, env = "TABULA_PLAYER_ROW_RATE", default_value_t = DEFAULTS.player_row_rate, value_name = "PER_HOUR")]
    pub player_row_rate: u32,
    /// Rows that players of one address may add at once
    #[arg(long, env = "TABULA_PLAYER_ROW_BURST", default_value_t = DEFAULTS.player_row_burst, value_name = "COUNT")]
    pub player_row_burst: u32,
    /// Time for which the server keeps what a player has set and has not used since
    #[arg(long, env = "TABULA_KEEP_PLAYERS", default_value_t = DEFAULTS.keep_players, value_name = "TIME")]
    pub keep_players: Span,
    /// Challenges to passkeys that wait for their answers at once, for five minutes at most
    #[arg(long, env = "TABULA_PASSKEY_CHALLENGES", default_value_t = DEFAULTS.passkey_challenges, value_name = "COUNT")]
    pub passkey_challenges: usize,
    /// Challenges to passkeys of one address that wait at once
    #[arg(long, env = "TABULA_PASSKEY_CHALLENGES_PER_ADDRESS", default_value_t = DEFAULTS.passkey_challenges_per_address, value_name = "COUNT")]
    pub passkey_challenges_per_address: usize,
    /// Days of vacation in a year, for players of correspondence games; 0 for none
    #[arg(long, env = "TABULA_VACATION_DAYS", default_value_t = DEFAULTS.vacation_days, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=366))]
    pub vacation_days: u32,
    /// Days that one vacation may have
    #[arg(long, env = "TABULA_VACATION_AT_ONCE", default_value_t = DEFAULTS.vacation_at_once, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
    pub vacation_at_once: u32,
}

/// The defaults. A row has some hundred bytes, one of a passkey up to three thousand; two years are longer than any game that somebody still thinks of.
pub(super) const DEFAULTS: PlayerLimits = PlayerLimits {
    player_rows: 200_000,
    player_row_rate: 10,
    player_row_burst: 50,
    keep_players: seconds(2 * 365 * 24 * 3_600),
    passkey_challenges: 10_000,
    // A class behind one address that signs in at once, some of it twice.
    passkey_challenges_per_address: 64,
    vacation_days: 28,
    vacation_at_once: 14,
};

#[cfg(test)]
mod tests {
    use crate::limits::Limits;

    #[test]
    fn no_address_takes_all_rows_before_they_go() {
        let players = Limits::default().players;
        let hours = players.keep_players.as_ms() / 3_600_000;
        let most = hours * u64::from(players.player_row_rate) + u64::from(players.player_row_burst);
        assert!(most < players.player_rows as u64);
    }

    #[test]
    fn no_address_takes_all_challenges_to_passkeys() {
        let players = Limits::default().players;
        assert!(players.passkey_challenges_per_address < players.passkey_challenges / 100);
    }
}
