//! Compiled rules of random patterns on random boards, compared with the interpreter in a limited address space.

use std::sync::Arc;

use dev::Random;
use ggn_core::comparison::CompiledVariant;
use ggn_core::{Line, PerftCache, Processor, Rules, perft, perft_cached, perft_full};
use serde_json::{Value, json};

use crate::common::limited;

/// Leaps, slides, lame and bent moves, hops.
const MOVES: [&str; 30] = [
    "W", "F", "N", "A", "D", "K", "R", "B", "Q", "W2", "F2", "W3", "F3", "W4", "F5", "NN", "N2", "(1,3)",
    "(1,3)0", "(2,3)2", "nN", "nA", "nD0", "mRcB", "mfWcfF", "W-F", "F-R", "F-F-F", "pR", "mRcpR",
];

/// Kibibytes of address space in which the rules of any patterns are compiled in every way.
const ADDRESS_SPACE: u32 = 1 << 20;

/// Runs a test again in that address space. Returns whether the caller is that second run.
fn is_limited(test: &str) -> bool {
    limited::is_limited(test, ADDRESS_SPACE)
}

/// Returns the ranks of a board as FEEN, from squares in the order of its ranks.
fn feen(files: usize, squares: &[Option<&str>]) -> String {
    let rank = |squares: &[Option<&str>]| {
        squares
            .chunk_by(|one, other| one.is_none() && other.is_none())
            .map(|run| run[0].map_or_else(|| run.len().to_string(), str::to_owned))
            .collect::<String>()
    };
    squares.chunks(files).map(rank).collect::<Vec<_>>().join("/")
}

/// Loads a ruleset of three kinds of piece beside a king, which move as the patterns say.
fn load(initial: &str, patterns: &str) -> Result<Arc<Rules>, String> {
    load_with(initial, patterns, &json!({}))
}

/// Loads such a ruleset with other fields in its manifest.
fn load_with(initial: &str, patterns: &str, changes: &Value) -> Result<Arc<Rules>, String> {
    let piece = |name: &str| json!({ "name": name, "san": name });
    let mut manifest = json!({
        "id": "random", "name": "Random", "styles": { "T": "Random" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": piece("A"), "T:B": piece("B"), "T:C": piece("C"), "T:K": piece("K") },
        "initial": initial, "constraints": ["royal-safety"], "endings": []
    });
    for (field, value) in changes.as_object().unwrap() {
        manifest[field] = value.clone();
    }
    let text = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let mut files = vec![text("ruleset.json", &manifest.to_string()), text("patterns/all.moves", patterns)];
    let tables = pattern::expand(&files).map_err(|faults| format!("{patterns}: {faults:?}"))?;
    files.pop();
    files.extend(tables.iter().map(|(path, table)| text(path, table)));
    if !files.iter().any(|(path, _)| path == "effects.json") {
        files.push(text("effects.json", "{}"));
    }
    Rules::load(&files).map_err(|faults| faults.to_string())
}

/// Plays a random game by the rules, compiled in every way, and returns the number of ways.
fn compare(rules: &Rules, random: &mut Random) -> usize {
    let variants = CompiledVariant::all(rules);
    let mut position = rules.initial().clone();
    for _ in 0..3 {
        for variant in &variants {
            assert_eq!(variant.differs(rules, &position), None);
        }
        let moves = rules.interpreted_legal_moves(&position);
        assert_eq!(rules.legal_moves(&position), moves);
        let Some(mv) = random.choose(&moves) else { break };
        position = rules.after(&position, mv);
    }
    variants.len()
}

/// Returns a number of rounds for each random ruleset or board: a quarter without `LONG=1`.
fn rounds(long: usize) -> usize {
    if dev::is_long() { long } else { long.div_ceil(4) }
}

/// Counts lines with the interpreter, which tests goals and limits by themselves.
fn count_lines(line: &Line<'_>, depth: u32) -> u64 {
    let moves = line.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| count_lines(&line.after(mv), depth - 1)).sum()
}

