//! Inputs of a game, and entries of its journal. A game is its creation and its inputs in their order.
//!
//! Everything that may change a game is an [`Input`]: a message of a player with what the server adds to it, the end of a socket, or time.

use serde::{Deserialize, Serialize};

use crate::clock::Vacation;
use crate::domain::{ConnId, PushEndpoint, RoomToken, SeatId, Token, UnixMs};
use crate::protocol::player::{Command, Hello};
use crate::protocol::rooms::{Entrance, IntentMessage};
use crate::terms::{Creation, NextGame};

/// Input of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// A socket asks for a seat.
    Hello {
        /// The socket.
        conn: ConnId,
        /// The request.
        hello: Hello,
        /// Token for the seat, if this claims one.
        fresh: Token,
    },
    /// The player at a socket acts.
    Command {
        /// The socket.
        conn: ConnId,
        /// The command.
        command: Command,
    },
    /// The player at a socket accepts a rematch, and its game has been created.
    Rematch {
        /// The socket.
        conn: ConnId,
        /// The command that accepts.
        command: Command,
        /// The created game.
        next: NextGame,
    },
    /// A socket asks for a seat of a room.
    Enter {
        /// The socket.
        conn: ConnId,
        /// The request.
        entrance: Entrance,
        /// Token for the seat, if this claims one.
        fresh: RoomToken,
    },
    /// The player at a socket of a room sends a message.
    #[serde(rename = "said")]
    RoomIntent {
        /// The socket.
        conn: ConnId,
        /// The message.
        #[serde(rename = "said")]
        message: IntentMessage,
    },
    /// A socket is closed.
    Closed {
        /// The socket.
        conn: ConnId,
    },
    /// A push service has said that a subscription is gone.
    Unreachable {
        /// The seat.
        seat: SeatId,
        /// Endpoint of the subscription.
        endpoint: PushEndpoint,
    },
    /// The player of a seat is on vacation, or its end has changed. The time of a correspondence game stands meanwhile.
    Vacation {
        /// The seat.
        seat: SeatId,
        /// The vacation. It may have begun some time ago.
        vacation: Vacation,
    },
    /// Time has passed: see [`Session::next_timeout`](crate::Session::next_timeout).
    Tick,
    /// The server has restarted: all sockets are closed, and every absent player gets the whole grace period again.
    Restarted,
}

impl Input {
    /// Returns the command that a player sends by this input, with the socket; `None` for any other input. Messages of rooms are no commands.
    #[must_use]
    pub fn command(&self) -> Option<(ConnId, &Command)> {
        match self {
            Input::Command { conn, command } | Input::Rematch { conn, command, .. } => Some((*conn, command)),
            Input::Hello { .. }
            | Input::Enter { .. }
            | Input::RoomIntent { .. }
            | Input::Closed { .. }
            | Input::Unreachable { .. }
            | Input::Vacation { .. }
            | Input::Tick
            | Input::Restarted => None,
        }
    }
}

/// Content of a journal entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// The creation of the game: the first entry, and only the first.
    Created(Creation),
    /// An input.
    #[serde(untagged)]
    Input(Input),
}

/// One entry of a game's journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the entry in the game; the creation is 0.
    pub seq: u64,
    /// Time of the input, never earlier than that of the previous entry.
    pub at: UnixMs,
    /// The content.
    pub input: Recorded,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_a_room_keeps_its_name_in_the_journal() {
        let entry = r#"{"seq":3,"at":9,"input":{"said":{"conn":5,"said":{"claim":"nothing","ack":null,"intent":"leave"}}}}"#;
        let read: Entry = serde_json::from_str(entry).unwrap();
        assert!(matches!(&read.input, Recorded::Input(Input::RoomIntent { .. })), "{read:?}");
        assert_eq!(serde_json::to_string(&read).unwrap(), entry);
    }
}
