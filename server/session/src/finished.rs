//! A finished game as the journal keeps it when the game itself is gone.

use crate::domain::{GameId, SeatPlayers, Token, UnixMs};
use crate::view::{Frame, GameSummary};

/// The record of a game that has ended. Nothing in it is hidden any more: its state is the one that spectators are sent at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Id of the game, as the link to its seat has it.
    pub id: GameId,
    /// The game in short. Its `id` is the one that spectators know.
    pub summary: GameSummary,
    /// True if spectators were allowed: then everybody may see the game.
    pub is_open: bool,
    /// True if lists name the game: it is open, and its ruleset is not a guest's, whose id no list has.
    pub is_listed: bool,
    /// Time from which on everybody may see an open game: its end, and the delay of spectators. Before, it would tell them of the end.
    pub shown_at: UnixMs,
    /// Tokens of its seats. Who has one may see the game in any case. A journal keeps their hashes alone.
    pub readers: Vec<Token>,
    /// Ids of the players who have shown a key. Neither the summary nor the state names them: who sees the game does not learn who else of its players' games
    /// are theirs.
    pub players: SeatPlayers,
    /// The last state of a spectator, without other spectators, with the whole course of the game.
    pub(crate) state: Frame,
}

impl FinishedGame {
    /// Returns the last state as the text of a `gameState.update`.
    #[must_use]
    pub fn state(&self) -> &str {
        self.state.as_str()
    }
}
