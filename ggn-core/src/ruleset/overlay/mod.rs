//! House rules: overlays that turn one ruleset into another.
//!
//! An overlay is data, and so is the result: [`compose`] takes the files of a ruleset and returns the files of another, which loads like any
//! other. Modules that play games do not know overlays.
//!
//! A choice of overlays is a set. The result does not depend on the order in which they are named: first every overlay removes, then
//! pieces are renamed, then every overlay adds and replaces, in the alphabetical order of their ids. If two overlays set the same place to
//! different values they clash, and there is no result.

mod apply;
mod clash;
mod draft;
mod needs;
mod origin;
pub(crate) mod raw;
mod remove;
mod rename;

pub use apply::{clashes, compose, compose_anyway};
pub use clash::Clash;
pub use needs::{Base, NamedRow, Need};
pub use origin::{Composed, Origin};

use super::fault::Faults;
use crate::json::Json;
use raw::RawOverlay;

/// File that every overlay has.
pub(super) const OVERLAY: &str = "overlay.json";

/// House rule that has been read.
#[derive(Debug)]
pub struct Overlay {
    raw: RawOverlay,
    /// Added rows: the path and content of each table.
    tables: Vec<(String, Vec<u8>)>,
    effects: Option<Json>,
    setup: Option<Json>,
    /// `perft.json` and `games.json`: facts about the rulesets with this overlay and those that it requires.
    companions: Vec<(String, Vec<u8>)>,
}

impl Overlay {
    /// Maximum number of overlays of a game.
    pub const COUNT_MAX: usize = 16;

    /// Reads an overlay from the files of its folder, as [`Rules::load`](crate::Rules::load) does. Whether it fits a ruleset is checked
    /// when the two are composed and loaded.
    ///
    /// # Errors
    /// Returns all faults of form in `overlay.json`, and files that are not JSON or that no overlay has.
    pub fn read(files: &[(String, Vec<u8>)]) -> Result<Overlay, Faults> {
        let (overlay, faults) = Overlay::draft(files);
        match (Faults::new(faults), overlay) {
            (None, Some(overlay)) => Ok(overlay),
            (Some(faults), _) => Err(faults),
            (None, None) => Err(Faults::missing(OVERLAY)),
        }
    }

    /// Returns the id by which games name it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.raw.id
    }

    /// Returns its name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.raw.name
    }

    /// Returns a description in one line.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.raw.about
    }

    /// Returns the ids of the rulesets that it is made for. It may go with others too, see [`Base::unmet`].
    pub fn over(&self) -> impl Iterator<Item = &str> {
        self.raw.over.iter().map(|id| &**id)
    }

    /// Returns the ids of overlays with which it declares that it cannot be combined.
    pub fn not_with(&self) -> impl Iterator<Item = &str> {
        self.raw.not_with.iter().map(|id| &**id)
    }

    /// Returns the ids of overlays that it requires.
    pub fn requires(&self) -> impl Iterator<Item = &str> {
        self.raw.requires.iter().map(|id| &**id)
    }

    /// Returns `perft.json` and `games.json`, if it has them: facts about a ruleset with this overlay and those that it requires.
    #[must_use]
    pub fn companions(&self) -> &[(String, Vec<u8>)] {
        &self.companions
    }
}
