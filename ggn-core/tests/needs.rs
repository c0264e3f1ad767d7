//! Needs of house rules: with which rulesets one can be played besides those that it names.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use dev::Random;
use ggn_core::{Base, Clash, Game, Overlay, Rules, compose};
use serde_json::{Value, json};

type Files = Vec<(String, Vec<u8>)>;

/// A game of ants on a board of 3 by 4.
fn ants(id: &str) -> Files {
    let manifest = json!({
        "id": id, "name": id, "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": { "name": "ant", "san": "A" } },
        "initial": "a2/3/3/A2 / T/t", "constraints": ["forced-capture"],
        "endings": [{ "status": "stalemate", "result": "loss" }],
    });
    let rows = json!({
        "T:A": { "a1": { "b1": [{ "must": { "b1": "empty" } }] } }, "t:a": { "a4": { "b4": [{ "must": { "b4": "empty" } }] } },
    });
    let effects = json!({
        "expires": { "t:-a": "t:a" },
        "rows": { "T:A": { "a1": { "b1": [{ "promotes": { "to": ["T:+A", "T:-A"] } }] } } },
    });
    [("ruleset.json", manifest), ("ggn/ants.json", rows), ("effects.json", effects)]
        .map(|(path, json)| (path.to_owned(), json.to_string().into_bytes()))
        .into()
}

fn read(needs: &Value) -> Result<Overlay, ggn_core::Faults> {
    let overlay = json!({
        "id": "draw", "name": "Draw", "about": "Stalemate is a draw.", "over": ["ants"], "needs": needs,
        "endings": { "with": [{ "status": "stalemate", "result": "draw" }] },
    });
    Overlay::read(&[("overlay.json".to_owned(), overlay.to_string().into_bytes())])
}

