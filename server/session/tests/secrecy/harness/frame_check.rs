//! Comparison of the session's frames with the oracle's predictions, for both players: the property is only as good as the oracle's disclosed facts.

mod bids;
mod sight;

use std::collections::BTreeMap;

use ggn_core::Side;
use serde_json::{Value, json};
use session::protocol::player::Color;
use session::{Output, UnixMs};

use super::oracle::{Announced, Presence};
use super::verdict::Touch;
use super::world::World;

/// Compares every frame of an active game with the oracle's knowledge of its recipient.
///
/// # Errors
/// The expected and the actual content.
pub(crate) fn check(world: &mut World, outputs: &[Output]) -> Result<(), String> {
    if world.model.is_over() {
        return Ok(());
    }
    // A player just greeted is sent the whole state, twice in games with bids.
    let mut greeted = None;
    for output in outputs {
        let Output::Send { conn, frame } = output else { continue };
        let Some(side) = Side::BOTH.into_iter().find(|side| world.model.conn(*side) == Some(*conn)) else {
            continue;
        };
        let frame: Value = serde_json::from_str(frame.as_str()).unwrap();
        // Marks of a game that goes on are for nobody.
        if frame["type"] == "shared-marks" || frame.get("sharedMarks").is_some() {
            return Err(format!("marks are sent before the end: {frame}"));
        }
        let log = &world.log[side];
        let (announced, found) = match frame["type"].as_str() {
            Some("joined") => {
                greeted = Some(*conn);
                (log.as_slice(), &frame["announcements"])
            }
            Some("gameState.update") => {
                let from = if greeted == Some(*conn) { 0 } else { world.log_in_frames[side] };
                (&log[from..], &frame["newAnnouncements"])
            }
            Some("duel.outcome") => {
                bids::outcome(&world.model, side, &frame)?;
                continue;
            }
            Some("update") => (&log[world.log_in_frames[side]..], &frame["newAnnouncements"]),
            Some("peer-status") => {
                let (connected, until) = presence(world.model.known(side).other);
                let other = Color::from(side.opponent());
                let found = json!([frame["color"], frame["connected"], frame["graceUntil"]]);
                same(&json!([other, connected, until]), &found)?;
                continue;
            }
            _ => continue,
        };
        let announced: Vec<Value> =
            announced.iter().map(|event| json!([event.ply, word(event), event.at, event.payload])).collect();
        let found = found
            .as_array()
            .unwrap()
            .iter()
            .map(|found| json!([found["ply"], found["text"], found["at"], found["payload"]]));
        same(&Value::Array(announced), &Value::Array(found.collect()))?;
        if frame["type"] == "gameState.update" {
            bids::state(&world.model, side, &frame)?;
            known(world, side, &bids::as_update(&frame))?;
        } else {
            known(world, side, &frame)?;
        }
        world.log_in_frames[side] = world.log[side].len();
    }
    Ok(())
}

/// Returns the wire's text of an announcement.
fn word(announced: &Announced) -> String {
    let color = |side| if side == Side::First { "white" } else { "black" };
    match announced.event.as_str() {
        "no_such_piece" | "no_legal_moves" | "wont_help" | "illegal_move" | "nonsense" | "impossible" => {
            announced.event.clone()
        }
        "in_check" => format!("{}_in_check", color(announced.by.opponent())),
        event => format!("{}_{event}", color(announced.by)),
    }
}

pub(super) fn presence(other: Presence) -> (bool, Option<u64>) {
    match other {
        Presence::Open => (false, None),
        Presence::Here => (true, None),
        Presence::Away(until) => (false, until),
    }
}

