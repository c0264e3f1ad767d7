//! Whether the session says what the oracle foresaw, to both players: a property over declassified facts is worth what they are worth.

mod duels;

use std::collections::BTreeMap;

use ggn_core::Side;
use serde_json::{Value, json};
use session::protocol::player::Color;
use session::{Output, UnixMs};

use super::oracle::{Presence, Said};
use super::world::World;

/// Compares every frame of an ongoing game with the truth of its viewer.
///
/// # Errors
/// What was expected, and what came.
pub(crate) fn check(world: &mut World, outputs: &[Output]) -> Result<(), String> {
    if world.truth.is_over() {
        return Ok(());
    }
    // Who has just been greeted is told everything, twice where captures are bid for.
    let mut greeted = None;
    for output in outputs {
        let Output::Send { conn, frame } = output else { continue };
        let Some(side) = Side::BOTH.into_iter().find(|side| world.truth.conn(*side) == Some(*conn)) else {
            continue;
        };
        let frame: Value = serde_json::from_str(frame.as_str()).unwrap();
        let log = &world.log[side];
        let (said, heard) = match frame["type"].as_str() {
            Some("joined") => {
                greeted = Some(*conn);
                (log.as_slice(), &frame["announcements"])
            }
            Some("gameState.update") => {
                let from = if greeted == Some(*conn) { 0 } else { world.told[side] };
                (&log[from..], &frame["newAnnouncements"])
            }
            Some("duel.outcome") => {
                duels::outcome(&world.truth, side, &frame)?;
                continue;
            }
            Some("update") => (&log[world.told[side]..], &frame["newAnnouncements"]),
            Some("peer-status") => {
                let (connected, until) = presence(world.truth.known(side).other);
                let other = Color::from(side.opponent());
                let found = json!([frame["color"], frame["connected"], frame["graceUntil"]]);
                same(&json!([other, connected, until]), &found)?;
                continue;
            }
            _ => continue,
        };
        let said: Vec<Value> =
            said.iter().map(|said| json!([said.ply, word(said), said.at, said.promoted])).collect();
        let heard =
            heard.as_array().unwrap().iter().map(|heard| {
                json!([heard["ply"], heard["text"], heard["at"], heard["payload"]["promotedTo"]])
            });
        same(&Value::Array(said), &Value::Array(heard.collect()))?;
        if frame["type"] == "gameState.update" {
            duels::state(&world.truth, side, &frame)?;
            known(world, side, &duels::as_update(&frame))?;
        } else {
            known(world, side, &frame)?;
        }
        world.told[side] = world.log[side].len();
    }
    Ok(())
}

/// The word of the wire for what was said.
fn word(said: &Said) -> String {
    let color = |side| if side == Side::First { "white" } else { "black" };
    match said.event.as_str() {
        "no_such_piece" | "no_legal_moves" | "wont_help" | "illegal_move" => said.event.clone(),
        "in_check" => format!("{}_in_check", color(said.by.opponent())),
        event => format!("{}_{event}", color(said.by)),
    }
}

pub(super) fn presence(other: Presence) -> (bool, Option<u64>) {
    match other {
        Presence::Open => (false, None),
        Presence::Here => (true, None),
        Presence::Away(until) => (false, until),
    }
}

/// The state of the table.
fn known(world: &World, side: Side, frame: &Value) -> Result<(), String> {
    let known = world.truth.known(side);
    let name = |square| world.truth.board.rules().shape().cell(square).unwrap().to_string();
    let own = Color::from(side);
    let army: BTreeMap<String, (char, Option<u8>)> =
        known.army.iter().map(|&(square, kind, points)| (name(square), (kind, points))).collect();
    let sees_all = known.everything.is_some();
    let points = |piece: &Value| piece["points"].as_u64().map(|points| u8::try_from(points).unwrap());
    let seen: BTreeMap<String, (char, Option<u8>)> = frame["view"]["pieces"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, piece)| !sees_all || piece["color"] == json!(own))
        .map(|(square, piece)| {
            let kind = piece["type"].as_str().unwrap().chars().next().unwrap();
            (square.clone(), (kind, points(piece)))
        })
        .collect();
    let expected = json!({
        "army": army, "ply": known.plies, "turn": Color::from(known.turn), "check": known.check,
        "left": known.left, "touched": known.touched.map(name), "offer": known.offer.map(Color::from), "took": known.took, "lost": known.lost,
    });
    let found = json!({
        "army": seen, "ply": frame["ply"], "turn": frame["view"]["toMove"], "check": frame["view"]["inCheck"],
        "left": frame["view"]["movesLeft"], "touched": frame["touchedPiece"], "offer": frame["drawOffer"]["from"], "took": frame["tally"]["byYou"],
        "lost": frame["tally"]["byOpponent"],
    });
    same(&expected, &found)?;
    let clock = &frame["clock"];
    let shown = json!([clock["leftMs"]["w"], clock["leftMs"]["b"], clock["since"], clock["running"]]);
    let expected = known.clock.map_or(json!([null, null, null, null]), |dial| {
        // It waits while bids or a retreat are awaited.
        let waits = world.truth.deadline().is_some();
        let runs = (waits || dial.since.is_some()).then(|| Color::from(known.turn));
        json!([dial.left[Side::First], dial.left[Side::Second], dial.since, runs])
    });
    same(&expected, &shown)?;
    if frame["type"] == "joined" {
        let (connected, until) = presence(known.other);
        let other = json!({"connected": connected, "graceUntil": until.map(UnixMs)});
        same(
            &other,
            &json!({"connected": frame["peer"]["connected"], "graceUntil": frame["peer"]["graceUntil"]}),
        )?;
    }
    Ok(())
}

pub(super) fn same(expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}
