//! Good rulesets changed at random: checking never panics, points only at what is there, and what passes never fails later.
//!
//! The cases are the same on every run. With `LONG=1` there are more and new ones each time; `PROPTEST_CASES` asks for another number of them,
//! new ones as well.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use authoring::check::{self, Options};
use authoring::diagnose::Severity;
use authoring::diagnose::render::{Look, render};
use authoring::diagnose::report::report;
use authoring::diagnose::reporter::Reporter;
use authoring::moves;
use authoring::rules::Folder;
use dev::Random;
use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Game, OwnPieces, Rules, tries};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The rulesets that are changed: the small ones more often, since they are checked faster.
static BASES: LazyLock<Vec<Folder>> = LazyLock::new(|| {
    let here = dev::path("conformance");
    let small = ["fixtures/base/race", "fixtures/games/lane", "fixtures/games/minishogi"];
    let read = |path: PathBuf| Folder::read(&path).unwrap();
    let mut bases: Vec<Folder> = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]
        .into_iter()
        .map(|index: usize| read(here.join(small[index])))
        .collect();
    bases.push(read(here.join("../rules/chess")));
    bases
});

/// Every text of a file, keys and values.
fn texts(json: &Json, found: &mut Vec<String>) {
    match json {
        Json::String(text) => found.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Json::Object(members) => {
            for (key, value) in members {
                found.push(key.clone());
                texts(value, found);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Returns a text like another, or another of the same file.
fn other_text(text: &str, pool: &[String], random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.below(letters.len());
    match random.below(8) {
        0 if !letters.is_empty() => drop(letters.remove(at)),
        1 => letters.insert(at, *random.pick(&['+', '-', '^', '1', 'x', ':', ' ', 'é', '"'])),
        2 if letters.len() > 1 => letters.swap(at, (at + 1) % text.chars().count()),
        3 if !letters.is_empty() => {
            letters[at] = if letters[at].is_uppercase() {
                letters[at].to_ascii_lowercase()
            } else {
                letters[at].to_ascii_uppercase()
            };
        }
        4 if !letters.is_empty() => letters[at] = *random.pick(&['a', '2', '9', '0', '+', 'K']),
        _ => return random.pick(pool).clone(),
    }
    letters.into_iter().collect()
}

/// Changes something at or below a value.
fn change(json: &mut Json, pool: &[String], random: &mut Random) {
    let goes_on = random.below(6) > 0;
    match json {
        Json::Object(members) if !members.is_empty() && goes_on => {
            let at = random.below(members.len());
            change(&mut members[at].1, pool, random);
        }
        Json::Array(items) if !items.is_empty() && goes_on => {
            let at = random.below(items.len());
            change(&mut items[at], pool, random);
        }
        Json::Object(members) if !members.is_empty() => {
            let (at, other) = (random.below(members.len()), random.below(members.len()));
            match random.below(5) {
                0 => drop(members.remove(at)),
                1 => {
                    let twin = members[at].clone();
                    members.insert(other, twin);
                }
                2 => {
                    let (one, two) = (members[at].1.clone(), members[other].1.clone());
                    members[at].1 = two;
                    members[other].1 = one;
                }
                3 => members[at].0 = other_text(&members[at].0, pool, random),
                _ => members.swap(at, other),
            }
        }
        Json::Array(items) if !items.is_empty() => {
            let (at, other) = (random.below(items.len()), random.below(items.len()));
            match random.below(3) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => items.swap(at, other),
            }
        }
        Json::String(text) if random.below(12) > 0 => *text = other_text(text, pool, random),
        Json::Number(number) if random.below(4) > 0 => {
            *number = (*random.pick(&[0i64, 1, 2, 3, 5, -1, 1 << 40])).into();
        }
        Json::Bool(value) if random.below(4) > 0 => *value = !*value,
        other => {
            *other = match random.below(6) {
                0 => Json::Null,
                1 => Json::Object(Vec::new()),
                2 => Json::Array(Vec::new()),
                3 => Json::Bool(true),
                4 => Json::String(random.pick(pool).clone()),
                _ => Json::Number(7.into()),
            };
        }
    }
}

/// Kinds of a file's texts: a change that keeps to their kinds is more often a ruleset that loads.
#[derive(Default)]
struct Kinds {
    cells: Vec<String>,
    pieces: Vec<String>,
}

impl Kinds {
    fn of(folder: &Folder) -> Kinds {
        let mut all = Vec::new();
        for (_, bytes) in &folder.files {
            texts(&Json::parse(bytes).unwrap_or(Json::Null), &mut all);
        }
        all.sort();
        all.dedup();
        let is_cell = |text: &String| text.parse::<Cell>().is_ok() && (text.len() == 2 || !text.is_ascii());
        let cells: Vec<String> = all.iter().filter(|text| is_cell(text)).cloned().collect();
        // A board of one dimension has squares of one letter.
        let short =
            || all.iter().filter(|text| text.len() == 1 && text.parse::<Cell>().is_ok()).cloned().collect();
        let cells = if cells.is_empty() { short() } else { cells };
        Kinds { cells, pieces: all.into_iter().filter(|text| text.parse::<Qpi>().is_ok()).collect() }
    }

    fn cell(&self, random: &mut Random) -> String {
        if self.cells.is_empty() { "a1".to_owned() } else { random.pick(&self.cells).clone() }
    }

    fn piece(&self, random: &mut Random) -> String {
        if self.pieces.is_empty() { "X:X".to_owned() } else { random.pick(&self.pieces).clone() }
    }

    fn condition(&self, random: &mut Random) -> String {
        match random.below(4) {
            0 => "empty".to_owned(),
            1 => "enemy".to_owned(),
            _ => self.piece(random),
        }
    }

    /// Returns a text of the same kind.
    fn alike(&self, text: &str, random: &mut Random) -> String {
        match text {
            "empty" | "enemy" => self.condition(random),
            "win" | "loss" | "draw" => (*random.pick(&["win", "loss", "draw"])).to_owned(),
            "rights" | "feen" => (*random.pick(&["rights", "feen"])).to_owned(),
            _ if self.pieces.iter().any(|piece| piece == text) => self.piece(random),
            _ if self.cells.iter().any(|cell| cell == text) => self.cell(random),
            _ if text.parse::<Feen>().is_ok() => moved_piece(text, random),
            _ => text.to_owned(),
        }
    }

    /// Returns a field of an effect, or of a possibility.
    fn field(&self, random: &mut Random) -> (String, Json) {
        let text = Json::String;
        let lcn = |random: &mut Random| Json::Object(vec![(self.cell(random), text(self.condition(random)))]);
        let (name, value) = match random.below(9) {
            0 => ("becomes", text(self.piece(random))),
            1 => ("takes", Json::Array(vec![text(self.cell(random))])),
            2 => ("carries", Json::Object(vec![(self.cell(random), text(self.cell(random)))])),
            3 => ("unattacked", Json::Array(vec![text(self.cell(random))])),
            4 => ("when", lcn(random)),
            5 => ("must", lcn(random)),
            6 => ("deny", lcn(random)),
            _ => {
                let to = (0..=random.below(2)).map(|_| text(self.piece(random))).collect();
                let optional = Json::Bool(random.below(2) == 0);
                (
                    "promotes",
                    Json::Object(vec![("to".to_owned(), Json::Array(to)), ("optional".to_owned(), optional)]),
                )
            }
        };
        (name.to_owned(), value)
    }
}

/// Returns a position with two of its tokens exchanged, or one doubled.
fn moved_piece(feen: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = feen.chars().collect();
    let (one, other) = (random.below(letters.len()), random.below(letters.len()));
    if random.below(3) == 0 {
        letters[one] = letters[other];
    } else {
        letters.swap(one, other);
    }
    letters.into_iter().collect()
}

/// Changes something at or below a value into another of the same kind.
fn change_kindly(json: &mut Json, kinds: &Kinds, random: &mut Random) {
    match json {
        Json::Object(members) if !members.is_empty() => {
            let (at, other) = (random.below(members.len()), random.below(members.len()));
            match random.below(24) {
                0 => drop(members.remove(at)),
                1 => members[at].0 = kinds.alike(&members[at].0, random),
                2 => {
                    let value = members[other].1.clone();
                    members[at].1 = value;
                }
                3 => members.push((kinds.alike(&members[at].0, random), members[other].1.clone())),
                4 => members.push(kinds.field(random)),
                _ => change_kindly(&mut members[at].1, kinds, random),
            }
            // A key that stands twice would be noticed at once.
            let mut seen = std::collections::HashSet::new();
            members.retain(|(key, _)| seen.insert(key.clone()));
        }
        Json::Object(members) if random.below(2) == 0 => members.push(kinds.field(random)),
        Json::Array(items) if !items.is_empty() => {
            let (at, other) = (random.below(items.len()), random.below(items.len()));
            match random.below(12) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                2 => items.swap(at, other),
                _ => change_kindly(&mut items[at], kinds, random),
            }
        }
        Json::String(text) => *text = kinds.alike(text, random),
        Json::Number(number) => *number = (*random.pick(&[0i64, 1, 2, 3, 4, 8])).into(),
        Json::Bool(value) => *value = !*value,
        Json::Object(_) | Json::Array(_) | Json::Null => {}
    }
}

/// One change of a folder that keeps to the kinds of things.
fn mutate_kindly(folder: &mut Folder, kinds: &Kinds, random: &mut Random) {
    if folder.files.is_empty() {
        return;
    }
    // The small files say the most.
    let small: Vec<usize> =
        (0..folder.files.len()).filter(|&at| !folder.files[at].0.starts_with("ggn/")).collect();
    let at = if small.is_empty() || random.below(3) == 0 {
        random.below(folder.files.len())
    } else {
        *random.pick(&small)
    };
    let (_, bytes) = &mut folder.files[at];
    let Ok(mut json) = Json::parse(bytes) else { return };
    change_kindly(&mut json, kinds, random);
    *bytes = json.to_string().into_bytes();
}

/// One change of a folder.
fn mutate(folder: &mut Folder, random: &mut Random) {
    if folder.files.is_empty() {
        return;
    }
    let at = random.below(folder.files.len());
    match random.below(24) {
        0 => drop(folder.files.remove(at)),
        1 => {
            let names = [
                "ruleset.json",
                "setup.json",
                "ggn/other.json",
                "ggn/other.txt",
                "patterns/x.moves",
                "x.json",
            ];
            folder.files[at].0 = (*random.pick(&names)).to_owned();
        }
        2 => {
            let bytes = &mut folder.files[at].1;
            let length = random.below(bytes.len());
            bytes.truncate(length);
        }
        3 => {
            let bytes = &mut folder.files[at].1;
            let (place, byte) = (random.below(bytes.len()), random.below(256));
            if let Some(old) = bytes.get_mut(place) {
                *old = byte as u8;
            }
        }
        _ => {
            let (_, bytes) = &mut folder.files[at];
            let Ok(mut json) = Json::parse(bytes) else { return };
            let mut pool = vec!["empty".to_owned(), "enemy".to_owned()];
            texts(&json, &mut pool);
            change(&mut json, &pool, random);
            *bytes = json.to_string().into_bytes();
        }
    }
}

/// Returns a good ruleset with some changes. Its companions and patterns often go first: they notice almost everything.
fn changed(seed: u64, changes: usize) -> Folder {
    let mut random = Random::seeded(seed);
    let bases = &*BASES;
    let mut folder = bases[random.below(bases.len())].clone();
    if random.below(4) > 0 {
        folder.files.retain(|(path, _)| {
            !matches!(path.as_str(), "perft.json" | "games.json") && !path.starts_with("patterns/")
        });
    }
    let (kinds, is_kind) = (Kinds::of(&folder), random.below(4) > 0);
    for _ in 0..changes {
        if is_kind {
            mutate_kindly(&mut folder, &kinds, &mut random);
        } else {
            mutate(&mut folder, &mut random);
        }
    }
    folder.files.sort();
    folder
}

/// Renders all diagnostics, in every form.
fn show(folder: &Folder, checked: &check::Checked) {
    let reporter = Reporter::new(folder);
    for look in [Look { colour: false, unicode: false }, Look { colour: true, unicode: true }] {
        let text = render(&reporter, &checked.diagnostics, "somewhere/", look);
        assert_eq!(text.is_empty(), checked.diagnostics.is_empty());
    }
    for (entry, diagnostic) in report(&reporter, &checked.diagnostics).iter().zip(&checked.diagnostics) {
        assert!(!entry.message.is_empty());
        let Some(span) = &diagnostic.span else { continue };
        let (_, bytes) = folder.files.iter().find(|(path, _)| *path == diagnostic.file).unwrap();
        assert!(span.start <= span.end && span.end <= bytes.len(), "{diagnostic:?}");
        if let Ok(text) = std::str::from_utf8(bytes) {
            assert!(text.get(span.clone()).is_some(), "{diagnostic:?}");
            let line = text.lines().nth(entry.line.unwrap() - 1).unwrap_or_default();
            assert!(entry.column.unwrap() <= line.chars().count() + 1, "{diagnostic:?}");
        }
    }
}

/// Plays by rules that passed: every notation of every move leads back to it, and every position to itself.
fn play(rules: &Arc<Rules>, random: &mut Random) {
    let nodes: u64 = ggn_core::divide(rules, rules.initial(), 2).iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(nodes, ggn_core::perft(rules, rules.initial(), 2));
    let mut game = Game::new(Arc::clone(rules));
    for _ in 0..30 {
        let position = game.position();
        let feen = rules.feen(position).to_string();
        let parsed: Feen = feen.parse().unwrap_or_else(|why| panic!("{feen}: {why}"));
        match rules.position(&parsed) {
            Ok(again) => assert_eq!(again, *position, "{feen}"),
            Err(why) => panic!("{feen}: {why}"),
        }
        let own = OwnPieces::new(rules, position.turn(), position.pieces());
        for square in rules.shape().iter() {
            let _ = tries(rules, &own, square);
        }
        let legal = game.legal_moves().to_vec();
        for mv in legal.iter().take(40) {
            let (uci, pmn) = (mv.uci(rules), mv.pmn(rules, position));
            let parsed = pmn.parse().unwrap_or_else(|why| panic!("{feen}: {pmn}: {why}"));
            assert_eq!(game.find_pmn(&parsed), Ok(*mv), "{feen}: {pmn}");
            assert_eq!(moves::read(&game, &pmn), Ok(*mv), "{feen}: {pmn}");
            let san = mv.san(rules, position, &legal);
            for text in [&uci, &san] {
                match moves::read(&game, text) {
                    Ok(read) => assert!(
                        read == *mv || read.uci(rules) == uci || read.san(rules, position, &legal) == san,
                        "{feen}: {text}"
                    ),
                    Err(moves::MoveTextError::Ambiguous { candidates }) => {
                        assert!(candidates.len() > 1, "{feen}: {text}");
                    }
                    Err(why) => panic!("{feen}: {text}: {why}"),
                }
            }
            if let Some(notation) = game.preview(mv).unwrap().notation {
                assert_eq!(moves::read(&game, &notation), Ok(*mv), "{feen}: {notation}");
            }
        }
        if legal.is_empty() {
            break;
        }
        let mv = *random.pick(&legal);
        game.play(&mv).unwrap();
    }
    let plies = game.plies();
    let before = game.position().clone();
    let undone = game.undo(plies);
    assert_eq!((undone.len(), game.position()), (plies, rules.initial()));
    for played in undone.iter() {
        game.play(&played.mv).unwrap();
    }
    assert_eq!(*game.position(), before);
}

fn config() -> ProptestConfig {
    let (is_set, is_long) = (std::env::var_os("PROPTEST_CASES").is_some(), dev::is_long());
    let seed = if is_set || is_long { RngSeed::Random } else { RngSeed::Fixed(0x0067_676e) };
    let cases = match (is_set, is_long) {
        (true, _) => ProptestConfig::default().cases,
        (false, true) => 3_000,
        (false, false) => 120,
    };
    ProptestConfig {
        cases,
        rng_seed: seed,
        max_shrink_iters: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_passes_never_fails_later_and_what_does_not_is_told(seed in any::<u64>(), changes in 1usize..4) {
        let folder = changed(seed, changes);
        let checked = check::ruleset(folder.clone(), Options { perft_nodes: Some(500), ..Options::default() });
        show(&folder, &checked);
        let loaded = Rules::load(&folder.files);
        if checked.count(Severity::Error) > 0 {
            return Ok(());
        }
        match loaded {
            Ok(rules) => play(&rules, &mut Random::seeded(seed)),
            Err(faults) => panic!("it passes and does not load: {faults}"),
        }
    }
}
