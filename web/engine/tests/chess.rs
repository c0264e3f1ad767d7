//! The browser's engine with the shipped rules of chess.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tabula_engine::{Loader, Rules};

fn chess() -> Rules {
    let mut loader = Loader::new();
    for (path, bytes) in dev::files::read("rules/chess") {
        loader.add(path, String::from_utf8(bytes).unwrap());
    }
    loader.finish().ok().unwrap()
}

fn sorted(list: &str) -> Vec<&str> {
    let mut names: Vec<_> = list.split(' ').filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names
}

#[test]
fn board_has_its_shape() {
    let rules = chess();
    assert_eq!((rules.files(), rules.ranks()), (8, 8));
}

#[test]
fn attempts_pass_through_unseen_squares_and_stop_at_own_pieces() {
    let rules = chess();
    let own = "a1=C:R a4=C:P c1=C:B";
    assert_eq!(sorted(&rules.tries(true, own, "a1")), ["a2", "a3", "b1"]);
    assert_eq!(sorted(&rules.tries(true, own, "a4")), ["a5", "b5"]);
}

#[test]
fn enemy_pieces_do_not_change_attempts() {
    let rules = chess();
    let own = "e1=C:K^ d4=C:N";
    let with_enemies = "e1=C:K^ d4=C:N f5=c:q e6=c:p e8=c:k^";
    assert_eq!(rules.tries(true, own, "d4"), rules.tries(true, with_enemies, "d4"));
}

#[test]
fn promotion_choices_follow_from_geometry() {
    let rules = chess();
    let own = "e1=C:K^ b7=C:P";
    assert_eq!(sorted(&rules.choices(true, own, "b7", "b8")), ["b", "n", "q", "r"]);
    assert_eq!(sorted(&rules.choices(true, own, "b7", "a8")), ["b", "n", "q", "r"]);
    assert_eq!(rules.choices(true, own, "e1", "e2"), "");
}

// Requirement engine-7.
#[test]
fn engine_responds_with_one_message_per_line() {
    let mut engine = chess().engine();
    assert!(engine.greet().starts_with(r#"{"message_type":"next_legal_moveset","moves":{"B1":["A3","C3"],"#));
    let mating = r#"{"message_type":"set_position","fen":"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"}"#;
    assert_eq!(engine.send(mating).lines().count(), 1);
    let answers = engine.send(r#"{"message_type":"peice move","from":"A1","to":"A8"}"#);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert_eq!(answers[1], r#"{"message_type":"game_end","victor":"white","reason":"checkmate"}"#);
    assert!(engine.send("?").contains("malformed_json"));
}

#[test]
fn engines_of_the_same_rules_are_separate_games() {
    let rules = chess();
    let (mut one, other) = (rules.engine(), rules.engine());
    one.send(r#"{"message_type":"peice move","from":"E2","to":"E4"}"#);
    assert_ne!(one.greet(), other.greet());
}

#[test]
fn faults_are_returned_as_text() {
    let mut loader = Loader::new();
    loader.add("ruleset.json".to_owned(), "{".to_owned());
    assert!(loader.finish().err().is_some_and(|faults| !faults.is_empty()));
}
