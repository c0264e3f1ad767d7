//! Words of the room protocol.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{EndReason, Refusal};
use crate::protocol::player;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other one.
    Black,
}

impl Color {
    /// Returns the word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::First => Color::White,
            Side::Second => Color::Black,
        }
    }
}

impl From<player::Color> for Color {
    fn from(color: player::Color) -> Color {
        Side::from(color).into()
    }
}

/// Visibility of the board for the players. An extension of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Everything.
    #[default]
    Open,
    /// Their own pieces.
    Blind,
}

impl From<Mode> for player::Mode {
    fn from(mode: Mode) -> player::Mode {
        match mode {
            Mode::Open => player::Mode::Vanilla,
            Mode::Blind => player::Mode::Blind,
        }
    }
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Draw,
}

impl Winner {
    /// Returns the word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Winner::White => "white",
            Winner::Black => "black",
            Winner::Draw => "draw",
        }
    }
}

impl From<Option<player::Color>> for Winner {
    // Requirement rooms-49.
    fn from(winner: Option<player::Color>) -> Winner {
        match winner {
            Some(player::Color::W) => Winner::White,
            Some(player::Color::B) => Winner::Black,
            None => Winner::Draw,
        }
    }
}

/// Reason for the end of a game. The last nine are extensions: goals and stops of a ruleset, and endings without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Mate; the winner gave it.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// Fifty moves of each side without progress.
    #[serde(rename = "50-move")]
    FiftyMove,
    /// The same position for the third time.
    Threefold,
    /// Neither side can give mate.
    Insufficient,
    /// A player left the room, or was absent for longer than the grace period.
    PlayerLeft,
    /// A player reached a number of captures.
    Captures,
    /// A player reached a number of promotions.
    Promotions,
    /// A player reached a number of checks.
    Checks,
    /// A player's piece reached one of certain squares.
    Arrival,
    /// A player lost all pieces, or all of a kind.
    Extinction,
    /// So many passes in a row.
    Passes,
    /// Royal pieces of both sides faced each other, and the side to move left it so.
    Facing,
    /// No square of the board was empty.
    Full,
    /// The rules ended it in a way that has no word here.
    Other,
}

impl From<Option<EndReason>> for Reason {
    // Requirements rooms-50, rooms-51, rooms-52, rooms-53, rooms-54, rooms-55.
    fn from(reason: Option<EndReason>) -> Reason {
        match reason {
            Some(EndReason::Checkmate) => Reason::Checkmate,
            Some(EndReason::Stalemate) => Reason::Stalemate,
            Some(EndReason::FiftyMove) => Reason::FiftyMove,
            Some(EndReason::Threefold) => Reason::Threefold,
            Some(EndReason::Insufficient) => Reason::Insufficient,
            Some(EndReason::Resign | EndReason::Abandoned) => Reason::PlayerLeft,
            Some(EndReason::Captures) => Reason::Captures,
            Some(EndReason::Promotions) => Reason::Promotions,
            Some(EndReason::Checks) => Reason::Checks,
            Some(EndReason::Arrival) => Reason::Arrival,
            Some(EndReason::Extinction) => Reason::Extinction,
            Some(EndReason::Passes) => Reason::Passes,
            Some(EndReason::Facing) => Reason::Facing,
            Some(EndReason::Full) => Reason::Full,
            // Rooms have neither draw offers nor clocks.
            Some(EndReason::DrawAgreed | EndReason::Timeout) | None => Reason::Other,
        }
    }
}

