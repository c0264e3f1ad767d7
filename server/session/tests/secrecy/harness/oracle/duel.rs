//! Contested captures in the model: points, the duel or retreat in progress, and the result of each turn.

use ggn_core::{BySide, Move, PieceId, Played, Position, Side, Square};
use session::protocol::player::{ErrorCode, SquareName};

use super::super::bid_rules::{InCheck, Regeneration, RetreatOption};
use super::super::policy::PieceVisibility;
use super::super::verdict::{Touch, Verdict};
use super::{Answer, Effect, Model};

/// Part of the model for contested captures.
#[derive(Clone, Debug)]
pub(crate) struct Bids {
    pub(crate) pools: BySide<u32>,
    pub(crate) stage: Stage,
    /// The board at the start of the turn.
    began: Position,
    /// Results of all plies.
    pub(crate) turns: Vec<Turn>,
}

/// The awaited input.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Move,
    Bids(Bidding),
    Retreat(Retreating),
}

#[derive(Clone, Debug)]
pub(crate) struct Bidding {
    pub(crate) mv: Move,
    /// The piece to be captured, and its square.
    pub(crate) defended: (Square, PieceId),
    pub(crate) bids: BySide<Option<u32>>,
    pub(crate) until: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Retreating {
    pub(crate) mv: Move,
    pub(crate) fought: DuelResult,
    pub(crate) offers: Vec<RetreatOption>,
    pub(crate) until: u64,
}

/// Result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DuelResult {
    pub(crate) attacker: Side,
    pub(crate) is_won: bool,
    pub(crate) spent: BySide<u32>,
    pub(crate) halves: BySide<u32>,
}

/// Result of a ply in addition to its move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) fought: Option<DuelResult>,
    /// The square that the piece retreated to, unless it was lost, and the cost.
    pub(crate) retreated: Option<(Option<Square>, u32)>,
    pub(crate) regained: Option<Regeneration>,
}

impl Bids {
    pub(super) fn new(initial: u32, began: &Position) -> Bids {
        let pools = BySide::from_fn(|_| initial);
        Bids { pools, stage: Stage::Move, began: began.clone(), turns: Vec::new() }
    }
}

impl Model {
    /// Returns the bidding in progress, if any.
    pub(crate) fn bidding(&self) -> Option<&Bidding> {
        match &self.rest.bids.as_ref()?.stage {
            Stage::Bids(bidding) => Some(bidding),
            Stage::Move | Stage::Retreat(_) => None,
        }
    }

    /// Returns the awaited choice of a retreat, if any.
    pub(crate) fn retreating(&self) -> Option<&Retreating> {
        match &self.rest.bids.as_ref()?.stage {
            Stage::Retreat(retreating) => Some(retreating),
            Stage::Move | Stage::Bids(_) => None,
        }
    }

    pub(crate) fn pool(&self, side: Side) -> u32 {
        self.rest.bids.as_ref().map_or(0, |bids| bids.pools[side])
    }

    /// Returns the number of resolved duels.
    pub(crate) fn fought(&self) -> u64 {
        let Some(bids) = &self.rest.bids else { return 0 };
        let over = bids.turns.iter().filter(|turn| turn.fought.is_some()).count();
        over as u64 + u64::from(self.retreating().is_some())
    }

    pub(super) fn is_contested(&self) -> bool {
        self.bidding().is_some() || self.retreating().is_some()
    }

