//! Everything that `rules/` holds, read once: rulesets, moderators and profiles that fit together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{OwnPieces, Ruleset, choices, tries};

use crate::data::{DataFault, DataFaultKind, Faults};
use crate::moderator::Moderator;
use crate::names::Names;
use crate::profile::Profile;
use crate::protocol::player::{Mode, PieceType};

/// All data, read and found sound.
#[derive(Debug)]
pub struct Catalogue {
    rulesets: BTreeMap<String, Rules>,
    moderators: BTreeMap<String, Arc<Moderator>>,
    profiles: BTreeMap<String, Arc<Profile>>,
}

/// A ruleset, and what is derived from it.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) ruleset: Arc<Ruleset>,
    /// What pieces of this game can become by choice.
    pub(crate) promotions: Arc<BTreeSet<PieceType>>,
    pub(crate) names: Arc<Names>,
    bundle: Arc<str>,
}

/// Everything that is wrong with the data; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct CatalogueFaults(Vec<DataFault>);

impl CatalogueFaults {
    /// The faults, by file.
    #[must_use]
    pub fn faults(&self) -> &[DataFault] {
        &self.0
    }
}

/// Something that the data does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unknown;

impl Catalogue {
    /// Reads all data from pairs of a path below `rules/` and the bytes. A folder with a `ruleset.json` is a ruleset; `moderators/*.json`
    /// and `profiles/*.json` are what they are called; anything else is passed over.
    ///
    /// # Errors
    ///
    /// All faults of all files, and of how they fit together.
    pub fn load(files: Vec<(String, Vec<u8>)>) -> Result<Arc<Catalogue>, CatalogueFaults> {
        let mut faults = Faults::new();
        let mut catalogue =
            Catalogue { rulesets: BTreeMap::new(), moderators: BTreeMap::new(), profiles: BTreeMap::new() };
        let mut folders: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
        let mut broken = BTreeSet::new();
        for (path, bytes) in files {
            let Some((folder, file)) = path.split_once('/') else { continue };
            let is_data = file.ends_with(".json") && !file.contains('/');
            match folder {
                "moderators" if is_data => match Moderator::read(&path, &bytes, &mut faults) {
                    Some(moderator) => {
                        catalogue.moderators.insert(moderator.id().to_string(), Arc::new(moderator));
                    }
                    None => {
                        broken.insert(path);
                    }
                },
                "profiles" if is_data => {
                    if let Some(profile) = Profile::read(&path, &bytes, &mut faults) {
                        catalogue.profiles.insert(profile.id.clone(), Arc::new(profile));
                    } else {
                        broken.insert(path);
                    }
                }
                _ => folders.entry(folder.to_owned()).or_default().push((file.to_owned(), bytes)),
            }
        }
        for (folder, files) in folders {
            if !files.iter().any(|(path, _)| path == "ruleset.json") {
                continue;
            }
            if let Some(rules) = Rules::load(&folder, &files, &mut faults) {
                catalogue.rulesets.insert(folder, rules);
            } else {
                broken.insert(format!("{folder}/ruleset.json"));
            }
        }
        catalogue.check(&broken, &mut faults);
        if faults.is_empty() { Ok(Arc::new(catalogue)) } else { Err(CatalogueFaults(faults)) }
    }

    /// Whether what the files name is there. What is there but broken has been complained about already.
    fn check(&self, broken: &BTreeSet<String>, faults: &mut Faults) {
        let mut fault = |file: String, place, kind| faults.push(DataFault { file, place, kind });
        let at = |name: &str| JsonPath { steps: vec![name.into()] };
        for profile in self.profiles.values() {
            let file = || format!("profiles/{}.json", profile.id);
            let ruleset = &profile.ruleset;
            if !self.rulesets.contains_key(ruleset) && !broken.contains(&format!("{ruleset}/ruleset.json")) {
                fault(file(), at("ruleset"), DataFaultKind::NoRuleset(ruleset.clone()));
            }
            let moderator = &profile.moderator;
            if !self.moderators.contains_key(moderator)
                && !broken.contains(&format!("moderators/{moderator}.json"))
            {
                fault(file(), at("moderator"), DataFaultKind::NoModerator(moderator.clone()));
            }
        }
        for mode in Mode::ALL {
            let file = format!("profiles/{}.json", mode.profile());
            if !self.profiles.contains_key(mode.profile()) && !broken.contains(&file) {
                fault(file, JsonPath::default(), DataFaultKind::MissingFile);
            }
        }
    }

