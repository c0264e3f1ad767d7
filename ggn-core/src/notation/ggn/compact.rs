//! The compact text of a table: each list of possibilities once, and its number where a row has it. Rows of both sides and of all states of a piece often
//! have the same conditions, so that a table comes to a third of its text, or to a sixth.

use std::collections::HashMap;
use std::fmt::Display;

use super::print::gathered;
use super::{Ggn, Possibility};
use crate::notation::lcn::Lcn;

impl Ggn {
    /// Returns the table as a compact text, which [`Ggn::parse`] reads as it reads any other.
    ///
    /// ```
    /// use ggn_core::notation::ggn::Ggn;
    /// let text = br#"{ "C:K": { "a1": { "a2": [{ "must": { "a2": "empty" } }] } }, "C:Q": { "a1": { "a2": [{ "must": { "a2": "empty" } }] } } }"#;
    /// let ggn = Ggn::parse(text).map_err(|faults| faults[0].to_string())?;
    /// let compact = ggn.compact();
    /// assert_eq!(compact, r#"{"possibilities":[[{"must":{"a2":"empty"}}]],"rows":{"C:K":{"a1":{"a2":0}},"C:Q":{"a1":{"a2":0}}}}"#);
    /// assert_eq!(Ggn::parse(compact.as_bytes()), Ok(ggn));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn compact(&self) -> String {
        let mut lists: Vec<String> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let numbered: Vec<usize> = self
            .rows
            .iter()
            .map(|row| {
                let text = list(&row.possibilities);
                *numbers.entry(text).or_insert_with_key(|text| {
                    lists.push(text.clone());
                    lists.len() - 1
                })
            })
            .collect();
        let rows: Vec<_> = self.rows.iter().zip(numbered).collect();
        let pieces = gathered(rows, |(row, _)| row.piece).into_iter().map(|(piece, rows)| {
            let sources = gathered(rows, |(row, _)| row.source).into_iter().map(|(source, rows)| {
                (source, object(rows.into_iter().map(|(row, number)| (row.destination, number))))
            });
            (piece, object(sources))
        });
        let idle = self.idle.iter().map(|&piece| (piece, "{}".to_owned()));
        format!("{{\"possibilities\":[{}],\"rows\":{}}}", lists.join(","), object(pieces.chain(idle)))
    }
}

/// Returns the text of a list of possibilities.
fn list(possibilities: &[Possibility]) -> String {
    let parts = |possibility: &Possibility| {
        let parts = [("must", &possibility.must), ("deny", &possibility.deny)];
        object(
            parts
                .into_iter()
                .filter(|(_, lcn)| !lcn.conditions.is_empty())
                .map(|(part, lcn)| (part, conditions(lcn))),
        )
    };
    format!("[{}]", possibilities.iter().map(parts).collect::<Vec<_>>().join(","))
}

fn conditions(lcn: &Lcn) -> String {
    object(lcn.conditions.iter().map(|(cell, condition)| (cell, format!("\"{condition}\""))))
}

/// Returns the text of an object. No key of a table has a character that JSON escapes.
fn object<K: Display, V: Display>(members: impl Iterator<Item = (K, V)>) -> String {
    let members: Vec<String> = members.map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}
