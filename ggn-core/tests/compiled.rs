//! Compiled rules, for every processor and width, compared with the interpreter.

use std::sync::Arc;

use dev::Random;
use ggn_core::Rules;
use ggn_core::comparison::CompiledVariant;

/// Loads the rulesets of this project.
fn rulesets() -> Vec<Arc<Rules>> {
    dev::files::ruleset_folders().iter().map(|folder| dev::ruleset(folder)).collect()
}

/// Random games of every ruleset: at each ply the moves and their order, and the bits and the key after each move.
#[test]
fn compiled_rules_agree_with_the_interpreter() {
    let mut random = Random::seeded(20);
    let mut compiled = 0;
    let is_long = std::env::var_os("LONG").is_some();
    for rules in rulesets() {
        // The tables of chess have the most parts. The other games have a few plies each, and whole games with `LONG=1`.
        let (games, plies) = if is_long || rules.id() == "chess" { (12, 120) } else { (1, 25) };
        for engine in CompiledVariant::all(&rules) {
            compiled += 1;
            for _ in 0..games {
                play_randomly(&rules, &engine, &mut random, plies);
            }
        }
    }
    assert!(compiled >= 6, "hardly any ruleset is compiled");
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
    let all: Vec<_> = rulesets().into_iter().step_by(8).collect();
    for (rules, other) in all.iter().flat_map(|rules| all.iter().map(move |other| (rules, other))) {
        for engine in CompiledVariant::all(rules) {
            let moves = engine.legal_moves(rules, other.initial());
            let nodes = engine.perft_full(other.initial(), 2);
            assert!(rules.id() != other.id() || nodes as usize >= moves.len());
        }
    }
}
