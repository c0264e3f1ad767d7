//! Reading of an overlay, faulty or not: its readable part, and all of its faults.

use std::collections::BTreeSet;

use super::raw::{CheckedJson, RawOverlay, RawRows};
use super::{OVERLAY, Overlay};
use crate::json::{Json, JsonPath, JsonStep};
use crate::ruleset::binder::Binder;
use crate::ruleset::fault::{Fault, FaultKind};
use crate::ruleset::load::{COMPANIONS, EFFECTS, SETUP, TABLES, typed};
use crate::ruleset::text::{Id, Text};

impl Overlay {
    /// Reads an overlay as far as possible, with all faults that [`Overlay::read`] reports. Files that are not JSON are left out, and so are the fields
    /// of `overlay.json` that have a fault. The rest must not be played; [`compose_anyway`](crate::compose_anyway) finds further faults with
    /// it. Returns no overlay if its id or the rulesets that it is made for are missing.
    #[must_use]
    pub fn draft(files: &[(String, Vec<u8>)]) -> (Option<Overlay>, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut report = |file: &str, path, kind| faults.push(Fault { file: file.to_owned(), path, kind });
        let (mut manifest, mut effects, mut setup) = (None, None, None);
        let (mut tables, mut companions) = (Vec::new(), Vec::new());
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".json")) {
            let json = match Json::parse(bytes) {
                Ok(json) => json,
                Err(error) => {
                    report(path, JsonPath::default(), FaultKind::Json(error.to_string()));
                    continue;
                }
            };
            match path.as_str() {
                OVERLAY => manifest = Some(json),
                EFFECTS => effects = Some(json),
                SETUP => setup = Some(json),
                table if table.starts_with(TABLES) => tables.push((path.clone(), bytes.clone())),
                companion if COMPANIONS.contains(&companion) => {
                    companions.push((path.clone(), bytes.clone()));
                }
                _ => report(path, JsonPath::default(), FaultKind::UnknownFile),
            }
        }
        let Some(manifest) = manifest else {
            if !faults.iter().any(|fault| fault.file == OVERLAY) {
                let (file, path) = (OVERLAY.to_owned(), JsonPath::default());
                faults.push(Fault { file, path, kind: FaultKind::Missing });
            }
            return (None, faults);
        };
        let mut raw = typed::<RawOverlay>(OVERLAY, &manifest, &mut faults);
        if raw.is_none() {
            raw = readable(&manifest, &faults);
        }
        if let Some(read) = &raw {
            check(read, &mut Binder::new(OVERLAY, &mut faults));
            if faults.iter().any(is_unusable) {
                raw = readable(&manifest, &faults);
            }
        }
        tables.sort();
        (raw.map(|raw| Overlay { raw, tables, effects, setup, companions }), faults)
    }
}

/// Returns whether the value at the place of a fault is unusable.
fn is_unusable(fault: &Fault) -> bool {
    let is_usable = matches!(fault.kind, FaultKind::Form(_) | FaultKind::NamesItself | FaultKind::Repeated);
    fault.file == OVERLAY && !is_usable
}

/// Returns `overlay.json` without the fields that have a fault.
fn readable(manifest: &Json, faults: &[Fault]) -> Option<RawOverlay> {
    let Json::Object(fields) = manifest else { return None };
    let is_faulty = |field: &str| {
        let is_first = |step: Option<&JsonStep>| matches!(step, Some(JsonStep::Key(key)) if key == field);
        faults.iter().any(|fault| is_unusable(fault) && is_first(fault.path.steps.first()))
    };
    let mut left: Vec<(String, Json)> =
        fields.iter().filter(|(field, _)| !is_faulty(field)).cloned().collect();
    // Nothing depends on the name for people.
    for field in ["name", "about"] {
        if !left.iter().any(|(known, _)| known == field) {
            left.push((field.to_owned(), Json::String(String::new())));
        }
    }
    typed::<RawOverlay>(OVERLAY, &Json::Object(left), &mut Vec::new())
}

