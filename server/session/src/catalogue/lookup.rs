//! Parts of the data by their ids: profiles, the word filter, names in other languages.

use std::sync::Arc;

use ggn_core::json::JsonPath;

use super::{Catalogue, VALUES};
use crate::data::{DataFault, DataFaultKind};
use crate::profile::Profile;
use crate::translation::{KnownNames, Translation};
use crate::word_filter::WordFilter;

impl Catalogue {
    /// Returns the word filter of chat messages and names.
    #[must_use]
    pub fn word_filter(&self) -> &Arc<WordFilter> {
        &self.word_filter
    }

    /// Returns a profile by its id.
    #[must_use]
    pub fn profile(&self, id: &str) -> Option<&Arc<Profile>> {
        self.profiles.get(id)
    }

    /// Returns the names of a language by its code.
    #[must_use]
    pub fn translation(&self, language: &str) -> Option<&Translation> {
        self.translations.get(language)
    }

    /// Returns a fault for each name that a translation translates, or that has a value, and that the rules do not have. A server ignores them: its rules may
    /// be fewer. The author's tool reports them.
    #[must_use]
    pub fn unknown_names(&self) -> Vec<DataFault> {
        let mut known = KnownNames {
            games: self.rulesets.keys().cloned().collect(),
            overlays: self.overlays.keys().cloned().collect(),
            moderators: self.moderators.keys().cloned().collect(),
            clocks: self.clocks.clocks.iter().map(|preset| preset.name.clone()).collect(),
            ..KnownNames::default()
        };
        for (_, outline) in self.outlines() {
            known.sides.extend([outline.sides.w.clone(), outline.sides.b.clone()]);
            known.families.extend(outline.family.clone());
            known.pieces.extend(outline.pieces.iter().map(|piece| piece.name.clone()));
        }
        let valued = self.piece_values.values.keys().filter(|name| !known.pieces.contains(*name));
        let fault = |name: &String| DataFault {
            file: VALUES.to_owned(),
            place: JsonPath { steps: vec!["values".into(), name.as_str().into()] },
            kind: DataFaultKind::UnknownName { what: "piece", known: known.pieces.iter().cloned().collect() },
        };
        let translated = self.translations.values().flat_map(|translation| translation.unknown_names(&known));
        translated.chain(valued.map(fault)).collect()
    }
}
