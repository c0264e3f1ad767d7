//! Rooms of other rulesets than chess: hands, drops, choices, passes, and what a blind player is sent of them.

use serde_json::{Value, json};
use session::ConnId;

use super::facts::{Known, apply, of_state};
use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN};

/// Moves by which both sides get a bishop in the hand.
pub(super) fn shogi(mode: &str) -> Room {
    let mut room = Room::seated(&json!({"ruleset": "shogi", "mode": mode}));
    room.play("c3c4 g7g6");
    let taken = room.say(W, "game.move", json!({"from": "b2", "to": "h8", "choice": "+bishop"}));
    assert_eq!(taken[0]["type"], "game.delta", "{taken:#?}");
    room.play("g9h8");
    room
}

fn facts(room: &Room, conn: ConnId) -> Known {
    let mut known = of_state(&room.last(conn, "game.state").unwrap());
    for frame in room.frames(conn).iter().filter(|frame| frame["type"] == "game.delta") {
        apply(&mut known, &frame["payload"]);
    }
    known
}

fn of_game(known: &Known, attr: &str) -> Option<Value> {
    known.get(&(0, attr.to_owned())).cloned()
}

fn code(answer: &[Value]) -> &Value {
    assert_eq!(answer[0]["type"], "error", "{answer:#?}");
    &answer[0]["payload"]["code"]
}

#[test]
fn a_piece_is_captured_promoted_and_dropped() {
    let mut room = shogi("open");
    for (conn, kind) in [(W, "room.created"), (B, "room.joined")] {
        assert_eq!(room.last(conn, kind).unwrap()["ruleset"], "shogi");
    }
    for conn in [W, B] {
        let known = facts(&room, conn);
        assert_eq!(of_game(&known, "HandOfWhite"), Some(json!(["S:B 1"])));
        assert_eq!(of_game(&known, "HandOfBlack"), Some(json!(["s:b 1"])));
    }
    assert_eq!(code(&room.say(W, "game.drop", json!({"piece": "S:B", "to": "c4"}))), "ILLEGAL_MOVE");
    assert_eq!(code(&room.say(W, "game.drop", json!({"piece": "s:b", "to": "e5"}))), "ILLEGAL_MOVE");
    assert_eq!(code(&room.say(W, "game.pass", json!({}))), "ILLEGAL_MOVE");
    assert_eq!(code(&room.say(B, "game.drop", json!({"piece": "s:b", "to": "e5"}))), "NOT_YOUR_TURN");
    let made = room.say(W, "game.drop", json!({"piece": "S:B", "to": "e5"}));
    assert_eq!(made[0]["payload"]["moveNotation"], "B@e5");
    let known = facts(&room, B);
    let dropped =
        known.iter().find(|((_, attr), value)| attr == "Position" && **value == 4 + 9 * 4).unwrap().0.0;
    assert_eq!(known[&(dropped, "Piece".to_owned())], "S:B");
    assert_eq!(known[&(dropped, "PieceType".to_owned())], "bishop");
    assert_eq!(of_game(&known, "HandOfWhite"), Some(json!([])));
    room.close(B);
    room.connect(ConnId(3), BLACK_TOKEN);
    let state = room.last(ConnId(3), "game.state").unwrap();
    assert_eq!(state["fen"], FEEN);
    assert_eq!(state["moveHistory"], json!(["c3-c4", "g7-g6", "b2-h8b", "g9-h8", "B@e5"]));
    assert_eq!(of_state(&state), facts(&room, B), "deltas lead to the state");
}

const FEEN: &str = "lnsgk^g1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGK^GSNL /b s/S";

#[test]
fn a_side_may_pass_where_the_rules_let_it() {
    let mut room = Room::seated(&json!({"ruleset": "janggi"}));
    let passed = room.say(W, "game.pass", json!({}));
    assert_eq!(
        (&passed[0]["payload"]["moveNotation"], &passed[0]["payload"]["turn"]),
        (&json!("pass"), &json!("black"))
    );
    assert_eq!(code(&room.say(W, "game.pass", json!({}))), "NOT_YOUR_TURN");
    let passed = room.say(B, "game.pass", json!({}));
    assert_eq!(passed[0]["payload"]["gameOver"]["reason"], "passes");
    assert_eq!(code(&room.say(W, "game.pass", json!({}))), "GAME_OVER");
}

