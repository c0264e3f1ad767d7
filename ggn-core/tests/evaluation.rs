//! Evaluation of raw GGN rows: the possibilities that hold on a board, case by case.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Side, reference};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    table: serde_json::Value,
    piece: String,
    source: String,
    destination: String,
    active_side: String,
    squares: BTreeMap<String, Option<String>>,
    matching_indices: Vec<usize>,
}

// Requirement sashite-13.
#[test]
fn possibilities_that_hold_are_found_in_every_case() {
    let text = dev::files::text("conformance/cases/evaluation/table.json");
    let File { cases }: File = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 20);
    for case in cases {
        let ggn = Ggn::parse(case.table.to_string().as_bytes()).unwrap();
        let piece: Qpi = case.piece.parse().unwrap();
        let (source, destination): (Place, Place) =
            (case.source.parse().unwrap(), case.destination.parse().unwrap());
        let row = ggn
            .rows
            .iter()
            .find(|row| (row.piece, row.source, row.destination) == (piece, source, destination));
        let at = |cell: Cell| -> Option<Qpi> {
            case.squares.get(&cell.to_string())?.as_ref().map(|text| text.parse().unwrap())
        };
        let side = if case.active_side == "first" { Side::First } else { Side::Second };
        let found = reference::matching(&row.unwrap().possibilities, side, at);
        assert_eq!(found, case.matching_indices, "{}", case.name);
    }
}
