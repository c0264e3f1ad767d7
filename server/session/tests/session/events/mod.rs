//! The events: their page, and who sees what of a game with bids.

mod document;
mod hall;
mod twins;
mod visibility;
