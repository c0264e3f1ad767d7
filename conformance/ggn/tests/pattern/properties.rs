//! Properties of any text and any patterns.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place, Possibility};
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::Value;

use super::support::{board, folder};

/// Bits of the language, and of what is not in it, to be strung together.
const BITS: [&str; 80] = [
    "K",
    "K^",
    "+R",
    "-p",
    "k",
    "T:P",
    "x:Y",
    "??",
    ":",
    ": ",
    " ",
    "  ",
    "\n",
    "\n ",
    "\r\n",
    "#",
    "W",
    "F",
    "N",
    "R",
    "B",
    "Q",
    "WW",
    "X",
    "m",
    "c",
    "n",
    "j",
    "p",
    "g",
    "f",
    "b",
    "l",
    "r",
    "s",
    "v",
    "h",
    "u",
    "3",
    "0",
    "999",
    "(1,2)",
    "(+1,-2)",
    "(",
    ")",
    "-",
    "+",
    "from ",
    "to ",
    "in ",
    "but ",
    "when ",
    "deny ",
    "zone z = ",
    "mirror ",
    "files",
    "ranks 1-3",
    "a1",
    "b2-c3",
    "to[b]",
    "empty",
    "§",
    "promotes ",
    "+ ",
    "optional ",
    "becomes ",
    "takes ",
    "carries a1 -> ",
    "unattacked ",
    "revokes ",
    "last ",
    "tag x ",
    "san \"",
    "from or to ",
    "moved ",
    "expires ",
    "captured ",
    "to hand ",
    "as ",
    "pass ",
];

fn text() -> impl Strategy<Value = String> {
    let bits = prop::collection::vec(prop::sample::select(BITS.to_vec()), 0..40);
    prop_oneof![3 => bits.prop_map(|bits| bits.concat()), 1 => "\\PC{0,60}"]
}

/// The size of a small board of one to three dimensions.
fn sizes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => prop::collection::vec(1..10u8, 1),
        // FEEN has no board that is one square wide in an outer dimension.
        4 => (2..8u8, 2..8u8).prop_map(|(files, ranks)| vec![files, ranks]),
        1 => (2..5u8, 2..5u8, 2..4u8).prop_map(|(files, ranks, layers)| vec![files, ranks, layers]),
    ]
}

fn atom() -> impl Strategy<Value = String> {
    let ends = prop::sample::select(vec!["", "", "m", "c", "mc"]);
    let directions =
        prop::sample::select(vec!["", "", "", "f", "b", "l", "v", "s", "fl", "rb", "fs", "fh", "ff", "lf"]);
    let base = prop::sample::select(vec![
        "W", "F", "D", "N", "A", "C", "K", "Q", "R", "B", "R2", "WW", "N0", "F3", "(1,2)", "(0,1)2", "nN",
        "nA", "nD0", "jD", "jA", "pR", "pNN", "pB4", "gQ", "(+1,+1)", "(1)", "(1,1,0)", "W-F", "F-R", "W+W",
        "F-F-F",
    ]);
    (ends, directions, base).prop_map(|(ends, directions, base)| format!("{ends}{directions}{base}"))
}

fn clause() -> impl Strategy<Value = String> {
    let limit = prop::sample::select(vec![
        "",
        "",
        "",
        " from a1",
        " from ranks 1-2",
        " to file a",
        " in board but a1",
        " from near to far",
    ]);
    let when = prop::sample::select(vec![
        "",
        "",
        "",
        "",
        " when to[b] empty",
        " when from[f] enemy",
        " when a1 a2 empty",
        " when to k",
        " when b1-a1 empty, a2 -p",
    ]);
    let deny = prop::sample::select(vec![
        "",
        "",
        "",
        " deny to[file] K",
        " deny to[rank] enemy",
        " deny from[l] empty",
        " deny a1 k",
    ]);
    let row = prop::sample::select(vec![
        "a1 -> a2",
        "near -> far",
        "* -> board",
        "* -> near",
        "far -> *",
        "a2 -> a1 b1",
    ]);
    let atoms = prop::collection::vec(atom(), 1..3).prop_map(|atoms| atoms.join(" "));
    let moves = prop_oneof![4 => (atoms, limit).prop_map(|(atoms, limit)| format!("{atoms}{limit}")), 1 => row.prop_map(str::to_owned)];
    (moves, when, deny, effect())
        .prop_map(|(moves, when, deny, effect)| format!("{moves}{when}{deny}{effect}"))
}

fn effect() -> impl Strategy<Value = String> {
    let effect = prop::sample::select(vec![
        " promotes Q R",
        " promotes -P optional from or to near",
        " becomes -P",
        " becomes -P to far",
        " becomes -P promotes Q to a2 tag tag_1",
        " takes to[b] to[l]",
        " takes from[r]",
        " unattacked a1 a2",
        " unattacked from",
        " revokes to[f] to[file]",
        " promotes Q R optional last",
        " tag tag_2 from near",
        " san \"O-O\"",
    ]);
    prop_oneof![4 => Just(String::new()), 1 => effect.prop_map(str::to_owned)]
}

