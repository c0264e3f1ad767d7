//! Duels of a game: a capture is contested, both sides bid, and the capture succeeds or fails; after a failure the piece retreats.

use ggn_core::{Move, Side, Square};

use super::Game;
use super::gambit::{Bidding, Gambit, Retreat, Retreating, Stage, Turn};
use crate::domain::{Event, Refusal, UnixMs};
use crate::gambit::{BidError, CaptureInCheck, Outcome, Points, Resolution, RetreatCost, RetreatOption};
use crate::moderator::{Moment, announce_duel};
use crate::profile::PieceVisibility;
use crate::touch_move::{Commit, Evaluation, Step};

impl Game {
    /// Returns whether bids or a retreat are due, so that no move can be made.
    pub(crate) fn is_contested(&self) -> bool {
        self.gambit.as_ref().is_some_and(|gambit| !matches!(gambit.stage, Stage::Move))
    }

    /// Returns the treatment of captures by the side to move; `None` in a game without duels.
    pub(super) fn capture_now(&self) -> Option<CaptureInCheck> {
        let judge = self.gambit.as_ref()?.terms.profile().failed_check_defence;
        Some(judge.capture_in_check(self.board.in_check()))
    }

    /// Returns whether a legal move captures, or would if the target had no hit points left.
    pub(super) fn takes(&self, mv: &Move) -> bool {
        let target = |gambit: &Gambit| gambit.terms.target(self.board.position(), mv);
        self.gambit.as_deref().is_some_and(|gambit| target(gambit).is_some())
    }

    /// Refuses captures by a side in check if the rules of duels forbid them. A piece without another move is refused with `Event::WontHelp`.
    pub(super) fn refuse_captures(&self, evaluation: Evaluation, commit: Commit) -> Evaluation {
        if self.capture_now() != Some(CaptureInCheck::Refused) {
            return evaluation;
        }
        let Evaluation { step, touched } = evaluation;
        // All moves are counted: the time to find the first one depends on pieces that the player may not see.
        let others = self.board.legal_moves().iter();
        let others = others.filter(|mv| commit.touched.is_moved_by(mv) && !self.takes(mv)).count();
        let is_let = match &step {
            Step::Silent
            | Step::Play(_)
            | Step::Refuse(Event::IllegalMove)
            | Step::Error(Refusal::PromotionRequired) => true,
            Step::Refuse(_) | Step::Error(_) => false,
        };
        match step {
            _ if is_let && others == 0 => Evaluation { step: Step::Refuse(Event::WontHelp), touched: None },
            Step::Play(mv) if self.takes(&mv) => {
                Evaluation { step: Step::Refuse(Event::IllegalMove), touched }
            }
            step => Evaluation { step, touched },
        }
    }

    /// Opens a duel about a move, if it is a contested capture. The duel counts as the player's move, and no clock runs meanwhile.
    // Requirements gambit-29, gambit-30, gambit-34.
    pub(super) fn contest(&mut self, by: Side, mv: &Move, at: UnixMs) -> bool {
        if self.capture_now() != Some(CaptureInCheck::Duel) {
            return false;
        }
        let (position, Some(gambit)) = (self.board.position(), &mut self.gambit) else { return false };
        let (Some(from), Some(to)) = (mv.source.square(), mv.destination.square()) else { return false };
        let Some((defended, _)) = gambit.terms.target(position, mv) else { return false };
        let Some(duel) = gambit.terms.duel(position, mv) else { return false };
        let until = at.plus(gambit.terms.profile().bid_ms);
        let own = ggn_core::BySide::default();
        gambit.stage = Stage::Bids(Box::new(Bidding { mv: *mv, from, to, defended, duel, own, until }));
        self.touched = None;
        self.draw.record_move(by);
        if let Some(clock) = &mut self.clock {
            clock.pause(at);
        }
        self.announce_duel_event(Event::Attacks, by, at);
        true
    }

    fn announce_duel_event(&mut self, event: Event, by: Side, at: UnixMs) {
        let ply = self.plies().saturating_add(1);
        self.announce(announce_duel(&self.moderator, Moment { ply, at }, by, event));
    }

    /// Takes the bid of a side. A bid is final; with the second one the duel is resolved.
    // Requirements gambit-3, gambit-61.
    pub(crate) fn bid(&mut self, by: Side, points: Points, at: UnixMs) -> Result<(), Refusal> {
        let Some(Gambit { ledger, stage: Stage::Bids(bidding), .. }) = self.gambit.as_deref_mut() else {
            return Err(Refusal::WrongPhase);
        };
        bidding.duel.bid(by, points, ledger.pool(by)).map_err(|refused| match refused {
            BidError::AlreadyMade => Refusal::WrongPhase,
            BidError::TooMuch => Refusal::TooFewPoints,
        })?;
        bidding.own[by] = Some(points);
        self.resolve(at);
        Ok(())
    }

    /// Resolves the duel if both sides have bid: the bids are spent, and the capture succeeds or fails.
    // Requirement gambit-96.
    fn resolve(&mut self, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let Stage::Bids(bidding) = &gambit.stage else { return };
        let Some(resolution) = bidding.duel.resolve(gambit.terms.profile().ties) else { return };
        let (mv, from) = (bidding.mv, bidding.from);
        for side in Side::BOTH {
            // This cannot fail: no bid exceeds the points at its time, and nothing has been paid since.
            let _ = gambit.ledger.spend(side, resolution.spent[side]);
        }
        gambit.stage = Stage::Move;
        match resolution.outcome {
            Outcome::Captured => {
                self.make(&mv, Some(resolution), at);
            }
            Outcome::Repulsed => self.repel(mv, from, resolution, at),
        }
    }

