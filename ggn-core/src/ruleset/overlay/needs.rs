//! Needs of house rules: which rulesets one can be played with, by what they have and not by their names.

use std::cell::LazyCell;
use std::fmt;

use super::Overlay;
use super::raw::{RawMarks, RawNeeds};
use crate::json::Json;
use crate::notation::feen::Feen;
use crate::notation::ggn::{Ggn, Place, Row};
use crate::notation::qpi::Qpi;
use crate::ruleset::load::{EFFECTS, MANIFEST, TABLES};
use crate::ruleset::text::Text;

/// Property that a house rule needs and a ruleset does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A board of these sizes, files first.
    Board(Vec<u32>),
    /// An entry of a list of the manifest: name of the list, name of the entry.
    Entry(&'static str, String),
    /// No such entry.
    NoEntry(&'static str, String),
    /// A piece whose state expires.
    Expiry(String),
    /// No such piece.
    NoExpiry(String),
    /// Promotions of a piece to these and no other.
    Promotion(String, Vec<String>),
    /// No such promotions.
    NoPromotion(String, Vec<String>),
    /// A row.
    Row(NamedRow),
    /// No such row.
    NoRow(NamedRow),
}

/// Row of a piece, from a source and to a destination if they are named; without a source its table, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedRow {
    piece: String,
    source: Option<String>,
    destination: Option<String>,
}

impl fmt::Display for NamedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NamedRow { piece, source, destination } = self;
        match (source, destination) {
            (None, _) => write!(f, "table of {piece}"),
            (Some(source), None) => write!(f, "row of {piece} from {source}"),
            (Some(source), Some(destination)) => write!(f, "row of {piece} from {source} to {destination}"),
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Board(sizes) => {
                let sizes: Vec<_> = sizes.iter().map(u32::to_string).collect();
                write!(f, "a board of {}", sizes.join(" by "))
            }
            Need::Entry(list, name) => write!(f, "{name} among the {list}"),
            Need::NoEntry(list, name) => write!(f, "no {name} among the {list}"),
            Need::Expiry(piece) => write!(f, "a {piece} that expires"),
            Need::NoExpiry(piece) => write!(f, "no {piece} that expires"),
            Need::Promotion(piece, to) => write!(f, "a {piece} that promotes to {}", to.join(", ")),
            Need::NoPromotion(piece, to) => write!(f, "no {piece} that promotes to {}", to.join(", ")),
            Need::Row(row) => write!(f, "a {row}"),
            Need::NoRow(row) => write!(f, "no {row}"),
        }
    }
}

/// Ruleset with which the needs of overlays are compared. Its tables and effects are read only if an overlay needs some.
pub struct Base<'f> {
    manifest: Option<Json>,
    parts: LazyCell<Parts, Box<dyn FnOnce() -> Parts + 'f>>,
}

/// Tables of a ruleset by their paths, and the content of `effects.json`.
type Parts = (Vec<(String, Ggn)>, Option<Json>);

impl<'f> Base<'f> {
    /// Returns the ruleset of these files: the manifest, all tables, and the effects.
    #[must_use]
    pub fn new(files: &'f [(String, Vec<u8>)]) -> Base<'f> {
        Base::with_tables(files, || None)
    }

    /// Returns the ruleset of a manifest among `files`, with tables and effects that are no files: those that patterns come to. Where there are none, they
    /// are among the files.
    #[must_use]
    pub fn with_tables(
        files: &'f [(String, Vec<u8>)],
        tables: impl FnOnce() -> Option<(Vec<(String, Ggn)>, Option<Json>)> + 'f,
    ) -> Base<'f> {
        let read = |file: &str| {
            let (_, bytes) = files.iter().find(|(path, _)| path == file)?;
            Json::parse(bytes).ok()
        };
        let parts = move || {
            tables().unwrap_or_else(|| {
                let is_table = |path: &str| path.starts_with(TABLES) && path.ends_with(".json");
                let table = |(path, bytes): &(String, Vec<u8>)| Some((path.clone(), Ggn::parse(bytes).ok()?));
                (files.iter().filter(|(path, _)| is_table(path)).filter_map(table).collect(), read(EFFECTS))
            })
        };
        Base { manifest: read(MANIFEST), parts: LazyCell::new(Box::new(parts)) }
    }

