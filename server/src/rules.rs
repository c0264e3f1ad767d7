//! Reads the rules folder into memory: the session eats bytes and knows no folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes that all rules together may have: a wrong folder is noticed before it fills the memory.
const MOST_BYTES: u64 = 64 << 20;

/// Why the rules could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRulesError {
    /// The operating system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// This cannot be a folder of rules.
    #[error("{}: more than {MOST_BYTES} bytes of rules", .0.display())]
    TooLarge(PathBuf),
}

/// Every file below `root`, as its path relative to `root` (with `/`) and its bytes, in the order of the paths.
///
/// # Errors
/// When something cannot be read, or there is far too much of it.
pub fn read_rules(root: &Path) -> Result<Vec<(String, Vec<u8>)>, ReadRulesError> {
    let mut files = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    let mut total = 0;
    while let Some((folder, prefix)) = folders.pop() {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| ReadRulesError::Io { path, error }
        };
        for entry in fs::read_dir(&folder).map_err(failed(&folder))? {
            let entry = entry.map_err(failed(&folder))?;
            let path = entry.path();
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            let name = format!("{prefix}{name}");
            let about = fs::metadata(&path).map_err(failed(&path))?;
            if about.is_dir() {
                folders.push((path, format!("{name}/")));
                continue;
            }
            total += about.len();
            if total > MOST_BYTES {
                return Err(ReadRulesError::TooLarge(root.to_owned()));
            }
            files.push((name, fs::read(&path).map_err(failed(&path))?));
        }
    }
    files.sort();
    Ok(files)
}
