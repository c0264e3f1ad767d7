//! Terms of a game, as they are requested, agreed on and recorded.
//!
//! | module | content |
//! |---|---|
//! | `request` | the request for a game, in the words of the domain |
//! | `machine` | the machine as the other player |
//! | `aids` | aids to a player who does not see every piece |
//! | `absence` | the time that an absent player may stay away |
//! | `spectators` | terms on spectators and chat |
//! | `deal` | the deal of covered pieces |
//! | `creation` | the creation of a game, as its journal records it |

mod absence;
mod aids;
mod creation;
mod deal;
mod machine;
mod request;
mod spectators;

pub use absence::{Absence, WrongAbsence};
pub use aids::Aids;
pub use creation::{Creation, Creator, DrawnStart, Limits, NextGame, SeatTokens};
pub(crate) use deal::PromisedDeal;
pub use deal::{DealSeed, DrawnDeal, NoDealSeed, commitment};
pub use machine::{MachineLevel, MachineSeat, MachineWish, WrongMachineLevel};
pub use request::CreateGame;
pub use spectators::{
    ChatTerms, Delay, SocialTerms, SpectatorTerms, SpectatorView, SpectatorsWish, WrongDelay,
};
