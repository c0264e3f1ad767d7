//! Bounds on the lobby.

use super::{Span, seconds};

/// Bounds on players who look for an opponent.
#[derive(Debug, Clone, clap::Args)]
pub struct LobbyLimits {
    /// Sockets in the lobby; with one more the client is asked to come back later
    #[arg(long, env = "TABULA_LOBBY_SOCKETS", default_value_t = DEFAULTS.lobby_sockets, value_name = "COUNT")]
    pub lobby_sockets: usize,
    /// Sockets in the lobby from one address
    #[arg(long, env = "TABULA_LOBBY_SOCKETS_PER_ADDRESS", default_value_t = DEFAULTS.lobby_sockets_per_address, value_name = "COUNT")]
    pub lobby_sockets_per_address: usize,
    /// Seeks that may wait in the lobby, one of each socket
    #[arg(long, env = "TABULA_SEEKS", default_value_t = DEFAULTS.seeks, value_name = "COUNT")]
    pub seeks: usize,
    /// Longest time for which a seek waits
    #[arg(long, env = "TABULA_SEEK_LIFETIME", default_value_t = DEFAULTS.seek_lifetime, value_name = "TIME")]
    pub seek_lifetime: Span,
    /// Seeks and takings of seeks per minute from one address in the long run
    #[arg(long, env = "TABULA_SEEK_RATE", default_value_t = DEFAULTS.seek_rate, value_name = "PER_MINUTE")]
    pub seek_rate: u32,
    /// Seeks and takings of seeks that one address may send at once
    #[arg(long, env = "TABULA_SEEK_BURST", default_value_t = DEFAULTS.seek_burst, value_name = "COUNT")]
    pub seek_burst: u32,
}

/// The defaults. Each change of a seek is sent to every socket in the lobby, so their number and the rate of changes are low.
pub(super) const DEFAULTS: LobbyLimits = LobbyLimits {
    lobby_sockets: 1_000,
    lobby_sockets_per_address: 16,
    seeks: 200,
    seek_lifetime: seconds(600),
    seek_rate: 30,
    seek_burst: 20,
};

#[cfg(test)]
mod tests {
    use crate::limits::Limits;

    #[test]
    fn no_address_takes_all_places_of_the_lobby() {
        let lobby = Limits::default().lobby;
        assert!(lobby.lobby_sockets_per_address <= lobby.seeks / 4);
        assert!(lobby.seeks <= lobby.lobby_sockets);
    }
}