/// Compares the state of the table.
fn known(world: &World, side: Side, frame: &Value) -> Result<(), String> {
    let known = world.model.known(side);
    let name = |square| world.model.board.rules().shape().cell(square).unwrap().to_string();
    let own = Color::from(side);
    let army: BTreeMap<String, (char, Option<u8>)> =
        known.army.iter().map(|&(square, kind, points)| (name(square), (kind, points))).collect();
    let sees_others = known.everything.is_some() || known.sight.is_some();
    let points = |piece: &Value| piece["points"].as_u64().map(|points| u8::try_from(points).unwrap());
    let seen: BTreeMap<String, (char, Option<u8>)> = frame["view"]["pieces"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, piece)| piece["neutral"] != true && (!sees_others || piece["color"] == json!(own)))
        .map(|(square, piece)| {
            let kind = piece["type"].as_str().unwrap().chars().next().unwrap();
            (square.clone(), (kind, points(piece)))
        })
        .collect();
    let expected = json!({
        "army": army, "ply": known.plies, "turn": Color::from(known.turn), "check": known.check,
        "left": known.left, "touched": known.touched.and_then(Touch::square).map(name), "offer": known.offer.map(Color::from), "took": known.took, "lost": known.lost,
    });
    let found = json!({
        "army": seen, "ply": frame["ply"], "turn": frame["view"]["toMove"], "check": frame["view"]["inCheck"],
        "left": frame["view"]["movesLeft"], "touched": frame["touchedPiece"], "offer": frame["drawOffer"]["from"], "took": frame["tally"]["byYou"],
        "lost": frame["tally"]["byOpponent"],
    });
    same(&expected, &found)?;
    hands(world, side, frame)?;
    sight::seen(&world.model, side, &known, frame)?;
    let clock = &frame["clock"];
    let shown = json!([clock["leftMs"]["w"], clock["leftMs"]["b"], clock["since"], clock["running"]]);
    let expected = known.clock.map_or(json!([null, null, null, null]), |dial| {
        // The clock is paused while bids or a retreat are awaited.
        let waits = world.model.deadline().is_some();
        let runs = (waits || dial.since.is_some()).then(|| Color::from(known.turn));
        json!([dial.left[Side::First], dial.left[Side::Second], dial.since, runs])
    });
    same(&expected, &shown)?;
    let [w, b] = world.model.vacation_ends();
    same(&json!([w, b]), &json!([clock["awayUntil"]["w"], clock["awayUntil"]["b"]]))?;
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

/// Compares the hands, the touched piece in the own hand, and the pieces of neither side.
fn hands(world: &World, side: Side, frame: &Value) -> Result<(), String> {
    let known = world.model.known(side);
    let rules = world.model.board.rules();
    let qpi = |id| rules.piece(id).unwrap().qpi.to_string();
    let name = |square| rules.shape().cell(square).unwrap().to_string();
    let color = |side: Side| if side == Side::First { "w" } else { "b" };
    let held = known.hand.iter().map(|&(id, count)| json!([qpi(id), count]));
    let supply = rules.pieces().filter(|(_, it)| it.is_supplied && it.side() == side);
    let held: Value = held.chain(supply.map(|(id, _)| json!([qpi(id), null]))).collect();
    let shown = frame["view"]["hands"][color(side)].as_array();
    let shown: Option<Value> =
        shown.map(|held| held.iter().map(|held| json!([held["qpi"], held["count"]])).collect());
    same(&rules.has_hands().then_some(held).into(), &shown.into())?;
    let other = &frame["view"]["hands"][color(side.opponent())];
    if let (Some(other_hand), None) = (&known.other_hand, &known.everything) {
        let held: Value = other_hand.iter().map(|&(id, count)| json!([qpi(id), count])).collect();
        let shown = other.as_array();
        let shown: Option<Value> =
            shown.map(|held| held.iter().map(|held| json!([held["qpi"], held["count"]])).collect());
        same(&rules.has_hands().then_some(held).into(), &shown.into())?;
    } else if known.everything.is_none() && !other.is_null() {
        return Err(format!("the other hand is shown: {other}"));
    }
    let touched = match known.touched {
        Some(Touch::Hand(piece)) => json!(qpi(piece)),
        Some(Touch::Board(_)) | None => Value::Null,
    };
    same(&touched, &frame["touchedDrop"])?;
    let neutral: BTreeMap<String, String> =
        known.neutral.iter().map(|&(square, id)| (name(square), qpi(id))).collect();
    let pieces = frame["view"]["pieces"].as_object().unwrap().iter();
    let found: BTreeMap<String, String> = pieces
        .filter(|(_, piece)| piece["neutral"] == true)
        .map(|(square, piece)| (square.clone(), piece["qpi"].as_str().unwrap().to_owned()))
        .collect();
    same(&json!(neutral), &json!(found))
}

pub(super) fn same(expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}
