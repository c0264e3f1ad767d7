//! Visibility of a game with bids: each row of the page's tables, in games played through their inputs.

use serde_json::{Value, json};
use session::UnixMs;
use session::protocol::player::{ClientMessage, decode, pong_frame};

use super::watched_game::{ALL, Recipient, WatchedGame};
use crate::table::{B, W};

/// A pawn captures a pawn, with these bids.
const OFFER: &str = "e2e4 d7d5 e4d5";

// Requirements gambit-9, gambit-10, gambit-51, gambit-55, gambit-56, gambit-107.
#[test]
fn board_turn_check_clocks_people_and_result_are_public() {
    let mut watched = WatchedGame::new("vanilla", "standard");
    watched.play("e2e4 f7f6 d2d4 g7g5");
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
    let same = |watched: &WatchedGame| {
        let [white, black, watcher] = ALL.map(|who| watched.state(who));
        for member in members {
            assert_eq!(white[member], black[member], "{member}");
            assert_eq!(white[member], watcher[member], "{member}");
            assert_ne!(white[member], Value::Null, "{member}");
        }
    };
    same(&watched);
    // Mate: a check that is sent to everyone, and a game end.
    watched.go(W, "d1h5");
    same(&watched);
    for who in ALL {
        let [check, over] = ["game.check", "game.over"].map(|kind| watched.of_type(who, kind));
        assert_eq!(check.len(), 1, "{who:?}");
        assert_eq!((&check[0]["color"], &check[0]["kingPosition"]), (&json!("b"), &json!("e8")));
        assert_eq!(over.len(), 1, "{who:?}");
        assert_eq!((&over[0]["result"], &over[0]["reason"]), (&json!("WHITE_WINS"), &json!("CHECKMATE")));
        assert_eq!(watched.state(who)["phase"], "game_over");
        assert_eq!(watched.moves(who).len(), 5);
    }
}

// Requirements gambit-34, gambit-52.
#[test]
fn each_recipients_numbers_are_consecutive_and_events_precede_their_state() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play(OFFER);
        watched.bids(17, 3);
        watched.during(|table| table.close(B));
        watched.resign(W);
        for who in ALL {
            let numbered: Vec<u64> = watched
                .frames(who)
                .iter()
                .filter_map(|frame| frame.get("sequence").or(frame.get("seq"))?.as_u64())
                .collect();
            assert_eq!(numbered, (1..=numbered.len() as u64).collect::<Vec<_>>(), "{mode} {who:?}");
        }
        let kinds = |who| {
            let frames = watched.frames(who);
            frames.iter().map(|frame| frame["type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        for who in [Recipient::White, Recipient::Spectator] {
            let kinds = kinds(who);
            let at = |kind: &str| kinds.iter().position(|it| it == kind).unwrap();
            for event in ["duel.initiated", "duel.outcome", "game.over"] {
                assert_eq!(kinds[at(event) + 1], "gameState.update", "{mode} {event}: {kinds:?}");
            }
        }
    }
}

// Requirements gambit-3, gambit-11, gambit-37, gambit-53.
#[test]
fn a_bid_is_private_until_the_duel_is_resolved_and_public_after() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play(OFFER);
        let before = ALL.map(|who| watched.count(who));
        watched.bid(W, 37);
        // The existence of a bid is not sent to others, in any number.
        assert_eq!(ALL.map(|who| watched.count(who)), [before[0] + 1, before[1], before[2]], "{mode}");
        assert_eq!(watched.state(Recipient::White)["duel"]["yourBid"], 37);
        assert_eq!(watched.state(Recipient::Black)["duel"].get("yourBid"), None);
        assert!(
            !watched.is_sent(Recipient::Black, 37) && !watched.is_sent(Recipient::Spectator, 37),
            "{mode}"
        );
        watched.bid(B, 13);
        for who in ALL {
            let outcome = watched.of_type(who, "duel.outcome");
            assert_eq!(outcome.len(), 1, "{mode} {who:?}");
            let bids = [&outcome[0]["attackerAllocation"], &outcome[0]["defenderAllocation"]];
            assert_eq!(bids, [37, 13]);
            assert_eq!(watched.moves(who)[2]["duel"]["attackerAllocation"], 37);
        }
    }
}

