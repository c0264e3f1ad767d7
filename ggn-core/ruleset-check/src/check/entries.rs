//! Entries of effects.json and setup.json for each side, so that the sides can be compared.

use std::fmt;

use ggn_core::Side;
use ggn_core::json::{Json, JsonPath};
use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;

use super::mirror::{Mirror, other_side};

/// One entry: of `moved`, a row's effect, a square of the setup, ….
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    /// Of which side it speaks.
    pub(super) side: Side,
    /// True if it is one of several in a list.
    pub(super) is_listed: bool,
    /// The names that lead to it; pieces and squares among them.
    keys: Vec<String>,
    /// Content, in a form in which order does not matter.
    holds: String,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (section, keys) =
            self.keys.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        write!(f, "`{section}` {}: {}", keys.join(" "), self.holds)
    }
}

impl Entry {
    /// Returns the part of the file and the piece: `` `squares` of C:R ``.
    pub(super) fn head(&self) -> String {
        let section = self.keys.first().map_or("", String::as_str);
        format!("`{section}` of {}", self.piece())
    }

    /// Returns the piece that it is about.
    pub(super) fn piece(&self) -> &str {
        self.keys.get(1).map_or("", String::as_str)
    }

    /// Returns the same for the other side.
    pub(super) fn mirrored(&self, mirror: &Mirror<'_>) -> Entry {
        let section = self.keys.iter().take(1).cloned();
        let keys = section.chain(self.keys.iter().skip(1).map(|key| text(key, mirror))).collect();
        let json = Json::parse(self.holds.as_bytes()).unwrap_or(Json::Null);
        Entry { side: self.side.opponent(), keys, holds: canonical(&json, Some(mirror)), ..self.clone() }
    }
}

/// Returns the entries of a file, each with its place.
pub(super) fn of(json: &Json) -> Vec<(Entry, JsonPath)> {
    let mut entries = Vec::new();
    let mut path = JsonPath::default();
    for (section, depth) in [("moved", 1), ("expires", 1), ("rows", 3), ("squares", 2)] {
        if let Some(part) = json.get(section) {
            path.within(section, |path| {
                collect(part, depth, &mut vec![section.to_owned()], path, &mut entries);
            });
        }
    }
    if let Some(hand) = json.get("captured").and_then(|captured| captured.get("hand")) {
        path.within("captured", |path| {
            path.within("hand", |path| {
                collect(hand, 1, &mut vec!["captured".to_owned()], path, &mut entries);
            });
        });
    }
    entries
}

fn collect(
    json: &Json,
    depth: usize,
    keys: &mut Vec<String>,
    path: &mut JsonPath,
    entries: &mut Vec<(Entry, JsonPath)>,
) {
    match json {
        Json::Object(members) if depth > 0 => {
            for (key, value) in members {
                keys.push(key.clone());
                path.within(key.as_str(), |path| collect(value, depth - 1, keys, path, entries));
                keys.pop();
            }
        }
        Json::Array(items) if depth == 0 => {
            for (index, item) in items.iter().enumerate() {
                path.within(index, |path| push(item, true, keys, path, entries));
            }
        }
        other => push(other, false, keys, path, entries),
    }
}

fn push(
    json: &Json,
    is_listed: bool,
    keys: &[String],
    path: &JsonPath,
    entries: &mut Vec<(Entry, JsonPath)>,
) {
    let Some(piece) = keys.get(1).and_then(|piece| piece.parse::<Qpi>().ok()) else { return };
    let holds = canonical(json, None);
    entries.push((Entry { side: piece.side(), is_listed, keys: keys.to_vec(), holds }, path.clone()));
}

/// Returns a square or a piece seen from the other side; other texts as they are.
fn text(text: &str, mirror: &Mirror<'_>) -> String {
    match (text.parse::<Cell>(), text.parse::<Qpi>()) {
        (Ok(cell), _) => mirror.cell(cell).to_string(),
        (_, Ok(piece)) => other_side(piece).to_string(),
        (Err(_), Err(_)) => text.to_owned(),
    }
}

/// JSON with its keys and lists in order, seen from the other side if a mirror is given. Names of moves are left as they are.
fn canonical(json: &Json, mirror: Option<&Mirror<'_>>) -> String {
    sorted(json, mirror).to_string()
}

fn sorted(json: &Json, mirror: Option<&Mirror<'_>>) -> Json {
    let see = |name: &str| mirror.map_or_else(|| name.to_owned(), |mirror| text(name, mirror));
    match json {
        Json::Null | Json::Bool(_) | Json::Number(_) => json.clone(),
        Json::String(name) => Json::String(see(name)),
        Json::Array(items) => {
            let mut items: Vec<Json> = items.iter().map(|item| sorted(item, mirror)).collect();
            items.sort_by_key(ToString::to_string);
            Json::Array(items)
        }
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| match key.as_str() {
                "tag" | "san" => (key.clone(), value.clone()),
                _ => (see(key), sorted(value, mirror)),
            };
            let mut members: Vec<(String, Json)> = members.iter().map(member).collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Json::Object(members)
        }
    }
}
