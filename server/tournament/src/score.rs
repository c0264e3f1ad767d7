//! Points and opponents of a player in one round.

use crate::event::{Bye, Color, Outcome, PlayerNumber};
use crate::points::Points;

/// A round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerRound {
    /// A board with an opponent, with its outcome if it has ended.
    Board { opponent: PlayerNumber, color: Color, outcome: Option<Outcome> },
    /// No opponent.
    Bye { bye: Bye, points: Points },
    /// Neither paired nor given a bye: not entered yet, or withdrawn.
    Absent,
}

impl PlayerRound {
    /// Returns the points of the round so far.
    pub(crate) fn points(self) -> Points {
        let PlayerRound::Board { color, outcome, .. } = self else {
            return match self {
                PlayerRound::Bye { points, .. } => points,
                PlayerRound::Board { .. } | PlayerRound::Absent => Points::ZERO,
            };
        };
        match (outcome, color) {
            (Some(Outcome::Draw), _) => Points::HALF,
            (Some(Outcome::WhiteWins | Outcome::BlackForfeits), Color::White)
            | (Some(Outcome::BlackWins | Outcome::WhiteForfeits), Color::Black) => Points::ONE,
            _ => Points::ZERO,
        }
    }

    /// Returns the opponent and the colour, if a game was played to its end.
    pub(crate) fn played(self) -> Option<(PlayerNumber, Color)> {
        match self {
            PlayerRound::Board { opponent, color, outcome: Some(outcome) } if outcome.is_played() => {
                Some((opponent, color))
            }
            PlayerRound::Board { .. } | PlayerRound::Bye { .. } | PlayerRound::Absent => None,
        }
    }

    /// Returns whether the pairing of the round had the player in it.
    pub(crate) fn was_paired(self) -> bool {
        match self {
            PlayerRound::Board { .. } => true,
            PlayerRound::Bye { bye, .. } => bye == Bye::Allocated,
            PlayerRound::Absent => false,
        }
    }

    /// Returns whether the player was there and did not play: a bye that was allocated, or an opponent who forfeited. Everything else that is unplayed is by
    /// the player's own doing.
    pub(crate) fn was_available(self) -> bool {
        match self {
            PlayerRound::Bye { bye, .. } => bye == Bye::Allocated,
            PlayerRound::Board { color, outcome, .. } => matches!(
                (outcome, color),
                (Some(Outcome::BlackForfeits), Color::White) | (Some(Outcome::WhiteForfeits), Color::Black)
            ),
            PlayerRound::Absent => false,
        }
    }
}
