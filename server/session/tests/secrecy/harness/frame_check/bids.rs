//! Comparison of the events of games with bids.

use ggn_core::{Side, Square};
use serde_json::{Map, Value, json};
use session::protocol::player::Color;

use super::super::oracle::{DuelKnowledge, Model, Phase, TurnKnowledge};
use super::{presence, same};

/// Returns the members of a state that an update includes too, in the update's form.
pub(super) fn as_update(state: &Value) -> Value {
    let pieces = state["pieces"].as_array().unwrap().iter();
    let pieces: Map<String, Value> =
        pieces.map(|piece| (piece["position"].as_str().unwrap().to_owned(), piece.clone())).collect();
    let mut update = state.clone();
    update["view"] = json!({
        "pieces": pieces, "toMove": state["turn"], "inCheck": state["inCheck"], "movesLeft": state["movesLeft"],
        "hands": state["hands"],
    });
    update
}

fn duel_in_knowledge(fought: &DuelKnowledge) -> (Side, Side, &'static str) {
    let (attacker, defender) = (fought.attacker, fought.attacker.opponent());
    (attacker, defender, if fought.is_won { "success" } else { "failed" })
}

/// Compares the result of a duel.
pub(super) fn outcome(model: &Model, side: Side, event: &Value) -> Result<(), String> {
    let bids = model.known(side).bids.unwrap();
    let fought = match &bids.phase {
        Phase::Retreat { fought, .. } => *fought,
        Phase::Move | Phase::Bids { .. } => bids.turns.iter().rev().find_map(|turn| turn.fought).unwrap(),
    };
    let (attacker, defender, result) = duel_in_knowledge(&fought);
    let winner = if fought.is_won { attacker } else { defender };
    let expected = json!([
        Color::from(winner),
        result,
        [fought.spent[attacker], fought.spent[defender]],
        [fought.halves[attacker], fought.halves[defender]],
    ]);
    let found = json!([
        event["winner"],
        event["result"],
        [event["attackerAllocation"], event["defenderAllocation"]],
        [event["attackerHalves"], event["defenderHalves"]],
    ]);
    same(&expected, &found)
}

/// Compares the members that only such a state has: points, the duel or retreat in progress, moves, and the other player.
pub(super) fn state(model: &Model, side: Side, state: &Value) -> Result<(), String> {
    let known = model.known(side);
    let bids = known.bids.unwrap();
    let name = |square: Square| model.board.rules().shape().cell(square).unwrap().to_string();
    same(&json!({"w": bids.pools[Side::First], "b": bids.pools[Side::Second]}), &state["bp"])?;
    let (phase, duel, retreat) = match &bids.phase {
        Phase::Move => ("normal", Value::Null, Value::Null),
        Phase::Bids { attacker, pieces, aim, until, own } => {
            let (bid, capacity) = own.unwrap();
            let [attacking, defending] = pieces.map(|piece| piece.map(|(kind, at)| (kind, name(at))));
            let piece = |piece: Option<(char, String)>| match piece {
                Some((kind, at)) => json!([kind, at]),
                None => json!([null, null]),
            };
            let duel = [Color::from(*attacker)];
            let duel = json!([duel, piece(attacking), piece(defending), aim.map(name), until, bid, capacity]);
            ("duel_allocation", duel, Value::Null)
        }
        Phase::Retreat { choice, .. } => {
            let choice = choice.as_ref().map_or(Value::Null, |(offers, until)| {
                let squares: Vec<String> = offers.iter().map(|offer| name(offer.square)).collect();
                let costs: Vec<u32> = offers.iter().map(|offer| offer.cost).collect();
                json!([squares, costs, until])
            });
            ("tactical_retreat", Value::Null, choice)
        }
    };
    // A game that has not begun awaits nothing.
    if model.has_begun() {
        same(&json!(phase), &state["phase"])?;
    }
    let piece = |piece: &Value| json!([piece["type"], piece["position"]]);
    let found = match &state["duel"] {
        Value::Null => Value::Null,
        duel => json!([
            [duel["attacker"]],
            piece(&duel["attackingPiece"]),
            piece(&duel["defendingPiece"]),
            duel["position"],
            duel["deadline"],
            duel["yourBid"],
            duel["capacity"]
        ]),
    };
    same(&duel, &found)?;
    let found = match &state["retreat"] {
        Value::Null => Value::Null,
        retreat => json!([retreat["validPositions"], retreat["costs"], retreat["deadline"]]),
    };
    same(&retreat, &found)?;
    for made in state["newMoves"].as_array().unwrap() {
        let place = usize::try_from(made["ply"].as_u64().unwrap()).unwrap() - 1;
        same(&turn(&bids.turns[place], &name), &as_turn(made))?;
    }
    let other = Color::from(side.opponent());
    let players = state["players"].as_array().unwrap();
    let found = players.iter().find(|player| player["color"] == json!(other));
    let found =
        found.map_or(json!([false, null]), |player| json!([player["connected"], player["graceUntil"]]));
    let (connected, until) = presence(known.other);
    same(&json!([connected, until]), &found)
}

fn turn(turn: &TurnKnowledge, name: &dyn Fn(Square) -> String) -> Value {
    let at = |location: ggn_core::Location| location.square().map_or_else(|| "*".to_owned(), name);
    let duel = turn.fought.as_ref().map(|fought| {
        let (attacker, defender, result) = duel_in_knowledge(fought);
        json!([result, fought.spent[attacker], fought.spent[defender]])
    });
    json!({
        "by": Color::from(turn.by),
        "way": [turn.mv.map(|mv| at(mv.source)), turn.mv.map(|mv| at(mv.destination))],
        "duel": duel,
        "retreat": turn.retreated.map(|(to, cost)| json!([to.map(name), cost])),
        "regained": turn.regained.as_ref().map(|regained| {
            json!([regained.base, regained.tactics, regained.total])
        }),
    })
}

fn as_turn(made: &Value) -> Value {
    let some = |sent: &Value, value: Value| if sent.is_null() { Value::Null } else { value };
    let (duel, retreat, regained) = (&made["duel"], &made["retreat"], &made["regained"]);
    let tactics: Vec<Value> = regained["tactics"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|tactic| json!([tactic["kind"], tactic["points"]]))
        .collect();
    json!({
        "by": made["by"],
        "way": [made["from"], made["to"]],
        "duel": some(duel, json!([duel["result"], duel["attackerAllocation"], duel["defenderAllocation"]])),
        "retreat": some(retreat, json!([retreat["position"], retreat["cost"]])),
        "regained": some(regained, json!([regained["base"], tactics, regained["total"]])),
    })
}
