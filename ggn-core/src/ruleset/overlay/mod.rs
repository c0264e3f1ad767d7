//! House rules: changes that make one ruleset of another.
//!
//! An overlay is data, and what comes of it is data too: [`compose`] takes the files of a ruleset and gives the files of another, which loads
//! as any does. Nothing that plays games knows that there are overlays.
//!
//! A choice of overlays is a set. Whatever the order in which they were named, the same ruleset comes of it: first every overlay takes away, then
//! pieces are renamed, then every overlay adds and replaces, in the alphabetical order of their ids. Where two would say different things of the
//! same place they clash, and no ruleset comes of it.

mod apply;
mod clash;
mod draft;
mod origin;
pub(crate) mod raw;
mod remove;
mod rename;

pub use apply::{clashes, compose, compose_anyway};
pub use clash::Clash;
pub use origin::{Composed, Origin};

use super::fault::Faults;
use crate::json::Json;
use raw::RawOverlay;

/// The file that every overlay has.
pub(super) const OVERLAY: &str = "overlay.json";

/// A house rule that has been read.
#[derive(Debug)]
pub struct Overlay {
    raw: RawOverlay,
    /// The rows that it adds: the path of each table, and what it holds.
    tables: Vec<(String, Vec<u8>)>,
    effects: Option<Json>,
    setup: Option<Json>,
    /// `perft.json` and `games.json`: facts about the rulesets with this overlay and those that it requires.
    companions: Vec<(String, Vec<u8>)>,
}

impl Overlay {
    /// The most that a game can have.
    pub const COUNT_MAX: usize = 16;

    /// Reads an overlay from the files of its folder, as [`Ruleset::load`](crate::Ruleset::load) does. Whether what it says fits a ruleset shows
    /// when the two are composed and loaded.
    ///
    /// # Errors
    /// All faults of form in `overlay.json`, and files that are no JSON or that no overlay has.
    pub fn read(files: &[(String, Vec<u8>)]) -> Result<Overlay, Faults> {
        let (overlay, faults) = Overlay::draft(files);
        match (Faults::new(faults), overlay) {
            (None, Some(overlay)) => Ok(overlay),
            (Some(faults), _) => Err(faults),
            (None, None) => Err(Faults::missing(OVERLAY)),
        }
    }

    /// The name by which games ask for it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.raw.id
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.raw.name
    }

    /// What it changes, in one line.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.raw.about
    }

    /// The ids of the rulesets that it is made for.
    pub fn over(&self) -> impl Iterator<Item = &str> {
        self.raw.over.iter().map(|id| &**id)
    }

    /// The ids of overlays that it says it cannot be combined with.
    pub fn not_with(&self) -> impl Iterator<Item = &str> {
        self.raw.not_with.iter().map(|id| &**id)
    }

    /// The ids of overlays without which it cannot be played.
    pub fn requires(&self) -> impl Iterator<Item = &str> {
        self.raw.requires.iter().map(|id| &**id)
    }

    /// `perft.json` and `games.json`, where it has them: facts about a ruleset with this overlay and those that it requires.
    #[must_use]
    pub fn companions(&self) -> &[(String, Vec<u8>)] {
        &self.companions
    }
}
