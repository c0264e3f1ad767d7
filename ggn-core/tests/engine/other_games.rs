//! Games other than chess: hands, optional promotions, boards of three dimensions and of one.

use std::collections::BTreeSet;
use std::sync::Arc;

use dev::Random;
use ggn_core::engine::Engine;
use ggn_core::{Game, Rules};
use serde_json::{Value, json};

use super::conversation::{Host, rules};

#[test]
fn captured_pieces_return_by_drops() {
    let mut host = Host::of("minishogi");
    let greeting = host.0.greet();
    assert!(greeting[0].contains(r#""drops":{},"#), "{greeting:?}");
    assert_eq!(
        host.events("e1", "e4"),
        json!({"capture": "E4", "check": {"in_check": "gote", "threats": ["E4"], "king_space": "E5"}})
    );
    host.events("e5", "e4");
    let moveset = host.moveset(json!({"message_type": "undo", "plies": 1}));
    assert_eq!(moveset["drops"], json!({}), "it is gote's turn again");
    let moveset = host.moveset(json!({"message_type": "piece_move", "from": "E5", "to": "E4"}));
    let beside = ["E1", "B2", "C2", "D2", "E2", "B3", "C3", "D3", "E3", "B4", "C4", "D4"];
    assert_eq!(moveset["drops"]["pawn"], json!(beside));
    for (piece, to, error) in [
        ("rook", "C3", "not_in_hand"),
        ("Pawn", "C3", "not_in_hand"),
        ("pawn", "A3", "illegal_move"),
        ("pawn", "E5", "illegal_move"),
        ("pawn", "F6", "no_such_square"),
        ("pawn", "*", "illegal_move"),
    ] {
        let drop = json!({"message_type": "piece_drop", "piece": piece, "to": to});
        assert_eq!(host.refused(drop), error, "{piece} {to}");
    }
    host.moveset(json!({"message_type": "piece_drop", "piece": "pawn", "to": "e3"}));
    let state = host.state();
    assert_eq!(
        state["history"][2],
        json!({"by": "sente", "drop": "pawn", "to": "E3", "captures": [], "san": "P@e3+", "uci": "P@e3", "pmn": "P*e3"})
    );
    assert_eq!(state["fen"], Value::Null);
    assert_eq!(host.refused(json!({"message_type": "timeout", "side": "gote"})), "not_in_this_game");
    assert_eq!(
        host.ask(json!({"message_type": "resign", "side": "gote"})),
        json!({"message_type": "game_end", "victor": "sente", "reason": "resignation"})
    );
}

// Requirement engine-34.
#[test]
fn optional_promotion_offers_none_and_single_choice_needs_no_prompt() {
    let at = |feen: &str| {
        let mut host = Host::of("minishogi");
        host.moveset(json!({"message_type": "set_position", "feen": feen}));
        host
    };
    let silver = "4k^/PS3/5/5/K^4 / S/s";
    let choose = |piece: &str| json!({"message_type": "piece_promotion_choice", "piece_choice": piece});
    let mut host = at(silver);
    assert_eq!(host.play("B4", "C5")[0]["choices"], json!(["+silver", "none"]));
    assert_eq!(host.refused(choose("silver")), "unknown_piece");
    assert_eq!(host.moveset(choose("none"))["events"], json!({}));
    let mut host = at(silver);
    host.play("B4", "C5");
    assert_eq!(
        host.moveset(choose("+silver"))["events"],
        json!({"promote": {"space": "C5", "piece": "+silver"}})
    );
    for (word, events) in
        [("none", json!({})), ("+silver", json!({"promote": {"space": "C5", "piece": "+silver"}}))]
    {
        let mut host = at(silver);
        let moveset =
            host.moveset(json!({"message_type": "piece_move", "from": "b4", "to": "c5", "promotion": word}));
        assert_eq!(moveset["events"], events);
    }
    let mut host = at(silver);
    assert_eq!(host.events("A4", "A5")["promote"], json!({"space": "A5", "piece": "+pawn"}));
}

#[test]
fn squares_of_any_board_work_in_both_cases() {
    let mut tower = Host::of("tower");
    let state = tower.state();
    let mv = state["legal"][0].clone();
    let uci = mv["uci"].as_str().unwrap().to_owned();
    assert_eq!(mv["from"].as_str().unwrap().len(), 3, "{mv}");
    for case in ["upper", "lower"] {
        tower.ask(json!({"message_type": "options", "square_case": case}));
        let first = tower.state()["legal"][0].clone();
        let names = [first["from"].as_str().unwrap(), first["to"].as_str().unwrap()];
        assert_eq!(names.concat(), if case == "upper" { uci.to_uppercase() } else { uci.clone() });
        for names in [names.map(str::to_uppercase), names.map(str::to_lowercase), names.map(str::to_owned)] {
            tower.moveset(json!({"message_type": "piece_move", "from": names[0], "to": names[1]}));
            tower.moveset(json!({"message_type": "undo"}));
        }
    }
    let mut lane = Host::of("lane");
    let state = lane.state();
    let mv = &state["legal"][0];
    assert_eq!(mv["from"].as_str().unwrap().len(), 1);
    lane.moveset(json!({"message_type": "piece_move", "from": mv["from"], "to": mv["to"]}));
}

/// Plays a random game through the interface and, in parallel, without it.
fn play(rules: &Arc<Rules>, random: &mut Random) -> usize {
    let mut host = Host(Engine::new(Arc::clone(rules)));
    let mut game = Game::new(Arc::clone(rules));
    while game.ending().is_none() && game.plies() < 60 {
        let state = host.state();
        let legal: BTreeSet<&str> =
            state["legal"].as_array().unwrap().iter().map(|one| one["uci"].as_str().unwrap()).collect();
        assert_eq!(
            legal,
            game.legal_moves()
                .iter()
                .map(|mv| mv.uci(rules))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str)
                .collect()
        );
        let at = random.below(game.legal_moves().len());
        let (mv, listed) = (game.legal_moves()[at], &state["legal"][at]);
        let played = game.play(&mv).unwrap().clone();
        let mut request = match listed.get("drop") {
            Some(piece) => json!({"message_type": "piece_drop", "piece": piece, "to": listed["to"]}),
            None => json!({"message_type": "piece move", "from": listed["from"], "to": listed["to"]}),
        };
        if random.below(2) == 0 {
            request["promotion"] = listed.get("promotion").cloned().unwrap_or(json!("none"));
        }
        let mut answers = host.say(request.clone());
        if answers[0]["message_type"] == "promotion_prompt" {
            let choice = listed.get("promotion").cloned().unwrap_or(json!("none"));
            answers = host.say(json!({"message_type": "piece_promotion_choice", "piece_choice": choice}));
        }
        assert_eq!(answers[0]["message_type"], "next_legal_moveset", "{request}: {answers:?}");
        assert_eq!(answers[0]["events"].get("check").is_some(), played.check, "{request}");
        assert_eq!(answers[0]["events"].get("promote").is_some(), played.effect.promoted.is_some());
        assert_eq!(answers.len(), if game.ending().is_some() { 2 } else { 1 });
        assert_eq!(host.state()["feen"], rules.feen(game.position()).to_string());
    }
    game.plies()
}

// Requirements engine-10, engine-17.
#[test]
fn interface_agrees_with_the_game_in_random_games() {
    for id in ["minishogi", "tower", "lane", "chess"] {
        let rules = rules(id);
        let mut random = Random::seeded(0xF00D);
        let plies: usize = (0..12).map(|_| play(&rules, &mut random)).sum();
        assert!(plies > 60, "{id}: {plies}");
    }
}

#[test]
fn the_message_of_a_move_makes_that_move() {
    for id in ["chess", "shogi", "duck", "crazyhouse", "janggi", "amazons"] {
        let mut engine = Engine::new(dev::ruleset(&format!("rules/{id}")));
        let mut random = Random::seeded(7);
        for _ in 0..24 {
            let moves = engine.game().legal_moves().to_vec();
            // All moves of a position, or a part of them where they are thousands.
            for mv in moves.iter().step_by(1 + moves.len() / 64) {
                let mut after = engine.clone();
                let message = engine.message_of(mv);
                let answers = after.handle(&message);
                assert!(!answers[0].contains("failure"), "{id}: {message} gets {answers:?}");
                assert_eq!(
                    after.game().history().last().map(|played| played.mv),
                    Some(*mv),
                    "{id}: {message}"
                );
            }
            let Some(mv) = moves.get(random.below(moves.len())) else { break };
            let message = engine.message_of(mv);
            engine.handle(message);
        }
    }
}
