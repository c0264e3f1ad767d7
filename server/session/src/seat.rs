//! A seat: through which socket its player speaks, in which protocol, whose token holds it, and what that player has been sent.

pub(crate) mod player;
pub(crate) mod room;

use crate::ids::{ConnId, RoomCode, RoomToken, Token};
use crate::input::Creator;

/// A seat that is taken.
#[derive(Debug)]
pub(crate) struct Seat {
    /// The socket of the player, when connected.
    pub(crate) conn: Option<ConnId>,
    /// How many greetings and commands came from the player.
    pub(crate) inputs: u64,
    /// The protocol that the player speaks, and what was said in it.
    pub(crate) speech: Speech,
}

/// What was said to a player, by the protocol that this player speaks.
#[derive(Debug)]
pub(crate) enum Speech {
    /// The player protocol.
    Player(Box<player::Told>),
    /// The room protocol.
    Room(Box<room::Told>),
}

impl Seat {
    /// The seat of who made the game.
    pub(crate) fn of(creator: Creator) -> Seat {
        match creator {
            Creator::Player(token) => Seat::of_player(token),
            Creator::Room { code, token } => Seat::of_room(code, token),
        }
    }

    /// A seat for the player protocol, held by a token.
    pub(crate) fn of_player(token: Token) -> Seat {
        Seat::new(Speech::Player(Box::new(player::Told::new(token))))
    }

    /// A seat for the room protocol, held by a token.
    pub(crate) fn of_room(code: RoomCode, token: RoomToken) -> Seat {
        Seat::new(Speech::Room(Box::new(room::Told::new(code, token))))
    }

    fn new(speech: Speech) -> Seat {
        Seat { conn: None, inputs: 0, speech }
    }

    /// What was said in the player protocol, if that is spoken here.
    pub(crate) fn player(&mut self) -> Option<&mut player::Told> {
        match &mut self.speech {
            Speech::Player(told) => Some(told),
            Speech::Room(_) => None,
        }
    }

    /// What was said in the room protocol, if that is spoken here.
    pub(crate) fn room(&mut self) -> Option<&mut room::Told> {
        match &mut self.speech {
            Speech::Room(told) => Some(told),
            Speech::Player(_) => None,
        }
    }
}