/// A statement about pieces, or an effect of all moves of some.
fn statement() -> impl Strategy<Value = String> {
    let statement = prop::sample::select(vec![
        "moved +K",
        "moved +R as Q",
        "expires -p",
        "captured K +K to hand",
        "captured R to hand as Q",
        "K: promotes Q from or to near",
        "-p: becomes p in far",
        "K +K: tag tag_3",
    ]);
    prop_oneof![3 => Just(String::new()), 1 => statement.prop_map(str::to_owned)]
}

/// Patterns that are in the language, though they need not come to anything on a board.
fn patterns() -> impl Strategy<Value = String> {
    let mirror = prop::sample::select(vec!["", "mirror files\n", "mirror files ranks\n", "mirror nothing\n"]);
    let heads = prop::sample::select(vec!["K", "K +K", "-p", "k^ only", "R +R only"]);
    let lines = prop::collection::vec(
        (heads, clause()).prop_map(|(head, clause)| format!("{head}: {clause}\n")),
        1..5,
    );
    (mirror, lines, statement()).prop_map(|(mirror, lines, statement)| {
        format!("{mirror}zone near = a1 a2\nzone far = board but near\n{}{statement}\n", lines.concat())
    })
}

/// Returns the dimensions that patterns turn for the second side.
fn turned(patterns: &str, dimensions: usize) -> Vec<usize> {
    match patterns.lines().find(|line| line.starts_with("mirror")) {
        Some("mirror files") => vec![0],
        Some("mirror files ranks") => vec![0, 1],
        Some("mirror nothing") => Vec::new(),
        _ => vec![usize::from(dimensions > 1)],
    }
}

struct Mirror {
    sizes: Vec<u8>,
    turned: Vec<usize>,
}

impl Mirror {
    fn cell(&self, cell: Cell) -> Cell {
        let mut coordinates = cell.coordinates().to_vec();
        for &dimension in &self.turned {
            coordinates[dimension] = self.sizes[dimension] - 1 - coordinates[dimension];
        }
        Cell::new(&coordinates).unwrap()
    }

    fn place(&self, place: Place) -> Place {
        match place {
            Place::Hand => Place::Hand,
            Place::Cell(cell) => Place::Cell(self.cell(cell)),
        }
    }

    fn piece(piece: Qpi) -> Qpi {
        let swap =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        piece.to_string().chars().map(swap).collect::<String>().parse().unwrap()
    }

    fn possibility(&self, possibility: &Possibility) -> Possibility {
        let mut possibility = possibility.clone();
        for (cell, state) in possibility.must.conditions.iter_mut().chain(&mut possibility.deny.conditions) {
            *cell = self.cell(*cell);
            if let Condition::Piece(piece) = state {
                *piece = Mirror::piece(*piece);
            }
        }
        possibility
    }
}

impl Mirror {
    /// Returns a JSON value with all pieces and squares in it mirrored.
    fn value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(members) => {
                let members = members.iter().map(|(key, value)| (self.text(key), self.value(value)));
                Value::Object(members.collect())
            }
            other => other.clone(),
        }
    }

    fn text(&self, text: &str) -> String {
        let cell = text.parse::<Cell>().ok().filter(|cell| cell.coordinates().len() == self.sizes.len());
        match (text.parse::<Qpi>(), cell) {
            (Ok(piece), _) => Mirror::piece(piece).to_string(),
            // The names of fields are squares of a board of one dimension.
            (_, Some(cell)) if self.sizes.len() > 1 || text.len() == 1 => self.cell(cell).to_string(),
            _ => text.to_owned(),
        }
    }
}

/// Checks that every effect belongs to a row and selects possibilities of it, and that no possibility has two.
fn effects_are_sound(effects: &Value, rows: &BTreeMap<Key, Vec<Possibility>>) -> Result<(), String> {
    let members = |value: &Value| value.as_object().cloned().unwrap_or_default();
    for (piece, sources) in members(&effects["rows"]) {
        for (source, destinations) in members(&sources) {
            for (destination, all) in members(&destinations) {
                let name = format!("{piece} {source} {destination}");
                let key = (piece.parse().unwrap(), source.parse().unwrap(), destination.parse().unwrap());
                let possibilities = rows.get(&key).ok_or(format!("no row {name}"))?;
                let mut taken = vec![0; possibilities.len()];
                for effect in all.as_array().unwrap() {
                    let when = members(effect.get("when").unwrap_or(&Value::Null));
                    let has = |possibility: &Possibility| {
                        when.iter().all(|(cell, state)| {
                            let asked = (cell.parse().unwrap(), state.as_str().unwrap());
                            let mut must = possibility.must.conditions.iter();
                            must.any(|(cell, state)| (*cell, state.to_string().as_str()) == asked)
                        })
                    };
                    let selected = possibilities.iter().zip(&mut taken).filter(|(way, _)| has(way));
                    if selected.map(|(_, taken)| *taken += 1).count() == 0 {
                        return Err(format!("{name}: {effect} selects nothing"));
                    }
                }
                if taken.iter().any(|&taken| taken > 1) {
                    return Err(format!("{name}: a possibility has two effects"));
                }
            }
        }
    }
    Ok(())
}

