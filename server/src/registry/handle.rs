//! Handles to running games: the one way from a socket to a game.

use session::clock::Vacation;
use session::domain::{PlayerId, PushEndpoint};
use session::protocol::player::{ClientMessage, OwnGame, PublicTerms};
use session::protocol::rooms::{Entrance, IntentMessage, Refusal};
use session::{ConnId, GameCourse, Opponent, SeatId, Token};
use tokio::sync::{mpsc, oneshot};

use crate::address::ClientAddress;
use crate::outbox::Outbox;

/// A message of a socket to its game.
#[derive(Debug)]
pub(crate) enum GameMessage {
    /// A message of a player or a spectator.
    Client {
        /// The socket.
        conn: ConnId,
        /// The client behind the socket.
        client: ClientAddress,
        /// The message.
        message: ClientMessage,
        /// The way back, with the first message of a socket.
        outbox: Option<Outbox>,
    },
    /// Somebody with the game's link asks for its terms.
    Terms {
        /// The player who asks, if they have shown a key.
        viewer: Option<PlayerId>,
        /// Receives the terms; `None` from a room.
        reply: oneshot::Sender<Option<PublicTerms>>,
    },
    /// A tournament asks how one of its games has gone.
    Course {
        /// Receives the course so far.
        reply: oneshot::Sender<GameCourse>,
    },
    /// The board of the game has its outcome without it: a game that goes on counts for nothing, and ends.
    CallOff,
    /// A player lists their own games.
    OwnGame {
        /// Token of the player's seat.
        token: Token,
        /// Receives the entry of the list; `None` if the token holds no seat.
        reply: oneshot::Sender<Option<Box<OwnGame>>>,
    },
    /// A player asks for the other player of their game.
    Opponent {
        /// Token of the player's seat.
        token: Token,
        /// True if the player wants to read no more of the other one.
        is_muted: bool,
        /// Receives the other player; `None` if the token holds no seat, or nobody is there.
        reply: oneshot::Sender<Option<Opponent>>,
    },
    /// A socket asks for a seat of the room that the game is played in.
    Enter {
        /// The socket.
        conn: ConnId,
        /// The seat that it asks for.
        entrance: Entrance,
        /// The way back, kept if the socket gets a seat.
        outbox: Outbox,
        /// Receives whether the socket got a seat.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A message of a player in a room.
    RoomIntent {
        /// The socket.
        conn: ConnId,
        /// The message.
        message: IntentMessage,
    },
    /// The server has as many games as it may have: the game ends if it has hardly begun and nobody is connected.
    Evict {
        /// Dropped once the game is gone, or stays.
        done: oneshot::Sender<()>,
    },
    /// A push service has said that a subscription is gone.
    Unreachable {
        /// The seat.
        seat: SeatId,
        /// Endpoint of the subscription.
        endpoint: PushEndpoint,
    },
    /// A player is on vacation, or its end has changed.
    Vacation {
        /// The player.
        player: PlayerId,
        /// The vacation.
        vacation: Vacation,
    },
    /// The game may be another node's.
    Lost,
    /// Nobody will hear of the game, which was created for a rematch: the agreement was not stored.
    Discard,
    /// The socket has ended.
    Closed {
        /// The socket.
        conn: ConnId,
    },
}

/// The game has ended, or starts anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameGone;

/// A handle to the task of one game.
#[derive(Debug, Clone)]
pub(crate) struct GameHandle {
    inbox: mpsc::Sender<GameMessage>,
}

impl GameHandle {
    /// Returns a handle, and the inbox of the task, which holds up to `capacity` messages.
    pub(super) fn new(capacity: usize) -> (GameHandle, mpsc::Receiver<GameMessage>) {
        let (sender, inbox) = mpsc::channel(capacity.max(1));
        (GameHandle { inbox: sender }, inbox)
    }

    /// Sends a message; waits while the inbox is full.
    ///
    /// # Errors
    /// Returns an error if the game takes no more messages.
    pub(crate) async fn send(&self, message: GameMessage) -> Result<(), GameGone> {
        self.inbox.send(message).await.map_err(|_| GameGone)
    }
}