/// Plays a random game and compares counts of lines: in bulk, with every move made, with a table, and by the interface of single moves.
fn compare_counts(rules: &Rules, random: &mut Random, plies: usize) {
    let cache = PerftCache::new(1).unwrap();
    let mut position = rules.initial().clone();
    for _ in 0..plies {
        let expected = count_lines(&Line::new(rules, &position), 2);
        let feen = rules.feen(&position);
        assert_eq!(perft(rules, &position, 2), expected, "{feen}");
        assert_eq!(perft_full(rules, &position, 2), expected, "{feen}");
        assert_eq!(perft_cached(rules, &position, 2, &cache), expected, "{feen}");
        let moves = rules.interpreted_legal_moves(&position);
        assert_eq!(rules.legal_moves(&position), moves, "{feen}");
        let Some(mv) = random.choose(&moves) else { break };
        position = rules.after(&position, mv);
    }
}

/// Returns random rules; `None` if the position or a pattern is impossible on the board.
fn random_rules(random: &mut Random) -> Option<Arc<Rules>> {
    let files = if random.below(3) == 0 { 16 } else { 2 + random.below(15) };
    let ranks = 2 + random.below(15);
    let mut squares = vec![None; files * ranks];
    for piece in ["K^", "k^", "A", "a", "B", "b", "C", "c"] {
        let square = random.below(squares.len());
        squares[square] = Some(piece);
    }
    let moves = |random: &mut Random| {
        let first = random.choose(&MOVES).copied().unwrap_or_default();
        let second = if random.below(3) == 0 { random.choose(&MOVES).copied() } else { None };
        format!("{first} {}", second.unwrap_or_default())
    };
    let patterns: Vec<String> =
        ["A", "B", "C"].iter().map(|piece| format!("{piece}: {}\n", moves(random))).collect();
    load(&format!("{} / T/t", feen(files, &squares)), &format!("K^: K\n{}", patterns.concat())).ok()
}

#[test]
fn passes_and_chosen_screens_are_compiled_as_they_are_interpreted() {
    let mut random = Random::seeded(7);
    let patterns =
        "K^: K\n    pass\nA: R\n   pass from ranks 1-3 when b2 empty\nB: pR over but B b deny to b\nC: W";
    let rules = load("k^2a2/2b3/1c1c2/2C1C1/2B3/K^2A2 / T/t", patterns).unwrap();
    let moves = rules.interpreted_legal_moves(rules.initial());
    assert_eq!(moves.iter().filter(|mv| mv.source == mv.destination).count(), 2);
    assert!(
        moves
            .iter()
            .all(|mv| rules.effect(rules.initial(), mv).captured.is_empty() || mv.source != mv.destination)
    );
    for _ in 0..20 {
        assert!(compare(&rules, &mut random) > 0);
    }
}

/// On a board of 16 files the last squares of all machine words are on one file.
#[test]
fn slides_through_the_last_squares_of_two_words_are_compiled_in_little_memory() {
    if !is_limited(
        "compiled_patterns::slides_through_the_last_squares_of_two_words_are_compiled_in_little_memory",
    ) {
        return;
    }
    let mut random = Random::seeded(16);
    let initial = "K^15/16/16/15B/15A/16/15C/16/k^15 / T/t";
    let rules = load(initial, "K^: K\nA: W3\nB: R8\nC: F5").unwrap();
    assert!(rules.compiled_for(Processor::Plain).compiled_bytes().is_some());
    assert!(compare(&rules, &mut random) > 0);
}

#[test]
fn game_with_paths_that_no_multiplier_of_its_board_separates_has_the_largest_board() {
    if !is_limited(
        "compiled_patterns::game_with_paths_that_no_multiplier_of_its_board_separates_has_the_largest_board",
    ) {
        return;
    }
    let mut random = Random::seeded(8);
    // Both moves go through the last square of a word: p4 and p8.
    let patterns = "K^: K\nA: p6 -> p3 when p4 p3 empty\n  p6 -> a2 when p8 a2 empty\nB: stays\nC: stays";
    let rules = load("K^15/16/15A/16/16/16/16/k^15 / T/t", patterns).unwrap();
    assert!(rules.compiled_for(Processor::Plain).compiled_bytes().is_some());
    assert!(compare(&rules, &mut random) > 0);
}

