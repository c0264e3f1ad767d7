//! Covered pieces: their pool, its deals, and the moves that uncover them.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::{Counters, Deal, Game, Line, Location, Move, NoDeal, Rules, Side, Witness};
use serde_json::{Value, json};

use crate::common;

const START: &str =
    "-r-h-e-ag^-a-e-h-r/9/1-c5-c1/-s1-s1-s1-s1-s/9/9/-S1-S1-S1-S1-S/1-C5-C1/9/-R-H-E-AG^-A-E-H-R / X/x";
/// Every chariot hides a soldier, and so on: the covered pieces of a side in the order of its pool.
const DEALT: &str = "sssag^eccr/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x";

/// Returns a game of covered xiangqi with the deal of a FEEN.
fn game(dealt: &str) -> Game {
    let rules = common::ruleset("jieqi");
    let deal = rules.read_deal(rules.initial(), &dealt.parse().unwrap()).unwrap();
    Game::from_deal(rules.clone(), rules.initial().clone(), Counters::default(), deal)
}

fn mv(game: &Game, uci: &str) -> Move {
    *game.legal_moves().iter().find(|mv| mv.uci(game.rules()) == uci).unwrap_or_else(|| panic!("{uci}"))
}

fn play(game: &mut Game, moves: &str) {
    for uci in moves.split(' ') {
        let mv = mv(game, uci);
        game.play(&mv).unwrap();
    }
}

fn feen(game: &Game) -> String {
    game.rules().feen(game.position()).to_string()
}

/// Returns a deal by numbers that are always the same.
fn shuffled(rules: &Rules, seed: u64) -> Deal {
    let mut random = dev::Random::seeded(seed);
    rules.deal(rules.initial(), &mut |below| u32::try_from(random.below(below as usize)).unwrap()).unwrap()
}

#[test]
fn a_covered_piece_moves_as_what_stood_there_and_is_uncovered_where_it_arrives() {
    let dealt = "ssshg^ecar/9/1s5r1/s1a1h1e1c/9/9/S1A1H1E1C/1S5R1/9/SSSHG^ECAR / X/x";
    let mut game = game(dealt);
    assert_eq!(feen(&game), START);
    // Red's chariot at a1 hides a soldier; it goes like a chariot.
    play(&mut game, "a1a2");
    let played = &game.history()[0];
    assert_eq!((played.san.as_str(), played.notation.as_deref()), ("Ra2=S", Some("R9+1=P")));
    assert_eq!(played.uncovered.arrived, game.position().piece_at(common_square(&game, "a2")));
    assert!(feen(&game).contains("/S8/1-H-E-AG^"), "{}", feen(&game));
    assert_eq!(game.deal().unwrap().pieces().count(), 29);
    // From there on it goes like a soldier: one step ahead.
    play(&mut game, "a7a6");
    let own: Vec<String> =
        game.legal_from(common_square(&game, "a2")).map(|mv| mv.uci(game.rules())).collect();
    assert_eq!(own, ["a2a3"]);
}

fn common_square(game: &Game, name: &str) -> ggn_core::Square {
    game.rules().shape().square(name.parse().unwrap()).unwrap()
}

#[test]
fn a_captured_piece_is_uncovered_to_its_captor_alone() {
    let dealt = "ssshg^ecar/9/1s5r1/s1a1h1e1c/9/9/S1A1H1E1C/1S5R1/9/SSSHG^ECAR / X/x";
    let mut game = game(dealt);
    play(&mut game, "b3b10");
    let played = &game.history()[0];
    // A cannon takes over a piece, and turns out to be a soldier; what it takes is a soldier too, covered as a horse.
    assert_eq!((played.san.as_str(), played.pmn(game.rules())), ("Cxb10=S", "b3+b10".to_owned()));
    let name = |piece| game.rules().piece(piece).unwrap().qpi.to_string();
    assert_eq!(played.effect.captured.iter().map(|(_, piece)| name(*piece)).collect::<Vec<_>>(), ["x:-h"]);
    assert_eq!(played.uncovered.captured.iter().map(|(_, piece)| name(*piece)).collect::<Vec<_>>(), ["x:s"]);
    assert_eq!(game.rules().witness(), Some(Witness::Captor));
    // An uncovered piece that is taken is no secret.
    play(&mut game, "a10b10");
    assert!(game.history()[1].uncovered.captured.is_empty());
}

#[test]
fn undoing_covers_again() {
    let mut game = game(DEALT);
    let before = game.deal().cloned();
    play(&mut game, "b3b10 a10b10 a1a2");
    game.undo(3);
    assert_eq!((feen(&game).as_str(), game.deal()), (START, before.as_ref()));
    play(&mut game, "b3b10");
    assert_eq!(game.history()[0].san, "Cxb10=S");
}

