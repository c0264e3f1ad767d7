//! Bitboard compilation of a ruleset: legal moves come from lookup tables instead of from reading rows.
//!
//! Nothing here knows a particular game. Rows that bitboards cannot represent stay rows ("special rows") and are tested one by one, as in the
//! interpreter ([`crate::reference`]). The interpreter is also the oracle: on random positions both must return the same moves.
// Squares, pieces and atoms index tables that were sized for exactly that many of them.
#![allow(clippy::indexing_slicing, reason = "indices come from the ruleset that the tables were built for")]

mod atom_kind;
mod atoms;
mod attacks;
mod barred;
mod bits;
mod board;
mod compiled;
mod cpu;
mod drops;
mod facing;
mod filters;
mod generate;
mod goals;
mod hops;
mod limits;
mod lines;
mod lookup;
mod making;
mod packing;
mod parts;
mod piece_info;
mod processor;
mod promotions;
mod rows;
mod shape;
mod sinks;
mod specials;
mod stack;
mod tables;
mod unchecked;
mod wide_bits;

use std::sync::Arc;

use bits::Bits;
use compiled::SizedRules;
pub(crate) use compiled::{CompiledRules, Leaves};
use cpu::{Cpu, Plain};
use lookup::Indexing;
use parts::Parts;
pub use processor::Processor;
use shape::{AnyShape, FixedShape, Shape};
pub(crate) use stack::CompiledBoard;
use tables::Tables;
use wide_bits::WideBits;

use crate::ruleset::Ruleset;

/// Compiles a ruleset. Returns `None` for boards and games that bitboards cannot represent; the interpreter plays those.
pub(crate) fn compile(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn CompiledRules>> {
    let squares = rules.shape().squares();
    if squares <= u64::WIDTH {
        compile_64(rules, processor)
    } else if squares <= u128::WIDTH {
        compile_128(rules, processor)
    } else if squares <= WideBits::WIDTH {
        compile_256(rules)
    } else {
        None
    }
}

/// Returns the fastest processor kind that this machine supports.
fn detect() -> Processor {
    #[cfg(target_arch = "x86_64")]
    if cpu::Pext::detect().is_some() {
        return if cpu::has_fast_pext() { Processor::Pext } else { Processor::Wide };
    }
    Processor::Plain
}

/// Lane counts for which the generator's loops are unrolled: those of the first ruleset of `rules/`. Another ruleset with the same counts is
/// as fast; one with other counts runs the same code with counted loops.
type CommonShape = FixedShape<4, 1, 2, 3, 2>;

/// Compiles for boards that fit in 64 bits.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_variables, reason = "other targets have one kind of processor")
)]
fn compile_64(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn CompiledRules>> {
    let parts = Parts::<u64>::new(rules);
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
            return build::<u64, 12, 0, 1, CommonShape, _>(rules, &parts, cpu, 12)
                .or_else(|| any_lanes(rules, &parts, cpu));
        }
        if let Some(cpu) = cpu::Wide::detect().filter(|_| processor == Processor::Wide) {
            return build::<u64, 12, 0, 2, CommonShape, _>(rules, &parts, cpu, 7)
                .or_else(|| any_lanes(rules, &parts, Plain));
        }
    }
    build::<u64, 12, 0, 2, CommonShape, _>(rules, &parts, Plain, 7)
        .or_else(|| any_lanes(rules, &parts, Plain))
}

/// Compiles for boards that fit in 128 bits.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_variables, reason = "other targets have one kind of processor")
)]
pub(crate) fn compile_128(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn CompiledRules>> {
    let parts = Parts::<u128>::new(rules);
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
        return any_lanes(rules, &parts, cpu);
    }
    any_lanes(rules, &parts, Plain)
}

/// Compiles for boards that need several machine words, and for rulesets that need more lanes, hand slots or groups than the smaller boards have.
/// The plain processor is enough: copying a board of this size for each move costs more than the lookups.
pub(crate) fn compile_256(rules: &Ruleset) -> Option<Arc<dyn CompiledRules>> {
    build::<WideBits, 36, 64, 8, AnyShape, _>(rules, &Parts::new(rules), Plain, 7)
}

/// Compiles for any lane counts: for the board of these bits, or for the largest one. One largest board for all: few rulesets need it, and each further
/// kind of board is as much code again.
fn any_lanes<B: Bits, C: Cpu>(rules: &Ruleset, parts: &Parts<B>, cpu: C) -> Option<Arc<dyn CompiledRules>> {
    build::<B, 20, 16, 4, AnyShape, C>(rules, parts, cpu, if C::EXTRACTS { 8 } else { 7 })
        .or_else(|| compile_256(rules))
}

/// Builds the tables of a ruleset for one board size. Returns `None` if the ruleset needs more lanes, hand slots or groups.
fn build<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>(
    rules: &Ruleset,
    parts: &Parts<B>,
    cpu: C,
    bits: u32,
) -> Option<Arc<dyn CompiledRules>> {
    // Bitboards cover rows and the safety of terminal pieces, and nothing else.
    if rules.is_interpreted() {
        return None;
    }
    let indexing = Indexing { extracts: C::EXTRACTS, bits };
    let tables = Tables::<B, L, G>::new(rules, parts, indexing)?;
    let is_held = tables.hand_slots <= H && shape::fits::<S, B, L, G>(&tables);
    is_held.then(|| Arc::new(SizedRules::<B, L, H, G, S, C>::new(tables, cpu)) as Arc<dyn CompiledRules>)
}
