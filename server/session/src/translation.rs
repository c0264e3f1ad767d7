//! Names in another language, as data: `rules/translations/<language>.json`.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::data::{DataFault, DataFaultKind, Faults, Fields, id_schema};
use ggn_core::json::JsonPath;

/// Names and descriptions in a language, each under the English name or the id that the rules have. A client shows the English name where one is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Translation {
    /// The code of the language, which is the name of the file, such as `de`.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// Names of sides, by their English names.
    pub sides: BTreeMap<String, String>,
    /// Families of games, by their English names.
    pub families: BTreeMap<String, Family>,
    /// Names of games, by the ids of their rulesets. A game that has the same name in this language may be left out.
    pub games: BTreeMap<String, String>,
    /// Descriptions of games, by the ids of their rulesets. They may be left out, and the server sends them apart from the names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub abouts: BTreeMap<String, String>,
    /// Names of pieces, by their English names.
    pub pieces: BTreeMap<String, String>,
    /// House rules, by their ids.
    pub overlays: BTreeMap<String, TranslatedRule>,
    /// Names of moderators, by their ids. One that has the same name in this language may be left out.
    pub moderators: BTreeMap<String, String>,
    /// Names of time controls, by their English names.
    pub clocks: BTreeMap<String, String>,
}

/// A family of games in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(deny_unknown_fields)]
pub struct Family {
    /// The name of the family.
    pub name: String,
    /// Names of pieces that are called otherwise in this family than elsewhere, as the rook of shogi is; left out for none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<String, String>,
}

/// A house rule in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(deny_unknown_fields)]
pub struct TranslatedRule {
    /// The name of the house rule.
    pub name: String,
    /// Its description in a few sentences.
    pub about: String,
}

/// Names that the rules have, which a translation may translate.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownNames {
    pub(crate) sides: BTreeSet<String>,
    pub(crate) families: BTreeSet<String>,
    pub(crate) games: BTreeSet<String>,
    pub(crate) pieces: BTreeSet<String>,
    pub(crate) overlays: BTreeSet<String>,
    pub(crate) moderators: BTreeSet<String>,
    pub(crate) clocks: BTreeSet<String>,
}

impl Translation {
    /// Reads the file of a language.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Translation> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let [sides, games, pieces, moderators, clocks] =
            ["sides", "games", "pieces", "moderators", "clocks"].map(|name| texts(&mut fields, name));
        let abouts = if fields.has("abouts") { texts(&mut fields, "abouts") } else { BTreeMap::new() };
        let families: BTreeMap<String, Family> = values(fields.table("families"));
        for (family, Family { name, pieces }) in &families {
            blank(&mut fields, &["families", family, "name"], name);
            for (piece, name) in pieces {
                blank(&mut fields, &["families", family, "pieces", piece], name);
            }
        }
        let overlays: BTreeMap<String, TranslatedRule> = values(fields.table("overlays"));
        for (rule, TranslatedRule { name, about }) in &overlays {
            blank(&mut fields, &["overlays", rule, "name"], name);
            blank(&mut fields, &["overlays", rule, "about"], about);
        }
        fields.finish();
        let translation =
            Translation { id: id?, sides, families, games, abouts, pieces, overlays, moderators, clocks };
        (faults.len() == before).then_some(translation)
    }

    /// Returns the names without the descriptions of games, which few clients show.
    #[must_use]
    pub fn names(&self) -> Translation {
        Translation { abouts: BTreeMap::new(), ..self.clone() }
    }

    /// Returns a fault for each name that the rules do not have.
    pub(crate) fn unknown_names(&self, known: &KnownNames) -> Vec<DataFault> {
        let mut faults = Vec::new();
        let mut check = |steps: &[&str], what: &'static str, known: &BTreeSet<String>, name: &str| {
            if known.contains(name) {
                return;
            }
            let place = JsonPath { steps: steps.iter().copied().chain([name]).map(Into::into).collect() };
            let kind = DataFaultKind::UnknownName { what, known: known.iter().cloned().collect() };
            faults.push(DataFault { file: format!("translations/{}.json", self.id), place, kind });
        };
        for (list, what, translated, known) in [
            ("sides", "side", &self.sides, &known.sides),
            ("games", "ruleset", &self.games, &known.games),
            ("abouts", "ruleset", &self.abouts, &known.games),
            ("pieces", "piece", &self.pieces, &known.pieces),
            ("moderators", "moderator", &self.moderators, &known.moderators),
            ("clocks", "time control", &self.clocks, &known.clocks),
        ] {
            for name in translated.keys() {
                check(&[list], what, known, name);
            }
        }
        for (family, Family { pieces, .. }) in &self.families {
            check(&["families"], "family", &known.families, family);
            for piece in pieces.keys() {
                check(&["families", family, "pieces"], "piece", &known.pieces, piece);
            }
        }
        for overlay in self.overlays.keys() {
            check(&["overlays"], "house rule", &known.overlays, overlay);
        }
        faults
    }
}

