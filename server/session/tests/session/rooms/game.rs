//! A game in a room from creation to end.

use serde_json::{Value, json};

use super::room::{B, BLACK_TOKEN, CODE, Room, W, WHITE_TOKEN, types};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Requirements rooms-5, rooms-14, rooms-20, rooms-23, rooms-24, rooms-36, rooms-37, rooms-38, rooms-40,
// rooms-41, rooms-42.
#[test]
fn a_room_is_created_joined_and_starts_for_both_at_once() {
    let mut room = Room::create(&json!({"rulesetIds": ["pawns-move-backward"]})).unwrap();
    assert_eq!(
        room.frames(W),
        [json!({
            "v": 1, "seq": 1, "ts": 0, "type": "room.created",
            "payload": {"code": CODE, "token": WHITE_TOKEN, "color": "white"}
        })]
    );
    room.now = 1_745_000_000_000;
    let joined = room.join(B);
    assert_eq!(types(&joined), ["room.joined", "game.state"]);
    assert_eq!(
        joined[0],
        json!({
            "v": 1, "seq": 1, "ts": 1_745_000_000_000_u64, "type": "room.joined",
            "payload": {"code": CODE, "token": BLACK_TOKEN, "color": "black", "activeRules": ["pawns-move-backward"]}
        })
    );
    assert_eq!(types(&room.frames(W)), ["room.created", "game.state"]);
    let (white, black) = (room.last(W, "game.state").unwrap(), room.last(B, "game.state").unwrap());
    assert_eq!(white, black, "both see everything");
    assert_eq!(white["fen"], START);
    assert_eq!(
        [&white["turn"], &white["ply"], &white["lastSeq"], &white["activeRules"], &white["moveHistory"]],
        [&json!("white"), &json!(0), &json!(2), &json!(["pawns-move-backward"]), &json!([])]
    );
    assert_eq!(white["facts"].as_array().unwrap().len(), 5 + 32 * 4);
    assert!(white.get("announcements").is_none(), "open games have no announcements");
}

