//! Players of board games by any ruleset.
//!
//! A [`Bot`] knows the rules of a game and nothing else about it: [`Values`] come from random games by these rules, and a search finds a move with
//! them. The crate is pure: it reads no clock, and chance is an argument or comes from frames. The same game, level and seed give the same move.
//!
//! | module | contents |
//! |---|---|
//! | `random` | chance from a seed |
//! | `sample` | random games, and what their positions tell about pieces |
//! | `values` | worth of a piece on a square and in a hand |
//! | `table` | positions that a search has seen (transposition table) |
//! | `order` | order in which a search tries moves |
//! | `search` | alpha-beta search with iterative deepening and quiescence |
//! | `level` | eight levels |
//! | `player` | [`Bot`]: a move for a game |
//! | `bids` | games in which captures are contested by bids: [`DuelTerms`], worth of points, choice of a bid |
//! | `contested` | choices in such a game in which all pieces are seen |
//! | `blind` | games in which pieces are hidden: a belief, and a choice over it; [`Referee`] |
//! | `client` | [`Client`]: a bot on a seat, by the frames of the player protocol |

mod bids;
mod blind;
mod client;
mod contested;
mod level;
mod order;
mod player;
mod random;
mod sample;
mod search;
mod table;
mod values;

/// Rules and boards, as the engine has them.
pub use ggn_core::{Game, Move, PieceId, Played, Position, Rules, Side, SightOptions};

pub use bids::{Contest, DuelTerms, Retreat};
pub use blind::referee::{Action, Answer, Heard, Referee, Try, Word};
pub use blind::{Believed, Possible};
pub use client::{Client, OutOfStep, Reaction, Thought};
pub use level::{Level, NoSuchLevel};
pub use player::{Bot, Choice};
pub use values::Values;
