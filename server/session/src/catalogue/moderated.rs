//! Rulesets with a moderator's changes of their endings: made on request, shared by the games that use them, and dropped with the last.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ggn_core::{OwnPieces, Side, drop_tries};

use super::description::Outline;
use super::{Catalogue, CreationError, GameTerms};
use crate::moderator::{CapturedForm, Moderator, ModeratorSummary, Tries};
use crate::profile::{PieceVisibility, Profile};
use crate::rules::Rules;

/// A ruleset's id, the ids of its house rules, and the id of the moderator.
type Choice = (Arc<str>, Arc<[String]>, Arc<str>);

/// Cache of the rulesets with changed endings that current games use. It holds weak references only, so games bound its size.
#[derive(Debug, Default)]
pub(super) struct ModeratedRules(Mutex<BTreeMap<Choice, Weak<Rules>>>);

impl ModeratedRules {
    /// Returns the rules as games before a moderator have them.
    pub(super) fn get(&self, rules: &Arc<Rules>, moderator: &Moderator) -> Result<Arc<Rules>, CreationError> {
        if !moderator.changes_game() {
            return Ok(Arc::clone(rules));
        }
        let choice = (Arc::clone(&rules.id), Arc::clone(&rules.overlays), Arc::clone(moderator.id()));
        let mut known = self.lock();
        if let Some(made) = known.get(&choice).and_then(Weak::upgrade) {
            return Ok(made);
        }
        if Catalogue::is_guest_id(&rules.id) {
            // Nobody waits for the rules of a guest, which may take long.
            drop(known);
            let made = make(rules, moderator)?;
            let mut known = self.lock();
            known.retain(|_, made| made.strong_count() > 0);
            known.insert(choice, Arc::downgrade(&made));
            return Ok(made);
        }
        // Locked while they are made, so that nobody makes them twice.
        known.retain(|_, made| made.strong_count() > 0);
        let made = make(rules, moderator)?;
        known.insert(choice, Arc::downgrade(&made));
        Ok(made)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Choice, Weak<Rules>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the rules as games before a moderator have them.
fn make(rules: &Arc<Rules>, moderator: &Moderator) -> Result<Arc<Rules>, CreationError> {
    // Only the manifest changes, so patterns stay patterns: to read them is quicker than to read the tables that they come to.
    let files = moderator.moderated(&rules.written());
    let unfit = |why| CreationError::UnfitModerator { id: moderator.id().to_string(), why };
    let ruleset = pattern::load(&files).map_err(|_| unfit("it cannot have the endings"))?;
    Ok(Arc::new(Rules::moderated(ruleset, &files, rules)))
}

impl Catalogue {
    /// Returns the summaries of all moderators, by id.
    #[must_use]
    pub fn moderators(&self) -> Vec<ModeratorSummary> {
        self.moderators.values().map(|moderator| moderator.summary()).collect()
    }

    /// Returns the ids of the moderators before whom a ruleset can be played blind, as far as its outline tells.
    pub(super) fn moderators_for<'c>(&'c self, outline: &'c Outline) -> impl Iterator<Item = &'c str> {
        let fits = |moderator: &&Arc<Moderator>| outline_misfit(moderator, outline).is_none();
        self.moderators.values().filter(fits).map(|moderator| &**moderator.id())
    }
}

impl GameTerms {
    /// Checks that games by these terms can be played before their moderator: attempts and questions need moves that are named by squares, by the
    /// letter of a promotion or by a kind of piece in the hand, and players who see only their own pieces.
    pub(super) fn check_moderator(&self, outline: &Outline) -> Result<(), CreationError> {
        let unfit = |why| CreationError::UnfitModerator { id: self.moderator.id().to_string(), why };
        let misfit = misfit(&self.moderator, &self.profile, &self.rules)
            .or_else(|| self.moderator.attempts().filter(|_| self.gambit.is_some()).map(|_| "it has bids"))
            .or_else(|| outline_misfit(&self.moderator, outline));
        misfit.map_or(Ok(()), |why| Err(unfit(why)))
    }
}

/// Returns the reason why games of a ruleset cannot be played before a moderator, from what its files say.
fn outline_misfit(moderator: &Moderator, outline: &Outline) -> Option<&'static str> {
    moderator.attempts()?;
    let counts_pawns =
        moderator.tries() != Tries::default() || moderator.forms().captured == Some(CapturedForm::Class);
    if outline.passes {
        Some("it has passes")
    } else if outline.in_place {
        Some("its pieces change where they stand")
    } else if outline.places {
        Some("its moves place other pieces")
    } else if counts_pawns && !outline.pieces.iter().any(|piece| moderator.is_pawn(&piece.name)) {
        Some("it has none of the pieces that count as pawns")
    } else {
        None
    }
}

/// Returns the reason why games of a profile and rules cannot be played before a moderator.
fn misfit(moderator: &Moderator, profile: &Profile, rules: &Rules) -> Option<&'static str> {
    moderator.attempts()?;
    let ruleset = &rules.ruleset;
    if profile.view == PieceVisibility::Everything {
        Some("players see every piece")
    } else if profile.view == PieceVisibility::Sight {
        Some("players by sight know their legal moves")
    } else if ruleset.has_mechanics() || ruleset.moves_per_turn() > 1 {
        Some("it has mechanics, or turns of several moves")
    } else if rules.has_hands && !has_plain_drops(ruleset) {
        Some("its drops are not named by a letter alone")
    } else {
        None
    }
}

/// Returns whether the letter of a piece names a drop: no two pieces of a side with one letter can be dropped.
fn has_plain_drops(rules: &ggn_core::Rules) -> bool {
    let empty = |side| OwnPieces::new(rules, side, []);
    let of = |side: Side| {
        let own = empty(side);
        let pieces = rules.pieces().filter(|(_, piece)| piece.side() == side);
        let dropped = pieces.filter(|&(id, _)| !drop_tries(rules, &own, id).is_empty());
        let mut letters: Vec<char> = dropped.map(|(_, piece)| piece.letter()).collect();
        let count = letters.len();
        letters.sort_unstable();
        letters.dedup();
        letters.len() == count
    };
    Side::BOTH.into_iter().all(of)
}
