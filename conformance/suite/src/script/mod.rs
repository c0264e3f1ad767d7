//! Scripts of cases: the steps of players at a table, and of sockets at a server, as case files write them.

pub mod moderator;
pub mod protocol;
mod seat;

pub(crate) use seat::Seat;
