//! The terms of one game: what of the data it is played by.

use std::sync::Arc;

use ggn_core::Position;

use super::CreationError;
use crate::gambit;
use crate::moderator::Moderator;
use crate::profile::{PieceVisibility, Profile};
use crate::rules::Rules;
use crate::terms::{Creation, DrawnStart};

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

    /// Checks that a game with aids hides something.
    pub(super) fn check_aids(&self, creation: &Creation) -> Result<(), CreationError> {
        let shown = self.profile.view == PieceVisibility::Everything;
        if shown && creation.request.aids.is_some() { Err(CreationError::NoAids) } else { Ok(()) }
    }

    /// Checks that the machine plays games by these terms. It has no way to bid yet. Nor does it play by rules of guests: nobody knows how long it would think.
    pub(super) fn check_machine(&self, is_of_guest: bool) -> Result<(), CreationError> {
        let why = if is_of_guest {
            "its rules are those of a guest"
        } else if self.gambit.is_some() {
            "it does not bid"
        } else {
            return Ok(());
        };
        Err(CreationError::UnfitMachine(why))
    }
}
