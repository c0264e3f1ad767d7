//! Names and secrets, from a generator that the server is given: the operating system's in production, one with a seed
//! in a simulation.

use std::fmt::Debug;

use session::protocol::player::Color;
use session::{GameId, RoomCode, RoomToken, Token};

/// Bytes handed to a name's maker. More than it needs, since it throws away those that would bias it.
const NAME_BYTES: usize = 128;

/// There is no randomness to be had.
#[derive(Debug, thiserror::Error)]
#[error("the random generator failed")]
pub struct NoRandomness;

/// Where randomness comes from. Who can foresee it can take every seat.
pub trait Random: Debug + Send + Sync + 'static {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// When there is no randomness to be had.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness>;
}

/// The operating system's generator.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        getrandom::fill(bytes).map_err(|_| NoRandomness)
    }
}

fn bytes(random: &dyn Random) -> Result<[u8; NAME_BYTES], NoRandomness> {
    let mut bytes = [0; NAME_BYTES];
    random.fill(&mut bytes)?;
    Ok(bytes)
}

/// A name for a game.
///
/// # Errors
/// When there is no randomness to be had.
pub(crate) fn game_id(random: &dyn Random) -> Result<GameId, NoRandomness> {
    GameId::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// A secret for a player.
///
/// # Errors
/// When there is no randomness to be had.
pub(crate) fn token(random: &dyn Random) -> Result<Token, NoRandomness> {
    Token::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// A code for a room.
///
/// # Errors
/// When there is no randomness to be had.
pub(crate) fn room_code(random: &dyn Random) -> Result<RoomCode, NoRandomness> {
    RoomCode::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// A secret for a player in a room.
///
/// # Errors
/// When there is no randomness to be had.
pub(crate) fn room_token(random: &dyn Random) -> Result<RoomToken, NoRandomness> {
    let mut bytes = [0; RoomToken::BYTES];
    random.fill(&mut bytes)?;
    Ok(RoomToken::from_random(bytes))
}

/// A side for a creator who leaves it to chance.
///
/// # Errors
/// When there is no randomness to be had.
pub(crate) fn side(random: &dyn Random) -> Result<Color, NoRandomness> {
    let [first, ..] = bytes(random)?;
    Ok(if first & 1 == 0 { Color::W } else { Color::B })
}
