//! Captures that are bid for: a duel is opened, both sides bid, and the capture is made or fails; then its piece falls back.

use ggn_core::{Manner, Move, Side, Square};

use super::Game;
use super::gambit::{Bidding, Gambit, Retreat, Retreating, Stage, Turn};
use crate::gambit::{BidRefused, CaptureInCheck, Fee, Offer, Outcome, Points, Resolution};
use crate::ids::UnixMs;
use crate::moderator::{Event, Moment, announce_duel};
use crate::profile::Sight;
use crate::protocol::player::ErrorCode;
use crate::touch_move::{Commit, Judgement, Step};

impl Game {
    /// Whether bids or a retreat are awaited, so that no move can be made.
    pub(crate) fn is_contested(&self) -> bool {
        self.gambit.as_ref().is_some_and(|gambit| !matches!(gambit.stage, Stage::Move))
    }

    /// What a capture by the side to move means now; nothing where nothing is bid for.
    fn capture_now(&self) -> Option<CaptureInCheck> {
        let judge = self.gambit.as_ref()?.terms.profile().failed_check_defence;
        Some(judge.capture(self.board.in_check()))
    }

    /// Whether a legal move captures, or would if its victim had no points left.
    fn takes(&self, mv: &Move) -> bool {
        let target = |gambit: &Gambit| gambit.terms.target(self.board.position(), mv);
        self.gambit.as_deref().is_some_and(|gambit| target(gambit).is_some())
    }

    /// What the moderator says where a side in check may not capture: to a piece that could do nothing else, that it will not help.
    pub(super) fn without_refused_captures(&self, judgement: Judgement, commit: Commit) -> Judgement {
        if self.capture_now() != Some(CaptureInCheck::Refused) {
            return judgement;
        }
        let Judgement { step, touched } = judgement;
        // Counted to the end: how soon one is found depends on pieces that the player may not see.
        let others = self.board.legal_from(commit.from).filter(|mv| !self.takes(mv)).count();
        let is_let = match &step {
            Step::Silent
            | Step::Play(_)
            | Step::Refuse(Event::IllegalMove)
            | Step::Error(ErrorCode::PromotionRequired) => true,
            Step::Refuse(_) | Step::Error(_) => false,
        };
        match step {
            _ if is_let && others == 0 => Judgement { step: Step::Refuse(Event::WontHelp), touched: None },
            Step::Play(mv) if self.takes(&mv) => {
                Judgement { step: Step::Refuse(Event::IllegalMove), touched }
            }
            step => Judgement { step, touched },
        }
    }