#[test]
fn rules_of_any_patterns_agree_with_the_interpreter_in_little_memory() {
    if !is_limited("compiled_patterns::rules_of_any_patterns_agree_with_the_interpreter_in_little_memory") {
        return;
    }
    let mut random = Random::seeded(61);
    let (mut played, mut compiled) = (0, 0);
    while played < 10 {
        let Some(rules) = random_rules(&mut random) else { continue };
        compiled += usize::from(compare(&rules, &mut random) > 0);
        played += 1;
    }
    assert!(compiled * 2 > played, "{compiled} of {played} are compiled");
}

/// Lines of ten and more squares, whose blockers are in several groups, and hops over any of them.
#[test]
fn long_lines_and_hops_are_compiled_as_they_are_interpreted() {
    if !is_limited("compiled_patterns::long_lines_and_hops_are_compiled_as_they_are_interpreted") {
        return;
    }
    let mut random = Random::seeded(10);
    let boards = [
        "c3k^4c/b8b/a8a/10/10/10/10/A8A/B8B/C3K^4C / T/t",
        "c3k^6c/b10b/a10a/12/12/A10A/B10B/C3K^6C / T/t",
        "b3k^3b/a7a/1c5c1/9/9/9/9/1C5C1/A7A/B3K^3B / T/t",
    ];
    for patterns in ["A: nN\nB: R\nC: mR cpR", "A: B\nB: R\n cpR\n nN\nC: pR", "A: Q\nB: mR cpR\nC: mB cpB"] {
        for board in boards {
            let rules = load(board, &format!("K^: K\n{patterns}")).unwrap();
            assert!(rules.compiled_bytes().is_some_and(|bytes| bytes < 16 << 20));
            for _ in 0..rounds(3) {
                assert!(compare(&rules, &mut random) > 0);
            }
            compare_counts(&rules, &mut random, rounds(3));
        }
    }
}

#[test]
fn royal_pieces_that_face_each_other_are_compiled_as_they_are_interpreted() {
    let mut random = Random::seeded(11);
    let patterns = "zone palace = d1-f3\nmirror files ranks\nK^: W in palace\n    cfR when to k^\nA: R\nB: mR cpR\nC: fsW";
    let initial = "1b2k^2b1/a7a/9/c1c1c1c1c/9/9/C1C1C1C1C/9/A7A/1B2K^2B1 / T/t";
    let rules = load(initial, patterns).unwrap();
    for _ in 0..rounds(20) {
        assert!(compare(&rules, &mut random) > 0);
        compare_counts(&rules, &mut random, 12);
    }
}

/// Random small games with hands, whose drops are denied and limited, and with goals.
#[test]
fn limits_and_goals_are_counted_as_they_are_interpreted() {
    let mut random = Random::seeded(12);
    let goals = [
        json!([]),
        json!([{ "status": "extinction", "result": "loss", "pieces": ["T:A"] }]),
        json!([{ "status": "extinction", "result": "loss", "pieces": ["T:A", "T:C"], "left": 2, "all": true }]),
        json!([{ "status": "captures", "result": "win", "count": 2 }]),
        json!([{ "status": "checks", "result": "win", "count": 2 }]),
        json!([{ "status": "arrival", "result": "win", "pieces": ["T:K", "T:A"], "squares": ["a5", "c5"], "second": ["a1", "c1"] }]),
    ];
    let moves = ["W", "F", "fW", "R", "B", "nN", "mRcpR", "K"];
    let mut limited = 0;
    for round in 0..48 {
        let mut pattern = || random.choose(&moves).copied().unwrap_or_default();
        let patterns = format!(
            "K^: K\nA: {}\nB: {}\nC: {}\nA B: * -> board\nC: * -> ranks 1-4 deny to[file] C\n\
             captured A B C to hand\n",
            pattern(),
            pattern(),
            pattern()
        );
        let piece = |name: &str, drop: Option<&str>| match drop {
            Some(drop) => json!({ "name": name, "san": name, "drop": drop }),
            None => json!({ "name": name, "san": name }),
        };
        let drop = [None, Some("no-mate"), Some("no-check")][round % 3];
        let constraints =
            if round % 8 == 7 { json!(["royal-safety", "gives-no-check"]) } else { json!(["royal-safety"]) };
        let changes = json!({
            "pieces": {
                "T:A": piece("A", drop), "T:B": piece("B", None), "T:C": piece("C", drop), "T:K": piece("K", None)
            },
            "constraints": constraints,
            "endings": goals[round % goals.len()],
        });
        let Ok(rules) = load_with("k^abc1/5/5/5/1CBAK^ ABC/abc T/t", &patterns, &changes) else { continue };
        assert!(rules.compiled_bytes().is_some());
        limited += usize::from(drop.is_some());
        compare(&rules, &mut random);
        compare_counts(&rules, &mut random, 8);
    }
    assert!(limited > 10, "{limited}");
}

