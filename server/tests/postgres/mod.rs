//! A server over PostgreSQL, and what may happen to the database and the way to it.

mod answers;
mod crashes;
mod standby;
pub(crate) mod tls;
pub(crate) mod transfer;
