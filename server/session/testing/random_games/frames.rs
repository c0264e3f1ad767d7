//! Audit of sent frames, number by number: during the game no number stands where it would disclose hidden data, and the recipient's own are correct.
#![expect(clippy::indexing_slicing, reason = "a member of an object of JSON that is not there is null")]

use ggn_core::Side;
use serde_json::{Value, json};

use crate::domain::{Color, Mode, UnixMs};
use crate::gambit::Points;
use crate::game::Game;
use crate::game::gambit::{Gambit, Stage};
use crate::view::Viewer;

/// Paths at which a number, or a text with digits, may stand in any frame of an active game. Elements of a list stand at `name[]`.
const ANYBODYS: [&str; 55] = [
    // Frames and people.
    "count",
    "delaySeconds",
    "gameId",
    "watchId",
    "id",
    "name",
    "players[].graceUntil",
    "ruleset",
    "sequence",
    "spectators[].id",
    "spectators[].name",
    "timestamp",
    // Board and time.
    "blackTimeRemaining",
    "clock.control.increment",
    "clock.control.initial",
    "clock.leftMs.b",
    "clock.leftMs.w",
    "clock.lowTimeMs",
    "clock.since",
    "kingPosition",
    "moveNumber",
    "movesLeft",
    "newAnnouncements[].at",
    "newAnnouncements[].ply",
    "newMoves[].from",
    "newMoves[].notation",
    "newMoves[].ply",
    "newMoves[].to",
    "pieces[].points",
    "pieces[].position",
    "ply",
    "whiteTimeRemaining",
    // A duel in progress: its pieces, and the numbers of the scale.
    "attackingPiece.position",
    "deadline",
    "defendingPiece.position",
    "duel.attackingPiece.position",
    "duel.deadline",
    "duel.defendingPiece.position",
    "duel.effectiveMax",
    "duel.overloadCost",
    "duel.position",
    "position",
    // A finished duel.
    "attackerAllocation",
    "attackerHalves",
    "defenderAllocation",
    "defenderHalves",
    "fought.attackerAllocation",
    "fought.attackerHalves",
    "fought.defenderAllocation",
    "fought.defenderHalves",
    "newMoves[].duel.attackerAllocation",
    "newMoves[].duel.defenderAllocation",
    "newMoves[].retreat.cost",
    "newMoves[].retreat.position",
    "touchedPiece",
];

/// Further paths in frames to a player.
const PLAYERS: [&str; 15] = [
    "announcements[].at",
    "announcements[].ply",
    "costs[]",
    "duel.capacity",
    "duel.yourBid",
    "now",
    "peer.graceUntil",
    "piece.position",
    "retreat.costs[]",
    "retreat.deadline",
    "retreat.piece.position",
    "retreat.validPositions[]",
    "seq",
    "validPositions[]",
    "view.movesLeft",
];

/// Prefixes of paths that count the player's own captures and losses by kind, and, in a greeting, the hit points of the pieces that the player sees.
const PLAYERS_LISTS: [&str; 2] = ["tally.", "view.pieces."];

/// A recipient of frames, which checks each of them.
#[derive(Debug)]
pub(super) struct Reader {
    /// The recipient.
    pub(super) viewer: Viewer,
    delay_ms: u64,
    /// Frames read.
    pub(super) frames: u64,
    /// True if the recipient has received the end of the game, after which nothing is hidden.
    knows_the_end: bool,
}

impl Reader {
    /// Creates the reader of a spectator with a delay, or of a player, with a delay of 0.
    pub(super) fn new(viewer: Viewer, delay_ms: u64) -> Reader {
        Reader { viewer, delay_ms, frames: 0, knows_the_end: false }
    }

    /// Returns whether frames arrive without delay.
    pub(super) fn is_told_at_once(&self) -> bool {
        self.delay_ms == 0
    }

