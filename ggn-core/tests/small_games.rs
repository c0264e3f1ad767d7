//! Small unusual games: behaviour that no well-known game shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use ggn_core::{Game, Move, Played, Rules};
use serde_json::{Value, json};

/// Loads a game of two kinds of piece on a small board, without endings. A piece without a table never moves.
fn load(initial: &str, constraints: &Value, tables: &Value, effects: &Value) -> Result<Arc<Rules>, String> {
    let manifest = json!({
        "id": "small", "name": "Small", "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": { "name": "ant", "san": "A" }, "T:K": { "name": "keeper", "san": "K" } },
        "initial": initial, "constraints": constraints, "endings": []
    });
    let mut tables = tables.clone();
    for piece in ["T:A", "t:a", "t:A", "T:+A", "T:-A", "T:-K", "T:K^", "t:k^"] {
        tables.as_object_mut().unwrap().entry(piece).or_insert_with(|| json!({}));
    }
    let files = [("ruleset.json", &manifest), ("ggn/all.json", &tables), ("effects.json", effects)];
    let files: Vec<_> =
        files.map(|(path, json)| (path.to_owned(), json.to_string().into_bytes())).into_iter().collect();
    Rules::load(&files).map_err(|faults| faults.to_string())
}

fn game(initial: &str, constraints: &Value, tables: &Value, effects: &Value) -> Game {
    Game::new(load(initial, constraints, tables, effects).unwrap())
}

/// Plays each legal move in a game of its own.
fn played(game: &Game) -> Vec<(Move, Played)> {
    let play = |mv: &Move| (*mv, game.clone().play(mv).unwrap().clone());
    game.legal_moves().iter().map(play).collect()
}

fn spelled(game: &Game) -> Vec<String> {
    played(game).into_iter().map(|(_, played)| played.pmn(game.rules())).collect()
}

#[test]
fn enemy_piece_in_hand_is_never_dropped() {
    let tables = json!({
        "T:A": { "b3": { "c2": [{ "must": { "c2": "enemy" } }] } },
        "t:a": { "*": { "a1": [{ "must": { "a1": "empty" } }] } },
    });
    let game = game(
        "K^A1/2a/2k^ 2a/ T/t",
        &json!([]),
        &tables,
        &json!({ "captured": { "hand": { "t:a": "t:a" } } }),
    );
    assert_eq!(spelled(&game), ["b3+c2"]);
    assert_eq!(game.rules().feen(&played(&game)[0].1.after).to_string(), "K^2/2A/2k^ 3a/ t/T");
}

#[test]
fn without_royal_safety_a_terminal_piece_may_stay_attacked() {
    let tables = json!({
        "T:A": { "b3": { "b2": [{ "must": { "b2": "empty" } }] } },
        "t:a": { "c2": { "a3": [{ "must": { "a3": "enemy" } }] } },
    });
    let game = game("K^A1/2a/k^2 / T/t", &json!([]), &tables, &json!({}));
    let after = &played(&game)[0].1.after;
    assert_eq!(game.rules().position(&game.rules().feen(after)).as_ref(), Ok(after));
}

#[test]
fn marked_piece_captures_as_its_unmarked_form() {
    let tables = json!({
        "T:A": { "b3": { "b2": [{ "must": { "b2": "empty" } }] } },
        "t:a": { "c2": { "b1": [{ "must": { "b1": "empty", "a3": "enemy" } }] } },
    });
    let effects = json!({
        "expires": { "t:-a": "t:a" },
        "rows": { "t:a": { "c2": { "b1": [{ "takes": ["a3"] }] } } },
    });
    assert!(game("K^A1/2a/k^2 / T/t", &json!(["royal-safety"]), &tables, &effects).in_check());
    assert!(game("K^A1/2-a/k^2 / T/t", &json!(["royal-safety"]), &tables, &effects).in_check());
}

/// Returns the destinations of all legal moves, on which compiled and interpreted rules agree.
fn destinations(game: &Game) -> Vec<String> {
    assert_eq!(game.legal_moves(), game.rules().interpreted_legal_moves(game.position()));
    let name = |mv: &Move| game.rules().shape().cell(mv.destination.square()?).map(|cell| cell.to_string());
    game.legal_moves().iter().filter_map(name).collect()
}

#[test]
fn promotion_to_terminal_must_be_safe() {
    let tables = json!({
        "T:A": { "b3": { "a2": [{ "must": { "a2": "empty" } }], "b2": [{ "must": { "b2": "empty" } }] } },
        "t:a": { "c2": { "b2": [{ "must": { "b2": "enemy" } }] } },
    });
    let becomes = json!([{ "becomes": "T:K^" }]);
    let effects = json!({ "rows": { "T:A": { "b3": { "a2": becomes, "b2": becomes } } } });
    for initial in ["1A1/2a/2k^ / T/t", "K^A1/2a/2k^ / T/t"] {
        let game = game(initial, &json!(["royal-safety"]), &tables, &effects);
        assert_eq!(destinations(&game), ["a2"], "{initial}");
    }
}

