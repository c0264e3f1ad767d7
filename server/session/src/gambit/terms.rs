//! The numbers of a profile bound to a ruleset: what it says of each piece, found by the piece and no longer by a name.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::{Happening, Move, PieceId, Position, Ruleset, Side, Square};

use super::duel::Duel;
use super::points::Scale;
use super::profile::{PieceTerms, Profile};

/// A profile for a ruleset, in which every piece has its numbers.
#[derive(Clone, Debug)]
pub struct Terms {
    profile: Arc<Profile>,
    rules: Arc<Ruleset>,
    pieces: Vec<PieceTerms>,
}

/// Why a profile and a ruleset do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbound {
    /// The profile names a piece that the ruleset does not have.
    #[error("{0:?} is no piece of the ruleset")]
    NoSuchPiece(String),
    /// The ruleset has a piece of which the profile says nothing.
    #[error("nothing is said of {0:?}, which is a piece of the ruleset")]
    Missing(String),
}

/// The names of a ruleset's pieces.
pub(crate) fn names(rules: &Ruleset) -> BTreeSet<&str> {
    rules.pieces().map(|(_, piece)| piece.name.as_str()).collect()
}

impl Terms {
    /// Binds a profile. Which ruleset it names is not asked: house rules make another one of it.
    ///
    /// # Errors
    /// Every piece that one of the two knows and the other does not.
    pub fn bind(profile: Arc<Profile>, rules: Arc<Ruleset>) -> Result<Terms, Vec<Unbound>> {
        let known = names(&rules);
        let strangers = profile.pieces.keys().filter(|name| !known.contains(name.as_str()));
        let missing = known.iter().filter(|name| !profile.pieces.contains_key(**name));
        let unbound: Vec<Unbound> = strangers
            .map(|name| Unbound::NoSuchPiece(name.clone()))
            .chain(missing.map(|&name| Unbound::Missing(name.to_owned())))
            .collect();
        let pieces =
            rules.pieces().filter_map(|(_, piece)| profile.pieces.get(&piece.name).copied()).collect();
        if unbound.is_empty() { Ok(Terms { profile, rules, pieces }) } else { Err(unbound) }
    }

    /// The numbers.
    #[must_use]
    pub fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// The rules of the board.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// What is said of a piece; nothing of one that is none of the ruleset.
    #[must_use]
    pub fn piece(&self, piece: PieceId) -> Option<&PieceTerms> {
        self.pieces.get(piece.index())
    }

    /// What a piece is worth in tactics.
    #[must_use]
    pub fn value(&self, piece: PieceId) -> u32 {
        self.piece(piece).map_or(0, |terms| terms.value)
    }

    /// What bids on a piece are worth.
    #[must_use]
    pub fn scale(&self, piece: PieceId) -> Option<Scale> {
        self.piece(piece).map(|terms| self.profile.scale(terms))
    }

    /// The first piece that a legal move would capture, if all it hits had no points left, and where it stands. Nothing if it captures none.
    #[must_use]
    pub fn target(&self, position: &Position, mv: &Move) -> Option<(Square, PieceId)> {
        let deed = self.rules.deed(position, mv);
        let hit = |happening: &Happening| match *happening {
            Happening::Hit { square, piece, .. } => Some((square, piece)),
            _ => None,
        };
        deed.captured.first().copied().or_else(|| deed.happenings.iter().find_map(hit))
    }

    /// The duel that a legal move leads to: about the first piece that it would capture. Nothing if it captures none.
    #[must_use]
    pub fn duel(&self, position: &Position, mv: &Move) -> Option<Duel> {
        let (_, captured) = self.target(position, mv)?;
        let attacker = self.rules.piece(mv.piece).map_or(Side::First, ggn_core::Piece::side);
        Some(Duel::new(attacker, self.scale(mv.piece)?, self.scale(captured)?))
    }
}
