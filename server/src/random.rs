//! Names and secrets from the operating system's generator.

use session::protocol::player::Color;
use session::{GameId, Token};

/// Bytes handed to a name's maker. More than it needs, since it throws away those that would bias it.
const NAME_BYTES: usize = 128;

/// The operating system gave no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the operating system's random generator failed")]
pub(crate) struct NoRandomness;

fn bytes() -> Result<[u8; NAME_BYTES], NoRandomness> {
    let mut bytes = [0; NAME_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A name for a game.
///
/// # Errors
/// When the operating system gives no randomness.
pub(crate) fn game_id() -> Result<GameId, NoRandomness> {
    GameId::from_random(&bytes()?).ok_or(NoRandomness)
}

/// A secret for a player.
///
/// # Errors
/// When the operating system gives no randomness.
pub(crate) fn token() -> Result<Token, NoRandomness> {
    Token::from_random(&bytes()?).ok_or(NoRandomness)
}

/// A side for a creator who leaves it to chance.
///
/// # Errors
/// When the operating system gives no randomness.
pub(crate) fn side() -> Result<Color, NoRandomness> {
    let [first, ..] = bytes()?;
    Ok(if first & 1 == 0 { Color::W } else { Color::B })
}
