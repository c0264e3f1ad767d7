//! Facts about a player that the Dutch system asks for.

use crate::event::{Color, PlayerNumber};
use crate::points::Points;
use crate::score::PlayerRound;

/// Direction of a float in an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// Against a player with fewer points, or points without a game.
    Down,
    /// Against a player with more points.
    Up,
    None,
}

/// A player before the pairing of a round.
#[derive(Clone, Debug)]
pub(crate) struct DutchPlayer {
    pub(crate) number: PlayerNumber,
    /// Place in the initial ranking, from 0.
    pub(super) rank: usize,
    pub(super) score: Points,
    pub(super) opponents: Vec<PlayerNumber>,
    /// Colours of the games that were played.
    pub(super) colors: Vec<Color>,
    pub(super) may_have_bye: bool,
    /// Floats of the last round and of the one before it.
    pub(super) floats: [Float; 2],
    pub(super) preference: Option<Color>,
    /// Difference between the games with white and those with black.
    pub(super) imbalance: usize,
    /// The colour of the last two games, if it was the same.
    pub(super) repeated: Option<Color>,
}

impl DutchPlayer {
    /// Gathers the facts from a player's rounds. `score_before` returns the score of a player before a round, counted from 0.
    pub(crate) fn new(
        number: PlayerNumber,
        rank: usize,
        rounds: &[PlayerRound],
        score_before: impl Fn(PlayerNumber, usize) -> Points,
    ) -> DutchPlayer {
        let played: Vec<_> = rounds.iter().filter_map(|round| round.played()).collect();
        let colors: Vec<Color> = played.iter().map(|(_, color)| *color).collect();
        let whites = colors.iter().filter(|color| **color == Color::White).count();
        let blacks = colors.len() - whites;
        let lesser = if whites > blacks { Color::Black } else { Color::White };
        let imbalance = whites.abs_diff(blacks);
        let last = colors.last().copied();
        let repeated = last.filter(|last| colors.iter().rev().nth(1) == Some(last));
        let preference = match repeated {
            _ if imbalance > 1 => Some(lesser),
            Some(repeated) => Some(repeated.other()),
            None if imbalance > 0 => Some(lesser),
            None => last.map(Color::other),
        };
        let float = |back: usize| {
            let Some(at) = rounds.len().checked_sub(back) else { return Float::None };
            let Some(round) = rounds.get(at) else { return Float::None };
            match round.played() {
                None if round.points() > Points::ZERO => Float::Down,
                None => Float::None,
                Some((opponent, _)) => match score_before(number, at).cmp(&score_before(opponent, at)) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                    std::cmp::Ordering::Equal => Float::None,
                },
            }
        };
        DutchPlayer {
            number,
            rank,
            score: rounds.iter().map(|round| round.points()).sum(),
            opponents: played.iter().map(|(opponent, _)| *opponent).collect(),
            may_have_bye: !rounds
                .iter()
                .any(|round| round.played().is_none() && round.points() >= Points::ONE),
            floats: [float(1), float(2)],
            preference,
            imbalance,
            repeated,
            colors,
        }
    }

    /// Returns whether the colour difference is greater than one (a part of 1.7.1).
    pub(super) fn is_unbalanced(&self) -> bool {
        self.imbalance > 1
    }

    /// Returns whether the colour preference is absolute.
    pub(super) fn is_absolute(&self) -> bool {
        self.is_unbalanced() || self.repeated.is_some()
    }

    /// Returns whether the colour preference is strong, and not absolute.
    pub(super) fn is_strong(&self) -> bool {
        !self.is_absolute() && self.imbalance > 0
    }
}

/// Returns whether two players have the same colour preference.
pub(super) fn want_the_same(one: &DutchPlayer, other: &DutchPlayer) -> bool {
    one.preference.is_some() && one.preference == other.preference
}

/// Returns whether the first of two players, the higher one, has white (article 5). `rank` of the higher player decides in the end: odd numbers get the
/// initial colour, which is white.
pub(super) fn higher_has_white(higher: &DutchPlayer, lower: &DutchPlayer) -> bool {
    let color = color_of(higher, lower).or(higher.preference);
    color.map_or(higher.rank.is_multiple_of(2), |color| color == Color::White)
}

/// Returns the colour of the first of two players, if something but the higher rank decides.
fn color_of(player: &DutchPlayer, opponent: &DutchPlayer) -> Option<Color> {
    let to_opponent = || opponent.preference.map(Color::other);
    if !want_the_same(player, opponent) {
        return player.preference.or_else(to_opponent);
    }
    let is_ahead = |one: &DutchPlayer, other: &DutchPlayer| {
        one.is_absolute() && (one.imbalance > other.imbalance || !other.is_absolute())
    };
    if is_ahead(player, opponent) {
        return player.preference;
    }
    if is_ahead(opponent, player) {
        return to_opponent();
    }
    match (player.is_strong(), opponent.is_strong()) {
        (true, false) => return player.preference,
        (false, true) => return to_opponent(),
        (true, true) | (false, false) => {}
    }
    // The last round in which one had white and the other black.
    let pairs = player.colors.iter().rev().zip(opponent.colors.iter().rev());
    pairs.into_iter().find(|(one, other)| one != other).map(|(_, other)| *other)
}
