//! Touching and moving over the wire: the answers and their recipients.

use serde_json::{Value, json};

use crate::table::{B, GAME, Table, W, WHITE_TOKEN, texts, types};

/// Returns the frames that White and Black get from one commit of White.
fn white_commits(table: &mut Table, mv: &str) -> (Vec<Value>, Vec<Value>) {
    let mut white = Vec::new();
    let black = table.during(B, |table| white = table.commit(W, mv));
    (white, black)
}

// Requirements blind-35, gambit-32.
#[test]
fn a_move_is_sent_to_both_and_announced_to_the_opponent() {
    let mut table = Table::blind();
    table.now = 5_000;
    let (white, black) = white_commits(&mut table, "e2e4");
    assert_eq!((types(&white), types(&black)), (vec!["update"], vec!["update"]));
    assert_eq!(white[0]["newAnnouncements"], json!([]));
    assert_eq!(
        black[0]["newAnnouncements"],
        json!([{"ply": 1, "text": "white_moved", "audience": "b", "at": 5_000}])
    );
    assert_eq!(white[0]["view"]["pieces"]["e4"], json!({"color": "w", "type": "p", "qpi": "C:-P"}));
    assert_eq!(white[0]["view"]["pieces"].get("e2"), None);
    assert_eq!(black[0]["view"]["pieces"].get("e4"), None);
    for update in [&white[0], &black[0]] {
        assert_eq!((&update["ply"], &update["view"]["toMove"]), (&json!(1), &json!("b")));
        assert_eq!((&update["gameStatus"], update.get("touchedPiece")), (&json!("active"), None));
    }
}

// Requirements blind-2, blind-67, blind-88.
#[test]
fn a_refusal_is_sent_to_its_author_only() {
    let mut table = Table::blind();
    for (tried, text) in [
        ("e4", "no_such_piece"),
        ("e7e5", "no_such_piece"),
        ("a1a3", "no_legal_moves"),
        ("f1", "no_legal_moves"),
    ] {
        let (white, black) = white_commits(&mut table, tried);
        assert_eq!(types(&white), ["update"], "{tried}");
        assert_eq!(texts(&white[0]), [text], "{tried}");
        assert_eq!(white[0]["newAnnouncements"][0]["audience"], "w");
        assert_eq!(white[0].get("touchedPiece"), None);
        assert_eq!(black, Vec::<Value>::new(), "{tried}");
    }
}

#[test]
fn with_table_fidelity_both_receive_a_refusal_but_only_its_author_the_touched_piece() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white", "moderator": "table-fidelity"}));
    table.say(W, json!({"type": "hello", "gameId": "abcd1234", "token": "a".repeat(24)}));
    table.say(B, json!({"type": "hello", "gameId": "abcd1234"}));
    let (white, black) = white_commits(&mut table, "g1g3");
    assert_eq!(
        (texts(&white[0]), texts(&black[0])),
        (vec!["illegal_move".to_owned()], vec!["illegal_move".to_owned()])
    );
    assert_eq!((&white[0]["touchedPiece"], black[0].get("touchedPiece")), (&json!("g1"), None));
    assert_eq!(black[0]["newAnnouncements"][0]["audience"], "both");
    let (white, black) = white_commits(&mut table, "g1f3");
    assert_eq!(
        (texts(&white[0]), texts(&black[0])),
        (vec!["white_moved".to_owned()], vec!["white_moved".to_owned()])
    );
}

// Requirements blind-52, blind-56, blind-67, blind-72, blind-77, blind-80.
#[test]
fn a_touched_piece_is_bound_and_known_to_its_owner_only() {
    let mut table = Table::blind();
    let (white, black) = white_commits(&mut table, "g1");
    assert_eq!((&white[0]["touchedPiece"], texts(&white[0]).len(), black.len()), (&json!("g1"), 0, 0));
    let (white, black) = white_commits(&mut table, "g1");
    assert_eq!((&white[0]["touchedPiece"], black.len()), (&json!("g1"), 0), "touching again changes nothing");
    let (white, black) = white_commits(&mut table, "e2e4");
    assert_eq!(
        (types(&white), &white[0]["code"], black.len()),
        (vec!["error"], &json!("must_move_touched_piece"), 0)
    );
    let (white, black) = white_commits(&mut table, "g1g4");
    assert_eq!(
        (texts(&white[0]), &white[0]["touchedPiece"], black.len()),
        (vec!["illegal_move".to_owned()], &json!("g1"), 0)
    );
    let (white, black) = white_commits(&mut table, "g1f3");
    assert_eq!(
        (&white[0]["ply"], white[0].get("touchedPiece"), texts(&black[0])),
        (&json!(1), None, vec!["white_moved".to_owned()])
    );
}

// Requirement blind-70.
#[test]
fn a_commit_out_of_turn_is_refused_before_any_other_check() {
    let mut table = Table::blind();
    for tried in ["e7e5", "e7", "e4e5", "e2e4", "e7e8q"] {
        let white = table.during(W, |table| {
            let refused = table.commit(B, tried);
            assert_eq!(
                (types(&refused), &refused[0]["code"]),
                (vec!["error"], &json!("not_your_turn")),
                "{tried}"
            );
        });
        assert_eq!(white.len(), 0);
    }
}

