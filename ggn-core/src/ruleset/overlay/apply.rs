//! Composition: from the files of a ruleset and its overlays to the files of the composed ruleset.

use std::collections::BTreeMap;

use super::origin::{Composed, Origin, Part};
use super::raw::{CheckedJson, RawConstraintChanges, RawEndingChanges, RawMechanicChanges};
use super::remove::{self, Removal};
use super::rename::Names;
use super::{Base, Clash, Need, OVERLAY, Overlay};
use crate::json::{Json, JsonPath, JsonStep};
use crate::ruleset::load::{COMPANIONS, EFFECTS, MANIFEST, SETUP, TABLES};

/// Composes the files of a ruleset and overlays. `perft.json` and `games.json` are left out: they are facts about the
/// ruleset alone. A ruleset that does not load does not load with overlays either; its faults appear when the composed files are loaded.
///
/// ```
/// use ggn_core::{Overlay, compose};
/// let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
/// let base = [
///     file("ruleset.json", r#"{ "id": "steps", "name": "Steps", "pieces": { "X:P": { "name": "stone", "san": "" } } }"#),
///     file("ggn/stone.json", r#"{ "X:P": { "a1": { "a2": [{ "must": { "a2": "empty" } }] } } }"#),
/// ];
/// let overlay = Overlay::read(&[
///     file("overlay.json", r#"{ "id": "back", "name": "Back", "about": "Stones also step back.", "over": ["steps"] }"#),
///     file("ggn/stone.json", r#"{ "X:P": { "a2": { "a1": [{ "must": { "a1": "empty" } }] } } }"#),
/// ])?;
/// let composed = compose(&base, &[&overlay]).map_err(|clashes| format!("{clashes:?}"))?;
/// let paths: Vec<_> = composed.files.iter().map(|(path, _)| path.as_str()).collect();
/// assert_eq!(paths, ["ggn/back/stone.json", "ggn/stone.json", "ruleset.json"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns every reason why the overlays do not fit together, or do not fit this ruleset.
pub fn compose(base: &[(String, Vec<u8>)], overlays: &[&Overlay]) -> Result<Composed, Vec<Clash>> {
    let (composed, clashes) = compose_anyway(base, overlays);
    if clashes.is_empty() { Ok(composed) } else { Err(clashes) }
}