// Requirements gambit-2, gambit-15, gambit-16, gambit-21, gambit-45.
#[test]
fn points_are_private_until_the_end() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play(OFFER);
        watched.bids(17, 13);
        let pool = |who: Recipient, side: &str| watched.state(who)["bp"][side].as_u64();
        let (white, black) = (pool(Recipient::White, "w").unwrap(), pool(Recipient::Black, "b").unwrap());
        // Both have spent points, and each turn has regenerated some.
        assert!((39 - 17 + 2..39).contains(&white) && black == 39 - 13 + 1, "{white} {black}");
        for who in ALL {
            for state in watched.of_type(who, "gameState.update") {
                assert!(who == Recipient::White || state["bp"]["w"].is_null(), "{mode} {who:?}");
                assert!(who == Recipient::Black || state["bp"]["b"].is_null(), "{mode} {who:?}");
            }
            assert_eq!(watched.is_sent(who, white), who == Recipient::White, "{mode} {who:?}");
            assert_eq!(watched.is_sent(who, black), who == Recipient::Black, "{mode} {who:?}");
        }
        watched.resign(B);
        for who in ALL {
            assert_eq!(watched.state(who)["bp"], json!({"w": white, "b": black}), "{mode} {who:?}");
        }
    }
}

#[test]
fn bids_of_a_retreat_that_the_end_interrupts_stay_spent_and_are_told() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play("g1f3 e7e5 f3e5");
        watched.bids(4, 9);
        watched.resign(B);
        for who in ALL {
            let state = watched.state(who);
            assert_eq!(
                (&state["phase"], state["ply"].as_u64()),
                (&json!("game_over"), Some(2)),
                "{mode} {who:?}"
            );
            let regained = |side: &str| {
                let moves = watched.moves(who).into_iter().filter(|made| made["by"] == *side);
                moves.map(|made| made["regained"]["total"].as_u64().unwrap()).sum::<u64>()
            };
            let fought = &state["fought"];
            let [attack, defence] =
                ["attackerAllocation", "defenderAllocation"].map(|bid| fought[bid].as_u64());
            assert_eq!((attack, defence), (Some(4), Some(9)), "{mode} {who:?}");
            let pools = json!({"w": 39 + regained("w") - 4, "b": 39 + regained("b") - 9});
            assert_eq!(state["bp"], pools, "{mode} {who:?}");
        }
    }
}

#[test]
fn a_capture_that_failed_to_end_a_check_is_told_with_the_end() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play("d2d4 e7e5 a2a3 f8b4 a3b4");
        watched.bids(0, 0);
        if mode == "blind" {
            watched.retreat(W, "a3");
        }
        for who in ALL {
            let over = watched.of_type(who, "game.over").pop().unwrap();
            assert_eq!(
                (&over["result"], &over["reason"]),
                (&json!("BLACK_WINS"), &json!("CHECKMATE")),
                "{mode}"
            );
            assert_eq!(over["detail"], "failed_defence", "{mode} {who:?}");
        }
    }
    let mut watched = WatchedGame::new("vanilla", "standard");
    watched.play("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(watched.of_type(Recipient::White, "game.over")[0].get("detail"), None);
}

#[test]
fn points_that_are_not_hidden_are_public() {
    let mut watched = WatchedGame::new("vanilla", "beginner");
    watched.play("e2e4");
    for who in ALL {
        assert_eq!(watched.state(who)["bp"], json!({"w": 61, "b": 59}));
    }
}

// Requirements gambit-4, gambit-15, gambit-17, gambit-20, gambit-22.
#[test]
fn regenerated_points_are_private_until_the_end_and_public_after() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play("e2e4 e7e5 g1f3 b8c6");
        for who in ALL {
            for made in watched.moves(who) {
                let is_own = matches!(
                    (who, made["by"].as_str()),
                    (Recipient::White, Some("w")) | (Recipient::Black, Some("b"))
                );
                assert_eq!(made.get("regained").is_some(), is_own, "{mode} {who:?} {made}");
                let notation = made["notation"].as_str().unwrap_or_default();
                assert_eq!(notation.contains("{+"), is_own && mode == "vanilla", "{mode} {who:?} {made}");
                // The tactics disclose the other side's pieces.
                let tactics = made["regained"]["tactics"].as_array().map_or(0, Vec::len);
                assert!(mode == "vanilla" || tactics == 0, "{made}");
            }
        }
        watched.resign(B);
        for who in ALL {
            let moves = watched.moves(who);
            assert_eq!(moves.len(), 4);
            assert!(moves.iter().all(|made| made.get("regained").is_some()), "{mode} {who:?}");
        }
    }
}