// Requirements blind-30, blind-54.
#[test]
fn squares_off_the_board_and_impossible_promotions_are_malformed() {
    let mut table = Table::blind();
    for (conn, message) in [
        (W, json!({"type": "commit", "from": "i1"})),
        (W, json!({"type": "commit", "from": "e2", "to": "e9"})),
        (W, json!({"type": "commit", "from": "e2", "to": "e4A"})),
        (B, json!({"type": "commit", "from": "e7", "to": "e10"})),
        (W, json!({"type": "commit", "from": "e2", "to": "e4", "promotion": "k"})),
        (W, json!({"type": "commit", "from": "e2", "to": "e4", "promotion": "p"})),
    ] {
        let refused = table.ask(conn, message.clone());
        assert_eq!((types(&refused), &refused[0]["code"]), (vec!["error"], &json!("malformed")), "{message}");
    }
    assert_eq!(table.commit(W, "e2e4q")[0]["ply"], 1, "an unnecessary promotion choice is ignored");
}

// Requirements blind-89, blind-90, blind-131.
#[test]
fn captures_are_counted_for_each_player_as_far_as_known() {
    let mut table = Table::blind();
    table.play("e2e4 d7d5");
    let (white, black) = white_commits(&mut table, "e4d5");
    assert_eq!(texts(&black[0]), ["white_moved_captured"]);
    assert_eq!(white[0]["tally"], json!({"byYou": {"p": 1}, "byOpponent": {}}));
    assert_eq!(black[0]["tally"], json!({"byYou": {}, "byOpponent": {"p": 1}}));
    assert_eq!(black[0]["view"]["pieces"].get("d5"), None, "black sees that the pawn is gone");
}

#[test]
fn en_passant_is_announced_by_name() {
    let mut table = Table::blind();
    table.play("e2e4 a7a6 e4e5 d7d5");
    let (white, black) = white_commits(&mut table, "e5d6");
    assert_eq!(texts(&black[0]), ["white_moved_captured_ep"]);
    assert_eq!(black[0]["view"]["pieces"].get("d5"), None);
    assert_eq!(white[0]["tally"]["byYou"], json!({"p": 1}));
}

#[test]
fn all_four_castlings_are_announced_by_name() {
    let kingside = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7";
    let queenside = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7";
    for (opening, white_move, black_move, side) in
        [(kingside, "e1g1", "e8g8", "kingside"), (queenside, "e1c1", "e8c8", "queenside")]
    {
        let mut table = Table::blind();
        table.play(opening);
        let (_, black) = white_commits(&mut table, white_move);
        assert_eq!(texts(&black[0]), [format!("white_castled_{side}")]);
        let white = table.during(W, |table| drop(table.commit(B, black_move)));
        assert_eq!(texts(&white[0]), [format!("black_castled_{side}")]);
        let rook = if side == "kingside" { "f1" } else { "d1" };
        assert_eq!(table.last(W, "update").unwrap()["view"]["pieces"][rook]["type"], "r");
    }
}

// Requirements blind-36, blind-53.
#[test]
fn a_promotion_needs_a_choice_and_is_announced_with_it() {
    let mut table = Table::blind();
    table.play("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6");
    let (white, black) = white_commits(&mut table, "b7a8");
    assert_eq!((types(&white), &white[0]["code"]), (vec!["error", "update"], &json!("promotion_required")));
    assert_eq!(white[1]["touchedPiece"], "b7", "the pawn is touched all the same");
    assert_eq!(black.len(), 0);
    let (white, black) = white_commits(&mut table, "b7a8n");
    assert_eq!(texts(&black[0]), ["white_moved_captured", "white_promoted"]);
    assert_eq!(black[0]["newAnnouncements"][1]["payload"], json!({"promotedTo": "n"}));
    assert_eq!(black[0]["newAnnouncements"][0].get("payload"), None);
    assert_eq!(white[0]["view"]["pieces"]["a8"], json!({"color": "w", "type": "n", "qpi": "C:N"}));
}

// Requirement blind-85.
#[test]
fn check_is_announced_and_shown_to_both() {
    let mut table = Table::blind();
    table.play("e2e4 f7f6 d1h5");
    for conn in [W, B] {
        let update = table.last(conn, "update").unwrap();
        assert_eq!(update["view"]["inCheck"], true);
        assert_eq!(texts(&update).last().unwrap(), "black_in_check");
        assert_eq!(update["newAnnouncements"].as_array().unwrap().last().unwrap()["audience"], "both");
    }
    let refused = table.commit(B, "a7a6");
    assert_eq!(texts(&refused[0]), ["wont_help"]);
    table.commit(B, "g7g6");
    assert_eq!(table.last(W, "update").unwrap()["view"]["inCheck"], false);
}

