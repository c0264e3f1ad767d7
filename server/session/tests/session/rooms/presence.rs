//! Disconnecting and returning: missed messages, acknowledgements, and the grace period.

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

// Requirements rooms-36, rooms-37, rooms-42, rooms-43, rooms-62, rooms-64.
#[test]
fn a_returning_player_is_sent_the_state_and_the_missed_deltas() {
    let mut room = Room::open();
    room.play("e2e4 e7e5");
    room.close(B);
    room.play("g1f3");
    let back = room.connect(B2, BLACK_TOKEN);
    assert_eq!(types(&back), ["game.state", "game.delta"]);
    assert_eq!((numbers(&back), plies(&back)), (vec![5, 6], vec![3, 3]));
    let state = &back[0]["payload"];
    assert_eq!(state["lastSeq"], 5);
    assert_eq!(state["moveHistory"], json!(["e2-e4", "e7-e5", "g1-f3"]));
    assert_eq!(state["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(back[1]["payload"], room.last(W, "game.delta").unwrap());
    // Deltas once sent again are no longer missed.
    room.close(B2);
    assert_eq!(types(&room.connect(B, BLACK_TOKEN)), ["game.state"]);
}

// Requirement rooms-64.
#[test]
fn an_acknowledging_player_is_sent_everything_since() {
    let mut room = Room::open();
    room.play("e2e4 e7e5 g1f3");
    // Black was sent 1 (joined), 2 (state), and one delta for each ply: 3, 4, 5.
    room.close(B);
    let back = room.connect_with_ack(B2, BLACK_TOKEN, 3).unwrap();
    assert_eq!(types(&back), ["game.state", "game.delta", "game.delta"]);
    assert_eq!((numbers(&back), plies(&back)), (vec![6, 7, 8], vec![3, 2, 3]));
    room.close(B2);
    // A number of the previous connection is no longer valid.
    let back = room.connect_with_ack(B, BLACK_TOKEN, 7).unwrap();
    assert_eq!((numbers(&back), plies(&back)), (vec![9, 10], vec![3, 3]));
    room.close(B);
    let back = room.connect_with_ack(B2, BLACK_TOKEN, 10).unwrap();
    assert_eq!(types(&back), ["game.state"]);
}

// Requirement rooms-4.
#[test]
fn any_message_may_carry_an_acknowledgement() {
    let mut room = Room::open();
    room.play("e2e4 e7e5 g1f3");
    room.say_with(B, "heartbeat", json!({}), json!({"ack": 4}));
    room.close(B);
    let back = room.connect(B2, BLACK_TOKEN);
    assert_eq!(plies(&back), [3, 3]);
    // An older acknowledgement has no effect.
    room.say_with(B2, "heartbeat", json!({}), json!({"ack": 8}));
    room.say_with(B2, "heartbeat", json!({}), json!({"ack": 1}));
    room.close(B2);
    assert_eq!(types(&room.connect(B, BLACK_TOKEN)), ["game.state"]);
}

#[test]
fn a_second_socket_replaces_the_first() {
    let mut room = Room::open();
    assert_eq!(types(&room.connect(W2, WHITE_TOKEN)), ["game.state"]);
    assert_eq!(room.closed(W), Some((4001, "superseded")));
    assert_eq!(room.make(W, "e2e4"), Vec::<Value>::new(), "the first has no seat any more");
    assert_eq!(types(&room.make(W2, "e2e4")), ["game.delta"]);
    room.close(W);
    assert_eq!(room.session.next_timeout(), None, "the player is there");
}

#[test]
fn the_creator_may_return_before_the_second_player_joins() {
    let mut room = Room::create(&json!({})).unwrap();
    room.close(W);
    let back = room.connect(W2, WHITE_TOKEN);
    assert_eq!(types(&back), ["room.created"]);
    assert_eq!(back[0]["payload"]["token"], WHITE_TOKEN);
    assert_eq!(back[0]["seq"], 2);
    room.close(W2);
    assert_eq!(room.session.prunable_at(), Some(UnixMs(MINUTE)));
    assert_eq!(types(&room.join(B)), ["room.joined", "game.state"]);
    assert_eq!(room.session.next_timeout(), Some(UnixMs(MINUTE)), "the other player has a minute to arrive");
    assert_eq!(types(&room.connect(W, WHITE_TOKEN)), ["game.state"]);
    room.play("e2e4 e7e5");
}

// Requirements rooms-19, rooms-55, rooms-60, rooms-61, rooms-66.
#[test]
fn a_minute_of_absence_counts_as_leaving() {
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
fn a_room_without_players_ends_silently() {
    let mut room = Room::open();
    room.close(W);
    room.close(B);
    let before = room.frames(W).len() + room.frames(B).len();
    room.wait(MINUTE);
    assert_eq!(room.frames(W).len() + room.frames(B).len(), before);
    assert_eq!(room.session.prunable_at(), Some(UnixMs(MINUTE)));
}

// Requirement rooms-3.
#[test]
fn numbering_continues_after_earlier_messages_of_the_socket() {
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
