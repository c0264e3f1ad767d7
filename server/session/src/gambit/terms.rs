//! A gambit profile bound to a ruleset: the numbers of each piece, by piece id instead of name.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::{Happening, Move, PieceId, Position, RetreatKind, Rules, Side, Square};

use super::duel::Duel;
use super::points::Scale;
use super::profile::{PieceTerms, Profile, RetreatArea};

/// A gambit profile for a ruleset in which every piece has its numbers.
#[derive(Clone, Debug)]
pub struct Terms {
    profile: Arc<Profile>,
    rules: Arc<Rules>,
    pieces: Vec<PieceTerms>,
}

/// Mismatch of a profile and a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// The profile names a piece that the ruleset does not have.
    #[error("{0:?} is no piece of the ruleset")]
    NoSuchPiece(String),
    /// The ruleset has a piece that the profile does not mention.
    #[error("nothing is said of {0:?}, which is a piece of the ruleset")]
    Missing(String),
}

/// Returns the names of a ruleset's pieces.
pub(crate) fn names(rules: &Rules) -> BTreeSet<&str> {
    rules.pieces().map(|(_, piece)| piece.name.as_str()).collect()
}

impl Terms {
    /// Binds a profile. The ruleset's id is not compared, because house rules change it.
    ///
    /// # Errors
    /// All pieces that only one of the two has.
    pub fn bind(profile: Arc<Profile>, rules: Arc<Rules>) -> Result<Terms, Vec<BindError>> {
        let known = names(&rules);
        let strangers = profile.pieces.keys().filter(|name| !known.contains(name.as_str()));
        let missing = known.iter().filter(|name| !profile.pieces.contains_key(**name));
        let unbound: Vec<BindError> = strangers
            .map(|name| BindError::NoSuchPiece(name.clone()))
            .chain(missing.map(|&name| BindError::Missing(name.to_owned())))
            .collect();
        let pieces =
            rules.pieces().filter_map(|(_, piece)| profile.pieces.get(&piece.name).copied()).collect();
        if unbound.is_empty() { Ok(Terms { profile, rules, pieces }) } else { Err(unbound) }
    }

    /// Returns a profile with the numbers of each piece of a ruleset, by their ids.
    pub(super) fn of_parts(profile: Arc<Profile>, rules: Arc<Rules>, pieces: Vec<PieceTerms>) -> Terms {
        Terms { profile, rules, pieces }
    }

    /// Returns the profile.
    #[must_use]
    pub fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// Returns the ruleset.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the numbers of a piece; `None` for an id of another ruleset.
    #[must_use]
    pub fn piece(&self, piece: PieceId) -> Option<&PieceTerms> {
        self.pieces.get(piece.index())
    }

    /// Returns the kind of retreat after a failed capture. It depends on no other piece than the one that moves.
    #[must_use]
    pub fn retreat_kind(&self, mv: &Move) -> RetreatKind {
        match self.piece(mv.piece).map_or(RetreatArea::Origin, |terms| terms.retreat) {
            RetreatArea::Origin => RetreatKind::Origin,
            RetreatArea::Axis => RetreatKind::Axis,
            RetreatArea::Rectangle => RetreatKind::Rectangle,
            RetreatArea::Capture => self.rules.suitable_retreat(mv),
        }
    }

    /// Returns the value of a piece in tactics.
    #[must_use]
    pub fn value(&self, piece: PieceId) -> u32 {
        self.piece(piece).map_or(0, |terms| terms.value)
    }

    /// Returns the scale of bids on a piece.
    #[must_use]
    pub fn scale(&self, piece: PieceId) -> Option<Scale> {
        self.piece(piece).map(|terms| self.profile.scale(terms))
    }

    /// Returns the first piece that a legal move captures, or would capture if the pieces it hits had no hit points left, and its square.
    #[must_use]
    pub fn target(&self, position: &Position, mv: &Move) -> Option<(Square, PieceId)> {
        let effect = self.rules.effect(position, mv);
        let hit = |happening: &Happening| match *happening {
            Happening::Hit { square, piece, .. } => Some((square, piece)),
            _ => None,
        };
        effect.captured.first().copied().or_else(|| effect.happenings.iter().find_map(hit))
    }

    /// Returns the duel that a legal move leads to, about the first captured piece; `None` if the move captures nothing.
    #[must_use]
    pub fn duel(&self, position: &Position, mv: &Move) -> Option<Duel> {
        let (_, captured) = self.target(position, mv)?;
        let attacker = self.rules.piece(mv.piece).map_or(Side::First, ggn_core::Piece::side);
        Some(Duel::new(attacker, self.scale(mv.piece)?, self.scale(captured)?))
    }
}
