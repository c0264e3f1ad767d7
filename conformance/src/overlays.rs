//! Rulesets with house rules: overlays from the file system, put together with the ruleset that they change.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Clash, Composed, Faults, Origin, Overlay, Ruleset, compose};

use crate::diagnose::suggest;
use crate::rules::{Folder, LoadError, MANIFEST};

/// The folder beside the rulesets where overlays are.
pub const FOLDER: &str = "overlays";

/// The file that every overlay has.
pub const OVERLAY: &str = "overlay.json";

/// Why a ruleset and overlays give no ruleset.
#[derive(Debug, thiserror::Error)]
pub enum OverlayError {
    /// A file or a folder cannot be read, or what came of it does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such overlay.
    #[error("there is no overlay {id}: {} does not hold one{}", .folder.display(), hint(.near.as_deref()))]
    None {
        /// What was asked for.
        id: String,
        /// Where it would be.
        folder: PathBuf,
        /// One that is there and has a name like it.
        near: Option<String>,
    },
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
    /// When something cannot be read, or an overlay is not there or faulty.
    pub fn read(rules: &Path, with: &[String]) -> Result<House, OverlayError> {
        let base = Folder::read(rules)?;
        let overlays = with.iter().map(|name| overlay(&place(rules, name), name));
        Ok(House { base, overlays: overlays.collect::<Result<_, _>>()? })
    }

    /// The files that come of the two.
    ///
    /// # Errors
    /// When they do not go together.
    pub fn compose(&self) -> Result<Composed, OverlayError> {
        let overlays: Vec<&Overlay> = self.overlays.iter().map(|(_, overlay)| overlay).collect();
        compose(&self.base.files, &overlays).map_err(OverlayError::Clash)
    }

    /// The ruleset that comes of the two as if it were a folder of its own.
    ///
    /// # Errors
    /// When they do not go together.
    pub fn folder(self) -> Result<Folder, OverlayError> {
        if self.overlays.is_empty() {
            return Ok(self.base);
        }
        let files = self.compose()?.files;
        Ok(Folder { root: self.base.root, files })
    }

    /// The ruleset that comes of the two.
    ///
    /// # Errors
    /// When they do not go together, or with all faults of the files.
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, OverlayError> {
        if self.overlays.is_empty() {
            return Ok(self.base.ruleset()?);
        }
        let faulty = |faults| LoadError::Faulty { folder: self.base.root.clone(), faults };
        Ok(Ruleset::load(&self.compose()?.files).map_err(faulty)?)
    }

    /// The ruleset that comes of the two as if it were a folder of its own, and where its parts were written.
    ///
    /// # Errors
    /// When they do not go together.
    pub fn written(self) -> Result<(Folder, Written), OverlayError> {
        let composed = self.compose()?;
        let folder = Folder { root: self.base.root.clone(), files: composed.files.clone() };
        let files = self.seen_from(&self.base.root);
        Ok((folder, Written { house: self, composed, files }))
    }

    /// All that was written, seen from `root`, so that a fault can be shown where its author finds it: the files of other folders go by their way
    /// from there.
    #[must_use]
    pub fn seen_from(&self, root: &Path) -> Folder {
        let mut files = Vec::new();
        for folder in std::iter::once(&self.base).chain(self.overlays.iter().map(|(folder, _)| folder)) {
            let prefix = way(root, &folder.root);
            let is_foreign = folder.root != root;
            let shown = folder.files.iter().filter(|(path, _)| !(is_foreign && is_companion(path)));
            files.extend(shown.map(|(path, bytes)| (format!("{prefix}{path}"), bytes.clone())));
        }
        files.sort();
        Folder { root: root.to_owned(), files }
    }

    /// The file of an origin, seen from `root`.
    #[must_use]
    pub fn file_from(&self, root: &Path, origin: &Origin) -> String {
        let of = |id: &String| self.overlays.iter().find(|(_, overlay)| overlay.id() == id);
        let folder = origin.overlay.as_ref().and_then(of).map_or(&self.base, |(folder, _)| folder);
        format!("{}{}", way(root, &folder.root), origin.file)
    }
}

