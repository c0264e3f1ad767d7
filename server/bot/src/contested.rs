//! Choices of a bot in a game in which captures are contested and all pieces are seen: a move, a bid, and a retreat.

use std::sync::Arc;

use ggn_core::{Game, Move, Played, Position, Side, Square};

use crate::bids::{Account, Case, Contest, DuelTerms, Fight, Odds, Worth};
use crate::level::Effort;
use crate::player::{Ahead, Bot, Choice};
use crate::random::Random;
use crate::search::SURE;

/// Score of a won game beside points.
const DECIDED: i32 = 3_000;
/// Greatest depth of a look at what follows a duel, and its share of the work of a move.
const DEPTH: u32 = 4;
const SHARE: u64 = 6;

/// Points of a game with bids, and what both players know of its duels.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    pub(crate) terms: Arc<dyn DuelTerms>,
    pub(crate) worth: Worth,
    pub(crate) account: Account,
}

impl Points {
    /// Creates the points with which a game begins.
    pub(crate) fn new(terms: Arc<dyn DuelTerms>, bot: &Bot, start: &Position) -> Points {
        let pieces = start.pieces().map(|(_, piece)| bot.values().piece(piece).abs()).sum::<i32>() / 2;
        let initial = terms.initial();
        Points { terms, worth: Worth::new(initial, pieces), account: Account::new(initial) }
    }

    /// Returns the chances of captures.
    pub(crate) fn odds(&self) -> Odds {
        Odds::new(self.account.pools(), self.terms.attacker_wins_ties())
    }

    /// Returns the worth of points that a side gains.
    fn gain(&self, side: Side, points: u32) -> i32 {
        let pool = self.account.pool(side);
        self.worth.of(pool.saturating_add(points)) - self.worth.of(pool)
    }
}

/// A game with bids on a bot's turn to decide.
pub(crate) struct Contested<'a> {
    pub(crate) bot: &'a Bot,
    pub(crate) game: &'a Game,
    pub(crate) points: &'a Points,
    pub(crate) side: Side,
    pub(crate) seed: u64,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Contested<'_> {
    /// Chooses a move.
    pub(crate) fn mv(&self) -> Option<Choice> {
        let mut ahead = Ahead { odds: Some(self.points.odds()), ..Ahead::default() };
        for mv in self.game.legal_moves() {
            if self.points.terms.contest(self.game, mv) == Contest::Refused {
                ahead.refused.push(*mv);
            } else if let Some(gain) = self.gain(mv) {
                ahead.gains.push((*mv, gain));
            }
        }
        self.bot.choose_by(self.game, self.seed, self.bot.level().effort(), &ahead, self.stop)
    }

    /// Returns the worth of the points that a move brings, if it ends the turn.
    fn gain(&self, mv: &Move) -> Option<i32> {
        let played = self.game.preview(mv).ok()?;
        if played.after.turn() == played.by {
            return None;
        }
        let (before, played) = (self.game.position(), [played]);
        let points = self.points.terms.regenerated(before, &played);
        Some(self.points.gain(self.side, points)).filter(|gain| *gain != 0)
    }

    /// Chooses a bid in the duel about a capture. A duel that is not understood gets none.
    pub(crate) fn bid(&self, mv: &Move) -> u32 {
        let Contest::Duel { piece, .. } = self.points.terms.contest(self.game, mv) else { return 0 };
        let attacks = self.game.position().turn() == self.side;
        let (own, other) = if attacks { (mv.piece, piece) } else { (piece, mv.piece) };
        let pool = |side| self.points.account.pool(side);
        let case = Case {
            weight: 1,
            piece: other,
            pool: pool(self.side.opponent()),
            captured: self.after(|game| game.play(mv).is_ok()),
            failed: mv.source.square().map_or(0, |from| self.after(|game| game.repulse(mv, from).is_ok())),
        };
        let fight = Fight { attacks, piece: own, pool: pool(self.side), cases: vec![case] };
        let mut random = Random::seeded(self.seed);
        let error = self.bot.level().effort().error;
        fight.bid(&*self.points.terms, &self.points.worth, error, &mut random)
    }

    /// Chooses the square for the piece of a failed capture among those that are offered with their costs.
    pub(crate) fn retreat(&self, mv: &Move, offered: &[(Square, u32)]) -> Option<Square> {
        let pool = self.points.account.pool(self.side);
        let score = |&(square, cost): &(Square, u32)| {
            let left = self.points.worth.of(pool.saturating_sub(cost));
            self.after(|game| game.repulse(mv, square).is_ok()) + left
        };
        let scored = offered.iter().map(|offer| (score(offer), offer.0));
        // The first of equal ones: the square that it came from.
        scored.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, square)| square)
    }

    /// Returns the own score of the game after something happened; 0 where it cannot happen.
    fn after(&self, happens: impl FnOnce(&mut Game) -> bool) -> i32 {
        let mut game = self.game.clone();
        if !happens(&mut game) {
            return 0;
        }
        self.points.terms.adjudicate(&mut game);
        if let Some(ending) = game.ending() {
            return decided(ending.winner, self.side);
        }
        let full = self.bot.level().effort();
        let effort = Effort { depth: full.depth.min(DEPTH), work: full.work / SHARE, error: 0 };
        let ahead = Ahead { odds: Some(self.points.odds()), ..Ahead::default() };
        let choice = self.bot.choose_by(&game, self.seed, effort, &ahead, self.stop);
        let score = choice.map_or(0, |choice| choice.score);
        let score =
            if score.abs() >= SURE { score.signum() * DECIDED } else { score.clamp(-DECIDED, DECIDED) };
        if game.position().turn() == self.side { score } else { -score }
    }
}

/// Returns the plies of a game since a turn began.
pub(crate) fn plies_since(game: &Game, began: usize) -> &[Played] {
    game.history().get(began..).unwrap_or_default()
}

/// Returns the score of a game that is over, to a side.
pub(crate) fn decided(winner: Option<Side>, side: Side) -> i32 {
    match winner {
        Some(winner) if winner == side => DECIDED,
        Some(_) => -DECIDED,
        None => 0,
    }
}
