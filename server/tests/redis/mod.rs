//! The journal in Redis, and what may happen to the server and the way to it.

mod epochs;
mod faults;
mod lists;
mod rights;
mod scripts;
mod servers;
mod tls;
mod transfer;
