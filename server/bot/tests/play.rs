//! Bots play by the rules, choose as strong players do where that is certain, and the same twice.

use std::sync::Arc;

use bot::{Bot, Level, Values};
use ggn_core::{Counters, Game, Rules};

fn bot(rules: &Rules, level: u8) -> Bot {
    Bot::new(Arc::new(Values::of(rules)), Level::try_from(level).unwrap())
}

fn chess(feen: &str) -> Game {
    let rules = dev::ruleset("rules/chess");
    let position = rules.position(&feen.parse().unwrap()).unwrap();
    Game::from_position(rules, position, Counters::default())
}

/// Plays a game between one bot and itself, and returns the moves.
fn moves(rules: &Arc<Rules>, bot: &Bot, plies: u64) -> Vec<String> {
    let mut game = Game::new(rules.clone());
    for seed in 0..plies {
        let Some(choice) = bot.choose(&game, seed, &|| false) else { break };
        game.play(&choice.mv).unwrap_or_else(|fault| panic!("{}: {fault}", rules.id()));
    }
    game.history().iter().map(|played| played.pmn(rules)).collect()
}

/// The worth of a piece of chess by its letter.
fn worth(rules: &Rules, values: &Values, letter: char) -> i32 {
    let of = |letter: char| {
        rules.pieces().find(|(_, piece)| piece.qpi.pin.letter.upper() == letter && !piece.is_terminal())
    };
    values.piece(of(letter).unwrap().0)
}

#[test]
fn pieces_of_chess_are_worth_what_players_know() {
    let rules = dev::ruleset("rules/chess");
    let values = Values::of(&rules);
    let [pawn, knight, bishop, rook, queen] =
        ['P', 'N', 'B', 'R', 'Q'].map(|letter| worth(&rules, &values, letter));
    let found = format!("P {pawn}, N {knight}, B {bishop}, R {rook}, Q {queen}");
    assert!(0 < pawn && 3 * pawn < 2 * knight, "{found}");
    assert!(knight < rook && bishop < rook && rook + pawn / 2 < queen, "{found}");
}

#[test]
fn having_pieces_is_worth_less_than_nothing_where_losing_them_wins() {
    let rules = dev::ruleset("rules/codrus");
    let values = Values::of(&rules);
    assert!(worth(&rules, &values, 'Q') < 0);
    let rules = dev::ruleset("rules/breakthrough");
    let values = Values::of(&rules);
    assert!(worth(&rules, &values, 'P') > 0);
}

#[test]
fn a_mate_in_two_is_found() {
    // Two rooks mate the king on its edge: one cuts it off, the other gives mate.
    let mut game = chess("4k^3/8/8/8/8/8/8/RR2K^3 / C/c");
    let bot = bot(game.rules(), 8);
    let first = bot.choose(&game, 1, &|| false).unwrap();
    assert!(first.score > 900_000, "{first:?}");
    let mut plies = 0;
    while game.ending().is_none() {
        let choice = bot.choose(&game, 1, &|| false).unwrap();
        game.play(&choice.mv).unwrap();
        plies += 1;
        assert!(plies <= 9, "no mate in sight");
    }
    assert_eq!(game.ending().unwrap().winner, Some(ggn_core::Side::First));
}

#[test]
fn a_piece_left_to_take_is_taken() {
    // The queen on d5 is attacked by the pawn on e4, and guarded by a pawn.
    let game = chess("4k^3/8/2p5/3q4/4P3/8/8/4K^3 / C/c");
    for level in 3..=8 {
        let choice = bot(game.rules(), level).choose(&game, 7, &|| false).unwrap();
        assert_eq!(choice.mv.uci(game.rules()), "e4d5", "level {level}");
    }
}

#[test]
fn the_same_game_and_seed_give_the_same_moves() {
    for (id, level) in [("chess", 2), ("shogi", 5), ("duck", 1)] {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let (one, other) = (bot(&rules, level), bot(&rules, level));
        assert_eq!(moves(&rules, &one, 12), moves(&rules, &other, 12), "{id}");
    }
}

#[test]
fn a_bot_that_is_stopped_answers_with_a_legal_move() {
    let game = Game::new(dev::ruleset("rules/chess"));
    let choice = bot(game.rules(), 8).choose(&game, 0, &|| true).unwrap();
    assert!(game.legal_moves().contains(&choice.mv));
    assert!(choice.nodes < 1_000);
}

/// Games of every kind; with LONG=1 all rulesets, to their end.
const KINDS: [&str; 12] = [
    "amazons",
    "ataxx",
    "breakthrough",
    "crazyhouse",
    "dobutsu",
    "duck",
    "janggi",
    "kyoto-shogi",
    "racing-kings",
    "seirawan",
    "shogi",
    "xiangqi",
];

#[test]
fn games_of_every_kind_are_played_without_a_fault() {
    let is_long = dev::is_long();
    let folders =
        if is_long { dev::files::ruleset_folders() } else { KINDS.map(|id| format!("rules/{id}")).to_vec() };
    for folder in folders {
        let rules = dev::ruleset(&folder);
        let played = moves(&rules, &bot(&rules, 2), if is_long { 400 } else { 6 });
        assert!(!played.is_empty(), "{folder}");
    }
}
