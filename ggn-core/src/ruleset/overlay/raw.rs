//! `overlay.json`, as its author writes it.

use std::marker::PhantomData;

use crate::json::Json;
use crate::notation::feen::Feen;
use crate::notation::ggn::Place;
use crate::notation::qpi::Qpi;
use crate::ruleset::binder::Binder;
use crate::ruleset::mechanics::RawMechanic;
use crate::ruleset::raw::{RawConstraint, RawPiece};
use crate::ruleset::raw_endings::RawEnding;
use crate::ruleset::read::{Members, Read, Tag, object};
use crate::ruleset::text::{Id, Text};

/// Rows that are named: destinations by piece and source.
pub(crate) type RawRows = Members<Qpi, Members<Place, Vec<Text<Place>>>>;

/// Value that is checked as a `T` and copied into the ruleset as it was written.
#[derive(Debug)]
pub(crate) struct CheckedJson<T> {
    pub(crate) json: Json,
    form: PhantomData<T>,
}

impl<T: Read> Read for CheckedJson<T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<CheckedJson<T>> {
        T::read(at, json).map(|_| CheckedJson { json: json.clone(), form: PhantomData })
    }
}

#[cfg(feature = "schema")]
impl<T: crate::ruleset::schema::Shape> crate::ruleset::schema::Shape for CheckedJson<T> {
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::shape(generator)
    }
}

object! {
    /// `overlay.json`: a house rule, as a change of the rulesets that it can be played with. Added rows are in `ggn/` beside it, their
    /// effects in `effects.json`, and an entry of a piece in its `setup.json` replaces the entry of the ruleset.
    RawOverlay {
        /// Id by which games name it; also the name of its folder. Lower-case letters, digits and hyphens.
        id: Text<Id>,
        /// Name for people.
        name: String,
        /// Description in one line, for players who choose it.
        about: String,
        /// Ids of the rulesets that it is made for. Its counts and games are about them.
        over: Vec<Text<Id>>,
        /// Needs of every other ruleset that it can be played with. Without them it goes only with the rulesets that it is made for.
        needs: Option<RawNeeds> = None,
        /// Ids of overlays with which it cannot be combined. An entry in one of the two is enough.
        not_with: Vec<Text<Id>> = Vec::new(),
        /// Ids of overlays that it requires.
        requires: Vec<Text<Id>> = Vec::new(),
        /// Removed rows, with their effects: piece, source, destinations. No destination means all of that source,
        /// no source all of that piece.
        removes: RawRows = Vec::new(),
        /// Pieces that are renamed everywhere: `{ "C:Q": "C:Q^", "c:q": "c:q^" }` makes them terminal.
        renames: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// Other position from which games start (FEEN).
        initial: Option<Text<Feen>> = None,
        /// Names of new pieces, and other names of existing ones.
        pieces: Members<Qpi, CheckedJson<RawPiece>> = Vec::new(),
        /// Changes of the rules that make moves illegal which the tables allow.
        constraints: RawConstraintChanges = RawConstraintChanges::default(),
        /// Changes of the mechanics.
        mechanics: RawMechanicChanges = RawMechanicChanges::default(),
        /// Changes of the endings.
        endings: RawEndingChanges = RawEndingChanges::default(),
    }
}

object! {
    /// Needs of a house rule: what a ruleset must have, and what it must not have.
    RawNeeds {
        /// Sizes of the board, files first: `[8, 8]`.
        board: Option<Vec<u32>> = None,
        /// Entries that the ruleset must have.
        has: RawMarks = RawMarks::default(),
        /// Entries that the ruleset must not have.
        lacks: RawMarks = RawMarks::default(),
    }
}

object! {
    /// Entries of a ruleset, by which a house rule tells whether it can be played with it.
    RawMarks: Default {
        /// Pieces, as the ruleset's `pieces` names them.
        pieces: Vec<Text<Qpi>> = Vec::new(),
        /// Constraints.
        constraints: Vec<CheckedJson<RawConstraint>> = Vec::new(),
        /// Statuses of endings.
        endings: Vec<Tag<RawEnding>> = Vec::new(),
        /// Names of mechanics.
        mechanics: Vec<Tag<RawMechanic>> = Vec::new(),
        /// Pieces whose state expires after the next move of the other side.
        expires: Vec<Text<Qpi>> = Vec::new(),
        /// Promotions: a piece, and what it can become, in any order. All promotions of the piece have these choices and no other.
        promotes: Members<Qpi, Vec<Text<Qpi>>> = Vec::new(),
        /// Rows: piece, source, destinations. No destination means any from that source, no source the table of that piece, which may be empty.
        rows: RawRows = Vec::new(),
    }
}

object! {
    /// Changes of the rules that make moves illegal which the tables allow.
    RawConstraintChanges: Default {
        /// Removed constraints.
        without: Vec<CheckedJson<RawConstraint>> = Vec::new(),
        /// Added constraints.
        with: Vec<CheckedJson<RawConstraint>> = Vec::new(),
    }
}

object! {
    /// Changes of the mechanics.
    RawMechanicChanges: Default {
        /// Removed mechanics: `["healing"]`.
        without: Vec<CheckedJson<String>> = Vec::new(),
        /// Added mechanics; one with the name of another replaces it.
        with: Vec<CheckedJson<RawMechanic>> = Vec::new(),
    }
}

object! {
    /// Changes of the endings.
    RawEndingChanges: Default {
        /// Statuses of removed endings: `["checkmate"]`.
        without: Vec<CheckedJson<String>> = Vec::new(),
        /// Endings that are evaluated before those of the ruleset, in this order; one with the status of another replaces it.
        with: Vec<CheckedJson<RawEnding>> = Vec::new(),
    }
}
