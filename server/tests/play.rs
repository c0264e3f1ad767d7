//! Games over real sockets, as two browsers would play them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::player::{announced, colors, long_game, play};
use common::{OPENING_TIME, Player, Table, create, pair};
use serde_json::{Value, json};

const GRACE: Duration = Duration::from_secs(300);

// Requirements blind-1, blind-118.
#[tokio::test]
async fn each_player_of_a_blind_game_sees_their_own_pieces_only() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (for_white, for_black) = play(&mut white, &mut black, "e2e4 e7e5 g1f3 b8c6 f1c4").await;
    assert_eq!(announced(&for_white), Vec::<&str>::new());
    assert_eq!(announced(&for_black), ["white_moved"]);
    assert_eq!(for_white["view"]["pieces"]["c4"]["type"], "b");
    assert_eq!(for_white["view"]["toMove"], "b");
    assert_eq!(for_white["ply"], 5);
    let see = |player: &Player| -> BTreeSet<String> {
        let views = player.received.iter().filter(|frame| frame["view"].is_object());
        views.flat_map(colors).map(str::to_owned).collect()
    };
    assert_eq!(see(&white), BTreeSet::from(["w".to_owned()]));
    assert_eq!(see(&black), BTreeSet::from(["b".to_owned()]));
}

#[tokio::test]
async fn frames_are_numbered_consecutively_for_each_viewer() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    white.touch("a1").await;
    white.expect_announced(&["no_legal_moves"]).await;
    play(&mut white, &mut black, "g1f3 b8c6").await;
    for player in [&white, &black] {
        let numbers: Vec<u64> = player.received.iter().filter_map(|frame| frame["seq"].as_u64()).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    }
}

// Requirement blind-125.
#[tokio::test]
async fn both_sides_castle_kingside() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5").await;
    white.commit("e1", "g1").await;
    assert_eq!(white.expect_update().await["view"]["pieces"]["f1"]["type"], "r");
    black.expect_announced(&["white_castled_kingside"]).await;
    black.commit("e8", "g8").await;
    assert_eq!(black.expect_update().await["view"]["pieces"]["f8"]["type"], "r");
    white.expect_announced(&["black_castled_kingside"]).await;
}

// Requirements blind-98, blind-125.
#[tokio::test]
async fn both_sides_castle_queenside() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7").await;
    white.commit("e1", "c1").await;
    assert_eq!(white.expect_update().await["view"]["pieces"]["d1"]["type"], "r");
    black.expect_announced(&["white_castled_queenside"]).await;
    black.commit("e8", "c8").await;
    assert_eq!(black.expect_update().await["view"]["pieces"]["d8"]["type"], "r");
    white.expect_announced(&["black_castled_queenside"]).await;
}

// Requirement blind-125.
#[tokio::test]
async fn en_passant_is_announced_as_such() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "e2e4 a7a6 e4e5 d7d5").await;
    white.commit("e5", "d6").await;
    assert_eq!(white.expect_update().await["tally"]["byYou"], json!({"p": 1}));
    let update = black.expect_announced(&["white_moved_captured_ep"]).await;
    assert_eq!(update["view"]["pieces"].get("d5"), None);
}

// Requirements blind-81, blind-125.
#[tokio::test]
async fn a_promotion_requires_a_choice_and_is_announced() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    play(&mut white, &mut black, "a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5").await;
    white.commit("a7", "b8").await;
    white.expect_error("promotion_required").await;
    assert_eq!(white.expect_update().await["touchedPiece"], "a7");
    white.commit("a7", "b8n").await;
    assert_eq!(white.expect_update().await["view"]["pieces"]["b8"]["type"], "n");
    let update = black.expect_announced(&["white_moved_captured", "white_promoted"]).await;
    assert_eq!(update["newAnnouncements"][1]["payload"]["promotedTo"], "n");
}

// Requirement blind-127.
#[tokio::test]
async fn a_resignation_ends_the_game_and_reveals_it() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    assert_eq!(active_games(&table).await, 1);
    play(&mut white, &mut black, "e2e4 e7e5").await;
    white.send(json!({"type": "resign"})).await;
    for player in [&mut white, &mut black] {
        let update = player.expect_update().await;
        assert_end(&update, "resign", Some("b"));
        assert_eq!(colors(&update), BTreeSet::from(["b", "w"]));
        assert_eq!(update["record"]["plies"].as_array().unwrap().len(), 2);
    }
    assert_eq!(active_games(&table).await, 0);
}

// Requirement blind-127.
#[tokio::test]
async fn a_draw_is_offered_declined_offered_again_and_accepted() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    for accept in [false, true] {
        white.send(json!({"type": "offer-draw"})).await;
        assert_eq!(white.expect_update().await["drawOffer"], json!({"from": "w"}));
        assert_eq!(black.expect_update().await["drawOffer"], json!({"from": "w"}));
        black.send(json!({"type": "respond-draw", "accept": accept})).await;
        for player in [&mut black, &mut white] {
            let update = player.expect_update().await;
            assert!(update.get("drawOffer").is_none_or(Value::is_null), "{update}");
            if accept {
                assert_end(&update, "draw_agreed", None);
            } else {
                assert_eq!(update["gameStatus"], "active");
            }
        }
        if !accept {
            // A declined player may offer again after a move.
            play(&mut white, &mut black, "e2e4 e7e5").await;
        }
    }
}

