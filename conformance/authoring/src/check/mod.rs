//! Checks of `ggn check`: those of rulesets and overlays, with what the tool alone has: moderators and profiles, whole folders of rules ([`Target`]),
//! and the schemas of a ruleset's companions.

mod data;
mod schema;
mod target;

pub use ruleset_check::check::*;
pub use schema::{Games, Perft};
pub use target::{Target, TargetError};
