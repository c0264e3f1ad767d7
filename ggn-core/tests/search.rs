//! Boards for searches, compared with games that are played move by move.

use std::collections::BTreeSet;

use dev::Random;
use ggn_core::notation::cgsn::Status;
use ggn_core::{EndStatus, Game, MoveList, Rules, SearchBoard, perft};

/// Games of every kind: on boards of each width, with drops, hops, goals, limits and passes; compiled and interpreted.
const GAMES: [&str; 14] = [
    "chess",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "makruk",
    "capablanca",
    "breakthrough",
    "kinglet",
    "racing-kings",
    "losers",
    "chess960",
    "seirawan",
    "janggi",
    "duck",
];

/// Plays a random game on a board and in a [`Game`], and compares every position with its moves.
fn compare(rules: &std::sync::Arc<Rules>, random: &mut Random, plies: usize) {
    let mut game = Game::new(rules.clone());
    let mut board = SearchBoard::new(rules, game.position());
    let mut moves = MoveList::new();
    let mut keys = Vec::new();
    for ply in 0..plies {
        board.moves(&mut moves);
        assert_eq!((&board.position(), board.turn()), (game.position(), game.position().turn()));
        assert_eq!(board.in_check(), rules.in_check(game.position(), board.turn()));
        // Repetition is not known to the board.
        let ending = game.ending().filter(|ending| ending.status != EndStatus::from(Status::Repetition));
        assert_eq!(board.ending(&moves), ending, "{} at ply {ply}", rules.id());
        if game.ending().is_some() {
            break;
        }
        let expanded: Vec<_> = moves.iter().map(|&mv| board.expand(mv).unwrap()).collect();
        let written = |mv: &ggn_core::Move| format!("{mv:?}");
        assert_eq!(
            expanded.iter().map(written).collect::<BTreeSet<_>>(),
            game.legal_moves().iter().map(written).collect::<BTreeSet<_>>(),
        );
        assert_eq!(moves.len(), game.legal_moves().len());
        let chosen = random.below(moves.len());
        let effect = rules.effect(game.position(), &expanded[chosen]);
        assert_eq!(board.is_capture(moves[chosen]), effect.is_capture(), "{:?}", expanded[chosen]);
        keys.push(board.key());
        assert!(board.make(moves[chosen]));
        game.play(&expanded[chosen]).unwrap();
        let fresh = SearchBoard::new(rules, game.position());
        let counts = game.counters();
        assert_eq!(board.plies_without_progress(), counts.halfmove, "{} at ply {ply}", rules.id());
        assert_eq!(fresh.position(), board.position());
    }
    for key in keys.into_iter().rev() {
        assert!(board.unmake());
        assert_eq!(board.key(), key);
    }
    assert!(!board.unmake());
    assert_eq!(&board.position(), rules.initial());
}

#[test]
fn a_search_board_has_the_moves_positions_and_ends_of_the_game() {
    for (seed, id) in (0..).zip(GAMES) {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let mut random = Random::seeded(seed);
        for _ in 0..3 {
            compare(&rules, &mut random, if id == "duck" { 20 } else { 250 });
        }
    }
}

/// Counts lines by making moves and taking them back.
fn count(board: &mut SearchBoard<'_>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    board.moves(&mut moves);
    let below = |board: &mut SearchBoard<'_>, mv| {
        board.make(mv);
        let count = count(board, depth - 1);
        board.unmake();
        count
    };
    moves.iter().map(|&mv| below(board, mv)).sum()
}

#[test]
fn lines_counted_by_making_and_taking_back_are_as_many() {
    for id in ["chess", "crazyhouse", "xiangqi", "racing-kings", "janggi"] {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let mut board = SearchBoard::new(&rules, rules.initial());
        assert_eq!(count(&mut board, 3), perft(&rules, rules.initial(), 3), "{id}");
    }
}

#[test]
fn moves_of_another_game_are_refused_or_made_within_the_board() {
    let games: Vec<_> = GAMES.map(|id| dev::ruleset(&format!("rules/{id}"))).into_iter().collect();
    let mut foreign = Vec::new();
    for rules in &games {
        let mut moves = MoveList::new();
        SearchBoard::new(rules, rules.initial()).moves(&mut moves);
        foreign.extend_from_slice(&moves);
    }
    for rules in &games {
        let mut board = SearchBoard::new(rules, rules.initial());
        let key = board.key();
        for &mv in &foreign {
            // What it is here matters to nobody; that nothing is read beside the tables does.
            let _ = (board.is_capture(mv), board.expand(mv));
            if board.make(mv) {
                board.moves(&mut MoveList::new());
                assert!(board.unmake());
            }
            assert_eq!(board.key(), key);
        }
    }
}
