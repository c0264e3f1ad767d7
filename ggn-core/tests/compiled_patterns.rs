//! Compiled rules of random patterns on random boards, compared with the interpreter in a limited address space.

use std::process::Command;
use std::sync::Arc;

use dev::Random;
use ggn_core::comparison::CompiledVariant;
use ggn_core::{Processor, Rules};
use serde_json::json;

/// Leaps, slides, lame and bent moves, hops.
const MOVES: [&str; 30] = [
    "W", "F", "N", "A", "D", "K", "R", "B", "Q", "W2", "F2", "W3", "F3", "W4", "F5", "NN", "N2", "(1,3)",
    "(1,3)0", "(2,3)2", "nN", "nA", "nD0", "mRcB", "mfWcfF", "W-F", "F-R", "F-F-F", "pR", "mRcpR",
];

/// Kibibytes of address space in which the rules of any patterns are compiled in every way.
const ADDRESS_SPACE: u32 = 1 << 20;

/// Variable that the run in a limited address space has in its environment.
const LIMITED: &str = "GGN_LIMITED_ADDRESS_SPACE";

/// Runs a test of this program again in a limited address space. Returns whether the caller is that second run.
fn is_limited(test: &str) -> bool {
    if std::env::var_os(LIMITED).is_some() {
        return true;
    }
    let program = std::env::current_exe().unwrap();
    let limited = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let run = Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .args(["--exact", test, "--nocapture"])
        .env(LIMITED, "1")
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    let faults = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && output.contains("1 passed"), "{}: {output}{faults}", run.status);
    false
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
    let piece = |name: &str| json!({ "name": name, "san": name });
    let manifest = json!({
        "id": "random", "name": "Random", "styles": { "T": "Random" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": piece("A"), "T:B": piece("B"), "T:C": piece("C"), "T:K": piece("K") },
        "initial": initial, "constraints": ["royal-safety"], "endings": []
    });
    let text = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let mut files = vec![text("ruleset.json", &manifest.to_string()), text("patterns/all.moves", patterns)];
    let tables = pattern::expand(&files).map_err(|faults| format!("{patterns}: {faults:?}"))?;
    files.pop();
    files.extend(tables.iter().map(|(path, table)| text(path, table)));
    files.push(text("effects.json", "{}"));
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
fn game_with_paths_that_no_multiplier_separates_is_interpreted() {
    if !is_limited("compiled_patterns::game_with_paths_that_no_multiplier_separates_is_interpreted") {
        return;
    }
    let mut random = Random::seeded(8);
    // Both moves go through the last square of a word: p4 and p8.
    let patterns = "K^: K\nA: p6 -> p3 when p4 p3 empty\n  p6 -> a2 when p8 a2 empty\nB: stays\nC: stays";
    let rules = load("K^15/16/15A/16/16/16/16/k^15 / T/t", patterns).unwrap();
    assert_eq!(rules.compiled_for(Processor::Plain).compiled_bytes(), None);
    compare(&rules, &mut random);
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
