//! The rules that a command works with: a folder, and house rules.

use std::path::PathBuf;
use std::sync::Arc;

use conformance::overlays::{House, OverlayError};
use conformance::rules::Folder;
use ggn_core::Ruleset;

/// A ruleset, and what is changed of it.
#[derive(clap::Args)]
pub(crate) struct Rules {
    /// Folder of the ruleset, such as rules/chess.
    rules: PathBuf,
    #[command(flatten)]
    house: HouseRules,
}

/// House rules.
#[derive(clap::Args)]
pub(crate) struct HouseRules {
    /// Play with these house rules: ids of overlays beside the ruleset (rules/overlays/ID), or folders, separated by commas.
    #[arg(long = "with", value_name = "OVERLAYS", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
}

impl Rules {
    /// What was named.
    pub(crate) fn house(&self) -> Result<House, OverlayError> {
        House::read(&self.rules, &self.house.with)
    }

    /// The files of the ruleset that comes of it.
    pub(crate) fn folder(&self) -> Result<Folder, OverlayError> {
        self.house()?.folder()
    }

    /// The ruleset that comes of it.
    pub(crate) fn load(&self) -> Result<Arc<Ruleset>, OverlayError> {
        Ok(self.folder()?.ruleset()?)
    }
}