/// Reason why a message of a client had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// The move is none of the legal ones.
    IllegalMove,
    /// The other side is to move, or the game has not begun.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// There is no room with that code.
    RoomNotFound,
    /// Both seats are taken.
    RoomFull,
    /// The server has as many rooms as it keeps.
    ServerFull,
    /// The message is of another version of the protocol.
    VersionMismatch,
    /// Too many messages in too short a time.
    RateLimit,
    /// The message is too long.
    MsgTooLarge,
    /// The token is missing, or does not hold the seat.
    BadToken,
    /// The message cannot be read.
    InvalidMessage,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [ErrorCode; 11] = [
        ErrorCode::IllegalMove,
        ErrorCode::NotYourTurn,
        ErrorCode::GameOver,
        ErrorCode::RoomNotFound,
        ErrorCode::RoomFull,
        ErrorCode::ServerFull,
        ErrorCode::VersionMismatch,
        ErrorCode::RateLimit,
        ErrorCode::MsgTooLarge,
        ErrorCode::BadToken,
        ErrorCode::InvalidMessage,
    ];

    /// Returns the code as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::IllegalMove => "ILLEGAL_MOVE",
            ErrorCode::NotYourTurn => "NOT_YOUR_TURN",
            ErrorCode::GameOver => "GAME_OVER",
            ErrorCode::RoomNotFound => "ROOM_NOT_FOUND",
            ErrorCode::RoomFull => "ROOM_FULL",
            ErrorCode::ServerFull => "SERVER_FULL",
            ErrorCode::VersionMismatch => "VERSION_MISMATCH",
            ErrorCode::RateLimit => "RATE_LIMIT",
            ErrorCode::MsgTooLarge => "MSG_TOO_LARGE",
            ErrorCode::BadToken => "BAD_TOKEN",
            ErrorCode::InvalidMessage => "INVALID_MESSAGE",
        }
    }

    // Requirements rooms-59, rooms-74, rooms-75, rooms-76, rooms-77, rooms-78, rooms-79, rooms-80,
    // rooms-81, rooms-82, rooms-83, rooms-84.
    /// Returns whether the socket is closed after this error.
    #[must_use]
    pub fn is_fatal(self) -> bool {
        match self {
            ErrorCode::IllegalMove
            | ErrorCode::NotYourTurn
            | ErrorCode::GameOver
            | ErrorCode::RoomNotFound
            | ErrorCode::RoomFull
            | ErrorCode::ServerFull => false,
            ErrorCode::VersionMismatch
            | ErrorCode::RateLimit
            | ErrorCode::MsgTooLarge
            | ErrorCode::BadToken
            | ErrorCode::InvalidMessage => true,
        }
    }

    /// Returns the default message for developers. It never depends on the state of a game.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            ErrorCode::IllegalMove => "the move is not legal",
            ErrorCode::NotYourTurn => "the other side is to move",
            ErrorCode::GameOver => "the game is over",
            ErrorCode::RoomNotFound => "there is no room with that code",
            ErrorCode::RoomFull => "both seats of this room are taken",
            ErrorCode::ServerFull => "the server has as many rooms as it keeps; try again later",
            ErrorCode::VersionMismatch => "this server speaks version 1 of the protocol",
            ErrorCode::RateLimit => "too many messages",
            ErrorCode::MsgTooLarge => "a message may have 65536 bytes at most",
            ErrorCode::BadToken => "the token is missing, or does not hold a seat of this room",
            ErrorCode::InvalidMessage => "the message could not be read",
        }
    }

    /// Returns the code of a refusal by the game, and its message for developers.
    pub(crate) fn of(refusal: Refusal) -> (ErrorCode, &'static str) {
        let code = match refusal {
            Refusal::NotBegun => {
                return (ErrorCode::NotYourTurn, "the game begins when the second player has joined");
            }
            Refusal::NoSuchSquare => {
                return (ErrorCode::InvalidMessage, "there is no such square on this board");
            }
            Refusal::NoSuchPiece => {
                return (ErrorCode::InvalidMessage, "there is no such piece in this game");
            }
            Refusal::NoSuchPromotion => {
                return (ErrorCode::InvalidMessage, "no piece of this game can become that");
            }
            Refusal::GameOver => ErrorCode::GameOver,
            Refusal::NotYourTurn => ErrorCode::NotYourTurn,
            // In a room of chess a move without a choice promotes as usual. If that is impossible, or another game needs a choice, the move is none of
            // the legal ones.
            Refusal::PromotionRequired => ErrorCode::IllegalMove,
            // Rooms have neither touched pieces, nor questions, nor duels.
            Refusal::MustMoveTouchedPiece
            | Refusal::WrongPhase
            | Refusal::NoQuestions
            | Refusal::TooFewPoints
            | Refusal::NotOffered => ErrorCode::IllegalMove,
        };
        (code, code.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirements rooms-50, rooms-51, rooms-52, rooms-53, rooms-54, rooms-55.
    #[test]
    fn every_end_has_the_word_of_the_protocol() {
        for (end, word) in [
            (EndReason::Checkmate, "checkmate"),
            (EndReason::Stalemate, "stalemate"),
            (EndReason::FiftyMove, "50-move"),
            (EndReason::Threefold, "threefold"),
            (EndReason::Insufficient, "insufficient"),
            (EndReason::Resign, "player_left"),
            (EndReason::Abandoned, "player_left"),
            (EndReason::Passes, "passes"),
            (EndReason::Facing, "facing"),
            (EndReason::Full, "full"),
        ] {
            assert_eq!(serde_json::to_value(Reason::from(Some(end))).unwrap(), word);
        }
    }
}
