//! The folder of a guest's ruleset, as it is sent, hashed and stored.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::bounds::{Beyond, Bounds};

/// Bytes of the hash in an id: enough that nobody finds two folders with one id.
const ID_BYTES: usize = 20;

/// Characters of a path, and names in it.
const PATH_CHARS_MAX: usize = 100;
const PATH_NAMES_MAX: usize = 4;

/// The files of a guest's ruleset by their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(BTreeMap<String, String>);

/// Reason why a text is no folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// It is not one JSON object of texts.
    #[error("not a JSON object of files, texts by their paths: {0}")]
    Form(String),
    /// A path is none of a ruleset's folder.
    #[error(
        "{0:?} is no path of a ruleset: names of letters, digits, \"_\", \".\" and \"-\" with \"/\" between them, that end in .json or .moves"
    )]
    Path(String),
    /// The file that every ruleset has is missing.
    #[error("there is no ruleset.json")]
    NoManifest,
    /// A bound is exceeded.
    #[error(transparent)]
    Beyond(#[from] Beyond),
}

/// First characters of an id.
const ID_PREFIX: &str = "g-";

/// Returns whether a text has the form of [`Folder::id`].
#[must_use]
pub fn is_id(text: &str) -> bool {
    let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    text.strip_prefix(ID_PREFIX).is_some_and(|hash| hash.len() == 2 * ID_BYTES && hash.bytes().all(is_digit))
}

impl Folder {
    /// Reads a folder: a JSON object from path to text.
    ///
    /// # Errors
    /// Returns an error if the text has another form, a path is none of a ruleset's, or there is more of anything than may be.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # let bounds = guest_ruleset::Bounds { bytes: 100, files: 2, squares: 64, pieces: 12, rows: 1, table_bytes: 1, move_time: Duration::ZERO };
    /// let folder = guest_ruleset::Folder::read(br#"{ "ruleset.json": "{}" }"#, &bounds)?;
    /// assert_eq!(folder.id().len(), 42);
    /// assert!(guest_ruleset::Folder::read(br#"{ "../ruleset.json": "{}" }"#, &bounds).is_err());
    /// # Ok::<(), guest_ruleset::FolderError>(())
    /// ```
    pub fn read(json: &[u8], bounds: &Bounds) -> Result<Folder, FolderError> {
        if json.len() > bounds.bytes {
            Beyond::check("guest_bytes", "bytes", json.len(), bounds.bytes)?;
        }
        let files: UniqueFiles =
            serde_json::from_slice(json).map_err(|fault| FolderError::Form(fault.to_string()))?;
        let files = files.0;
        Beyond::check("guest_files", "files", files.len(), bounds.files)?;
        if let Some(path) = files.keys().find(|path| !is_path(path)) {
            return Err(FolderError::Path(path.chars().take(PATH_CHARS_MAX).collect()));
        }
        if files.contains_key("ruleset.json") { Ok(Folder(files)) } else { Err(FolderError::NoManifest) }
    }

    /// Returns the id that follows from the paths and texts: `g-` and 40 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> String {
        let mut hash = Sha256::new();
        for part in self.0.iter().flat_map(|(path, text)| [path, text]) {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().iter().take(ID_BYTES).fold(ID_PREFIX.to_owned(), |mut id, byte| {
            let _ = write!(id, "{byte:02x}");
            id
        })
    }

    /// Returns the folder as a JSON object, its paths in order: what [`Folder::read`] takes.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts by texts always serialize.
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// Returns the files as a loader takes them.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.0.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()
    }
}

/// Files of an object in which no path stands twice.
struct UniqueFiles(BTreeMap<String, String>);

impl<'de> serde::Deserialize<'de> for UniqueFiles {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = UniqueFiles;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of files")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<UniqueFiles, A::Error> {
                let mut files = BTreeMap::new();
                while let Some((path, text)) = map.next_entry::<String, String>()? {
                    if files.insert(path, text).is_some() {
                        return Err(serde::de::Error::custom("a path stands twice"));
                    }
                }
                Ok(UniqueFiles(files))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

fn is_path(path: &str) -> bool {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    };
    path.len() <= PATH_CHARS_MAX
        && path.split('/').count() <= PATH_NAMES_MAX
        && path.split('/').all(is_name)
        && (path.ends_with(".json") || path.ends_with(".moves"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const BOUNDS: Bounds = Bounds {
        bytes: 200,
        files: 3,
        squares: 64,
        pieces: 12,
        rows: 1_000,
        table_bytes: 1_000,
        move_time: std::time::Duration::ZERO,
    };

    fn read(text: &str) -> Result<Folder, FolderError> {
        Folder::read(text.as_bytes(), &BOUNDS)
    }

    #[test]
    fn the_id_follows_from_paths_and_texts_whatever_their_order() {
        let one = read(r#"{"ruleset.json":"{}","patterns/a.moves":"K: K"}"#).unwrap();
        let same = read(r#"{ "patterns/a.moves": "K: K", "ruleset.json": "{}" }"#).unwrap();
        assert_eq!((one.id(), one.to_json()), (same.id(), same.to_json()));
        assert_eq!(read(&one.to_json()).unwrap(), one);
        assert!(session::Catalogue::is_guest_id(&one.id()) && is_id(&one.id()));
        for other in ["", "g-", "chess", &one.id().to_uppercase(), &format!("{}0", one.id()), &one.id()[1..]]
        {
            assert!(!is_id(other), "{other}");
        }
        for other in [
            r#"{"ruleset.json":"{}","patterns/a.moves":"K: Q"}"#,
            r#"{"ruleset.json":"{}","patterns/b.moves":"K: K"}"#,
            r#"{"ruleset.json":"{}K: K","patterns/a.moves":""}"#,
        ] {
            assert_ne!(read(other).unwrap().id(), one.id(), "{other}");
        }
    }

    #[test]
    fn what_is_no_folder_is_refused_with_its_reason() {
        for form in ["", "[]", "{", "7", r#"{"ruleset.json":7}"#, r#"{"ruleset.json":"","ruleset.json":""}"#]
        {
            assert!(matches!(read(form), Err(FolderError::Form(_))), "{form}");
        }
        for path in [
            "../x.json",
            "/x.json",
            "a/b/c/d/x.json",
            ".x.json",
            "a//x.json",
            "x.html",
            "a b.json",
            "ä.json",
            "",
        ] {
            let folder = serde_json::json!({ path: "", "ruleset.json": "" }).to_string();
            assert!(matches!(read(&folder), Err(FolderError::Path(_))), "{path}");
        }
        assert_eq!(read(r#"{"a.json":""}"#), Err(FolderError::NoManifest));
        let bound = |text: &str| match read(text) {
            Err(FolderError::Beyond(beyond)) => beyond.bound.into_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(bound(&format!(r#"{{"ruleset.json":"{}"}}"#, "x".repeat(200))), "guest_bytes");
        assert_eq!(bound(r#"{"ruleset.json":"","a.json":"","b.json":"","c.json":""}"#), "guest_files");
    }
}
