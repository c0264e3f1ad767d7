//! What the rules let somebody know of a game with bids, and who only watches of any game.

use ggn_core::{BySide, Move, Side, Square};

use super::super::policy::{Sight, Watching};
use super::super::sums::{Offer, Regained};
use super::duel::{Fought, Stage};
use super::{Dial, Presence, Truth};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    Player(Side),
    Watcher,
}

/// What is known of bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownBids {
    /// What each side has.
    pub(crate) pools: BySide<Option<u32>>,
    pub(crate) phase: Phase,
    pub(crate) turns: Vec<KnownTurn>,
}

/// What is awaited, as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Move,
    Bids {
        attacker: Side,
        /// Attacker's and defender's piece: what it is, and where it stands.
        pieces: [Option<(char, Square)>; 2],
        /// The square that is fought for.
        aim: Option<Square>,
        until: u64,
        /// What the viewer has bid, and how much of it counts in full.
        own: Option<(Option<u32>, u32)>,
    },
    Retreat {
        fought: KnownFought,
        /// The attacker's alone.
        choice: Option<(Vec<Offer>, u64)>,
    },
}

/// What is known of a duel that is over. What a bid was worth tells the kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownFought {
    pub(crate) attacker: Side,
    pub(crate) is_won: bool,
    pub(crate) spent: BySide<u32>,
    pub(crate) halves: BySide<Option<u32>>,
}

/// What is known of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownTurn {
    pub(crate) by: Side,
    pub(crate) mv: Option<Move>,
    pub(crate) fought: Option<KnownFought>,
    pub(crate) fell_back: Option<(Option<Square>, u32)>,
    pub(crate) regained: Option<Regained>,
}

/// All that somebody without a side may know at one moment, beside the words that both players hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watched {
    plies: usize,
    turn: Side,
    left: u8,
    check: Option<bool>,
    offer: Option<Side>,
    people: BySide<Presence>,
    clock: Option<Dial>,
    everything: Option<String>,
    bids: Option<KnownBids>,
}

impl Truth {
    /// Whether somebody sees the pieces of a side.
    fn sees(&self, eye: Eye, of: Side) -> bool {
        match eye {
            Eye::Player(side) => side == of || self.manner.view == Sight::Everything,
            Eye::Watcher => self.manner.spectators.watching == Watching::Board,
        }
    }

    /// What is known of the bids, where there are any.
    pub(super) fn known_bids(&self, eye: Eye) -> Option<KnownBids> {
        let (bids, sums) = (self.rest.bids.as_ref()?, self.sums.as_deref()?);
        let (rules, position) = (self.board.rules(), self.board.position());
        let knows_points = |side| !sums.hidden || eye == Eye::Player(side);
        let fought = |fought: Fought| KnownFought {
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
                    Eye::Player(side) => {
                        let piece = if side == attacker { bidding.mv.piece } else { victim };
                        Some((bidding.bids[side], sums.capacity(rules, piece)))
                    }
                    Eye::Watcher => None,
                };
                let attacking = seen(attacker, from, bidding.mv.piece);
                let pieces = [attacking, seen(attacker.opponent(), defended, victim)];
                Phase::Bids { attacker, pieces, aim, until: bidding.until, own }
            }
            Stage::Retreat(retreating) => {
                let is_own = eye == Eye::Player(retreating.fought.attacker);
                let choice = is_own.then(|| (retreating.offers.clone(), retreating.until));
                Phase::Retreat { fought: fought(retreating.fought), choice }
            }
        };
        let turns = bids.turns.iter().zip(self.board.history()).map(|(turn, played)| {
            let (by, is_seen) = (played.by, self.sees(eye, played.by));
            let regained = turn.regained.clone().filter(|_| knows_points(by)).map(|mut regained| {
                // What it was for speaks of the other side's pieces.
                if !Side::BOTH.into_iter().all(|side| self.sees(eye, side)) {
                    regained.tactics.clear();
                }
                regained
            });
            KnownTurn {
                by,
                mv: is_seen.then_some(played.mv),
                fought: turn.fought.map(fought),
                fell_back: turn.fell_back.filter(|_| is_seen),
                regained,
            }
        });
        let pools = BySide::from_fn(|side| knows_points(side).then(|| bids.pools[side]));
        Some(KnownBids { pools, phase, turns: turns.collect() })
    }

    /// What somebody who only watches may know now; nothing where that is kept for the end.
    pub(crate) fn watched(&self) -> Option<Watched> {
        let watching = self.manner.spectators.watching;
        if watching == Watching::After {
            return None;
        }
        let (position, sees_all) = (self.board.position(), watching == Watching::Board);
        let by = position.turn().opponent();
        let is_told = Side::BOTH.into_iter().all(|side| self.policy.tells("in_check", by, side));
        Some(Watched {
            plies: self.board.plies(),
            turn: position.turn(),
            left: self.board.rules().moves_per_turn() - position.moves_made(),
            check: (sees_all || is_told).then(|| self.board.in_check()),
            offer: self.rest.offer,
            people: self.rest.presence,
            clock: self.rest.dial,
            everything: sees_all.then(|| self.everything()),
            bids: self.known_bids(Eye::Watcher),
        })
    }
}
