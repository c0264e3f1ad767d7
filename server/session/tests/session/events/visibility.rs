//! Who sees what of a game with bids: each row of the page's tables, on games that are played through their inputs.

use serde_json::{Value, json};

use super::hall::{ALL, Hall, Who};
use crate::table::{B, W};

/// A pawn takes a pawn, and what both have bid decides.
const OFFER: &str = "e2e4 d7d5 e4d5";

#[test]
fn board_turn_check_clocks_people_and_result_are_everybodys() {
    let mut hall = Hall::new("vanilla", "standard");
    hall.play("e2e4 f7f6 d2d4 g7g5");
    let members = [
        "pieces",
        "turn",
        "inCheck",
        "moveNumber",
        "phase",
        "ply",
        "players",
        "gameStatus",
        "gambit",
        "clock",
        "whiteTimeRemaining",
        "blackTimeRemaining",
    ];
    let same = |hall: &Hall| {
        let [white, black, watcher] = ALL.map(|who| hall.state(who));
        for member in members {
            assert_eq!(white[member], black[member], "{member}");
            assert_eq!(white[member], watcher[member], "{member}");
            assert_ne!(white[member], Value::Null, "{member}");
        }
    };
    same(&hall);
    // Mate: a check that all are told of, and an end.
    hall.go(W, "d1h5");
    same(&hall);
    for who in ALL {
        let [check, over] = ["game.check", "game.over"].map(|kind| hall.of_type(who, kind));
        assert_eq!(check.len(), 1, "{who:?}");
        assert_eq!((&check[0]["color"], &check[0]["kingPosition"]), (&json!("b"), &json!("e8")));
        assert_eq!(over.len(), 1, "{who:?}");
        assert_eq!((&over[0]["result"], &over[0]["reason"]), (&json!("WHITE_WINS"), &json!("CHECKMATE")));
        assert_eq!(hall.state(who)["phase"], "game_over");
        assert_eq!(hall.moves(who).len(), 5);
    }
}

#[test]
fn each_viewers_numbers_have_no_gap_and_events_come_before_their_state() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        hall.play(OFFER);
        hall.bids(17, 3);
        hall.during(|table| table.close(B));
        hall.resign(W);
        for who in ALL {
            let numbered: Vec<u64> = hall
                .frames(who)
                .iter()
                .filter_map(|frame| frame.get("sequence").or(frame.get("seq"))?.as_u64())
                .collect();
            assert_eq!(numbered, (1..=numbered.len() as u64).collect::<Vec<_>>(), "{mode} {who:?}");
        }
        let kinds = |who| {
            let frames = hall.frames(who);
            frames.iter().map(|frame| frame["type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        for who in [Who::White, Who::Watcher] {
            let kinds = kinds(who);
            let at = |kind: &str| kinds.iter().position(|it| it == kind).unwrap();
            for event in ["duel.initiated", "duel.outcome", "game.over"] {
                assert_eq!(kinds[at(event) + 1], "gameState.update", "{mode} {event}: {kinds:?}");
            }
        }
    }
}

#[test]
fn a_bid_is_its_players_alone_before_the_duel_is_over_and_everybodys_after() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        hall.play(OFFER);
        let before = ALL.map(|who| hall.count(who));
        hall.bid(W, 37);
        // Whether it was made nobody else is told, and in no number.
        assert_eq!(ALL.map(|who| hall.count(who)), [before[0] + 1, before[1], before[2]], "{mode}");
        assert_eq!(hall.state(Who::White)["duel"]["yourBid"], 37);
        assert_eq!(hall.state(Who::Black)["duel"].get("yourBid"), None);
        assert!(!hall.is_told(Who::Black, 37) && !hall.is_told(Who::Watcher, 37), "{mode}");
        hall.bid(B, 13);
        for who in ALL {
            let outcome = hall.of_type(who, "duel.outcome");
            assert_eq!(outcome.len(), 1, "{mode} {who:?}");
            let bids = [&outcome[0]["attackerAllocation"], &outcome[0]["defenderAllocation"]];
            assert_eq!(bids, [37, 13]);
            assert_eq!(hall.moves(who)[2]["duel"]["attackerAllocation"], 37);
        }
    }
}

