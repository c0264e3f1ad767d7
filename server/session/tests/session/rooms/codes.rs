//! All errors of a seat, and the close that follows.

use serde_json::{Value, json};
use session::protocol::rooms::{Claim, ErrorCode, Refusal, RefusedRules, fatal_close};
use session::{ConnId, CreationError, RoomToken};

use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN, error};

// Requirements rooms-57, rooms-74, rooms-75, rooms-76, rooms-77, rooms-78, rooms-79, rooms-80, rooms-81,
// rooms-82, rooms-83, rooms-84.
#[test]
fn the_codes_are_those_of_the_protocol_and_half_of_them_are_fatal() {
    let codes: Vec<_> = ErrorCode::ALL.iter().map(|code| (code.as_str(), code.is_fatal())).collect();
    assert_eq!(
        codes,
        [
            ("ILLEGAL_MOVE", false),
            ("NOT_YOUR_TURN", false),
            ("GAME_OVER", false),
            ("ROOM_NOT_FOUND", false),
            ("ROOM_FULL", false),
            ("SERVER_FULL", false),
            ("VERSION_MISMATCH", true),
            ("RATE_LIMIT", true),
            ("MSG_TOO_LARGE", true),
            ("BAD_TOKEN", true),
            ("INVALID_MESSAGE", true),
        ]
    );
    for code in ErrorCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        let number = if code == ErrorCode::MsgTooLarge { 1009 } else { 1008 };
        assert_eq!((fatal_close(code).code, fatal_close(code).reason), (number, code.as_str()));
    }
}

// Requirements rooms-33, rooms-57.
#[test]
fn an_illegal_move_is_reported_to_the_mover_only_and_changes_nothing() {
    let mut room = Room::open();
    let before = room.frames(B).len();
    let answer = room.make(W, "e2e5");
    assert_eq!(error(&answer), ("ILLEGAL_MOVE", false));
    assert_eq!(answer[0]["payload"]["message"], "Move e2-e5 is not legal for white pawn on e2");
    for mv in ["e4e5", "e7e5", "e1e2", "e2e2"] {
        assert_eq!(error(&room.make(W, mv)), ("ILLEGAL_MOVE", false), "{mv}");
    }
    assert_eq!(room.frames(B).len(), before);
    assert_eq!(room.closed, []);
    room.play("e2e4");
}

// Requirement rooms-34.
#[test]
fn a_move_out_of_turn_is_refused_before_its_legality_is_checked() {
    let mut room = Room::create(&json!({})).unwrap();
    let early = room.make(W, "e2e4");
    assert_eq!(error(&early), ("NOT_YOUR_TURN", false));
    assert_eq!(early[0]["payload"]["message"], "the game begins when the second player has joined");
    room.join(B);
    assert_eq!(error(&room.make(B, "e7e5")), ("NOT_YOUR_TURN", false));
    assert_eq!(error(&room.make(B, "e7e1")), ("NOT_YOUR_TURN", false));
    room.play("e2e4 e7e5");
    assert_eq!(error(&room.make(B, "d7d5")), ("NOT_YOUR_TURN", false));
}

// Requirements rooms-35, rooms-72.
#[test]
fn a_finished_game_accepts_no_move() {
    let mut room = Room::open();
    room.play("f2f3 e7e5 g2g4 d8h4");
    for _ in 0..2 {
        assert_eq!(error(&room.make(W, "e2e4")), ("GAME_OVER", false));
        assert_eq!(error(&room.make(B, "h4e1")), ("GAME_OVER", false));
    }
    assert_eq!(room.rejection(ConnId(3), Claim::Nothing).code, ErrorCode::RoomNotFound);
    let back = Claim::Token(WHITE_TOKEN.parse().unwrap());
    assert_eq!(room.rejection(ConnId(3), back).code, ErrorCode::RoomNotFound);
}

// Requirements rooms-18, rooms-26, rooms-63.
#[test]
fn a_third_player_and_an_unknown_token_are_rejected() {
    let mut room = Room::open();
    assert_eq!(room.rejection(ConnId(3), Claim::Nothing), Refusal::from(ErrorCode::RoomFull));
    let strange = RoomToken::from_random([9; 16]);
    assert_eq!(room.rejection(ConnId(3), Claim::Token(strange)), Refusal::from(ErrorCode::BadToken));
    assert_eq!(room.rejection(ConnId(3), Claim::Unreadable), Refusal::from(ErrorCode::BadToken));
}

