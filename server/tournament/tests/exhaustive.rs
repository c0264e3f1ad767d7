//! Pairings of small random tournaments beside all others that there are: no pairing of the rest of the players keeps the criteria better, bracket by bracket.
//!
//! The search knows the absolute criteria (C1 to C3), completion (C4), the score of the bye (C5), the number and the scores of downfloaters in a bracket and in the
//! next one (C6 to C8), and, with an even number of players, colours (C10 to C13) and the repeated floats of residents and of opponents of players from above
//! (C14 to C17). It shares no code with the pairing.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use std::collections::HashMap;

use common::Course;
use tournament::{Bye, Color, Event, Format, Outcome, Pair, PairingOutcome, PlayerNumber, Round, Tournament};

/// Players that the search takes: it looks at sets of them.
const PLAYERS_MAX: usize = 20;
/// Seeds of tournaments in whose last round C11 and C10 decide.
const BOUNDS_ON_COLORS: [u64; 2] = [197, 690];
/// Bits of a counter of players.
const COUNTER: u32 = 5;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Float {
    Down,
    Up,
    None,
}

/// A player before the round, as the search knows them.
struct Known {
    number: PlayerNumber,
    halves: u32,
    opponents: Vec<PlayerNumber>,
    /// Games with white less those with black.
    difference: i32,
    colors: Vec<Color>,
    may_have_bye: bool,
    /// Floats of the last round and of the one before it.
    floats: [Float; 2],
}

impl Known {
    fn is_absolute(&self) -> bool {
        self.difference.abs() > 1 || self.is_series()
    }

    /// Returns whether the last two games had the same colour.
    fn is_series(&self) -> bool {
        let last_two: Vec<_> = self.colors.iter().rev().take(2).collect();
        last_two.len() == 2 && last_two[0] == last_two[1]
    }

    fn is_strong(&self) -> bool {
        self.is_absolute() || self.difference != 0
    }

    fn wanted(&self) -> Option<Color> {
        let last = *self.colors.last()?;
        Some(match self.difference {
            _ if self.is_absolute() && self.difference.abs() <= 1 => last.other(),
            0 => last.other(),
            difference if difference > 0 => Color::Black,
            _ => Color::White,
        })
    }
}

/// Returns whether one of two players who want the same colour gets a difference of three games (C10), or a colour for the third time (C11). The colour goes to the
/// one with the greater difference; of two with the same, to the one who has had the other colour twice, if one has.
fn broken_bounds(one: &Known, other: &Known) -> (bool, bool) {
    if !one.is_absolute() || !other.is_absolute() {
        return (false, false);
    }
    let (first, second) = (one.difference.abs(), other.difference.abs());
    let loses_third = |player: &Known| player.is_series() && player.wanted() != player.colors.last().copied();
    let series = match first.cmp(&second) {
        std::cmp::Ordering::Greater => loses_third(other),
        std::cmp::Ordering::Less => loses_third(one),
        std::cmp::Ordering::Equal => loses_third(one) && loses_third(other),
    };
    (first > 1 && second > 1, series)
}

/// Returns the points of a player in a round, in halves, with the opponent and the colour if a game was played.
fn result(
    tournament: &Tournament,
    round: usize,
    player: PlayerNumber,
) -> (u32, Option<(PlayerNumber, Color)>) {
    let round = &tournament.rounds()[round];
    if let Some(bye) = round.byes.iter().find(|bye| bye.player == player) {
        return (if bye.bye == Bye::Allocated { 2 } else { u32::from(bye.bye == Bye::Half) }, None);
    }
    let sits = |number| number == player;
    let board = round.boards.iter().find(|board| sits(board.pair.white) || sits(board.pair.black));
    let Some(board) = board else { return (0, None) };
    let is_white = sits(board.pair.white);
    let (opponent, color) =
        if is_white { (board.pair.black, Color::White) } else { (board.pair.white, Color::Black) };
    let (white, black, is_played) = match board.outcome.unwrap() {
        Outcome::WhiteWins => (2, 0, true),
        Outcome::BlackWins => (0, 2, true),
        Outcome::Draw => (1, 1, true),
        Outcome::BothLose => (0, 0, true),
        Outcome::BlackForfeits => (2, 0, false),
        Outcome::WhiteForfeits => (0, 2, false),
        Outcome::BothForfeit => (0, 0, false),
    };
    (if is_white { white } else { black }, is_played.then_some((opponent, color)))
}

