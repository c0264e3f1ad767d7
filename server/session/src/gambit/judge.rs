//! What a capture means to a side in check, and what it means if one fails that was to end the check.

use ggn_core::{Game, Position, Ruleset, Side};
use schemars::JsonSchema;
use serde::Deserialize;

/// The ways out of the hole: a side in check may end it by a capture, which may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum FailedCheckDefence {
    /// Every capture is bid for. Whose royal piece is attacked after its own turn has lost.
    Loses,
    /// What a side in check captures it captures, and nobody bids.
    AutoCapture,
    /// A side in check may not capture.
    NonCaptureOnly,
    /// Every capture is bid for, that of a royal piece too; who wins that one wins the game.
    KingDuel,
}

/// What a legal capture means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureInCheck {
    /// It is bid for.
    Duel,
    /// It is made.
    Made,
    /// It may not be tried.
    Refused,
}

impl FailedCheckDefence {
    /// What a legal capture means to a side that is in check, or is not.
    #[must_use]
    pub fn capture(self, in_check: bool) -> CaptureInCheck {
        match (self, in_check) {
            (FailedCheckDefence::Loses | FailedCheckDefence::KingDuel, _) | (_, false) => {
                CaptureInCheck::Duel
            }
            (FailedCheckDefence::AutoCapture, true) => CaptureInCheck::Made,
            (FailedCheckDefence::NonCaptureOnly, true) => CaptureInCheck::Refused,
        }
    }

    /// Whether a side has lost by having failed, once it stands where it fell back to.
    #[must_use]
    pub fn has_lost(self, rules: &Ruleset, after: &Position, attacker: Side) -> bool {
        match self {
            // The second and third never let a side fail in check; if a royal piece is open even so, the game cannot go on.
            FailedCheckDefence::Loses
            | FailedCheckDefence::AutoCapture
            | FailedCheckDefence::NonCaptureOnly => rules.in_check(after, attacker),
            FailedCheckDefence::KingDuel => false,
        }
    }

    /// Judges a game as it stands after a turn, whether its last move was made or failed: ends it by what these rules end it by and those of the board
    /// do not. That comes before whatever the board has ended it by with the same move.
    ///
    /// Who has failed and whose royal piece can be captured now has lost. A side in check that may not capture, and can do nothing else, is mated.
    /// While a side's turn goes on nothing is judged, and where a royal piece may be bid for neither: [`Game::royal_captures`] are captures like any
    /// other, and one that is made ends the game.
    pub fn settle(self, game: &mut Game) {
        let turn = game.position().turn();
        let Some(played) = game.history().last().filter(|played| played.by != turn) else { return };
        let failed = played.deed.is_repulsed().then_some(played.by);
        if let Some(side) = failed.filter(|&side| self.has_lost(game.rules(), game.position(), side)) {
            game.judge_mate(side);
        } else if game.in_check() && self.capture(true) == CaptureInCheck::Refused && !game.has_quiet_move() {
            game.judge_mate(turn);
        }
    }
}
