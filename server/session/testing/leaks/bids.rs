//! Seeded leaks of duels: points, secret bids, regeneration, and retreat squares.

use ggn_core::Side;
use serde_json::{Map, Value, json};

use super::{Leak, Secrets};
use crate::domain::Color;
use crate::game::Game;
use crate::game::gambit::{Bidding, Gambit, Stage};
use crate::protocol::player::Action;

/// A side as the wire names it.
fn letter(side: Side) -> &'static str {
    match Color::from(side) {
        Color::W => "w",
        Color::B => "b",
    }
}

fn bidding(gambit: &Gambit) -> Option<&Bidding> {
    match &gambit.stage {
        Stage::Bids(bidding) => Some(bidding),
        Stage::Move | Stage::Retreat(_) => None,
    }
}

fn member<'m>(message: &'m mut Map<String, Value>, name: &str) -> Option<&'m mut Map<String, Value>> {
    message.get_mut(name).and_then(Value::as_object_mut)
}

/// Changes a frame to a spectator.
pub(super) fn to_who_watches(leak: Leak, game: &Game, message: &mut Map<String, Value>) {
    let Some(gambit) = game.gambit.as_deref() else { return };
    if leak == Leak::WatcherPools
        && let Some(pools) = member(message, "bp")
    {
        for side in Side::BOTH {
            pools.insert(letter(side).to_owned(), gambit.ledger.pool(side).0.into());
        }
    }
    if leak == Leak::WatcherBids
        && let (Some(bidding), Some(duel)) = (bidding(gambit), member(message, "duel"))
    {
        let made = Side::BOTH.into_iter().filter(|side| bidding.own[*side].is_some()).count();
        duel.insert("bids".to_owned(), made.into());
    }
}

impl Secrets<'_> {
    /// Returns the enemy's bid while it is secret.
    fn enemy_bid(&self) -> Option<u32> {
        let bidding = bidding(self.game.gambit.as_deref()?)?;
        Some(bidding.own[self.enemy()]?.0)
    }

    /// Returns whether the enemy has just bid, and the duel goes on.
    pub(super) fn is_half_fought(&self) -> bool {
        let Some((_, command)) = self.cause.command() else { return false };
        let is_bid = matches!(command.action, Action::Allocate { .. });
        is_bid && self.by == Some(self.enemy()) && self.enemy_bid().is_some()
    }

    /// Changes a state of a game with bids.
    pub(super) fn of_bids(&self, leak: Leak, state: &mut Map<String, Value>) {
        let Some(gambit) = self.game.gambit.as_deref() else { return };
        if leak == Leak::EnemyPool
            && let Some(pools) = member(state, "bp")
        {
            pools.insert(letter(self.enemy()).to_owned(), gambit.ledger.pool(self.enemy()).0.into());
        }
        if let (Some(bidding), Some(duel)) = (bidding(gambit), member(state, "duel")) {
            self.of_duel(leak, gambit, bidding, duel);
        }
        match (leak, &gambit.stage) {
            (Leak::EnemyOffers, Stage::Retreat(retreating))
                if retreating.resolution.attacker == self.enemy() =>
            {
                state.insert("retreatOptions".to_owned(), retreating.offers.len().into());
            }
            (Leak::EnemyRegained, _) => self.of_turns(gambit, state),
            _ => {}
        }
    }

    fn of_duel(&self, leak: Leak, gambit: &Gambit, bidding: &Bidding, duel: &mut Map<String, Value>) {
        match leak {
            Leak::EnemyHasBid => {
                duel.insert("theyHaveBid".to_owned(), self.enemy_bid().is_some().into());
            }
            Leak::EnemyBid => {
                duel.insert("theirBid".to_owned(), self.enemy_bid().into());
            }
            Leak::DeadlineMoves if self.enemy_bid().is_some() => {
                duel.insert("deadline".to_owned(), bidding.until.0.saturating_sub(1).into());
            }
            Leak::EnemyCapacity => {
                let piece = if bidding.duel.attacker() == self.enemy() {
                    Some(bidding.mv.piece)
                } else {
                    self.game.board.position().piece_at(bidding.defended)
                };
                let scale = piece.and_then(|piece| gambit.terms.scale(piece));
                duel.insert("theirCapacity".to_owned(), scale.map(|scale| scale.capacity.0).into());
            }
            _ => {}
        }
    }

    /// Adds the points that the enemy's turns have regained.
    fn of_turns(&self, gambit: &Gambit, state: &mut Map<String, Value>) {
        let moves = state.get_mut("newMoves").and_then(Value::as_array_mut).into_iter().flatten();
        for made in moves.filter_map(Value::as_object_mut) {
            let ply = made.get("ply").and_then(Value::as_u64).and_then(|ply| usize::try_from(ply).ok());
            let turn = ply.and_then(|ply| gambit.turns.get(ply.checked_sub(1)?));
            let regained = turn.and_then(|turn| turn.regained.as_ref());
            if let (Some(regained), true) = (regained, made.get("by") == Some(&json!(letter(self.enemy())))) {
                made.insert("regained".to_owned(), json!({"total": regained.total.0}));
            }
        }
    }

    /// Changes the outcome of a finished duel.
    pub(super) fn of_outcome(&self, leak: Leak, outcome: &mut Map<String, Value>) {
        let Some(gambit) = self.game.gambit.as_deref() else { return };
        match leak {
            Leak::BidTime => {
                outcome.insert("theyBidAt".to_owned(), self.enemy_notes().bid_at.map(|at| at.0).into());
            }
            Leak::EnemyHalves => {
                let on = match &gambit.stage {
                    Stage::Retreat(retreating) => Some(retreating.resolution),
                    Stage::Move | Stage::Bids(_) => gambit.turns.iter().rev().find_map(|turn| turn.duel),
                };
                let halves = on.map(|resolution| resolution.effective[self.enemy()].halves());
                outcome.insert("theirHalves".to_owned(), halves.into());
            }
            _ => {}
        }
    }

    /// Changes the refusal of a bid.
    pub(super) fn of_refused_bid(&self, leak: Leak, message: &mut Map<String, Value>) {
        let (Some(gambit), Some((_, command))) = (self.game.gambit.as_deref(), self.cause.command()) else {
            return;
        };
        let Action::Allocate { amount } = command.action else { return };
        if leak == Leak::BidError && amount > gambit.ledger.pool(self.enemy()).0 {
            message.insert("message".to_owned(), "nobody has so many points".into());
        }
    }
}
