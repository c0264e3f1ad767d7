//! A game of chess from the host's side.

use ggn_core::engine::Engine;
use serde_json::{Value, json};

use super::conversation::{Host, rules};

fn end(answers: &[Value]) -> (&str, &str) {
    let end = answers.last().unwrap();
    assert_eq!(end["message_type"], "game_end", "{answers:?}");
    (end["victor"].as_str().unwrap(), end["reason"].as_str().unwrap())
}

// Requirements engine-14, engine-16, engine-19.
#[test]
fn engine_and_new_game_start_with_a_moveset() {
    let mut host = Host::of("chess");
    let greeting = host.0.greet();
    assert_eq!(greeting.len(), 1);
    let greeting: Value = serde_json::from_str(&greeting[0]).unwrap();
    let moves = greeting["moves"].as_object().unwrap();
    assert_eq!(moves.len(), 10);
    assert_eq!((&moves["A2"], &moves["G1"]), (&json!(["A3", "A4"]), &json!(["F3", "H3"])));
    assert_eq!(greeting["events"], json!({}));
    host.line("e2e4 c7c5");
    assert_eq!(host.moveset(json!({"message_type": "new_game"})), greeting);
}

// Requirements engine-11, engine-12, engine-18.
#[test]
fn move_type_has_four_spellings_and_squares_two_cases() {
    for kind in ["peice move", "piece move", "peice_move", "piece_move"] {
        for (from, to) in [("D2", "D4"), ("d2", "d4"), ("d2", "D4")] {
            let mut host = Host::of("chess");
            let moveset = host.moveset(json!({"message_type": kind, "from": from, "to": to}));
            assert_eq!(moveset["moves"]["D7"], json!(["D5", "D6"]));
        }
    }
}