// Requirement blind-125.
#[tokio::test]
async fn mate_is_announced_to_both_and_reveals_the_board() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (for_white, for_black) = play(&mut white, &mut black, "f2f3 e7e5 g2g4 d8h4").await;
    assert_eq!(announced(&for_white), ["black_moved", "black_checkmate"]);
    assert_eq!(announced(&for_black), ["black_checkmate"]);
    for update in [for_white, for_black] {
        assert_end(&update, "checkmate", Some("b"));
        assert_eq!(colors(&update), BTreeSet::from(["b", "w"]));
    }
}

// Requirement blind-125.
#[tokio::test]
async fn stalemate_is_a_draw() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("vanilla").await;
    let shortest =
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    let (for_white, for_black) = play(&mut white, &mut black, shortest).await;
    assert!(announced(&for_white).contains(&"stalemate"));
    assert_end(&for_white, "stalemate", None);
    assert_end(&for_black, "stalemate", None);
}

// Requirement blind-125.
#[tokio::test]
async fn the_third_repetition_is_a_draw() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("vanilla").await;
    let (twice, _) = play(&mut white, &mut black, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1").await;
    assert_eq!(twice["gameStatus"], "active");
    black.commit("f6", "g8").await;
    let update = black.expect_update().await;
    assert!(announced(&update).contains(&"draw_threefold"));
    assert_end(&update, "threefold", None);
}

// Requirements blind-87, blind-125.
#[tokio::test]
async fn fifty_moves_without_progress_are_a_draw() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("vanilla").await;
    let mut moves = long_game();
    let last = moves.pop().unwrap();
    let (before, _) = play(&mut white, &mut black, &moves.join(" ")).await;
    assert_eq!(before["gameStatus"], "active");
    black.commit(&last[..2], &last[2..]).await;
    let update = black.expect_update().await;
    assert!(announced(&update).contains(&"draw_fifty"));
    assert_end(&update, "fifty_move", None);
}

// Requirements blind-71, blind-78, blind-120.
#[tokio::test]
async fn a_touched_piece_must_move() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.touch("e2").await;
    assert_eq!(white.expect_update().await["touchedPiece"], "e2");
    white.commit("d2", "d4").await;
    white.expect_error("must_move_touched_piece").await;
    white.commit("e2", "e5").await;
    let update = white.expect_announced(&["illegal_move"]).await;
    assert_eq!(update["touchedPiece"], "e2");
    white.commit("e2", "e4").await;
    white.expect_update().await;
    // Black was sent the move, and nothing before it.
    black.expect_announced(&["white_moved"]).await;
    assert_eq!(black.received.iter().filter(|frame| frame["type"] == "update").count(), 1);
}

// Requirement blind-75.
#[tokio::test]
async fn the_moderator_announces_why_a_piece_cannot_move() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.touch("e5").await;
    white.expect_announced(&["no_such_piece"]).await;
    white.touch("a1").await;
    white.expect_announced(&["no_legal_moves"]).await;
    play(&mut white, &mut black, "d2d4 e7e6 h2h3 f8b4").await;
    white.touch("h3").await;
    white.expect_announced(&["wont_help"]).await;
}

// Requirements blind-2, blind-119.
#[tokio::test]
async fn only_the_side_to_move_may_move() {
    let table = Table::open().await;
    let (game, token) =
        table.create(json!({"mode": "blind", "side": "w", "highlightingEnabled": false})).await;
    let mut early = Player::connect(table.address, &game).await;
    early.hello(json!({"token": token})).await;
    early.commit("e2", "e4").await;
    early.expect_error("not_your_turn").await;
    let (_, mut black) = table.game("blind").await;
    black.commit("e7", "e5").await;
    black.expect_error("not_your_turn").await;
}

// Requirements blind-50, blind-112, blind-126.
#[tokio::test]
async fn a_player_who_returns_in_time_finds_the_game_unchanged() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (_, before) = play(&mut white, &mut black, "e2e4 e7e5 g1f3").await;
    black.touch("b8").await;
    black.expect_update().await;
    black.leave().await;
    let gone = white.expect("peer-status").await;
    let until = OPENING_TIME.0 + u64::try_from(GRACE.as_millis()).unwrap();
    assert_eq!((&gone["color"], &gone["connected"]), (&json!("b"), &json!(false)));
    assert_eq!(gone["graceUntil"], until);

    table.clock.advance(GRACE - Duration::from_millis(1));
    let (mut black, joined) = black.reconnect(table.address).await;
    assert_eq!(joined["view"], before["view"]);
    assert_eq!(joined["touchedPiece"], "b8");
    assert_eq!((&joined["you"], &joined["gameStatus"]), (&json!("b"), &json!("active")));
    let texts: Vec<_> = joined["announcements"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, ["white_moved", "white_moved"]);
    assert_eq!(white.expect("peer-status").await["connected"], true);

    table.clock.advance(GRACE);
    black.commit("b8", "c6").await;
    assert_eq!(black.expect_update().await["gameStatus"], "active");
    white.expect_announced(&["black_moved"]).await;
}

