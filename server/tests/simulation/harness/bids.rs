//! A recipient's knowledge of the moves and bids of a game, from the states that they are sent: it stays true, its sums are consistent, and it has nothing
//! that belongs to others.

use serde_json::Value;
use session::gambit::{Points, Profile};

/// Moves of a game, as far as they were sent.
#[derive(Debug, Default)]
pub(crate) struct MoveHistory {
    pub(crate) moves: Vec<Value>,
}

/// Members of a move that are repeated unchanged. Regenerated points are sent in full at the end.
const LASTING: [&str; 6] = ["ply", "by", "from", "to", "duel", "retreat"];

/// A recipient's state, and the game's terms.
struct ReceivedState<'s> {
    state: &'s Value,
    profile: Option<&'s Profile>,
}

impl ReceivedState<'_> {
    fn is_over(&self) -> bool {
        self.state["gameStatus"] == "finished"
    }

    fn phase(&self) -> &str {
        self.state["phase"].as_str().unwrap_or_default()
    }

    /// Returns whether the recipient may know a side's points and those that it regenerates.
    fn knows_points_of(&self, side: &Value) -> bool {
        self.is_over() || self.profile.is_some_and(|profile| !profile.hidden) || self.state["you"] == *side
    }

    /// Returns the first content that the recipient may not know.
    fn find_leak(&self) -> Option<String> {
        let state = self.state;
        let is_watching = state["you"] == "spectator";
        let is_dark = state["mode"] == "blind" && !self.is_over();
        let mut pieces = state["pieces"].as_array().into_iter().flatten();
        if is_dark && pieces.any(|piece| piece["color"] != state["you"]) {
            return Some("hidden pieces".to_owned());
        }
        for made in state["newMoves"].as_array().into_iter().flatten() {
            let is_own = made["by"] == state["you"];
            if is_dark
                && !is_own
                && ["from", "to", "notation", "retreat"].iter().any(|name| made.get(name).is_some())
            {
                return Some(format!("a hidden move: {made}"));
            }
            if made.get("regained").is_some() && !self.knows_points_of(&made["by"]) {
                return Some(format!("regenerated points of the other side: {made}"));
            }
        }
        if self.profile.is_none() {
            let more = ["bp", "duel", "retreat"].into_iter().find(|name| state.get(name).is_some());
            return more.map(|name| format!("{name} in a game without bids"));
        }
        for side in ["w", "b"] {
            if state["bp"][side].is_u64() != self.knows_points_of(&Value::from(side)) {
                return Some(format!("points of {side}: {}", state["bp"]));
            }
        }
        let is_choosing = self.phase() == "tactical_retreat" && state["turn"] == state["you"];
        if state.get("retreat").is_some() != is_choosing {
            return Some("the choice of a retreat".to_owned());
        }
        let duel = state.get("duel");
        if duel.is_some() != (self.phase() == "duel_allocation") {
            return Some("a duel that does not match the phase".to_owned());
        }
        let pieces = ["attackingPiece", "defendingPiece"].map(|name| duel.map(|duel| &duel[name]));
        let is_hidden = |piece: &Value| piece["color"] != state["you"] && piece.get("type").is_some();
        if is_dark && pieces.into_iter().flatten().any(is_hidden) {
            return Some(format!("a hidden piece of a duel: {duel:?}"));
        }
        if is_watching
            && ["yourBid", "capacity"].iter().any(|name| duel.is_some_and(|duel| duel.get(name).is_some()))
        {
            return Some(format!("a bid is sent to a spectator: {duel:?}"));
        }
        None
    }
}

impl MoveHistory {
    /// Checks a state, the first one on a socket or a later one; a late one may disclose more. Returns a description of what is wrong.
    pub(crate) fn check_state(
        &mut self,
        state: &Value,
        profile: Option<&Profile>,
        is_whole: bool,
        is_late: bool,
    ) -> Option<String> {
        let received = ReceivedState { state, profile };
        if is_late {
            return received.find_leak();
        }
        received
            .find_leak()
            .or_else(|| self.check_moves(&received, is_whole))
            .or_else(|| self.check_points(&received))
    }

