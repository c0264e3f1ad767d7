//! Rulesets with house rules: overlays from the file system, put together with the ruleset that they change.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Base, Clash, Composed, Fault, Faults, Origin, Overlay, Rules, compose, compose_anyway};

use diagnostic::suggest;

use crate::rules::{Folder, LoadError, MANIFEST, OVERLAY};

/// The folder beside the rulesets where overlays are.
pub const FOLDER: &str = "overlays";

/// Reasons why a ruleset and overlays give no ruleset.
#[derive(Debug, thiserror::Error)]
pub enum OverlayError {
    /// A file or a folder cannot be read, or the composed ruleset does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such overlay.
    #[error("there is no overlay {id}: {} does not hold one{}", .folder.display(), hint(.near.as_deref()))]
    None {
        /// Id of the overlay.
        id: String,
        /// Folder in which it would be.
        folder: PathBuf,
        /// One that is there and has a name like it.
        near: Option<String>,
    },
    /// There is a folder of that name, but no overlay in it.
    #[error("{} is no overlay: it has no {OVERLAY}", .0.display())]
    Empty(PathBuf),
    /// The files are not an overlay without fault.
    #[error("the overlay in {} is faulty:\n{faults}", .folder.display())]
    Faulty {
        /// The folder.
        folder: PathBuf,
        /// All that is wrong.
        faults: Faults,
    },
    /// The overlays do not go together, or not with the ruleset.
    #[error("these house rules cannot be played together:\n{}", lines(.0))]
    Clash(Vec<Clash>),
}

fn hint(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean {near}?")).unwrap_or_default()
}

fn lines(clashes: &[Clash]) -> String {
    clashes.iter().map(|clash| format!("  {clash}")).collect::<Vec<_>>().join("\n")
}

/// A ruleset, and the overlays that it is to be played with.
#[derive(Debug)]
pub struct House {
    /// The ruleset's own folder.
    pub base: Folder,
    /// The overlays' folders, and what they hold.
    pub overlays: Vec<(Folder, Overlay)>,
}

impl House {
    /// Reads a ruleset's folder and overlays. An overlay is named by its id, which is the name of its folder in `overlays/` beside the ruleset, or
    /// by the path of its folder.
    ///
    /// # Errors
    /// Returns an error if something cannot be read, or an overlay is not there or faulty.
    pub fn read(rules: &Path, with: &[String]) -> Result<House, OverlayError> {
        Draft::read(rules, with)?.whole()
    }

    /// Composes the files of the ruleset and its overlays.
    ///
    /// # Errors
    /// Returns an error if they do not go together.
    pub fn compose(&self) -> Result<Composed, OverlayError> {
        compose(&self.base.files, &self.parts()).map_err(OverlayError::Clash)
    }

    /// Composes the files despite clashes, and returns the clashes.
    #[must_use]
    pub fn compose_anyway(&self) -> (Composed, Vec<Clash>) {
        compose_anyway(&self.base.files, &self.parts())
    }

    fn parts(&self) -> Vec<&Overlay> {
        self.overlays.iter().map(|(_, overlay)| overlay).collect()
    }

    /// Returns the composed ruleset as a folder of its own.
    ///
    /// # Errors
    /// Returns an error if they do not go together.
    pub fn folder(self) -> Result<Folder, OverlayError> {
        if self.overlays.is_empty() {
            return Ok(self.base);
        }
        let files = self.compose()?.files;
        Ok(Folder { root: self.base.root, files })
    }

    /// Loads the composed ruleset.
    ///
    /// # Errors
    /// Returns an error if they do not go together, or all faults of the files.
    pub fn ruleset(&self) -> Result<Arc<Rules>, OverlayError> {
        if self.overlays.is_empty() {
            return Ok(self.base.ruleset()?);
        }
        let faulty = |faults| LoadError::Faulty { folder: self.base.root.clone(), faults };
        Ok(Rules::load(&self.compose()?.files).map_err(faulty)?)
    }

    /// Returns the composed ruleset as a folder of its own, and the origins of its parts.
    ///
    /// # Errors
    /// Returns an error if they do not go together.
    pub fn written(self) -> Result<(Folder, Written), OverlayError> {
        let composed = self.compose()?;
        let folder = Folder { root: self.base.root.clone(), files: composed.files.clone() };
        let files = self.seen_from(&self.base.root);
        Ok((folder, Written { house: self, composed, files }))
    }

    /// Returns all that was written, seen from `root`, so that a fault can be shown where its author finds it: the files of other folders
    /// go by their way from there.
    #[must_use]
    pub fn seen_from(&self, root: &Path) -> Folder {
        let overlays = self.overlays.iter().map(|(folder, _)| folder);
        seen_from(root, std::iter::once(&self.base).chain(overlays))
    }

