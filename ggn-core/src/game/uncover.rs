//! Covered pieces in a game: its deal, and the moves that uncover them.

use std::sync::Arc;

use super::played::arrival;
use super::{Counters, Game, Played, Step};
use crate::movement::{IllegalMove, Move};
use crate::piece::PieceId;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Deal;
use crate::uncover::uncover;

impl Game {
    /// Creates a game from a position of the same ruleset whose covered pieces hide those of a deal.
    #[must_use]
    pub fn from_deal(rules: Arc<Rules>, position: Position, counters: Counters, deal: Deal) -> Game {
        Game { deal: Some(deal), ..Game::from_position(rules, position, counters) }
    }

    /// Returns the pieces that the covered ones hide now; `None` in a game without a deal. Code that tells a player of a game must not look at it.
    #[must_use]
    pub fn deal(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// Plays a move of a covered piece that turned out to be this one. It is for a host that is told of the game, and does not know its deal.
    ///
    /// # Errors
    /// As [`Game::play`]; also if the piece cannot be hidden there.
    pub fn play_uncovering(&mut self, mv: &Move, piece: PieceId) -> Result<&Played, IllegalMove> {
        let source =
            mv.source.square().filter(|_| self.rules.hideable(mv.piece).any(|hidden| hidden == piece));
        let (Some(source), true) = (source, self.legal_moves().contains(mv)) else {
            return Err(IllegalMove::Illegal);
        };
        self.deal.get_or_insert_with(Deal::empty).tell(source, piece);
        self.play(mv)
    }

    /// Enters the position that a step leads to, with the pieces that it uncovers.
    pub(super) fn take_uncovering(&mut self, mv: &Move, mut step: Step) -> Result<&Played, IllegalMove> {
        let mut deal = self.deal.clone();
        let reached = arrival(mv, &step.effect);
        let after = (&mut step.after, reached);
        step.uncovered = uncover(&self.rules, deal.as_mut(), step.by, (mv, &step.effect), after);
        self.take(mv, step)?;
        self.deal = deal;
        self.history.last().ok_or(IllegalMove::Illegal)
    }
}
