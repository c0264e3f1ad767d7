//! From words to bits: the tables of a ruleset compiled so that legal moves come by looking up instead of reading rows.
//!
//! Nothing here knows a game either. What bits cannot say stays words and is read by the same interpreter as ever ([`crate::reference`]),
//! which also is the oracle: on random positions both give the same moves.
// Squares, pieces and atoms index tables that were made for exactly so many of them.
#![allow(clippy::indexing_slicing, reason = "indices come from the ruleset for which the tables were made")]

mod atoms;
mod attack;
mod bits;
mod board;
mod cpu;
mod engine;
mod fans;
mod generate;
mod lines;
mod lookup;
mod manner;
mod parts;
mod rows;
mod shape;
mod sinks;
mod specials;
mod tables;
#[cfg(feature = "trial")]
pub mod trial;
mod trust;
mod wide;

use std::sync::Arc;

use bits::Bits;
use cpu::{Cpu, Plain};
use engine::Sized;
pub(crate) use engine::{Engine, Leaves};
use lookup::Indexing;
use parts::Parts;
use shape::{Any, Fixed, Shape};
use tables::Tables;
use wide::Words;

use crate::processor::Processor;
use crate::ruleset::Ruleset;

/// Compiles a ruleset. `None` for boards and games that bits cannot hold; the interpreter plays them.
pub(crate) fn compile(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    // Bits know rows and the guarding of terminal pieces, and nothing else.
    if rules.has_mechanics() {
        return None;
    }
    let squares = rules.shape().squares();
    if squares <= u64::WIDTH {
        narrow(rules, processor)
    } else if squares <= u128::WIDTH {
        broad(rules, processor)
    } else if squares <= Words::WIDTH {
        broadest(rules)
    } else {
        None
    }
}

/// The best that this machine has.
pub(crate) fn detect() -> Processor {
    #[cfg(target_arch = "x86_64")]
    if cpu::Pext::detect().is_some() {
        return if cpu::has_fast_pext() { Processor::Pext } else { Processor::Wide };
    }
    Processor::Plain
}

/// The numbers of lanes for which the generator's loops are unrolled. They are those that the first ruleset of `rules/` comes to; another with the same
/// numbers has the same speed, and one with others runs the same code with counted loops.
type Common = Fixed<4, 1, 2, 3, 2>;

/// Boards of one machine word.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables, reason = "elsewhere there is one kind"))]
fn narrow(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    let parts = Parts::<u64>::new(rules);
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
            return made::<u64, 12, 0, 1, Common, _>(rules, &parts, cpu, 12)
                .or_else(|| any_lanes(rules, &parts, cpu));
        }
        if let Some(cpu) = cpu::Wide::detect().filter(|_| processor == Processor::Wide) {
            return made::<u64, 12, 0, 2, Common, _>(rules, &parts, cpu, 7)
                .or_else(|| any_lanes(rules, &parts, Plain));
        }
    }
    made::<u64, 12, 0, 2, Common, _>(rules, &parts, Plain, 7).or_else(|| any_lanes(rules, &parts, Plain))
}

/// Boards of two machine words.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables, reason = "elsewhere there is one kind"))]
fn broad(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    let parts = Parts::<u128>::new(rules);
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
        return any_lanes(rules, &parts, cpu);
    }
    any_lanes(rules, &parts, Plain)
}

/// Boards for which words stand in a row.
fn broadest(rules: &Ruleset) -> Option<Arc<dyn Engine>> {
    made::<Words, 36, 64, 4, Any, _>(rules, &Parts::new(rules), Plain, 7)
}

/// Any numbers of lanes: the smallest board that holds them. The largest is compiled for any processor alone: so much is copied there for
/// each move that the lookups are the lesser part.
fn any_lanes<B: Bits, C: Cpu>(rules: &Ruleset, parts: &Parts<B>, cpu: C) -> Option<Arc<dyn Engine>> {
    made::<B, 20, 16, 4, Any, C>(rules, parts, cpu, 7)
        .or_else(|| made::<B, 36, 64, 4, Any, Plain>(rules, parts, Plain, 7))
}

/// The tables of a ruleset for one size of board; nothing if it needs more.
fn made<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>(
    rules: &Ruleset,
    parts: &Parts<B>,
    cpu: C,
    bits: u32,
) -> Option<Arc<dyn Engine>> {
    let indexing = Indexing { extracts: C::EXTRACTS, bits };
    let tables = Tables::<B, L, G>::new(rules, parts, indexing)?;
    let is_held = tables.helds <= H && shape::fits::<S, B, L, G>(&tables);
    is_held.then(|| Arc::new(Sized::<B, L, H, G, S, C>::new(tables, cpu)) as Arc<dyn Engine>)
}