    /// Returns the file of an origin, seen from `root`.
    #[must_use]
    pub fn file_from(&self, root: &Path, origin: &Origin) -> String {
        let of = |id: &String| self.overlays.iter().find(|(_, overlay)| overlay.id() == id);
        let folder = origin.overlay.as_ref().and_then(of).map_or(&self.base, |(folder, _)| folder);
        format!("{}{}", way(root, &folder.root), origin.file)
    }
}

/// Returns the files of several folders, seen from one.
fn seen_from<'f>(root: &Path, folders: impl Iterator<Item = &'f Folder>) -> Folder {
    let mut files = Vec::new();
    for folder in folders {
        let prefix = way(root, &folder.root);
        let is_foreign = folder.root != root;
        let shown = folder.files.iter().filter(|(path, _)| !(is_foreign && is_companion(path)));
        files.extend(shown.map(|(path, bytes)| (format!("{prefix}{path}"), bytes.clone())));
    }
    files.sort();
    files.dedup();
    Folder { root: root.to_owned(), files }
}

/// Origins of the parts of a composed ruleset.
#[derive(Debug)]
pub struct Written {
    house: House,
    composed: Composed,
    files: Folder,
}

impl Written {
    /// Returns all that was written, seen from the ruleset's folder.
    #[must_use]
    pub fn files(&self) -> &Folder {
        &self.files
    }

    /// Returns the file and the place in it, seen from the ruleset's folder, where something of the composed files was written.
    #[must_use]
    pub fn origin(&self, file: &str, path: &JsonPath) -> (String, JsonPath) {
        let origin = self.composed.origin(file, path);
        (self.house.file_from(&self.files.root, &origin), origin.path)
    }
}

fn is_companion(path: &str) -> bool {
    matches!(path, "perft.json" | "games.json")
}

/// Returns the folder of an overlay of that name.
fn place(rules: &Path, name: &str) -> PathBuf {
    if name.contains(['/', '\\']) { PathBuf::from(name) } else { above(rules).join(FOLDER).join(name) }
}

/// Returns the folder that holds a folder.
fn above(folder: &Path) -> PathBuf {
    match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !folder.ends_with("..") => parent.to_owned(),
        Some(_) | None => folder.join(".."),
    }
}

/// Returns the folder of an overlay by its name.
fn find_overlay(folder: &Path, name: &str) -> Result<Folder, OverlayError> {
    if folder.join(OVERLAY).is_file() {
        return Ok(Folder::read(folder)?);
    }
    if folder.is_dir() {
        return Err(OverlayError::Empty(folder.to_owned()));
    }
    let known = folder.parent().map(in_folder).unwrap_or_default();
    let near = suggest::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    Err(OverlayError::None { id: name.to_owned(), folder: folder.to_owned(), near })
}

