//! Weights of pairs: one field for each criterion, the most important first.

use std::collections::BTreeMap;

use super::player::{DutchPlayer, Float, want_the_same};
use crate::event::PlayerNumber;
use crate::matching::Weight;
use crate::points::Points;

/// A weight that is put together field by field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields(Weight);

impl Fields {
    pub(super) fn new() -> Fields {
        Fields(Weight::ZERO)
    }

    /// Appends a field of so many bits. The sum of a field over all pairs of a matching has to fit into it.
    pub(super) fn push(&mut self, bits: usize, value: Weight) {
        debug_assert!(
            self.0.is_zero() || self.0.leading_zeros() as usize > bits + 3,
            "a weight has too many fields"
        );
        self.0 = (self.0 << bits) + value;
    }

    pub(super) fn push_number(&mut self, bits: usize, value: usize) {
        self.push(bits, Weight::from(value as u64));
    }

    pub(super) fn push_if(&mut self, bits: usize, value: bool) {
        self.push_number(bits, usize::from(value));
    }

    pub(super) fn weight(self) -> Weight {
        self.0
    }
}

/// Number of bits for the values from 0 to `value`.
pub(super) fn bits(value: usize) -> usize {
    (usize::BITS - value.leading_zeros()) as usize
}

/// The scores of all players, each with the place of its counter in a field: fewer pairs of high scores are worse than of lower ones.
#[derive(Debug)]
pub(super) struct ScoreField {
    shifts: BTreeMap<Points, usize>,
    bits: usize,
}

impl ScoreField {
    pub(super) fn new(players: &[DutchPlayer]) -> ScoreField {
        let mut counts: BTreeMap<Points, usize> = BTreeMap::new();
        for player in players {
            *counts.entry(player.score).or_default() += 1;
        }
        let mut bits_so_far = 0;
        let mut shifts = BTreeMap::new();
        for (score, count) in counts {
            shifts.insert(score, bits_so_far);
            bits_so_far += bits(count);
        }
        ScoreField { shifts, bits: bits_so_far }
    }

    fn one(&self, score: Points) -> Weight {
        Weight::ONE << self.shifts.get(&score).copied().unwrap_or_default()
    }
}

/// Everything of a round that the criteria ask for.
#[derive(Debug)]
pub(super) struct Criteria {
    pub(super) scores: ScoreField,
    /// Bits of a count of players.
    pub(super) count_bits: usize,
    pub(super) is_last_round: bool,
    pub(super) rounds_played: usize,
    /// Score of the player who gets the bye, if the number of players is odd.
    pub(super) bye_score: Option<Points>,
    /// By the number of games played, the rank of the players of that score: the most games first.
    pub(super) games_ranks: BTreeMap<usize, usize>,
}

/// Where the lower player of a pair stands, as the bracket in work sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Bracket,
    NextScore,
    Below,
}

impl Criteria {
    /// Returns whether two players may meet (C1 and C3).
    pub(super) fn may_meet(&self, one: &DutchPlayer, other: &DutchPlayer) -> bool {
        // More than half of the points that there were to win.
        let is_top = |player: &DutchPlayer| player.score.halves() as usize > self.rounds_played;
        let met = |one: &DutchPlayer, other: PlayerNumber| one.opponents.contains(&other);
        !met(one, other.number)
            && (!one.is_absolute()
                || !other.is_absolute()
                || !want_the_same(one, other)
                || self.is_last_round && (is_top(one) || is_top(other)))
    }

    /// Returns whether a player may get the bye of this round (C2 and C5).
    fn may_have_bye(&self, player: &DutchPlayer) -> bool {
        player.may_have_bye && self.bye_score.is_some_and(|score| player.score <= score)
    }

    /// Returns the weight of a pair by the criteria C4 to C21; nothing if the two may not meet. `minds_games` says that the one player who leaves the bracket
    /// gets the bye.
    pub(super) fn fields(
        &self,
        higher: &DutchPlayer,
        lower: &DutchPlayer,
        place: Place,
        minds_games: bool,
    ) -> Option<Fields> {
        if !self.may_meet(higher, lower) {
            return None;
        }
        let count = self.count_bits;
        let is_here = place == Place::Bracket;
        let mut fields = Fields::new();
        // C4, C2, C5: everybody is paired but one who may have the bye.
        let spared = |player| usize::from(self.bye_score.is_some() && !self.may_have_bye(player));
        fields.push_number(count + 2, 1 + spared(higher) + spared(lower));
        // C6, C7: most pairs, then the least differences of scores.
        fields.push_if(count, is_here);
        fields.push(self.scores.bits, if is_here { self.scores.one(higher.score) } else { Weight::ZERO });
        // C8: the same in the next bracket.
        let is_next = place == Place::NextScore;
        fields.push_if(count, is_next);
        fields.push(self.scores.bits, if is_next { self.scores.one(higher.score) } else { Weight::ZERO });
        // C9: the bye for a player who has played most.
        let rank = |player: &DutchPlayer| match self.bye_score {
            Some(score) if minds_games && player.score == score => {
                self.games_ranks.get(&player.colors.len()).copied().unwrap_or_default()
            }
            _ => 0,
        };
        fields.push_number(2 * count, rank(higher) + rank(lower));
        // C10 to C13: colours.
        for is_kept in colors(higher, lower) {
            fields.push_if(count, is_here && is_kept);
        }
        self.push_floats(&mut fields, higher, lower, is_here);
        Some(fields)
    }

    /// C14 to C21: floats of the last two rounds, first their number, then the scores.
    fn push_floats(&self, fields: &mut Fields, higher: &DutchPlayer, lower: &DutchPlayer, is_here: bool) {
        let count = self.count_bits;
        let is_between_scores = higher.score > lower.score;
        let [down, up] = [Float::Down, Float::Up];
        for back in 0..2 {
            let had = |player: &DutchPlayer, float| player.floats.get(back) == Some(&float);
            let kept = usize::from(had(lower, down)) + usize::from(!is_between_scores && had(higher, down));
            fields.push_number(count, if is_here { kept } else { 0 });
            fields.push_if(count, is_here && !(is_between_scores && had(lower, up)));
        }
        for back in 0..2 {
            let had = |player: &DutchPlayer, float| player.floats.get(back) == Some(&float);
            let kept = [lower, higher].into_iter().filter(|player| is_here && had(player, down));
            let sum = kept.fold(Weight::ZERO, |sum, player| sum + self.scores.one(player.score));
            fields.push(self.scores.bits, sum);
            let is_spared = is_here && !(is_between_scores && had(lower, up));
            fields
                .push(self.scores.bits, if is_spared { self.scores.one(higher.score) } else { Weight::ZERO });
        }
    }
}

/// Returns which of the colour criteria C10 to C13 a pair keeps.
fn colors(one: &DutchPlayer, other: &DutchPlayer) -> [bool; 4] {
    let differ = !want_the_same(one, other);
    let balance = !one.is_unbalanced() || !other.is_unbalanced() || differ;
    let series = !one.is_absolute() || !other.is_absolute() || differ || {
        if one.imbalance == other.imbalance {
            one.repeated.is_none() || one.repeated != other.repeated
        } else {
            let (more, less) = if one.imbalance > other.imbalance { (one, other) } else { (other, one) };
            less.repeated.is_none() || less.repeated != more.preference.map(crate::event::Color::other)
        }
    };
    let is_mild = |player: &DutchPlayer| !player.is_strong() && !player.is_absolute();
    let strong = is_mild(one) || is_mild(other) || (one.is_absolute() && other.is_absolute()) || differ;
    [balance, series, differ, strong]
}
