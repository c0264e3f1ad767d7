//! Starts that are drawn: their numbers, and the positions that they give.

use std::collections::BTreeSet;

use ggn_core::{Game, Rules};
use serde_json::{Value, json};

use crate::common;

/// Returns the first rank of the start of a number, in upper-case letters.
fn rank(rules: &Rules, number: u64) -> String {
    let feen = rules.feen(&rules.start(number).unwrap()).to_string();
    let placement = feen.split(' ').next().unwrap().to_owned();
    placement.rsplit('/').next().unwrap().chars().filter(char::is_ascii_alphabetic).collect()
}

#[test]
fn chess960_has_the_starts_of_scharnagls_table() {
    let rules = common::ruleset("chess960");
    assert_eq!(rules.start_count(), 960);
    // Numbers of R. Scharnagl's table, which FIDE's guidelines II and most servers use.
    for (number, expected) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (17, "BNQBNRKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
    ] {
        assert_eq!(rank(&rules, number), expected, "{number}");
    }
    assert_eq!(rules.start(518).unwrap(), *rules.initial());
    assert_eq!(rules.start(960), None);
    assert_eq!((rules.drawn_start(518), rules.drawn_start(960 + 518)), (518, 518));
    assert_eq!(rules.drawn_start(u64::MAX), u64::MAX % 960);
}

#[test]
fn every_arrangement_of_chess960_is_drawn_once() {
    let rules = common::ruleset("chess960");
    let mut ranks = BTreeSet::new();
    for number in 0..rules.start_count() {
        let position = rules.start(number).unwrap();
        let feen = rules.feen(&position);
        assert_eq!(rules.position(&feen).as_ref(), Ok(&position), "{feen}");
        let text = feen.to_string();
        let (first, last) = (text.split('/').next().unwrap(), text.split(' ').next().unwrap());
        assert_eq!(first.to_uppercase(), last.rsplit('/').next().unwrap(), "{text}");
        let rank = rank(&rules, number);
        let all = |letter| rank.match_indices(letter).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(all('B').iter().sum::<usize>() % 2, 1, "bishops on two colours: {rank}");
        assert!(all('R')[0] < all('K')[0] && all('K')[0] < all('R')[1], "the king between the rooks: {rank}");
        ranks.insert(rank);
    }
    assert_eq!(ranks.len(), 960);
}

#[test]
fn a_game_without_starts_has_its_initial_position() {
    let rules = common::ruleset("chess");
    assert_eq!((rules.start_count(), rules.drawn_start(77)), (1, 0));
    assert_eq!(rules.start(0).as_ref(), Some(Game::new(rules.clone()).position()));
    assert_eq!(rules.start(1), None);
}

/// Loads chess with starts, or returns the faults.
fn with_starts(starts: &Value) -> Result<std::sync::Arc<Rules>, String> {
    let mut files = common::files("chess");
    files.retain(|(path, _)| !path.ends_with("setup.json"));
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["starts"] = starts.clone();
    *manifest = json.to_string().into_bytes();
    Rules::load(&files).map_err(|faults| faults.to_string())
}

#[test]
fn steps_and_mirrors_are_data() {
    // Each side chooses by itself.
    let rules = with_starts(&json!({ "steps": [
        { "pieces": ["C:B"], "on": ["b1", "c1"] },
        { "pieces": ["C:N"], "on": ["b1", "c1"] },
        { "pieces": ["c:n", "c:b"], "on": ["f8", "g8"] }
    ] }))
    .unwrap();
    assert_eq!(rules.start_count(), 2);
    let start = |number| rules.feen(&rules.start(number).unwrap()).to_string();
    assert!(
        start(0).starts_with("+rnbq+k^nb+r/") && start(0).ends_with("/+RBNQ+K^BN+R / C/c"),
        "{}",
        start(0)
    );
    assert!(start(1).ends_with("/+RNBQ+K^BN+R / C/c"), "{}", start(1));
    // Turned by half a turn.
    let rules = with_starts(&json!({ "mirror": ["files", "ranks"], "steps": [
        { "pieces": ["C:Q", "C:+K^"], "on": ["d1", "e1"] }
    ] }))
    .unwrap();
    assert!(rules.feen(rules.initial()).to_string().starts_with("+rnbq+k^bn+r"));
    assert!(rules.feen(&rules.start(0).unwrap()).to_string().starts_with("+rnb+k^qbn+r"));
}

#[test]
fn starts_that_cannot_be_numbered_are_faults() {
    for (steps, expected) in [
        (json!([]), "the list is empty"),
        (json!([{ "pieces": [], "on": ["a1"] }]), "the list is empty"),
        (json!([{ "pieces": ["C:Q"], "on": ["a1", "a1"] }]), "stands twice"),
        (json!([{ "pieces": ["C:Q"], "on": ["a8", "a1"] }]), "mirrored"),
        (json!([{ "pieces": ["C:Q", "C:R"], "on": ["a1"] }]), "fewer free squares"),
        (
            json!([{ "pieces": ["C:Q"], "on": ["a1", "b1"] }, { "pieces": ["C:R"], "on": ["b1", "c1"] }]),
            "depend on it",
        ),
    ] {
        let faults = with_starts(&json!({ "mirror": ["ranks"], "steps": steps })).err().unwrap_or_default();
        assert!(faults.contains(expected), "{steps}: {faults}");
    }
}