#[test]
fn first_possibility_that_holds_is_played() {
    let ways = json!([{ "must": { "a3": "t:-a", "b2": "empty" } }, { "must": { "b2": "empty" }, "deny": { "a1": "empty" } }]);
    let tables = json!({
        "T:A": { "b3": { "b2": ways } },
        "t:a": { "c2": { "b2": [{ "must": { "b2": "enemy" } }] } },
    });
    let effects = json!({
        "expires": { "t:-a": "t:a" },
        "rows": { "T:A": { "b3": { "b2": [{ "when": { "a3": "t:-a" }, "unattacked": ["b2"] }] } } },
    });
    for (initial, moves) in [("-aA1/2a/K^1k^ / T/t", 0), ("-aA1/3/K^1k^ / T/t", 1), ("aA1/2a/K^1k^ / T/t", 1)]
    {
        let game = game(initial, &json!(["unattacked"]), &tables, &effects);
        assert_eq!(destinations(&game).len(), moves, "{initial}");
    }
}

#[test]
fn every_move_is_found_by_its_pmn() {
    let tables = json!({
        "T:A": {
            "b3": { "c3": [{ "must": { "c3": "empty" } }] },
            "*": { "a1": [{ "must": { "a1": "empty" } }], "c2": [{ "must": { "c2": "enemy" } }] },
        },
        "T:+A": { "*": { "a1": [{ "must": { "a1": "empty" } }] } },
        "t:A": { "*": { "a2": [{ "must": { "a2": "empty" } }] } },
    });
    let effects =
        json!({ "rows": { "T:A": { "b3": { "c3": [{ "promotes": { "to": ["T:+A", "T:-K"] } }] } } } });
    let game = game("K^A1/2a/2k^ +AAA'/ T/t", &json!([]), &tables, &effects);
    assert_eq!(spelled(&game), ["b3-c3/+A", "b3-c3/-K", "A*a1", "A.c2", "+A*a1", "A'*a2"]);
    for (mv, played) in played(&game) {
        let pmn = played.pmn(game.rules());
        assert_eq!(game.find_pmn(&pmn.parse().unwrap()), Ok(mv), "{pmn}");
    }
    for refused in ["-A*a1", "a*a1", "A.a1", "A*c2", "A*a1=+A", "b3-c3/A", "b3-c3/+A'", "A'*a1", "A*a2"] {
        assert!(game.find_pmn(&refused.parse().unwrap()).is_err(), "{refused}");
    }
}

#[test]
fn effects_that_lose_or_duplicate_a_piece_are_faults() {
    let must = json!({ "c2": "enemy", "a3": "T:K^", "a1": "empty" });
    let tables = json!({ "T:A": { "b3": { "c2": [{ "must": must }] } } });
    let faults_with = |effect: Value| {
        let effects = json!({ "rows": { "T:A": { "b3": { "c2": [effect] } } } });
        load("K^A1/2a/2k^ / T/t", &json!([]), &tables, &effects).err().unwrap_or_default()
    };
    assert_eq!(faults_with(json!({ "takes": ["c1"], "carries": { "a3": "a1" } })), "");
    assert_eq!(faults_with(json!({ "carries": { "c2": "b3" } })), "", "two pieces may change places");
    let row = "effects.json: $.rows[\"T:A\"].b3.c2[0]";
    for (effect, fault) in [
        (json!({ "takes": ["a1", "a1"] }), ".takes[1]: a1 stands twice"),
        (json!({ "takes": ["c2"] }), ".takes[0]: c2 is the row's own source or destination"),
        (json!({ "takes": ["b3"] }), ".takes[0]: b3 is the row's own source or destination"),
        (json!({ "carries": { "b3": "a1" } }), ".carries.b3: b3 is the row's own source or destination"),
        (json!({ "carries": { "a3": "c2" } }), ".carries.a3: c2 is the row's own source or destination"),
        (json!({ "carries": { "a3": "a1", "b2": "a1" } }), ".carries.b2: a1 stands twice"),
        (json!({ "takes": ["a3"], "carries": { "a3": "a1" } }), ".carries.a3: a3 stands twice"),
        (json!({ "promotes": { "to": ["T:+A", "T:+A"] } }), ".promotes.to[1]: T:+A stands twice"),
        (
            json!({ "promotes": { "to": ["T:+A", "T:-A"] } }),
            ".promotes.to[1]: another choice has the letter A",
        ),
        (
            json!({ "carries": { "b1": "b2" } }),
            ".carries.b1: the row T:A b3 to c2 does not ask for a piece on b1",
        ),
        (
            json!({ "carries": { "a3": "b2" } }),
            ".carries.a3: the row T:A b3 to c2 does not ask b2 to be empty",
        ),
    ] {
        let reported = faults_with(effect);
        assert!(reported.starts_with(&format!("{row}{fault}")), "{reported}");
    }
}

#[test]
fn piece_carried_from_the_destination_is_not_captured() {
    let tables = json!({ "T:A": { "b3": { "a3": [{ "must": { "a3": "T:K^" } }] } } });
    let effects = json!({ "rows": { "T:A": { "b3": { "a3": [{ "carries": { "a3": "b3" } }] } } } });
    let game = game("K^A1/2a/2k^ / T/t", &json!([]), &tables, &effects);
    let (_, played) = &played(&game)[0];
    assert_eq!(game.rules().feen(&played.after).to_string(), "AK^1/2a/2k^ / t/T");
    assert!(played.effect.captured.is_empty() && played.pmn(game.rules()) == "b3~a3", "{played:?}");
}