    /// Checks a frame, and returns how many numbers it has.
    pub(super) fn read(&mut self, text: &str, game: &Game, now: UnixMs) -> Result<u64, String> {
        let Some(gambit) = game.gambit.as_deref() else { return Err("nothing is bid for".to_owned()) };
        let mut frame: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let viewer = self.viewer;
        let wrong = |fault: &str| format!("{viewer:?} is sent {fault}: {text}");
        self.frames += 1;
        let is_state = frame["type"] == "gameState.update";
        if is_state {
            let then = frame["timestamp"].as_u64().ok_or_else(|| wrong("no time"))?;
            if then.saturating_add(self.delay_ms) > now.0 {
                return Err(wrong("something too early"));
            }
            self.knows_the_end = frame["gameStatus"] == "finished";
            self.compare(&frame, game, gambit).map_err(|fault| wrong(&fault))?;
            self.take_own(&mut frame, gambit).map_err(|fault| wrong(&fault))?;
        }
        let mut numbers = 0;
        let mut strange = None;
        walk(&frame, "", &mut |path, leaf| {
            numbers += u64::from(leaf.is_number());
            if !self.may_hold(path) && !self.sees_hand(path, game.mode) {
                strange = Some(path.to_owned());
            }
        });
        match strange {
            Some(path) if !self.knows_the_end => Err(wrong(&format!("a number that is hidden, as {path}"))),
            Some(_) | None => Ok(numbers),
        }
    }

    /// Checks that the end of the game was received.
    pub(super) fn close(&self) -> Result<(), String> {
        if self.knows_the_end { Ok(()) } else { Err(format!("{:?} was not told the end", self.viewer)) }
    }

    fn side(&self) -> Option<Side> {
        match self.viewer {
            Viewer::Seat(side) => Some(side),
            Viewer::Spectator => None,
        }
    }

    fn may_hold(&self, path: &str) -> bool {
        let is_a_player = self.side().is_some();
        let is_players =
            || PLAYERS.contains(&path) || PLAYERS_LISTS.iter().any(|list| path.starts_with(list));
        ANYBODYS.contains(&path) || is_a_player && is_players()
    }

    /// Returns whether a path is the number of pieces of a kind in a hand that the recipient sees: their own, and both where every piece is seen.
    fn sees_hand(&self, path: &str, mode: Mode) -> bool {
        let seen = |side: &Side| mode == Mode::Vanilla || self.side() == Some(*side);
        let path = path.strip_prefix("view.").unwrap_or(path);
        Side::BOTH
            .iter()
            .filter(|side| seen(side))
            .any(|side| path == format!("hands.{}[].count", letter(*side)))
    }

    /// Returns whether the recipient may know a side's points and those that its turns regenerate.
    fn knows_points(&self, gambit: &Gambit, side: Side) -> bool {
        self.knows_the_end || self.side() == Some(side) || !gambit.terms.profile().hidden
    }

    /// Compares the duels and points of a state with the game.
    fn compare(&self, state: &Value, game: &Game, gambit: &Gambit) -> Result<(), String> {
        let same = |what: &str, told: &Value, truth: Value| {
            if *told == truth { Ok(()) } else { Err(format!("{what} {told} and not {truth}")) }
        };
        for side in Side::BOTH {
            // A delayed state shows earlier points.
            if self.knows_points(gambit, side) && self.is_told_at_once() {
                same("points", &state["bp"][letter(side)], json!(gambit.ledger.pool(side).0))?;
            }
        }
        for made in state["newMoves"].as_array().into_iter().flatten() {
            let place = made["ply"].as_u64().and_then(|ply| usize::try_from(ply.checked_sub(1)?).ok());
            let turn = place.and_then(|place| gambit.turns.get(place)).ok_or("a move that was not made")?;
            let bids = turn
                .duel
                .map(|fought| [fought.attacker, fought.attacker.opponent()].map(|side| fought.spent[side].0));
            let told =
                made.get("duel").map(|duel| [&duel["attackerAllocation"], &duel["defenderAllocation"]]);
            same("bids", &json!(told), json!(bids))?;
        }
        let Some(side) = self.side() else { return Ok(()) };
        let (bid, costs) = match &gambit.stage {
            Stage::Bids(bidding) => (bidding.own[side].map(|Points(points)| points), None),
            Stage::Retreat(retreating) if retreating.resolution.attacker == side => {
                (None, Some(retreating.offers.iter().map(|offer| offer.cost.total.0).collect::<Vec<_>>()))
            }
            Stage::Retreat(_) | Stage::Move => (None, None),
        };
        let is_on = game.outcome.is_none();
        same("a bid", &state["duel"]["yourBid"], json!(bid.filter(|_| is_on)))?;
        same("costs", &state["retreat"]["costs"], json!(costs.filter(|_| is_on)))
    }

