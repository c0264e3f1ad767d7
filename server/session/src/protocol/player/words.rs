//! The words of the wire: closed enums and short names, spelt as the design spells them.

use std::fmt;
use std::str::FromStr;

use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Short, WrongForm, text_type};

/// A side of the game on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// White, the side that moves first.
    W,
    /// Black.
    B,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::First => Color::W,
            Side::Second => Color::B,
        }
    }
}

impl Color {
    /// The other side's.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::W => Color::B,
            Color::B => Color::W,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::W => Side::First,
            Color::B => Side::Second,
        }
    }
}

/// How much of the board each player sees. A mode names the profile of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Each player sees their own pieces.
    Blind,
    /// Both players see everything.
    Vanilla,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Mode; 2] = [Mode::Blind, Mode::Vanilla];

    /// The id of the profile that the mode is played under.
    #[must_use]
    pub fn profile(self) -> &'static str {
        match self {
            Mode::Blind => "blind",
            Mode::Vanilla => "vanilla",
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// The second seat is open.
    Waiting,
    /// Both seats are taken.
    Active,
    /// Over; everything may be seen.
    Finished,
}

/// Why a game is over. A ruleset whose game ends in a way that the design has no word for leaves the reason out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Mate; the winner gave it.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// A player gave up.
    Resign,
    /// The players agreed on a draw.
    DrawAgreed,
    /// Neither side can give mate.
    Insufficient,
    /// Fifty moves of each side without progress.
    FiftyMove,
    /// The same position for the third time.
    Threefold,
    /// A player stayed away for longer than the grace.
    Abandoned,
    /// A player ran out of time, and the other wins, unless the rules say that what the other has is too little. An addition to the design.
    Timeout,
    /// A player captured so often. This and what follows are goals of house rules, additions to the design.
    Captures,
    /// A player promoted so often.
    Promotions,
    /// A player gave check so often.
    Checks,
    /// A player's piece reached one of certain squares.
    Arrival,
    /// A player lost all pieces, or all of a kind.
    Extinction,
}

/// Why a message of a client had no effect. What the moderator refuses is an announcement, never an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// No game has that id.
    GameNotFound,
    /// The colour that was asked for is taken.
    SlotTaken,
    /// Both seats are taken, and nobody watches.
    SpectatorsDisabled,
    /// The other side is to move, or the game is not being played.
    NotYourTurn,
    /// The message cannot be read.
    Malformed,
    /// The move promotes: say to what.
    PromotionRequired,
    /// Another piece has been touched.
    MustMoveTouchedPiece,
    /// Too many messages in too short a time.
    RateLimited,
    /// There is no duel to bid in, or no retreat to choose; or there is one, and a move has to wait. This and what follows are additions to the
    /// design.
    WrongPhase,
    /// The bid is more than there is.
    TooFewPoints,
    /// That square is not among those offered.
    NotOffered,
    /// Nobody talks at this game.
    ChatDisabled,
    /// The message is empty, too long, or nothing is left of it.
    MessageRefused,
    /// The name is not one that others are to read.
    NameRefused,
    /// Who plays does not watch.
    AlreadyPlaying,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [ErrorCode; 15] = [
        ErrorCode::GameNotFound,
        ErrorCode::SlotTaken,
        ErrorCode::SpectatorsDisabled,
        ErrorCode::NotYourTurn,
        ErrorCode::Malformed,
        ErrorCode::PromotionRequired,
        ErrorCode::MustMoveTouchedPiece,
        ErrorCode::RateLimited,
        ErrorCode::WrongPhase,
        ErrorCode::TooFewPoints,
        ErrorCode::NotOffered,
        ErrorCode::ChatDisabled,
        ErrorCode::MessageRefused,
        ErrorCode::NameRefused,
        ErrorCode::AlreadyPlaying,
    ];

    /// What a developer reads beside the code. It never depends on the state of a game.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            ErrorCode::GameNotFound => "there is no game with that id",
            ErrorCode::SlotTaken => "that colour is taken",
            ErrorCode::SpectatorsDisabled => "both seats are taken and this game has no spectators",
            ErrorCode::NotYourTurn => "the other side is to move",
            ErrorCode::Malformed => "the message could not be read",
            ErrorCode::PromotionRequired => "this move promotes: say to what in `promotion`",
            ErrorCode::MustMoveTouchedPiece => "the piece that you touched has to move",
            ErrorCode::RateLimited => "too many messages; wait a moment",
            ErrorCode::WrongPhase => "that is not what is awaited now",
            ErrorCode::TooFewPoints => "the bid is more than you have",
            ErrorCode::NotOffered => "that square is not offered",
            ErrorCode::ChatDisabled => "nobody talks at this game",
            ErrorCode::MessageRefused => "the message is empty or longer than 500 characters",
            ErrorCode::NameRefused => "that name is not taken here; choose another one",
            ErrorCode::AlreadyPlaying => "who plays does not watch",
        }
    }
}

/// The seat that a newcomer asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JoinAs {
    /// White.
    W,
    /// Black.
    B,
    /// Whichever is open.
    #[default]
    Auto,
}

