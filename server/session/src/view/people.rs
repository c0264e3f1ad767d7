//! Who is at a game: its players, and who watches. All who are told of the game may know that.

use std::sync::Arc;

use ggn_core::Side;

use crate::game::Game;
use crate::presence::Presence;
use crate::protocol::events::GameSpectator;
use crate::protocol::player::PeerPresence;

/// Who is at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct People {
    /// White and black.
    pub(super) players: [Person; 2],
    /// Who watches. Whether that has changed is no reason to tell anybody of the game: it would tell when something else is told to others.
    pub(super) spectators: Arc<[GameSpectator]>,
    /// Whether people may talk.
    pub(super) chat: bool,
}

/// The place of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Person {
    /// Whether anybody has it.
    pub(super) is_taken: bool,
    /// Whether who has it is there, or was at some time.
    pub(super) has_come: bool,
    /// Whether who has it is there now.
    pub(super) presence: PeerPresence,
}

/// The people at a game.
pub(super) fn sight(game: &Game) -> People {
    People {
        players: Side::BOTH.map(|side| {
            let (is_taken, connected, grace_until) = match game.attendance.of(side) {
                Presence::Open => (false, false, None),
                Presence::Here => (true, true, None),
                Presence::Away { until } => (true, false, until),
            };
            let presence = PeerPresence { connected, grace_until };
            Person { is_taken, has_come: game.attendance.has_come(side), presence }
        }),
        spectators: Arc::clone(&game.audience),
        chat: game.company.chat,
    }
}