/// Returns the points of a player before a round that is counted from 0.
fn halves(tournament: &Tournament, round: usize, player: PlayerNumber) -> u32 {
    (0..round).map(|round| result(tournament, round, player).0).sum()
}

fn float(tournament: &Tournament, back: usize, player: PlayerNumber) -> Float {
    let Some(round) = tournament.rounds().len().checked_sub(back) else { return Float::None };
    match result(tournament, round, player) {
        (0, None) => Float::None,
        (_, None) => Float::Down,
        (_, Some((opponent, _))) => {
            match halves(tournament, round, player).cmp(&halves(tournament, round, opponent)) {
                std::cmp::Ordering::Greater => Float::Down,
                std::cmp::Ordering::Less => Float::Up,
                std::cmp::Ordering::Equal => Float::None,
            }
        }
    }
}

fn known(tournament: &Tournament, number: PlayerNumber) -> Known {
    let results: Vec<_> =
        (0..tournament.rounds().len()).map(|round| result(tournament, round, number)).collect();
    let played: Vec<_> = results.iter().filter_map(|(_, played)| *played).collect();
    let colors: Vec<Color> = played.iter().map(|(_, color)| *color).collect();
    Known {
        number,
        halves: results.iter().map(|(halves, _)| halves).sum(),
        opponents: played.iter().map(|(opponent, _)| *opponent).collect(),
        difference: colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum(),
        colors,
        may_have_bye: !results.iter().any(|(halves, played)| *halves == 2 && played.is_none()),
        floats: [float(tournament, 1, number), float(tournament, 2, number)],
    }
}

/// How badly pairs keep the criteria: counters, the most important one first; less is better. Costs of pairs add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost(u128, u128);

impl Cost {
    const NONE: Cost = Cost(0, 0);
    const IMPOSSIBLE: Cost = Cost(u128::MAX, u128::MAX);

    fn plus(self, other: Cost) -> Cost {
        Cost(self.0 + other.0, self.1 + other.1)
    }
}

/// The players of a round, the highest first, and what the search asks of the tournament.
struct Field {
    players: Vec<Known>,
    rounds_played: u32,
    is_last_round: bool,
}

impl Field {
    /// The players who are to be paired in the round that is due.
    fn of(tournament: &Tournament) -> Field {
        let due = u8::try_from(tournament.rounds().len() + 1).unwrap();
        let is_away = |number| {
            tournament.requested_byes().any(|request| request.player == number && request.round == due)
        };
        let present =
            tournament.players().filter(|(number, player)| !player.is_withdrawn && !is_away(*number));
        let mut players: Vec<_> = present.map(|(number, _)| known(tournament, number)).collect();
        players.sort_by_key(|player| (std::cmp::Reverse(player.halves), player.number));
        Field {
            players,
            rounds_played: u32::from(due) - 1,
            is_last_round: usize::from(due) == tournament.round_count(),
        }
    }

    fn may_meet(&self, one: &Known, other: &Known) -> bool {
        let is_top = |player: &Known| self.is_last_round && player.halves > self.rounds_played;
        let clash = one.is_absolute() && other.is_absolute() && one.wanted() == other.wanted();
        !one.opponents.contains(&other.number) && (!clash || is_top(one) || is_top(other))
    }

    /// Returns the scores of the players, the highest first, each once.
    fn scores(&self) -> Vec<u32> {
        let mut scores: Vec<u32> = self.players.iter().map(|player| player.halves).collect();
        scores.dedup();
        scores
    }
}

/// The search in one bracket: players of lower brackets follow in any way that completes the round.
struct Stage<'a> {
    field: &'a Field,
    /// The score of the bracket, and the next one.
    score: u32,
    next: Option<u32>,
    /// Scores of the bracket and of the next one with those of players from above, the highest first.
    scores: Vec<u32>,
    /// True if the criteria behind C8 are counted, too.
    counts_all: bool,
}

