//! Compiled rules, for every processor and width, compared with the interpreter.

use dev::Random;
use ggn_core::Rules;
use ggn_core::comparison::CompiledVariant;

/// Random games of every ruleset: at each ply the moves and their order, and the bits and the key after each move.
#[test]
fn compiled_rules_agree_with_the_interpreter() {
    let mut random = Random::seeded(20);
    let mut compiled = 0;
    let is_long = dev::is_long();
    for (number, folder) in dev::files::ruleset_folders().iter().enumerate() {
        let rules = dev::ruleset(folder);
        // The tables of chess have the most parts. The other games have a few plies, each in another of the ways, and whole games in all ways with
        // `LONG=1`.
        let is_whole = is_long || rules.id() == "chess";
        let (games, plies) = if is_long {
            (12, 120)
        } else if is_whole {
            (4, 90)
        } else {
            (1, 25)
        };
        let first = number % CompiledVariant::WAYS;
        let ways = (first..CompiledVariant::WAYS).chain(0..first);
        let engines = ways.filter_map(|way| CompiledVariant::compiled(&rules, way));
        for engine in engines.take(if is_whole { CompiledVariant::WAYS } else { 1 }) {
            compiled += 1;
            for _ in 0..games {
                play_randomly(&rules, &engine, &mut random, plies);
            }
        }
    }
    assert!(compiled >= 90, "hardly any ruleset is compiled: {compiled}");
}

/// Everything is compiled but what needs more than bitboards: mechanics, pieces that a move places, pieces of neither side, supplies, passes that are
/// forced, and moves that change pieces of the other side.
#[test]
fn bitboards_hold_all_that_they_know() {
    let mut interpreted = 0;
    for folder in dev::files::ruleset_folders() {
        let files = dev::files::read(&folder);
        let text = |is: fn(&str) -> bool| -> String {
            let asked = files.iter().filter(|(path, _)| is(path));
            let text: String = asked.map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
            text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect()
        };
        let manifest = text(|path| path == "ruleset.json");
        let effects = text(|path| path.starts_with("patterns/") || path == "effects.json");
        let has_words = |text: &str, words: &[&str]| {
            let mut all = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
            all.any(|word| words.contains(&word))
        };
        let needs_more = has_words(&manifest, &["mechanics", "neutral", "supply", "forced-move"])
            || has_words(&effects, &["places", "revokes"]);
        let rules = dev::ruleset(&folder);
        assert_eq!(rules.compiled_bytes().is_none(), needs_more, "{folder}");
        interpreted += usize::from(needs_more);
    }
    assert!((5..20).contains(&interpreted), "{interpreted}");
}

fn play_randomly(rules: &Rules, engine: &CompiledVariant, random: &mut Random, plies: usize) {
    let mut position = rules.initial().clone();
    for _ in 0..plies {
        assert_eq!(engine.differs(rules, &position), None);
        let moves = engine.legal_moves(rules, &position);
        let Some(mv) = random.choose(&moves) else { break };
        position = rules.after(&position, mv);
    }
}

/// Tables are read without bounds checks, so pieces and squares of another ruleset's position must be kept out of them.
#[test]
fn position_of_another_ruleset_is_harmless() {
    // Boards of several sizes.
    let folders = dev::files::ruleset_folders();
    let all: Vec<_> = folders
        .iter()
        .step_by(if dev::is_long() { 4 } else { 12 })
        .map(|folder| dev::ruleset(folder))
        .collect();
    for rules in &all {
        let engines = CompiledVariant::all(rules);
        for (engine, other) in engines.iter().flat_map(|engine| all.iter().map(move |other| (engine, other)))
        {
            let moves = engine.legal_moves(rules, other.initial());
            let nodes = engine.perft_full(other.initial(), 2);
            assert!(rules.id() != other.id() || nodes as usize >= moves.len());
        }
    }
}