/// Returns the names of the overlays in a folder.
fn in_folder(all: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(all).into_iter().flatten().flatten();
    let overlays = entries.filter(|entry| entry.path().join(OVERLAY).is_file());
    let mut names: Vec<String> = overlays.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// Returns the names of the overlays beside one that lies as it should, itself among them; none for any other.
#[must_use]
pub fn beside(folder: &Folder) -> Option<Vec<String>> {
    let all = above(&folder.root);
    all.ends_with(FOLDER).then(|| in_folder(&all))
}

/// Returns whether a text can be an id, which is the name of a folder and no way out of it.
pub(crate) fn is_id(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !text.is_empty() && text.bytes().all(fits)
}

/// A ruleset and overlays as far as they can be read.
#[derive(Debug)]
pub struct Draft {
    /// The ruleset, and what can be read of the overlays.
    pub house: House,
    /// The folders of those that are faulty, and all that is wrong with each.
    pub faulty: Vec<(Folder, Vec<Fault>)>,
}

impl Draft {
    /// Reads a ruleset's folder and overlays as [`House::read`] does, faulty or not.
    ///
    /// # Errors
    /// Returns an error if something cannot be read, or an overlay is not there.
    pub fn read(rules: &Path, with: &[String]) -> Result<Draft, OverlayError> {
        let mut draft = Draft::new(Folder::read(rules)?.whole()?);
        for name in with {
            draft.take(find_overlay(&place(rules, name), name)?);
        }
        Ok(draft)
    }

    /// Returns a ruleset and an overlay with those that it requires, and those that these require, as far as they lie beside it; it comes
    /// first. What is not there is reported when they are put together.
    ///
    /// # Errors
    /// Returns an error if one that is there cannot be read.
    pub fn with_required(rules: Folder, folder: &Folder) -> Result<Draft, OverlayError> {
        let mut draft = Draft::new(rules.whole()?);
        draft.take(folder.clone());
        let mut taken = vec![folder.root.clone()];
        let mut next = 0;
        while let Some((_, one)) = draft.house.overlays.get(next) {
            let required = one.requires().filter(|id| is_id(id)).map(|id| above(&folder.root).join(id));
            for place in required.collect::<Vec<_>>() {
                if !taken.contains(&place) && place.join(OVERLAY).is_file() {
                    draft.take(Folder::read(&place)?);
                    taken.push(place);
                }
            }
            next += 1;
        }
        Ok(draft)
    }

    /// Returns all that was written, faulty or not, as [`House::seen_from`].
    #[must_use]
    pub fn seen_from(&self, root: &Path) -> Folder {
        let overlays = self.house.overlays.iter().map(|(folder, _)| folder);
        let faulty = self.faulty.iter().map(|(folder, _)| folder);
        seen_from(root, std::iter::once(&self.house.base).chain(overlays).chain(faulty))
    }

    fn new(base: Folder) -> Draft {
        Draft { house: House { base, overlays: Vec::new() }, faulty: Vec::new() }
    }

    fn take(&mut self, folder: Folder) {
        let (overlay, faults) = Overlay::draft(&folder.files);
        if !faults.is_empty() {
            self.faulty.push((folder.clone(), faults));
        }
        self.house.overlays.extend(overlay.map(|overlay| (folder, overlay)));
    }

    /// Returns the ruleset and the overlays, if none of these is faulty.
    ///
    /// # Errors
    /// With all faults of the first that is.
    pub fn whole(self) -> Result<House, OverlayError> {
        for (folder, _) in self.faulty {
            if let Err(faults) = Overlay::read(&folder.files) {
                return Err(OverlayError::Faulty { folder: folder.root, faults });
            }
        }
        Ok(self.house)
    }
}

/// Returns the folders of the rulesets that an overlay is made for, where its folder lies as it should.
#[must_use]
pub fn bases(folder: &Folder, overlay: &Overlay) -> Vec<PathBuf> {
    let rules = above(&above(&folder.root));
    let bases = overlay.over().filter(|id| is_id(id)).map(|id| rules.join(id));
    bases.filter(|base| base.join(MANIFEST).is_file()).collect()
}

/// Returns the other rulesets beside those, by name, that have what an overlay needs.
#[must_use]
pub fn by_needs(folder: &Folder, overlay: &Overlay) -> Vec<Folder> {
    let rules = above(&above(&folder.root));
    let entries = std::fs::read_dir(&rules).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_named = |place: &Path| overlay.over().any(|id| place.ends_with(id));
    let mut places: Vec<_> =
        entries.filter(|place| place.join(MANIFEST).is_file() && !is_named(place)).collect();
    places.sort();
    let meets = |place: PathBuf| {
        let folder = Folder::read(&place).ok()?;
        let tables =
            || pattern::tables(&folder.files).ok().flatten().map(|found| (found.tables, found.effects));
        let is_met = Base::with_tables(&folder.files, tables).unmet(overlay)?.is_empty();
        is_met.then_some(folder)
    };
    places.into_iter().filter_map(meets).collect()
}

/// A folder with patterns, and the files of the ruleset beside whose rows they stand.
#[derive(Debug)]
pub struct Patterns {
    /// The folder; an overlay's with the manifest that comes of it and its ruleset, so that patterns find their board.
    pub folder: Folder,
    /// The files of the first ruleset that an overlay is made for; none for any other folder.
    pub base: Vec<(String, Vec<u8>)>,
}

/// Returns a folder, and what its patterns need of other folders.
///
/// # Errors
/// Returns an error if the overlay is faulty, or cannot be put together with that ruleset.
pub fn patterns(mut folder: Folder) -> Result<Patterns, OverlayError> {
    if folder.file(OVERLAY).is_none() {
        return Ok(Patterns { folder, base: Vec::new() });
    }
    let overlay = Overlay::read(&folder.files)
        .map_err(|faults| OverlayError::Faulty { folder: folder.root.clone(), faults })?;
    let Some(base) = bases(&folder, &overlay).into_iter().next() else {
        return Ok(Patterns { folder, base: Vec::new() });
    };
    let house = Draft::with_required(Folder::read(&base)?, &folder)?.whole()?;
    let manifest = house.compose()?.files.into_iter().find(|(path, _)| path == MANIFEST);
    folder.files.extend(manifest);
    Ok(Patterns { folder, base: house.base.files })
}

/// Returns the way from one folder to another, with a slash at its end; nothing for the same folder.
pub(crate) fn way(from: &Path, to: &Path) -> String {
    if from == to {
        return String::new();
    }
    let parts = |path: &Path| path.components().map(|part| part.as_os_str().to_owned()).collect::<Vec<_>>();
    let (from, to) = (parts(from), parts(to));
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..".into(), from.len() - shared);
    let way: PathBuf = up.chain(to.into_iter().skip(shared)).collect();
    format!("{}/", way.display())
}

/// Returns a file by its way from a folder, without the detour through it (`rules/chess` and `../overlays/x` are `rules/overlays/x`).
pub fn joined(folder: &Path, way: &str) -> PathBuf {
    let mut at = folder.to_owned();
    for part in Path::new(way).components() {
        match part {
            Component::ParentDir if matches!(at.components().next_back(), Some(Component::Normal(_))) => {
                at.pop();
            }
            part => at.push(part),
        }
    }
    at
}