impl Stage<'_> {
    fn cost_of_bye(&self, player: &Known) -> Cost {
        if !player.may_have_bye {
            return Cost::IMPOSSIBLE;
        }
        let shift = 2 * COUNTER * (u32::try_from(self.scores.len()).unwrap() + 1);
        Cost(u128::from(player.halves) << shift, 0).plus(self.cost_of_floats(player, None))
    }

    /// Counts a player whose opponent is `below` (nobody for the bye) among those who leave the bracket and the next one.
    fn cost_of_floats(&self, player: &Known, below: Option<&Known>) -> Cost {
        let mut cost = 0_u128;
        for end in [Some(self.score), self.next] {
            let leaves =
                end.is_some_and(|end| player.halves >= end && below.is_none_or(|below| below.halves < end));
            cost = (cost << COUNTER) + u128::from(leaves);
            for score in &self.scores {
                cost = (cost << COUNTER) + u128::from(leaves && player.halves == *score);
            }
        }
        Cost(cost, 0)
    }

    fn cost(&self, higher: &Known, lower: &Known) -> Cost {
        // Two players from above would have been paired there.
        if lower.halves > self.score || !self.field.may_meet(higher, lower) {
            return Cost::IMPOSSIBLE;
        }
        let floats = self.cost_of_floats(higher, Some(lower));
        if !self.counts_all {
            return floats;
        }
        let is_here = lower.halves == self.score;
        let is_from_above = higher.halves > self.score;
        let clash = is_here && higher.wanted().is_some() && higher.wanted() == lower.wanted();
        let (balance, series) = if clash { broken_bounds(higher, lower) } else { (false, false) };
        let is_strong =
            higher.is_strong() && lower.is_strong() && !(higher.is_absolute() && lower.is_absolute());
        let mut counters = vec![balance, series, clash, clash && is_strong];
        for back in 0..2 {
            let leaves = higher.halves == self.score && lower.halves < self.score;
            counters.push(leaves && higher.floats[back] == Float::Down);
            counters.push(is_here && is_from_above && lower.floats[back] == Float::Up);
        }
        let rest = counters.into_iter().fold(0, |cost, counter| (cost << COUNTER) + u128::from(counter));
        floats.plus(Cost(0, rest))
    }

    /// Returns the least cost of pairing a set of players.
    fn least(&self, left: usize, seen: &mut HashMap<usize, Cost>) -> Cost {
        if left == 0 {
            return Cost::NONE;
        }
        if let Some(cost) = seen.get(&left).copied() {
            return cost;
        }
        let first = left.trailing_zeros() as usize;
        let player = &self.field.players[first];
        let rest = left & !(1 << first);
        let mut best = Cost::IMPOSSIBLE;
        let mut take = |cost: Cost, left: usize, seen: &mut HashMap<usize, Cost>| {
            if cost != Cost::IMPOSSIBLE {
                let others = self.least(left, seen);
                if others != Cost::IMPOSSIBLE {
                    best = best.min(cost.plus(others));
                }
            }
        };
        if left.count_ones() % 2 == 1 {
            take(self.cost_of_bye(player), rest, seen);
        }
        for other in (first + 1..self.field.players.len()).filter(|other| rest & (1 << other) != 0) {
            take(self.cost(player, &self.field.players[other]), rest & !(1 << other), seen);
        }
        seen.insert(left, best);
        best
    }
}

/// Compares the round that was found, if one was, with all others. Returns the number of brackets.
fn check(tournament: &Tournament, round: Option<&Round>, place: &str) -> usize {
    let field = Field::of(tournament);
    let at = |number| field.players.iter().position(|player| player.number == number).unwrap();
    let mut pairs = Vec::new();
    for pair in round.iter().flat_map(|round| &round.pairs) {
        let (one, other) = (at(pair.white), at(pair.black));
        pairs.push((one.min(other), one.max(other)));
    }
    let byes = round.iter().flat_map(|round| &round.byes);
    let bye = byes.filter(|bye| bye.bye == Bye::Allocated).map(|bye| at(bye.player)).next();
    let mut left: usize = (1 << field.players.len()) - 1;
    let scores = field.scores();
    for (bracket, score) in scores.iter().copied().enumerate() {
        let next = scores.get(bracket + 1).copied();
        let is_open = |player: usize| left & (1 << player) != 0;
        let mut open: Vec<u32> = (0..field.players.len())
            .filter(|player| is_open(*player))
            .map(|player| field.players[player].halves)
            .filter(|halves| *halves >= next.unwrap_or(score))
            .collect();
        open.dedup();
        assert!(open.len() <= 10, "{place}: the counters of so many scores do not fit");
        let counts_all = field.players.len().is_multiple_of(2);
        let stage = Stage { field: &field, score, next, scores: open, counts_all };
        let least = stage.least(left, &mut HashMap::new());
        if round.is_none() {
            assert_eq!(least, Cost::IMPOSSIBLE, "{place} has a pairing");
            return bracket;
        }
        let is_paired_here = |pair: &&(usize, usize)| is_open(pair.0) && is_open(pair.1);
        let own = pairs.iter().filter(is_paired_here).fold(Cost::NONE, |sum, (higher, lower)| {
            let cost = stage.cost(&field.players[*higher], &field.players[*lower]);
            assert_ne!(cost, Cost::IMPOSSIBLE, "{place}, bracket {bracket}");
            sum.plus(cost)
        });
        let own = bye.map_or(own, |bye| own.plus(stage.cost_of_bye(&field.players[bye])));
        assert_eq!(own, least, "{place}, bracket {bracket}");
        for (higher, lower) in &pairs {
            if field.players[*lower].halves == score {
                left &= !(1 << higher | 1 << lower);
            }
        }
    }
    assert!(round.is_none() || left == bye.map_or(0, |bye| 1 << bye), "{place}: somebody is left");
    scores.len()
}

