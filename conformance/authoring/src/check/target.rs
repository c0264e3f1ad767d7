//! Target of a check: a ruleset, or a folder of rulesets with moderators and profiles.

use std::path::{Path, PathBuf};

use super::{Checked, Options, data, overlay, ruleset};
use crate::rules::{Folder, LoadError, OVERLAY};

/// A folder to be checked, read.
#[derive(Debug)]
pub enum Target {
    /// A ruleset.
    Ruleset(Folder),
    /// House rules.
    Overlay(Folder),
    /// Rulesets, and the overlays, moderators and profiles beside them.
    Rules(Folder),
}

/// Reasons why a folder cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] LoadError),
    /// It is there, but holds nothing to check.
    #[error(
        "{} is neither a ruleset (a folder with a ruleset.json) nor a folder of rulesets, moderators/ and profiles/", .0.display()
    )]
    Neither(PathBuf),
}

/// The files and folders by which a ruleset is known, even if its manifest is missing.
fn is_of_ruleset(path: &str) -> bool {
    matches!(path, "ruleset.json" | "effects.json" | "setup.json" | "perft.json" | "games.json")
        || (path.starts_with("ggn/") && path.ends_with(".json"))
}

impl Target {
    /// Reads a folder and sees what it is.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or holds nothing to check.
    pub fn read(root: &Path) -> Result<Target, TargetError> {
        let folder = Folder::read(root)?;
        if folder.file(OVERLAY).is_some() {
            return Ok(Target::Overlay(folder));
        }
        if folder.files.iter().any(|(path, _)| is_of_ruleset(path)) {
            return Ok(Target::Ruleset(folder));
        }
        let holds = |(path, _): &(String, Vec<u8>)| {
            path.split_once('/').is_some_and(|(name, rest)| data::is_data(name) || is_of_ruleset(rest))
        };
        if folder.files.iter().any(holds) {
            return Ok(Target::Rules(folder));
        }
        Err(TargetError::Neither(root.to_owned()))
    }

    /// Checks the folder: one answer for each ruleset, and one for moderators and profiles if there are any.
    #[must_use]
    pub fn check(self, options: Options) -> Vec<Checked> {
        match self {
            Target::Ruleset(folder) => vec![ruleset(folder, options)],
            Target::Overlay(folder) => vec![overlay(folder, options)],
            Target::Rules(folder) => {
                let mut checked: Vec<Checked> =
                    rulesets(&folder).into_iter().map(|folder| ruleset(folder, options)).collect();
                checked.extend(overlays(&folder).into_iter().map(|folder| overlay(folder, options)));
                checked.extend(data::check(folder));
                checked
            }
        }
    }
}

/// Returns the rulesets below a folder, each as a folder of its own.
fn rulesets(folder: &Folder) -> Vec<Folder> {
    let mut found = parts(folder, "");
    found.retain(|folder| folder.files.iter().any(|(path, _)| is_of_ruleset(path)));
    found
}

/// Returns the overlays below a folder, each as a folder of its own.
fn overlays(folder: &Folder) -> Vec<Folder> {
    let mut found = parts(folder, &format!("{}/", crate::overlays::FOLDER));
    found.retain(|folder| folder.file(OVERLAY).is_some());
    found
}

/// Returns the folders right below a part of a folder.
fn parts(folder: &Folder, below: &str) -> Vec<Folder> {
    let mut found: Vec<Folder> = Vec::new();
    for (path, bytes) in &folder.files {
        let Some((name, rest)) = path.strip_prefix(below).and_then(|path| path.split_once('/')) else {
            continue;
        };
        let root = folder.root.join(below).join(name);
        // The files are in the order of their paths.
        if found.last().is_none_or(|last| last.root != root) {
            found.push(Folder { root, files: Vec::new() });
        }
        if let Some(last) = found.last_mut() {
            last.files.push((rest.to_owned(), bytes.clone()));
        }
    }
    found
}
