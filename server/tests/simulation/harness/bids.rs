//! What somebody knows of the moves of a game and of what was bid, by the states that they are told: it stays true, it comes out even, and there is
//! nothing in it that is another's to know.

use serde_json::Value;
use session::gambit::{Points, Profile};

/// The moves of a game, as far as they were told.
#[derive(Debug, Default)]
pub(crate) struct Story {
    pub(crate) moves: Vec<Value>,
}

/// What was told of a move and is told again in the same way. What a turn brought back, and for what, is told in full at the end.
const LASTING: [&str; 6] = ["ply", "by", "from", "to", "duel", "retreat"];

/// Who is told, and what the game is.
struct Told<'s> {
    state: &'s Value,
    profile: Option<&'s Profile>,
}

impl Told<'_> {
    fn is_over(&self) -> bool {
        self.state["gameStatus"] == "finished"
    }

    fn phase(&self) -> &str {
        self.state["phase"].as_str().unwrap_or_default()
    }

    /// Whether it is somebody's to know what a side has, and what it gets back.
    fn knows_points_of(&self, side: &Value) -> bool {
        self.is_over() || self.profile.is_some_and(|profile| !profile.hidden) || self.state["you"] == *side
    }

    /// What there is in it that its reader may not know.
    fn betrays(&self) -> Option<String> {
        let state = self.state;
        let is_watching = state["you"] == "spectator";
        let is_dark = state["mode"] == "blind" && !self.is_over();
        let mut pieces = state["pieces"].as_array().into_iter().flatten();
        if is_dark && pieces.any(|piece| piece["color"] != state["you"]) {
            return Some("pieces that are not to be seen".to_owned());
        }
        for made in state["newMoves"].as_array().into_iter().flatten() {
            let is_own = made["by"] == state["you"];
            if is_dark
                && !is_own
                && ["from", "to", "notation", "retreat"].iter().any(|name| made.get(name).is_some())
            {
                return Some(format!("a move that is not to be seen: {made}"));
            }
            if made.get("regained").is_some() && !self.knows_points_of(&made["by"]) {
                return Some(format!("what a turn brought another: {made}"));
            }
        }
        if self.profile.is_none() {
            let more = ["bp", "duel", "retreat"].into_iter().find(|name| state.get(name).is_some());
            return more.map(|name| format!("{name} where nothing is bid for"));
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
            return Some("a duel that is not on".to_owned());
        }
        let pieces = ["attackingPiece", "defendingPiece"].map(|name| duel.map(|duel| &duel[name]));
        let is_hidden = |piece: &Value| piece["color"] != state["you"] && piece.get("type").is_some();
        if is_dark && pieces.into_iter().flatten().any(is_hidden) {
            return Some(format!("a piece of a duel that is not to be seen: {duel:?}"));
        }
        if is_watching
            && ["yourBid", "capacity"].iter().any(|name| duel.is_some_and(|duel| duel.get(name).is_some()))
        {
            return Some(format!("a bid to who watches: {duel:?}"));
        }
        None
    }
}

impl Story {
    /// Takes in a state: the first on a socket, which is whole, or the next one; of one that comes late more may be known. Gives what is wrong with it.
    pub(crate) fn hear(
        &mut self,
        state: &Value,
        profile: Option<&Profile>,
        is_whole: bool,
        is_late: bool,
    ) -> Option<String> {
        let told = Told { state, profile };
        if is_late {
            return told.betrays();
        }
        told.betrays().or_else(|| self.go_on(&told, is_whole)).or_else(|| self.comes_out_even(&told))
    }

    /// The moves that are told follow those that are known, and take nothing back.
    fn go_on(&mut self, told: &Told<'_>, is_whole: bool) -> Option<String> {
        let new = told.state["newMoves"].as_array()?;
        if is_whole && new.len() < self.moves.len() {
            return Some(format!("{} moves were known, and {} are told", self.moves.len(), new.len()));
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
        let ply = told.state["ply"].as_u64();
        (ply != Some(self.moves.len() as u64))
            .then(|| format!("{} moves are told at ply {ply:?}", self.moves.len()))
    }

    /// What a side has is what it began with and was given, without what it has spent, as far as its player can tell.
    fn comes_out_even(&self, told: &Told<'_>) -> Option<String> {
        let profile = told.profile?;
        for side in ["w", "b"] {
            let Some(points) = told.state["bp"][side].as_i64() else { continue };
            // Where moves are not seen, neither is what their retreats have cost, nor what they have brought the other side.
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
            // The bids of a duel whose piece has yet to fall back are spent, and not told among the moves.
            let is_settled = told.phase() != "tactical_retreat";
            if points > known || is_settled && points != known {
                return Some(format!("{side} has {points} points, and {known} by its moves"));
            }
        }
        None
    }
}