    /// Returns the needs of an overlay that the ruleset does not meet; `None` if the overlay names none, so that it goes only with the rulesets that it
    /// names. Tables and effects are compared only if the manifest meets all other needs.
    #[must_use]
    pub fn unmet(&self, overlay: &Overlay) -> Option<Vec<Need>> {
        let needs = overlay.raw.needs.as_ref()?;
        let RawNeeds { board, has, lacks } = needs;
        let is_other = |board: &&Vec<u32>| self.sizes().is_none_or(|sizes| sizes != **board);
        let board = board.as_ref().filter(is_other).cloned().map(Need::Board);
        let missing = entries(has).filter(|(list, name)| !self.has_entry(list, name));
        let missing = missing.map(|(list, name)| Need::Entry(list, name.to_owned()));
        let present = entries(lacks).filter(|(list, name)| self.has_entry(list, name));
        let present = present.map(|(list, name)| Need::NoEntry(list, name.to_owned()));
        let mut unmet: Vec<Need> = board.into_iter().chain(missing).chain(present).collect();
        // Tables are read last: they may have to be made.
        if unmet.is_empty() {
            let lost = has.expires.iter().filter(|piece| !self.has_expiry(piece));
            unmet.extend(lost.map(|piece| Need::Expiry(piece.to_string())));
            let found = lacks.expires.iter().filter(|piece| self.has_expiry(piece));
            unmet.extend(found.map(|piece| Need::NoExpiry(piece.to_string())));
            let lost = promotions(has).filter(|(piece, to)| !self.promotes(piece, to));
            unmet.extend(lost.map(|(piece, to)| Need::Promotion(piece, to)));
            let found = promotions(lacks).filter(|(piece, to)| self.promotes(piece, to));
            unmet.extend(found.map(|(piece, to)| Need::NoPromotion(piece, to)));
            unmet.extend(rows(has).filter(|row| !self.has_row(row)).map(Need::Row));
            unmet.extend(rows(lacks).filter(|row| self.has_row(row)).map(Need::NoRow));
        }
        Some(unmet)
    }

    fn has_expiry(&self, piece: &str) -> bool {
        let expiries = self.parts.1.as_ref().and_then(|effects| effects.get("expires"));
        expiries.is_some_and(|expiries| expiries.get(piece).is_some())
    }

    /// Returns whether a piece promotes, always to these.
    fn promotes(&self, piece: &str, to: &[String]) -> bool {
        let sources = self.parts.1.as_ref().and_then(|effects| effects.get("rows")?.get(piece));
        let destinations = sources.into_iter().flat_map(values).flat_map(values);
        let effects = destinations.flat_map(|effects| match effects {
            Json::Array(effects) => effects.as_slice(),
            _ => &[],
        });
        let to = sorted(to.iter().map(String::as_str));
        let mut promotions = effects.filter_map(choices).peekable();
        promotions.peek().is_some() && promotions.all(|choices| choices == to)
    }

    fn has_row(&self, NamedRow { piece, source, destination }: &NamedRow) -> bool {
        // Texts that are no pieces or squares were reported when the overlay was read.
        let Ok(piece) = piece.parse::<Qpi>() else { return false };
        let place = |text: &Option<String>| text.as_ref().map(|text| text.parse::<Place>());
        let (source, destination) = match (place(source), place(destination)) {
            (Some(Err(_)), _) | (_, Some(Err(_))) => return false,
            (source, destination) => (source.and_then(Result::ok), destination.and_then(Result::ok)),
        };
        let is_it = |row: &Row| {
            row.piece == piece
                && source.is_none_or(|source| row.source == source)
                && destination.is_none_or(|destination| row.destination == destination)
        };
        let has = |(_, table): &(String, Ggn)| {
            table.rows.iter().any(is_it) || (source.is_none() && table.idle.contains(&piece))
        };
        self.parts.0.iter().any(has)
    }

