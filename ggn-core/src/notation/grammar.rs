//! The one parser behind all notations: their grammars read each other's rules, and one parser is small.

use pest::Parser as _;
use pest::iterators::Pair;

/// Every grammar of the folder, in one parser. (The paths are those from the package: from the engine and from `tests`, which compiles this as well.)
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

/// Parses a whole text by a rule that ends at its end, and reads the value out of the first pair.
///
/// `None` says only that the text is not valid; each notation then tells why by itself, since its error
/// classes are finer than a grammar's.
pub(super) fn parse<'t, T>(
    rule: Rule,
    text: &'t str,
    read: impl FnOnce(Pair<'t, Rule>) -> Option<T>,
) -> Option<T> {
    read(Notation::parse(rule, text).ok()?.next()?)
}

/// The same for a rule that is a list of parts and none itself.
#[cfg(feature = "mechanic")]
pub(super) fn parse_all<'t, T>(
    rule: Rule,
    text: &'t str,
    read: impl FnOnce(pest::iterators::Pairs<'t, Rule>) -> Option<T>,
) -> Option<T> {
    read(Notation::parse(rule, text).ok()?)
}

/// How many bytes at the start of a text a rule takes, if it takes any. Error classes are told by the same rules.
pub(super) fn prefix(rule: Rule, text: &str) -> Option<usize> {
    let length = Notation::parse(rule, text).ok()?.next()?.as_span().end();
    (length > 0).then_some(length)
}

/// The furthest byte that a rule could make sense of in a text that it refuses; the text's end when it takes it.
pub(super) fn furthest(rule: Rule, text: &str) -> usize {
    match Notation::parse(rule, text).map_err(|error| error.location) {
        Err(pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _))) => at,
        Ok(_) => text.len(),
    }
}
