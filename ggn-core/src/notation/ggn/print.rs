//! The canonical text of a table: two spaces per level, one line for each destination.

use std::fmt;

use super::{Ggn, Place, Possibility, Row};
use crate::notation::qpi::Qpi;

impl fmt::Display for Ggn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = gathered(&self.rows, |row| row.piece);
        pieces.extend(self.idle.iter().map(|&piece| (piece, Vec::new())));
        block(f, 0, &pieces, |f, (piece, rows): &(Qpi, Vec<&Row>)| {
            write!(f, "\"{piece}\": ")?;
            let sources = gathered(rows.iter().copied(), |row| row.source);
            block(f, 1, &sources, |f, (source, rows): &(Place, Vec<&Row>)| {
                write!(f, "\"{source}\": ")?;
                block(f, 2, rows, |f, row| {
                    write!(f, "\"{}\": [", row.destination)?;
                    for (index, possibility) in row.possibilities.iter().enumerate() {
                        write!(f, "{}{possibility}", if index == 0 { "" } else { ", " })?;
                    }
                    f.write_str("]")
                })
            })
        })?;
        f.write_str("\n")
    }
}

impl fmt::Display for Possibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Possibility { must, deny } = self;
        match (must.conditions.is_empty(), deny.conditions.is_empty()) {
            (true, true) => f.write_str("{}"),
            (false, true) => write!(f, "{{ \"must\": {must} }}"),
            (true, false) => write!(f, "{{ \"deny\": {deny} }}"),
            (false, false) => write!(f, "{{ \"must\": {must}, \"deny\": {deny} }}"),
        }
    }
}

/// Groups rows by a key, in order of first appearance, because an object may not repeat a key.
pub(super) fn gathered<R, K: PartialEq>(
    rows: impl IntoIterator<Item = R>,
    key: impl Fn(&R) -> K,
) -> Vec<(K, Vec<R>)> {
    let mut groups: Vec<(K, Vec<R>)> = Vec::new();
    for row in rows {
        let key = key(&row);
        // The last group nearly always matches.
        match groups.iter_mut().rev().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

/// Writes an object, one member per line.
fn block<T>(
    f: &mut fmt::Formatter<'_>,
    depth: usize,
    members: &[T],
    mut write: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("{")?;
    for (index, member) in members.iter().enumerate() {
        write!(f, "{}\n{:width$}", if index == 0 { "" } else { "," }, "", width = (depth + 1) * 2)?;
        write(f, member)?;
    }
    if !members.is_empty() {
        write!(f, "\n{:width$}", "", width = depth * 2)?;
    }
    f.write_str("}")
}