/// Composes as [`compose`] does in spite of clashes, and returns the files with every reason why they must not be played. They show an author the other
/// faults of the parts.
#[must_use]
pub fn compose_anyway(base: &[(String, Vec<u8>)], overlays: &[&Overlay]) -> (Composed, Vec<Clash>) {
    let as_they_are = || (Composed { files: base.to_vec(), parts: Vec::new() }, Vec::new());
    let read = |file: &str| {
        let (_, bytes) = base.iter().find(|(path, _)| path == file)?;
        Json::parse(bytes).ok()
    };
    let Some(manifest) = read(MANIFEST).filter(|_| !overlays.is_empty()) else { return as_they_are() };
    let mut overlays = overlays.to_vec();
    overlays.sort_by_key(|overlay| overlay.id());
    let ruleset = match manifest.get("id") {
        Some(Json::String(id)) => id.clone(),
        Some(_) | None => return as_they_are(),
    };
    let needs = Base::new(base);
    let mut clashes = choice(&ruleset, &overlays, |overlay| needs.unmet(overlay));
    let names = Names::of(&overlays, &mut clashes);
    let mut removals: Vec<Removal<'_>> =
        overlays.iter().map(|overlay| Removal::new(&overlay.raw.removes)).collect();
    let is_rewritten = overlays.iter().any(|overlay| {
        let raw = &overlay.raw;
        !raw.removes.is_empty() || !raw.renames.is_empty()
    });

    let mut work = Work { names, put: BTreeMap::new(), parts: Vec::new(), clashes };
    let mut files = Vec::new();
    for (path, bytes) in base.iter().filter(|(path, _)| path.starts_with(TABLES) && path.ends_with(".json")) {
        let table = is_rewritten.then(|| Json::parse(bytes).ok()).flatten();
        let bytes =
            table.map(|table| work.names.json(remove::rows(&mut removals, table)).to_string().into_bytes());
        files.push((path.clone(), bytes.unwrap_or_else(|| read_back(base, path))));
    }
    let effects = left_of_effects(read(EFFECTS).unwrap_or(Json::Object(Vec::new())), &mut removals);
    for (overlay, removal) in overlays.iter().zip(removals) {
        let missed = removal.missed().map(|path| not_there(overlay, &ruleset, path));
        work.clashes.extend(missed);
    }

    let mut effects = work.names.json(effects);
    let mut setup = work.names.json(read(SETUP).unwrap_or(Json::Object(Vec::new())));
    for overlay in &overlays {
        files.extend(work.tables(overlay));
        if let Some(json) = &overlay.effects {
            // An effect is removed with its row, if another overlay removes the row.
            let others = overlays.iter().filter(|other| other.id() != overlay.id());
            let mut removals: Vec<Removal<'_>> =
                others.map(|other| Removal::new(&other.raw.removes)).collect();
            let json = left_of_effects(json.clone(), &mut removals);
            work.merge(overlay, EFFECTS, &json, &mut effects, |section| match section {
                "moved" | "expires" => 1,
                "rows" => 3,
                _ => 0,
            });
        }
        if let Some(json) = &overlay.setup {
            work.merge(overlay, SETUP, json, &mut setup, |section| match section {
                "count" | "squares" => 1,
                _ => 0,
            });
        }
    }
    let manifest = work.manifest(manifest, &ruleset, &overlays);
    for (path, json) in [(MANIFEST, &manifest), (EFFECTS, &effects), (SETUP, &setup)] {
        files.push((path.to_owned(), json.to_string().into_bytes()));
    }
    let is_other = |path: &str| {
        !path.starts_with(TABLES)
            && ![MANIFEST, EFFECTS, SETUP].contains(&path)
            && !COMPANIONS.contains(&path)
    };
    files.extend(base.iter().filter(|(path, _)| is_other(path)).cloned());
    files.retain(|(path, bytes)| path == MANIFEST || bytes.as_slice() != b"{}");
    files.sort();
    (Composed { files, parts: work.parts }, work.clashes)
}