    /// Returns the deadline of an awaited bid or retreat.
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.bidding()
            .map(|bidding| bidding.until)
            .or_else(|| self.retreating().map(|retreating| retreating.until))
    }

    /// Restarts the time of an awaited bid or retreat.
    pub(super) fn renew_deadline(&mut self) {
        let (Some(bids), Some(sums)) = (&mut self.rest.bids, &self.sums) else { return };
        match &mut bids.stage {
            Stage::Move => {}
            Stage::Bids(bidding) => bidding.until = self.rest.now + sums.bid_ms,
            Stage::Retreat(retreating) => retreating.until = self.rest.now + sums.retreat_ms,
        }
    }

    /// Returns the piece that a legal move would capture or hit.
    pub(crate) fn victim(&self, mv: &Move) -> Option<(Square, PieceId)> {
        let effect = self.board.rules().effect(self.board.position(), mv);
        let hit = |happening: &ggn_core::Happening| match *happening {
            ggn_core::Happening::Hit { square, piece, .. } => Some((square, piece)),
            _ => None,
        };
        effect.captured.first().copied().or_else(|| effect.happenings.iter().find_map(hit))
    }

    fn is_bound_to_be_quiet(&self) -> bool {
        let is_it = |sums: &super::BidRules| sums.failed_check_defence == InCheck::NonCaptureOnly;
        self.board.in_check() && self.sums.as_deref().is_some_and(is_it)
    }

    /// Returns the verdict where a side in check may not capture.
    pub(super) fn without_captures(
        &self,
        touch: Touch,
        (verdict, touched): (Verdict, Option<Touch>),
    ) -> (Verdict, Option<Touch>) {
        let is_about_going = match &verdict {
            Verdict::Made(_) | Verdict::Silence => true,
            Verdict::Refused(event) => *event == "illegal_move",
            Verdict::Error(code) => *code == ErrorCode::PromotionRequired,
        };
        if !self.is_bound_to_be_quiet() || !is_about_going {
            return (verdict, touched);
        }
        let mut its = self.board.legal_moves().iter().filter(|mv| touch.moves(mv));
        if its.all(|mv| self.victim(mv).is_some()) {
            return (Verdict::Refused("wont_help"), None);
        }
        match verdict {
            Verdict::Made(mv) if self.victim(&mv).is_some() => (Verdict::Refused("illegal_move"), touched),
            verdict => (verdict, touched),
        }
    }

    /// Opens a duel if the move is a contested capture.
    pub(super) fn contest(&mut self, side: Side, mv: Move, effect: &mut Effect) -> bool {
        let Some(sums) = self.sums.clone() else { return false };
        let is_given = sums.failed_check_defence == InCheck::AutoCapture && self.board.in_check();
        let Some(defended) = self.victim(&mv).filter(|_| !is_given) else { return false };
        let until = self.rest.now + sums.bid_ms;
        let bidding = Bidding { mv, defended, bids: BySide::default(), until };
        self.rest.bids.as_mut().unwrap().stage = Stage::Bids(bidding);
        self.rest.touched = None;
        self.has_moved(side);
        self.pause();
        self.say("attacks", self.board.plies() + 1, side, serde_json::Value::Null, effect);
        true
    }

    pub(super) fn bid(&mut self, side: Side, amount: u32, effect: &mut Effect) -> Answer {
        let Some(Bids { pools, stage: Stage::Bids(bidding), .. }) = &mut self.rest.bids else {
            return Answer::Error(ErrorCode::WrongPhase);
        };
        if bidding.bids[side].is_some() {
            return Answer::Error(ErrorCode::WrongPhase);
        }
        if amount > pools[side] {
            return Answer::Error(ErrorCode::TooFewPoints);
        }
        bidding.bids[side] = Some(amount);
        self.resolve(effect);
        Answer::Update
    }

    /// Resolves the duel if both sides have bid.
    fn resolve(&mut self, effect: &mut Effect) {
        let (Some(bidding), Some(sums)) = (self.bidding().cloned(), self.sums.clone()) else { return };
        let BySide { first: Some(first), second: Some(second) } = bidding.bids else { return };
        let spent = BySide { first, second };
        let rules = self.board.rules();
        let attacker = rules.piece(bidding.mv.piece).unwrap().side();
        let halves = BySide::from_fn(|side| {
            let piece = if side == attacker { bidding.mv.piece } else { bidding.defended.1 };
            sums.halves(rules, piece, spent[side])
        });
        let is_won = sums.is_won(halves[attacker], halves[attacker.opponent()]);
        let fought = DuelResult { attacker, is_won, spent, halves };
        let bids = self.rest.bids.as_mut().unwrap();
        bids.pools = BySide::from_fn(|side| bids.pools[side] - spent[side]);
        bids.stage = Stage::Move;
        if is_won {
            self.make(attacker, bidding.mv, Turn { fought: Some(fought), ..Turn::default() }, effect);
            return;
        }
        self.say("repulsed", self.board.plies() + 1, attacker, serde_json::Value::Null, effect);
        let (position, mv) = (self.board.position(), bidding.mv);
        let (is_only_one, offers) = sums.offers(self.board.rules(), position, &mv, self.pool(attacker));
        let until = self.rest.now + sums.retreat_ms;
        let retreating = Retreating { mv, fought, offers, until };
        self.rest.bids.as_mut().unwrap().stage = Stage::Retreat(retreating);
        if is_only_one && self.manner.view == PieceVisibility::Everything {
            self.expire(effect);
        }
    }

    /// Ends the time of an awaited bid or retreat.
    pub(super) fn expire(&mut self, effect: &mut Effect) {
        match self.rest.bids.as_mut().map(|bids| &mut bids.stage) {
            Some(Stage::Bids(bidding)) => {
                bidding.bids = bidding.bids.map(|bid| Some(bid.unwrap_or(0)));
                self.resolve(effect);
            }
            Some(Stage::Retreat(Retreating { mv, offers, .. })) => {
                let from = mv.source.square().unwrap();
                let stays = offers.iter().find(|offer| offer.square == from).copied();
                let for_nothing = RetreatOption { square: from, cost: 0, share: 0 };
                let to = stays.or((!offers.is_empty()).then_some(for_nothing));
                self.retreat_to(to, effect);
            }
            Some(Stage::Move) | None => {}
        }
    }

    pub(super) fn retreat(&mut self, side: Side, to: SquareName, effect: &mut Effect) -> Answer {
        let Some(to) = self.square(to) else { return Answer::Error(ErrorCode::Malformed) };
        let Some(Retreating { mv, fought, offers, .. }) =
            self.retreating().filter(|retreating| retreating.fought.attacker == side)
        else {
            return Answer::Error(ErrorCode::WrongPhase);
        };
        debug_assert!(!fought.is_won);
        let offer = offers.iter().find(|offer| offer.square == to).copied();
        if offer.is_none() && !(offers.is_empty() && mv.source.square() == Some(to)) {
            return Answer::Error(ErrorCode::NotOffered);
        }
        self.retreat_to(offer, effect);
        Answer::Update
    }

    fn retreat_to(&mut self, to: Option<RetreatOption>, effect: &mut Effect) {
        let Some(Retreating { mv, fought, .. }) = self.retreating().cloned() else { return };
        let bids = self.rest.bids.as_mut().unwrap();
        bids.stage = Stage::Move;
        let by = fought.attacker;
        let cost = to.map_or(0, |offer| offer.cost);
        bids.pools[by] -= cost;
        bids.pools[by.opponent()] += to.map_or(0, |offer| offer.share).min(cost);
        let played = match to {
            Some(offer) => self.board.repulse(&mv, offer.square),
            None => self.board.forfeit(&mv),
        };
        let played = played.unwrap().clone();
        let retreated = Some((to.map(|offer| offer.square), cost));
        self.follow(&played, Turn { fought: Some(fought), retreated, regained: None }, effect);
    }

    /// Adds the points regenerated by a turn, if this ply completes it.
    pub(super) fn book(&mut self, by: Side, mut turn: Turn) {
        let (Some(bids), Some(sums)) = (&mut self.rest.bids, &self.sums) else { return };
        let after = self.board.position();
        if after.turn() != by {
            let began =
                bids.turns.iter().rposition(|turn| turn.regained.is_some()).map_or(0, |last| last + 1);
            let plies = &self.board.history()[began..];
            let regained = sums.regained(self.board.rules(), &bids.began, plies);
            bids.pools[by] += regained.total;
            bids.began = after.clone();
            turn.regained = Some(regained);
        }
        bids.turns.push(turn);
    }

    /// Returns whether a side has lost by a ply, in addition to the rules of the board.
    pub(super) fn is_lost_by(&self, played: &Played) -> bool {
        let Some(sums) = &self.sums else { return false };
        let (rules, position) = (self.board.rules(), self.board.position());
        let is_royal = |id| rules.piece(id).is_some_and(ggn_core::Piece::is_terminal);
        if played.effect.captured.iter().any(|&(_, piece)| is_royal(piece)) {
            return true;
        }
        if position.turn() == played.by {
            return false;
        }
        let is_open = sums.failed_check_defence != InCheck::KingDuel && rules.in_check(position, played.by);
        let has_nothing_quiet = self.is_bound_to_be_quiet()
            && self.board.ending().is_none()
            && self.board.legal_moves().iter().all(|mv| self.victim(mv).is_some());
        played.effect.is_repulsed() && is_open || has_nothing_quiet
    }
}