/// Where the parts of a composed ruleset were written.
#[derive(Debug)]
pub struct Written {
    house: House,
    composed: Composed,
    files: Folder,
}

impl Written {
    /// All that was written, seen from the ruleset's folder.
    #[must_use]
    pub fn files(&self) -> &Folder {
        &self.files
    }

    /// The file and the place in it, seen from the ruleset's folder, where something of the composed files was written.
    #[must_use]
    pub fn origin(&self, file: &str, path: &JsonPath) -> (String, JsonPath) {
        let origin = self.composed.origin(file, path);
        (self.house.file_from(&self.files.root, &origin), origin.path)
    }
}

fn is_companion(path: &str) -> bool {
    matches!(path, "perft.json" | "games.json")
}

/// Where an overlay of that name is.
fn place(rules: &Path, name: &str) -> PathBuf {
    if name.contains(['/', '\\']) { PathBuf::from(name) } else { above(rules).join(FOLDER).join(name) }
}

/// The folder that holds a folder.
fn above(folder: &Path) -> PathBuf {
    match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !folder.ends_with("..") => parent.to_owned(),
        Some(_) | None => folder.join(".."),
    }
}

fn overlay(folder: &Path, name: &str) -> Result<(Folder, Overlay), OverlayError> {
    if !folder.join(OVERLAY).is_file() {
        let beside = folder.parent().and_then(|all| std::fs::read_dir(all).ok());
        let known: Vec<String> = beside
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        let near = suggest::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        return Err(OverlayError::None { id: name.to_owned(), folder: folder.to_owned(), near });
    }
    let folder = Folder::read(folder)?;
    match Overlay::read(&folder.files) {
        Ok(overlay) => Ok((folder, overlay)),
        Err(faults) => Err(OverlayError::Faulty { folder: folder.root, faults }),
    }
}

/// The folders of the rulesets that an overlay is made for, where its folder lies as it should.
#[must_use]
pub fn bases(folder: &Folder, overlay: &Overlay) -> Vec<PathBuf> {
    let rules = above(&above(&folder.root));
    let bases = overlay.over().map(|id| rules.join(id));
    bases.filter(|base| base.join(MANIFEST).is_file()).collect()
}

/// An overlay with those that it requires, and those that these require, as far as they lie beside it; it comes first. What is not there is told
/// when they are put together.
///
/// # Errors
/// When one that is there cannot be read, or is faulty.
pub fn with_required(folder: &Folder, overlay: Overlay) -> Result<Vec<(Folder, Overlay)>, OverlayError> {
    let mut all = vec![(folder.clone(), overlay)];
    let mut next = 0;
    while let Some((_, one)) = all.get(next) {
        let lost: Vec<String> = one
            .requires()
            .filter(|id| !all.iter().any(|(_, other)| other.id() == *id))
            .map(str::to_owned)
            .collect();
        for id in lost {
            let place = above(&folder.root).join(&id);
            if place.join(OVERLAY).is_file() {
                all.push(self::overlay(&place, &id)?);
            }
        }
        next += 1;
    }
    Ok(all)
}

/// An overlay's folder with the manifest that comes of it and the first ruleset that it is made for, so that patterns find their board. Any other
/// folder as it is.
///
/// # Errors
/// When the overlay is faulty, or cannot be put together with that ruleset.
pub fn with_board(mut folder: Folder) -> Result<Folder, OverlayError> {
    if folder.file(OVERLAY).is_none() {
        return Ok(folder);
    }
    let overlay = Overlay::read(&folder.files)
        .map_err(|faults| OverlayError::Faulty { folder: folder.root.clone(), faults })?;
    let Some(base) = bases(&folder, &overlay).into_iter().next() else { return Ok(folder) };
    let house = House { base: Folder::read(&base)?, overlays: with_required(&folder, overlay)? };
    let manifest = house.compose()?.files.into_iter().find(|(path, _)| path == MANIFEST);
    folder.files.extend(manifest);
    Ok(folder)
}

/// The way from one folder to another, with a slash at its end; nothing for the same folder.
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

/// A file by its way from a folder, without the detour through it (`rules/chess` and `../overlays/x` are `rules/overlays/x`).
pub(crate) fn joined(folder: &Path, way: &str) -> PathBuf {
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
