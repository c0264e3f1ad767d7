//! Events of a tournament, as they are stored.

use serde::{Deserialize, Serialize};

/// Number of a player in the order of entry, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerNumber(pub u8);

/// Colour of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// Format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody, by Berger tables.
    RoundRobin {
        /// Games of each pair of players, 1 or 2.
        cycles: u8,
    },
    /// Players of like scores meet, by the Dutch system.
    Swiss {
        /// Number of rounds.
        rounds: u8,
    },
}

/// Outcome of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// A draw.
    Draw,
    /// Black gets the point without a game.
    WhiteForfeits,
    /// White gets the point without a game.
    BlackForfeits,
    /// Neither gets anything, without a game.
    BothForfeit,
    /// Neither gets anything after a game.
    BothLose,
}

impl Outcome {
    /// Returns whether a game was played. Players who did not play may meet later.
    #[must_use]
    pub fn is_played(self) -> bool {
        match self {
            Outcome::WhiteWins | Outcome::BlackWins | Outcome::Draw | Outcome::BothLose => true,
            Outcome::WhiteForfeits | Outcome::BlackForfeits | Outcome::BothForfeit => false,
        }
    }
}

/// Two players of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The player with white.
    pub white: PlayerNumber,
    /// The player with black.
    pub black: PlayerNumber,
}

/// Reason why a player has no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Bye {
    /// The number of players is odd: a full point in a Swiss tournament, nothing in a round robin, where everybody has one.
    Allocated,
    /// Asked for: half a point.
    Half,
    /// Asked for: nothing.
    Zero,
}

/// A player without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundBye {
    /// The player.
    pub player: PlayerNumber,
    /// The reason.
    pub bye: Bye,
}

/// A round as it is paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its number, from 1.
    pub number: u8,
    /// Its boards, the first one first.
    pub pairs: Vec<Pair>,
    /// Players without an opponent.
    pub byes: Vec<RoundBye>,
}

/// Something that happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Event {
    /// A player has entered, and has the next number.
    Entered {
        /// Name.
        name: String,
        /// Rating, by which players are ranked before the first round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
    },
    /// No more players enter.
    EntryClosed,
    /// Players may enter again.
    EntryOpened,
    /// The tournament has begun.
    Begun,
    /// A player has no opponent in a later round, by their own wish.
    ByeRequested {
        /// The player.
        player: PlayerNumber,
        /// The round.
        round: u8,
        /// True for half a point, false for none.
        half: bool,
    },
    /// A player wants to be paired in a later round after all.
    ByeTakenBack {
        /// The player.
        player: PlayerNumber,
        /// The round.
        round: u8,
    },
    /// A player is paired no longer.
    Withdrawn {
        /// The player.
        player: PlayerNumber,
    },
    /// A player who had withdrawn is paired again.
    Returned {
        /// The player.
        player: PlayerNumber,
    },
    /// A round was paired.
    Paired {
        /// The round.
        round: Round,
    },
    /// A board of the present round has ended.
    Reported {
        /// Number of the round, from 1.
        round: u8,
        /// Number of the board, from 1.
        board: u8,
        /// Its outcome.
        outcome: Outcome,
    },
    /// The director has set the outcome of a board, whatever it was before.
    Corrected {
        /// Number of the round, from 1.
        round: u8,
        /// Number of the board, from 1.
        board: u8,
        /// The outcome that counts.
        outcome: Outcome,
    },
    /// The tournament is over.
    Ended,
}