/// Returns `effects.json` without the removed rows.
fn left_of_effects(mut effects: Json, removals: &mut [Removal<'_>]) -> Json {
    if let Json::Object(sections) = &mut effects {
        for (_, rows) in sections.iter_mut().filter(|(name, _)| name == "rows") {
            let all = std::mem::replace(rows, Json::Null);
            *rows = remove::rows(removals, all);
        }
    }
    effects
}

fn read_back(base: &[(String, Vec<u8>)], file: &str) -> Vec<u8> {
    base.iter().find(|(path, _)| path == file).map(|(_, bytes)| bytes.clone()).unwrap_or_default()
}

fn not_there(overlay: &Overlay, ruleset: &str, path: JsonPath) -> Clash {
    Clash::NotThere { overlay: overlay.id().to_owned(), ruleset: ruleset.to_owned(), path }
}

/// Returns the clashes of the choice of overlays itself, which are cheap to find; [`compose`] returns these and more. `unmet` returns what
/// [`Base::unmet`] does; it is asked about overlays that do not name the ruleset.
#[must_use]
pub fn clashes(
    ruleset: &str,
    overlays: &[&Overlay],
    unmet: impl Fn(&Overlay) -> Option<Vec<Need>>,
) -> Vec<Clash> {
    let mut overlays = overlays.to_vec();
    overlays.sort_by_key(|overlay| overlay.id());
    choice(ruleset, &overlays, unmet)
}

/// As [`clashes`], for overlays in the order of their ids.
fn choice(ruleset: &str, overlays: &[&Overlay], unmet: impl Fn(&Overlay) -> Option<Vec<Need>>) -> Vec<Clash> {
    let mut clashes = Vec::new();
    if overlays.len() > Overlay::COUNT_MAX {
        clashes.push(Clash::TooMany { found: overlays.len(), most: Overlay::COUNT_MAX });
    }
    for (index, overlay) in overlays.iter().enumerate() {
        if !overlay.over().any(|id| id == ruleset) {
            let (overlay_id, ruleset) = (overlay.id().to_owned(), ruleset.to_owned());
            match unmet(overlay) {
                None => {
                    let over = overlay.over().map(str::to_owned).collect();
                    clashes.push(Clash::NotOver { overlay: overlay_id, ruleset, over });
                }
                Some(needs) if needs.is_empty() => {}
                Some(needs) => clashes.push(Clash::Unmet { overlay: overlay_id, ruleset, needs }),
            }
        }
        for required in overlay.requires().filter(|id| !overlays.iter().any(|other| other.id() == *id)) {
            let (overlay, required) = (overlay.id().to_owned(), required.to_owned());
            clashes.push(Clash::Requires { overlay, required });
        }
        for other in overlays.iter().skip(index + 1) {
            if other.id() == overlay.id() {
                clashes.push(Clash::Twice(overlay.id().to_owned()));
            } else if overlay.not_with().any(|id| id == other.id())
                || other.not_with().any(|id| id == overlay.id())
            {
                clashes.push(Clash::NotWith { one: overlay.id().to_owned(), other: other.id().to_owned() });
            }
        }
    }
    clashes.dedup();
    clashes
}

/// Key that identifies the items of a list.
type Key = fn(&Json) -> Option<&Json>;

/// State of the composition.
struct Work<'o> {
    names: Names,
    /// Values that overlays have set, by place, with the overlay of each.
    put: BTreeMap<(&'static str, String), (&'o str, Json)>,
    parts: Vec<Part>,
    clashes: Vec<Clash>,
}

impl<'o> Work<'o> {
    /// Adds the tables of an overlay, in a folder of its own.
    fn tables(&mut self, overlay: &'o Overlay) -> Vec<(String, Vec<u8>)> {
        let mut tables = Vec::new();
        for (path, bytes) in &overlay.tables {
            let file = path.replacen(TABLES, &format!("{TABLES}{}/", overlay.id()), 1);
            let renamed = Json::parse(bytes).ok().map(|json| (self.names.json(json.clone()), json));
            // Unchanged text if nothing is renamed, so that faults stay where the author wrote them.
            let bytes = match renamed {
                Some((renamed, json)) if renamed != json => renamed.to_string().into_bytes(),
                Some(_) | None => bytes.clone(),
            };
            self.part(overlay, &file, Vec::new(), path, Vec::new());
            tables.push((file, bytes));
        }
        tables
    }

    /// Merges an overlay's file into the ruleset's file of that name. `depth` is the number of names that lead to an entry of a section; entries are
    /// replaced whole.
    fn merge(
        &mut self,
        overlay: &'o Overlay,
        file: &'static str,
        declared: &Json,
        into: &mut Json,
        depth: impl Fn(&str) -> usize,
    ) {
        let Json::Object(sections) = declared else { return };
        for (section, value) in sections.iter().filter(|(section, _)| section != "$schema") {
            let value = self.names.json(value.clone());
            let mut path = vec![JsonStep::from(section.as_str())];
            let depth = depth(section);
            edit(into, section, |into| self.entry(overlay, file, value, into, depth, &mut path));
        }
    }

    fn entry(
        &mut self,
        overlay: &'o Overlay,
        file: &'static str,
        value: Json,
        into: &mut Json,
        depth: usize,
        path: &mut Vec<JsonStep>,
    ) {
        match value {
            Json::Object(members) if depth > 0 => {
                if !matches!(into, Json::Object(_)) {
                    *into = Json::Object(Vec::new());
                }
                for (key, value) in members {
                    path.push(JsonStep::from(key.as_str()));
                    edit(into, &key, |into| self.entry(overlay, file, value, into, depth - 1, path));
                    path.pop();
                }
            }
            value => {
                let own = path.clone();
                self.says(overlay, file, path, &value);
                self.part(overlay, file, path.clone(), file, own);
                *into = value;
            }
        }
    }

