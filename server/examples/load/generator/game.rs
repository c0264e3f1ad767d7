//! One game of any kind.

use std::net::SocketAddr;
use std::time::Duration;

use super::players::{Players, Seat};
use super::relayed::Relayed;
use super::rooms::Room;

/// A kind of game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A game in which both see everything.
    Open,
    /// A game in which each sees the own pieces.
    Blind,
    /// An open game with a spectator.
    Watched,
    /// A game in a room.
    Room,
    /// Two clients of the relay.
    Relayed,
}

/// The clients of one game.
pub enum Game {
    /// Players by the player protocol.
    Players(Box<Players>),
    /// Players in a room.
    Room(Box<Room>),
    /// Clients of the relay.
    Relayed(Box<Relayed>),
}

impl Game {
    /// Creates a game, and takes both seats.
    pub async fn sit_down(address: SocketAddr, kind: Kind) -> Game {
        match kind {
            Kind::Open => Game::Players(Box::new(Players::sit_down(address, "vanilla", false).await)),
            Kind::Blind => Game::Players(Box::new(Players::sit_down(address, "blind", false).await)),
            Kind::Watched => Game::Players(Box::new(Players::sit_down(address, "vanilla", true).await)),
            Kind::Room => Game::Room(Box::new(Room::sit_down(address).await)),
            Kind::Relayed => Game::Relayed(Box::new(Relayed::sit_down(address).await)),
        }
    }

    /// Makes the next move, and returns when everybody has been sent it: the time until it has come to the opponent.
    pub async fn play(&mut self, ply: usize, text: &str) -> Duration {
        match self {
            Game::Players(players) => players.play(ply, text).await,
            Game::Room(room) => room.play(ply, text).await,
            Game::Relayed(relayed) => relayed.play(ply).await,
        }
    }

    /// Ends the game, and checks that its record has these moves. Returns the seat of White in a game that is stored.
    pub async fn finish(self, moves: &[&str]) -> Option<Seat> {
        match self {
            Game::Players(players) => Some(players.finish(moves).await),
            Game::Room(room) => {
                room.finish().await;
                None
            }
            Game::Relayed(_) => None,
        }
    }

    /// Returns the seat of White in a game that is stored.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Game::Players(players) => Some(players.seat()),
            Game::Room(_) | Game::Relayed(_) => None,
        }
    }
}