/// Plays a random tournament, and checks each of its rounds. Returns the numbers of rounds, of brackets and of rounds without a pairing.
fn course(seed: u64) -> [usize; 3] {
    let players = u8::try_from(4 + seed % 17).unwrap();
    let rounds = u8::try_from(3 + seed % 7).unwrap();
    let mut course = Course::begun(Format::Swiss { rounds }, players, seed);
    let disturbed = !seed.is_multiple_of(3);
    let mut counts = [0; 3];
    loop {
        let due = u8::try_from(course.tournament.rounds().len() + 1).unwrap();
        if disturbed {
            course.disturb(due);
        }
        if Field::of(&course.tournament).players.len() > PLAYERS_MAX {
            return counts;
        }
        let place = format!("seed {seed}, round {due} of {rounds}");
        let found = course.tournament.pair();
        let round = match found {
            PairingOutcome::Round(round) => Some(round),
            PairingOutcome::Impossible => None,
            PairingOutcome::Done | PairingOutcome::NotNow(_) => return counts,
        };
        counts[0] += 1;
        counts[1] += check(&course.tournament, round.as_ref(), &place);
        let Some(round) = round else {
            counts[2] += 1;
            return counts;
        };
        course.apply(Event::Paired { round });
        course.play_boards(disturbed);
    }
}

#[test]
fn no_other_pairing_keeps_the_criteria_better() {
    let cases = std::env::var("CASES").map_or(60, |cases| cases.parse().unwrap());
    let mut counts = [0; 3];
    for seed in (0..cases).chain(BOUNDS_ON_COLORS) {
        for (sum, count) in counts.iter_mut().zip(course(seed)) {
            *sum += count;
        }
    }
    println!("{} rounds with {} brackets, {} rounds without a pairing", counts[0], counts[1], counts[2]);
    assert!(counts.iter().all(|count| *count > 0), "the seeds have no case of a kind: {counts:?}");
}

/// Returns the sets of so many numbers below `end`, each in rising order.
fn choices(count: usize, end: usize) -> Vec<Vec<usize>> {
    let sets = (0_usize..1 << end).filter(|set| set.count_ones() as usize == count);
    sets.map(|set| (0..end).filter(|at| set & (1 << at) != 0).collect()).collect()
}

/// Returns the upper and the lower half of a bracket of one score, as articles 3.6 and 4.3 exchange them one after the other.
fn halves_in_order(pairs: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut exchanges = Vec::new();
    for count in 0..=pairs {
        for up in choices(count, pairs) {
            let up: Vec<usize> = up.into_iter().map(|at| at + pairs).collect();
            for down in choices(count, pairs) {
                let difference = up.iter().sum::<usize>() - down.iter().sum::<usize>();
                let highest_first: Vec<_> = down.iter().rev().map(|at| std::cmp::Reverse(*at)).collect();
                exchanges.push((count, difference, highest_first, up.clone(), down));
            }
        }
    }
    exchanges.sort();
    let halves = |upper: bool, up: &[usize], down: &[usize]| {
        let is_upper = |at: usize| up.contains(&at) || (at < pairs && !down.contains(&at));
        (0..2 * pairs).filter(|at| is_upper(*at) == upper).collect::<Vec<_>>()
    };
    exchanges.iter().map(|(_, _, _, up, down)| (halves(true, up, down), halves(false, up, down))).collect()
}

