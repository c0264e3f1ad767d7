//! Perpetual chases and counts of moves with other data than the games have, and counts along searches.

use std::sync::Arc;

use dev::Random;
use ggn_core::{Counters, Game, MoveList, Rules, SearchBoard, Side};
use serde_json::{Value, json};

use crate::common;

/// Loads a ruleset whose ending of a status has another field.
fn with_ending(id: &str, status: &str, change: impl Fn(&mut Value)) -> Arc<Rules> {
    let mut files = dev::files::whole(&format!("rules/{id}"));
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    let endings = json["endings"].as_array_mut().unwrap();
    change(endings.iter_mut().find(|ending| ending["status"] == status).unwrap());
    *manifest = json.to_string().into_bytes();
    Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Plays a line of xiangqi twice and returns how the game ended.
fn repeated(chase: &Value, feen: &str, line: &str) -> Option<Option<Side>> {
    let rules = with_ending("xiangqi", "repetition", |ending| match chase {
        Value::Null => drop(ending.as_object_mut().unwrap().remove("perpetual_chase")),
        chase => chase.as_object().unwrap().iter().for_each(|(field, value)| {
            ending["perpetual_chase"][field] = value.clone();
        }),
    });
    end_of_twice(&rules, feen, line)
}

/// Plays a line twice and returns how the game ended.
fn end_of_twice(rules: &Arc<Rules>, feen: &str, line: &str) -> Option<Option<Side>> {
    let mut game = Game::from_position(rules.clone(), common::position(rules, feen), Counters::default());
    for text in format!("{line} {line}").split_whitespace() {
        let mv = *game.legal_moves().iter().find(|mv| mv.uci(rules) == text).unwrap();
        game.play(&mv).unwrap();
    }
    game.ending().map(|ending| ending.winner)
}

/// A chariot that chases an unprotected cannon from file to file.
const CHASE: (&str, &str) = ("5g^3/9/2c6/9/9/9/9/9/9/3RG^4 / X/x", "d1c1 c8d8 c1d1 d8c8");

#[test]
fn the_data_say_which_chases_count() {
    let ends = |chase: Value| repeated(&chase, CHASE.0, CHASE.1);
    let lost = Some(Some(Side::Second));
    assert_eq!(ends(Value::Null), Some(None));
    assert_eq!(ends(json!({})), lost);
    assert_eq!(ends(json!({ "result": "win" })), Some(Some(Side::First)));
    assert_eq!(ends(json!({ "free": ["X:R"] })), Some(None));
    assert_eq!(ends(json!({ "free": [] })), lost);
    assert_eq!(ends(json!({ "ignored": { "x:c": [] } })), Some(None));
    assert_eq!(ends(json!({ "ignored": { "x:c": ["d8"] } })), Some(None));
    assert_eq!(ends(json!({ "ignored": { "X:C": [], "x:c": ["e8"] } })), lost);
}

#[test]
fn protection_and_strength_decide() {
    let protected = "5g^3/9/2c5r/9/9/9/9/9/9/3RG^4 / X/x";
    assert_eq!(repeated(&json!({}), protected, CHASE.1), Some(None));
    let stronger = json!({ "stronger": { "X:R": ["X:C"] } });
    assert_eq!(repeated(&stronger, protected, CHASE.1), Some(Some(Side::Second)));
    // A protector that may not leave the file of its general does not protect.
    let pinned = "5g^3/9/2c2r3/9/9/9/9/5R3/9/3RG^4 / X/x";
    assert_eq!(repeated(&json!({}), pinned, CHASE.1), Some(Some(Side::Second)));
}

/// A horse that chases a cannon, whose moves make one of two cannons chase another horse, over the soldier between.
const BOTH_CHASE: (&str, &str) = ("3g^5/9/cc2S1H2/9/9/2H6/9/9/9/4G^4 / X/x", "c5d7 b8b7 d7c5 b7b8");

/// A chariot that gives check, to a general whose moves make one of two cannons chase it.
const CHECK_AND_CHASE: (&str, &str) = ("4g^hc2/R4hc2/9/9/9/9/9/9/9/3G^5 / X/x", "a9a10 e10e9 a10a9 e9e10");

#[test]
fn a_chase_counts_only_against_a_side_that_does_nothing_alike() {
    let ends = |chase: Value, (feen, line): (&str, &str)| repeated(&chase, feen, line);
    assert_eq!(ends(json!({}), BOTH_CHASE), Some(None));
    // Once the data leave out the chase by one side, the other is alone.
    assert_eq!(ends(json!({ "free": ["X:C"], "stronger": {} }), BOTH_CHASE), Some(Some(Side::Second)));
    assert_eq!(ends(json!({ "free": ["X:H"], "stronger": {} }), BOTH_CHASE), Some(Some(Side::First)));

    assert_eq!(ends(json!({}), CHECK_AND_CHASE), Some(Some(Side::Second)));
    // Without a rule about checks nobody loses: the check still excuses the chase.
    let rules = with_ending("xiangqi", "repetition", |ending| {
        ending.as_object_mut().unwrap().remove("perpetual_check");
    });
    let (feen, line) = CHECK_AND_CHASE;
    assert_eq!(end_of_twice(&rules, feen, line), Some(None));
}

/// Returns the number of plies after which a search without captures ends, from a position.
fn plies_of_quiet_search(id: &str, feen: &str) -> u32 {
    let rules = common::ruleset(id);
    let mut board = SearchBoard::new(&rules, &common::position(&rules, feen));
    let mut moves = MoveList::new();
    let mut random = Random::seeded(7);
    for plies in 0..400 {
        board.moves(&mut moves);
        if let Some(ending) = board.ending(&moves) {
            assert_eq!(ending.status.as_str(), "movelimit", "after {plies} plies");
            return plies;
        }
        // A move after which the game can go on without a capture.
        let quiet = moves.iter().filter(|&&mv| !board.is_capture(mv)).copied().collect::<Vec<_>>();
        let quiet = quiet.into_iter().filter(|&mv| {
            let mut replies = MoveList::new();
            board.make(mv);
            board.moves(&mut replies);
            let goes_on = replies.iter().any(|&reply| !board.is_capture(reply));
            board.unmake();
            goes_on
        });
        let quiet: Vec<_> = quiet.collect();
        let mv = quiet[random.below(quiet.len())];
        assert!(board.make(mv));
    }
    panic!("the search does not end");
}

#[test]
fn limits_depend_on_the_pieces_left() {
    // The plies of `moves` counted moves, of which so many pieces are counted first, and of one more.
    let plies = |moves: u32, pieces: u32| 2 * (moves - pieces) + 1;
    let bare = |pieces: &str| format!("8/8/8/3k^4/8/8/8/{pieces} / m/M");
    for (pieces, moves, count) in [
        ("RR5K^", 8, 4),
        ("R6K^", 16, 3),
        ("RSS4K^", 16, 5),
        ("SS5K^", 22, 4),
        ("NN5K^", 32, 4),
        ("S6K^", 44, 3),
        ("SNN4K^", 32, 5),
        ("N6K^", 64, 3),
        ("M6K^", 64, 3),
    ] {
        assert_eq!(plies_of_quiet_search("makruk", &bare(pieces)), plies(moves, count), "{pieces}");
    }
    assert_eq!(plies_of_quiet_search("makruk", "n7/8/8/3k^4/8/8/8/N6K^ / m/M"), plies(64, 0));
    for (pieces, moves) in [("R6K^", 16), ("B6K^", 44), ("NN5K^", 64)] {
        assert_eq!(plies_of_quiet_search("asean", &bare(pieces)), plies(moves, 0), "{pieces}");
    }
}

#[test]
fn an_undone_move_is_not_counted() {
    let rules = common::ruleset("makruk");
    let start = common::position(&rules, "8/8/8/4k^3/8/8/8/RR4NK^ / m/M");
    let mut game = Game::from_position(rules.clone(), start, Counters::default());
    let play = |game: &mut Game, line: &str| {
        for text in line.split(' ') {
            let mv = *game.legal_moves().iter().find(|mv| mv.uci(&rules) == text).unwrap();
            game.play(&mv).unwrap();
        }
    };
    play(&mut game, "e5e6 h1h2 e6e5 h2h1 e5e6");
    game.undo(3);
    play(&mut game, "e6d6 h2h1 d6e6 h1h2");
    assert_eq!(game.ending(), None);
    play(&mut game, "e6e5");
    assert_eq!(game.ending().map(|ending| ending.status.as_str()), Some("movelimit"));
}