// Requirements rooms-7, rooms-32, rooms-39, rooms-44, rooms-46, rooms-47, rooms-48.
#[test]
fn a_move_is_sent_to_both_as_a_delta() {
    let mut room = Room::open();
    let to_white = room.make(W, "e2e4");
    assert_eq!(types(&to_white), ["game.delta"]);
    let delta = &to_white[0]["payload"];
    assert_eq!(room.last(B, "game.delta").as_ref(), Some(delta));
    assert_eq!(
        *delta,
        json!({
            "inserted": [
                {"id": 0, "attr": "Turn", "value": "black"},
                {"id": 0, "attr": "EnPassantSquare", "value": "e3"},
                {"id": 13, "attr": "Position", "value": 28},
                {"id": 13, "attr": "HasMoved", "value": true},
            ],
            "retracted": [
                {"id": 0, "attr": "Turn", "value": "white"},
                {"id": 13, "attr": "Position", "value": 12},
                {"id": 13, "attr": "HasMoved", "value": false},
            ],
            "moveNotation": "e2e4", "turn": "black", "gameOver": null, "ply": 1,
        })
    );
    room.make(B, "e7e5");
    assert_eq!(
        room.frames(W).iter().map(|frame| frame["seq"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
}

fn end_of(moves: &str) -> [Vec<Value>; 2] {
    let mut room = Room::open();
    let (last, before) = moves.rsplit_once(' ').map(|(before, last)| (last, before)).unwrap();
    room.play(before);
    let mover = if room.plies().is_multiple_of(2) { W } else { B };
    let other = if mover == W { B } else { W };
    let mut answer = Vec::new();
    let to_other = room.during(other, |room| answer = room.make(mover, last));
    [answer, to_other]
}

// Requirements rooms-48, rooms-49, rooms-50, rooms-56.
#[test]
fn mate_is_in_the_delta_and_in_a_message_of_its_own() {
    for frames in end_of("f2f3 e7e5 g2g4 d8h4") {
        assert_eq!(types(&frames), ["game.delta", "game.end"]);
        let over = json!({"winner": "black", "reason": "checkmate"});
        assert_eq!(frames[0]["payload"]["gameOver"], over);
        let end = &frames[1]["payload"];
        assert_eq!([&end["winner"], &end["reason"]], [&over["winner"], &over["reason"]]);
        assert_eq!(end["finalFen"], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        let inserted = frames[0]["payload"]["inserted"].as_array().unwrap();
        assert!(inserted.contains(&json!({"id": 0, "attr": "Winner", "value": "black"})));
    }
}

// Requirements rooms-49, rooms-51, rooms-53.
#[test]
fn a_draw_has_no_winner_and_a_reason() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let [frames, _] = end_of(&format!("{shuffle} {shuffle}"));
    assert_eq!(frames[0]["payload"]["gameOver"], json!({"winner": "draw", "reason": "threefold"}));
    // The shortest known stalemate, by Sam Loyd.
    let [frames, _] = end_of(
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    );
    assert_eq!(frames[0]["payload"]["gameOver"], json!({"winner": "draw", "reason": "stalemate"}));
}

// Requirements rooms-28, rooms-29, rooms-55.
#[test]
fn a_leaving_player_resigns_and_is_closed_normally() {
    let mut room = Room::open();
    room.play("e2e4");
    let mut to_white = Vec::new();
    let to_black = room.during(B, |room| to_white = room.say(W, "room.leave", json!({})));
    for frames in [&to_white, &to_black] {
        assert_eq!(types(frames), ["game.end"]);
        assert_eq!(
            frames[0]["payload"],
            json!({
                "winner": "black", "reason": "player_left",
                "finalFen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
            })
        );
    }
    assert_eq!((room.closed(W), room.closed(B)), (Some((1000, "left")), None));
    assert_eq!(room.make(B, "e7e5")[0]["payload"]["code"], "GAME_OVER");
    assert_eq!(room.say(B, "room.leave", json!({})), Vec::<Value>::new());
    assert_eq!(room.closed(B), Some((1000, "left")));
    assert_eq!(room.session.prunable_at(), Some(session::UnixMs(0)), "no player can return");
}

#[test]
fn a_waiting_room_ends_when_its_creator_leaves() {
    let mut room = Room::create(&json!({})).unwrap();
    assert_eq!(room.say(W, "room.leave", json!({})), Vec::<Value>::new());
    assert_eq!(room.closed(W), Some((1000, "left")));
    assert_eq!(room.session.phase(), session::Phase::Finished);
    assert_eq!(room.session.prunable_at(), Some(session::UnixMs(0)));
}

// Requirements rooms-31, rooms-43.
#[test]
fn a_pawn_promotes_to_the_requested_type_or_a_queen_by_default() {
    let candidate = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6";
    for (mv, kind, notation) in [
        ("b7a8", "queen", "b7a8q"),
        ("b7a8queen", "queen", "b7a8q"),
        ("b7a8knight", "knight", "b7a8n"),
        ("b7b8rook", "", ""),
    ] {
        let mut room = Room::open();
        room.play(candidate);
        let answer = room.make(W, mv);
        if kind.is_empty() {
            assert_eq!(answer[0]["payload"]["code"], "ILLEGAL_MOVE", "b8 is taken");
            continue;
        }
        let delta = &answer[0]["payload"];
        assert_eq!(delta["moveNotation"], notation);
        let inserted = delta["inserted"].as_array().unwrap();
        assert!(inserted.contains(&json!({"id": 9, "attr": "PieceType", "value": kind})), "{delta:#}");
        room.close(B);
        room.connect(session::ConnId(3), BLACK_TOKEN);
        let history = room.last(session::ConnId(3), "game.state").unwrap()["moveHistory"].clone();
        assert_eq!(history[8], notation.replacen("b7", "b7-", 1));
        assert_eq!(history[0], "a2-a4");
    }
    let mut room = Room::open();
    assert_eq!(
        room.make(W, "e2e4queen")[0]["type"],
        "game.delta",
        "an unnecessary promotion choice is ignored"
    );
}

// Requirement rooms-21.
#[test]
fn house_rules_apply_in_a_room() {
    let mut room = Room::seated(&json!({"rulesetIds": ["pawns-move-backward"]}));
    room.play("e2e4 e7e5 d2d4 d7d6 e4e3");
    let delta = room.last(B, "game.delta").unwrap();
    assert_eq!(delta["moveNotation"], "e4e3");
    let mut room = Room::seated(&json!({"rulesetIds": ["capture-to-win"]}));
    room.play("e2e4 d7d5 e4d5");
    let end = room.last(B, "game.end").unwrap();
    assert_eq!([&end["winner"], &end["reason"]], ["white", "captures"]);
    // FEN's own alphabet has no letter for a commoner; the ruleset's letter is used.
    let room = Room::seated(&json!({"rulesetIds": ["knightmate"]}));
    let state = room.last(W, "game.state").unwrap();
    assert_eq!(state["fen"], "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1");
}

#[test]
fn a_hit_piece_stays_with_one_hit_point_less() {
    let mut room = Room::seated(&json!({"rulesetIds": ["pawns-move-backward", "piece-hp"]}));
    let state = room.last(W, "game.state").unwrap();
    let points: Vec<_> =
        state["facts"].as_array().unwrap().iter().filter(|fact| fact["attr"] == "Hp").collect();
    assert_eq!((points.len(), &points[0]["value"]), (32, &json!(2)));
    room.play("e2e4 d7d5 e4d5");
    let hit = room.last(B, "game.delta").unwrap();
    assert_eq!((&hit["moveNotation"], &hit["turn"]), (&json!("e4d5"), &json!("black")));
    let of_pieces = |list: &str| -> Vec<Value> {
        hit[list].as_array().unwrap().iter().filter(|fact| fact["id"] != 0).cloned().collect()
    };
    assert_eq!(of_pieces("inserted"), [json!({"id": 20, "attr": "Hp", "value": 1})]);
    assert_eq!(of_pieces("retracted"), [json!({"id": 20, "attr": "Hp", "value": 2})]);
    // Both keep their ids and squares; the second hit captures the piece.
    room.play("a7a6 e4e3 a6a5 e3e4 a5a4 e4d5");
    let taken = room.last(B, "game.delta").unwrap();
    assert!(
        taken["inserted"].as_array().unwrap().contains(&json!({"id": 13, "attr": "Position", "value": 35}))
    );
    let gone = taken["retracted"].as_array().unwrap().iter().filter(|fact| fact["id"] == 20).count();
    assert_eq!(gone, 5, "{taken:#}");
}