type Key = (Qpi, Place, Place);

fn rows(table: &Ggn) -> BTreeMap<Key, Vec<Possibility>> {
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|row| ((row.piece, row.source, row.destination), row.possibilities.to_vec()))
        .collect();
    let count = rows.len();
    let by_key: BTreeMap<Key, Vec<Possibility>> = rows.into_iter().collect();
    assert_eq!(by_key.len(), count, "a row stands once");
    by_key
}

/// Returns whether a possibility could hold, and says everything once.
fn is_sound(possibility: &Possibility, row: &Key, sizes: &[u8]) -> bool {
    let Possibility { must, deny } = possibility;
    let on_board = |cell: &Cell| {
        cell.coordinates().len() == sizes.len()
            && cell.coordinates().iter().zip(sizes).all(|(at, size)| at < size)
    };
    let squares = |list: &[(Cell, Condition)]| {
        list.iter().map(|(cell, _)| *cell).collect::<BTreeSet<_>>().len() == list.len()
    };
    let all = must.conditions.iter().chain(&deny.conditions);
    let own = row.0;
    let excluded = |(cell, denied): &(Cell, Condition)| {
        let required = must.conditions.iter().find(|(other, _)| other == cell).map(|(_, state)| *state);
        match (required, denied) {
            (Some(Condition::Piece(there)), Condition::Enemy) => there.side() != own.side(),
            (Some(required), denied) => required == *denied,
            (None, _) => false,
        }
    };
    let destination = match row.2 {
        Place::Cell(cell) => must.conditions.iter().any(|(other, _)| *other == cell),
        Place::Hand => true,
    };
    all.clone().all(|(cell, _)| on_board(cell) && Place::Cell(*cell) != row.1)
        && squares(&must.conditions)
        && squares(&deny.conditions)
        && !deny.conditions.iter().any(excluded)
        && destination
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_much_for_it(text in text(), sizes in sizes()) {
        let folder = folder(&board(&sizes), &text);
        if let Err(faults) = pattern::expand(&folder.files) {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                let span = fault.span.clone().unwrap();
                prop_assert!(text.get(span).is_some(), "{fault:?}");
            }
        }
    }

    #[test]
    fn what_comes_of_patterns_is_a_sound_table_with_two_like_sides(patterns in patterns(), sizes in sizes()) {
        let Ok(tables) = pattern::expand(&folder(&board(&sizes), &patterns).files) else { return Ok(()) };
        let table = Ggn::parse(tables[0].1.as_bytes()).unwrap();
        prop_assert_eq!(&table.to_string(), &tables[0].1);
        prop_assert_eq!(&pattern::expand(&folder(&board(&sizes), &patterns).files).unwrap(), &tables);
        let rows = rows(&table);
        let effects = tables.get(1).map(|(_, text)| serde_json::from_str::<Value>(text).unwrap());
        let effects = effects.unwrap_or(Value::Null);
        if let Err(wrong) = effects_are_sound(&effects, &rows) {
            prop_assert!(false, "{patterns}: {wrong}: {effects}");
        }
        for (row, possibilities) in &rows {
            prop_assert!(!possibilities.is_empty());
            for possibility in possibilities {
                prop_assert!(is_sound(possibility, row, &sizes), "{:?}: {}", row, possibility);
            }
        }
        if patterns.contains("only") {
            return Ok(());
        }
        let mirror = Mirror { turned: turned(&patterns, sizes.len()), sizes };
        prop_assert_eq!(mirror.value(&effects), effects.clone(), "{}", patterns);
        let (first, second): (BTreeMap<_, _>, BTreeMap<_, _>) = rows.into_iter().partition(|((piece, _, _), _)| piece.side() == Side::First);
        let mirrored: BTreeMap<Key, Vec<Possibility>> = first
            .iter()
            .map(|(&(piece, source, destination), possibilities)| {
                let key = (Mirror::piece(piece), mirror.place(source), mirror.place(destination));
                (key, possibilities.iter().map(|possibility| mirror.possibility(possibility)).collect())
            })
            .collect();
        prop_assert_eq!(mirrored, second);
    }
}

#[test]
fn the_random_patterns_mostly_come_to_something() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut tables = 0;
    for _ in 0..80 {
        let patterns = patterns().new_tree(&mut runner).unwrap().current();
        tables += usize::from(pattern::expand(&folder(&board(&[8, 8]), &patterns).files).is_ok());
    }
    assert!(tables > 16, "{tables} of 80");
}
