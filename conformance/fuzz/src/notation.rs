//! Small notations: a text is the one way to write a value, or has an error at a place within it.

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

/// Tries one text in every notation.
pub fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    check_round_trip::<Cell, _>(text);
    check_round_trip::<Sin, _>(text);
    check_round_trip::<Pin, _>(text);
    check_round_trip::<Epin, _>(text);
    check_round_trip::<Qpi, _>(text);
    check_round_trip::<Snn, _>(text);
    check_round_trip::<Hand, _>(text);
    check_round_trip::<Place, _>(text);
    check_round_trip::<Condition, _>(text);
    check_round_trip::<Pmn, _>(text);
    check_round_trip::<Uci, _>(text);
    check_round_trip::<Status, _>(text);
}

/// Returns the texts of the notations' cases.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    project::texts("notation/").into_iter().filter(|text| text.len() < 64).map(String::into_bytes).collect()
}

fn check_round_trip<T, K>(text: &str)
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

/// Checks that an error lies within its text, and that its message is no longer than that text and a sentence.
pub(crate) fn is_within(text: &str, at: usize, message: &str) {
    assert!(text.is_char_boundary(at), "{text:?}: {message}");
    // A control character of one byte is printed as an escape of at most eight.
    assert!(message.len() <= 200 + 8 * text.len(), "{text:?}: {message}");
}
