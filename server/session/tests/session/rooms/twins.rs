//! A blind room tells no more than a blind game: twins whose player may not know the difference are sent the same bytes.

use serde_json::{Value, json};
use session::ConnId;

use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN, types};

fn blind(rules: &[&str]) -> Room {
    Room::seated(&json!({"mode": "blind", "rulesetIds": rules}))
}

#[test]
fn a_blind_player_sees_the_own_pieces_and_hears_the_moderator() {
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
    // A loss is the player's own: all that was said of the piece is taken back.
    room.play("e4d5 d8d5");
    let lost = room.last(W, "game.delta").unwrap()["retracted"].clone();
    let lost: Vec<_> = lost.as_array().unwrap().iter().filter(|fact| fact["id"] == 13).collect();
    assert_eq!(lost.len(), 4, "{lost:#?}");
    room.close(W);
    room.come(ConnId(3), WHITE_TOKEN);
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

/// The same by White, and something else by Black in each world.
fn twins(white: &str, black: [&str; 2]) {
    let mut worlds = [blind(&[]), blind(&[])];
    let mut black = black.map(|moves| moves.split_whitespace().collect::<Vec<_>>());
    for (index, mv) in white.split_whitespace().enumerate() {
        for (number, (world, moves)) in worlds.iter_mut().zip(&mut black).enumerate() {
            world.now += 1_000;
            world.make(W, mv);
            // Tries that come to nothing are the other player's own business.
            if index % 2 == number {
                world.make(B, "a1a2");
            }
            let answer = world.make(B, moves.remove(0));
            assert_eq!(answer[0]["type"], "game.delta", "{answer:#?}");
        }
    }
    for world in &mut worlds {
        world.close(W);
        world.come(ConnId(3), WHITE_TOKEN);
        assert_eq!(types(&world.frames(ConnId(3)))[0], "game.state");
    }
    for conn in [W, ConnId(3)] {
        assert_eq!(worlds[0].texts(conn), worlds[1].texts(conn));
    }
}

#[test]
fn quiet_moves_of_the_other_side_are_all_the_same() {
    twins("e2e4 g1f3 f1e2 e1g1", ["e7e5 d7d5 b8c6 g8f6", "h7h6 h6h5 h5h4 a7a6"]);
    twins("a2a3 b2b3", ["g8f6 f6g8", "a7a5 b7b5"]);
}

/// Every way that could be a move, in an order that a seed decides.
fn ways(mut seed: u64) -> Vec<String> {
    let squares = || ('1'..='8').flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    let mut all: Vec<(u64, String)> = Vec::new();
    for from in squares() {
        for to in squares().filter(|to| *to != from) {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            all.push((seed >> 20, format!("{from}{to}")));
        }
    }
    all.sort();
    all.into_iter().map(|(_, way)| way).collect()
}

/// What the rules tell the viewer of the latest move: the moderator's words, and which own pieces were lost.
fn declassified(room: &Room, viewer: ConnId) -> Option<(Value, Vec<Value>, bool)> {
    let delta = room.last(viewer, "game.delta")?;
    let said: Vec<Value> =
        delta["announcements"].as_array()?.iter().map(|said| said["text"].clone()).collect();
    let lost = delta["retracted"].as_array()?.iter().filter(|fact| fact["attr"] == "Color");
    let lost = lost.map(|fact| fact["id"].clone()).collect();
    Some((said.into(), lost, delta["gameOver"].is_null()))
}

fn is_told_alike(worlds: &[Room; 2]) -> bool {
    declassified(&worlds[0], W) == declassified(&worlds[1], W)
}

/// Two games in which White does the same and Black something else. As long as the rules tell White the same, every byte is the same. Gives how
/// many moves of Black's were others.
fn pair(seeds: &[u64], rules: &[&str]) -> usize {
    let mut worlds = [blind(rules), blind(rules)];
    let mut others = 0;
    for (index, &seed) in seeds.iter().enumerate() {
        // White tries until something is made in both worlds; what is refused is refused with the same bytes.
        let made = ways(seed).into_iter().find(|way| {
            let is_made = [0, 1].map(|world| {
                worlds[world].now += 7;
                let answer = worlds[world].make(W, way);
                answer[0]["type"] == "game.delta"
            });
            is_made[0] || is_made[1]
        });
        // A way that one world alone has tells the worlds apart, by the rules.
        if made.is_none() || worlds[0].plies() != worlds[1].plies() || !is_told_alike(&worlds) {
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
            ways(seed).into_iter().find(|way| room.make(B, way)[0]["type"] == "game.delta")
        });
        if black.contains(&None) || !is_told_alike(&worlds) {
            break;
        }
        others += usize::from(black[0] != black[1]);
        assert_same(&worlds);
        if worlds[0].last(W, "game.end").is_some() {
            break;
        }
        if index % 4 == 3 {
            for world in &mut worlds {
                world.come(ConnId(100), WHITE_TOKEN);
                world.come(ConnId(101), BLACK_TOKEN);
                world.come(W, WHITE_TOKEN);
                world.come(B, BLACK_TOKEN);
            }
            assert_eq!(worlds[0].texts(ConnId(100)), worlds[1].texts(ConnId(100)));
        }
    }
    others
}

fn assert_same(worlds: &[Room; 2]) {
    let is_over = |room: &Room| room.last(W, "game.end").is_some();
    // What is over is open.
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
fn what_white_may_not_know_makes_no_difference_in_any_byte() {
    let mut others = 0;
    for seed in 0..9_u64 {
        let rules: &[&str] = [&[][..], &["pawns-move-backward"], &["torpedo"]][seed as usize % 3];
        let seeds: Vec<u64> = (0..8).map(|ply| (seed << 32) | (ply * 0x9e37_79b9)).collect();
        others += pair(&seeds, rules);
    }
    assert!(others > 18, "{others} moves in 9 pairs");
}