// Requirement engine-14.
#[test]
fn keys_are_in_board_order() {
    let mut engine = Engine::new(rules("chess"));
    let answer = engine
        .handle(r#"{"message_type": "set_position", "fen": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"}"#)
        .remove(0);
    let at = |text: &str| answer.find(text).unwrap_or_else(|| panic!("{text} in {answer}"));
    assert!(at(r#""A1":["B1","C1","D1","A2""#) < at(r#""E1":["C1","D1","F1","G1","D2""#));
    assert!(at("\"E1\"") < at("\"H1\""));
}

// Requirements engine-20, engine-21, engine-22, engine-23, engine-24, engine-25.
#[test]
fn every_event_occurs_alone_and_combined() {
    let mut castling = Host::at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(castling.events("E1", "C1"), json!({"also_move_rook": {"from": "A1", "to": "D1"}}));
    let mut checking = Host::at("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(
        checking.events("E1", "C1"),
        json!({
            "also_move_rook": {"from": "A1", "to": "D1"},
            "check": {"in_check": "black", "threats": ["D1"], "king_space": "D8"},
        })
    );
    let mut passing = Host::at("8/4k3/8/2pP4/8/8/8/4K3 w - c6 0 1");
    assert_eq!(passing.events("D5", "C6"), json!({"capture": "C5", "en_passant_capture": "C5"}));
    let mut twice = Host::at("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1");
    assert_eq!(
        twice.events("E4", "D6"),
        json!({"check": {"in_check": "black", "threats": ["E1", "D6"], "king_space": "E8"}})
    );
    let mut promoting = Host::at("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1");
    promoting.play("E7", "D8");
    let moveset =
        promoting.moveset(json!({"message_type": "piece_promotion_choice", "piece_choice": "rook"}));
    assert_eq!(
        moveset["events"],
        json!({
            "capture": "D8",
            "promote": {"space": "D8", "piece": "rook"},
            "check": {"in_check": "black", "threats": ["D8"], "king_space": "E8"},
        })
    );
}

// Requirements engine-13, engine-34.
#[test]
fn turn_waits_for_the_promotion_choice() {
    for choice in ["queen", "rook", "bishop", "knight"] {
        let mut host = Host::at("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
        let prompt = host.play("A7", "A8");
        assert_eq!(
            prompt,
            [
                json!({"message_type": "promotion_prompt", "from": "A7", "to": "A8", "choices": ["queen", "rook", "bishop", "knight"]})
            ]
        );
        let waiting = host.state();
        assert_eq!((&waiting["turn"], &waiting["pending"]["to"]), (&json!("white"), &json!("A8")));
        for other in [
            json!({"message_type": "peice move", "from": "E1", "to": "E2"}),
            json!({"message_type": "peice move", "from": "A7", "to": "A8"}),
            json!({"message_type": "peice move", "from": "A7", "to": "A8", "promotion": "queen"}),
        ] {
            assert_eq!(host.refused(other), "promotion_pending");
        }
        let wrong = json!({"message_type": "piece_promotion_choice", "piece_choice": "king"});
        assert_eq!(host.refused(wrong), "unknown_piece");
        assert_eq!(host.state(), waiting);
        let moveset = host.moveset(json!({"message_type": "piece_promotion_choice", "piece_choice": choice}));
        assert_eq!(moveset["events"]["promote"], json!({"space": "A8", "piece": choice}));
        let state = host.state();
        assert_eq!((&state["turn"], &state["pending"]), (&json!("black"), &Value::Null));
        let again = json!({"message_type": "piece_promotion_choice", "piece_choice": choice});
        let error = host.refused(again);
        assert!(["promotion_not_pending", "game_over"].contains(&error.as_str()), "{error}");
    }
}

#[test]
fn undo_end_and_new_game_cancel_a_pending_move() {
    let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    let choice = json!({"message_type": "piece_promotion_choice", "piece_choice": "queen"});
    let waiting = || {
        let mut host = Host::at(fen);
        host.line("e1e2 e7e6");
        host.play("A7", "A8");
        host
    };
    let mut host = waiting();
    host.moveset(json!({"message_type": "undo"}));
    assert_eq!(host.refused(choice.clone()), "promotion_not_pending");
    assert_eq!(host.state()["history"].as_array().unwrap().len(), 2);
    host.play("A7", "A8");
    host.moveset(json!({"message_type": "undo", "plies": 3}));
    assert_eq!(host.state()["history"], json!([]));
    let mut host = waiting();
    assert_eq!(host.refused(json!({"message_type": "undo", "plies": 4})), "nothing_to_undo");
    assert_eq!(host.state()["pending"]["from"], "A7");
    for replacing in [
        json!({"message_type": "new_game"}),
        json!({"message_type": "set_position", "fen": fen}),
        json!({"message_type": "resign", "side": "black"}),
        json!({"message_type": "draw", "action": "agree"}),
    ] {
        let mut host = waiting();
        host.say(replacing.clone());
        assert_eq!(host.state()["pending"], Value::Null, "{replacing}");
        let error = host.refused(choice.clone());
        assert!(["promotion_not_pending", "game_over"].contains(&error.as_str()), "{replacing}: {error}");
    }
}

// Requirements engine-26, engine-27, engine-28, engine-29, engine-30, engine-31, engine-32, engine-33.
#[test]
fn games_end_with_every_reason() {
    let mut host = Host::of("chess");
    assert_eq!(end(&host.line("f2f3 e7e5 g2g4 d8h4")), ("black", "checkmate"));
    let mut host = Host::at("7k/8/8/8/8/8/5Q2/K7 w - - 0 1");
    assert_eq!(end(&host.line("f2f7")), ("draw", "stalemate"));
    let mut host = Host::of("chess");
    let round = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(end(&host.line(&format!("{round} {round}"))), ("draw", "threefold_repetition"));
    let mut host = Host::at("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    assert_eq!(end(&host.line("a1a2")), ("draw", "fifty_move_rule"));
    let mut host = Host::at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_eq!(end(&host.line("e1e2")), ("draw", "insufficient_material"));
    for (message, ended) in [
        (json!({"message_type": "resign", "side": "white"}), ("black", "resignation")),
        (json!({"message_type": "resign", "side": "black"}), ("white", "resignation")),
        (json!({"message_type": "timeout", "side": "white"}), ("black", "timeout")),
        (json!({"message_type": "draw", "action": "agree"}), ("draw", "agreement")),
    ] {
        let answer = Host::of("chess").ask(message);
        assert_eq!(end(&[answer]), ended);
    }
    let mut host = Host::at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let answer = host.ask(json!({"message_type": "timeout", "side": "white"}));
    assert_eq!(end(&[answer]), ("draw", "timeout_insufficient_material"));
}

#[test]
fn finished_position_is_reported() {
    let mut host = Host::of("chess");
    let answers =
        host.say(json!({"message_type": "set_position", "fen": "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"}));
    assert_eq!(answers[0]["moves"], json!({}));
    assert_eq!(answers[0]["events"]["check"]["threats"], json!(["A8"]));
    assert_eq!(end(&answers), ("white", "checkmate"));
}

#[test]
fn undo_continues_a_finished_game() {
    let mut host = Host::of("chess");
    host.line("f2f3 e7e5 g2g4");
    let before = host.state();
    host.line("d8h4");
    assert_eq!(host.refused(json!({"message_type": "peice move", "from": "E2", "to": "E4"})), "game_over");
    assert_eq!(host.refused(json!({"message_type": "resign", "side": "white"})), "game_over");
    assert_eq!(
        host.refused(json!({"message_type": "draw", "action": "offer", "side": "white"})),
        "game_over"
    );
    host.moveset(json!({"message_type": "undo"}));
    assert_eq!(host.state(), before);
    host.ask(json!({"message_type": "resign", "side": "black"}));
    host.moveset(json!({"message_type": "undo", "plies": 3}));
    assert_eq!(host.state(), Host::of("chess").state());
}

#[test]
fn draw_offer_stands_until_the_other_side_moves() {
    let draw = |action: &str, side: &str| json!({"message_type": "draw", "action": action, "side": side});
    let mut host = Host::of("chess");
    host.ask(draw("offer", "white"));
    assert_eq!(host.ask(draw("offer", "white"))["by"], "white");
    assert_eq!(host.refused(draw("accept", "white")), "no_draw_offer");
    assert_eq!(host.refused(draw("decline", "white")), "no_draw_offer");
    host.line("e2e4");
    assert_eq!(host.state()["draw_offer"], "white");
    host.line("e7e5");
    assert_eq!(host.state()["draw_offer"], Value::Null);
    assert_eq!(host.refused(draw("accept", "black")), "no_draw_offer");
    host.ask(draw("offer", "black"));
    host.moveset(json!({"message_type": "undo"}));
    assert_eq!(host.state()["draw_offer"], Value::Null);
    host.ask(draw("offer", "black"));
    let answer = host.ask(draw("offer", "white"));
    assert_eq!(end(&[answer]), ("draw", "agreement"));
    assert_eq!(host.state()["draw_offer"], Value::Null);
}

// Requirement engine-22.
#[test]
fn options_persist_and_change_individually() {
    let mut host = Host::of("chess");
    let none = host.ask(json!({"message_type": "options"}));
    assert_eq!(none, json!({"message_type": "options", "square_case": "upper", "en_passant_catpure": false}));
    host.ask(json!({"message_type": "options", "en_passant_catpure": true}));
    let both = host.ask(json!({"message_type": "options", "square_case": "lower"}));
    assert_eq!(both, json!({"message_type": "options", "square_case": "lower", "en_passant_catpure": true}));
    host.moveset(json!({"message_type": "set_position", "fen": "8/4k3/8/2pP4/8/8/8/4K3 w - c6 0 1"}));
    let events = host.events("d5", "c6");
    assert_eq!(events, json!({"capture": "c5", "en_passant_capture": "c5", "en_passant_catpure": "c5"}));
}

#[test]
fn state_can_be_restored() {
    let mut host = Host::of("chess");
    host.line("e2e4 d7d5 e4d5 g8f6");
    let state = host.state();
    let uci: Vec<&str> =
        state["history"].as_array().unwrap().iter().map(|one| one["uci"].as_str().unwrap()).collect();
    assert_eq!(uci, ["e2e4", "d7d5", "e4d5", "g8f6"]);
    assert_eq!(state["history"][2]["captures"], json!(["D5"]));
    assert_eq!(state["fen"], "rnbqkb1r/ppp1pppp/5n2/3P4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3");
    for key in ["fen", "feen"] {
        let mut other = Host::of("chess");
        other.moveset(json!({"message_type": "set_position", key: state[key]}));
        let back = other.state();
        assert_eq!((&back["feen"], &back["legal"]), (&state["feen"], &state["legal"]));
        assert_eq!(back["start"], state["feen"]);
    }
}

#[test]
fn state_lists_legal_moves_in_every_notation() {
    let mut host = Host::at("1r2k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    let state = host.state();
    let legal = state["legal"].as_array().unwrap();
    let find = |uci: &str| legal.iter().find(|one| one["uci"] == uci).unwrap();
    assert_eq!(
        *find("e1g1"),
        json!({"by": "white", "from": "E1", "to": "G1", "captures": [], "san": "O-O", "uci": "e1g1", "pmn": "e1~g1"})
    );
    assert_eq!(
        *find("a7b8q"),
        json!({"by": "white", "from": "A7", "to": "B8", "promotion": "queen", "captures": ["B8"],
               "san": "axb8=Q+", "uci": "a7b8q", "pmn": "a7+b8/Q"})
    );
    assert_eq!(find("h1h8")["san"], "Rh8+");
}
