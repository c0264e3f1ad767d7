//! Error codes of the player protocol, spelt as in the design.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::Refusal;

/// Reason why a message of a client had no effect. Refusals of the moderator are announcements, never errors.
// Requirement blind-60.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// There is no game with that id.
    GameNotFound,
    /// The colour that was asked for is taken.
    SlotTaken,
    /// Both seats are taken, and there are no spectators.
    SpectatorsDisabled,
    /// The other side is to move, or the game is not being played.
    NotYourTurn,
    /// The message cannot be read.
    Malformed,
    /// The move promotes, and the choice of the new piece is missing.
    PromotionRequired,
    /// Another piece has been touched.
    MustMoveTouchedPiece,
    /// Too many messages in too short a time.
    RateLimited,
    /// No duel to bid in or no retreat to choose; or there is one, and a move has to wait. This and the following are additions to the
    /// design.
    WrongPhase,
    /// The bid exceeds the points of the side.
    TooFewPoints,
    /// That square is not among those offered.
    NotOffered,
    /// The game has no chat.
    ChatDisabled,
    /// The message is empty, too long, or nothing is left of it.
    MessageRefused,
    /// The name is refused by the word filter, or taken.
    NameRefused,
    /// Players cannot be spectators.
    AlreadyPlaying,
    /// The server cannot create another game now.
    Unavailable,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [ErrorCode; 16] = [
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
        ErrorCode::Unavailable,
    ];

    /// Returns the message for developers. It never depends on the state of a game.
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
            ErrorCode::NameRefused => "that name is not accepted here; choose another one",
            ErrorCode::AlreadyPlaying => "a player of this game cannot watch it",
            ErrorCode::Unavailable => "the server cannot create another game now; try again later",
        }
    }

    /// Returns the code of a refusal by the game, and its message for developers.
    pub(crate) fn of(refusal: Refusal) -> (ErrorCode, &'static str) {
        let code = match refusal {
            Refusal::NotBegun => {
                return (ErrorCode::NotYourTurn, "the game has not begun: the other seat is open");
            }
            Refusal::GameOver => return (ErrorCode::NotYourTurn, "the game is over"),
            Refusal::NoSuchSquare => {
                return (ErrorCode::Malformed, "there is no such square on this board");
            }
            Refusal::NoSuchPiece => return (ErrorCode::Malformed, "there is no such piece in this game"),
            Refusal::NoSuchPromotion => {
                return (ErrorCode::Malformed, "no piece of this game can become that");
            }
            Refusal::NoQuestions => {
                return (ErrorCode::WrongPhase, "the moderator of this game answers no questions");
            }
            Refusal::NotYourTurn => ErrorCode::NotYourTurn,
            Refusal::PromotionRequired => ErrorCode::PromotionRequired,
            Refusal::MustMoveTouchedPiece => ErrorCode::MustMoveTouchedPiece,
            Refusal::WrongPhase => ErrorCode::WrongPhase,
            Refusal::TooFewPoints => ErrorCode::TooFewPoints,
            Refusal::NotOffered => ErrorCode::NotOffered,
        };
        (code, code.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Color, EndReason, JoinAs, Mode, SideChoice};

    // Requirements blind-32, blind-60.
    #[test]
    fn words_are_spelt_as_in_the_design() {
        let spelt = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        let codes = ErrorCode::ALL.map(|code| spelt(serde_json::to_value(code).unwrap()));
        assert_eq!(
            codes.join(" "),
            "game_not_found slot_taken spectators_disabled not_your_turn malformed promotion_required \
             must_move_touched_piece rate_limited wrong_phase too_few_points not_offered chat_disabled message_refused \
             name_refused already_playing unavailable"
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
            (EndReason::Passes, "passes"),
            (EndReason::Facing, "facing"),
            (EndReason::Full, "full"),
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
}
