//! Games with bids: every capture of the script is a duel, which both players bid for.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::games::THINKING;
use crate::seat::Seat;

/// A bid of the attacker that wins, one that loses, and what the defender bids.
const BIDS: [(u64, u64); 2] = [(6, 0), (0, 6)];

/// Plays the moves, the captures as duels of which the first succeeds and the next fails. Returns the times from a move to its answer.
pub async fn play(moves: &[&str], white: &mut Seat, black: &mut Seat) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut duels = BIDS.iter();
    for seat in [&mut *white, &mut *black] {
        seat.until(|frame| is_state(frame, "normal", 0)).await;
    }
    for (ply, text) in moves.iter().enumerate() {
        sleep(THINKING).await;
        let (mover, other) =
            if ply % 2 == 0 { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        let sent_at = Instant::now();
        mover.event("move.request", json!({"from": &text[..2], "to": &text[2..], "sequence": ply}));
        let answer = mover.until(|frame| frame["type"] == "move.result").await;
        times.push(sent_at.elapsed());
        assert_eq!(answer["success"], true, "{text}: {answer}");
        if mover.until(is_any_state).await["phase"] == "duel_allocation" {
            duel(ply, *duels.next().expect("more duels than bids"), mover, other).await;
        } else {
            other.until(|frame| is_state(frame, "normal", ply + 1)).await;
        }
    }
    times
}

async fn duel(ply: usize, bids: (u64, u64), attacker: &mut Seat, defender: &mut Seat) {
    let started = defender.until(|frame| frame["phase"] == "duel_allocation").await;
    assert!(started["duel"]["yourBid"].is_null(), "{started}");
    for (seat, amount) in [(&mut *attacker, bids.0), (&mut *defender, bids.1)] {
        seat.event("duel.allocate", json!({"amount": amount, "sequence": ply}));
    }
    // The attacker's bid is told to nobody else, and the defender's ends the duel.
    let mut outcomes = Vec::new();
    for seat in [&mut *attacker, &mut *defender] {
        let outcome = seat.until(|frame| frame["type"] == "duel.outcome").await;
        assert_eq!(
            (&outcome["attackerAllocation"], &outcome["defenderAllocation"]),
            (&json!(bids.0), &json!(bids.1)),
            "{outcome}"
        );
        outcomes.push(outcome["result"].clone());
    }
    let result = if bids.0 > bids.1 { "success" } else { "failed" };
    assert_eq!(outcomes, [result, result]);
    let state = attacker.until(is_any_state).await;
    if state["phase"] == "tactical_retreat" {
        let source = &state["retreat"]["validPositions"][0];
        attacker.event("retreat.select", json!({"position": source, "sequence": ply}));
        attacker.until(|frame| is_state(frame, "normal", ply + 1)).await;
    }
    let seen = defender.until(|frame| is_state(frame, "normal", ply + 1)).await;
    // Points stay hidden from the other side.
    let hidden = seen["bp"].as_object().unwrap().values().filter(|points| points.is_null()).count();
    assert_eq!(hidden, 1, "{seen}");
}

fn is_any_state(frame: &Value) -> bool {
    frame["type"] == "gameState.update"
}

fn is_state(frame: &Value, phase: &str, ply: usize) -> bool {
    is_any_state(frame) && frame["phase"] == phase && frame["ply"] == ply
}

/// Lets the first player resign, and returns when both have been told.
pub async fn resign(white: &mut Seat, black: &mut Seat) {
    white.event("game.resign", json!({}));
    for seat in [white, black] {
        let end = seat.until(|frame| frame["type"] == "game.over").await;
        assert_eq!((&end["result"], &end["reason"]), (&json!("BLACK_WINS"), &json!("RESIGNATION")), "{end}");
        let last = seat.until(|frame| frame["phase"] == "game_over").await;
        assert!(last["bp"]["w"].is_u64() && last["bp"]["b"].is_u64(), "{last}");
    }
}
