//! A duel as a game of two secret bids. It is solved by regret matching, and the bid is drawn from the solution, so that nobody can foresee it.

use ggn_core::PieceId;

use super::terms::DuelTerms;
use super::worth::Worth;
use crate::random::Random;

/// Rounds of regret matching.
const ROUNDS: usize = 400;
/// Bids of a side that are compared; of more, some are left out.
const BIDS: usize = 40;
/// Share of bids that the other side is supposed to make by chance: who is sure to lose against the best bids may still win.
const TREMBLE: f64 = 0.35;
/// Error of a score at which every bid is as good as another.
const WILD: usize = 1_500;

/// A duel as one side sees it.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    /// True if the side attacks.
    pub(crate) attacks: bool,
    pub(crate) piece: PieceId,
    pub(crate) pool: u32,
    /// Cases that may be the truth, at least one.
    pub(crate) cases: Vec<Case>,
}

/// A case of a duel. Scores are those of the side that bids, without the points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// Number of times that it counts.
    pub(crate) weight: u32,
    /// Piece and points of the other side.
    pub(crate) piece: PieceId,
    pub(crate) pool: u32,
    /// Score if the capture succeeds, and if it fails.
    pub(crate) captured: i32,
    pub(crate) failed: i32,
}

/// Bids of a side in a case, with what is left of its points.
struct Choices {
    /// Points, their effect, and the worth of those that are left.
    bids: Vec<(u32, u32, f64)>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

impl Choices {
    /// Lists every bid that has an effect of its own, the cheapest for each effect.
    fn new(terms: &dyn DuelTerms, worth: &Worth, piece: PieceId, pool: u32) -> Choices {
        let most = terms.effect(piece, pool);
        let mut bids: Vec<(u32, u32, f64)> = Vec::new();
        for points in 0..=pool {
            let effect = terms.effect(piece, points);
            if bids.last().is_none_or(|(_, known, _)| effect > *known) {
                bids.push((points, effect, f64::from(worth.of(pool - points))));
            }
            if effect >= most {
                break;
            }
        }
        let step = bids.len().div_ceil(BIDS).max(1);
        let last = bids.len().saturating_sub(1);
        let bids: Vec<_> = bids
            .into_iter()
            .enumerate()
            .filter_map(|(index, bid)| (index % step == 0 || index == last).then_some(bid))
            .collect();
        let none = vec![0.0; bids.len()];
        Choices { bids, regrets: none.clone(), sums: none }
    }

    /// Returns the present mixture, and adds it to the sum of all.
    fn mixture(&mut self) -> Vec<f64> {
        let positive: f64 = self.regrets.iter().map(|regret| regret.max(0.0)).sum();
        let even = 1.0 / self.regrets.len().max(1) as f64;
        let share = |regret: &f64| if positive > 0.0 { regret.max(0.0) / positive } else { even };
        let mixture: Vec<f64> = self.regrets.iter().map(share).collect();
        for (sum, share) in self.sums.iter_mut().zip(&mixture) {
            *sum += share;
        }
        mixture
    }

    /// Adds what each bid would have gained beyond the mixture.
    fn regret(&mut self, gains: &[f64], mixture: &[f64]) {
        let mean: f64 = gains.iter().zip(mixture).map(|(gain, share)| gain * share).sum();
        for (regret, gain) in self.regrets.iter_mut().zip(gains) {
            // Regrets below zero are forgotten: the solution comes sooner.
            *regret = (*regret + gain - mean).max(0.0);
        }
    }
}

impl Fight {
    /// Returns the bid. `error` is the greatest error of a score at the level of the bidder.
    pub(crate) fn bid(&self, terms: &dyn DuelTerms, worth: &Worth, error: i32, random: &mut Random) -> u32 {
        let own = self.solve(terms, worth);
        let wild = usize::try_from(error).unwrap_or(0);
        if random.below(WILD) < wild {
            return own.bids.get(random.below(own.bids.len())).map_or(0, |(points, ..)| *points);
        }
        let all: f64 = own.sums.iter().sum();
        let mut left = all * random.below(1 << 24) as f64 / f64::from(1 << 24);
        for ((points, ..), sum) in own.bids.iter().zip(&own.sums) {
            left -= sum;
            if left < 0.0 {
                return *points;
            }
        }
        0
    }

