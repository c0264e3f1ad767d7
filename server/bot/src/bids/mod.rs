//! Duels of games with bids: the points of both sides, and the choice of a bid.
//!
//! | module | contents |
//! |---|---|
//! | `terms` | [`DuelTerms`]: what both players know of how captures are contested |
//! | `worth` | worth of points, and the chance that a capture succeeds |
//! | `account` | points of both sides, from what the frames tell |
//! | `duel` | a duel as a game of two secret bids, and its solution by regret matching |

mod account;
mod duel;
mod terms;
mod worth;

pub(crate) use account::{Account, Spent};
pub(crate) use duel::{Case, Fight};
pub use terms::{Contest, DuelTerms, Retreat};
pub(crate) use worth::{Odds, Worth};
