//! A game with bids in which all pieces are seen, as frames tell of it: its moves, the points of both sides, and what is asked for.

use std::sync::Arc;

use ggn_core::{BySide, Game, Location, Move, Position, Rules, Side, Square};

use super::state::{Bids, Duel, MoveMade, Phase, RetreatOffer};
use super::{Client, OutOfStep, Question, Reaction, Thought, message};
use crate::bids::{DuelTerms, Spent};
use crate::blind::Time;
use crate::contested::{Contested, Points, plies_since};
use crate::player::Bot;

/// Points of a game with bids, and the turn that they are counted for.
#[derive(Clone, Debug)]
pub(super) struct Bidding {
    pub(super) points: Points,
    /// Position at the start of the turn, and the number of plies before it.
    began: (Position, usize),
    /// The capture that is contested, once it is known.
    contested: Option<Move>,
    /// Number of moves when it last made a bid, and when it last chose a retreat.
    bid_at: Option<usize>,
    retreated_at: Option<usize>,
    /// True once a state came after the greeting.
    has_begun: bool,
}

/// A choice that is asked for in a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A bid; with the capture, if it is known.
    Bid(Option<Move>),
    /// A retreat to one of these squares with their costs, or the acknowledgement that the piece is lost, by the square that it came from.
    Retreat { mv: Option<Move>, from: Option<Square>, offered: Vec<(Square, u32)> },
}

impl Bidding {
    pub(super) fn new(terms: Arc<dyn DuelTerms>, bot: &Bot, start: &Position) -> Bidding {
        Bidding {
            points: Points::new(terms, bot, start),
            began: (start.clone(), 0),
            contested: None,
            bid_at: None,
            retreated_at: None,
            has_begun: false,
        }
    }

    /// Returns whether a state is the first one after a greeting.
    pub(super) fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.has_begun, true)
    }

    /// Forgets what was asked for: the state that comes next tells it anew.
    pub(super) fn begin(&mut self) {
        (self.contested, self.bid_at, self.retreated_at, self.has_begun) = (None, None, None, false);
    }

    /// Takes the points in that are told.
    pub(super) fn take_points(&mut self, pools: BySide<Option<u32>>) {
        for side in Side::BOTH {
            if let Some(points) = pools[side] {
                self.points.account.set(side, points);
            }
        }
    }

    /// Returns what a state asks of a side, once for each ply. `is_open` says that the game is followed, so that the contested capture is known.
    fn asked(
        &mut self,
        (game, is_open): (&Game, bool),
        (side, ply): (Side, usize),
        bids: &Bids,
    ) -> Option<Asked> {
        match (bids.phase, &bids.duel, &bids.retreat) {
            (Phase::DuelAllocation, Some(duel), _) if duel.your_bid.is_none() => {
                if self.bid_at == Some(ply) {
                    return None;
                }
                self.bid_at = Some(ply);
                self.contested = contested(game, duel).filter(|_| is_open);
                Some(Asked::Bid(self.contested))
            }
            (Phase::TacticalRetreat, _, Some(retreat)) if self.retreated_at != Some(ply) => {
                self.retreated_at = Some(ply);
                let mv = self
                    .contested
                    .filter(|mv| game.rules().piece(mv.piece).is_some_and(|it| it.side() == side));
                Some(asked_retreat(game.rules(), mv, retreat))
            }
            _ => None,
        }
    }

    /// Makes a move that a state tells of, and books its points.
    fn follow(&mut self, game: &mut Game, made: &MoveMade) -> Result<(), OutOfStep> {
        let text = || made.notation.clone().unwrap_or_default();
        let out_of_step = || OutOfStep(format!("move {} is {}", made.ply, text()));
        if made.ply != game.history().len() + 1 {
            return Err(out_of_step());
        }
        let by = game.position().turn();
        let mv = move_of(game, made).ok_or_else(out_of_step)?;
        let mut spent = Spent::default();
        let failed = made.duel.is_some_and(|duel| !duel.is_captured());
        spent.bids = made.duel.map(|duel| duel.bids(made.by.side())).unwrap_or_default();
        let played = match &made.retreat {
            Some(retreat) if failed => {
                let to = retreat.position.as_ref().map(|name| square(game.rules(), name));
                let shares = self.points.terms.retreats(game.position(), &mv, u32::MAX);
                let share = shares.iter().find(|offer| Some(Some(offer.square)) == to);
                (spent.retreat, spent.share) =
                    (retreat.cost, share.map_or(0, |offer| offer.share.min(retreat.cost)));
                match to {
                    Some(to) => game.repulse(&mv, to.ok_or_else(out_of_step)?).map(|_| ()),
                    None => game.forfeit(&mv).map(|_| ()),
                }
            }
            _ if failed => game.forfeit(&mv).map(|_| ()),
            _ => game.play(&mv).map(|_| ()).map_err(Into::into),
        };
        played.map_err(|_| out_of_step())?;
        self.points.terms.adjudicate(game);
        if game.position().turn() != by {
            let (before, plies) = (&self.began.0, plies_since(game, self.began.1));
            spent.regenerated = self.points.terms.regenerated(before, plies);
            self.began = (game.position().clone(), game.history().len());
        }
        self.points.account.book(by, spent);
        self.contested = None;
        Ok(())
    }
}