    /// Removes the data that the recipient may know from a state. Any that remains is hidden data.
    fn take_own(&self, state: &mut Value, gambit: &Gambit) -> Result<(), String> {
        for side in Side::BOTH {
            if self.knows_points(gambit, side) {
                state["bp"][letter(side)].take();
            }
        }
        for made in state["newMoves"].as_array_mut().into_iter().flatten() {
            let by = if made["by"] == letter(Side::First) { Side::First } else { Side::Second };
            if self.knows_points(gambit, by) {
                made["regained"].take();
            } else if made["notation"].as_str().is_some_and(|notation| notation.contains("{+")) {
                return Err("what a turn brought back".to_owned());
            }
        }
        Ok(())
    }
}

fn letter(side: Side) -> &'static str {
    match Color::from(side) {
        Color::W => "w",
        Color::B => "b",
    }
}

/// Visits all numbers, and all texts with digits.
fn walk(value: &Value, path: &str, found: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Number(_) => found(path, value),
        Value::String(text) if text.contains(|letter: char| letter.is_ascii_digit()) => found(path, value),
        Value::Array(list) => {
            for one in list {
                walk(one, &format!("{path}[]"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                walk(member, &path, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::duelling;
    use crate::view::{Frame, observe};

    /// Returns whether a spectator's and then White's reader accept the first state after a change.
    fn verdicts(change: impl Fn(&mut Value)) -> [bool; 2] {
        let game = duelling(Mode::Vanilla, "standard", "4k^3/8/8/3p4/4P3/8/8/4K^3 / C/c");
        [Viewer::Spectator, Viewer::Seat(Side::First)].map(|viewer| {
            let frames = Frame::since(None, &observe(&game, viewer), 0, UnixMs(5));
            let state = frames.into_iter().map(Frame::into_string).next_back().unwrap();
            let mut state: Value = serde_json::from_str(&state).unwrap();
            change(&mut state);
            Reader::new(viewer, 0).read(&state.to_string(), &game, UnixMs(5)).is_ok()
        })
    }

    #[test]
    fn a_number_that_is_hidden_is_found_wherever_it_stands() {
        assert_eq!(verdicts(|_| {}), [true, true]);
        assert_eq!(verdicts(|state| state["bp"]["b"] = json!(39)), [false, false]);
        assert_eq!(verdicts(|state| state["bp"]["w"] = json!(38)), [false, false]);
        assert_eq!(verdicts(|state| state["retreat"] = json!({"costs": [1]})), [false, false]);
        assert_eq!(verdicts(|state| state["players"] = json!([{"points": 3}])), [false, false]);
        assert_eq!(verdicts(|state| state["hint"] = json!("39 points")), [false, false]);
        assert_eq!(verdicts(|state| state["tally"]["byYou"]["p"] = json!(1)), [false, true]);
        assert_eq!(verdicts(|state| state["timestamp"] = json!(6)), [false, false]);
        assert_eq!(verdicts(|state| state["hands"] = json!({"w": [{"count": 1}]})), [true, true]);
    }

    #[test]
    fn the_hand_of_the_other_side_is_seen_where_every_piece_is() {
        for (viewer, mode, seen) in [
            (Viewer::Seat(Side::First), Mode::Vanilla, [true, true]),
            (Viewer::Seat(Side::First), Mode::Blind, [true, false]),
            (Viewer::Seat(Side::Second), Mode::Blind, [false, true]),
            (Viewer::Spectator, Mode::Blind, [false, false]),
            (Viewer::Spectator, Mode::Vanilla, [true, true]),
        ] {
            let sees = |path| Reader::new(viewer, 0).sees_hand(path, mode);
            assert_eq!([sees("view.hands.w[].count"), sees("hands.b[].count")], seen, "{viewer:?} {mode:?}");
        }
    }
}
