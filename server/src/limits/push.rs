//! Bounds on push messages.

use super::{Span, seconds};

/// Bounds on push messages, and on requests to push services.
#[derive(Debug, Clone, clap::Args)]
pub struct PushLimits {
    /// Push messages that may wait to be sent; with one more it is dropped
    #[arg(long, env = "TABULA_PUSH_QUEUE", default_value_t = DEFAULTS.push_queue, value_name = "COUNT")]
    pub push_queue: usize,
    /// Requests to push services at the same time
    #[arg(long, env = "TABULA_PUSH_REQUESTS", default_value_t = DEFAULTS.push_requests, value_name = "COUNT")]
    pub push_requests: usize,
    /// Time for a push service to answer
    #[arg(long, env = "TABULA_PUSH_TIMEOUT", default_value_t = DEFAULTS.push_timeout, value_name = "TIME")]
    pub push_timeout: Span,
    /// Push messages per minute that one player of a game may be sent in the long run
    #[arg(long, env = "TABULA_PUSH_RATE", default_value_t = DEFAULTS.push_rate, value_name = "PER_MINUTE")]
    pub push_rate: u32,
    /// Push messages that one player of a game may be sent at once
    #[arg(long, env = "TABULA_PUSH_BURST", default_value_t = DEFAULTS.push_burst, value_name = "COUNT")]
    pub push_burst: u32,
}

/// The defaults. A game sends a message for each browser of an absent player, once or twice in a turn.
pub(super) const DEFAULTS: PushLimits = PushLimits {
    push_queue: 1_000,
    push_requests: 16,
    push_timeout: seconds(10),
    push_rate: 6,
    push_burst: 12,
};

#[cfg(test)]
mod tests {
    use crate::limits::Limits;

    #[test]
    fn a_player_can_be_told_of_two_turns_in_all_browsers() {
        let limits = Limits::default().push;
        assert!(limits.push_burst as usize >= 2 * session::limits::PUSH_SUBSCRIPTIONS_MAX);
    }
}