    /// Returns the sizes of the board, files first.
    fn sizes(&self) -> Option<Vec<u32>> {
        let Json::String(initial) = self.manifest.as_ref()?.get("initial")? else { return None };
        let feen: Feen = initial.parse().ok()?;
        Some(feen.placement.sizes.into_iter().map(u32::from).collect())
    }

    /// Returns whether a list of the manifest has an entry of that name.
    fn has_entry(&self, list: &str, name: &str) -> bool {
        let tag = match list {
            "endings" => Some("status"),
            "mechanics" => Some("mechanic"),
            _ => None,
        };
        let is_named = |item: &Json| {
            let named = tag.and_then(|tag| item.get(tag)).unwrap_or(item);
            matches!(named, Json::String(found) if found == name)
        };
        match self.manifest.as_ref().and_then(|manifest| manifest.get(list)) {
            Some(Json::Object(members)) => members.iter().any(|(key, _)| key == name),
            Some(Json::Array(items)) => items.iter().any(is_named),
            Some(_) | None => false,
        }
    }
}

impl fmt::Debug for Base<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Base").field("manifest", &self.manifest).finish_non_exhaustive()
    }
}

/// Returns the named entries: the list of the manifest, and the name.
fn entries(marks: &RawMarks) -> impl Iterator<Item = (&'static str, &str)> {
    let RawMarks { pieces, constraints, endings, mechanics, expires: _, promotes: _, rows: _ } = marks;
    let pieces = pieces.iter().map(|name| ("pieces", &**name));
    let constraints = constraints.iter().filter_map(|constraint| match &constraint.json {
        Json::String(name) => Some(("constraints", name.as_str())),
        _ => None,
    });
    let endings = endings.iter().map(|status| ("endings", &**status));
    pieces.chain(constraints).chain(endings).chain(mechanics.iter().map(|name| ("mechanics", &**name)))
}

/// Returns the named promotions: a piece, and what it becomes.
fn promotions(marks: &RawMarks) -> impl Iterator<Item = (String, Vec<String>)> {
    let texts = |to: &[Text<Qpi>]| to.iter().map(ToString::to_string).collect();
    marks.promotes.iter().map(move |(piece, to)| (piece.to_string(), texts(to)))
}

/// Returns what an effect promotes to, sorted.
fn choices(effect: &Json) -> Option<Vec<&str>> {
    let Json::Array(to) = effect.get("promotes")?.get("to")? else { return None };
    Some(sorted(to.iter().filter_map(|to| if let Json::String(to) = to { Some(to.as_str()) } else { None })))
}

/// Returns the values of an object.
fn values(json: &Json) -> impl Iterator<Item = &Json> {
    let members = match json {
        Json::Object(members) => members.as_slice(),
        _ => &[],
    };
    members.iter().map(|(_, value)| value)
}

fn sorted<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut sorted: Vec<_> = texts.collect();
    sorted.sort_unstable();
    sorted
}

/// Returns the named rows.
fn rows(marks: &RawMarks) -> impl Iterator<Item = NamedRow> {
    let mut rows = Vec::new();
    for (piece, sources) in &marks.rows {
        let mut row = |source: Option<&str>, destination: Option<&str>| {
            let [source, destination] = [source, destination].map(|place| place.map(str::to_owned));
            rows.push(NamedRow { piece: piece.to_string(), source, destination });
        };
        if sources.is_empty() {
            row(None, None);
        }
        for (source, destinations) in sources {
            if destinations.is_empty() {
                row(Some(source), None);
            }
            destinations.iter().for_each(|destination| row(Some(source), Some(destination)));
        }
    }
    rows.into_iter()
}