#[test]
fn points_are_their_sides_alone_until_the_end() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        hall.play(OFFER);
        hall.bids(17, 13);
        let pool = |who: Who, side: &str| hall.state(who)["bp"][side].as_u64();
        let (white, black) = (pool(Who::White, "w").unwrap(), pool(Who::Black, "b").unwrap());
        // Both have spent, and each turn has brought something back.
        assert!((39 - 17 + 2..39).contains(&white) && black == 39 - 13 + 1, "{white} {black}");
        for who in ALL {
            for state in hall.of_type(who, "gameState.update") {
                assert!(who == Who::White || state["bp"]["w"].is_null(), "{mode} {who:?}");
                assert!(who == Who::Black || state["bp"]["b"].is_null(), "{mode} {who:?}");
            }
            assert_eq!(hall.is_told(who, white), who == Who::White, "{mode} {who:?}");
            assert_eq!(hall.is_told(who, black), who == Who::Black, "{mode} {who:?}");
        }
        hall.resign(B);
        for who in ALL {
            assert_eq!(hall.state(who)["bp"], json!({"w": white, "b": black}), "{mode} {who:?}");
        }
    }
}

#[test]
fn points_that_are_not_hidden_are_everybodys() {
    let mut hall = Hall::new("vanilla", "beginner");
    hall.play("e2e4");
    for who in ALL {
        assert_eq!(hall.state(who)["bp"], json!({"w": 61, "b": 59}));
    }
}

#[test]
fn what_a_turn_brought_back_is_its_sides_alone_until_the_end_and_then_everybodys() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        hall.play("e2e4 e7e5 g1f3 b8c6");
        for who in ALL {
            for made in hall.moves(who) {
                let is_own =
                    matches!((who, made["by"].as_str()), (Who::White, Some("w")) | (Who::Black, Some("b")));
                assert_eq!(made.get("regained").is_some(), is_own, "{mode} {who:?} {made}");
                let notation = made["notation"].as_str().unwrap_or_default();
                assert_eq!(notation.contains("{+"), is_own && mode == "vanilla", "{mode} {who:?} {made}");
                // What it was for speaks of the other side's pieces.
                let tactics = made["regained"]["tactics"].as_array().map_or(0, Vec::len);
                assert!(mode == "vanilla" || tactics == 0, "{made}");
            }
        }
        hall.resign(B);
        for who in ALL {
            let moves = hall.moves(who);
            assert_eq!(moves.len(), 4);
            assert!(moves.iter().all(|made| made.get("regained").is_some()), "{mode} {who:?}");
        }
    }
}

#[test]
fn where_a_piece_may_fall_back_to_its_player_alone_is_told() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        hall.play("g1f3 e7e5 f3e5");
        hall.bids(2, 19);
        let options = ALL.map(|who| hall.of_type(who, "retreat.options").len());
        assert_eq!(options, [1, 0, 0], "{mode}");
        let retreats = ALL.map(|who| hall.state(who).get("retreat").is_some());
        assert_eq!(retreats, [true, false, false], "{mode}");
        for who in ALL {
            assert_eq!(hall.state(who)["phase"], "tactical_retreat", "{mode} {who:?}");
            let told = hall.texts(who).iter().any(|text| text.contains("validPositions"));
            assert_eq!(told, who == Who::White, "{mode} {who:?}");
        }
        let offered = &hall.of_type(Who::White, "retreat.options")[0];
        assert_eq!(offered["validPositions"][0], "f3");
        let last = offered["validPositions"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
        hall.retreat(W, &last);
        // Where it went both see who see it, with what was paid.
        let is_open = mode == "vanilla";
        for who in ALL {
            let made = hall.moves(who).pop().unwrap();
            assert_eq!(made.get("retreat").is_some(), is_open || who == Who::White, "{mode} {who:?} {made}");
            assert_eq!(made.get("from").is_some(), is_open || who == Who::White, "{mode} {who:?}");
            assert_eq!(made["duel"]["result"], "failed");
        }
    }
}

#[test]
fn what_bids_are_worth_is_told_of_the_own_piece_and_touched_pieces_to_who_touched_them() {
    let mut hall = Hall::new("vanilla", "standard");
    hall.play("g1f3 e7e5 f3e5");
    let capacity = |who| hall.state(who)["duel"].get("capacity").and_then(Value::as_u64);
    assert_eq!(ALL.map(capacity), [Some(3), Some(1), None]);
    let mut hall = Hall::new("vanilla", "standard");
    hall.during(|table| table.say(W, json!({"type": "commit", "from": "e2"})));
    assert_eq!(ALL.map(|who| hall.state(who).get("touchedPiece").is_some()), [true, false, false]);
}

