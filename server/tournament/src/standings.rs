//! Standings with their tie-breaks: direct encounter, Buchholz without the lowest opponent, Buchholz, Sonneborn–Berger, wins.
//!
//! Unplayed rounds count as in the FIDE Handbook C.07, article 16 (in force since 2024). In a round robin they count as played.

use std::collections::BTreeMap;

use crate::event::{Format, PlayerNumber};
use crate::points::Points;
use crate::score::PlayerRound;
use crate::state::Tournament;

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Place, from 1. Players who are equal in everything share it.
    pub place: usize,
    /// The player.
    pub player: PlayerNumber,
    /// Points.
    pub points: Points,
    /// Points against the players with as many points; `None` if these have not all met each other.
    pub direct: Option<Points>,
    /// Sum of the opponents' scores without the lowest.
    pub buchholz_cut: Points,
    /// Sum of the opponents' scores.
    pub buchholz: Points,
    /// Scores of the opponents, each times the points won against them, in quarters of a point.
    pub sonneborn_berger: u32,
    /// Number of games won.
    pub wins: usize,
}

/// Addends of a round to the sums of a player's opponents.
#[derive(Clone, Copy)]
struct Contribution {
    score: Points,
    points: Points,
    /// True of a round that the player missed by their own doing.
    is_missed: bool,
}

impl Tournament {
    /// Returns the standings, the leader first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let numbers = self.players().map(|(player, _)| player).filter(|player| self.takes_part(*player));
        let rounds: BTreeMap<PlayerNumber, Vec<PlayerRound>> =
            numbers.map(|player| (player, self.player_rounds(player))).collect();
        let mut standings: Vec<Standing> =
            rounds.iter().map(|(player, own)| self.standing(*player, own, &rounds)).collect();
        let scores: Vec<(PlayerNumber, Points)> =
            standings.iter().map(|standing| (standing.player, standing.points)).collect();
        for standing in &mut standings {
            let tied: Vec<_> = scores
                .iter()
                .filter(|(_, points)| *points == standing.points)
                .map(|(player, _)| *player)
                .collect();
            standing.direct = self.direct_encounter(standing.player, &tied, &rounds);
        }
        let key = |standing: &Standing| {
            let sums = (standing.buchholz_cut, standing.buchholz, standing.sonneborn_berger, standing.wins);
            std::cmp::Reverse((standing.points, standing.direct, sums))
        };
        standings.sort_by_key(|standing| (key(standing), standing.player));
        let mut place = 0;
        for at in 0..standings.len() {
            let is_new = match (at.checked_sub(1).and_then(|before| standings.get(before)), standings.get(at))
            {
                (Some(before), Some(standing)) => key(before) != key(standing),
                _ => true,
            };
            if is_new {
                place = at + 1;
            }
            if let Some(standing) = standings.get_mut(at) {
                standing.place = place;
            }
        }
        standings
    }

    fn standing(
        &self,
        player: PlayerNumber,
        own: &[PlayerRound],
        rounds: &BTreeMap<PlayerNumber, Vec<PlayerRound>>,
    ) -> Standing {
        let points = own.iter().map(|round| round.points()).sum();
        let contributions: Vec<Contribution> =
            own.iter().filter_map(|round| self.contribution(*round, points, rounds)).collect();
        let scores = || contributions.iter().map(|contribution| contribution.score);
        let buchholz: Points = scores().sum();
        // A missed round is cut before an opponent.
        let missed = contributions.iter().filter(|contribution| contribution.is_missed);
        let cut = missed.map(|contribution| contribution.score).min().or_else(|| scores().min());
        Standing {
            place: 0,
            player,
            points,
            direct: None,
            buchholz_cut: buchholz - cut.unwrap_or_default(),
            buchholz,
            sonneborn_berger: contributions
                .iter()
                .map(|contribution| contribution.score.halves() * contribution.points.halves())
                .sum(),
            wins: own
                .iter()
                .filter(|round| round.played().is_some() && round.points() == Points::ONE)
                .count(),
        }
    }

    fn contribution(
        &self,
        round: PlayerRound,
        own_score: Points,
        rounds: &BTreeMap<PlayerNumber, Vec<PlayerRound>>,
    ) -> Option<Contribution> {
        let score_of = |opponent: PlayerNumber| {
            let theirs = rounds.get(&opponent).map_or(&[][..], Vec::as_slice);
            match self.format() {
                Format::Swiss { .. } => score_for_opponents(theirs),
                Format::RoundRobin { .. } => theirs.iter().map(|round| round.points()).sum(),
            }
        };
        let points = round.points();
        match round {
            // It still runs.
            PlayerRound::Board { outcome: None, .. } => None,
            PlayerRound::Board { opponent, outcome: Some(outcome), .. }
                if outcome.is_played() || matches!(self.format(), Format::RoundRobin { .. }) =>
            {
                Some(Contribution { score: score_of(opponent), points, is_missed: false })
            }
            PlayerRound::Bye { .. } | PlayerRound::Absent
                if matches!(self.format(), Format::RoundRobin { .. }) =>
            {
                None
            }
            // An opponent who is thought to have the player's own score.
            PlayerRound::Board { .. } | PlayerRound::Bye { .. } | PlayerRound::Absent => {
                Some(Contribution { score: own_score, points, is_missed: !round.was_available() })
            }
        }
    }

    /// Returns the points of a player against those with as many points, if all of these have met each other. In a round robin a forfeit is a meeting, as
    /// everything there counts as played.
    fn direct_encounter(
        &self,
        player: PlayerNumber,
        tied: &[PlayerNumber],
        rounds: &BTreeMap<PlayerNumber, Vec<PlayerRound>>,
    ) -> Option<Points> {
        let opponent_of = |round: &PlayerRound| match (round, self.format()) {
            (PlayerRound::Board { opponent, outcome: Some(_), .. }, Format::RoundRobin { .. }) => {
                Some(*opponent)
            }
            _ => round.played().map(|(opponent, _)| opponent),
        };
        let meetings = |one: PlayerNumber, other: PlayerNumber| {
            let own = rounds.get(&one).into_iter().flatten();
            own.filter(move |round| opponent_of(round) == Some(other))
        };
        let have_met = |one: &PlayerNumber| {
            tied.iter().all(|other| one == other || meetings(*one, *other).next().is_some())
        };
        if tied.len() < 2 || !tied.iter().all(have_met) {
            return None;
        }
        Some(tied.iter().flat_map(|other| meetings(player, *other)).map(|round| round.points()).sum())
    }
}

/// Returns the score of a player as it counts for their opponents: rounds at the end that the player missed by their own doing count as draws.
fn score_for_opponents(rounds: &[PlayerRound]) -> Points {
    let is_missed = |round: &&PlayerRound| match round {
        PlayerRound::Board { outcome: None, .. } => false,
        _ => round.played().is_none() && !round.was_available(),
    };
    let missed = rounds.iter().rev().take_while(is_missed).count();
    let counted = rounds.len() - missed;
    let draws = Points::HALF * u32::try_from(missed).unwrap_or_default();
    rounds.iter().take(counted).map(|round| round.points()).sum::<Points>() + draws
}
