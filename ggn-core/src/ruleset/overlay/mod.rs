//! House rules: changes that make one ruleset of another.
//!
//! An overlay is data, and what comes of it is data too: [`compose`] takes the files of a ruleset and gives the files of another, which loads
//! as any does. Nothing that plays games knows that there are overlays.
//!
//! A choice of overlays is a set. Whatever the order in which they were named, the same ruleset comes of it: first every overlay takes away, then
//! pieces are renamed, then every overlay adds and replaces, in the alphabetical order of their ids. Where two would say different things of the
//! same place they clash, and no ruleset comes of it.

mod apply;
mod clash;
mod origin;
pub(crate) mod raw;
mod remove;
mod rename;

pub use apply::{clashes, compose};
pub use clash::Clash;
pub use origin::{Composed, Origin};

use super::binder::Binder;
use super::fault::{Fault, FaultKind, Faults};
use super::load::{EFFECTS, SETUP, TABLES};
use super::text::Id;
use crate::json::{Json, JsonPath};
use raw::RawOverlay;

/// The file that every overlay has.
pub(super) const OVERLAY: &str = "overlay.json";

/// A house rule that has been read.
#[derive(Debug)]
pub struct Overlay {
    raw: RawOverlay,
    /// The rows that it adds: the path of each table, and what it holds.
    tables: Vec<(String, Vec<u8>)>,
    effects: Option<Json>,
    setup: Option<Json>,
    /// `perft.json` and `games.json`: facts about the rulesets with this overlay and those that it requires.
    companions: Vec<(String, Vec<u8>)>,
}

impl Overlay {
    /// The most that a game can have.
    pub const COUNT_MAX: usize = 16;

    /// Reads an overlay from the files of its folder, as [`Ruleset::load`](crate::Ruleset::load) does. Whether what it says fits a ruleset shows
    /// when the two are composed and loaded.
    ///
    /// # Errors
    /// All faults of form in `overlay.json`, and files that are no JSON or that no overlay has.
    pub fn read(files: &[(String, Vec<u8>)]) -> Result<Overlay, Faults> {
        let mut faults = Vec::new();
        let mut tell = |file: &str, path, kind| faults.push(Fault { file: file.to_owned(), path, kind });
        let (mut manifest, mut effects, mut setup) = (None, None, None);
        let (mut tables, mut companions) = (Vec::new(), Vec::new());
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".json")) {
            let json = match Json::parse(bytes) {
                Ok(json) => json,
                Err(error) => {
                    tell(path, JsonPath::default(), FaultKind::Json(error.to_string()));
                    continue;
                }
            };
            match path.as_str() {
                OVERLAY => manifest = Some(json),
                EFFECTS => effects = Some(json),
                SETUP => setup = Some(json),
                table if table.starts_with(TABLES) => tables.push((path.clone(), bytes.clone())),
                companion if super::load::COMPANIONS.contains(&companion) => {
                    companions.push((path.clone(), bytes.clone()));
                }
                _ => tell(path, JsonPath::default(), FaultKind::UnknownFile),
            }
        }
        let Some(manifest) = manifest else {
            if !faults.iter().any(|fault| fault.file == OVERLAY) {
                let (file, path) = (OVERLAY.to_owned(), JsonPath::default());
                faults.push(Fault { file, path, kind: FaultKind::Missing });
            }
            return Err(Faults::new(faults).unwrap_or_else(|| Faults::missing(OVERLAY)));
        };
        let raw = super::load::typed::<RawOverlay>(OVERLAY, &manifest, &mut faults);
        if let Some(raw) = &raw {
            check(raw, &mut Binder::new(OVERLAY, &mut faults));
        }
        tables.sort();
        match (Faults::new(faults), raw) {
            (None, Some(raw)) => Ok(Overlay { raw, tables, effects, setup, companions }),
            (Some(faults), _) => Err(faults),
            (None, None) => Err(Faults::missing(OVERLAY)),
        }
    }

    /// The name by which games ask for it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.raw.id
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.raw.name
    }

    /// What it changes, in one line.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.raw.about
    }

    /// The ids of the rulesets that it is made for.
    pub fn over(&self) -> impl Iterator<Item = &str> {
        self.raw.over.iter().map(|id| &**id)
    }

    /// The ids of overlays that it says it cannot be combined with.
    pub fn not_with(&self) -> impl Iterator<Item = &str> {
        self.raw.not_with.iter().map(|id| &**id)
    }

    /// The ids of overlays without which it cannot be played.
    pub fn requires(&self) -> impl Iterator<Item = &str> {
        self.raw.requires.iter().map(|id| &**id)
    }

    /// `perft.json` and `games.json`, where it has them: facts about a ruleset with this overlay and those that it requires.
    #[must_use]
    pub fn companions(&self) -> &[(String, Vec<u8>)] {
        &self.companions
    }
}

/// What binding to a ruleset would not find: ids, and notations that nothing else looks at.
fn check(raw: &RawOverlay, at: &mut Binder<'_>) {
    let id = |at: &mut Binder<'_>, text: &super::text::Text<Id>| {
        if let Err(why) = text.parse::<Id>() {
            at.fault(FaultKind::Form(why.to_string()));
        }
    };
    at.within("id", |at| id(at, &raw.id));
    for (field, ids) in [("over", &raw.over), ("not_with", &raw.not_with), ("requires", &raw.requires)] {
        at.within(field, |at| {
            for (index, text) in ids.iter().enumerate() {
                at.within(index, |at| id(at, text));
            }
        });
    }
    at.within("over", |at| {
        if raw.over.is_empty() {
            at.fault(FaultKind::Empty);
        }
    });
    at.within("removes", |at| {
        for (piece, sources) in &raw.removes {
            at.within(piece, |at| {
                at.notation(piece);
                for (source, destinations) in sources {
                    at.within(source, |at| {
                        at.notation(source);
                        for (index, destination) in destinations.iter().enumerate() {
                            at.within(index, |at| at.notation(destination));
                        }
                    });
                }
            });
        }
    });
    at.within("initial", |at| {
        if let Some(initial) = &raw.initial {
            at.notation(initial);
        }
    });
    at.within("renames", |at| {
        for (before, after) in &raw.renames {
            at.within(before, |at| {
                at.notation(before);
                at.notation(after);
            });
        }
    });
}
