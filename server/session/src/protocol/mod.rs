//! The protocols that a session speaks: each turns wire JSON into commands, and observations and announcements into frames.

pub mod player;
