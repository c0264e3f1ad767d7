//! Refused moves: what they bind, what they tell and to whom, and the numbers under which they may be sent again.

use serde_json::{Value, json};

use crate::table::{B, GAME, Table, W};

fn request(mv: &str, sequence: Option<u64>) -> Value {
    let mut event = json!({"type": "move.request", "gameId": GAME, "from": &mv[..2], "to": &mv[2..4]});
    if let Some(sequence) = sequence {
        event["sequence"] = sequence.into();
    }
    event
}

/// Requests a move, and returns the text of its result.
fn result(table: &mut Table, mv: &str) -> String {
    let before = table.sent.get(&W).map_or(0, Vec::len);
    table.say(W, request(mv, None));
    let sent = table.sent[&W][before..].iter();
    sent.filter(|frame| frame.contains("move.result")).cloned().collect()
}

/// Plays moves in turn, White first.
fn play(table: &mut Table, moves: &str) {
    for (mv, conn) in moves.split_whitespace().zip([W, B].into_iter().cycle()) {
        table.say(conn, request(mv, None));
    }
}

fn error(frames: &[Value]) -> Option<&str> {
    frames.iter().find_map(|frame| frame["error"]["code"].as_str().or(frame["code"].as_str()))
}

#[test]
fn a_refused_move_binds_nothing_in_a_game_with_bids_unless_asked_for() {
    for mode in ["vanilla", "blind"] {
        for (touch_move, second) in
            [(None, None), (Some(false), None), (Some(true), Some("must_move_touched_piece"))]
        {
            let mut asked = json!({"mode": mode, "side": "white", "gambit": "standard"});
            if let Some(touch_move) = touch_move {
                asked["touchMove"] = touch_move.into();
            }
            let mut table = Table::seated(asked);
            assert_eq!(error(&table.ask(W, request("e2e5", None))), Some("illegal_move"), "{mode}");
            assert_eq!(error(&table.ask(W, request("d2d4", None))), second, "{mode} {touch_move:?}");
        }
    }
}

#[test]
fn the_creator_decides_whether_a_touched_piece_must_move() {
    for (mode, touch_move, is_bound) in
        [("vanilla", false, false), ("vanilla", true, true), ("blind", false, false), ("blind", true, true)]
    {
        let mut table = Table::seated(json!({"mode": mode, "side": "white", "touchMove": touch_move}));
        table.say(W, request("e2e5", None));
        let second = table.ask(W, request("d2d4", None));
        assert_eq!(error(&second).is_some(), is_bound, "{mode} {touch_move}");
    }
}

/// Moves to a position in which White is in check, and from there to one in which White's pawn is pinned.
const CHECK: &str = "e2e4 e7e5 d2d4 f8b4";
const PIN: &str = "e2e4 e7e5 d2d4 f8b4 c2c3 a7a6";

/// Illegal moves of a piece that has legal ones: after which moves, the move, and the reason. For the moderator all of them are the same.
const ILLEGAL: [(&str, &str, &str); 7] = [
    ("", "b1d2", "blocked"),
    ("", "e2e5", "not_its_move"),
    (CHECK, "b1a3", "in_check"),
    (CHECK, "e1d2", "in_check"),
    (PIN, "c3c4", "pinned"),
    (PIN, "c3c5", "not_its_move"),
    (PIN, "f1h3", "blocked"),
];

fn games(mode: &str) -> [Value; 2] {
    [
        json!({"mode": mode, "side": "white", "touchMove": false}),
        json!({"mode": mode, "side": "white", "gambit": "standard"}),
    ]
}

// Requirement gambit-28.
#[test]
fn a_refusal_says_why_in_an_open_game() {
    for asked in games("vanilla") {
        for (moves, mv, reason) in ILLEGAL {
            let mut table = Table::seated(asked.clone());
            play(&mut table, moves);
            let result: Value = serde_json::from_str(&result(&mut table, mv)).unwrap();
            assert_eq!(result["error"]["reason"], reason, "{mv}: {result}");
        }
        // A piece that has no legal move at all is refused with the same reasons.
        let mut table = Table::seated(asked);
        play(&mut table, "e2e4 e7e5");
        let result: Value = serde_json::from_str(&result(&mut table, "e4e5")).unwrap();
        assert_eq!(
            (&result["error"]["code"], &result["error"]["reason"]),
            (&json!("wont_help"), &json!("blocked"))
        );
    }
}

