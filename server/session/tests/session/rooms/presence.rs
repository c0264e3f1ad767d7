//! Going and coming back: what was missed, what was acknowledged, and how long one may stay away.

use serde_json::{Value, json};
use session::{ConnId, UnixMs};

use super::room::{B, BLACK_TOKEN, MINUTE, Room, W, WHITE_TOKEN, types};

const W2: ConnId = ConnId(3);
const B2: ConnId = ConnId(4);

fn numbers(frames: &[Value]) -> Vec<u64> {
    frames.iter().map(|frame| frame["seq"].as_u64().unwrap()).collect()
}

fn plies(frames: &[Value]) -> Vec<u64> {
    frames.iter().filter_map(|frame| frame["payload"]["ply"].as_u64()).collect()
}

#[test]
fn who_comes_back_is_given_the_state_and_what_was_missed() {
    let mut room = Room::open();
    room.play("e2e4 e7e5");
    room.close(B);
    room.play("g1f3");
    let back = room.come(B2, BLACK_TOKEN);
    assert_eq!(types(&back), ["game.state", "game.delta"]);
    assert_eq!((numbers(&back), plies(&back)), (vec![5, 6], vec![3, 3]));
    let state = &back[0]["payload"];
    assert_eq!(state["lastSeq"], 5);
    assert_eq!(state["moveHistory"], json!(["e2-e4", "e7-e5", "g1-f3"]));
    assert_eq!(state["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(back[1]["payload"], room.last(W, "game.delta").unwrap());
    // Once told it is not missed any more.
    room.close(B2);
    assert_eq!(types(&room.come(B, BLACK_TOKEN)), ["game.state"]);
}

#[test]
fn who_acknowledges_is_given_everything_since() {
    let mut room = Room::open();
    room.play("e2e4 e7e5 g1f3");
    // Black was sent 1 (joined), 2 (state), and one delta for each ply: 3, 4, 5.
    room.close(B);
    let back = room.come_with(B2, BLACK_TOKEN, 3).unwrap();
    assert_eq!(types(&back), ["game.state", "game.delta", "game.delta"]);
    assert_eq!((numbers(&back), plies(&back)), (vec![6, 7, 8], vec![3, 2, 3]));
    room.close(B2);
    // The number of the time before does not count any more.
    let back = room.come_with(B, BLACK_TOKEN, 7).unwrap();
    assert_eq!((numbers(&back), plies(&back)), (vec![9, 10], vec![3, 3]));
    room.close(B);
    let back = room.come_with(B2, BLACK_TOKEN, 10).unwrap();
    assert_eq!(types(&back), ["game.state"]);
}

#[test]
fn an_acknowledgement_may_stand_on_any_message() {
    let mut room = Room::open();
    room.play("e2e4 e7e5 g1f3");
    room.say_with(B, "heartbeat", json!({}), json!({"ack": 4}));
    room.close(B);
    let back = room.come(B2, BLACK_TOKEN);
    assert_eq!(plies(&back), [3, 3]);
    // An older one takes nothing back.
    room.say_with(B2, "heartbeat", json!({}), json!({"ack": 8}));
    room.say_with(B2, "heartbeat", json!({}), json!({"ack": 1}));
    room.close(B2);
    assert_eq!(types(&room.come(B, BLACK_TOKEN)), ["game.state"]);
}

#[test]
fn a_second_socket_takes_the_place_of_the_first() {
    let mut room = Room::open();
    assert_eq!(types(&room.come(W2, WHITE_TOKEN)), ["game.state"]);
    assert_eq!(room.closed(W), Some((4001, "superseded")));
    assert_eq!(room.make(W, "e2e4"), Vec::<Value>::new(), "the first has no seat any more");
    assert_eq!(types(&room.make(W2, "e2e4")), ["game.delta"]);
    room.close(W);
    assert_eq!(room.session.next_timeout(), None, "the player is there");
}

#[test]
fn who_made_a_room_may_come_back_to_it_before_anybody_joins() {
    let mut room = Room::create(&json!({})).unwrap();
    room.close(W);
    let back = room.come(W2, WHITE_TOKEN);
    assert_eq!(types(&back), ["room.created"]);
    assert_eq!(back[0]["payload"]["token"], WHITE_TOKEN);
    assert_eq!(back[0]["seq"], 2);
    room.close(W2);
    assert_eq!(room.session.prunable_at(), Some(UnixMs(MINUTE)));
    assert_eq!(types(&room.join(B)), ["room.joined", "game.state"]);
    assert_eq!(room.session.next_timeout(), Some(UnixMs(MINUTE)), "the other one has a minute to come");
    assert_eq!(types(&room.come(W, WHITE_TOKEN)), ["game.state"]);
    room.play("e2e4 e7e5");
}

#[test]
fn who_stays_away_for_a_minute_has_left() {
    let mut room = Room::open();
    room.play("e2e4");
    room.close(W);
    room.now = MINUTE - 1;
    room.play("e7e5");
    let end = room.during(B, |room| room.wait(1));
    assert_eq!(types(&end), ["game.end"]);
    let payload = &end[0]["payload"];
    assert_eq!([&payload["winner"], &payload["reason"]], ["black", "player_left"]);
    assert_eq!(payload["finalFen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!(room.make(B, "d7d5")[0]["payload"]["code"], "GAME_OVER");
    room.close(B);
    assert_eq!(room.session.prunable_at(), Some(UnixMs(MINUTE)), "at once");
}

#[test]
fn when_both_are_gone_nobody_is_told_and_the_room_goes() {
    let mut room = Room::open();
    room.close(W);
    room.close(B);
    let before = room.frames(W).len() + room.frames(B).len();
    room.wait(MINUTE);
    assert_eq!(room.frames(W).len() + room.frames(B).len(), before);
    assert_eq!(room.session.prunable_at(), Some(UnixMs(MINUTE)));
}

#[test]
fn a_socket_that_was_told_something_before_goes_on_from_there() {
    let mut room = Room::create(&json!({})).unwrap();
    let entrance = session::protocol::rooms::Entrance {
        claim: session::protocol::rooms::Claim::Nothing,
        ack: None,
        sent: 7,
    };
    let fresh = session::RoomToken::from_random([0x22; 16]);
    room.input(session::Input::Enter { conn: B, entrance, fresh });
    assert_eq!(numbers(&room.frames(B)), [8, 9]);
}
