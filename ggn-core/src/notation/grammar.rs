//! The one parser of all notations: their grammars use each other's rules, and one parser is small.

use pest::Parser as _;
use pest::iterators::Pair;

/// Every grammar of the folder in one parser. The paths are relative to the package: this one, and `tests`, which compiles the same source.
#[derive(pest_derive::Parser)]
#[grammar = "../src/notation/cell.pest"]
#[grammar = "../src/notation/pin.pest"]
#[grammar = "../src/notation/epin.pest"]
#[grammar = "../src/notation/sin.pest"]
#[grammar = "../src/notation/qpi.pest"]
#[grammar = "../src/notation/hand.pest"]
#[grammar = "../src/notation/lcn.pest"]
#[grammar = "../src/notation/ggn.pest"]
#[grammar = "../src/notation/feen.pest"]
#[grammar = "../src/notation/fen.pest"]
#[grammar = "../src/notation/pmn.pest"]
#[grammar = "../src/notation/uci.pest"]
#[grammar = "../src/notation/cgsn.pest"]
#[grammar = "../src/notation/snn.pest"]
#[cfg_attr(feature = "mechanic", grammar = "../src/notation/duel.pest")]
struct Notation;

/// Parses a whole text by a rule that ends at its end, and converts the first pair to a value.
///
/// `None` says only that the text is not valid. Each notation then determines the error itself, because its error
/// classes are finer than the grammar's.
pub(super) fn parse<'t, T>(
    rule: Rule,
    text: &'t str,
    read: impl FnOnce(Pair<'t, Rule>) -> Option<T>,
) -> Option<T> {
    read(Notation::parse(rule, text).ok()?.next()?)
}

/// Like [`parse`], for a rule that is a list of parts and has no pair of its own.
#[cfg(feature = "mechanic")]
pub(super) fn parse_all<'t, T>(
    rule: Rule,
    text: &'t str,
    read: impl FnOnce(pest::iterators::Pairs<'t, Rule>) -> Option<T>,
) -> Option<T> {
    read(Notation::parse(rule, text).ok()?)
}

/// Returns how many bytes at the start of a text match a rule, if any. Error classes are determined with the same rules.
pub(super) fn prefix(rule: Rule, text: &str) -> Option<usize> {
    let length = Notation::parse(rule, text).ok()?.next()?.as_span().end();
    (length > 0).then_some(length)
}

/// Returns the furthest byte up to which a rejected text matches a rule; the end of the text if it matches.
pub(super) fn furthest(rule: Rule, text: &str) -> usize {
    match Notation::parse(rule, text).map_err(|error| error.location) {
        Err(pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _))) => at,
        Ok(_) => text.len(),
    }
}
