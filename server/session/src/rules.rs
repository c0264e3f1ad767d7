//! A ruleset as sessions play it, with data derived from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::ggn::Ggn;
use ggn_core::{OwnPieces, Passing, choices, relative, tries};

use crate::domain::PieceType;
use crate::names::Names;

/// Form of the tables in the files of a ruleset, as requests name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableForm {
    /// As their authors write them.
    #[default]
    Canonical,
    /// Each list of possibilities once: a fifth of the text, with the same rows.
    Compact,
    /// Each row once for all squares from which it is the same, and effects alike ([`ggn_core::relative`]): a hundredth of the text, for the engine in
    /// the browser.
    Relative,
}

impl TableForm {
    /// Every form.
    pub const ALL: [TableForm; 3] = [TableForm::Canonical, TableForm::Compact, TableForm::Relative];
}

/// Folder of the tables of a ruleset, and the file with its effects.
const TABLES: &str = "ggn/";
const EFFECTS: &str = "effects.json";

/// File with the board of a ruleset.
const MANIFEST: &str = "ruleset.json";

/// A ruleset with data derived from it.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) id: Arc<str>,
    /// Display name, without house rules.
    pub(crate) name: Arc<str>,
    pub(crate) ruleset: Arc<ggn_core::Rules>,
    /// Types that pieces of this game can promote to.
    pub(crate) promotions: BTreeSet<PieceType>,
    pub(crate) names: Names,
    /// True if pieces can be held, in a hand or in a supply.
    pub(crate) has_hands: bool,
    /// Possible captures in passing: the square, and the pieces that may be captured there.
    pub(crate) passings: BTreeSet<Passing>,
    /// The ids of the house rules that the ruleset includes, in order.
    pub(crate) overlays: Arc<[String]>,
    /// The same rules without a moderator's changes, which browsers fetch as long as a game has them.
    _unmoderated: Option<Arc<Rules>>,
    /// The public files by path, patterns as they are.
    files: BTreeMap<String, String>,
    /// The files as one text with the tables in each form, written when it is first asked for.
    bundles: [OnceLock<Arc<str>>; TableForm::ALL.len()],
}

impl Rules {
    /// Describes a ruleset that was loaded from these files, which already include these house rules.
    pub(crate) fn new(
        ruleset: Arc<ggn_core::Rules>,
        files: &[(String, Vec<u8>)],
        overlays: Vec<String>,
    ) -> Rules {
        Rules {
            id: ruleset.id().into(),
            name: ruleset.name().into(),
            promotions: promotions(&ruleset),
            names: Names::of(&ruleset),
            has_hands: ruleset.has_hands(),
            passings: ruleset.passings(),
            overlays: overlays.into(),
            _unmoderated: None,
            files: public(files),
            bundles: Default::default(),
            ruleset,
        }
    }

    /// Gives the ruleset another id than its files do.
    pub(crate) fn known_as(self, id: &str) -> Rules {
        Rules { id: id.into(), ..self }
    }

    /// Gives rules with house rules the name of those without.
    pub(crate) fn named(self, name: &Arc<str>) -> Rules {
        Rules { name: Arc::clone(name), ..self }
    }

    /// Describes a ruleset that was loaded from the files of another one with a moderator's changes.
    pub(crate) fn moderated(
        ruleset: Arc<ggn_core::Rules>,
        files: &[(String, Vec<u8>)],
        rules: &Arc<Rules>,
    ) -> Rules {
        let made = Rules::new(ruleset, files, rules.overlays.to_vec());
        let (id, name) = (Arc::clone(&rules.id), Arc::clone(&rules.name));
        Rules { id, name, _unmoderated: Some(Arc::clone(rules)), ..made }
    }

    /// Returns the piece type with that name, if a piece of this game can promote to it.
    pub(crate) fn promotion_named(&self, name: &str) -> Option<PieceType> {
        self.ruleset
            .pieces()
            .filter(|(_, piece)| piece.name == name)
            .filter_map(|(_, piece)| PieceType::new(piece.letter()))
            .find(|kind| self.promotions.contains(kind))
    }

    /// Returns the files as one JSON object from path to text.
    pub(crate) fn bundle(&self, form: TableForm) -> &Arc<str> {
        let [canonical, compact, relative] = &self.bundles;
        let known = match form {
            TableForm::Canonical => canonical,
            TableForm::Compact => compact,
            TableForm::Relative => relative,
        };
        known.get_or_init(|| bundle(&self.written(), form).unwrap_or_default())
    }

    /// Returns the public files, patterns as they are.
    pub(crate) fn written(&self) -> Vec<(String, Vec<u8>)> {
        self.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()
    }

    /// Returns the public files, patterns as the tables that they come to.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        tables(&self.written()).unwrap_or_default()
    }
}

