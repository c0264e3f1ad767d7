//! The Dutch system (FIDE Handbook C.04.3, the edition in force since 2026).
//!
//! The handbook describes a search: brackets from the highest score down, in each of them candidates in a fixed order, and the first of the best is taken. Here
//! each bracket is one or two matchings of the greatest weight over all players who are left. A weight has a field for each criterion, and behind these the
//! order of candidates: exchanges, then transpositions. So the result is that of the search without its length.

mod player;
mod weight;

use std::collections::BTreeMap;

use crate::event::{Pair, PlayerNumber};
use crate::matching::{Weight, matching};
use crate::points::Points;
pub(crate) use player::DutchPlayer;
use player::higher_has_white;
use weight::{Criteria, Fields, Place, ScoreField, bits};

/// The edition of the rules that pairings follow.
pub const EDITION: &str = "FIDE Handbook C.04.3, FIDE (Dutch) System, approved 13 April 2024";

/// Pairs of a round, with the player who gets the bye.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DutchRound {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) bye: Option<PlayerNumber>,
}

/// Pairs the next round; `None` if no pairing keeps the absolute criteria. `rounds_played` is the number of rounds before it.
pub(crate) fn pair(
    mut players: Vec<DutchPlayer>,
    rounds_played: usize,
    is_last_round: bool,
) -> Option<DutchRound> {
    players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.rank));
    let mut criteria = Criteria {
        scores: ScoreField::new(&players),
        count_bits: bits(players.len()),
        is_last_round,
        rounds_played,
        bye_score: None,
        games_ranks: BTreeMap::new(),
    };
    let minds_games = choose_bye_score(&players, &mut criteria)?;
    let mates =
        Pairing { players: &players, criteria: &criteria, mates: vec![None; players.len()] }.run(minds_games);
    let mut pairs = Vec::with_capacity(players.len() / 2);
    let mut bye = None;
    for (at, (player, mate)) in players.iter().zip(&mates).enumerate() {
        match mate {
            None => bye = Some(player.number),
            Some(mate) if *mate > at => {
                let other = players.get(*mate)?;
                let (white, black) =
                    if higher_has_white(player, other) { (player, other) } else { (other, player) };
                pairs.push((*mate, at, Pair { white: white.number, black: black.number }));
            }
            Some(_) => {}
        }
    }
    // The order of boards: the score of the higher player, that of the lower one, then the rank of the higher one.
    let score = |at: usize| players.get(at).map_or(Points::ZERO, |player| player.score);
    let rank = |at: usize| players.get(at).map_or(0, |player| player.rank);
    pairs.sort_by_key(|(lower, higher, _)| {
        (std::cmp::Reverse(score(*higher)), std::cmp::Reverse(score(*lower)), rank(*higher))
    });
    Some(DutchRound { pairs: pairs.into_iter().map(|(_, _, pair)| pair).collect(), bye })
}

/// Finds out whether there is a pairing, and the lowest score at which a player can get the bye (C5). Returns whether the bye
/// goes to the player who is left over in the first bracket.
fn choose_bye_score(players: &[DutchPlayer], criteria: &mut Criteria) -> Option<bool> {
    let is_odd = players.len() % 2 == 1;
    let top = players.first()?.score;
    let ranks = |player: &DutchPlayer| players.iter().filter(|other| other.score < player.score).count();
    let mates = matching(players.len(), |one, other| {
        let (Some(higher), Some(lower)) = (players.get(one), players.get(other)) else { return Weight::ZERO };
        if !criteria.may_meet(higher, lower) {
            return Weight::ZERO;
        }
        let mut fields = Fields::new();
        let spared = |player: &DutchPlayer| usize::from(is_odd && !player.may_have_bye);
        fields.push_number(criteria.count_bits + 2, 1 + spared(higher) + spared(lower));
        fields.push_number(2 * criteria.count_bits, ranks(higher) + ranks(lower));
        fields.push_if(criteria.count_bits, lower.score >= top);
        fields.weight()
    });
    let mut unpaired = players.iter().zip(&mates).filter(|(_, mate)| mate.is_none());
    let Some((bye, _)) = unpaired.next() else { return Some(false) };
    if unpaired.next().is_some() || !bye.may_have_bye {
        return None;
    }
    criteria.bye_score = Some(bye.score);
    let mut games: Vec<usize> =
        players.iter().filter(|player| player.score == bye.score).map(|player| player.colors.len()).collect();
    games.sort_unstable_by_key(|games| std::cmp::Reverse(*games));
    criteria.games_ranks = games.into_iter().enumerate().map(|(rank, games)| (games, rank)).collect();
    let is_top = |at: usize| players.get(at).is_some_and(|player| player.score >= top);
    let leaves = |(at, mate): (usize, &Option<usize>)| is_top(at) && mate.is_some_and(|mate| !is_top(mate));
    Some(bye.score >= top && !mates.iter().enumerate().any(leaves))
}

