//! A blind room discloses no more than a blind game: paired rooms send the same bytes to a player who may not know their difference.

use serde_json::{Value, json};
use session::ConnId;

use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN, shuffled_tries, types};

fn blind(rules: &[&str]) -> Room {
    Room::seated(&json!({"mode": "blind", "rulesetIds": rules}))
}

#[test]
fn a_blind_player_sees_their_own_pieces_and_the_announcements() {
    let mut room = blind(&[]);
    let state = room.last(W, "game.state").unwrap();
    assert_eq!(state["fen"], "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
    assert_eq!(state["announcements"], json!([]));
    let facts = state["facts"].as_array().unwrap();
    assert!(facts.iter().all(|fact| fact["attr"] != "Color" || fact["value"] == "white"));
    assert!(facts.iter().all(|fact| fact["attr"] != "HalfmoveClock" && fact["id"].as_u64().unwrap() <= 16));
    room.play("e2e4 d7d5");
    let delta = room.last(W, "game.delta").unwrap();
    assert_eq!(
        (&delta["moveNotation"], &delta["announcements"][0]["text"]),
        (&Value::Null, &json!("black_moved"))
    );
    let own = room.last(B, "game.delta").unwrap();
    assert_eq!((&own["moveNotation"], &own["announcements"]), (&json!("d7d5"), &json!([])));
    // A loss is known to its owner: all facts of the piece are removed.
    room.play("e4d5 d8d5");
    let lost = room.last(W, "game.delta").unwrap()["retracted"].clone();
    let lost: Vec<_> = lost.as_array().unwrap().iter().filter(|fact| fact["id"] == 13).collect();
    assert_eq!(lost.len(), 4, "{lost:#?}");
    room.close(W);
    room.connect(ConnId(3), WHITE_TOKEN);
    let state = room.last(ConnId(3), "game.state").unwrap();
    assert_eq!(state["moveHistory"], json!(["e2-e4", "e4-d5"]));
    assert_eq!(state["fen"], "8/8/8/8/8/8/PPPP1PPP/RNBQKBNR w KQ - 0 3");
}

#[test]
fn the_end_of_a_blind_game_shows_everything() {
    let mut room = blind(&[]);
    room.play("f2f3 e7e5 g2g4 d8h4");
    let frames = room.frames(W);
    assert_eq!(types(&frames[frames.len() - 2..]), ["game.delta", "game.end"]);
    let delta = &frames[frames.len() - 2]["payload"];
    assert_eq!(delta["moveNotation"], "d8h4");
    let colors = delta["inserted"].as_array().unwrap().iter().filter(|fact| fact["attr"] == "Color");
    assert_eq!(colors.count(), 16, "the other army");
    let mut room = blind(&[]);
    room.play("e2e4");
    let end = room.during(B, |room| drop(room.say(W, "room.leave", json!({}))));
    assert_eq!(end[0]["payload"]["finalFen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
}

/// Plays the same moves of White and different ones of Black in two rooms.
fn paired_rooms(white: &str, black: [&str; 2]) {
    let mut worlds = [blind(&[]), blind(&[])];
    let mut black = black.map(|moves| moves.split_whitespace().collect::<Vec<_>>());
    for (index, mv) in white.split_whitespace().enumerate() {
        for (number, (world, moves)) in worlds.iter_mut().zip(&mut black).enumerate() {
            world.now += 1_000;
            world.make(W, mv);
            // Refused tries are private to the other player.
            if index % 2 == number {
                world.make(B, "a1a2");
            }
            let answer = world.make(B, moves.remove(0));
            assert_eq!(answer[0]["type"], "game.delta", "{answer:#?}");
        }
    }
    for world in &mut worlds {
        world.close(W);
        world.connect(ConnId(3), WHITE_TOKEN);
        assert_eq!(types(&world.frames(ConnId(3)))[0], "game.state");
    }
    for conn in [W, ConnId(3)] {
        assert_eq!(worlds[0].texts(conn), worlds[1].texts(conn));
    }
}

#[test]
fn quiet_moves_of_the_other_side_are_indistinguishable() {
    paired_rooms("e2e4 g1f3 f1e2 e1g1", ["e7e5 d7d5 b8c6 g8f6", "h7h6 h6h5 h5h4 a7a6"]);
    paired_rooms("a2a3 b2b3", ["g8f6 f6g8", "a7a5 b7b5"]);
}

/// Returns the facts that the latest move discloses to the viewer: the announcements, and the lost pieces.
fn disclosed(room: &Room, viewer: ConnId) -> Option<(Value, Vec<Value>, bool, Vec<Value>)> {
    let delta = room.last(viewer, "game.delta")?;
    let announcements: Vec<Value> =
        delta["announcements"].as_array()?.iter().map(|announcement| announcement["text"].clone()).collect();
    let lost = delta["retracted"].as_array()?.iter().filter(|fact| fact["attr"] == "Color");
    let lost = lost.map(|fact| fact["id"].clone()).collect();
    // By the own hand a player learns what the own move has captured.
    let hand = delta["inserted"].as_array()?.iter().filter(|fact| fact["attr"] == "HandOfWhite");
    Some((announcements.into(), lost, delta["gameOver"].is_null(), hand.cloned().collect()))
}

fn disclose_the_same(worlds: &[Room; 2]) -> bool {
    disclosed(&worlds[0], W) == disclosed(&worlds[1], W)
}

/// Plays two games in which White makes the same moves and Black different ones. While the rules disclose the same to White, every byte is the same.
/// Returns the number of differing moves of Black, and that of the drops among them. `opening` is played in both worlds; `drops` are the pieces that White
/// may have in the hand.
fn pair(seeds: &[u64], payload: &Value, opening: &str, drops: &[&str]) -> (usize, usize) {
    let mut worlds = [Room::seated(payload), Room::seated(payload)];
    for world in &mut worlds {
        world.play(opening);
    }
    let theirs: Vec<String> = drops.iter().map(|piece| piece.to_lowercase()).collect();
    let theirs: Vec<&str> = theirs.iter().map(String::as_str).collect();
    let (mut others, mut dropped) = (0, 0);
    for (index, &seed) in seeds.iter().enumerate() {
        // White tries until a move is made in both worlds; refusals are compared too.
        let made = shuffled_tries(seed, drops).into_iter().find(|candidate| {
            let is_made = [0, 1].map(|world| {
                worlds[world].now += 7;
                let answer = worlds[world].make(W, candidate);
                answer[0]["type"] == "game.delta"
            });
            is_made[0] || is_made[1]
        });
        // A move that is legal in one world only distinguishes the worlds, by the rules.
        if made.is_none() || worlds[0].plies() != worlds[1].plies() || !disclose_the_same(&worlds) {
            break;
        }
        assert_same(&worlds);
        if worlds[0].last(W, "game.end").is_some() {
            break;
        }
        let black = [0, 1].map(|world| {
            worlds[world].now += 5;
            let seed = seed ^ if world == 0 { 0 } else { 0x5555 };
            let room = &mut worlds[world];
            shuffled_tries(seed, &theirs)
                .into_iter()
                .find(|candidate| room.make(B, candidate)[0]["type"] == "game.delta")
        });
        if black.contains(&None) || !disclose_the_same(&worlds) {
            break;
        }
        if black[0] != black[1] {
            others += 1;
            dropped += black.iter().flatten().filter(|mv| mv.contains('@')).count();
        }
        assert_same(&worlds);
        if worlds[0].last(W, "game.end").is_some() {
            break;
        }
        if index % 4 == 3 {
            for world in &mut worlds {
                world.connect(ConnId(100), WHITE_TOKEN);
                world.connect(ConnId(101), BLACK_TOKEN);
                world.connect(W, WHITE_TOKEN);
                world.connect(B, BLACK_TOKEN);
            }
            assert_eq!(worlds[0].texts(ConnId(100)), worlds[1].texts(ConnId(100)));
        }
    }
    (others, dropped)
}

fn assert_same(worlds: &[Room; 2]) {
    let is_over = |room: &Room| room.last(W, "game.end").is_some();
    // A finished game is open.
    if is_over(&worlds[0]) && is_over(&worlds[1]) {
        return;
    }
    let [one, other] = [0, 1].map(|world| worlds[world].texts(W));
    for (here, there) in one.iter().zip(other) {
        assert_eq!(here, there);
    }
    assert_eq!(one.len(), other.len());
}

#[test]
fn hidden_facts_make_no_difference_in_any_byte() {
    let is_long = dev::is_long();
    let pairs = if is_long { 60 } else { 3 };
    let mut others = 0;
    for seed in 0..pairs {
        let rules: &[&str] = [&[][..], &["pawns-move-backward"], &["torpedo"]][seed as usize % 3];
        let rules = json!({"mode": "blind", "rulesetIds": rules});
        let seeds: Vec<u64> = (0..8).map(|ply| (seed << 32) | (ply * 0x9e37_79b9)).collect();
        others += pair(&seeds, &rules, "", &[]).0;
    }
    assert!(others > 2 * pairs as usize, "{others} moves in {pairs} pairs");
}

#[test]
fn hidden_hands_make_no_difference_in_any_byte() {
    let pairs = if dev::is_long() { 60 } else { 4 };
    let mut drops = 0;
    for seed in 0..pairs {
        let seeds: Vec<u64> = (0..16).map(|ply| (seed << 32) | (ply * 0x9e37_79b9 + 7)).collect();
        let rules = json!({"mode": "blind", "ruleset": "crazyhouse"});
        // Both have a pawn in the hand, and Black drops another or elsewhere, if at all.
        drops += pair(&seeds, &rules, "e2e4 d7d5 e4d5 d8d5", &["C:P", "C:N", "C:B", "C:R", "C:Q"]).1;
    }
    assert!(drops > 0, "no drop in {pairs} pairs");
}
