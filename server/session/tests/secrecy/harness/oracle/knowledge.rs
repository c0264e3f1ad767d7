//! Facts that the rules disclose: to a player at one moment, about a game with bids, and to spectators of any game.

use std::collections::BTreeMap;

use ggn_core::{BySide, Move, PieceId, Side, Square};

use super::super::bid_rules::{Regeneration, RetreatOption};
use super::super::policy::{PieceVisibility, SpectatorView};
use super::duel::{DuelResult, Stage};
use super::sight::SightKnowledge;
use super::{ClockReading, Model, Presence, Touch};

/// All facts that the rules disclose to a player at one moment, in addition to the announcements so far.
///
/// Of the own pieces, this has squares, types and hit points, but not states: castling rights follow from the own moves, and a state that did not
/// would be a leak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Knowledge {
    pub(crate) plies: usize,
    pub(crate) turn: Side,
    pub(crate) army: Vec<(Square, char, Option<u8>)>,
    /// Moves left of the turn, where a turn has several.
    pub(crate) left: Option<u8>,
    pub(crate) took: BTreeMap<char, u32>,
    pub(crate) lost: BTreeMap<char, u32>,
    pub(crate) check: Option<bool>,
    pub(crate) touched: Option<Touch>,
    /// The own hand.
    pub(crate) hand: Vec<(PieceId, u32)>,
    /// The other hand, where the announcements tell it.
    pub(crate) other_hand: Option<Vec<(PieceId, u32)>>,
    /// Pieces of neither side, which everybody sees.
    pub(crate) neutral: Vec<(Square, PieceId)>,
    pub(crate) offer: Option<Side>,
    pub(crate) other: Presence,
    /// Remaining times at the last change of the clock, and the time of that change.
    pub(crate) clock: Option<ClockReading>,
    /// The whole board, if the profile shows it.
    pub(crate) everything: Option<String>,
    /// The moves so far, if the profile shows the whole board. Those of games with bids are among the facts about bids.
    pub(crate) moves: Option<Vec<String>>,
    /// Knowledge facts about bids, if captures are contested.
    pub(crate) bids: Option<BidKnowledge>,
    /// Knowledge facts of a game by sight.
    pub(crate) sight: Option<SightKnowledge>,
}

/// The observing party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observer {
    Player(Side),
    Spectator,
}

/// Knowledge facts about bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BidKnowledge {
    /// Points of each side, if known.
    pub(crate) pools: BySide<Option<u32>>,
    pub(crate) phase: Phase,
    pub(crate) turns: Vec<TurnKnowledge>,
}

/// The awaited input, as known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Move,
    Bids {
        attacker: Side,
        /// Type and square of the attacking and the defending piece.
        pieces: [Option<(char, Square)>; 2],
        /// The contested square.
        aim: Option<Square>,
        until: u64,
        /// The observer's own bid, and the capacity of their piece.
        own: Option<(Option<u32>, u32)>,
    },
    Retreat {
        fought: DuelKnowledge,
        /// Knowledge to the attacker only.
        choice: Option<(Vec<RetreatOption>, u64)>,
    },
}

/// Knowledge facts about a resolved duel. The effect of a bid discloses the type of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DuelKnowledge {
    pub(crate) attacker: Side,
    pub(crate) is_won: bool,
    pub(crate) spent: BySide<u32>,
    pub(crate) halves: BySide<Option<u32>>,
}

/// Knowledge facts about a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TurnKnowledge {
    pub(crate) by: Side,
    pub(crate) mv: Option<Move>,
    pub(crate) fought: Option<DuelKnowledge>,
    pub(crate) retreated: Option<(Option<Square>, u32)>,
    pub(crate) regained: Option<Regeneration>,
}

/// All facts that somebody without a side may know at one moment, in addition to the announcements to both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpectatorKnowledge {
    plies: usize,
    turn: Side,
    left: u8,
    check: Option<bool>,
    offer: Option<Side>,
    people: BySide<Presence>,
    clock: Option<ClockReading>,
    everything: Option<String>,
    bids: Option<BidKnowledge>,
}

