//! Rulesets of guests: known by their id while the server keeps them, and listed nowhere.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ggn_core::json::JsonPath;

use super::ruleset_entry::RulesetEntry;
use super::{Catalogue, CreationError, RulesetDescription};
use crate::data::{DataFault, DataFaultKind};
use crate::domain::limits::GUEST_RULESETS_PLAYED_MAX;
use crate::terms::CreateGame;

/// First characters of the id of a guest's ruleset, which no ruleset of the data has.
const GUEST_PREFIX: &str = "g-";

/// Returns the fault of a folder of the data whose name is the id of a guest's ruleset, if it is one.
pub(super) fn reserved(folder: &str) -> Option<DataFault> {
    let place = JsonPath { steps: vec!["id".into()] };
    let why = format!("ids that begin with {GUEST_PREFIX:?} are for the rulesets of guests");
    let fault = DataFault { file: format!("{folder}/ruleset.json"), place, kind: DataFaultKind::Value(why) };
    Catalogue::is_guest_id(folder).then_some(fault)
}

/// Rulesets of guests, by id. The server checks them before they come here.
#[derive(Debug, Default)]
pub(super) struct GuestRulesets(RwLock<BTreeMap<String, Arc<RulesetEntry>>>);

impl GuestRulesets {
    pub(super) fn get(&self, id: &str) -> Option<Arc<RulesetEntry>> {
        self.read().get(id).cloned()
    }

