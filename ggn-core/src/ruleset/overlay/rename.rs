//! Renaming of pieces wherever they are named.

use std::collections::BTreeMap;

use super::{Clash, Overlay};
use crate::json::{Json, JsonPath};
use crate::notation::feen::Feen;
use crate::notation::qpi::Qpi;

/// New names of the renamed pieces.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<Qpi, Qpi>);

impl Names {
    /// Collects the renamed pieces of the overlays.
    pub(super) fn of(overlays: &[&Overlay], clashes: &mut Vec<Clash>) -> Names {
        let mut names: BTreeMap<Qpi, (Qpi, &str)> = BTreeMap::new();
        for overlay in overlays {
            for (before, after) in &overlay.raw.renames {
                // A text that is not a piece was reported when the overlay was read.
                let (Ok(from), Ok(to)) = (before.parse::<Qpi>(), after.parse::<Qpi>()) else { continue };
                let path = || JsonPath { steps: vec!["renames".into(), before.into()] };
                if from.sin != to.sin || from.side() != to.side() {
                    clashes.push(Clash::Renamed { overlay: overlay.id().to_owned(), path: path() });
                    continue;
                }
                match names.insert(from, (to, overlay.id())) {
                    Some((other, one)) if other != to => clashes.push(Clash::Both {
                        one: one.to_owned(),
                        other: overlay.id().to_owned(),
                        file: super::OVERLAY,
                        path: path(),
                    }),
                    Some(_) | None => {}
                }
            }
        }
        Names(names.into_iter().map(|(from, (to, _))| (from, to)).collect())
    }

    /// Returns the JSON with every piece renamed, as the key of an object or as a text.
    pub(super) fn json(&self, json: Json) -> Json {
        if self.0.is_empty() {
            return json;
        }
        match json {
            Json::Null | Json::Bool(_) | Json::Number(_) => json,
            Json::String(text) => Json::String(self.text(text)),
            Json::Array(items) => Json::Array(items.into_iter().map(|item| self.json(item)).collect()),
            Json::Object(members) => Json::Object(
                members.into_iter().map(|(key, value)| (self.text(key), self.json(value))).collect(),
            ),
        }
    }

    /// Returns the position with every piece renamed.
    pub(super) fn position(&self, text: String) -> String {
        let Ok(mut feen) = text.parse::<Feen>() else { return text };
        let styles = [feen.active, feen.inactive];
        let style = |side| if styles[0].side == side { styles[0] } else { styles[1] };
        let standing = feen.placement.squares.iter_mut().flatten();
        let held =
            [&mut feen.hands.first, &mut feen.hands.second].into_iter().flatten().map(|(epin, _)| epin);
        for epin in standing.chain(held) {
            let side = epin.pin.side;
            let sin = style(if epin.derived { side.opponent() } else { side });
            if let Some(now) = self.0.get(&Qpi { sin, pin: epin.pin }) {
                epin.pin = now.pin;
            }
        }
        feen.to_string()
    }

    fn text(&self, text: String) -> String {
        let now = text.parse::<Qpi>().ok().and_then(|piece| self.0.get(&piece));
        now.map_or(text, ToString::to_string)
    }
}
