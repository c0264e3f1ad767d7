//! Players and spectators of a game. Every viewer may know them.

use std::sync::Arc;

use ggn_core::Side;

use super::parts::PeerPresence;
use crate::domain::GameSpectator;
use crate::game::Game;
use crate::presence::Presence;

/// Players and spectators of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct People {
    /// White and black.
    pub(crate) players: [Person; 2],
    /// The spectators. A change of them alone causes no frame: its time would disclose when something else is sent to others.
    pub(crate) spectators: Arc<[GameSpectator]>,
    /// True if there is chat.
    pub(crate) chat: bool,
}

/// Seat of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// True if the seat is taken.
    pub(crate) is_taken: bool,
    /// True if its player is or was connected.
    pub(crate) has_connected: bool,
    /// Presence of its player.
    pub(crate) presence: PeerPresence,
}

/// Returns the people at a game.
pub(crate) fn observed(game: &Game) -> People {
    People {
        players: Side::BOTH.map(|side| {
            let (is_taken, connected, grace_until) = match game.attendance.of(side) {
                Presence::Open => (false, false, None),
                Presence::Here => (true, true, None),
                Presence::Away { until } => (true, false, until),
            };
            let presence = PeerPresence { connected, grace_until };
            Person { is_taken, has_connected: game.attendance.has_connected(side), presence }
        }),
        spectators: Arc::clone(&game.spectators),
        chat: game.social.chat,
    }
}
