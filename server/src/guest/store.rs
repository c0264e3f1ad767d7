//! Rulesets of guests on the disk: a file for each, whose name is the id that follows from its content; and a note beside it, if it is published.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use guest_ruleset::Folder;
use serde::{Deserialize, Serialize};
use session::UnixMs;

use crate::limits::GuestLimits;

/// End of a file's name.
const EXTENSION: &str = "json";
/// End of the name of a note.
const PUBLIC: &str = "public";

/// A note that a ruleset is published. A ruleset without one is known only to those who have its id.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Note {
    at: UnixMs,
}

/// The files of the rulesets that guests brought.
#[derive(Debug)]
pub(super) struct Store {
    /// The folder of the files; none for a server that stores nothing.
    folder: Option<PathBuf>,
    /// Ids of the rulesets whose notes were damaged when they were read last. Notes are read again and again, and each that is damaged is logged once.
    damaged: Mutex<BTreeSet<String>>,
}

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
        Store { folder, damaged: Mutex::default() }
    }

    /// Reads all rulesets. A file that is not what its name says is logged and left alone: no game is played by it.
    pub(super) fn read(&self) -> io::Result<Vec<Stored>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
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

    /// Stores a ruleset: it survives a crash when this returns. It is not published, whatever was noted of one that was there before.
    pub(super) fn write(&self, id: &str, json: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        self.unpublish(id)?;
        store(folder, &path(folder, id, EXTENSION), json.as_bytes())
    }

    /// Notes that a ruleset is published: it survives a crash when this returns.
    pub(super) fn publish(&self, id: &str, at: UnixMs) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        store(folder, &path(folder, id, PUBLIC), &serde_json::to_vec(&Note { at })?)
    }

    /// Removes the note that a ruleset is published. Returns whether there was one.
    pub(super) fn unpublish(&self, id: &str) -> io::Result<bool> {
        let Some(folder) = &self.folder else { return Ok(false) };
        match fs::remove_file(path(folder, id, PUBLIC)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the times at which rulesets were published, by their ids; `None` for a server that stores nothing. A note that cannot be read counts for nothing,
    /// and is logged once.
    pub(super) fn published(&self) -> io::Result<Option<BTreeMap<String, UnixMs>>> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(BTreeMap::new())),
            Err(error) => return Err(error),
        };
        let (mut published, mut damaged) = (BTreeMap::new(), BTreeSet::new());
        for entry in entries {
            let path = entry?.path();
            let id = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            if path.extension().is_none_or(|end| end != PUBLIC) || !guest_ruleset::is_id(id) {
                continue;
            }
            let note: Option<Note> = fs::read(&path).ok().and_then(|note| serde_json::from_slice(&note).ok());
            match note {
                Some(note) => {
                    published.insert(id.to_owned(), note.at);
                }
                None => {
                    damaged.insert(id.to_owned());
                }
            }
        }
        for id in self.newly_damaged(damaged) {
            tracing::warn!(file = %path(folder, &id, PUBLIC).display(), "a note that a ruleset is published is damaged");
        }
        Ok(Some(published))
    }

    /// Takes down whose notes are damaged now. Returns those whose notes were not when they were read before.
    fn newly_damaged(&self, damaged: BTreeSet<String>) -> Vec<String> {
        let mut known = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        let new = damaged.difference(&known).cloned().collect();
        *known = damaged;
        new
    }

    /// Notes that a ruleset is used, so that it is not the oldest after the next start.
    pub(super) fn touch(&self, id: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        File::options().append(true).open(path(folder, id, EXTENSION))?.set_modified(SystemTime::now())
    }

    /// Removes a ruleset.
    pub(super) fn remove(&self, id: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        // First, so that nothing is left over from which one that is brought again would be listed.
        self.unpublish(id)?;
        fs::remove_file(path(folder, id, EXTENSION))
    }
}

fn path(folder: &Path, id: &str, end: &str) -> PathBuf {
    folder.join(id).with_extension(end)
}

/// Writes a file that is whole or not there.
fn store(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
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

    #[test]
    fn a_ruleset_is_published_as_long_as_a_note_beside_it_says_so() {
        let place = tempfile::tempdir().unwrap();
        let store = Store::new(Some(place.path().join("rulesets")));
        assert!(store.published().unwrap().unwrap().is_empty());
        assert!(Store::new(None).published().unwrap().is_none());
        let (one, two) = (folder("{}"), folder("{ }"));
        for folder in [&one, &two] {
            store.write(&folder.id(), &folder.to_json()).unwrap();
            store.publish(&folder.id(), UnixMs(5)).unwrap();
        }
        let both = BTreeMap::from([(one.id(), UnixMs(5)), (two.id(), UnixMs(5))]);
        assert_eq!(store.published().unwrap().unwrap(), both);
        assert_eq!(store.read().unwrap().len(), 2, "a note is no ruleset");
        assert!(store.unpublish(&one.id()).unwrap() && !store.unpublish(&one.id()).unwrap());
        fs::write(place.path().join("rulesets").join(two.id()).with_extension("public"), "x").unwrap();
        assert!(store.published().unwrap().unwrap().is_empty());
        assert_eq!(*store.damaged.lock().unwrap(), BTreeSet::from([two.id()]));
        // What is brought again is not published by a note of before.
        store.publish(&two.id(), UnixMs(6)).unwrap();
        store.write(&two.id(), &two.to_json()).unwrap();
        assert!(store.published().unwrap().unwrap().is_empty());
        store.publish(&two.id(), UnixMs(7)).unwrap();
        store.remove(&two.id()).unwrap();
        assert!(store.published().unwrap().unwrap().is_empty());
        assert!(store.damaged.lock().unwrap().is_empty());
    }

    #[test]
    fn a_damaged_note_is_logged_once_until_it_was_mended() {
        let store = Store::new(None);
        let ids = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|&id| id.to_owned()).collect() };
        assert_eq!(store.newly_damaged(ids(&["a", "b"])), ["a", "b"]);
        assert!(store.newly_damaged(ids(&["a", "b"])).is_empty());
        assert_eq!(store.newly_damaged(ids(&["b", "c"])), ["c"]);
        assert_eq!(store.newly_damaged(ids(&["a", "b"])), ["a"]);
    }
}