    /// Opens a duel about a move, if it is a capture that is bid for. That counts as the player's move; whose time it is nobody's is.
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
        self.draw.moved(by);
        if let Some(clock) = &mut self.clock {
            clock.pause(at);
        }
        self.tell_of_duel(Event::Attacks, by, at);
        true
    }

    fn tell_of_duel(&mut self, event: Event, by: Side, at: UnixMs) {
        let ply = self.plies().saturating_add(1);
        self.tell(announce_duel(&self.moderator, Moment { ply, at }, by, event));
    }

    /// A side bids, once. When both have, the duel is over.
    pub(crate) fn bid(&mut self, by: Side, points: Points, at: UnixMs) -> Result<(), ErrorCode> {
        let Some(Gambit { ledger, stage: Stage::Bids(bidding), .. }) = self.gambit.as_deref_mut() else {
            return Err(ErrorCode::WrongPhase);
        };
        bidding.duel.bid(by, points, ledger.pool(by)).map_err(|refused| match refused {
            BidRefused::Made => ErrorCode::WrongPhase,
            BidRefused::TooMuch => ErrorCode::TooFewPoints,
        })?;
        bidding.own[by] = Some(points);
        self.resolve(at);
        Ok(())
    }

    /// If both sides have bid: what they have bid is spent, and the capture is made or fails.
    fn resolve(&mut self, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let Stage::Bids(bidding) = &gambit.stage else { return };
        let Some(resolution) = bidding.duel.resolve(gambit.terms.profile().ties) else { return };
        let (mv, from) = (bidding.mv, bidding.from);
        for side in Side::BOTH {
            // Nobody has bid more than there was, and nothing was paid since.
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

    /// A capture has failed. Where its piece may fall back to its player is asked, unless everybody sees that there is only one square. That never
    /// depends on what can be paid: nobody is to read from it what a side has.
    fn repel(&mut self, mv: Move, from: Square, resolution: Resolution, at: UnixMs) {
        self.tell_of_duel(Event::Repulsed, resolution.attacker, at);
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let (terms, position) = (&gambit.terms, self.board.position());
        let offers = terms.offers(position, &mv, gambit.ledger.pool(resolution.attacker));
        let manner = terms.piece(mv.piece).map_or(Manner::Origin, |piece| piece.retreat.manner());
        let has_choice = terms.rules().retreats(position, &mv, manner).len() > 1;
        let until = at.plus(terms.profile().retreat_ms);
        let retreating = Retreating { mv, from, resolution, offers, until };
        gambit.stage = Stage::Retreat(Box::new(retreating));
        if !has_choice && self.profile.view == Sight::Everything {
            self.expire(at);
        }
    }

    /// The attacker chooses where the piece of a capture that failed falls back to. Where nothing can be paid and the piece is lost, naming the square
    /// that it came from says that its player has seen so.
    pub(crate) fn retreat(&mut self, by: Side, to: Square, at: UnixMs) -> Result<(), ErrorCode> {
        let Some(Stage::Retreat(retreating)) = self.gambit.as_deref().map(|gambit| &gambit.stage) else {
            return Err(ErrorCode::WrongPhase);
        };
        if retreating.resolution.attacker != by {
            return Err(ErrorCode::WrongPhase);
        }
        let offer = retreating.offers.iter().find(|offer| offer.square == to).copied();
        let is_lost = retreating.offers.is_empty() && to == retreating.from;
        if offer.is_none() && !is_lost {
            return Err(ErrorCode::NotOffered);
        }
        self.fall_back(offer, at);
        Ok(())
    }

    /// The piece of a capture that failed falls back, or is lost where it can go nowhere.
    fn fall_back(&mut self, to: Option<Offer>, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let Stage::Retreat(retreating) = std::mem::replace(&mut gambit.stage, Stage::Move) else { return };
        let Retreating { mv, resolution, .. } = *retreating;
        let attacker = resolution.attacker;
        let (played, cost) = match to {
            Some(Offer { square, fee }) => {
                // Only what could be paid was offered.
                let _ = gambit.ledger.pay(attacker, fee.cost, fee.share);
                (self.board.repulse(&mv, square), fee.cost)
            }
            None => (self.board.forfeit(&mv), Points::NONE),
        };
        match played.cloned() {
            Ok(played) => {
                let retreat = Retreat { to: to.map(|offer| offer.square), cost };
                let turn = Turn { duel: Some(resolution), retreat: Some(retreat), regained: None };
                self.follow(&played, turn, at);
            }
            // What was contested was a legal capture, and is one still. If it were not, the turn would go on.
            Err(_) => self.pass_clock(attacker, at),
        }
    }

    /// Until when bids or a retreat are awaited.
    pub(crate) fn deadline(&self) -> Option<UnixMs> {
        match &self.gambit.as_deref()?.stage {
            Stage::Move => None,
            Stage::Bids(bidding) => Some(bidding.until),
            Stage::Retreat(retreating) => Some(retreating.until),
        }
    }

    /// That time is over. Who has not bid bids nothing; who has not chosen stays where they came from, and pays for it if that was among the choices.
    pub(super) fn expire(&mut self, at: UnixMs) {
        match self.gambit.as_deref_mut().map(|gambit| &mut gambit.stage) {
            Some(Stage::Bids(bidding)) => {
                bidding.duel.expire();
                self.resolve(at);
            }
            Some(Stage::Retreat(retreating)) => {
                let from = retreating.from;
                let offered = retreating.offers.iter().find(|offer| offer.square == from).copied();
                let free = Offer { square: from, fee: Fee::default() };
                let to = offered.or((!retreating.offers.is_empty()).then_some(free));
                self.fall_back(to, at);
            }
            Some(Stage::Move) | None => {}
        }
    }

    /// The time for bids or a retreat begins anew.
    pub(super) fn renew_deadline(&mut self, at: UnixMs) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let profile = gambit.terms.profile();
        match &mut gambit.stage {
            Stage::Move => {}
            Stage::Bids(bidding) => bidding.until = at.plus(profile.bid_ms),
            Stage::Retreat(retreating) => retreating.until = at.plus(profile.retreat_ms),
        }
    }

    /// Keeps what a ply was beside its move, and books what the turn brings back, if it is over.
    pub(super) fn book(&mut self, by: Side, mut turn: Turn) {
        let Some(gambit) = self.gambit.as_deref_mut() else { return };
        let after = self.board.position();
        if after.turn() != by {
            let regained = gambit.terms.regeneration(&gambit.turn_began, after);
            gambit.ledger.regenerate(by, regained.total);
            gambit.turn_began = after.clone();
            turn.regained = Some(regained);
        }
        gambit.turns.push(turn);
    }

    /// Time runs again: the other side's if the turn is over.
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
