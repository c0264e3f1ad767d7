//! Rulesets in memory, and tables as something to ask.

use std::collections::BTreeMap;

use authoring::diagnose::Diagnostic;
use authoring::rules::Folder;
use ggn_core::notation::ggn::{Ggn, Place};

/// Returns a ruleset with nothing but a board, given by its initial position, and the patterns of one table.
pub(crate) fn folder(initial: &str, patterns: &str) -> Folder {
    let manifest = format!("{{ \"initial\": \"{initial}\" }}");
    let files = vec![
        ("patterns/test.moves".to_owned(), patterns.as_bytes().to_vec()),
        ("ruleset.json".to_owned(), manifest.into_bytes()),
    ];
    Folder { root: "test".into(), files }
}

/// Returns a position with a board of that size: files, ranks, layers.
pub(crate) fn board(sizes: &[u8]) -> String {
    let rank = sizes[0].to_string();
    let layer = vec![rank.as_str(); usize::from(*sizes.get(1).unwrap_or(&1))].join("/");
    let all = vec![layer.as_str(); usize::from(*sizes.get(2).unwrap_or(&1))].join("//");
    format!("{all} / T/t")
}

/// Returns the table that patterns come to on a board.
pub(crate) fn table(initial: &str, patterns: &str) -> Ggn {
    let tables = pattern::expand(&folder(initial, patterns).files)
        .unwrap_or_else(|faults| panic!("{patterns}: {faults:#?}"));
    assert_eq!(tables.len(), 1);
    Ggn::parse(tables[0].1.as_bytes()).unwrap()
}

/// Returns the faults of patterns on a board.
pub(crate) fn faults(initial: &str, patterns: &str) -> Vec<Diagnostic> {
    match pattern::expand(&folder(initial, patterns).files) {
        Ok(tables) => panic!("{patterns}: no faults, but {}", tables[0].1),
        Err(faults) => faults,
    }
}

/// Returns the possibilities of a piece from a place, by destination, as a table writes them.
pub(crate) fn from(table: &Ggn, piece: &str, source: &str) -> BTreeMap<String, Vec<String>> {
    let source: Place = source.parse().unwrap();
    let rows = table.rows.iter().filter(|row| row.piece.to_string() == piece && row.source == source);
    rows.map(|row| (row.destination.to_string(), row.possibilities.iter().map(ToString::to_string).collect()))
        .collect()
}
