//! Plausible tries: by geometry and by what the player sees, without knowledge of the other side.

use dev::Random;
use serde_json::Value;

use super::state::State;

/// A try: from, to, and the promotion of a pawn.
pub(crate) type Try = (String, String, Option<&'static str>);

/// Short scripted games that are played now and then, so that every kind of game end occurs.
pub(crate) const SCRIPTS: [&str; 5] = [
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
    "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "e2e4 a7a6 e4e5 d7d5 e5d6 e7e5 g1f3 f8d6 f1c4 g8f6 e1g1 e8g8",
];

fn square(file: i8, rank: i8) -> Option<String> {
    let on = (0..8).contains(&file) && (0..8).contains(&rank);
    on.then(|| format!("{}{}", (b'a' + file.unsigned_abs()) as char, rank + 1))
}

fn place(name: &str) -> (i8, i8) {
    let bytes = name.as_bytes();
    (bytes[0].cast_signed() - b'a'.cast_signed(), bytes[1].cast_signed() - b'1'.cast_signed())
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Returns the squares that a piece might reach, as far as its player sees.
fn goals(state: &State, me: &str, from: &str, kind: &str) -> Vec<Try> {
    let (file, rank) = place(from);
    let mine = |name: &str| state.color_on(name) == Some(me);
    let free = |name: &str| state.color_on(name).is_none();
    let mut goals = Vec::new();
    let mut add = |to: String, promotion| goals.push((from.to_owned(), to, promotion));
    let mut slide = |ways: &[(i8, i8)], far: i8| {
        for (by_file, by_rank) in ways {
            for step in 1..=far {
                let Some(to) = square(file + by_file * step, rank + by_rank * step) else { break };
                if mine(&to) {
                    break;
                }
                let stop = !free(&to);
                add(to, None);
                if stop {
                    break;
                }
            }
        }
    };
    match kind {
        "k" => {
            slide(&[STRAIGHT, SLANTED].concat(), 1);
            slide(&[(2, 0), (-2, 0)], 1);
        }
        "q" => slide(&[STRAIGHT, SLANTED].concat(), 7),
        "r" => slide(&STRAIGHT, 7),
        "b" => slide(&SLANTED, 7),
        "n" => slide(&LEAPS, 1),
        _ => {
            let ahead = if me == "w" { 1 } else { -1 };
            let last = rank + ahead == 7 || rank + ahead == 0;
            let promotion = last.then_some("q");
            let first = rank == if me == "w" { 1 } else { 6 };
            if let Some(to) = square(file, rank + ahead).filter(|to| free(to)) {
                add(to, promotion);
                if let Some(to) = square(file, rank + 2 * ahead).filter(|to| first && free(to)) {
                    add(to, None);
                }
            }
            for side in [-1, 1] {
                if let Some(to) = square(file + side, rank + ahead).filter(|to| !mine(to)) {
                    add(to, promotion);
                }
            }
        }
    }
    goals
}

/// Returns a random plausible try, of the touched piece if there is one.
pub(crate) fn some_try(state: &State, me: &str, chance: &mut Random) -> Option<Try> {
    let pieces = state.pieces().as_object()?;
    let touched = state.touched();
    let goals: Vec<_> = pieces
        .iter()
        .filter(|(square, piece)| piece["color"] == me && touched.is_none_or(|only| only == *square))
        .flat_map(|(square, piece): (&String, &Value)| {
            goals(state, me, square, piece["type"].as_str().unwrap_or_default())
        })
        .collect();
    (!goals.is_empty()).then(|| chance.pick(&goals).clone())
}
