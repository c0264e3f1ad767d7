//! Rulesets of guests on the disk: a file for each, whose name is the id that follows from its content.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use guest_ruleset::Folder;

use crate::limits::GuestLimits;

/// End of a file's name.
const EXTENSION: &str = "json";

/// The folder of the files; none for a server that stores nothing.
#[derive(Debug)]
pub(super) struct Store(Option<PathBuf>);

/// A ruleset that was found.
pub(super) struct Stored {
    pub(super) id: String,
    pub(super) folder: Folder,
    pub(super) bytes: usize,
    /// Time since the file was written.
    pub(super) age: std::time::Duration,
}

impl Store {
    pub(super) fn new(folder: Option<PathBuf>) -> Store {
        Store(folder)
    }

    /// Reads all rulesets. A file that is not what its name says is logged and left alone: no game is played by it.
    pub(super) fn read(&self) -> io::Result<Vec<Stored>> {
        let Some(folder) = &self.0 else { return Ok(Vec::new()) };
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_none_or(|end| end != EXTENSION) {
                continue;
            }
            match stored(&path)? {
                Some(stored) => found.push(stored),
                None => tracing::error!(file = %path.display(), "a guest's ruleset is not what was stored"),
            }
        }
        Ok(found)
    }

    /// Stores a ruleset: it survives a crash when this returns.
    pub(super) fn write(&self, id: &str, json: &str) -> io::Result<()> {
        let Some(folder) = &self.0 else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(json.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.path(folder, id)).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    }

    /// Notes that a ruleset is used, so that it is not the oldest after the next start.
    pub(super) fn touch(&self, id: &str) -> io::Result<()> {
        let Some(folder) = &self.0 else { return Ok(()) };
        File::options().append(true).open(self.path(folder, id))?.set_modified(SystemTime::now())
    }

    /// Removes a ruleset.
    pub(super) fn remove(&self, id: &str) -> io::Result<()> {
        let Some(folder) = &self.0 else { return Ok(()) };
        fs::remove_file(self.path(folder, id))
    }

    fn path(&self, folder: &Path, id: &str) -> PathBuf {
        folder.join(id).with_extension(EXTENSION)
    }
}

/// Reads one file; none if it is not the ruleset of its name.
fn stored(path: &Path) -> io::Result<Option<Stored>> {
    let json = fs::read(path)?;
    let written = fs::metadata(path)?.modified()?;
    let id = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let age = written.elapsed().unwrap_or_default();
    let of = |folder| Stored { id: id.to_owned(), folder, bytes: json.len(), age };
    Ok(folder_of(id, &json).map(of))
}

/// Returns the folder of a stored text; none if it is not what its id says. No bounds are asked: it was within those of its time.
pub(super) fn folder_of(id: &str, json: &[u8]) -> Option<Folder> {
    let any =
        guest_ruleset::Bounds { bytes: usize::MAX, files: usize::MAX, ..GuestLimits::default().bounds() };
    Folder::read(json, &any).ok().filter(|folder| folder.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(text: &str) -> Folder {
        let bounds = GuestLimits::default().bounds();
        Folder::read(serde_json::json!({ "ruleset.json": text }).to_string().as_bytes(), &bounds).unwrap()
    }

    #[test]
    fn what_is_stored_is_found_and_what_is_damaged_is_not() {
        let place = tempfile::tempdir().unwrap();
        let store = Store::new(Some(place.path().join("rulesets")));
        assert!(store.read().unwrap().is_empty());
        let (one, two) = (folder("{}"), folder("{ }"));
        for folder in [&one, &two] {
            store.write(&folder.id(), &folder.to_json()).unwrap();
        }
        let ids = || -> Vec<String> {
            let mut ids: Vec<_> = store.read().unwrap().into_iter().map(|stored| stored.id).collect();
            ids.sort();
            ids
        };
        let mut both = vec![one.id(), two.id()];
        both.sort();
        assert_eq!(ids(), both);
        let file = place.path().join("rulesets").join(two.id()).with_extension("json");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("{ }", "{x}")).unwrap();
        assert_eq!(ids(), [one.id()]);
        store.remove(&one.id()).unwrap();
        assert!(ids().is_empty());
    }
}
