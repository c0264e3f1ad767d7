//! Comparison of what a player sees by sight.

use std::collections::BTreeSet;

use ggn_core::{Location, Side};
use serde_json::{Value, json};
use session::protocol::player::Color;

use super::super::oracle::{Knowledge, Model};
use super::same;

/// Compares the seen squares, the enemy pieces on them, the offered moves and the course of the game. Other games have none of them.
pub(super) fn seen(model: &Model, side: Side, known: &Knowledge, frame: &Value) -> Result<(), String> {
    let rules = model.board.rules();
    let name = |square| rules.shape().cell(square).unwrap().to_string();
    let view = &frame["view"];
    let Some(sight) = &known.sight else {
        return same(
            &json!([null, null, null, null]),
            &json!([view["seen"], view["legalMoves"], frame["seenMoves"], frame["latestSeenMove"]]),
        );
    };
    let squares: BTreeSet<String> = sight.squares.iter().map(|&square| name(square)).collect();
    let found: BTreeSet<&str> =
        view["seen"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
    same(&json!(squares), &json!(found))?;

    let mut enemies: Vec<Value> =
        sight.enemies.iter().map(|(square, qpi, points)| json!([name(*square), qpi, points])).collect();
    enemies.sort_by_key(Value::to_string);
    let own = json!(Color::from(side));
    let pieces = view["pieces"].as_object().unwrap().iter();
    let pieces = pieces.filter(|(_, piece)| piece["neutral"] != true && piece["color"] != own);
    let mut found: Vec<Value> =
        pieces.map(|(square, piece)| json!([square, piece["qpi"], piece["points"]])).collect();
    found.sort_by_key(Value::to_string);
    same(&json!(enemies), &json!(found))?;

    let ways: Option<BTreeSet<String>> = sight.moves.as_ref().map(|_| {
        let moves = model.open_moves();
        let ends = moves.iter().filter(|mv| !rules.is_pass(mv)).map(|mv| match mv.source {
            Location::Square(from) => format!("{} {}", name(from), name(mv.destination.square().unwrap())),
            Location::Hand => {
                let piece = rules.piece(mv.piece).unwrap().qpi;
                format!("{piece} {}", name(mv.destination.square().unwrap()))
            }
        });
        let passes = moves.iter().any(|mv| rules.is_pass(mv)).then(|| "pass".to_owned());
        ends.chain(passes).collect()
    });
    let word = |offered: &Value| match (offered["from"].as_str(), offered["drop"].as_str()) {
        (Some(start), _) | (None, Some(start)) => format!("{start} {}", offered["to"].as_str().unwrap()),
        (None, None) => "pass".to_owned(),
    };
    let offered: Option<BTreeSet<String>> =
        view["legalMoves"].as_array().map(|offered| offered.iter().map(word).collect());
    same(&json!(ways), &json!(offered))?;

    let course: Vec<Value> = (1..)
        .zip(&sight.course)
        .map(|(ply, (by, from, to)): (u32, _)| {
            let from = from.map(|from| from.square().map_or_else(|| "*".to_owned(), name));
            json!([ply, Color::from(*by), from, to.map(name)])
        })
        .collect();
    let told = |seen: &Value| json!([seen["ply"], seen["by"], seen["from"], seen["to"]]);
    match frame["type"].as_str() {
        Some("joined") => {
            let found: Vec<Value> = frame["seenMoves"].as_array().into_iter().flatten().map(told).collect();
            same(&json!(course), &json!(found))
        }
        _ => same(
            &course.last().cloned().unwrap_or(json!([null, null, null, null])),
            &told(&frame["latestSeenMove"]),
        ),
    }
}