// Requirement gambit-28.
#[test]
fn a_refusal_in_a_blind_game_never_says_why_to_the_byte() {
    for asked in games("blind") {
        let results: Vec<String> = ILLEGAL
            .iter()
            .filter(|(moves, ..)| !moves.is_empty())
            .map(|(moves, mv, _)| {
                let mut table = Table::seated(asked.clone());
                play(&mut table, moves);
                result(&mut table, mv)
            })
            .collect();
        let same = r#"{"type":"move.result","success":false,"error":{"code":"illegal_move","message":"the moderator refuses the move"}}"#;
        for (result, case) in results.iter().zip(&ILLEGAL[2..]) {
            assert_eq!(result, same, "{case:?}");
        }
    }
}

fn bid(amount: u32, sequence: u64) -> Value {
    json!({"type": "duel.allocate", "gameId": GAME, "amount": amount, "sequence": sequence})
}

#[test]
fn a_number_is_used_up_by_what_it_did_and_not_by_a_refusal() {
    let mut table = Table::seated(json!({"mode": "vanilla", "side": "white", "gambit": "standard"}));
    assert_eq!(error(&table.ask(W, request("e2e5", Some(1)))), Some("illegal_move"));
    let made = table.ask(W, request("e2e4", Some(1)));
    assert_eq!((&made[0]["success"], &made[0]["ack"]), (&json!(true), &json!("1")));
    // The same number once more is the same move, whatever it says, and is answered as before.
    let again = table.ask(W, request("d2d4", Some(1)));
    assert_eq!(again[0], made[0]);
    play(&mut table, "a2a3");
    table.say(B, request("d7d5", None));
    table.say(W, request("e4d5", Some(2)));
    assert_eq!(error(&table.ask(W, bid(400, 3))), Some("too_few_points"));
    assert_eq!(error(&table.ask(W, bid(5, 3))), None);
    let again = table.ask(W, bid(7, 3));
    assert_eq!(again.last().unwrap()["duel"]["yourBid"], 5);
    let retreat =
        |square: &str| json!({"type": "retreat.select", "gameId": GAME, "position": square, "sequence": 4});
    assert_eq!(error(&table.ask(W, retreat("e4"))), Some("wrong_phase"));
}

#[test]
fn a_number_counts_among_the_events_of_its_type() {
    let mut table = Table::seated(json!({"mode": "vanilla", "side": "white", "gambit": "standard"}));
    assert_eq!(error(&table.ask(W, request("e2e4", Some(1)))), None);
    let offer = table.ask(W, json!({"type": "game.offerDraw", "gameId": GAME, "sequence": 1}));
    assert_eq!(offer.last().unwrap()["drawOffer"], json!({"from": "w"}));
    table.say(B, json!({"type": "game.respondDraw", "gameId": GAME, "accept": false, "sequence": 1}));
    table.say(B, request("d7d5", Some(1)));
    table.say(W, request("e4d5", Some(2)));
    assert_eq!(table.ask(W, bid(5, 2)).last().unwrap()["duel"]["yourBid"], 5);
    let over = table.ask(B, json!({"type": "game.resign", "gameId": GAME, "sequence": 1}));
    assert_eq!(over.last().unwrap()["winner"], "w");
}

#[test]
fn an_id_is_used_up_by_a_refusal_too() {
    let mut table = Table::seated(json!({"mode": "vanilla", "side": "white", "gambit": "standard"}));
    let named = |mv: &str| {
        let mut event = request(mv, None);
        event["id"] = "m1".into();
        event
    };
    let refused = table.ask(W, named("e2e5"));
    assert_eq!(error(&refused), Some("illegal_move"));
    assert_eq!(table.ask(W, named("e2e4"))[0], refused[0]);
}
