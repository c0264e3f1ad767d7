//! The load: games whose players make recorded moves at a server or at a relay, and check every answer.

pub mod game;
pub mod line;
pub mod moves;
pub mod players;
pub mod relay;
pub mod relayed;
pub mod rooms;
pub mod round;