/// Checks ids, and notations that binding to a ruleset does not parse.
fn check(raw: &RawOverlay, at: &mut Binder<'_>) {
    let id = |at: &mut Binder<'_>, text: &Text<Id>| {
        if let Err(why) = text.parse::<Id>() {
            at.fault(FaultKind::Form(why.to_string()));
        }
    };
    at.within("id", |at| id(at, &raw.id));
    for (field, ids) in [("over", &raw.over), ("not_with", &raw.not_with), ("requires", &raw.requires)] {
        at.within(field, |at| {
            let mut seen = BTreeSet::new();
            for (index, text) in ids.iter().enumerate() {
                at.within(index, |at| {
                    id(at, text);
                    if field != "over" && **text == *raw.id {
                        at.fault(FaultKind::NamesItself);
                    }
                    if !seen.insert(&**text) {
                        at.fault(FaultKind::Repeated);
                    }
                });
            }
        });
    }
    twice(raw, at);
    at.within("over", |at| {
        if raw.over.is_empty() {
            at.fault(FaultKind::Empty);
        }
    });
    at.within("removes", |at| rows(&raw.removes, at));
    at.within("needs", |at| {
        let Some(needs) = &raw.needs else { return };
        for (field, marks) in [("has", &needs.has), ("lacks", &needs.lacks)] {
            at.within(field, |at| {
                for (list, pieces) in [("pieces", &marks.pieces), ("expires", &marks.expires)] {
                    at.within(list, |at| {
                        for (index, piece) in pieces.iter().enumerate() {
                            at.within(index, |at| at.notation(piece));
                        }
                    });
                }
                at.within("promotes", |at| {
                    for (piece, choices) in &marks.promotes {
                        at.within(piece, |at| {
                            at.notation(piece);
                            for (index, choice) in choices.iter().enumerate() {
                                at.within(index, |at| at.notation(choice));
                            }
                        });
                    }
                });
                at.within("rows", |at| rows(&marks.rows, at));
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

/// Checks the notations of rows: piece, source, destinations.
fn rows(rows: &RawRows, at: &mut Binder<'_>) {
    for (piece, sources) in rows {
        at.within(piece, |at| {
            at.notation(piece);
            for (source, destinations) in sources {
                at.within(source, |at| {
                    at.notation(source);
                    let mut seen = BTreeSet::new();
                    for (index, destination) in destinations.iter().enumerate() {
                        at.within(index, |at| {
                            at.notation(destination);
                            if !seen.insert(&**destination) {
                                at.fault(FaultKind::Repeated);
                            }
                        });
                    }
                });
            }
        });
    }
}

/// Reports entries that are removed or added twice.
fn twice(raw: &RawOverlay, at: &mut Binder<'_>) {
    let RawOverlay { constraints, mechanics, endings, .. } = raw;
    let mut list = |field: &'static str, which: &'static str, keys: Vec<Option<&Json>>| {
        let mut seen = BTreeSet::new();
        for (index, key) in keys.into_iter().enumerate() {
            if key.is_some_and(|key| !seen.insert(key.to_string())) {
                at.along([field.into(), which.into(), index.into()], |at| at.fault(FaultKind::Repeated));
            }
        }
    };
    list("constraints", "without", keys(&constraints.without, None));
    list("constraints", "with", keys(&constraints.with, None));
    list("mechanics", "without", keys(&mechanics.without, None));
    list("mechanics", "with", keys(&mechanics.with, Some("mechanic")));
    list("endings", "without", keys(&endings.without, None));
    list("endings", "with", keys(&endings.with, Some("status")));
}

/// Key that identifies the items of a list: the items themselves, or one of their fields.
fn keys<'k, T>(items: &'k [CheckedJson<T>], field: Option<&str>) -> Vec<Option<&'k Json>> {
    let key = |item: &'k CheckedJson<T>| field.map_or(Some(&item.json), |field| item.json.get(field));
    items.iter().map(key).collect()
}