#[test]
fn a_blind_duel_shows_each_player_their_own_piece_and_who_watches_none() {
    let mut hall = Hall::new("blind", "standard");
    hall.play("g1f3 e7e5 f3e5");
    let pieces = |who: Who| {
        let event = hall.of_type(who, "duel.initiated").pop().unwrap();
        (event["attackingPiece"].clone(), event["defendingPiece"].clone(), event.get("position").cloned())
    };
    let knight = json!({"color": "w", "type": "n", "position": "f3"});
    let pawn = json!({"color": "b", "type": "p", "position": "e5"});
    let (white, black) = (json!({"color": "w"}), json!({"color": "b"}));
    assert_eq!(pieces(Who::White), (knight, black.clone(), Some(json!("e5"))));
    assert_eq!(pieces(Who::Black), (white.clone(), pawn, Some(json!("e5"))));
    assert_eq!(pieces(Who::Watcher), (white, black, None));
    hall.bids(2, 5);
    let halves = |who: Who| {
        let outcome = hall.of_type(who, "duel.outcome").pop().unwrap();
        [outcome.get("attackerHalves").cloned(), outcome.get("defenderHalves").cloned()]
    };
    assert_eq!(halves(Who::White), [Some(json!(4)), None]);
    assert_eq!(halves(Who::Black), [None, Some(json!(6))]);
    assert_eq!(halves(Who::Watcher), [None, None]);
}

#[test]
fn who_watches_a_blind_game_sees_no_piece_and_hears_what_both_hear() {
    let mut hall = Hall::new("blind", "standard");
    hall.play("e2e4 f7f6 a5a6");
    hall.go(W, "d2d4");
    hall.go(B, "g7g5");
    for state in hall.of_type(Who::Watcher, "gameState.update") {
        assert_eq!(state["pieces"], json!([]));
        assert_eq!(state["tally"], json!({"byYou": {}, "byOpponent": {}}));
        for said in state["newAnnouncements"].as_array().unwrap() {
            assert_eq!(said["audience"], "both", "{said}");
        }
    }
    for made in hall.moves(Who::Watcher) {
        assert_eq!(made.as_object().unwrap().keys().collect::<Vec<_>>(), ["by", "ply"]);
    }
    hall.go(W, "d1h5");
    assert_eq!(hall.state(Who::Watcher)["pieces"].as_array().map(Vec::len), Some(32));
}

#[test]
fn a_refused_try_is_its_players_alone() {
    for mode in ["vanilla", "blind"] {
        let mut hall = Hall::new(mode, "standard");
        let before = ALL.map(|who| hall.count(who));
        hall.go(W, "e2e5");
        let after = ALL.map(|who| hall.count(who));
        assert!(after[0] > before[0] && after[1..] == before[1..], "{mode}");
    }
}

#[test]
fn earlier_boards_are_told_to_nobody_before_the_end() {
    let mut hall = Hall::new("vanilla", "standard");
    hall.play(OFFER);
    hall.bids(17, 3);
    for who in ALL {
        assert!(hall.texts(who).iter().all(|text| !text.contains("feen")), "{who:?}");
    }
}

#[test]
fn who_comes_back_is_told_how_things_stand_and_not_what_happened() {
    let mut hall = Hall::new("vanilla", "standard");
    hall.play(OFFER);
    hall.bid(B, 37);
    hall.during(|table| table.close(B));
    hall.bid(W, 11);
    let before = hall.count(Who::Black);
    hall.during(|table| {
        let hello = json!({"type": "hello", "gameId": "abcd1234", "token": crate::table::BLACK_TOKEN});
        table.say(B, hello);
    });
    let told = hall.frames(Who::Black).split_off(before);
    let kinds: Vec<&str> = told.iter().map(|frame| frame["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["joined", "gameState.update"]);
    assert_eq!((&told[0]["gambit"], &told[1]["gambit"]), (&json!("standard"), &json!("standard")));
    assert_eq!(told[1]["newMoves"][2]["duel"]["defenderAllocation"], 37);
    // White and who watches were told that black went and came back.
    for who in [Who::White, Who::Watcher] {
        for kind in ["player.left", "player.reconnected"] {
            assert_eq!(hall.of_type(who, kind).len(), 1, "{who:?} {kind}");
        }
    }
}