/// The side that the creator of a game takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// White.
    #[serde(alias = "w")]
    White,
    /// Black.
    #[serde(alias = "b")]
    Black,
    /// Either, by lot.
    Random,
}

/// The kind of a piece: its letter in lower case (`p`, `n`, `b`, `r`, `q`, `k` in chess).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(Short);

/// The name of a square in CELL (`e4`); that it lies on the board is asked when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareName(Short);

/// A piece in full (QPI): style, side, kind, state and terminal mark together (`C:+K^`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceName(Short);

text_type!(PieceName, "^[A-Za-z]:[-+]?[A-Za-z]\\^?'?$");
text_type!(PieceType, "^[a-z]$");
text_type!(SquareName, "^[a-z]{1,2}[1-9][0-9]{0,2}[A-Z]{0,2}$");

impl PieceType {
    /// The kind of that letter, of either case.
    #[must_use]
    pub fn new(letter: char) -> Option<PieceType> {
        letter.is_ascii_alphabetic().then(|| Short::of(&letter.to_ascii_lowercase())).flatten().map(PieceType)
    }

    /// The letter.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PieceType {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PieceType, WrongForm> {
        match text.as_bytes() {
            [b'a'..=b'z'] => Short::new(text).map(PieceType).ok_or(WrongForm),
            _ => Err(WrongForm),
        }
    }
}

impl PieceName {
    /// The name of a piece.
    #[must_use]
    pub fn of(piece: &Qpi) -> Option<PieceName> {
        Short::of(piece).map(PieceName)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PieceName {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PieceName, WrongForm> {
        let piece: Qpi = text.parse().map_err(|_| WrongForm)?;
        PieceName::of(&piece).ok_or(WrongForm)
    }
}

impl SquareName {
    /// The name of a square.
    #[must_use]
    pub fn of(cell: &Cell) -> Option<SquareName> {
        Short::of(cell).map(SquareName)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for SquareName {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<SquareName, WrongForm> {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let layer = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let files = text.len() - rest.len();
        let ranks = rest.len() - layer.len();
        let well_formed = (1..=2).contains(&files)
            && (1..=3).contains(&ranks)
            && !rest.starts_with('0')
            && layer.len() <= 2
            && layer.bytes().all(|byte| byte.is_ascii_uppercase());
        if well_formed { Short::new(text).map(SquareName).ok_or(WrongForm) } else { Err(WrongForm) }
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spelt_as_in_the_design() {
        let spelt = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        let codes = ErrorCode::ALL.map(|code| spelt(serde_json::to_value(code).unwrap()));
        assert_eq!(
            codes.join(" "),
            "game_not_found slot_taken spectators_disabled not_your_turn malformed promotion_required \
             must_move_touched_piece rate_limited wrong_phase too_few_points not_offered chat_disabled message_refused \
             name_refused already_playing"
        );
        for (reason, word) in [
            (EndReason::Checkmate, "checkmate"),
            (EndReason::Stalemate, "stalemate"),
            (EndReason::Resign, "resign"),
            (EndReason::DrawAgreed, "draw_agreed"),
            (EndReason::Insufficient, "insufficient"),
            (EndReason::FiftyMove, "fifty_move"),
            (EndReason::Threefold, "threefold"),
            (EndReason::Abandoned, "abandoned"),
            (EndReason::Timeout, "timeout"),
            (EndReason::Captures, "captures"),
            (EndReason::Promotions, "promotions"),
            (EndReason::Checks, "checks"),
            (EndReason::Arrival, "arrival"),
            (EndReason::Extinction, "extinction"),
        ] {
            assert_eq!(spelt(serde_json::to_value(reason).unwrap()), word);
        }
        for (choice, words) in [(SideChoice::White, ["white", "w"]), (SideChoice::Black, ["black", "b"])] {
            for word in words {
                assert_eq!(serde_json::from_value::<SideChoice>(word.into()).unwrap(), choice);
            }
        }
        assert_eq!(spelt(serde_json::to_value(Color::W).unwrap()), "w");
        assert_eq!(spelt(serde_json::to_value(JoinAs::Auto).unwrap()), "auto");
        assert_eq!(spelt(serde_json::to_value(Mode::Vanilla).unwrap()), "vanilla");
    }

    #[test]
    fn squares_are_named_in_cell() {
        for right in ["a1", "h8", "j10", "aa12", "c3C", "iv256IV"] {
            assert_eq!(right.parse::<SquareName>().unwrap().as_str(), right);
        }
        for wrong in
            ["", "e", "4", "e0", "E4", "e4 ", " e4", "e04", "abc1", "a1000", "a1ABC", "a1b", "e-4", "é4"]
        {
            assert!(wrong.parse::<SquareName>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_piece_type_is_one_lower_case_letter() {
        assert_eq!("q".parse::<PieceType>().unwrap(), PieceType::new('Q').unwrap());
        for wrong in ["", "Q", "qq", "1", "é"] {
            assert!(wrong.parse::<PieceType>().is_err(), "{wrong:?}");
        }
    }
}
