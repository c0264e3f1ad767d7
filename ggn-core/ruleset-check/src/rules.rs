//! Rulesets from the file system, and the positions from which commands start.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diagnostic::Diagnostic;
use ggn_core::json::{Json, JsonPath};
use ggn_core::{Faults, Role, Rules};

/// The file that every ruleset has.
pub const MANIFEST: &str = "ruleset.json";

/// The file that every overlay has.
pub const OVERLAY: &str = "overlay.json";

/// The files of one folder as bytes, by their path below it (`ggn/leapers.json`), in the order of the paths.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Path of the folder.
    pub root: PathBuf,
    /// The files.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Reasons why a folder gives no ruleset.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file or a folder cannot be read.
    #[error("cannot read {path}: {why}")]
    Unreadable {
        /// Path.
        path: PathBuf,
        /// Error.
        why: io::Error,
    },
    /// There is more below the folder than rules ever come to.
    #[error("{folder} holds more than rules do (at most {} files, {} MiB and {} folders deep): is it the right folder?", Folder::FILES_MAX, Folder::BYTES_MAX >> 20, Folder::DEPTH_MAX)]
    TooMuch {
        /// The folder.
        folder: PathBuf,
    },
    /// A path that should be a file is a pipe, a device or a link to a folder.
    #[error("{path} is not a regular file")]
    NotAFile {
        /// Path.
        path: PathBuf,
    },
    /// The files are patterns alone, and these are at fault.
    #[error("the patterns in {folder} are faulty:\n{}", lines(.faults))]
    Patterns {
        /// The folder.
        folder: PathBuf,
        /// All that is wrong.
        faults: Vec<Diagnostic>,
    },
    /// The files are not a ruleset without fault.
    #[error("the ruleset in {folder} is faulty:\n{faults}")]
    Faulty {
        /// The folder.
        folder: PathBuf,
        /// All that is wrong.
        faults: Faults,
    },
}

fn lines(faults: &[Diagnostic]) -> String {
    faults.iter().map(|fault| format!("{}: {}", fault.file, fault.message)).collect::<Vec<_>>().join("\n")
}

impl Folder {
    /// The most files below a folder.
    pub const FILES_MAX: usize = 10_000;
    /// The most bytes of all of them together.
    pub const BYTES_MAX: u64 = 256 << 20;
    /// The most folders inside each other.
    pub const DEPTH_MAX: usize = 8;

    /// Reads every file below a folder.
    ///
    /// # Errors
    /// Returns an error if one cannot be read, or there is more than rules ever come to.
    pub fn read(root: &Path) -> Result<Folder, LoadError> {
        let mut collector = Collector { root, files: Vec::new(), bytes: 0 };
        collector.collect(root, "", 1)?;
        let mut files = collector.files;
        files.sort();
        Ok(Folder { root: root.to_owned(), files })
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.iter().find(|(known, _)| known == path).map(|(_, bytes)| bytes.as_slice())
    }

    /// Returns the path of a constraint in the manifest.
    #[must_use]
    pub fn constraint(&self, name: &str) -> Option<JsonPath> {
        let json = Json::parse(self.file(MANIFEST)?).ok()?;
        let Json::Array(named) = json.get("constraints")? else { return None };
        let index = named.iter().position(|constraint| *constraint == Json::String(name.to_owned()))?;
        Some(JsonPath { steps: vec!["constraints".into(), index.into()] })
    }

    /// Returns the path of the limit on drops of a piece in the manifest, if its role has one.
    #[must_use]
    pub fn drop_limit(&self, role: Role) -> Option<JsonPath> {
        let json = Json::parse(self.file(MANIFEST)?).ok()?;
        let Json::Object(pieces) = json.get("pieces")? else { return None };
        let is_of_role = |text: &str| text.parse().is_ok_and(|qpi| Role::of(qpi) == role);
        let (text, _) =
            pieces.iter().find(|(text, piece)| is_of_role(text) && piece.get("drop").is_some())?;
        Some(JsonPath { steps: vec!["pieces".into(), text.as_str().into(), "drop".into()] })
    }

    /// Returns the folder as loaders take it: one of patterns alone with what these come to, any other as it is.
    ///
    /// # Errors
    /// All faults of the patterns.
    pub fn whole(self) -> Result<Folder, LoadError> {
        let Folder { root, files } = self;
        match pattern::whole(&files) {
            Ok(Cow::Borrowed(_)) => Ok(Folder { root, files }),
            Ok(Cow::Owned(files)) => Ok(Folder { root, files }),
            Err(faults) => Err(LoadError::Patterns { folder: root, faults }),
        }
    }

    /// Returns the ruleset that the files are.
    ///
    /// # Errors
    /// All faults of the files.
    pub fn ruleset(&self) -> Result<Arc<Rules>, LoadError> {
        let folder = || self.root.clone();
        pattern::load(&self.files).map_err(|error| match error {
            pattern::LoadError::Patterns(faults) => LoadError::Patterns { folder: folder(), faults },
            pattern::LoadError::Ruleset(faults) => LoadError::Faulty { folder: folder(), faults },
        })
    }
}

/// Reads a ruleset from its folder.
///
/// # Errors
/// Returns an error if a file cannot be read, or all faults of the files.
pub fn load(folder: &Path) -> Result<Arc<Rules>, LoadError> {
    Folder::read(folder)?.ruleset()
}

/// Files as they are found.
struct Collector<'a> {
    root: &'a Path,
    files: Vec<(String, Vec<u8>)>,
    bytes: u64,
}

impl Collector<'_> {
    fn collect(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), LoadError> {
        let unreadable = |why| LoadError::Unreadable { path: folder.to_owned(), why };
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // Editors keep notes of their own under such names, some of them links to nowhere.
            if name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if entry.file_type().map_err(unreadable)?.is_dir() {
                if depth == Folder::DEPTH_MAX {
                    return Err(self.too_much());
                }
                self.collect(&entry.path(), &format!("{name}/"), depth + 1)?;
                continue;
            }
            // The kind and the length are checked first: a pipe would never end, and what is too long is not read to find that out.
            let unreadable = |why| LoadError::Unreadable { path: entry.path(), why };
            let metadata = fs::metadata(entry.path()).map_err(unreadable)?;
            if !metadata.is_file() {
                return Err(LoadError::NotAFile { path: entry.path() });
            }
            self.bytes += metadata.len();
            if self.files.len() == Folder::FILES_MAX || self.bytes > Folder::BYTES_MAX {
                return Err(self.too_much());
            }
            self.files.push((name, fs::read(entry.path()).map_err(unreadable)?));
        }
        Ok(())
    }

    fn too_much(&self) -> LoadError {
        LoadError::TooMuch { folder: self.root.to_owned() }
    }
}
