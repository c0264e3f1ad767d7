//! What is compiled, for every processor and width, beside what is read.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ggn_core::Ruleset;
use ggn_core::trial::Compiled;

use crate::common;

/// A stream of random words, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// The rulesets of this project.
fn rulesets() -> Vec<Arc<Ruleset>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games = ["rules", "conformance/fixtures/games"].map(|games| fs::read_dir(root.join(games)).unwrap());
    let folders = games.into_iter().flatten().map(|entry| entry.unwrap().path());
    let folders = folders.filter(|folder| folder.join("ruleset.json").exists());
    let load = |folder: std::path::PathBuf| {
        Ruleset::load(&common::files_in(&folder))
            .unwrap_or_else(|faults| panic!("{}: {faults}", folder.display()))
    };
    folders.map(load).collect()
}

/// Random games of every ruleset: at each ply the moves and their order, and the bits and the key after each move.
#[test]
fn what_is_compiled_equals_what_is_read() {
    let mut random = Random(20);
    let mut compiled = 0;
    for rules in rulesets() {
        for engine in Compiled::all(&rules) {
            compiled += 1;
            for _ in 0..12 {
                play_randomly(&rules, &engine, &mut random);
            }
        }
    }
    assert!(compiled >= 6, "hardly any ruleset is compiled");
}

fn play_randomly(rules: &Ruleset, engine: &Compiled, random: &mut Random) {
    let mut position = rules.initial().clone();
    for _ in 0..120 {
        assert_eq!(engine.differs(rules, &position), None);
        let moves = engine.legal_moves(rules, &position);
        let Some(mv) = moves.get(random.next() as usize % moves.len().max(1)) else { break };
        position = rules.after(&position, mv);
    }
}

/// Tables are read without asking whether indices fit: what another ruleset's position holds must be kept from them.
#[test]
fn a_position_of_another_ruleset_does_no_harm() {
    let all = rulesets();
    for (rules, other) in all.iter().flat_map(|rules| all.iter().map(move |other| (rules, other))) {
        for engine in Compiled::all(rules) {
            let moves = engine.legal_moves(rules, other.initial());
            let nodes = engine.perft_full(other.initial(), 2);
            assert!(rules.id() != other.id() || nodes as usize >= moves.len());
        }
    }
}