/// Returns why the overlay with these needs does not go with another game of ants.
fn clashes(needs: &Value) -> Vec<String> {
    let overlay = read(needs).unwrap_or_else(|faults| panic!("{faults}"));
    match compose(&ants("other-ants"), &[&overlay]) {
        Ok(_) => Vec::new(),
        Err(clashes) => clashes.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_ruleset_with_all_that_a_house_rule_needs_can_be_played_with_it() {
    for needs in [
        json!({}),
        json!({ "board": [3, 4] }),
        json!({ "has": { "pieces": ["T:A"], "constraints": ["forced-capture"], "endings": ["stalemate"] } }),
        json!({ "has": { "rows": { "T:A": { "a1": ["b1"] } }, "expires": ["t:-a"] }, "lacks": { "expires": ["T:-A"] } }),
        json!({ "has": { "rows": { "T:A": { "a1": [] }, "t:a": {} } } }),
        json!({ "lacks": { "pieces": ["T:B"], "constraints": ["royal-safety"], "endings": ["checkmate"], "mechanics": ["blast"] } }),
        json!({ "has": { "promotes": { "T:A": ["T:-A", "T:+A"] } }, "lacks": { "promotes": { "T:A": ["T:+A"] } } }),
        json!({ "lacks": { "rows": { "T:A": { "a1": ["c1"], "b1": [] }, "T:B": {} } } }),
    ] {
        assert_eq!(clashes(&needs), [""; 0], "{needs}");
    }
}

#[test]
fn a_ruleset_without_it_cannot_and_what_is_missing_is_named() {
    let why = |text: &str| [format!("other-ants does not meet the needs of draw: {text}")];
    let needs = json!({
        "board": [4, 4],
        "has": { "pieces": ["T:B"], "constraints": ["royal-safety"], "endings": ["checkmate"], "mechanics": ["blast"] },
        "lacks": { "pieces": ["T:A"], "constraints": ["forced-capture"], "endings": ["stalemate"] },
    });
    let all = "a board of 4 by 4; T:B among the pieces; royal-safety among the constraints; checkmate among the endings; \
               blast among the mechanics; no T:A among the pieces; no forced-capture among the constraints; no stalemate among the endings";
    assert_eq!(clashes(&needs), why(all));
    let needs = json!({ "has": { "rows": { "T:A": { "a1": ["b1", "c1"], "b1": [] }, "T:B": {} } } });
    assert_eq!(clashes(&needs), why("a row of T:A from a1 to c1; a row of T:A from b1; a table of T:B"));
    assert_eq!(clashes(&json!({ "has": { "expires": ["t:-a", "T:-A"] } })), why("a T:-A that expires"));
    assert_eq!(
        clashes(&json!({ "has": { "promotes": { "T:A": ["T:+A"], "t:a": ["t:+a", "t:-a"] } } })),
        why("a T:A that promotes to T:+A; a t:a that promotes to t:+a, t:-a")
    );
    assert_eq!(
        clashes(&json!({ "lacks": { "promotes": { "T:A": ["T:+A", "T:-A"], "t:a": [] } } })),
        why("no T:A that promotes to T:+A, T:-A")
    );
    assert_eq!(clashes(&json!({ "lacks": { "expires": ["t:-a", "T:-A"] } })), why("no t:-a that expires"));
    let needs = json!({ "lacks": { "rows": { "T:A": { "a1": ["b1"] }, "t:a": {} } } });
    assert_eq!(clashes(&needs), why("no row of T:A from a1 to b1; no table of t:a"));
}

#[test]
fn a_house_rule_without_needs_goes_only_with_the_rulesets_that_it_names() {
    let overlay = json!({ "id": "draw", "name": "Draw", "about": "…", "over": ["ants"] });
    let overlay = Overlay::read(&[("overlay.json".to_owned(), overlay.to_string().into_bytes())]).unwrap();
    assert!(compose(&ants("ants"), &[&overlay]).is_ok());
    let clashes = compose(&ants("other-ants"), &[&overlay]).unwrap_err();
    assert!(matches!(&clashes[..], [Clash::NotOver { .. }]), "{clashes:?}");
    // A ruleset that it names need not have what others need.
    let demanding = read(&json!({ "board": [9, 9] })).unwrap();
    assert!(compose(&ants("ants"), &[&demanding]).is_ok());
}

#[test]
fn needs_that_no_ruleset_can_have_are_faults() {
    let faults = |needs: Value| read(&needs).unwrap_err().to_string();
    let named =
        faults(json!({ "has": { "endings": ["mate"], "mechanics": ["bang"], "constraints": ["safety"] } }));
    for word in ["\"mate\"", "\"bang\"", "\"safety\""] {
        assert!(named.contains(word), "{named}");
    }
    let named = faults(
        json!({ "lacks": { "pieces": ["king"], "promotes": { "T:A": ["T:A!"] }, "rows": { "T:A": { "1a": ["b1", "b1"] } } } }),
    );
    for place in ["needs.lacks.pieces[0]", "needs.lacks.promotes", "needs.lacks.rows"] {
        assert!(named.contains(place), "{named}");
    }
    assert!(faults(json!({ "boards": [8, 8] })).contains("boards"));
}

/// House rules of the project, by id.
static OVERLAYS: LazyLock<Vec<Overlay>> = LazyLock::new(|| {
    let folder = dev::path("rules/overlays");
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let read = |folder: &PathBuf| Overlay::read(&dev::files::read_from(folder)).unwrap();
    folders.iter().map(read).collect()
});

/// Plays a random game, in which every legal move is one that breaks no constraint, positions read back, and moves can be taken back.
fn play(rules: &Arc<Rules>, random: &mut Random, what: &str) {
    let mut game = Game::new(Arc::clone(rules));
    let mut feens = Vec::new();
    for _ in 0..60 {
        if game.ending().is_some() {
            break;
        }
        let position = game.position().clone();
        let legal = game.legal_moves().to_vec();
        let mut unbroken = rules.pseudo_legal_moves(&position);
        unbroken.retain(|mv| rules.violations(&position, mv).is_empty());
        assert_eq!(legal.len(), unbroken.len(), "{what}: {}", rules.feen(&position));
        assert!(legal.iter().all(|mv| unbroken.contains(mv)), "{what}: {}", rules.feen(&position));
        let feen = rules.feen(&position);
        assert!(rules.position(&feen).is_ok(), "{what}: {feen}");
        feens.push(feen.to_string());
        let Some(mv) = random.choose(&legal) else {
            panic!("{what}: no move, and no ending: {}", rules.feen(&position))
        };
        game.play(mv).unwrap();
    }
    while let Some(feen) = feens.pop() {
        game.undo(1);
        assert_eq!(rules.feen(game.position()).to_string(), feen, "{what}");
    }
}

/// Every house rule with every ruleset that has what it needs in the long run, one pair in thirty-two in the short one; and two house rules together.
#[test]
fn random_games_of_house_rules_with_the_rulesets_that_they_go_with_by_need() {
    let mut random = Random::seeded(20_261_127);
    let mut bases: BTreeMap<&str, usize> = BTreeMap::new();
    let mut turn = 0_usize;
    for folder in dev::files::ruleset_folders() {
        let written = dev::files::read(&folder);
        let tables = || pattern::tables(&written).unwrap().map(|found| (found.tables, found.effects));
        let base = Base::with_tables(&written, tables);
        let goes = |overlay: &&Overlay| base.unmet(overlay).is_some_and(|unmet| unmet.is_empty());
        let fitting: Vec<&Overlay> = OVERLAYS.iter().filter(goes).collect();
        let whole = LazyLock::new(|| dev::files::whole(&folder));
        for (index, overlay) in fitting.iter().enumerate() {
            *bases.entry(overlay.id()).or_default() += 1;
            turn += 1;
            if !dev::is_long() && !turn.is_multiple_of(32) {
                continue;
            }
            let other = fitting[(index + 1 + random.below(fitting.len())) % fitting.len()];
            for chosen in [vec![*overlay], vec![*overlay, other]] {
                let mut chosen = chosen;
                let required: Vec<&str> = chosen.iter().flat_map(|overlay| overlay.requires()).collect();
                chosen.extend(OVERLAYS.iter().filter(|overlay| required.contains(&overlay.id())));
                chosen.sort_by_key(|overlay| overlay.id());
                chosen.dedup_by_key(|overlay| overlay.id());
                let ids: Vec<&str> = chosen.iter().map(|overlay| overlay.id()).collect();
                let what = format!("{folder} with {ids:?}");
                let composed = match compose(&whole, &chosen) {
                    Ok(composed) => composed,
                    Err(clashes) => {
                        let excluded = |clash: &Clash| matches!(clash, Clash::NotWith { .. });
                        assert!(chosen.len() > 1 && clashes.iter().any(excluded), "{what}: {clashes:?}");
                        continue;
                    }
                };
                let rules = Rules::load(&composed.files).unwrap_or_else(|faults| panic!("{what}: {faults}"));
                play(&rules, &mut random, &what);
            }
        }
    }
    // Every house rule goes with several rulesets.
    assert!(
        OVERLAYS.iter().all(|overlay| bases.get(overlay.id()).is_some_and(|count| *count > 3)),
        "{bases:?}"
    );
}
