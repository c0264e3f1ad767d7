//! JSON Schemas of every file that an author writes and every message of the wire, for the command `ggn schema` and its tests.

pub mod schema;