    /// The files of a ruleset as one JSON object from path to text: what the engine in the browser loads.
    #[must_use]
    pub fn rules_bundle(&self, id: &str) -> Option<&str> {
        self.rulesets.get(id).map(|rules| &*rules.bundle)
    }

    /// The ruleset of that id, or the one that the open mode is played by.
    pub(crate) fn ruleset(&self, id: Option<&str>) -> Option<Arc<Ruleset>> {
        let id = match id {
            Some(id) => id,
            None => &self.profiles.get(Mode::Vanilla.profile())?.ruleset,
        };
        self.rulesets.get(id).map(|rules| Arc::clone(&rules.ruleset))
    }

    /// What a mode is played by: its profile, its rules, and the moderator, who may be named.
    pub(crate) fn terms(
        &self,
        mode: Mode,
        moderator: Option<&str>,
    ) -> Result<(Arc<Profile>, Rules, Arc<Moderator>), Unknown> {
        let profile = self.profiles.get(mode.profile()).ok_or(Unknown)?;
        let rules = self.rulesets.get(&profile.ruleset).ok_or(Unknown)?;
        let moderator = self.moderators.get(moderator.unwrap_or(&profile.moderator)).ok_or(Unknown)?;
        Ok((Arc::clone(profile), rules.clone(), Arc::clone(moderator)))
    }
}

impl Rules {
    fn load(folder: &str, files: &[(String, Vec<u8>)], faults: &mut Faults) -> Option<Rules> {
        let files: Vec<(String, Vec<u8>)> =
            files.iter().filter(|(path, _)| path.ends_with(".json")).cloned().collect();
        let ruleset = match Ruleset::load(&files) {
            Ok(ruleset) => ruleset,
            Err(found) => {
                faults.extend(found.as_slice().iter().map(|fault| DataFault {
                    file: folder.to_owned(),
                    place: JsonPath::default(),
                    kind: DataFaultKind::Ruleset(fault.clone()),
                }));
                return None;
            }
        };
        if ruleset.id() != folder {
            faults.push(DataFault {
                file: format!("{folder}/ruleset.json"),
                place: JsonPath { steps: vec!["id".into()] },
                kind: DataFaultKind::NotFolderName { id: ruleset.id().to_owned(), folder: folder.to_owned() },
            });
        }
        let bundle: BTreeMap<&str, std::borrow::Cow<'_, str>> = files
            .iter()
            .filter(|(path, _)| path != "perft.json" && path != "games.json")
            .map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes)))
            .collect();
        let bundle = serde_json::to_string(&bundle).unwrap_or_default().into();
        let promotions = Arc::new(promotions(&ruleset));
        let names = Arc::new(Names::of(&ruleset));
        Some(Rules { ruleset, promotions, names, bundle })
    }
}

