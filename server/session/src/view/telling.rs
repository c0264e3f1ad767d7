//! What is told in a room of what its viewer sees: deltas, ends, refusals, all read off an observation.

use ggn_core::Square;

use super::observation::Observation;
use super::room::number;
use crate::protocol::player::{Announcement, GameStatus, SquareName};
use crate::protocol::rooms::{
    Attr, Color, Delta, ErrorCode, Facts, GameOver, Mode, Reason, Refusal, Value, Winner,
};

impl Observation {
    /// Whether there are things in this game that the viewer does not see before its end.
    pub(super) fn is_blind(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.blind)
    }

    /// What a room is called where it is not an open one.
    pub(super) fn room_mode(&self) -> Option<Mode> {
        self.is_blind().then_some(Mode::Blind)
    }

    /// Whether the game is on, or over.
    pub(crate) fn has_begun(&self) -> bool {
        self.table.status != GameStatus::Waiting
    }

    /// How many moves were made.
    pub(crate) fn ply(&self) -> u32 {
        self.table.ply
    }

    /// How the game ended, if it was ever on.
    pub(crate) fn game_over(&self) -> Option<GameOver> {
        let is_over = self.table.status == GameStatus::Finished;
        let (winner, reason) = (Winner::from(self.table.winner), Reason::from(self.table.end_reason));
        is_over.then_some(GameOver { winner, reason })
    }

    /// The facts that the viewer has.
    pub(crate) fn facts(&self) -> Option<&Facts> {
        self.room.as_ref().map(|room| &room.facts)
    }

    /// The latest move as it stands in a history, if the viewer saw it.
    pub(crate) fn latest_in_history(&self) -> Option<&String> {
        let [_, long] = self.room.as_ref()?.latest.as_ref()?;
        Some(long)
    }

    /// What is new to who had `before`, by the move that was made since.
    pub(crate) fn delta_since(&self, before: &Facts, heard: Vec<Announcement>) -> Option<Delta> {
        let room = self.room.as_ref()?;
        Some(Delta {
            inserted: room.facts.beyond(before),
            retracted: before.beyond(&room.facts),
            move_notation: room.latest.as_ref().map(|[short, _]| short.clone()),
            turn: self.table.board.to_move.into(),
            game_over: self.game_over(),
            ply: self.table.ply,
            announcements: room.blind.then_some(heard),
        })
    }

    /// Why a move of the viewer's, who has the side `you`, is not made, in words that speak of own pieces alone. `at` is the number of the square `from`.
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
        Refusal { code: ErrorCode::IllegalMove, message: message.into() }
    }
}