// Requirements gambit-13, gambit-54.
#[test]
fn retreat_options_are_sent_to_their_player_only() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        watched.play("g1f3 e7e5 f3e5");
        watched.bids(2, 19);
        let options = ALL.map(|who| watched.of_type(who, "retreat.options").len());
        assert_eq!(options, [1, 0, 0], "{mode}");
        let retreats = ALL.map(|who| watched.state(who).get("retreat").is_some());
        assert_eq!(retreats, [true, false, false], "{mode}");
        for who in ALL {
            assert_eq!(watched.state(who)["phase"], "tactical_retreat", "{mode} {who:?}");
            let sent = watched.texts(who).iter().any(|text| text.contains("validPositions"));
            assert_eq!(sent, who == Recipient::White, "{mode} {who:?}");
        }
        let offered = &watched.of_type(Recipient::White, "retreat.options")[0];
        assert_eq!(offered["validPositions"][0], "f3");
        let last = offered["validPositions"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
        watched.retreat(W, &last);
        // The retreat is sent with its cost to both players where they see the board.
        let is_open = mode == "vanilla";
        for who in ALL {
            let made = watched.moves(who).pop().unwrap();
            assert_eq!(
                made.get("retreat").is_some(),
                is_open || who == Recipient::White,
                "{mode} {who:?} {made}"
            );
            assert_eq!(made.get("from").is_some(), is_open || who == Recipient::White, "{mode} {who:?}");
            assert_eq!(made["duel"]["result"], "failed");
        }
    }
}

// Requirement gambit-14.
#[test]
fn capacities_are_sent_for_the_own_piece_and_touches_to_their_player() {
    let mut watched = WatchedGame::new("vanilla", "standard");
    watched.play("g1f3 e7e5 f3e5");
    let capacity = |who| watched.state(who)["duel"].get("capacity").and_then(Value::as_u64);
    assert_eq!(ALL.map(capacity), [Some(3), Some(1), None]);
    let mut watched =
        WatchedGame::of(json!({"mode": "vanilla", "side": "white", "gambit": "standard", "touchMove": true}));
    watched.during(|table| table.say(W, json!({"type": "commit", "from": "e2"})));
    assert_eq!(ALL.map(|who| watched.state(who).get("touchedPiece").is_some()), [true, false, false]);
}

// Requirement gambit-52.
#[test]
fn a_blind_duel_shows_each_player_their_own_piece_and_spectators_none() {
    let mut watched = WatchedGame::new("blind", "standard");
    watched.play("g1f3 e7e5 f3e5");
    let pieces = |who: Recipient| {
        let event = watched.of_type(who, "duel.initiated").pop().unwrap();
        (event["attackingPiece"].clone(), event["defendingPiece"].clone(), event.get("position").cloned())
    };
    let knight = json!({"color": "w", "type": "n", "position": "f3"});
    let pawn = json!({"color": "b", "type": "p", "position": "e5"});
    let (white, black) = (json!({"color": "w"}), json!({"color": "b"}));
    assert_eq!(pieces(Recipient::White), (knight, black.clone(), Some(json!("e5"))));
    assert_eq!(pieces(Recipient::Black), (white.clone(), pawn, Some(json!("e5"))));
    assert_eq!(pieces(Recipient::Spectator), (white, black, None));
    watched.bids(2, 5);
    let halves = |who: Recipient| {
        let outcome = watched.of_type(who, "duel.outcome").pop().unwrap();
        [outcome.get("attackerHalves").cloned(), outcome.get("defenderHalves").cloned()]
    };
    assert_eq!(halves(Recipient::White), [Some(json!(4)), None]);
    assert_eq!(halves(Recipient::Black), [None, Some(json!(6))]);
    assert_eq!(halves(Recipient::Spectator), [None, None]);
}

#[test]
fn a_spectator_of_a_blind_game_sees_no_piece_and_receives_public_announcements() {
    let mut watched = WatchedGame::new("blind", "standard");
    watched.play("e2e4 f7f6 a5a6");
    watched.go(W, "d2d4");
    watched.go(B, "g7g5");
    for state in watched.of_type(Recipient::Spectator, "gameState.update") {
        assert_eq!(state["pieces"], json!([]));
        assert_eq!(state["tally"], json!({"byYou": {}, "byOpponent": {}}));
        for announcement in state["newAnnouncements"].as_array().unwrap() {
            assert_eq!(announcement["audience"], "both", "{announcement}");
        }
    }
    for made in watched.moves(Recipient::Spectator) {
        assert_eq!(made.as_object().unwrap().keys().collect::<Vec<_>>(), ["by", "ply"]);
    }
    watched.go(W, "d1h5");
    assert_eq!(watched.state(Recipient::Spectator)["pieces"].as_array().map(Vec::len), Some(32));
}

