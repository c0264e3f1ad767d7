//! What comes into a session, and how the journal keeps it. A game is its creation and its inputs, in their order.

use serde::{Deserialize, Serialize};

use crate::ids::{ConnId, GameId, RoomCode, RoomToken, Token, UnixMs};
use crate::protocol::player::{Color, Command, CreateGame, Hello};
use crate::protocol::rooms::{Entrance, Said};

/// How a game came to be: the first entry of its journal. Whatever chance decided is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Creation {
    /// The id of the game.
    pub id: GameId,
    /// The protocol that the game is played by, and what holds the creator's seat in it.
    #[serde(flatten)]
    pub creator: Creator,
    /// What was asked for.
    pub request: CreateGame,
    /// The creator's side, should the lot decide.
    pub random_side: Color,
    /// When.
    pub at: UnixMs,
    /// What the server's configuration changes of the profile.
    #[serde(default)]
    pub limits: Limits,
}

/// Which protocol the players of a game speak, and what holds the creator's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Creator {
    /// The player protocol, and the token of the seat.
    #[serde(rename = "creator_token")]
    Player(Token),
    /// The room protocol.
    #[serde(rename = "room")]
    Room {
        /// By which the room is found.
        code: RoomCode,
        /// The token of the seat.
        token: RoomToken,
    },
}

/// What the server's configuration changes of a profile; what is left out is as the profile says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// How long an absent player may stay away.
    pub grace_ms: Option<u64>,
    /// How long a finished game is kept.
    pub finished_lifetime_ms: Option<u64>,
    /// How long a game waits for its second player while nobody is there.
    pub waiting_lifetime_ms: Option<u64>,
}

/// What happens to a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// A socket asks for a seat.
    Hello {
        /// The socket.
        conn: ConnId,
        /// What it said.
        hello: Hello,
        /// The token to give away if this claims a seat.
        fresh: Token,
    },
    /// The player at a socket acts.
    Command {
        /// The socket.
        conn: ConnId,
        /// What the player said.
        command: Command,
    },
    /// A socket asks for a seat of a room.
    Enter {
        /// The socket.
        conn: ConnId,
        /// How it asks.
        entrance: Entrance,
        /// The token to give away if this claims a seat.
        fresh: RoomToken,
    },
    /// The player at a socket of a room says something.
    Said {
        /// The socket.
        conn: ConnId,
        /// What the player said.
        said: Said,
    },
    /// A socket is gone.
    Closed {
        /// The socket.
        conn: ConnId,
    },
    /// Time went on: see [`Session::next_timeout`](crate::Session::next_timeout).
    Tick,
    /// The server started again: every socket is gone, and every absent player has the whole grace anew.
    Restarted,
}

/// What one entry of the journal holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// The game was made. The first entry, and only the first.
    Created(Creation),
    /// Something happened.
    #[serde(untagged)]
    Input(Input),
}

/// One entry of a game's journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the game: 0 is the creation.
    pub seq: u64,
    /// When it was taken in. Never before the entry before it.
    pub at: UnixMs,
    /// What it was.
    pub input: Recorded,
}