impl Client {
    /// Takes the part of a state in that is about bids, where all pieces are seen.
    pub(super) fn follow_bids(&mut self, bids: &Bids) -> Result<(), OutOfStep> {
        let Some(bidding) = &mut self.bidding else { return Ok(()) };
        if bidding.begins() {
            self.game = Game::new(Arc::clone(self.game.rules()));
            let terms = Arc::clone(&bidding.points.terms);
            *bidding = Bidding { has_begun: true, ..Bidding::new(terms, &self.bot, self.game.position()) };
        }
        for made in &bids.new_moves {
            // The last state repeats all moves.
            if made.ply > self.game.history().len() {
                bidding.follow(&mut self.game, made)?;
            }
        }
        bidding.take_points(bids.pools);
        Ok(())
    }

    /// Returns the thought about what a state asks for in a duel.
    pub(super) fn asked_in_duel(&mut self, side: Side, bids: &Bids) -> Option<Reaction> {
        let ply = self.plies();
        let game = (&self.game, self.hidden.is_none());
        let asked = self.bidding.as_mut()?.asked(game, (side, ply), bids)?;
        self.thought(Question::InDuel(asked))
    }
}

impl Thought {
    /// Returns the answer to what is asked for in a duel.
    pub(super) fn answer_in_duel(&self, asked: &Asked, time: Time<'_>) -> Option<String> {
        let (game, side, seed) = (&self.game, self.side, self.seed);
        let points = self.points.as_ref()?;
        let hidden = self.hidden.as_ref().map(|(hidden, _)| hidden);
        let duel = Contested { bot: &self.bot, game, points, side, seed, stop: time.in_all };
        match asked {
            Asked::Bid(mv) => {
                let amount = match (hidden, mv) {
                    (Some(hidden), _) => hidden.bid(time),
                    (None, Some(mv)) => duel.bid(mv),
                    // A duel that it does not understand.
                    (None, None) => 0,
                };
                Some(message::allocate(&self.game_id, amount, self.plies))
            }
            Asked::Retreat { mv, from, offered } => {
                let chosen = match (hidden, mv) {
                    (Some(hidden), _) => hidden.retreat(offered, time),
                    (None, Some(mv)) => duel.retreat(mv, offered),
                    (None, None) => None,
                };
                let cheapest = || offered.iter().min_by_key(|(_, cost)| *cost).map(|(square, _)| *square);
                let to = chosen.or_else(cheapest).or(*from)?;
                message::retreat(game.rules(), &self.game_id, to, self.plies)
            }
        }
    }
}

/// Returns the name of a square on the wire.
fn name(rules: &Rules, square: Square) -> Option<String> {
    rules.shape().cell(square).map(|cell| cell.to_string())
}

/// Returns the square of a name.
fn square(rules: &Rules, text: &str) -> Option<Square> {
    rules.shape().iter().find(|square| name(rules, *square).as_deref() == Some(text))
}

/// Returns the capture that a duel is about.
fn contested(game: &Game, duel: &Duel) -> Option<Move> {
    let rules = game.rules();
    let from = square(rules, duel.attacking_piece.position.as_ref()?)?;
    let to = square(rules, duel.position.as_ref()?)?;
    game.legal_from(from).find(|mv| mv.destination == Location::Square(to)).copied()
}

fn asked_retreat(rules: &Rules, mv: Option<Move>, retreat: &RetreatOffer) -> Asked {
    let offer = |(text, cost): (&String, &u32)| Some((square(rules, text)?, *cost));
    Asked::Retreat {
        mv,
        from: retreat.piece.position.as_ref().and_then(|text| square(rules, text)),
        offered: retreat.valid_positions.iter().zip(&retreat.costs).filter_map(offer).collect(),
    }
}

/// Returns the legal move that a state tells of. Of several between two squares, its notation tells which.
fn move_of(game: &Game, made: &MoveMade) -> Option<Move> {
    let rules = game.rules();
    let text = made.notation.as_deref().unwrap_or_default();
    // Bids, retreat and regenerated points follow the move.
    let san = text.split(['[', '{', '→']).next().unwrap_or_default();
    let is_named = |mv: &&Move| game.preview(mv).is_ok_and(|played| played.san == san);
    let (from, to) = (made.from.as_deref()?, made.to.as_deref()?);
    let (from, to) = (square(rules, from), square(rules, to));
    let is_between = |mv: &&Move| mv.source.square() == from && mv.destination.square() == to;
    let legal = || game.legal_moves().iter();
    let between: Vec<&Move> = legal().filter(is_between).collect();
    let found = match between.as_slice() {
        [only] => Some(*only),
        several => several.iter().copied().find(|mv| is_named(mv)).or(several.first().copied()),
    };
    found.or_else(|| legal().find(is_named)).copied()
}