/// What pieces can become by choice: asked of every piece alone on every square.
fn promotions(ruleset: &Ruleset) -> BTreeSet<PieceType> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{catalogue, data};

    /// The project's data with some files changed: `None` takes one away.
    fn faults_with(changes: &[(&str, Option<&str>)]) -> String {
        let mut files = data();
        for (path, text) in changes {
            files.retain(|(known, _)| known != path);
            files.extend(text.map(|text| ((*path).to_owned(), text.as_bytes().to_vec())));
        }
        Catalogue::load(files).map_or_else(|faults| faults.to_string(), |_| String::new())
    }

    fn file(path: &str) -> String {
        let (_, bytes) = data().into_iter().find(|(known, _)| known == path).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_data_of_the_project_is_sound_and_every_mode_has_its_terms() {
        for mode in Mode::ALL {
            let (profile, rules, moderator) = catalogue().terms(mode, None).unwrap();
            assert_eq!(
                (profile.id.as_str(), rules.ruleset.id(), &**moderator.id()),
                (mode.profile(), "chess", "blind")
            );
        }
        let (_, _, moderator) = catalogue().terms(Mode::Blind, Some("table-fidelity")).unwrap();
        assert_eq!(&**moderator.id(), "table-fidelity");
        assert!(catalogue().terms(Mode::Blind, Some("nobody")).is_err());
    }

    #[test]
    fn what_a_piece_can_become_is_found_in_the_tables() {
        let (_, rules, _) = catalogue().terms(Mode::Blind, None).unwrap();
        let letters: String = rules.promotions.iter().map(PieceType::as_str).collect();
        assert_eq!(letters, "bnqr");
    }

    #[test]
    fn a_bundle_is_the_ruleset_again() {
        let catalogue = catalogue();
        let bundle: BTreeMap<String, String> =
            serde_json::from_str(catalogue.rules_bundle("chess").unwrap()).unwrap();
        let files: Vec<_> = bundle.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        assert!(files.iter().all(|(path, _)| path != "perft.json" && path != "games.json"));
        let again = Ruleset::load(&files).unwrap();
        let (_, rules, _) = catalogue.terms(Mode::Blind, None).unwrap();
        assert_eq!(again.feen(again.initial()), rules.ruleset.feen(rules.ruleset.initial()));
        assert_eq!(catalogue.rules_bundle("moderators"), None);
    }

    #[test]
    fn what_a_profile_names_has_to_be_there() {
        let profile = file("profiles/blind.json");
        let lost = profile
            .replace(r#""chess""#, r#""chequers""#)
            .replace(r#""moderator": "blind""#, r#""moderator": "umpire""#);
        let faults = faults_with(&[("profiles/blind.json", Some(&lost))]);
        assert!(
            faults.contains("profiles/blind.json: $.ruleset: there is no ruleset \"chequers\""),
            "{faults}"
        );
        assert!(
            faults.contains("profiles/blind.json: $.moderator: there is no moderator \"umpire\""),
            "{faults}"
        );
        assert_eq!(faults.lines().count(), 2, "{faults}");
    }

    #[test]
    fn a_mode_without_a_profile_is_a_fault() {
        let faults = faults_with(&[("profiles/vanilla.json", None)]);
        assert_eq!(faults, "profiles/vanilla.json: the file is missing; the mode of that name needs it");
    }

    #[test]
    fn the_faults_of_all_files_are_told_and_none_twice() {
        let faults = faults_with(&[
            ("moderators/blind.json", Some("{}")),
            ("profiles/vanilla.json", Some("[]")),
            ("chess/ruleset.json", Some("{ \"id\": 1 }")),
        ]);
        for start in ["moderators/blind.json: ", "profiles/vanilla.json: ", "chess: ruleset.json: "] {
            assert!(faults.lines().any(|line| line.starts_with(start)), "{start} is not in {faults}");
        }
        assert!(!faults.contains("there is no"), "what is broken is there: {faults}");
    }

    #[test]
    fn a_ruleset_lives_in_the_folder_of_its_name() {
        let moved: Vec<_> =
            data().into_iter().map(|(path, bytes)| (path.replace("chess/", "chaturanga/"), bytes)).collect();
        let faults = Catalogue::load(moved).unwrap_err();
        let places: Vec<_> =
            faults.faults().iter().map(|fault| (fault.file.as_str(), fault.place.to_string())).collect();
        let lost = ("$.ruleset", ["profiles/blind.json", "profiles/vanilla.json"]);
        let places: Vec<_> = places.iter().map(|(file, place)| (*file, place.as_str())).collect();
        assert_eq!(places, [("chaturanga/ruleset.json", "$.id"), (lost.1[0], lost.0), (lost.1[1], lost.0)]);
    }
}