    /// Returns the number of rulesets that games use.
    fn played(&self) -> usize {
        self.read().values().filter(|entry| entry.is_in_memory()).count()
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<String, Arc<RulesetEntry>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Arc<RulesetEntry>>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guest's ruleset that is not removed while this value lives.
#[derive(Debug)]
pub struct HeldRuleset(#[expect(dead_code, reason = "kept, not read")] Arc<RulesetEntry>);

impl Catalogue {
    /// Returns whether rulesets of guests have ids of this form. No ruleset of the data has one.
    #[must_use]
    pub fn is_guest_id(id: &str) -> bool {
        id.starts_with(GUEST_PREFIX)
    }

    /// Returns whether a request is for a game by a guest's ruleset.
    #[must_use]
    pub fn is_of_guest(request: &CreateGame) -> bool {
        request.ruleset.as_deref().is_some_and(Catalogue::is_guest_id)
    }

    /// Adds a guest's ruleset under an id that [`Catalogue::is_guest_id`]; one that is there already stays. The files are not read until a game uses
    /// them. Returns false if the id has another form, or the manifest cannot be read.
    #[must_use]
    pub fn add_guest_ruleset(&self, id: &str, files: Vec<(String, Vec<u8>)>) -> bool {
        let Some(entry) = RulesetEntry::of_guest(id, files).filter(|_| Catalogue::is_guest_id(id)) else {
            return false;
        };
        self.guests.write().entry(id.to_owned()).or_insert_with(|| Arc::new(entry));
        true
    }

    /// Keeps a guest's ruleset from being removed; `None` if there is none of that id.
    #[must_use]
    pub fn hold_guest_ruleset(&self, id: &str) -> Option<HeldRuleset> {
        self.guests.get(id).map(HeldRuleset)
    }

    /// Removes a guest's ruleset, unless a game uses it or is about to. Returns whether it is gone.
    #[must_use]
    pub fn remove_guest_ruleset(&self, id: &str) -> bool {
        let mut guests = self.guests.write();
        // A game that is about to use it holds the entry, and then the rules; no other can take the entry meanwhile.
        let is_used =
            guests.get(id).is_some_and(|entry| Arc::strong_count(entry) > 1 || entry.is_in_memory());
        if !is_used {
            guests.remove(id);
        }
        !is_used
    }

    /// Returns whether a game uses a guest's ruleset.
    #[must_use]
    pub fn is_guest_ruleset_played(&self, id: &str) -> bool {
        self.guests.get(id).is_some_and(|entry| entry.is_in_memory())
    }

    /// Returns the description of one ruleset, of the data or of a guest.
    #[must_use]
    pub fn ruleset_description(&self, id: &str) -> Option<RulesetDescription> {
        Some(self.describe(id, self.entry(id)?.outline()))
    }

    /// Checks that a new game by a guest's ruleset has room: that the ruleset is in use already, or few enough are.
    pub(super) fn check_guests_in_use(&self, id: &str, entry: &RulesetEntry) -> Result<(), CreationError> {
        let is_new = Catalogue::is_guest_id(id) && !entry.is_in_memory();
        if is_new && self.guests.played() >= GUEST_RULESETS_PLAYED_MAX {
            return Err(CreationError::TooManyGuestRulesets);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Mode;
    use crate::fixtures::{asked, data};

    const ID: &str = "g-one";

    fn files() -> Vec<(String, Vec<u8>)> {
        let of =
            |(path, bytes): (String, Vec<u8>)| Some((path.strip_prefix("breakthrough/")?.to_owned(), bytes));
        data().into_iter().filter_map(of).collect()
    }

    fn catalogue() -> Arc<Catalogue> {
        Catalogue::load(data()).unwrap()
    }

    fn request(mode: Mode, id: &str) -> CreateGame {
        CreateGame { ruleset: Some(id.to_owned()), ..asked(mode, None) }
    }

    #[test]
    fn a_guests_ruleset_is_played_under_its_own_id_and_listed_nowhere() {
        let catalogue = catalogue();
        let before = catalogue.ruleset_descriptions();
        assert!(catalogue.add_guest_ruleset(ID, files()));
        assert_eq!(catalogue.ruleset_descriptions(), before);
        assert!(catalogue.rulesets().all(|ruleset| ruleset.id != ID));
        let described = catalogue.ruleset_description(ID).unwrap();
        assert_eq!((described.id.as_str(), described.guest), (ID, true));
        assert!(described.overlays.is_empty());
        // Its pieces have names whose values are known.
        assert_eq!(described.gambits, ["advanced", "attacker-wins-ties", "beginner", "risky", "standard"]);
        for mode in Mode::ALL {
            let terms = catalogue.terms(&request(mode, ID)).unwrap();
            assert_eq!(&*terms.rules.id, ID, "{mode:?}: not the id that its author wrote");
        }
        assert!(described.moderators.len() > 2, "{:?}", described.moderators);
        for moderator in described.moderators {
            let blind = CreateGame { moderator: Some(moderator), ..request(Mode::Blind, ID) };
            let terms = catalogue.terms(&blind).unwrap();
            assert_eq!(
                &*terms.rules.id, ID,
                "{:?}: also where the moderator changes the game",
                blind.moderator
            );
        }
        assert!(
            catalogue.rules_bundle(ID, crate::TableForm::Canonical).is_some()
                && catalogue.written_rules(ID).is_some()
        );
        assert!(catalogue.ruleset(Some(ID)).is_none(), "the engine interface has none");
    }

    #[test]
    fn an_id_of_another_form_and_a_folder_without_a_manifest_are_refused() {
        let catalogue = catalogue();
        assert!(!catalogue.add_guest_ruleset("breakthrough", files()));
        let nameless = files().into_iter().filter(|(path, _)| path != "ruleset.json").collect();
        assert!(!catalogue.add_guest_ruleset(ID, nameless));
        assert!(catalogue.ruleset_description(ID).is_none());
    }

    #[test]
    fn the_operators_rulesets_cannot_have_the_id_of_a_guests() {
        let renamed = data().into_iter().map(|(path, bytes)| match path.strip_prefix("breakthrough/") {
            Some(file) => (format!("g-mine/{file}"), bytes),
            None => (path, bytes),
        });
        let faults = Catalogue::load(renamed.collect()).unwrap_err().to_string();
        assert!(
            faults.contains(
                "g-mine/ruleset.json: $.id: ids that begin with \"g-\" are for the rulesets of guests"
            ),
            "{faults}"
        );
    }

    #[test]
    fn a_ruleset_goes_only_when_no_game_uses_it() {
        let catalogue = catalogue();
        assert!(catalogue.add_guest_ruleset(ID, files()));
        let prepared = catalogue.prepare(&request(Mode::Blind, ID)).unwrap();
        assert!(catalogue.is_guest_ruleset_played(ID) && !catalogue.remove_guest_ruleset(ID));
        drop(prepared);
        assert!(!catalogue.is_guest_ruleset_played(ID), "it is not kept in memory without a game");
        let held = catalogue.hold_guest_ruleset(ID).unwrap();
        assert!(!catalogue.remove_guest_ruleset(ID), "somebody is about to use it");
        drop(held);
        assert!(catalogue.remove_guest_ruleset(ID));
        assert!(catalogue.hold_guest_ruleset(ID).is_none());
        let refused = catalogue.terms(&request(Mode::Blind, ID)).unwrap_err();
        assert_eq!(refused, CreationError::UnknownRuleset(ID.to_owned()));
    }

    #[test]
    fn the_number_of_guests_rulesets_in_use_is_bounded_and_games_that_exist_go_on() {
        let catalogue = catalogue();
        let ids: Vec<String> = (0..=GUEST_RULESETS_PLAYED_MAX).map(|number| format!("g-{number}")).collect();
        assert!(ids.iter().all(|id| catalogue.add_guest_ruleset(id, files())));
        let prepare = |id: &String| catalogue.prepare(&request(Mode::Vanilla, id));
        let mut games: Vec<_> =
            ids.iter().take(GUEST_RULESETS_PLAYED_MAX).map(|id| prepare(id).unwrap()).collect();
        let last = ids.last().unwrap();
        assert_eq!(prepare(last).unwrap_err(), CreationError::TooManyGuestRulesets);
        assert!(prepare(&ids[0]).is_ok(), "one that is in use takes no more room");
        drop(games.pop());
        assert!(prepare(last).is_ok());
    }

    #[test]
    fn the_machine_does_not_play_by_the_rules_of_guests() {
        let catalogue = catalogue();
        assert!(catalogue.add_guest_ruleset(ID, files()));
        let with =
            CreateGame::read(br#"{"mode":"vanilla","ruleset":"g-one","machine":{"level":1}}"#).unwrap();
        assert!(matches!(catalogue.terms(&with).unwrap_err(), CreationError::UnfitMachine(_)));
    }
}