/// Lost preferences, all and strong ones, with the pairs.
type Candidate = ([usize; 2], Vec<(usize, usize)>);

/// Goes through the transpositions of the lower half in their order (article 4.2), and keeps the first pairing of those with the fewest lost preferences.
struct Transpositions<'a> {
    field: &'a Field,
    upper: &'a [usize],
    best: Option<Candidate>,
}

impl Transpositions<'_> {
    fn go(&mut self, lower: &[usize], pairs: &mut Vec<(usize, usize)>, lost: [usize; 2]) {
        if self.best.as_ref().is_some_and(|(best, _)| lost >= *best) {
            return;
        }
        let Some(&one) = self.upper.get(pairs.len()) else {
            self.best = Some((lost, pairs.clone()));
            return;
        };
        for &other in lower {
            let (first, second) = (&self.field.players[one], &self.field.players[other]);
            if !self.field.may_meet(first, second) {
                continue;
            }
            let clash = first.wanted().is_some() && first.wanted() == second.wanted();
            let strong = clash && first.is_strong() && second.is_strong();
            let rest: Vec<usize> = lower.iter().copied().filter(|at| *at != other).collect();
            pairs.push((one, other));
            self.go(&rest, pairs, [lost[0] + usize::from(clash), lost[1] + usize::from(strong)]);
            pairs.pop();
        }
    }
}

/// Draws pairs of players who have not met.
fn drawn_round(course: &mut Course, players: u8) -> Option<Round> {
    let number = u8::try_from(course.tournament.rounds().len() + 1).unwrap();
    let field = Field::of(&course.tournament);
    let mut left: Vec<&Known> = field.players.iter().collect();
    let mut pairs = Vec::new();
    while !left.is_empty() {
        let one = left.remove(0);
        let at = course.below(left.len());
        let other = left.remove(at);
        let bound = |player: &Known, color| player.is_absolute() && player.wanted() != Some(color);
        let (white, black) = if course.below(2) == 0 { (one, other) } else { (other, one) };
        if one.opponents.contains(&other.number) || bound(white, Color::White) || bound(black, Color::Black) {
            return None;
        }
        pairs.push(Pair { white: white.number, black: black.number });
    }
    (pairs.len() * 2 == usize::from(players)).then_some(Round { number, pairs, byes: Vec::new() })
}

/// While all games are drawn a round is one bracket, whose candidates can be written down in the order of the handbook.
#[test]
fn a_bracket_of_one_score_takes_the_first_of_the_best_candidates() {
    let (mut exchanged, mut impossible) = (0, 0);
    for seed in 0..400 {
        let players = u8::try_from(4 + 2 * (seed % 4)).unwrap();
        let mut course = Course::begun(Format::Swiss { rounds: 12 }, players, seed);
        for _ in 0..1 + seed % u64::from(players - 2) {
            let round = (0..200).find_map(|_| drawn_round(&mut course, players));
            let Some(round) = round else { break };
            course.apply(Event::Paired { round });
            let number = u8::try_from(course.tournament.rounds().len()).unwrap();
            for board in 1..=players / 2 {
                course.apply(Event::Reported { round: number, board, outcome: Outcome::Draw });
            }
        }
        let field = Field::of(&course.tournament);
        let mut best = None;
        for (at, (upper, lower)) in halves_in_order(usize::from(players / 2)).iter().enumerate() {
            let before = best.clone();
            let mut search = Transpositions { field: &field, upper, best };
            search.go(lower, &mut Vec::new(), [0, 0]);
            best = search.best;
            exchanged += usize::from(at > 0 && best != before);
        }
        let expected = best.map(|(_, pairs)| {
            let mut pairs: Vec<_> =
                pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
            pairs.sort_unstable();
            pairs
        });
        let found = match course.tournament.pair() {
            PairingOutcome::Round(round) => {
                let at = |number: PlayerNumber| usize::from(number.0) - 1;
                let pairs = round.pairs.iter().map(|pair| (at(pair.white), at(pair.black)));
                let mut pairs: Vec<_> = pairs.map(|(one, other)| (one.min(other), one.max(other))).collect();
                pairs.sort_unstable();
                Some(pairs)
            }
            _ => None,
        };
        impossible += usize::from(found.is_none());
        assert_eq!(found, expected, "seed {seed} with {players} players");
    }
    println!("{exchanged} exchanges that were better than what came before, {impossible} without a pairing");
    assert!(exchanged > 0 && impossible > 0);
}