/// Takes a table of texts, none of which may be blank.
fn texts(fields: &mut Fields<'_>, name: &'static str) -> BTreeMap<String, String> {
    let table = values(fields.table::<String>(name));
    for (key, text) in &table {
        blank(fields, &[name, key], text);
    }
    table
}

fn values<T>(table: Vec<(String, Option<T>)>) -> BTreeMap<String, T> {
    table.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

/// Reports a text without a visible character.
fn blank(fields: &mut Fields<'_>, steps: &[&str], text: &str) {
    if text.trim().is_empty() {
        fields.fault_at(steps, DataFaultKind::Value("the translation is empty".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{
        "id": "xx", "sides": { "white": "Wit" },
        "families": { "shogi": { "name": "Shogi", "pieces": { "rook": "Vliegende wagen" } } },
        "games": { "chess": "Schaken" }, "abouts": { "chess": "Mat is het doel." }, "pieces": { "rook": "toren" },
        "overlays": { "atomic": { "name": "Atoom", "about": "Een slag ontploft." } },
        "moderators": {}, "clocks": { "Blitz": "Snel" }
    }"#;

    fn read(text: &str) -> Result<Translation, String> {
        let mut faults = Faults::new();
        let read = Translation::read("translations/xx.json", text.as_bytes(), &mut faults);
        read.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    #[test]
    fn faults_of_form_are_found_with_their_places() {
        assert_eq!(read(WHOLE).unwrap().games["chess"], "Schaken");
        let without = WHOLE.replacen(r#""abouts": { "chess": "Mat is het doel." }, "#, "", 1);
        assert_eq!(read(&without).unwrap().abouts.len(), 0);
        for (from, to, expected) in [
            (r#""xx""#, r#""yy""#, "$.id: is \"yy\", but the file is named \"xx\""),
            (r#""Wit""#, r#"" ""#, "$.sides.white: the translation is empty"),
            (r#""Shogi""#, r#""""#, "$.families.shogi.name: the translation is empty"),
            (r#""Mat is het doel.""#, r#"" ""#, "$.abouts.chess: the translation is empty"),
            (r#""Een slag ontploft.""#, "7", "$.overlays.atomic: invalid type"),
            (r#""games""#, r#""game""#, "$.games: is missing"),
            (r#""games""#, r#""game""#, "$.game: is not known here"),
            (r#""about""#, r#""description""#, "$.overlays.atomic: unknown field"),
        ] {
            let faults = read(&WHOLE.replacen(from, to, 1)).unwrap_err();
            assert!(faults.contains(expected), "{to}: {faults}");
        }
    }

    #[test]
    fn names_that_the_rules_do_not_have_are_found() {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let known = KnownNames {
            sides: set(&["white"]),
            families: set(&["shogi"]),
            games: set(&["chess"]),
            pieces: set(&["rook"]),
            overlays: set(&["atomic"]),
            clocks: set(&["Blitz"]),
            ..KnownNames::default()
        };
        let translation = read(WHOLE).unwrap();
        assert_eq!(translation.unknown_names(&known), []);
        let faults = |known: KnownNames| -> Vec<String> {
            translation.unknown_names(&known).iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            faults(KnownNames { games: set(&["go"]), ..known.clone() }),
            [
                "translations/xx.json: $.games.chess: is no ruleset of the rules",
                "translations/xx.json: $.abouts.chess: is no ruleset of the rules",
            ]
        );
        assert_eq!(
            faults(KnownNames { pieces: set(&["bishop"]), overlays: set(&[]), ..known }),
            [
                "translations/xx.json: $.pieces.rook: is no piece of the rules",
                "translations/xx.json: $.families.shogi.pieces.rook: is no piece of the rules",
                "translations/xx.json: $.overlays.atomic: is no house rule of the rules",
            ]
        );
    }
}
