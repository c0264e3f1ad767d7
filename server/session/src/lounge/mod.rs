//! Company at a game: who may watch it, and whether there is talk.

mod terms;

pub use terms::{Company, Delay, Spectators, SpectatorsWish, Watching, WrongDelay};
