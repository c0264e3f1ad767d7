//! What the tool `ggn` is made of: reading a ruleset's folder, and telling its author what is wrong with it.

pub mod diagnose;
pub mod rules;
