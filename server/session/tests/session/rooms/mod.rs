//! Rooms: what their players are told, and what they are not.

mod codes;
mod document;
mod facts;
mod game;
mod presence;
mod room;
mod twins;