// Requirement blind-126.
#[tokio::test]
async fn an_absent_player_loses() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    black.leave().await;
    white.expect("peer-status").await;
    table.clock.advance(GRACE);
    assert_end(&white.expect_update().await, "abandoned", Some("w"));
}

// Requirement blind-126.
#[tokio::test]
async fn a_game_without_both_players_has_no_winner() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.leave().await;
    black.expect("peer-status").await;
    table.clock.advance(GRACE / 2);
    black.leave().await;
    table.settle(&black.game).await;
    table.clock.advance(GRACE / 2);
    let (_, joined) = black.reconnect(table.address).await;
    assert_end(&joined, "abandoned", None);
}

// Requirement blind-116.
#[tokio::test]
async fn a_second_socket_of_the_same_player_supersedes_the_first() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (mut second, joined) = white.reconnect(table.address).await;
    assert_eq!(joined["you"], "w");
    let closed = white.expect_closed().await;
    assert_eq!((closed.code, closed.reason.as_str()), (4001, "superseded"));
    play(&mut second, &mut black, "e2e4 e7e5").await;
    assert!(black.received.iter().all(|frame| frame["connected"] != false), "the player was never absent");
}

// Requirement blind-63.
#[tokio::test]
async fn a_third_player_is_rejected() {
    let table = Table::open().await;
    let (white, _black) = table.game("blind").await;
    for fields in [json!({}), json!({"joinAs": "auto"}), json!({"token": "abcdefghijklmnopqrstuvwx"})] {
        let mut third = Player::connect(table.address, &white.game).await;
        third.say_hello(fields).await;
        third.expect_error("spectators_disabled").await;
        assert_eq!(third.expect_closed().await.code, 4003);
    }
}

// Requirement blind-62.
#[tokio::test]
async fn a_taken_colour_is_refused_and_the_other_stays_available() {
    let table = Table::open().await;
    let (game, _) =
        table.create(json!({"mode": "vanilla", "side": "white", "highlightingEnabled": false})).await;
    let mut second = Player::connect(table.address, &game).await;
    second.say_hello(json!({"joinAs": "w"})).await;
    second.expect_error("slot_taken").await;
    assert_eq!(second.hello(json!({"joinAs": "b"})).await["you"], "b");
}

#[tokio::test]
async fn a_repeated_command_has_one_effect_and_two_answers() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    for _ in 0..2 {
        white.send(json!({"type": "commit", "from": "e2", "to": "e4", "id": "first"})).await;
        let update = white.expect_update().await;
        assert_eq!((&update["ack"], &update["ply"]), (&json!("first"), &json!(1)));
    }
    black.expect_announced(&["white_moved"]).await;
    play(&mut black, &mut white, "e7e5 g1f3").await;
    let moves_seen = black.received.iter().filter(|frame| frame["type"] == "update").count();
    assert_eq!(moves_seen, 3);
}

// Requirement blind-15.
#[tokio::test]
async fn a_finished_game_is_removed_after_its_time() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    black.expect_update().await;
    table.clock.advance(Duration::from_secs(30 * 60));
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect_closed().await.code, 4004);
    }
    let mut late = Player::connect(table.address, &white.game).await;
    late.say_hello(json!({})).await;
    late.expect_closed().await;
}

// Requirements gambit-68, gambit-69.
#[tokio::test]
async fn games_do_not_mix() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    let (mut other_white, mut other_black) = pair(table.address, "vanilla").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    let (_, other) = play(&mut other_white, &mut other_black, "d2d4 d7d5").await;
    assert_eq!(other["view"]["pieces"].get("e4"), None);
    let (game, _) = create(table.address, json!({"mode": "blind", "highlightingEnabled": true})).await;
    let mut stranger = Player::connect(table.address, &game).await;
    stranger.game.clone_from(&white.game);
    stranger.say_hello(json!({"token": white.token})).await;
    stranger.expect_error("malformed").await;
}

fn assert_end(frame: &Value, reason: &str, winner: Option<&str>) {
    assert_eq!((&frame["gameStatus"], &frame["endReason"]), (&json!("finished"), &json!(reason)), "{frame}");
    assert_eq!(frame.get("winner").and_then(Value::as_str), winner, "{frame}");
}

async fn active_games(table: &Table) -> u64 {
    let health = common::http::get(table.address, "/api/health").await.json();
    assert_eq!(health["ok"], true);
    health["activeGames"].as_u64().unwrap()
}
