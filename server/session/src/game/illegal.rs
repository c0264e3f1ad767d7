//! Reasons why a move is illegal, in games in which players see every piece.

use ggn_core::{Obstacle, Piece, Side, Square, Violation};

use super::Game;
use crate::domain::IllegalReason;
use crate::gambit::CaptureInCheck;
use crate::profile::PieceVisibility;

impl Game {
    /// Returns the reason why a move of the side to move is illegal. A game with hidden pieces has none: it is not even looked for, so that a refusal
    /// there tells nothing, not even by its time.
    pub(crate) fn illegal_reason(&self, by: Side, from: Square, to: Square) -> Option<IllegalReason> {
        if self.profile.view != PieceVisibility::Everything || self.board.position().turn() != by {
            return None;
        }
        let (rules, position) = (self.rules(), self.board.position());
        let violations = match rules.obstacle(position, from, to) {
            Some(Obstacle::NoRow) => return Some(IllegalReason::NotItsMove),
            Some(Obstacle::Occupied) => return Some(IllegalReason::Blocked),
            Some(Obstacle::Constraints(violations)) => violations,
            None => return self.capture_refusal(from, to),
        };
        let is_royal = position.piece_at(from).and_then(|id| rules.piece(id)).is_some_and(Piece::is_terminal);
        let reason = |violation: &Violation| match violation {
            Violation::RoyalSafety(_) if !is_royal && !self.board.in_check() => IllegalReason::Pinned,
            Violation::RoyalSafety(_) | Violation::RoyalDestroyed { .. } | Violation::RoyalStays(_) => {
                IllegalReason::InCheck
            }
            Violation::Unattacked { .. } => IllegalReason::PassesAttack,
            Violation::ForcedCapture { .. } => IllegalReason::MustCapture,
            Violation::ForcedDrop => IllegalReason::MustDrop,
            Violation::ConvertsNothing => IllegalReason::MustConvert,
            Violation::Facing => IllegalReason::MustEndFacing,
            Violation::ForcedMove => IllegalReason::MustMove,
            Violation::GivesCheck(_) => IllegalReason::GivesCheck,
            Violation::GivesMate(_) => IllegalReason::GivesMate,
        };
        violations.first().map(reason)
    }

    /// Returns the reason where the rules of duels refuse a capture that the board allows.
    fn capture_refusal(&self, from: Square, to: Square) -> Option<IllegalReason> {
        let captures =
            || self.board.legal_from(from).any(|mv| mv.destination.square() == Some(to) && self.takes(mv));
        let is_refused = self.capture_now() == Some(CaptureInCheck::Refused) && captures();
        is_refused.then_some(IllegalReason::CaptureInCheck)
    }
}