/// Returns the JSON files of a ruleset; patterns alone are written out, unless they have faults.
pub(crate) fn tables(files: &[(String, Vec<u8>)]) -> Option<Vec<(String, Vec<u8>)>> {
    let files = pattern::whole(files).ok()?;
    Some(files.iter().filter(|(path, _)| path.ends_with(".json")).cloned().collect())
}

/// Returns the files of a ruleset as one JSON object from path to text, without the ruleset; none if its patterns are faulty.
pub(crate) fn bundle(files: &[(String, Vec<u8>)], form: TableForm) -> Option<Arc<str>> {
    if form == TableForm::Relative {
        return with_relative_tables(files);
    }
    let mut public = public(&tables(files)?);
    if form == TableForm::Compact {
        for (_, text) in public.iter_mut().filter(|(path, _)| path.starts_with(TABLES)) {
            // The tables of a ruleset that loads have no faults.
            if let Ok(table) = Ggn::parse(text.as_bytes()) {
                *text = table.compact();
            }
        }
    }
    Some(text(&public))
}

/// Returns the files of a ruleset with relative tables and effects, as [`bundle`] does. A table that the form cannot say is compact.
fn with_relative_tables(files: &[(String, Vec<u8>)]) -> Option<Arc<str>> {
    let sizes = board(files)?;
    let mut public = public(files);
    public.retain(|path, _| path.ends_with(".json"));
    let (tables, effects) = match pattern::tables(files).ok()? {
        Some(written) => (written.tables, written.effects),
        None => {
            let read = |(path, text): (&String, &String)| {
                let table = path.starts_with(TABLES).then(|| Ggn::parse(text.as_bytes()).ok())??;
                Some((path.clone(), table))
            };
            let effects = public.get(EFFECTS).and_then(|text| Json::parse(text.as_bytes()).ok());
            (public.iter().filter_map(read).collect(), effects)
        }
    };
    for (path, table) in tables {
        let text = relative::table(&table, &sizes).map_or_else(|| table.compact(), |table| table.to_string());
        public.insert(path, text);
    }
    if let Some(effects) = effects {
        let text = relative::effects(&effects, &sizes).unwrap_or(effects).to_string();
        public.insert(EFFECTS.to_owned(), text);
    }
    Some(text(&public))
}

/// Returns the size of each dimension of the board; none of a faulty manifest.
fn board(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let (_, manifest) = files.iter().find(|(path, _)| path == MANIFEST)?;
    match Json::parse(manifest).ok()?.get("initial")? {
        Json::String(initial) => Some(initial.parse::<Feen>().ok()?.placement.sizes),
        _ => None,
    }
}

/// Returns the files of a ruleset as their author writes them, as one JSON object from path to text: where every table comes from patterns, these
/// stand for the tables and for the effects.
pub(crate) fn written(files: &[(String, Vec<u8>)]) -> Arc<str> {
    let has = |wanted: &str| files.iter().any(|(path, _)| path == wanted);
    let table = |path: &str| {
        Some(path.strip_prefix(TABLES)?.strip_suffix(".json").map_or_else(String::new, str::to_owned))
    };
    let is_of_patterns =
        files.iter().filter_map(|(path, _)| table(path)).all(|name| has(&format!("patterns/{name}.moves")));
    let has_patterns = files.iter().any(|(path, _)| path.starts_with("patterns/"));
    let is_written =
        |path: &str| !(has_patterns && is_of_patterns && (path == EFFECTS || table(path).is_some()));
    let kept = files.iter().filter(|(path, _)| is_written(path));
    text(&kept.map(|(path, bytes)| (path.clone(), String::from_utf8_lossy(bytes).into_owned())).collect())
}

/// Returns the files that the engine in the browser needs.
fn public(files: &[(String, Vec<u8>)]) -> BTreeMap<String, String> {
    let needed = files.iter().filter(|(path, _)| path != "perft.json" && path != "games.json");
    needed.map(|(path, bytes)| (path.clone(), String::from_utf8_lossy(bytes).into_owned())).collect()
}

fn text(files: &BTreeMap<String, String>) -> Arc<str> {
    serde_json::to_string(files).unwrap_or_default().into()
}

/// Returns the types that pieces can promote to, found by trying every piece alone on every square.
fn promotions(ruleset: &ggn_core::Rules) -> BTreeSet<PieceType> {
    let mut letters = BTreeSet::new();
    for (id, piece) in ruleset.pieces() {
        for square in ruleset.shape().iter() {
            let alone = OwnPieces::new(ruleset, piece.side(), [(square, id)]);
            for tried in tries(ruleset, &alone, square).iter().filter(|tried| tried.promotes) {
                let becomes = choices(ruleset, &alone, square, tried.destination);
                letters.extend(
                    becomes
                        .into_iter()
                        .filter_map(|choice| ruleset.piece(choice))
                        .filter_map(|choice| PieceType::new(choice.letter())),
                );
            }
        }
    }
    letters
}
