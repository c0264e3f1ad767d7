//! The terms of one game: what of the data it is played by.

use std::sync::Arc;

use ggn_core::Position;

use super::CreationError;
use crate::gambit;
use crate::moderator::Moderator;
use crate::profile::{PieceVisibility, Profile};
use crate::rules::Rules;
use crate::terms::{Creation, DrawnDeal, DrawnStart, PromisedDeal};

/// Rules, profile and moderator of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameTerms {
    pub(crate) profile: Arc<Profile>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) moderator: Arc<Moderator>,
    /// The gambit profile, if captures are contested.
    pub(crate) gambit: Option<Arc<gambit::Terms>>,
}

impl GameTerms {
    /// Returns the position from which a game starts, if its start was drawn.
    pub(crate) fn start(&self, creation: &Creation) -> Result<Option<Position>, CreationError> {
        let position =
            |start: &DrawnStart| start.position(&self.rules.ruleset).ok_or(CreationError::ImpossibleStart);
        creation.start.as_ref().map(position).transpose()
    }

    /// Returns the deal of a game whose rules cover pieces.
    pub(crate) fn deal(
        &self,
        creation: &Creation,
        start: Option<&Position>,
    ) -> Result<Option<PromisedDeal>, CreationError> {
        let ruleset = &self.rules.ruleset;
        let covers = start.unwrap_or_else(|| ruleset.initial());
        let promised = |deal: &DrawnDeal| deal.promised(ruleset, covers).ok_or(CreationError::ImpossibleDeal);
        creation.deal.as_ref().map(promised).transpose()
    }

    /// Checks that players of a game with covered pieces see where all pieces stand, which is what covering them is about. Rooms promise no
    /// deal by a hash.
    pub(super) fn check_covered(&self, is_room: bool) -> Result<(), CreationError> {
        let is_shown = self.profile.view == PieceVisibility::Everything && !is_room;
        if self.rules.ruleset.has_covered() && !is_shown { Err(CreationError::CoveredPieces) } else { Ok(()) }
    }

    /// Checks that a game with aids hides something.
    pub(super) fn check_aids(&self, creation: &Creation) -> Result<(), CreationError> {
        let shown = self.profile.view == PieceVisibility::Everything;
        if shown && creation.request.aids.is_some() { Err(CreationError::NoAids) } else { Ok(()) }
    }
}