    /// Starts the retreat after a failed capture. The player chooses a square, unless there is only one and both players see that. The existence
    /// of a choice never depends on the points of the side, so that it discloses nothing about them.
    // Requirements gambit-38, gambit-73.
    fn repel(&mut self, mv: Move, from: Square, resolution: Resolution, at: UnixMs) {
        self.announce_duel_event(Event::Repulsed, resolution.attacker, at);
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let (terms, position) = (&gambit.terms, self.board.position());
        let offers = terms.retreat_options(position, &mv, gambit.ledger.pool(resolution.attacker));
        let has_choice = terms.rules().retreats(position, &mv, terms.retreat_kind(&mv)).len() > 1;
        let until = at.plus(terms.profile().retreat_ms);
        let retreating = Retreating { mv, from, resolution, offers, until };
        gambit.stage = Stage::Retreat(Box::new(retreating));
        if !has_choice && self.profile.view == PieceVisibility::Everything {
            self.expire(at);
        }
    }

    /// Takes the attacker's choice of a square to retreat to. If nothing is affordable and the piece is lost, the square of origin acknowledges the
    /// loss.
    // Requirements gambit-39, gambit-62.
    pub(crate) fn retreat(&mut self, by: Side, to: Square, at: UnixMs) -> Result<(), Refusal> {
        let Some(Stage::Retreat(retreating)) = self.gambit.as_deref().map(|gambit| &gambit.stage) else {
            return Err(Refusal::WrongPhase);
        };
        if retreating.resolution.attacker != by {
            return Err(Refusal::WrongPhase);
        }
        let offer = retreating.offers.iter().find(|offer| offer.square == to).copied();
        let is_lost = retreating.offers.is_empty() && to == retreating.from;
        if offer.is_none() && !is_lost {
            return Err(Refusal::NotOffered);
        }
        self.retreat_to(offer, at);
        Ok(())
    }

    /// Moves the piece of a failed capture to the chosen square, or removes it if there is none.
    // Requirement gambit-113.
    fn retreat_to(&mut self, to: Option<RetreatOption>, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let Stage::Retreat(retreating) = std::mem::replace(&mut gambit.stage, Stage::Move) else { return };
        let Retreating { mv, resolution, .. } = *retreating;
        let attacker = resolution.attacker;
        let (played, cost) = match to {
            Some(RetreatOption { square, cost }) => {
                // This cannot fail: only affordable squares were offered.
                let _ = gambit.ledger.pay(attacker, cost.total, cost.defender_share);
                (self.board.repulse(&mv, square), cost.total)
            }
            None => (self.board.forfeit(&mv), Points::NONE),
        };
        match played.cloned() {
            Ok(played) => {
                let retreat = Retreat { to: to.map(|offer| offer.square), cost };
                let turn = Turn { duel: Some(resolution), retreat: Some(retreat), regained: None };
                self.follow(&played, turn, at);
            }
            // This cannot happen: the contested capture was legal, and still is. If it did, the turn would go on.
            Err(_) => self.pass_clock(attacker, at),
        }
    }

    /// Returns the deadline of bids or of a retreat.
    pub(crate) fn deadline(&self) -> Option<UnixMs> {
        match &self.gambit.as_deref()?.stage {
            Stage::Move => None,
            Stage::Bids(bidding) => Some(bidding.until),
            Stage::Retreat(retreating) => Some(retreating.until),
        }
    }

    /// Applies the deadline. A missing bid counts as zero; a missing choice keeps the piece at its origin, at the cost that was offered, if any.
    pub(super) fn expire(&mut self, at: UnixMs) {
        match self.gambit.as_deref_mut().map(|gambit| &mut gambit.stage) {
            Some(Stage::Bids(bidding)) => {
                bidding.duel.expire();
                self.resolve(at);
            }
            Some(Stage::Retreat(retreating)) => {
                let from = retreating.from;
                let offered = retreating.offers.iter().find(|offer| offer.square == from).copied();
                let free = RetreatOption { square: from, cost: RetreatCost::default() };
                let to = offered.or((!retreating.offers.is_empty()).then_some(free));
                self.retreat_to(to, at);
            }
            Some(Stage::Move) | None => {}
        }
    }

    /// Restarts the time for bids or a retreat.
    pub(super) fn renew_deadline(&mut self, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let profile = gambit.terms.profile();
        match &mut gambit.stage {
            Stage::Move => {}
            Stage::Bids(bidding) => bidding.until = at.plus(profile.bid_ms),
            Stage::Retreat(retreating) => retreating.until = at.plus(profile.retreat_ms),
        }
    }

    /// Records the turn of a ply, and adds the regeneration if the turn is over.
    // Requirement gambit-42.
    pub(super) fn book(&mut self, by: Side, mut turn: Turn) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let after = self.board.position();
        if after.turn() != by {
            let began =
                gambit.turns.iter().rposition(|turn| turn.regained.is_some()).map_or(0, |last| last + 1);
            let plies = self.board.history().get(began..).unwrap_or_default();
            let regained = gambit.terms.regeneration(&gambit.turn_began, plies);
            gambit.ledger.regenerate(by, regained.total);
            gambit.turn_began = after.clone();
            turn.regained = Some(regained);
        }
        gambit.turns.push(turn);
    }

    /// Resumes the clock, for the other side if the turn is over.
    // Requirements gambit-40, gambit-74.
    pub(super) fn pass_clock(&mut self, by: Side, at: UnixMs) {
        let Some(clock) = &mut self.clock else { return };
        clock.resume(at);
        if self.board.position().turn() != by {
            clock.press(at);
        }
    }
}

#[cfg(test)]
mod tests;
