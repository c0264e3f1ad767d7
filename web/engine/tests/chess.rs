//! The browser's engine over the shipped rules of chess.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use tabula_engine::{Loader, Rules};

fn chess() -> Rules {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
    let mut loader = Loader::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                loader.add(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    loader.finish().ok().unwrap()
}

fn sorted(list: &str) -> Vec<&str> {
    let mut names: Vec<_> = list.split(' ').filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_board_has_its_shape() {
    let rules = chess();
    assert_eq!((rules.files(), rules.ranks()), (8, 8));
}

#[test]
fn tries_pass_through_what_is_not_seen_and_stop_at_own_pieces() {
    let rules = chess();
    let own = "a1=C:R a4=C:P c1=C:B";
    assert_eq!(sorted(&rules.tries(true, own, "a1")), ["a2", "a3", "b1"]);
    assert_eq!(sorted(&rules.tries(true, own, "a4")), ["a5", "b5"]);
}

#[test]
fn pieces_of_the_other_side_change_no_try() {
    let rules = chess();
    let own = "e1=C:K^ d4=C:N";
    let with_enemies = "e1=C:K^ d4=C:N f5=c:q e6=c:p e8=c:k^";
    assert_eq!(rules.tries(true, own, "d4"), rules.tries(true, with_enemies, "d4"));
}

#[test]
fn promotion_is_asked_for_by_geometry_alone() {
    let rules = chess();
    let own = "e1=C:K^ b7=C:P";
    assert_eq!(sorted(&rules.choices(true, own, "b7", "b8")), ["b", "n", "q", "r"]);
    assert_eq!(sorted(&rules.choices(true, own, "b7", "a8")), ["b", "n", "q", "r"]);
    assert_eq!(rules.choices(true, own, "e1", "e2"), "");
}

#[test]
fn legal_moves_know_captures_castling_and_pins() {
    let rules = chess();
    let position = "e1=C:+K^ h1=C:+R e2=C:+P c8=c:r e8=c:k^ d3=c:p";
    assert_eq!(sorted(&rules.legal(true, position, "e1")), ["d1", "d2", "f1", "f2", "g1"]);
    assert_eq!(sorted(&rules.legal(true, position, "e2")), ["e3", "e4", "xd3"]);
    assert_eq!(rules.legal(false, position, "e2"), "");
    let pinned = "e1=C:K^ e2=C:R e7=c:r e8=c:k^";
    assert_eq!(sorted(&rules.legal(true, pinned, "e2")), ["e3", "e4", "e5", "e6", "xe7"]);
}

#[test]
fn faults_come_back_as_text() {
    let mut loader = Loader::new();
    loader.add("ruleset.json".to_owned(), "{".to_owned());
    assert!(loader.finish().err().is_some_and(|faults| !faults.is_empty()));
}
