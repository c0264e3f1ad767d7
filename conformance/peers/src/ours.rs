//! Our side: the public interface of the engine, nothing else.

use std::error::Error;
use std::sync::Arc;

use ggn_core::{Position, Processor, Ruleset};

use crate::positions;
use crate::race::Mode;

/// The rules as loaded, or compiled for the way of looking up that is asked for.
pub(crate) fn rules(processor: Option<Processor>) -> Result<Arc<Ruleset>, Box<dyn Error>> {
    let rules = Ruleset::load(&positions::files()?)?;
    Ok(match processor {
        None => rules,
        Some(processor) => Arc::new(rules.compiled_for(processor)),
    })
}

/// A position of the rules.
pub(crate) fn position(rules: &Ruleset, feen: &str) -> Result<Position, Box<dyn Error>> {
    Ok(rules.position(&feen.parse()?)?)
}

/// The number of lines.
pub(crate) fn nodes(rules: &Ruleset, position: &Position, depth: u32, mode: Mode) -> u64 {
    match mode {
        Mode::Bulk => ggn_core::perft(rules, position, depth),
        Mode::Full => ggn_core::perft_full(rules, position, depth),
    }
}
