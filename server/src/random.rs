//! Ids and secrets, from a random source that the server is given: the operating system's in production, a seeded one
//! in a simulation.

use std::fmt::Debug;

use session::protocol::player::Color;
use session::{GameId, RoomCode, RoomToken, Token};

/// Random bytes for one id or secret. More than it needs, since bytes that would bias it are rejected.
const ID_BYTES: usize = 128;

/// The random source failed.
#[derive(Debug, thiserror::Error)]
#[error("the random generator failed")]
pub struct NoRandomness;

/// A random source. Its output must be unpredictable: tokens of seats are made of it.
pub trait Random: Debug + Send + Sync + 'static {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// Returns an error if the random source fails.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness>;
}

/// The random source of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        getrandom::fill(bytes).map_err(|_| NoRandomness)
    }
}

fn bytes(random: &dyn Random) -> Result<[u8; ID_BYTES], NoRandomness> {
    let mut bytes = [0; ID_BYTES];
    random.fill(&mut bytes)?;
    Ok(bytes)
}

/// Returns a random game id.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn game_id(random: &dyn Random) -> Result<GameId, NoRandomness> {
    GameId::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// Returns a random token for a player.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn token(random: &dyn Random) -> Result<Token, NoRandomness> {
    Token::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// Returns a random room code.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn room_code(random: &dyn Random) -> Result<RoomCode, NoRandomness> {
    RoomCode::from_random(&bytes(random)?).ok_or(NoRandomness)
}

/// Returns a random token for a player in a room.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn room_token(random: &dyn Random) -> Result<RoomToken, NoRandomness> {
    let mut bytes = [0; RoomToken::BYTES];
    random.fill(&mut bytes)?;
    Ok(RoomToken::from_random(bytes))
}

/// Returns a random seed.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn seed(random: &dyn Random) -> Result<u64, NoRandomness> {
    let mut seed = [0; 8];
    random.fill(&mut seed)?;
    Ok(u64::from_le_bytes(seed))
}

/// Returns a seed for a deal of covered pieces.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn deal_seed(random: &dyn Random) -> Result<[u8; 32], NoRandomness> {
    let mut seed = [0; 32];
    random.fill(&mut seed)?;
    Ok(seed)
}

/// Returns a random side.
///
/// # Errors
/// Returns an error if the random source fails.
pub(crate) fn side(random: &dyn Random) -> Result<Color, NoRandomness> {
    let [first, ..] = bytes(random)?;
    Ok(if first & 1 == 0 { Color::W } else { Color::B })
}
