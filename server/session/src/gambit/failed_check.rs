//! Captures by a side in check, and failed captures that should have ended the check.

use ggn_core::{Game, Position, Rules, Side};
use schemars::JsonSchema;
use serde::Deserialize;

/// Rules for a side in check that tries to end the check by a capture, which may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum FailedCheckDefence {
    /// Every capture is contested. A side whose royal piece is attacked after its own turn loses.
    Loses,
    /// A capture by a side in check succeeds without bids.
    AutoCapture,
    /// A side in check may not capture.
    NonCaptureOnly,
    /// Every capture is contested, including that of a royal piece; the winner of that duel wins the game.
    KingDuel,
}

/// Treatment of a legal capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureInCheck {
    /// It is contested.
    Duel,
    /// It is made at once.
    Made,
    /// It is not allowed.
    Refused,
}

impl FailedCheckDefence {
    /// Returns the treatment of a legal capture by a side that is in check or not.
    #[must_use]
    pub fn capture_in_check(self, in_check: bool) -> CaptureInCheck {
        match (self, in_check) {
            (FailedCheckDefence::Loses | FailedCheckDefence::KingDuel, _) | (_, false) => {
                CaptureInCheck::Duel
            }
            (FailedCheckDefence::AutoCapture, true) => CaptureInCheck::Made,
            (FailedCheckDefence::NonCaptureOnly, true) => CaptureInCheck::Refused,
        }
    }

    /// Returns whether the attacker has lost by a failed capture, in the position after the retreat.
    #[must_use]
    pub fn has_lost(self, rules: &Rules, after: &Position, attacker: Side) -> bool {
        match self {
            // With `AutoCapture` and `NonCaptureOnly` no capture by a side in check fails. If a royal piece is attacked all the same, the game
            // cannot go on.
            FailedCheckDefence::Loses
            | FailedCheckDefence::AutoCapture
            | FailedCheckDefence::NonCaptureOnly => rules.in_check(after, attacker),
            FailedCheckDefence::KingDuel => false,
        }
    }

    /// Ends a game after a turn, made or failed, if these rules decide it and those of the board do not. This takes precedence over an ending of
    /// the board by the same move.
    ///
    /// A side whose capture failed and whose royal piece can now be captured has lost. A side in check that may not capture, and has no other move, is
    /// checkmated. These rules decide nothing in the middle of a side's turn, nor if a royal piece may be contested: [`Game::royal_captures`] are
    /// captures like any other, and one that is made ends the game.
    pub fn adjudicate(self, game: &mut Game) {
        let turn = game.position().turn();
        let Some(played) = game.history().last().filter(|played| played.by != turn) else { return };
        let failed = played.effect.is_repulsed().then_some(played.by);
        if let Some(side) = failed.filter(|&side| self.has_lost(game.rules(), game.position(), side)) {
            game.declare_mate(side);
        } else if game.in_check()
            && self.capture_in_check(true) == CaptureInCheck::Refused
            && !game.has_quiet_move()
        {
            game.declare_mate(turn);
        }
    }
}