#[test]
fn legal_moves_and_previews_know_nothing_of_the_deal() {
    let rules = common::ruleset("jieqi");
    let mut random = dev::Random::seeded(1);
    for seed in 0..20 {
        let deals = [shuffled(&rules, seed), shuffled(&rules, seed + 1000)];
        let mut games = deals
            .map(|deal| Game::from_deal(rules.clone(), rules.initial().clone(), Counters::default(), deal));
        // Uncovered pieces differ sooner or later: up to there both games are the same to anybody.
        for _ in 0..20 {
            let [one, other] = &games;
            assert_eq!(one.legal_moves(), other.legal_moves());
            for mv in one.legal_moves() {
                assert_eq!(one.preview(mv).unwrap(), other.preview(mv).unwrap());
            }
            let Some(mv) = one.legal_moves().get(random.below(one.legal_moves().len())).copied() else {
                break;
            };
            for game in &mut games {
                game.play(&mv).unwrap();
            }
            if games[0].position() != games[1].position() {
                break;
            }
        }
    }
}

#[test]
fn every_deal_is_the_pool_and_is_read_back() {
    let rules = common::ruleset("jieqi");
    let mut first_squares = BTreeMap::new();
    for seed in 0..200 {
        let deal = shuffled(&rules, seed);
        let feen = rules.dealt_feen(rules.initial(), &deal);
        assert_eq!(rules.read_deal(rules.initial(), &feen).as_ref(), Ok(&deal));
        let mut letters: Vec<char> = feen.to_string().chars().filter(char::is_ascii_alphabetic).collect();
        letters.sort_unstable();
        let pool = "AACCEEGHHRRSSSSSXaacceeghhrrsssssx";
        assert_eq!(letters.into_iter().collect::<String>(), pool);
        let (_, piece) = deal.pieces().next().unwrap();
        *first_squares.entry(piece).or_insert(0) += 1;
    }
    assert_eq!(first_squares.len(), 6, "all kinds come to a1: {first_squares:?}");
    assert_ne!(shuffled(&rules, 1), shuffled(&rules, 2));
}

#[test]
fn what_is_no_deal_is_refused() {
    let rules = common::ruleset("jieqi");
    let read = |feen: &str| rules.read_deal(rules.initial(), &feen.parse().unwrap());
    assert!(read(DEALT).is_ok());
    for (feen, why) in [
        // Six soldiers.
        ("sssag^sccs/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x", NoDeal::NotInPool),
        // A piece too many, one too few, a general elsewhere, the other side to move.
        ("sssag^eccr/8s/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x", NoDeal::Differs),
        ("1ssag^eccr/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x", NoDeal::Differs),
        ("sssg^aeccr/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x", NoDeal::Differs),
        ("sssag^eccr/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / x/X", NoDeal::Differs),
        (START, NoDeal::NotInPool),
    ] {
        assert_eq!(read(feen), Err(why), "{feen}");
    }
    let xiangqi = common::ruleset("xiangqi");
    let initial = xiangqi.feen(xiangqi.initial());
    assert_eq!(xiangqi.read_deal(xiangqi.initial(), &initial), Err(NoDeal::NoneCovered));
    assert_eq!(xiangqi.deal(xiangqi.initial(), &mut |_| 0), None);
}

#[test]
fn half_chess_uncovers_by_a_turn_and_the_first_piece_is_its_players() {
    let rules = common::ruleset("banqi");
    for seed in 0..40 {
        let deal = shuffled(&rules, seed);
        let mut game =
            Game::from_deal(rules.clone(), rules.initial().clone(), Counters::default(), deal.clone());
        let first = deal.piece_at(common_square(&game, "a1")).unwrap();
        let last = deal.piece_at(common_square(&game, "h4")).unwrap();
        let side = |piece| rules.piece(piece).unwrap().side();
        assert_eq!(game.legal_moves().len(), 32);
        assert!(game.legal_moves().iter().all(|mv| mv.source == mv.destination && !rules.is_pass(mv)));
        play(&mut game, "a1a1 h4h4");
        let uncovered: Vec<_> =
            game.history().iter().map(|played| played.uncovered.arrived.unwrap()).collect();
        assert_eq!(side(uncovered[0]), Side::First, "whatever was dealt");
        // The second piece keeps its colour beside the first.
        assert_eq!(side(uncovered[1]) == Side::First, side(first) == side(last));
        assert_eq!(game.deal().unwrap().pieces().count(), 30);
        assert_eq!(game.position().turn(), Side::First);
    }
}

