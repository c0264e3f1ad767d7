//! `overlay.json`, as its author writes it.

use std::marker::PhantomData;

use crate::json::Json;
use crate::notation::feen::Feen;
use crate::notation::ggn::Place;
use crate::notation::qpi::Qpi;
use crate::ruleset::binder::Binder;
use crate::ruleset::mechanics::RawMechanic;
use crate::ruleset::raw::{RawConstraint, RawEnding, RawPiece};
use crate::ruleset::read::{Members, Read, object};
use crate::ruleset::text::{Id, Text};

/// Rows by piece and source: their destinations.
pub(crate) type RawRemoved = Members<Qpi, Members<Place, Vec<Text<Place>>>>;

/// What is read as a `T` and goes into the ruleset as it was written.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    pub(crate) json: Json,
    form: PhantomData<T>,
}

impl<T: Read> Read for Kept<T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Kept<T>> {
        T::read(at, json).map(|_| Kept { json: json.clone(), form: PhantomData })
    }
}

#[cfg(feature = "schema")]
impl<T: crate::ruleset::schema::Shape> crate::ruleset::schema::Shape for Kept<T> {
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::shape(generator)
    }
}

object! {
    /// `overlay.json`: a house rule, as a change of the rulesets that it can be played with. Rows that it adds stand in `ggn/` beside it, their
    /// effects in `effects.json`, and what `setup.json` says there of a piece replaces what the ruleset says of it.
    RawOverlay {
        /// The name by which games ask for it; also the name of its folder. Lower-case letters, digits and hyphens.
        id: Text<Id>,
        /// What people call it.
        name: String,
        /// What it changes, in one line for those who choose it.
        about: String,
        /// The rulesets that it is made for, by their ids.
        over: Vec<Text<Id>>,
        /// Overlays that it cannot be combined with, by their ids. It is enough that one of the two says so.
        not_with: Vec<Text<Id>> = Vec::new(),
        /// Overlays without which it cannot be played, by their ids.
        requires: Vec<Text<Id>> = Vec::new(),
        /// Rows that are taken away, and their effects with them: piece, source, destinations. No destination stands for all of that source,
        /// no source for all of that piece.
        removes: RawRemoved = Vec::new(),
        /// Pieces that are others from now on, wherever they are named: `{ "C:Q": "C:Q^", "c:q": "c:q^" }` makes them terminal.
        renames: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// The position from which games start instead (FEEN).
        initial: Option<Text<Feen>> = None,
        /// What pieces are called that the ruleset does not have, or calls otherwise.
        pieces: Members<Qpi, Kept<RawPiece>> = Vec::new(),
        /// Changes of what makes a move illegal that the tables allow.
        constraints: RawConstraintChanges = RawConstraintChanges::default(),
        /// Changes of what moves do beyond what their rows say.
        mechanics: RawMechanicChanges = RawMechanicChanges::default(),
        /// Changes of how games end.
        endings: RawEndingChanges = RawEndingChanges::default(),
    }
}

object! {
    /// Changes of what makes a move illegal that the tables allow.
    RawConstraintChanges: Default {
        /// Those that hold no longer.
        without: Vec<Kept<RawConstraint>> = Vec::new(),
        /// Those that hold as well.
        with: Vec<Kept<RawConstraint>> = Vec::new(),
    }
}

object! {
    /// Changes of what moves do beyond what their rows say.
    RawMechanicChanges: Default {
        /// The mechanics that work no longer: `["healing"]`.
        without: Vec<Kept<String>> = Vec::new(),
        /// Mechanics that work as well; one with the name of another replaces it.
        with: Vec<Kept<RawMechanic>> = Vec::new(),
    }
}

object! {
    /// Changes of how games end.
    RawEndingChanges: Default {
        /// The statuses that end no game any more: `["checkmate"]`.
        without: Vec<Kept<String>> = Vec::new(),
        /// Endings that are asked before those of the ruleset, in this order; one with the status of another replaces it.
        with: Vec<Kept<RawEnding>> = Vec::new(),
    }
}