/// The pairing of a round in work. Players are named by their places in the order of score and rank.
struct Pairing<'a> {
    players: &'a [DutchPlayer],
    criteria: &'a Criteria,
    mates: Vec<Option<usize>>,
}

/// A bracket: players from above, residents, and everybody below.
struct Bracket {
    moved_down: Vec<usize>,
    residents: Vec<usize>,
    /// The first player below, and the first one below the next score.
    next: usize,
    below: usize,
    minds_games: bool,
}

impl Pairing<'_> {
    fn score(&self, at: usize) -> Points {
        self.players.get(at).map_or(Points::ZERO, |player| player.score)
    }

    /// Returns the end of the players with the score of the one at `start`.
    fn score_end(&self, start: usize) -> usize {
        let score = self.score(start);
        (start..self.players.len()).find(|at| self.score(*at) < score).unwrap_or(self.players.len())
    }

    fn run(mut self, mut minds_games: bool) -> Vec<Option<usize>> {
        let mut moved_down = Vec::new();
        let mut start = 0;
        while start < self.players.len() {
            let next = self.score_end(start);
            let below = if next < self.players.len() { self.score_end(next) } else { next };
            let bracket =
                Bracket { moved_down, residents: (start..next).collect(), next, below, minds_games };
            let found = self.pair_bracket(&bracket);
            let members = || bracket.moved_down.iter().chain(&bracket.residents).copied();
            moved_down = members().filter(|at| self.mates.get(*at).is_some_and(Option::is_none)).collect();
            // The next one who leaves a bracket gets the bye if nobody else has a partner below the next score.
            minds_games = next < self.players.len()
                && self.criteria.bye_score.is_some_and(|score| score >= self.score(next))
                && !moved_down
                    .iter()
                    .copied()
                    .chain(next..below)
                    .any(|at| found.get(&at).is_some_and(|mate| self.score(*mate) < self.score(next)));
            start = next;
        }
        self.mates
    }

    fn set_pair(&mut self, one: usize, other: usize) {
        for (at, mate) in [(one, other), (other, one)] {
            if let Some(place) = self.mates.get_mut(at) {
                *place = Some(mate);
            }
        }
    }

    /// Pairs a bracket. Returns the whole matching by which that was done, also of players below.
    fn pair_bracket(&mut self, bracket: &Bracket) -> BTreeMap<usize, usize> {
        let mut found = BTreeMap::new();
        let is_resident =
            |at: usize| (bracket.residents.first().is_some_and(|first| at >= *first)) && at < bracket.next;
        if !bracket.moved_down.is_empty() {
            found =
                self.solve(bracket, |one, other, fields| self.order_moved_down(bracket, one, other, fields));
            for at in &bracket.moved_down {
                if let Some(mate) = found.get(at).copied().filter(|mate| is_resident(*mate)) {
                    self.set_pair(*at, mate);
                }
            }
        }
        let is_left = |at: &usize| self.mates.get(*at).is_some_and(Option::is_none);
        let remainder: Vec<usize> = bracket.residents.iter().copied().filter(is_left).collect();
        // Without players from above it is not known yet how many pairs there are.
        if bracket.moved_down.is_empty() {
            found = self.solve(bracket, |_, _, _| {});
        }
        let pairs = remainder
            .iter()
            .filter(|at| found.get(at).is_some_and(|mate| mate > at && is_resident(*mate)))
            .count();
        if pairs > 0 {
            let order = Remainder { places: &remainder, pairs };
            let fixed: Vec<_> = found.iter().map(|(at, mate)| (*at, *mate)).collect();
            found = self.solve(bracket, |one, other, fields| order.order(one, other, fields));
            found.extend(fixed.into_iter().filter(|(at, _)| !is_left(at)));
            for at in &remainder {
                if let Some(mate) = found.get(at).copied().filter(|mate| mate > at && is_resident(*mate)) {
                    self.set_pair(*at, mate);
                }
            }
        }
        found
    }

    /// Matches everybody who has no partner yet. `order` adds the fields that decide between candidates of the same quality.
    fn solve(&self, bracket: &Bracket, order: impl Fn(usize, usize, &mut Fields)) -> BTreeMap<usize, usize> {
        let first = bracket.residents.first().copied().unwrap_or_default();
        let left = bracket.moved_down.iter().copied().chain(first..self.players.len());
        let left: Vec<usize> = left.filter(|at| self.mates.get(*at).is_some_and(Option::is_none)).collect();
        let mates = matching(left.len(), |one, other| {
            let (Some(&one), Some(&other)) = (left.get(one), left.get(other)) else { return Weight::ZERO };
            let (Some(higher), Some(lower)) = (self.players.get(one), self.players.get(other)) else {
                return Weight::ZERO;
            };
            // Two players from above would have been paired there.
            if other < first {
                return Weight::ZERO;
            }
            let place = match other {
                _ if other < bracket.next => Place::Bracket,
                _ if other < bracket.below => Place::NextScore,
                _ => Place::Below,
            };
            let fields = self.criteria.fields(higher, lower, place, bracket.minds_games);
            let Some(mut fields) = fields else { return Weight::ZERO };
            order(one, other, &mut fields);
            fields.weight()
        });
        let pairs = left.iter().zip(mates);
        pairs.filter_map(|(at, mate)| Some((*at, left.get(mate?).copied()?))).collect()
    }

    /// The order of pairings of players from above (article 4.4): the highest of them are paired, and each in turn with the highest opponent.
    fn order_moved_down(&self, bracket: &Bracket, one: usize, other: usize, fields: &mut Fields) {
        let place = |list: &[usize], at| list.iter().position(|member| *member == at);
        let (from_above, resident) = (place(&bracket.moved_down, one), place(&bracket.residents, other));
        let pair = from_above.zip(resident);
        for at in 0..bracket.moved_down.len() {
            fields.push_if(1, pair.is_some_and(|(above, _)| above == at));
        }
        let opponent_bits = bits(bracket.residents.len());
        for at in 0..bracket.moved_down.len() {
            let value = pair
                .filter(|(above, _)| *above == at)
                .map(|(_, resident)| bracket.residents.len() - resident);
            fields.push_number(opponent_bits, value.unwrap_or_default());
        }
    }
}