    /// Returns the own bids with the sums of their mixtures.
    fn solve(&self, terms: &dyn DuelTerms, worth: &Worth) -> Choices {
        let mut own = Choices::new(terms, worth, self.piece, self.pool);
        let mut others: Vec<Choices> =
            self.cases.iter().map(|case| Choices::new(terms, worth, case.piece, case.pool)).collect();
        let all: f64 = self.cases.iter().map(|case| f64::from(case.weight)).sum::<f64>().max(1.0);
        let ties = terms.attacker_wins_ties();
        for round in 0..ROUNDS {
            if round == ROUNDS / 4 {
                // The first rounds are far from the solution.
                own.sums.fill(0.0);
            }
            let mixture = own.mixture();
            let mut gains = vec![0.0; own.bids.len()];
            for (case, other) in self.cases.iter().zip(&mut others) {
                let weight = f64::from(case.weight) / all;
                let best = other.mixture();
                let even = TREMBLE / other.bids.len().max(1) as f64;
                let theirs: Vec<f64> = best.iter().map(|share| (1.0 - TREMBLE) * share + even).collect();
                let mut losses = vec![0.0; other.bids.len()];
                for ((&(_, effect, left), gain), share) in own.bids.iter().zip(&mut gains).zip(&mixture) {
                    let against = other.bids.iter().zip(&mut losses).zip(&theirs);
                    for ((&(_, their_effect, their_left), loss), their_share) in against {
                        let (attack, defence) =
                            if self.attacks { (effect, their_effect) } else { (their_effect, effect) };
                        let is_won = attack > defence || (ties && attack == defence);
                        let stands = f64::from(if is_won { case.captured } else { case.failed });
                        let score = stands + left - their_left;
                        *gain += weight * their_share * score;
                        *loss -= share * score;
                    }
                }
                other.regret(&losses, &best);
            }
            own.regret(&gains, &mixture);
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use ggn_core::{Game, Move, Played, Position};

    use super::super::terms::{Contest, Retreat};
    use super::*;

    /// Every point has its full effect, up to ten.
    #[derive(Debug)]
    struct Plain {
        ties: bool,
    }

    impl DuelTerms for Plain {
        fn initial(&self) -> u32 {
            20
        }
        fn effect(&self, _: PieceId, spent: u32) -> u32 {
            2 * spent.min(10)
        }
        fn attacker_wins_ties(&self) -> bool {
            self.ties
        }
        fn contest(&self, _: &Game, _: &Move) -> Contest {
            Contest::Made
        }
        fn retreats(&self, _: &Position, _: &Move, _: u32) -> Vec<Retreat> {
            Vec::new()
        }
        fn regenerated(&self, _: &Position, _: &[Played]) -> u32 {
            0
        }
        fn adjudicate(&self, _: &mut Game) {}
    }

    fn piece() -> PieceId {
        dev::ruleset("rules/chess").pieces().next().unwrap().0
    }

    /// Shares of the bids of a side with `pool` points against one with `their_pool`.
    fn shares(attacks: bool, ties: bool, pool: u32, their_pool: u32, gain: i32) -> Vec<(u32, f64)> {
        let piece = piece();
        let case = Case {
            weight: 1,
            piece,
            pool: their_pool,
            captured: if attacks { gain } else { -gain },
            failed: 0,
        };
        let fight = Fight { attacks, piece, pool, cases: vec![case] };
        let own = fight.solve(&Plain { ties }, &Worth::new(20, 4_000));
        let all: f64 = own.sums.iter().sum();
        own.bids.iter().zip(&own.sums).map(|(bid, sum)| (bid.0, sum / all)).collect()
    }

    fn most(shares: &[(u32, f64)]) -> (u32, f64) {
        shares.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap()
    }

    #[test]
    fn who_faces_nothing_bids_the_least_that_wins() {
        assert_eq!(most(&shares(true, false, 10, 0, 900)).0, 1);
        assert_eq!(most(&shares(true, true, 10, 0, 900)).0, 0);
        assert_eq!(most(&shares(false, true, 10, 0, 900)).0, 1);
        assert_eq!(most(&shares(false, false, 10, 0, 900)).0, 0);
    }

    #[test]
    fn nothing_is_bid_for_nothing() {
        let (bid, share) = most(&shares(true, false, 10, 10, 0));
        assert!(bid == 0 && share > 0.95, "{bid} {share}");
    }

    #[test]
    fn an_even_duel_is_not_foreseen() {
        let shares = shares(true, false, 10, 10, 900);
        let (_, share) = most(&shares);
        assert!(share < 0.6 && shares.iter().filter(|(_, share)| *share > 0.02).count() > 2, "{shares:?}");
    }

    #[test]
    fn a_bid_is_within_the_points_and_the_same_for_the_same_chance() {
        let piece = piece();
        let case = Case { weight: 1, piece, pool: 7, captured: 300, failed: -50 };
        for pool in [0, 1, 5, 200] {
            let fight = Fight { attacks: true, piece, pool, cases: vec![case] };
            for error in [0, 600] {
                let bid = |seed| {
                    let random = &mut Random::seeded(seed);
                    fight.bid(&Plain { ties: false }, &Worth::new(20, 4_000), error, random)
                };
                assert!((0..20).all(|seed| bid(seed) <= pool.min(10) && bid(seed) == bid(seed)));
            }
        }
    }
}