// Requirements rooms-13, rooms-73.
#[test]
fn messages_of_a_seat_carry_the_token_of_that_seat() {
    for token in [Value::Null, json!("me"), json!(""), json!(BLACK_TOKEN)] {
        let mut room = Room::open();
        let answer =
            room.say_with(W, "game.move", json!({"from": "e2", "to": "e4"}), json!({"token": token.clone()}));
        assert_eq!(error(&answer), ("BAD_TOKEN", true), "{token}");
        assert_eq!(room.closed(W), Some((1008, "BAD_TOKEN")));
        assert_eq!(room.last(B, "game.delta"), None);
        // The seat is kept.
        assert_eq!(room.connect(ConnId(3), WHITE_TOKEN)[0]["type"], "game.state");
    }
    let mut room = Room::open();
    let upper = json!({"token": WHITE_TOKEN.to_uppercase()});
    assert_eq!(room.say_with(W, "heartbeat", json!({}), upper)[0]["type"], "heartbeat");
    assert_eq!(room.say_with(W, "heartbeat", json!({}), json!({"token": null}))[0]["type"], "heartbeat");
    assert_eq!(
        error(&room.say_with(W, "heartbeat", json!({}), json!({"token": BLACK_TOKEN}))),
        ("BAD_TOKEN", true)
    );
}

// Requirement rooms-60.
#[test]
fn a_malformed_message_closes_the_socket_and_keeps_the_seat() {
    for (text, code) in [
        ("{", "INVALID_MESSAGE"),
        ("{\"v\":2}", "VERSION_MISMATCH"),
        ("{}", "VERSION_MISMATCH"),
        ("{\"v\":1}", "INVALID_MESSAGE"),
    ] {
        let mut room = Room::open();
        assert_eq!(error(&room.receive(W, text)), (code, true));
        assert_eq!(room.closed(W), Some((1008, code)));
        assert_eq!(room.session.next_timeout(), Some(session::UnixMs(60_000)), "the grace period has begun");
        assert_eq!(room.connect(ConnId(3), WHITE_TOKEN)[0]["type"], "game.state");
        assert_eq!(room.session.next_timeout(), None);
    }
}

// Requirement rooms-30.
#[test]
fn an_unknown_square_or_piece_is_malformed() {
    for payload in [
        json!({"from": "e2", "to": "e9"}),
        json!({"from": "i2", "to": "e4"}),
        json!({"from": "e7", "to": "e8", "promoteTo": "king"}),
        json!({"from": "e7", "to": "e8", "promoteTo": "pawn"}),
        json!({"from": "e7", "to": "e8", "promoteTo": "Queen"}),
        json!({"from": "e7", "to": "e8", "promoteTo": "q"}),
    ] {
        let mut room = Room::open();
        assert_eq!(error(&room.say(W, "game.move", payload.clone())), ("INVALID_MESSAGE", true), "{payload}");
    }
}

// Requirement rooms-21.
#[test]
fn unavailable_house_rules_are_named() {
    let refused = |rules: Value| Room::create(&json!({"rulesetIds": rules})).err().unwrap().to_string();
    assert_eq!(refused(json!(["no-such-rule"])), "there is no house rule \"no-such-rule\"");
    assert!(
        refused(json!(["torpedo", "berolina-pawns"]))
            .contains("berolina-pawns cannot be combined with torpedo")
    );
    let ids = |payload: Value| {
        let error = Room::create(&payload).err().unwrap();
        let rules = RefusedRules::of_creation(&error).unwrap();
        json!([rules.ruleset, rules.overlays, rules.required])
    };
    assert_eq!(ids(json!({"rulesetIds": ["no-such-rule"]})), json!([null, ["no-such-rule"], []]));
    let unsorted = json!({"rulesetIds": ["z-rule", "a-rule"]});
    assert_eq!(ids(unsorted), json!([null, ["a-rule", "z-rule"], []]));
    let both = json!({"rulesetIds": ["torpedo", "berolina-pawns"]});
    assert_eq!(ids(both), json!([null, ["berolina-pawns", "torpedo"], []]));
    assert_eq!(ids(json!({"rulesetIds": ["king-heals"]})), json!([null, ["king-heals"], ["piece-hp"]]));
    let unknown = json!({"rulesetIds": [], "ruleset": "no-such-game"});
    assert_eq!(ids(unknown), json!(["no-such-game", [], []]));
    assert_eq!(RefusedRules::of_creation(&CreationError::NoChat), None);
}

#[test]
fn an_acknowledgement_of_an_unsent_number_is_malformed() {
    let mut room = Room::open();
    assert_eq!(room.say_with(W, "heartbeat", json!({}), json!({"ack": 2}))[0]["seq"], 3);
    assert_eq!(
        error(&room.say_with(W, "heartbeat", json!({}), json!({"ack": 99}))),
        ("INVALID_MESSAGE", true)
    );
    assert_eq!(
        room.connect_with_ack(ConnId(3), WHITE_TOKEN, 99).unwrap_err().code,
        ErrorCode::InvalidMessage
    );
    assert!(room.connect_with_ack(ConnId(3), WHITE_TOKEN, 4).is_ok());
}
