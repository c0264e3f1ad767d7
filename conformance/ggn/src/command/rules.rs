//! The rules that a command works with: a folder, and house rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use authoring::check::{Options, house};
use authoring::diagnose::render::render;
use authoring::diagnose::reporter::Reporter;
use authoring::overlays::{Draft, House};
use authoring::rules::Folder;

use super::look::{Colour, look};
use super::{Failure, Reported};

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

impl HouseRules {
    /// Returns a ruleset with them. Faulty ones are reported as `ggn check` reports them.
    pub(crate) fn over(&self, rules: &Path) -> Result<House, Failure> {
        let draft = Draft::read(rules, &self.with)?;
        if draft.faulty.is_empty() {
            return Ok(draft.whole()?);
        }
        let checked = house(&draft, Options::default());
        let shown_as = format!("{}/", checked.folder.root.display());
        let reporter = Reporter::new(&checked.folder);
        eprint!("{}", render(&reporter, &checked.diagnostics, &shown_as, look(Colour::Auto)));
        Err(Reported.into())
    }

    /// Loads a ruleset with them. Without any, the tables of patterns alone are not written out for it.
    pub(crate) fn ruleset(&self, rules: &Path) -> Result<Arc<ggn_core::Rules>, Failure> {
        if self.with.is_empty() {
            return Ok(Folder::read(rules)?.ruleset()?);
        }
        Ok(self.over(rules)?.folder()?.ruleset()?)
    }
}

impl Rules {
    /// Reads the house rules that were named.
    pub(crate) fn house(&self) -> Result<House, Failure> {
        self.house.over(&self.rules)
    }

    /// Returns the files of the composed ruleset.
    pub(crate) fn folder(&self) -> Result<Folder, Failure> {
        Ok(self.house()?.folder()?)
    }

    /// Returns the composed ruleset.
    pub(crate) fn load(&self) -> Result<Arc<ggn_core::Rules>, Failure> {
        self.house.ruleset(&self.rules)
    }
}
