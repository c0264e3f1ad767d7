//! Diagnostics for authors, with what the tool alone has: diagnostics of moderators and profiles ([`data`]), and text for people ([`render`]).

pub use ruleset_check::diagnose::*;

pub mod data;
pub mod render;
