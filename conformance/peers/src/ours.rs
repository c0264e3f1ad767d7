//! Our engine, through its public interface.

use std::error::Error;
use std::sync::Arc;

use ggn_core::{Position, Processor, Rules};

use crate::mode::Mode;
use crate::positions;

/// Loads the rules, compiled for the requested kind of lookup if given.
pub(crate) fn rules(processor: Option<Processor>) -> Result<Arc<Rules>, Box<dyn Error>> {
    let rules = Rules::load(&positions::files())?;
    Ok(match processor {
        None => rules,
        Some(processor) => Arc::new(rules.compiled_for(processor)),
    })
}

/// Parses a position.
pub(crate) fn position(rules: &Rules, feen: &str) -> Result<Position, Box<dyn Error>> {
    Ok(rules.position(&feen.parse()?)?)
}

/// Returns the perft count.
pub(crate) fn nodes(rules: &Rules, position: &Position, depth: u32, mode: Mode) -> u64 {
    match mode {
        Mode::Bulk => ggn_core::perft(rules, position, depth),
        Mode::Full => ggn_core::perft_full(rules, position, depth),
    }
}