/// Players of one score who are paired with each other: the whole of a bracket, or what players from above have left.
struct Remainder<'a> {
    places: &'a [usize],
    /// Number of pairs, and of players in the upper half.
    pairs: usize,
}

impl Remainder<'_> {
    /// The order of candidates (articles 4.2 and 4.3): the fewest exchanges between the halves, the nearest ones, the lowest of the upper half, the highest of the
    /// lower one; then the first transposition.
    fn order(&self, one: usize, other: usize, fields: &mut Fields) {
        let place = |at| self.places.iter().position(|member| *member == at);
        let (count, pairs) = (self.places.len(), self.pairs);
        let pair = place(one).zip(place(other));
        let first = pair.map(|(first, _)| first);
        let is_first = |at: usize| first == Some(at);
        fields.push_if(bits(count), first.is_some_and(|first| first < pairs));
        fields.push_number(2 * bits(count), first.map_or(0, |first| count - first));
        // A player of the upper half who is the higher of a pair was not exchanged.
        let kept = match first {
            Some(first) if first < pairs => (Weight::ONE << pairs) - (Weight::ONE << first),
            Some(_) => Weight::ONE << pairs,
            None => Weight::ZERO,
        };
        fields.push(pairs + bits(count), kept);
        for at in pairs..count {
            fields.push_if(1, is_first(at));
        }
        for at in 0..count {
            let value = pair.filter(|_| is_first(at)).map(|(_, second)| count - second);
            fields.push_number(bits(count), value.unwrap_or_default());
        }
    }
}
