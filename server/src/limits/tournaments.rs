//! Bounds on tournaments.

use super::{Span, seconds};

/// Bounds on tournaments.
#[derive(Debug, Clone, clap::Args)]
pub struct TournamentLimits {
    /// Tournaments that go on at once; 0 for a server without them
    #[arg(long, env = "TABULA_TOURNAMENTS", default_value_t = DEFAULTS.tournaments, value_name = "COUNT")]
    pub tournaments: usize,
    /// Tournaments of one address that go on at once
    #[arg(long, env = "TABULA_TOURNAMENTS_PER_ADDRESS", default_value_t = DEFAULTS.tournaments_per_address, value_name = "COUNT")]
    pub tournaments_per_address: usize,
    /// Tournaments per minute that one address may create in the long run
    #[arg(long, env = "TABULA_TOURNAMENT_RATE", default_value_t = DEFAULTS.tournament_rate, value_name = "PER_MINUTE")]
    pub tournament_rate: u32,
    /// Tournaments that one address may create at once
    #[arg(long, env = "TABULA_TOURNAMENT_BURST", default_value_t = DEFAULTS.tournament_burst, value_name = "COUNT")]
    pub tournament_burst: u32,
    /// Longest time that a tournament may give its players to come to a board
    #[arg(long, env = "TABULA_NO_SHOW", default_value_t = DEFAULTS.no_show, value_name = "TIME")]
    pub no_show: Span,
    /// Pause between the end of a round and the pairing of the next, where that is automatic
    #[arg(long, env = "TABULA_ROUND_PAUSE", default_value_t = DEFAULTS.round_pause, value_name = "TIME")]
    pub round_pause: Span,
    /// Time after the last event of a tournament for which it is kept
    #[arg(long, env = "TABULA_KEEP_TOURNAMENTS", default_value_t = DEFAULTS.keep_tournaments, value_name = "TIME")]
    pub keep_tournaments: Span,
}

/// The defaults. A tournament has 32 games at once at most.
pub(super) const DEFAULTS: TournamentLimits = TournamentLimits {
    tournaments: 100,
    tournaments_per_address: 10,
    tournament_rate: 2,
    tournament_burst: 4,
    no_show: seconds(3600),
    round_pause: seconds(15),
    keep_tournaments: seconds(90 * 86_400),
};

#[cfg(test)]
mod tests {
    use crate::limits::Limits;

    #[test]
    fn tournaments_leave_room_for_other_games() {
        let limits = Limits::default();
        assert!(limits.tournaments.tournaments * 32 <= limits.games / 2);
    }
}