/// Random small games with rules about several moves or several royal pieces, with limited promotions, and with stops.
#[test]
fn rules_about_several_moves_are_compiled_as_they_are_interpreted() {
    let mut random = Random::seeded(13);
    let constraints = [
        json!(["forced-capture"]),
        json!(["royal-safety"]),
        json!(["royal-safety", "forced-capture"]),
        json!(["royal-safety", "forced-drop"]),
        json!(["royal-safety", "royal-stays"]),
        json!(["royal-safety", "spare-royals"]),
        json!(["royal-safety", "duple-check"]),
        json!(["royal-safety", "gives-no-check", "forced-drop"]),
    ];
    let endings = [
        json!([]),
        json!([{ "status": "passes", "result": "draw", "count": 2 }]),
        json!([{ "status": "facing", "result": "draw", "pieces": ["T:K"] }]),
        json!([{ "status": "full", "result": "draw" }]),
    ];
    let moves = ["W", "F", "fW", "R", "B", "nN", "mRcpR", "K", "pR over but B b deny to b", "W-F"];
    let mut loaded = 0;
    for round in 0..96 {
        let mut pattern = || random.choose(&moves).copied().unwrap_or_default();
        let promotes =
            ["promotes B C K^ optional to rank 5", "promotes B C K^ to rank 5", "promotes B last to rank 5"];
        let patterns = format!(
            "K^: K\n    pass\nA: {} {}\nB: {}\nC: {}\nA B: * -> ranks 2-4\ncaptured A B to hand\n",
            ["W", "fW fF", "K"][round % 3],
            promotes[round / 3 % promotes.len()],
            pattern(),
            pattern()
        );
        let limits = json!({ "name": "B", "san": "B", "promotion_limit": 1 + round % 2 });
        // A limit on what is never promoted would be a fault.
        let is_choice = round / 3 % promotes.len() < 2;
        let quiet =
            json!({ "name": "C", "san": "C", "promotion_without_check": is_choice && round % 4 == 0 });
        let mut king = json!({ "name": "K", "san": "K" });
        if is_choice {
            king["promotion_limit"] = json!(2);
        }
        let changes = json!({
            "pieces": {
                "T:A": { "name": "A", "san": "A" }, "T:B": limits, "T:C": quiet,
                "T:K": king
            },
            "constraints": constraints[round % constraints.len()],
            "endings": endings[round / 8 % endings.len()],
        });
        let Ok(rules) = load_with("k^aba1/2c2/A4/1C2a/1ABAK^ A/b T/t", &patterns, &changes) else { continue };
        loaded += 1;
        assert!(rules.compiled_bytes().is_some(), "{patterns}{changes}");
        for _ in 0..rounds(4) {
            compare(&rules, &mut random);
        }
        compare_counts(&rules, &mut random, rounds(12));
    }
    assert!(loaded > 80, "{loaded}");
}
