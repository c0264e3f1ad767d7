//! Patterns: valid ones expand to a table of the board, the same every time; the others report faults with places in the text.

use authoring::diagnose::render::{Look, render};
use authoring::diagnose::reporter::Reporter;
use authoring::rules::Folder;
use ggn_core::Shape;
use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::ggn::{Ggn, Place};
use pattern::limits;

use crate::project;

/// Boards of the patterns.
const BOARDS: [&str; 6] = [
    "8/8/8/8/8/8/8/8 / T/t",
    "5/5/5/5/5 / T/t",
    "9 / T/t",
    "3/3/3//3/3/3 / T/t",
    "1/1 / T/t",
    "12/12/12 / T/t",
];

/// Tries a file of patterns; its first byte chooses the board.
pub fn target(data: &[u8]) {
    let Some((&board, patterns)) = data.split_first() else { return };
    let initial = BOARDS[usize::from(board) % BOARDS.len()];
    let shape = Shape::new(&initial.parse::<Feen>().unwrap().placement.sizes).unwrap();
    let files = vec![
        ("patterns/test.moves".to_owned(), patterns.to_vec()),
        ("ruleset.json".to_owned(), format!("{{ \"initial\": \"{initial}\" }}").into_bytes()),
    ];
    let folder = Folder { root: "test".into(), files };
    let expanded = pattern::expand(&folder.files);
    match &expanded {
        Ok(tables) => {
            // Lines without moves give effects alone.
            let (table, effects) = match tables.as_slice() {
                [(path, table)] if path == "ggn/test.json" => (table.as_str(), None),
                [(path, effects)] if path == "effects.json" => ("{}", Some(effects)),
                [(path, table), (other, effects)] if path == "ggn/test.json" && other == "effects.json" => {
                    (table.as_str(), Some(effects))
                }
                _ => panic!("{:?}", tables.iter().map(|(path, _)| path).collect::<Vec<_>>()),
            };
            if let Some(effects) = effects {
                Json::parse(effects.as_bytes()).unwrap_or_else(|error| panic!("{effects}: {error}"));
            }
            let ggn = Ggn::parse(table.as_bytes()).unwrap_or_else(|faults| panic!("{table}: {faults:?}"));
            assert!(table == "{}" || ggn.to_string() == table);
            let is_there = |place| match place {
                Place::Hand => true,
                Place::Cell(cell) => shape.square(cell).is_some(),
            };
            assert!(ggn.rows.iter().all(|row| is_there(row.source) && is_there(row.destination)));
            let possibilities = ggn.rows.iter().map(|row| row.possibilities.len()).sum::<usize>();
            assert!(possibilities <= limits::POSSIBILITIES_MAX);
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                let span = fault.span.clone().unwrap_or_default();
                assert!(span.start <= span.end && span.end <= patterns.len() + 1, "{fault:?}");
            }
            if faults.len() < 8 {
                let look = Look { colour: false, unicode: false };
                assert!(!render(&Reporter::new(&folder), faults, "test/", look).is_empty());
            }
        }
    }
    assert_eq!(pattern::expand(&folder.files), expanded);
}

/// Returns the patterns of the project's rulesets.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let all = (0..5).flat_map(|number| project::files(number).into_iter().map(move |file| (number, file)));
    let on_board =
        |number: usize, bytes: Vec<u8>| std::iter::once([0u8, 1, 2, 3, 1][number]).chain(bytes).collect();
    let patterns = all.filter(|(_, (path, _))| path.starts_with("patterns/"));
    let mut seeds: Vec<Vec<u8>> = patterns.map(|(number, (_, bytes))| on_board(number, bytes)).collect();
    let document = dev::files::text("rules/PATTERNS.md");
    let blocks = document.split("```").skip(1).step_by(2).filter(|block| !block.starts_with("json"));
    seeds.extend(blocks.map(|block| {
        let (_, lines) = block.split_once('\n').unwrap_or_default();
        on_board(0, lines.as_bytes().to_vec())
    }));
    seeds
}
