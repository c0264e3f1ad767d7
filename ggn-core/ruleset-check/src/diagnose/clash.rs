//! Descriptions of house rules that do not go together, or not with their ruleset.

use ggn_core::Clash;
use ggn_core::json::{Json, JsonPath, JsonStep};

use super::code::Code;
use super::description::{Aim, Description};
use super::known::{Known, list};
use super::notation;
use super::suggest::nearest;
use crate::rules::{Folder, MANIFEST, OVERLAY};

/// Files around the house rules that clash.
#[derive(Debug)]
pub struct ClashContext<'a> {
    /// The ruleset.
    pub base: &'a Folder,
    /// The overlay with the fault.
    pub overlay: Option<&'a Folder>,
    /// The names of the overlays beside it.
    pub beside: &'a [String],
}

/// Describes why overlays do not go together, with the place in the one with the fault.
#[must_use]
pub fn describe(clash: &Clash, path: Option<&JsonPath>, around: &ClashContext<'_>) -> Description {
    let aim = if path.is_some() { Aim::Key } else { Aim::File };
    let description = Description::new(Code::OverlaysClash, aim, clash.to_string());
    match clash {
        Clash::NotOver { ruleset, .. } => {
            description.advise(format!("name \"{ruleset}\" in its `over` if it is made for it too"))
        }
        Clash::Unmet { .. } => description.advise("it can be played with rulesets that meet these needs"),
        Clash::NotWith { .. } | Clash::TooMany { .. } => {
            description.advise("leave out one that can be missed")
        }
        Clash::Requires { required, .. } => description.advise(required_hint(required, around.beside)),
        Clash::Twice(_) => description.advise("name it once"),
        Clash::Both { .. } => description
            .advise("play with one of the two; by `not_with` one says that it does not go with the other"),
        Clash::NotThere { path, .. } => description.hint(not_there(path, around)),
        Clash::Renamed { .. } => description
            .advise("only the letter, its sign and ^ can be others: a piece keeps its side and its style"),
    }
}

fn required_hint(required: &str, beside: &[String]) -> String {
    let known = || beside.iter().map(String::as_str);
    if known().any(|id| id == required) {
        return format!("add {required} to the house rules");
    }
    match nearest(required, known()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "there is no such overlay beside it".to_owned(),
    }
}

/// Suggests what may have been meant by an entry that is taken away and not there.
fn not_there(path: &JsonPath, around: &ClashContext<'_>) -> Option<String> {
    let manifest = Json::parse(around.base.file(MANIFEST)?).ok()?;
    let overlay = Json::parse(around.overlay?.file(OVERLAY)?).ok()?;
    let found = match at(&overlay, &path.steps) {
        Some(Json::String(text)) => text.as_str(),
        _ => "",
    };
    match path.steps.as_slice() {
        [JsonStep::Key(field), JsonStep::Key(piece), rest @ ..] if field == "removes" => {
            removed(piece, rest, &Known::of(around.base))
        }
        [JsonStep::Key(field), ..] => {
            let names = names(&manifest, field);
            let other = other_name(found).filter(|name| names.iter().any(|known| known == name));
            let near = other.or_else(|| nearest(found, names.iter().map(String::as_str)));
            Some(match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if names.is_empty() => format!("the ruleset has no {field}"),
                None => format!("the {field} of the ruleset are {}", list(&names)),
            })
        }
        _ => None,
    }
}

/// Returns the names by which the items of a list of the manifest are distinguished.
fn names(manifest: &Json, field: &str) -> Vec<String> {
    let Some(Json::Array(items)) = manifest.get(field) else { return Vec::new() };
    let name = |item: &Json| match (item, item.get("status").or_else(|| item.get("mechanic"))) {
        (Json::String(name), _) | (_, Some(Json::String(name))) => Some(name.clone()),
        _ => None,
    };
    items.iter().filter_map(name).collect()
}

/// Returns the everyday name of an ending whose status has another name.
fn other_name(found: &str) -> Option<&'static str> {
    match found.to_lowercase().replace(['_', ' '], "-").as_str() {
        "fifty" | "fifty-move" | "fifty-moves" | "fifty-move-rule" | "50" | "50-move" | "50-moves" => {
            Some("movelimit")
        }
        "threefold" | "three-fold" | "threefold-repetition" | "fivefold" => Some("repetition"),
        "mate" => Some("checkmate"),
        "material" | "insufficient-material" | "dead-position" => Some("insufficient"),
        _ => None,
    }
}

/// Returns the rows that there are instead of one that is not there.
fn removed(piece: &str, rest: &[JsonStep], known: &Known) -> Option<String> {
    if !known.has(piece) {
        return notation::similar(piece, known);
    }
    let sources = known.sources(piece);
    let Some(JsonStep::Key(source)) = rest.first() else { return None };
    Some(match known.destinations(piece, source) {
        _ if sources.is_empty() => format!("{piece} has no rows"),
        none if none.is_empty() => format!("{piece} has rows from {}", list(&sources)),
        some => format!("from {source} its rows lead to {}", list(&some)),
    })
}

/// Returns the value at a place.
fn at<'j>(json: &'j Json, steps: &[JsonStep]) -> Option<&'j Json> {
    steps.iter().try_fold(json, |json, step| match (step, json) {
        (JsonStep::Key(key), json) => json.get(key),
        (JsonStep::Index(index), Json::Array(items)) => items.get(*index),
        (JsonStep::Index(_), _) => None,
    })
}
