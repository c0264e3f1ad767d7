//! A ruleset to start from: a small game on a board of any size, or a copy of a game that is there.

mod copy;
mod name;
mod place;
mod size;
mod template;

use std::path::Path;

pub use name::{Id, NotAnId};
pub use place::PlaceError;
pub use size::{NotASize, Size};
pub use template::TemplateError;

use crate::rules::{Folder, LoadError};

/// Model of a new ruleset.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// The small game, on a board of that size.
    Template(Size),
    /// The ruleset in that folder.
    Copy(&'a Path),
}

/// Reasons why there is no new ruleset. Nothing is written then.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder cannot be made.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The folder to copy is no ruleset.
    #[error(transparent)]
    Origin(#[from] LoadError),
    /// The small game is faulty.
    #[error(transparent)]
    Template(#[from] TemplateError),
}

/// Makes a ruleset in a folder that is not there yet, whole or not at all, and gives the paths of its files below it.
///
/// # Errors
/// Returns an error if the folder exists, cannot be written, or the source of the copy is no ruleset.
pub fn start(folder: &Path, id: &Id, title: &str, origin: Origin<'_>) -> Result<Vec<String>, StartError> {
    place::parent_of(folder)?;
    let files = match origin {
        Origin::Template(size) => template::files(id, title, size)?,
        Origin::Copy(from) => {
            let from = Folder::read(from)?;
            from.ruleset()?;
            copy::files(&from, id, title)
        }
    };
    place::write(folder, &files)?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}