impl Model {
    /// Returns whether an observer sees the pieces of a side.
    fn sees(&self, eye: Observer, of: Side) -> bool {
        match eye {
            Observer::Player(side) => side == of || self.manner.view == PieceVisibility::Everything,
            Observer::Spectator => self.manner.spectators.watching == SpectatorView::Board,
        }
    }

    /// Returns the known facts about bids, if captures are contested.
    pub(super) fn known_bids(&self, eye: Observer) -> Option<BidKnowledge> {
        let (bids, sums) = (self.rest.bids.as_ref()?, self.sums.as_deref()?);
        let (rules, position) = (self.board.rules(), self.board.position());
        let knows_points = |side| !sums.hidden || eye == Observer::Player(side);
        let fought = |fought: DuelResult| DuelKnowledge {
            attacker: fought.attacker,
            is_won: fought.is_won,
            spent: fought.spent,
            halves: BySide::from_fn(|side| self.sees(eye, side).then(|| fought.halves[side])),
        };
        let phase = match &bids.stage {
            Stage::Move => Phase::Move,
            Stage::Bids(bidding) => {
                let attacker = position.turn();
                let [from, to] = [bidding.mv.source, bidding.mv.destination].map(|at| at.square().unwrap());
                let seen = |side, square, piece| {
                    let letter = rules.piece(piece).unwrap().letter();
                    self.sees(eye, side).then_some((letter, square))
                };
                let (defended, victim) = bidding.defended;
                let aim = if self.sees(eye, attacker) {
                    Some(to)
                } else {
                    Some(defended).filter(|_| self.sees(eye, attacker.opponent()))
                };
                let own = match eye {
                    Observer::Player(side) => {
                        let piece = if side == attacker { bidding.mv.piece } else { victim };
                        Some((bidding.bids[side], sums.capacity(rules, piece)))
                    }
                    Observer::Spectator => None,
                };
                let attacking = seen(attacker, from, bidding.mv.piece);
                let pieces = [attacking, seen(attacker.opponent(), defended, victim)];
                Phase::Bids { attacker, pieces, aim, until: bidding.until, own }
            }
            Stage::Retreat(retreating) => {
                let is_own = eye == Observer::Player(retreating.fought.attacker);
                let choice = is_own.then(|| (retreating.offers.clone(), retreating.until));
                Phase::Retreat { fought: fought(retreating.fought), choice }
            }
        };
        let turns = bids.turns.iter().zip(self.board.history()).map(|(turn, played)| {
            let (by, is_seen) = (played.by, self.sees(eye, played.by));
            let regained = turn.regained.clone().filter(|_| knows_points(by)).map(|mut regained| {
                // The tactics disclose the other side's pieces.
                if !Side::BOTH.into_iter().all(|side| self.sees(eye, side)) {
                    regained.tactics.clear();
                }
                regained
            });
            TurnKnowledge {
                by,
                mv: is_seen.then_some(played.mv),
                fought: turn.fought.map(fought),
                retreated: turn.retreated.filter(|_| is_seen),
                regained,
            }
        });
        let pools = BySide::from_fn(|side| knows_points(side).then(|| bids.pools[side]));
        Some(BidKnowledge { pools, phase, turns: turns.collect() })
    }

    /// Returns the facts that a spectator may know now; `None` if they are withheld until the end.
    pub(crate) fn watched(&self) -> Option<SpectatorKnowledge> {
        let watching = self.manner.spectators.watching;
        if watching == SpectatorView::After {
            return None;
        }
        let (position, sees_all) = (self.board.position(), watching == SpectatorView::Board);
        let by = position.turn().opponent();
        let is_announced = Side::BOTH.into_iter().all(|side| self.policy.includes("in_check", by, side));
        Some(SpectatorKnowledge {
            plies: self.board.plies(),
            turn: position.turn(),
            left: self.board.rules().moves_per_turn() - position.moves_made(),
            check: (sees_all || is_announced).then(|| self.board.in_check()),
            offer: self.rest.offer,
            people: self.rest.presence,
            clock: self.reading(),
            everything: sees_all.then(|| self.everything()),
            bids: self.known_bids(Observer::Spectator),
        })
    }
}
