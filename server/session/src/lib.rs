//! The play of one game as a pure, deterministic state machine.

mod catalogue;
mod data;
mod draw;
mod game;
mod ids;
mod input;
pub mod limits;
pub mod moderator;
mod output;
mod presence;
pub mod profile;
pub mod protocol;
mod seat;
mod session;
#[cfg(test)]
mod testing;
mod text;
mod touch_move;
pub mod view;

pub use catalogue::{Catalogue, CatalogueFaults};
pub use data::DataFault;
pub use game::Game;
pub use ids::{CommandId, ConnId, GameId, SeatId, Token, UnixMs, WrongForm};
pub use input::{Creation, Entry, Input, Limits, Recorded};
pub use output::{Output, Receipt, Unsent, WrongReceipt};
pub use protocol::player::CloseReason;
pub use session::{CreateRefused, Phase, ReplayError, Session};
pub use view::{Frame, Viewer};
