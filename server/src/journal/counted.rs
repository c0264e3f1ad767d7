//! Numbers of things in the reports on a journal.

use std::fmt::Display;

/// Returns a number of things in words: `1 input`, `2 inputs`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{ending}")
}