// Requirement gambit-28.
#[test]
fn a_refused_try_is_private() {
    for mode in ["vanilla", "blind"] {
        let mut watched = WatchedGame::new(mode, "standard");
        let before = ALL.map(|who| watched.count(who));
        watched.go(W, "e2e5");
        let after = ALL.map(|who| watched.count(who));
        assert!(after[0] > before[0] && after[1..] == before[1..], "{mode}");
    }
}

// Requirement gambit-119.
#[test]
fn the_result_of_a_move_tells_of_checks_captures_and_reasons() {
    let mut watched = WatchedGame::new("vanilla", "standard");
    let mut result_of = |conn, who, mv: &str| {
        watched.go(conn, mv);
        watched.of_type(who, "move.result").pop().unwrap()
    };
    let made = result_of(W, Recipient::White, "e2e4");
    assert_eq!(
        made,
        json!({"type": "move.result", "success": true, "checkDetected": false, "captureAttempted": false})
    );
    let refused = result_of(B, Recipient::Black, "f7f4");
    assert_eq!((&refused["success"], &refused["error"]["code"]), (&json!(false), &json!("illegal_move")));
    assert_eq!(result_of(B, Recipient::Black, "f7f6")["success"], true);
    assert_eq!(result_of(W, Recipient::White, "d1h5")["checkDetected"], true);
    let late = result_of(W, Recipient::White, "h5e8");
    assert_eq!((&late["success"], &late["error"]["code"]), (&json!(false), &json!("not_your_turn")));
    result_of(B, Recipient::Black, "g7g6");
    let contested = result_of(W, Recipient::White, "h5g6");
    assert_eq!((&contested["success"], &contested["captureAttempted"]), (&json!(true), &json!(true)));
}

// Requirement gambit-120.
#[test]
fn a_ping_is_answered_with_its_timestamp_and_the_servers_time() {
    let ping = json!({"type": "connection.ping", "gameId": "abcd1234", "timestamp": 5}).to_string();
    let ClientMessage::Ping(ping) = decode(&ping).unwrap() else { panic!("a ping") };
    let pong: Value = serde_json::from_str(pong_frame(ping, UnixMs(7)).as_str()).unwrap();
    assert_eq!(pong, json!({"type": "connection.pong", "timestamp": 5, "serverTime": 7}));
}

// Requirement gambit-5.
#[test]
fn earlier_boards_are_not_sent_before_the_end() {
    let mut watched = WatchedGame::new("vanilla", "standard");
    watched.play(OFFER);
    watched.bids(17, 3);
    for who in ALL {
        assert!(watched.texts(who).iter().all(|text| !text.contains("feen")), "{who:?}");
    }
}

// Requirements gambit-51, gambit-57.
#[test]
fn a_returning_player_is_sent_the_state_and_no_past_events() {
    let mut watched = WatchedGame::new("vanilla", "standard");
    watched.play(OFFER);
    watched.bid(B, 37);
    watched.during(|table| table.close(B));
    watched.bid(W, 11);
    let before = watched.count(Recipient::Black);
    watched.during(|table| {
        let hello = json!({"type": "hello", "gameId": "abcd1234", "token": crate::table::BLACK_TOKEN});
        table.say(B, hello);
    });
    let sent = watched.frames(Recipient::Black).split_off(before);
    let kinds: Vec<&str> = sent.iter().map(|frame| frame["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["joined", "gameState.update"]);
    assert_eq!((&sent[0]["gambit"], &sent[1]["gambit"]), (&json!("standard"), &json!("standard")));
    assert_eq!(sent[1]["newMoves"][2]["duel"]["defenderAllocation"], 37);
    // White and the spectator were notified of Black's absence and return.
    for who in [Recipient::White, Recipient::Spectator] {
        for kind in ["player.left", "player.reconnected"] {
            assert_eq!(watched.of_type(who, kind).len(), 1, "{who:?} {kind}");
        }
    }
}
