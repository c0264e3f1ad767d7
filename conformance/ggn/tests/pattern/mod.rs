//! Movement patterns: what they come to, what is wrong with wrong ones, and how tables are held against them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod agreement;
mod command;
mod document;
mod effects;
mod faulty;
mod folders;
mod geometry;
mod properties;
mod support;
mod written;