    /// Records the value that an overlay sets at a place, and reports a clash if another overlay sets another value. A repeated value in one overlay is a
    /// fault of its own.
    fn says(&mut self, overlay: &'o Overlay, file: &'static str, path: &[JsonStep], value: &Json) {
        let path = JsonPath { steps: path.to_vec() };
        let earlier = self.put.insert((file, path.to_string()), (overlay.id(), value.clone()));
        if let Some((one, before)) = earlier.filter(|(one, before)| *one != overlay.id() && before != value) {
            drop(before);
            self.clashes.push(Clash::Both {
                one: one.to_owned(),
                other: overlay.id().to_owned(),
                file,
                path,
            });
        }
    }

    fn part(
        &mut self,
        overlay: &Overlay,
        file: &str,
        path: Vec<JsonStep>,
        own_file: &str,
        own_path: Vec<JsonStep>,
    ) {
        let origin = Origin {
            overlay: Some(overlay.id().to_owned()),
            file: own_file.to_owned(),
            path: JsonPath { steps: own_path },
        };
        self.parts.push(Part { file: file.to_owned(), path, origin });
    }

    /// Applies the changes of the overlays to `ruleset.json`.
    fn manifest(&mut self, mut manifest: Json, ruleset: &str, overlays: &[&'o Overlay]) -> Json {
        let Json::Object(fields) = &mut manifest else { return manifest };
        for (field, value) in fields {
            let taken = std::mem::replace(value, Json::Null);
            *value = match (field.as_str(), taken) {
                (
                    "pieces" | "starts" | "covered" | "mechanics" | "points" | "values" | "drawings"
                    | "endings",
                    taken,
                ) => self.names.json(taken),
                ("initial", Json::String(feen)) => Json::String(self.names.position(feen)),
                ("name", Json::String(name)) => {
                    let names = overlays.iter().map(|overlay| overlay.name());
                    Json::String(std::iter::once(name.as_str()).chain(names).collect::<Vec<_>>().join(" + "))
                }
                (_, taken) => taken,
            };
        }
        for overlay in overlays {
            if let Some(feen) = &overlay.raw.initial {
                let feen = Json::String(self.names.position(feen.to_string()));
                self.field(overlay, "initial", feen, 0, &mut manifest);
            }
            let pieces =
                overlay.raw.pieces.iter().map(|(piece, entry)| (piece.to_string(), entry.json.clone()));
            let pieces = self.names.json(Json::Object(pieces.collect()));
            self.field(overlay, "pieces", pieces, 1, &mut manifest);
        }
        let list = |json: &mut Json| match std::mem::replace(json, Json::Null) {
            Json::Array(items) => items,
            _ => Vec::new(),
        };
        edit(&mut manifest, "constraints", |items| {
            let changes = overlays.iter().map(|&overlay| {
                let RawConstraintChanges { without, with } = &overlay.raw.constraints;
                (overlay, texts(without), texts(with))
            });
            let itself: Key = |constraint| Some(constraint);
            let base = list(items);
            *items = Json::Array(self.changed(ruleset, changes.collect(), "constraints", base, itself));
        });
        let has_mechanics = manifest.get("mechanics").is_some();
        let changes_mechanics = |overlay: &&Overlay| {
            let RawMechanicChanges { without, with } = &overlay.raw.mechanics;
            !without.is_empty() || !with.is_empty()
        };
        if has_mechanics || overlays.iter().any(changes_mechanics) {
            edit(&mut manifest, "mechanics", |items| {
                let changes = overlays.iter().map(|&overlay| {
                    let RawMechanicChanges { without, with } = &overlay.raw.mechanics;
                    (overlay, texts(without), texts(with))
                });
                let name: Key = |mechanic| mechanic.get("mechanic");
                let base = list(items);
                *items = Json::Array(self.changed(ruleset, changes.collect(), "mechanics", base, name));
            });
        }
        edit(&mut manifest, "endings", |items| {
            let changes = overlays.iter().map(|&overlay| {
                let RawEndingChanges { without, with } = &overlay.raw.endings;
                (overlay, texts(without), texts(with))
            });
            let status: Key = |ending| ending.get("status");
            let base = list(items);
            *items = Json::Array(self.changed(ruleset, changes.collect(), "endings", base, status));
        });
        manifest
    }

    /// As [`Work::entry`], for a field of `overlay.json` that has the same name in `ruleset.json`.
    fn field(&mut self, overlay: &'o Overlay, field: &str, value: Json, depth: usize, manifest: &mut Json) {
        let first = self.parts.len();
        let mut path = vec![JsonStep::from(field)];
        edit(manifest, field, |into| self.entry(overlay, MANIFEST, value, into, depth, &mut path));
        for part in self.parts.iter_mut().skip(first) {
            OVERLAY.clone_into(&mut part.origin.file);
        }
    }

    /// Applies removals and additions of each overlay to a list of the manifest: added items come first, and replace items with the
    /// same key.
    fn changed(
        &mut self,
        ruleset: &str,
        changes: Vec<(&'o Overlay, Vec<Json>, Vec<Json>)>,
        field: &'static str,
        base: Vec<Json>,
        key: Key,
    ) -> Vec<Json> {
        let mut added: Vec<(Json, Origin)> = Vec::new();
        let mut removed = Vec::new();
        for (overlay, without, with) in changes {
            let origin = |which: &str, index: usize| Origin {
                overlay: Some(overlay.id().to_owned()),
                file: OVERLAY.to_owned(),
                path: JsonPath { steps: vec![field.into(), which.into(), index.into()] },
            };
            for (index, name) in without.into_iter().enumerate() {
                if !base.iter().any(|item| key(item) == Some(&name)) {
                    self.clashes.push(not_there(overlay, ruleset, origin("without", index).path));
                }
                removed.push(name);
            }
            for (index, item) in with.into_iter().enumerate() {
                let item = self.names.json(item);
                let name = key(&item).map_or_else(String::new, Json::to_string);
                self.says(overlay, MANIFEST, &[field.into(), name.as_str().into()], &item);
                if !added.iter().any(|(other, _)| key(other) == key(&item)) {
                    added.push((item, origin("with", index)));
                }
            }
        }
        removed.extend(added.iter().filter_map(|(item, _)| key(item).cloned()));
        let kept = base.into_iter().enumerate().map(|(index, item)| {
            let path = JsonPath { steps: vec![field.into(), index.into()] };
            (item, Origin { overlay: None, file: MANIFEST.to_owned(), path })
        });
        let kept = kept.filter(|(item, _)| key(item).is_none_or(|key| !removed.contains(key)));
        let mut list = Vec::new();
        for (item, origin) in added.into_iter().chain(kept) {
            let path = vec![field.into(), list.len().into()];
            self.parts.push(Part { file: MANIFEST.to_owned(), path, origin });
            list.push(item);
        }
        list
    }
}

fn texts<T>(kept: &[CheckedJson<T>]) -> Vec<Json> {
    kept.iter().map(|kept| kept.json.clone()).collect()
}

/// Changes the member of an object with that name, which is created if it is missing.
fn edit<T>(object: &mut Json, name: &str, act: impl FnOnce(&mut Json) -> T) -> T {
    if !matches!(object, Json::Object(_)) {
        *object = Json::Object(Vec::new());
    }
    let Json::Object(members) = object else { return act(object) };
    if let Some((_, value)) = members.iter_mut().find(|(key, _)| key == name) {
        return act(value);
    }
    let mut value = Json::Null;
    let done = act(&mut value);
    members.push((name.to_owned(), value));
    done
}
