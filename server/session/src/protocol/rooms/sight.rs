//! Deltas, results and refusals of a room, read from an observation.

use ggn_core::Square;

use super::intent::Refusal;
use super::server::{Delta, GameOver};
use super::words::{Color, ErrorCode, Mode, Reason, Winner};
use crate::domain::{Announcement, GameStatus, SquareName};
use crate::view::{Attr, Facts, Observation, Value, number};

impl Observation {
    /// Returns whether anything is hidden from the viewer during the game.
    pub(crate) fn is_blind(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.blind)
    }

    /// Returns the mode of a room that is not open.
    pub(crate) fn room_mode(&self) -> Option<Mode> {
        self.is_blind().then_some(Mode::Blind)
    }

    /// Returns the ruleset of a room, if it is not that of rooms that name none.
    pub(crate) fn room_ruleset(&self) -> Option<String> {
        self.room.as_ref().filter(|room| room.is_named).map(|_| (*self.ruleset).to_owned())
    }

    /// Returns whether the game has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.table.status != GameStatus::Waiting
    }

    /// Returns the number of moves made.
    pub(crate) fn ply(&self) -> u32 {
        self.table.ply
    }

    /// Returns the result of the game, if it is over.
    // Requirement rooms-48.
    pub(crate) fn game_over(&self) -> Option<GameOver> {
        let is_over = self.table.status == GameStatus::Finished;
        let (winner, reason) = (Winner::from(self.table.winner), Reason::from(self.table.end_reason));
        is_over.then_some(GameOver { winner, reason })
    }

    /// Returns the facts of the viewer.
    pub(crate) fn facts(&self) -> Option<&Facts> {
        self.room.as_ref().map(|room| &room.facts)
    }

    /// Returns the latest move in the notation of the history, if the viewer saw it.
    pub(crate) fn latest_in_history(&self) -> Option<&String> {
        let [_, long] = self.room.as_ref()?.latest.as_ref()?;
        Some(long)
    }

    /// Returns the changes since `before`.
    // Requirements rooms-44, rooms-47.
    pub(crate) fn delta_since(&self, before: &Facts, announcements: Vec<Announcement>) -> Option<Delta> {
        let room = self.room.as_ref()?;
        Some(Delta {
            inserted: room.facts.beyond(before),
            retracted: before.beyond(&room.facts),
            move_notation: room.latest.as_ref().map(|[short, _]| short.clone()),
            turn: self.table.board.to_move.into(),
            game_over: self.game_over(),
            ply: self.table.ply,
            announcements: room.blind.then_some(announcements),
        })
    }

    /// Returns the refusal of a move of the side `you`, in words about its own pieces alone. `at` is the number of the square `from`.
    // Requirement rooms-33.
    pub(crate) fn illegal(&self, you: Color, from: SquareName, at: Square, to: SquareName) -> Refusal {
        let (from, to, color) = (from.as_str(), to.as_str(), you.as_str());
        let facts = self.facts();
        let own = facts
            .and_then(|facts| facts.standing_on(number(at)))
            .filter(|facts| facts.get(Attr::Color) == Some(&color.into()))
            .and_then(|facts| facts.get(Attr::PieceType));
        let message = match own {
            Some(Value::Text(role)) => format!("Move {from}-{to} is not legal for {color} {role} on {from}"),
            _ => format!("Move {from}-{to} is not legal: {color} has no piece on {from}"),
        };
        Refusal { code: ErrorCode::IllegalMove, message: message.into(), rules: None, reason: None }
    }
}
