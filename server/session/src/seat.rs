//! A seat: its socket, its protocol, its token, and the state that its player has been sent.

pub(crate) mod player;
pub(crate) mod room;

use crate::domain::{ConnId, RoomCode, RoomToken, Token};

/// A taken seat.
#[derive(Debug)]
pub(crate) struct Seat {
    /// Socket of the player, if connected.
    pub(crate) conn: Option<ConnId>,
    /// Number of greetings and commands of the player.
    pub(crate) inputs: u64,
    /// Protocol of the player, and the state sent in it.
    pub(crate) protocol: SeatProtocol,
}

/// Protocol of a seat, with the state that its player has been sent.
#[derive(Debug)]
pub(crate) enum SeatProtocol {
    /// The player protocol.
    Player(Box<player::SentState>),
    /// The room protocol.
    Room(Box<room::SentState>),
}

impl Seat {
    /// Creates a seat of the player protocol with its token.
    pub(crate) fn of_player(token: Token) -> Seat {
        Seat::new(SeatProtocol::Player(Box::new(player::SentState::new(token))))
    }

    /// Creates a seat of the room protocol with its token.
    pub(crate) fn of_room(code: RoomCode, token: RoomToken) -> Seat {
        Seat::new(SeatProtocol::Room(Box::new(room::SentState::new(code, token))))
    }

    fn new(protocol: SeatProtocol) -> Seat {
        Seat { conn: None, inputs: 0, protocol }
    }

    /// Returns the sent state, if the seat uses the player protocol.
    pub(crate) fn player(&mut self) -> Option<&mut player::SentState> {
        match &mut self.protocol {
            SeatProtocol::Player(sent) => Some(sent),
            SeatProtocol::Room(_) => None,
        }
    }

    /// Returns whether the player has sent a command with that key, and its response is kept.
    pub(crate) fn knows(&self, key: &player::RequestKey) -> bool {
        matches!(&self.protocol, SeatProtocol::Player(sent) if sent.response_to(key).is_some())
    }

    /// Returns the sent state, if the seat uses the room protocol.
    pub(crate) fn room(&mut self) -> Option<&mut room::SentState> {
        match &mut self.protocol {
            SeatProtocol::Room(sent) => Some(sent),
            SeatProtocol::Player(_) => None,
        }
    }
}
