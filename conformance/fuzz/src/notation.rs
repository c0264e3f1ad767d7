//! The small notations: a text is the one way to write a value, or wrong at a place within it.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use ggn_core::notation::ParseError;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::hand::Hand;
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::pin::Pin;
use ggn_core::notation::pmn::Pmn;
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::sin::Sin;
use ggn_core::notation::snn::Snn;
use ggn_core::notation::uci::Uci;

use crate::project;

/// Every notation is asked about the same text.
pub fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    judge::<Cell, _>(text);
    judge::<Sin, _>(text);
    judge::<Pin, _>(text);
    judge::<Epin, _>(text);
    judge::<Qpi, _>(text);
    judge::<Snn, _>(text);
    judge::<Hand, _>(text);
    judge::<Place, _>(text);
    judge::<Condition, _>(text);
    judge::<Pmn, _>(text);
    judge::<Uci, _>(text);
    judge::<Status, _>(text);
}

/// The texts of the notations' cases.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    project::texts("notation/").into_iter().filter(|text| text.len() < 64).map(String::into_bytes).collect()
}

fn judge<T, K>(text: &str)
where
    T: FromStr<Err = ParseError<K>> + Display + PartialEq + Debug,
    K: Display + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string(), text, "{value:?}");
            assert_eq!(text.parse::<T>().ok(), Some(value));
        }
        Err(error) => is_within(text, error.at, &error.to_string()),
    }
}

/// Insists that an error lies at a place of its text, and says no more than that text and a sentence.
pub(crate) fn is_within(text: &str, at: usize, told: &str) {
    assert!(text.is_char_boundary(at), "{text:?}: {told}");
    // A control character of one byte is told as an escape of at most eight.
    assert!(told.len() <= 200 + 8 * text.len(), "{text:?}: {told}");
}