#[test]
fn a_blind_player_is_sent_the_own_hand_alone() {
    let mut room = shogi("blind");
    let [white, black] = [W, B].map(|conn| facts(&room, conn));
    assert_eq!(
        (of_game(&white, "HandOfWhite"), of_game(&white, "HandOfBlack")),
        (Some(json!(["S:B 1"])), None)
    );
    assert_eq!(
        (of_game(&black, "HandOfWhite"), of_game(&black, "HandOfBlack")),
        (None, Some(json!(["s:b 1"])))
    );
    assert!(
        white.iter().all(|((_, attr), value)| attr != "Piece" || value.as_str().unwrap().starts_with('S'))
    );
    // The square is taken by a piece that White does not see.
    let refused = room.say(W, "game.drop", json!({"piece": "S:B", "to": "h8"}));
    assert_eq!(
        (code(&refused), &refused[0]["payload"]["message"]),
        (&json!("ILLEGAL_MOVE"), &json!("the move is not legal"))
    );
    room.close(W);
    room.connect(ConnId(3), WHITE_TOKEN);
    let fen = room.last(ConnId(3), "game.state").unwrap()["fen"].clone();
    assert_eq!(fen, BLIND_FEEN);
}

const BLIND_FEEN: &str = "9/9/9/9/9/2P6/PP1PPPPPP/7R1/LNSGK^GSNL B/ S/s";

/// Returns the number of the piece on a square, and whether it has moved.
fn on(known: &Known, square: u64) -> (u64, bool) {
    let at = known.iter().find(|((_, attr), value)| attr == "Position" && **value == square);
    let id = at.unwrap().0.0;
    (id, known[&(id, "HasMoved".to_owned())] == true)
}

#[test]
fn pieces_of_neither_side_are_seen_and_counted_by_themselves() {
    let mut room = Room::seated(&json!({"ruleset": "amazons", "mode": "blind"}));
    let shoot = |room: &mut Room, conn, from: &str, to: &str, at: &str| {
        let choice = format!("arrow {at}");
        let made = room.say(conn, "game.move", json!({"from": from, "to": to, "choice": choice}));
        assert_eq!(made[0]["type"], "game.delta", "{made:#?}");
    };
    shoot(&mut room, W, "d1", "a1", "b1");
    shoot(&mut room, B, "d10", "a10", "b10");
    for conn in [W, B] {
        let known = facts(&room, conn);
        assert_eq!(known.keys().filter(|(_, attr)| attr == "Piece").count(), 4 + 2);
        assert_eq!([on(&known, 1), on(&known, 91)], [(8 + 3, false), (8 + 6, false)]);
    }
}

#[test]
fn a_piece_of_another_owner_has_another_number() {
    // Who captures turns to stone.
    let mut room = Room::seated(&json!({"ruleset": "petrified", "mode": "blind"}));
    room.play("b1c3 a7a6 c3d5 a6a5 d5c7");
    for conn in [W, B] {
        assert_eq!(on(&facts(&room, conn), 50), (32 + 3, false), "it tells not which knight it was");
    }
    // A piece that is converted.
    let mut room = Room::seated(&json!({"ruleset": "ataxx", "mode": "blind"}));
    room.play("g1e1 a1c1 A:P@d1");
    let (id, has_moved) = on(&facts(&room, W), 2);
    assert!(id > 4 && !has_moved, "{id}: the number of Black's first stone and its jump are not told");
}

#[test]
fn a_room_of_an_unknown_ruleset_is_not_made() {
    assert!(Room::create(&json!({"ruleset": "nothing"})).is_err());
    let plain = Room::seated(&json!({"ruleset": "chess"}));
    assert_eq!(plain.texts(B), Room::open().texts(B), "chess by its name is the same");
}