#[test]
fn half_chess_takes_by_rank() {
    let rules = common::ruleset("banqi");
    let takes = |by: &str, taken: &str| {
        let feen = format!("8/8/8/{by}{taken}6 / X/x");
        let position = common::position(&rules, &feen);
        rules.legal_moves(&position).iter().any(|mv| mv.uci(&rules) == "a1b1")
    };
    let ranks = "GAERHS";
    for (by, rank) in ranks.chars().zip(0..) {
        for (taken, other) in ranks.chars().zip(0..) {
            let expected = match (by, taken) {
                ('G', 'S') => false,
                ('S', 'G') => true,
                _ => rank <= other,
            };
            assert_eq!(takes(&by.to_string(), &taken.to_lowercase().to_string()), expected, "{by}x{taken}");
        }
        assert_eq!(takes(&by.to_string(), "c"), by != 'S', "{by}xc");
        assert!(!takes("C", &by.to_lowercase().to_string()), "a cannon takes nothing beside it");
        assert!(!takes(&by.to_string(), "U") && !takes(&by.to_string(), "S"));
    }
    // A cannon jumps over just one piece, covered or not.
    let targets = |feen: &str| {
        let moves = rules.legal_moves(&common::position(&rules, feen));
        let from_a1 = moves.iter().filter(|mv| mv.uci(&rules).starts_with("a1"));
        from_a1.map(|mv| mv.uci(&rules)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(targets("8/8/8/CU1g4 / X/x"), "a1d1 a1a2");
    assert_eq!(targets("8/8/8/CUsg4 / X/x"), "a1c1 a1a2");
    assert_eq!(targets("8/8/8/CS1U3g / X/x"), "a1a2");
}

#[test]
fn who_cannot_move_has_lost_half_chess() {
    let rules = common::ruleset("banqi");
    let mut game =
        Game::from_position(rules.clone(), common::position(&rules, "8/8/8/Gs6 / x/X"), Counters::default());
    play(&mut game, "b1a1");
    assert_eq!(game.ending().map(|ending| ending.winner), Some(Some(Side::Second)));
}

#[test]
fn counts_of_a_deal_are_those_of_its_games() {
    fn count(game: &mut Game, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = game.legal_moves().to_vec();
        let mut nodes = 0;
        for mv in moves {
            game.play(&mv).unwrap();
            nodes += count(game, depth - 1);
            game.undo(1);
        }
        nodes
    }
    for (id, depth) in [("jieqi", 2), ("banqi", 2)] {
        let rules = common::ruleset(id);
        for seed in 0..3 {
            let deal = shuffled(&rules, seed);
            let initial = rules.initial();
            let mut game = Game::from_deal(rules.clone(), initial.clone(), Counters::default(), deal.clone());
            let line = Line::new(&rules, initial).dealt(deal);
            assert_eq!(line.count(depth), count(&mut game, depth), "{id} {seed}");
            assert_eq!(game.line().count(depth), line.count(depth));
        }
    }
}

/// Loads covered xiangqi with other rules of covered pieces, or returns the faults.
fn with_covered(covered: &Value) -> Result<Arc<Rules>, String> {
    let mut files = common::files("jieqi");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["covered"] = covered.clone();
    *manifest = json.to_string().into_bytes();
    pattern::load(&files).map_err(|faults| format!("{faults:?}"))
}

#[test]
fn covered_pieces_that_cannot_hide_their_pool_are_faults() {
    let pieces = json!(["X:-A", "X:-E", "X:-H", "X:-R", "X:-C", "X:-S"]);
    let pool = json!({ "X:A": 2, "X:E": 2, "X:H": 2, "X:R": 2, "X:C": 2, "X:S": 5 });
    assert!(with_covered(&json!({ "pieces": pieces, "pool": pool })).is_ok());
    for (covered, expected) in [
        (json!({ "pieces": [], "pool": pool }), "Empty"),
        (json!({ "pieces": pieces, "pool": {} }), "Empty"),
        (json!({ "pieces": ["X:-G"], "pool": pool }), "UnknownPiece"),
        (json!({ "pieces": pieces, "pool": { "X:S": 14 } }), "not as many covered pieces"),
        (json!({ "pieces": pieces, "pool": { "X:S": 0 } }), "TooSmall"),
        (json!({ "pieces": pieces, "pool": { "X:S": 14, "X:G^": 1 } }), "royal piece cannot be hidden"),
        (json!({ "pieces": pieces, "pool": { "X:S": 14, "X:-S": 1 } }), "covered itself"),
        (json!({ "pieces": pieces, "pool": pool, "first_is_own": true }), "nothing to decide"),
        (json!({ "pieces": pieces, "pool": pool, "captured": "loser" }), "UnknownWord"),
    ] {
        let faults = with_covered(&covered).err().unwrap_or_default();
        assert!(faults.contains(expected), "{covered}: {faults}");
    }
}

#[test]
fn a_move_of_a_covered_piece_is_one_move() {
    let game = game(DEALT);
    let mut squares: Vec<(Location, Location)> =
        game.legal_moves().iter().map(|mv| (mv.source, mv.destination)).collect();
    squares.sort_unstable();
    squares.dedup();
    assert_eq!(squares.len(), game.legal_moves().len());
    assert_eq!(game.legal_moves().len(), 44);
}