    /// Checks that the moves in a state continue the known ones and retract none.
    fn check_moves(&mut self, received: &ReceivedState<'_>, is_whole: bool) -> Option<String> {
        let new = received.state["newMoves"].as_array()?;
        if is_whole && new.len() < self.moves.len() {
            return Some(format!("{} moves were known, and {} are sent", self.moves.len(), new.len()));
        }
        for made in new {
            let place = made["ply"].as_u64().and_then(|ply| usize::try_from(ply).ok()).unwrap_or_default();
            match self.moves.get_mut(place.wrapping_sub(1)) {
                Some(known) => {
                    let changed = LASTING
                        .into_iter()
                        .find(|name| known.get(name).is_some() && known[name] != made[name]);
                    let total = |of: &Value| of["regained"]["total"].as_u64();
                    if changed.is_some() || total(known).is_some() && total(known) != total(made) {
                        return Some(format!("{made} was {known}"));
                    }
                    *known = made.clone();
                }
                None => {
                    if place != self.moves.len() + 1 {
                        return Some(format!("{made} follows {} moves", self.moves.len()));
                    }
                    self.moves.push(made.clone());
                }
            }
        }
        let ply = received.state["ply"].as_u64();
        (ply != Some(self.moves.len() as u64))
            .then(|| format!("{} moves are sent at ply {ply:?}", self.moves.len()))
    }

    /// Checks that a side's points are the initial ones plus gains minus spending, as far as the recipient can tell.
    fn check_points(&self, received: &ReceivedState<'_>) -> Option<String> {
        let profile = received.profile?;
        for side in ["w", "b"] {
            let Some(points) = received.state["bp"][side].as_i64() else { continue };
            // Where moves are hidden, so are the costs of their retreats and what they earned the other side.
            let is_seen = |made: &&Value| made.get("from").is_some();
            let counts = |made: &&Value| made["by"] == side || profile.defender_percent > 0;
            if !self.moves.iter().filter(counts).all(|made| is_seen(&made)) {
                continue;
            }
            let mut known = i64::from(profile.initial.0);
            for made in &self.moves {
                let is_own = made["by"] == side;
                let spent = if is_own { "attackerAllocation" } else { "defenderAllocation" };
                let cost = made["retreat"]["cost"].as_u64().and_then(|cost| u32::try_from(cost).ok());
                let cost = Points(cost.unwrap_or_default());
                known -= made["duel"][spent].as_i64().unwrap_or_default();
                known += if is_own {
                    made["regained"]["total"].as_i64().unwrap_or_default() - i64::from(cost.0)
                } else {
                    i64::from(cost.percent(profile.defender_percent).0)
                };
            }
            // Bids of a duel that has not become a move are spent: its retreat is due, or the game ended before it.
            let open = &received.state["fought"];
            let attacker_won = open["result"] == "success";
            let is_attacker = (open["winner"] == side) == attacker_won;
            known -= open[if is_attacker { "attackerAllocation" } else { "defenderAllocation" }]
                .as_i64()
                .unwrap_or_default();
            if points != known {
                return Some(format!("{side} has {points} points, and {known} by its moves"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::harness::catalogue;

    /// Returns a state after White's failed capture, which White bid 4 and Black 9 for.
    fn state(phase: &str, status: &str, white: u32, black: Option<u32>) -> Value {
        json!({"you": "w", "mode": "vanilla", "phase": phase, "turn": "w", "gameStatus": status, "ply": 0,
               "bp": {"w": white, "b": black}, "newMoves": [],
               "fought": {"winner": "b", "result": "failed", "attackerAllocation": 4, "defenderAllocation": 9}})
    }

    #[test]
    fn bids_of_a_retreat_that_the_end_interrupts_stay_spent() {
        let catalogue = catalogue();
        let profile = catalogue.gambit("standard").unwrap();
        let check = |state: &Value| MoveHistory::default().check_state(state, Some(profile), true, false);
        let mut retreating = state("tactical_retreat", "active", 35, None);
        retreating["retreat"] = json!({});
        assert_eq!(check(&retreating), None);
        assert_eq!(check(&state("game_over", "finished", 35, Some(30))), None);
        // Each of them would be a point that nobody spent, or one that was spent twice.
        for (white, black) in [(34, 30), (36, 30), (39, 30), (35, 39), (35, 29)] {
            let wrong = check(&state("game_over", "finished", white, Some(black)));
            assert!(wrong.is_some_and(|wrong| wrong.contains("by its moves")), "{white} {black}");
        }
    }
}
