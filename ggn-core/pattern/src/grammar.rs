//! The grammar of patterns, `moves.pest`.
#![allow(missing_docs, reason = "the rules of the grammar are documented there")]

/// Parser of single lines.
#[derive(pest_derive::Parser)]
#[grammar = "moves.pest"]
pub(super) struct Grammar;

pub(super) use Rule as Part;