#[test]
fn a_repeated_command_has_one_effect_and_the_same_answer() {
    let mut table = Table::blind();
    let commit = json!({"type": "commit", "from": "e2", "to": "e4", "id": "m1"});
    let first = table.ask(W, commit.clone());
    assert_eq!((&first[0]["ack"], &first[0]["ply"]), (&json!("m1"), &json!(1)));
    let black = table.during(B, |table| {
        let again = table.ask(W, commit.clone());
        assert_eq!(types(&again), ["update"]);
        assert_eq!((&again[0]["ack"], &again[0]["ply"]), (&json!("m1"), &json!(1)));
        assert_eq!(again[0]["seq"].as_u64(), first[0]["seq"].as_u64().map(|seq| seq + 1));
    });
    assert_eq!(black.len(), 0);
    let error = table.ask(W, json!({"type": "commit", "from": "d2", "id": "m2"}));
    table.commit(B, "e7e5");
    let again = table.ask(W, json!({"type": "commit", "from": "d2", "id": "m2"}));
    assert_eq!(
        (error, &again[0]["code"]),
        (again.clone(), &json!("not_your_turn")),
        "an error is repeated, not tried again"
    );
    // Ids of the two players are independent.
    assert_eq!(table.ask(B, json!({"type": "offer-draw", "id": "m1"}))[0]["drawOffer"], json!({"from": "b"}));
}

#[test]
fn command_ids_are_remembered_up_to_the_limit() {
    let mut table = Table::blind();
    for number in 0..=session::limits::COMMAND_IDS_KEPT {
        table.ask(W, json!({"type": "commit", "from": "e5", "id": format!("m{number}")}));
    }
    let count = table.announcements(W).len();
    table.ask(W, json!({"type": "commit", "from": "e5", "id": "m1"}));
    assert_eq!(table.announcements(W).len(), count, "still remembered");
    table.ask(W, json!({"type": "commit", "from": "e5", "id": "m0"}));
    assert_eq!(table.announcements(W).len(), count + 1, "a forgotten id is a new command");
}

#[test]
fn frames_are_numbered_consecutively_for_each_viewer() {
    let mut table = Table::blind();
    table.commit(W, "g1g3");
    table.commit(W, "g1");
    table.commit(W, "e2e4");
    table.commit(W, "g1f3");
    table.commit(B, "e8e7");
    table.commit(B, "e7e5");
    table.close(B);
    table.say(B, json!({"type": "hello", "gameId": "abcd1234", "token": "b".repeat(24)}));
    table.commit(W, "d2d4");
    for conn in [W, B] {
        let numbers: Vec<u64> = table.frames(conn).iter().filter_map(|frame| frame["seq"].as_u64()).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
        assert!(numbers.len() >= 4);
    }
}

#[test]
fn an_open_game_has_touch_move_only_if_its_creator_wants_it() {
    for (wish, touched) in [(None, Value::Null), (Some(true), json!("g1")), (Some(false), Value::Null)] {
        let mut request = json!({"mode": "vanilla", "side": "white"});
        if let Some(wish) = wish {
            request["touchMove"] = json!(wish);
        }
        let mut table = Table::seated(request);
        let (white, black) = white_commits(&mut table, "g1");
        assert_eq!((&white[0]["touchedPiece"], black.len()), (&touched, 0), "{wish:?}");
        let (white, _) = white_commits(&mut table, "e2e4");
        let is_free = wish != Some(true);
        assert_eq!(
            (white[0]["code"] == "must_move_touched_piece", white[0]["ply"] == 1),
            (!is_free, is_free),
            "{wish:?}"
        );
    }
}

// Requirements blind-1, blind-45.
#[test]
fn an_open_game_shows_everything_to_both_by_the_same_rules() {
    let mut table = Table::vanilla();
    let (white, black) = white_commits(&mut table, "g1f3");
    assert_eq!(white[0]["view"], black[0]["view"]);
    assert_eq!(white[0]["view"]["pieces"].as_object().unwrap().len(), 32);
    assert_eq!((texts(&white[0]).len(), texts(&black[0])), (0, vec!["white_moved".to_owned()]));
}

#[test]
fn an_open_game_is_sent_in_notation_and_a_blind_one_is_not() {
    let back = json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN});
    let mut open = Table::vanilla();
    assert_eq!(open.ask(W, back.clone())[0].get("moves"), None);
    open.play("e2e4 b8c6");
    let [e4, nc6] = [json!({"ply": 1, "by": "w", "san": "e4"}), json!({"ply": 2, "by": "b", "san": "Nc6"})];
    assert_eq!(open.last(W, "update").unwrap()["latestMove"], nc6);
    assert_eq!(open.ask(W, back.clone())[0]["moves"], json!([e4, nc6]));
    let mut blind = Table::blind();
    blind.play("e2e4 b8c6");
    assert_eq!(blind.last(W, "update").unwrap().get("latestMove"), None);
    assert_eq!(blind.ask(W, back.clone())[0].get("moves"), None);
    let bids = json!({"mode": "vanilla", "side": "white", "gambit": "standard"});
    let mut bids = Table::seated(bids);
    bids.play("e2e4");
    assert_eq!(bids.ask(W, back)[0].get("moves"), None, "its moves are in `gameState.update`");
}
