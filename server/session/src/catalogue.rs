//! The contents of `rules/`, read once and checked against each other: rulesets, house rules, moderators and profiles.

mod bid_outline;
mod bids;
mod defaults;
mod description;
mod error;
mod game_terms;
mod guests;
mod listing;
mod lookup;
mod moderated;
mod read;
mod ruleset_entry;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use ggn_core::json::JsonPath;
use ggn_core::{Need, Overlay, clashes};

pub use bids::GambitError;
pub(crate) use description::SquareNames;
pub use description::{Outline, PieceKind, RulesetDescription, SideNames};
pub use error::{CatalogueFaults, CreationError};
pub(crate) use game_terms::GameTerms;
use guests::GuestRulesets;
pub use guests::HeldRuleset;
pub(crate) use listing::ModeDefaults;
pub use listing::{Gambit, HouseRule, PublicRuleset, TieWinner};
use moderated::ModeratedRules;
use ruleset_entry::{LastUsed, RulesetEntry};

use crate::clock::{ClockPreset, Presets};
use crate::data::{DataFault, DataFaultKind, Faults};
use crate::domain::Mode;
use crate::domain::limits::{DATA_ID_CHARS_MAX, HOUSE_RULE_CHOICES_MAX};
use crate::gambit;
use crate::house_rules::{HouseRulesCache, HouseRulesError, is_always_available};
use crate::moderator::Moderator;
use crate::profile::{PieceVisibility, Profile};
use crate::rules::{Rules, TableForm};
use crate::sketch::Drawing;
use crate::terms::{ChatTerms, CreateGame, Creation};
use crate::translation::Translation;
use crate::word_filter::{WordFilter, WordList};

/// File of the offered time controls.
const CLOCKS: &str = "clocks.json";

/// File of the values of pieces by their names.
const VALUES: &str = "values.json";

/// All data, read and validated.
#[derive(Debug)]
pub struct Catalogue {
    rulesets: BTreeMap<String, Arc<RulesetEntry>>,
    guests: GuestRulesets,
    last_used: LastUsed,
    /// Rulesets that the data names, kept for good.
    named: Vec<Arc<Rules>>,
    overlays: BTreeMap<String, Overlay>,
    /// Their files, from which diagrams are made on request.
    overlay_files: BTreeMap<String, Vec<(String, Vec<u8>)>>,
    listed_house_rules: OnceLock<Arc<[HouseRule]>>,
    house_rules_cache: HouseRulesCache,
    moderated_rules: ModeratedRules,
    moderators: BTreeMap<String, Arc<Moderator>>,
    profiles: BTreeMap<String, Arc<Profile>>,
    gambits: BTreeMap<String, Arc<gambit::Profile>>,
    piece_values: gambit::NamedValues,
    clocks: Presets,
    translations: BTreeMap<String, Translation>,
    word_filter: Arc<WordFilter>,
}

/// Rules made for a game about to be created. While this value lives, creating the game does not make them again.
#[derive(Debug)]
pub struct PreparedRules(#[expect(dead_code, reason = "kept, not read")] Arc<Rules>);

impl Catalogue {
    /// Reads all data from pairs of a path below `rules/` and the bytes:
    ///
    /// | path | contents |
    /// |---|---|
    /// | `<id>/ruleset.json` and its folder | a ruleset |
    /// | `moderators/*.json` | moderators |
    /// | `profiles/*.json` | profiles |
    /// | `gambit/*.json` | gambit profiles |
    /// | `words/*.json` | words that the chat filter blocks |
    /// | `translations/*.json` | names in other languages |
    /// | `clocks.json` | the offered time controls |
    /// | `values.json` | values of pieces by their names |
    /// | `overlays/<id>/overlay.json` and its folder | a house rule |
    ///
    /// Other files are ignored. Combinations of house rules are checked when a game requests them; the author's tool tries each one beforehand.
    ///
    /// # Errors
    /// All faults of all files, and of the references between them.
    pub fn load(files: Vec<(String, Vec<u8>)>) -> Result<Arc<Catalogue>, CatalogueFaults> {
        let mut faults = Faults::new();
        let mut catalogue = Catalogue {
            rulesets: BTreeMap::new(),
            guests: GuestRulesets::default(),
            last_used: LastUsed::default(),
            named: Vec::new(),
            overlays: BTreeMap::new(),
            overlay_files: BTreeMap::new(),
            listed_house_rules: OnceLock::new(),
            house_rules_cache: HouseRulesCache::default(),
            moderated_rules: ModeratedRules::default(),
            moderators: BTreeMap::new(),
            profiles: BTreeMap::new(),
            gambits: BTreeMap::new(),
            piece_values: gambit::NamedValues::default(),
            clocks: Presets::default(),
            translations: BTreeMap::new(),
            word_filter: Arc::default(),
        };
        let mut words = WordFilter::default();
        let mut folders: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
        let mut overlay_folders: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
        let mut broken = BTreeSet::new();
        for (path, bytes) in files {
            let Some((folder, file)) = path.split_once('/') else {
                if path == CLOCKS {
                    catalogue.clocks = Presets::read(&path, &bytes, &mut faults).unwrap_or_default();
                } else if path == VALUES {
                    let values = gambit::NamedValues::read(&path, &bytes, &mut faults);
                    catalogue.piece_values = values.unwrap_or_default();
                }
                continue;
            };
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
                "gambit" if is_data => {
                    let gambit = gambit::Profile::read(&path, &bytes, &mut faults);
                    catalogue.gambits.extend(gambit.map(|gambit| (gambit.id.clone(), Arc::new(gambit))));
                }
                "words" if is_data => {
                    WordList::read(&path, &bytes, &mut faults).into_iter().for_each(|list| words.add(list));
                }
                "translations" if is_data => {
                    let read = Translation::read(&path, &bytes, &mut faults);
                    let entry = read.map(|translation| (translation.id.clone(), translation));
                    catalogue.translations.extend(entry);
                }
                "overlays" => {
                    if let Some((folder, file)) = file.split_once('/') {
                        overlay_folders.entry(folder.to_owned()).or_default().push((file.to_owned(), bytes));
                    }
                }
                _ => folders.entry(folder.to_owned()).or_default().push((file.to_owned(), bytes)),
            }
        }
        for (folder, files) in folders {
            if !files.iter().any(|(path, _)| path == "ruleset.json") {
                continue;
            }
            faults.extend(guests::reserved(&folder));
            if let Some(entry) = RulesetEntry::new(&folder, files, &mut faults) {
                catalogue.rulesets.insert(folder, Arc::new(entry));
            } else {
                broken.insert(format!("{folder}/ruleset.json"));
            }
        }
        for (folder, files) in overlay_folders {
            if files.iter().any(|(path, _)| path == "overlay.json") {
                let overlay = read::overlay(&folder, &files, &mut faults);
                catalogue.overlays.extend(overlay.map(|overlay| (folder.clone(), overlay)));
                catalogue.overlay_files.insert(folder, files);
            }
        }
        catalogue.word_filter = Arc::new(words);
        catalogue.named = catalogue.check(&broken, &mut faults);
        if faults.is_empty() { Ok(Arc::new(catalogue)) } else { Err(CatalogueFaults(faults)) }
    }

    /// Checks that everything the files refer to exists. A file that is broken has already been reported. Returns the rulesets that ways to play
    /// name, which are read now, so that their faults are found.
    fn check(&self, broken: &BTreeSet<String>, faults: &mut Faults) -> Vec<Arc<Rules>> {
        let profiles = self.profiles.values().map(|profile| &profile.ruleset);
        let ids: BTreeSet<_> = profiles.chain(self.gambits.values().map(|gambit| &gambit.ruleset)).collect();
        let read = |id: &String| self.rulesets.get(id)?.rules_or(&self.last_used, faults);
        let named = ids.into_iter().filter_map(read).collect();
        let mut fault = |file: String, place, kind| faults.push(DataFault { file, place, kind });
        let at = |name: &str| JsonPath { steps: vec![name.into()] };
        let is_broken = |id: &str| broken.contains(&format!("{id}/ruleset.json"));
        for (folder, overlay) in &self.overlays {
            let lost = |id: &str| !self.rulesets.contains_key(id) && !is_broken(id);
            for (index, id) in overlay.over().enumerate().filter(|(_, id)| lost(id)) {
                let place = JsonPath { steps: vec!["over".into(), index.into()] };
                let kind = DataFaultKind::NoRuleset(id.to_owned());
                fault(format!("overlays/{folder}/overlay.json"), place, kind);
            }
        }
        for profile in self.profiles.values() {
            let file = || format!("profiles/{}.json", profile.id);
            let ruleset = &profile.ruleset;
            if !self.rulesets.contains_key(ruleset) && !is_broken(ruleset) {
                fault(file(), at("ruleset"), DataFaultKind::NoRuleset(ruleset.clone()));
            }
            let moderator = &profile.moderator;
            if !self.moderators.contains_key(moderator)
                && !broken.contains(&format!("moderators/{moderator}.json"))
            {
                fault(file(), at("moderator"), DataFaultKind::NoModerator(moderator.clone()));
            }
            let answers = |moderator: &Arc<Moderator>| moderator.attempts().is_some();
            let is_rooms = Mode::ALL.into_iter().any(|mode| room_profile(mode) == profile.id);
            if is_rooms && self.moderators.get(moderator).is_some_and(answers) {
                let why = "names a moderator who answers attempts, which games in rooms do not have";
                fault(file(), at("moderator"), DataFaultKind::NoMeaning(why));
            }
        }
        for gambit in self.gambits.values() {
            let file = || format!("gambit/{}.json", gambit.id);
            let ruleset = &gambit.ruleset;
            let fits = match self.rules(ruleset) {
                Some(rules) => {
                    bids::check_pieces(gambit, &rules.ruleset, |place, kind| fault(file(), place, kind))
                }
                None if is_broken(ruleset) || self.rulesets.contains_key(ruleset) => false,
                None => {
                    fault(file(), at("ruleset"), DataFaultKind::NoRuleset(ruleset.clone()));
                    false
                }
            };
            // Pieces that its own ruleset has not are no news of the further ones. A folder of rules may do without some of these.
            for (index, id) in gambit.also.iter().enumerate().filter(|_| fits) {
                let place = JsonPath { steps: vec!["also".into(), index.into()] };
                let outline = self.rulesets.get(id).map(|entry| entry.outline());
                if outline.is_some_and(|outline| !bids::has_pieces_of(gambit, outline)) {
                    fault(file(), place, DataFaultKind::NoMeaning(bids::OTHER_PIECES));
                }
            }
        }
        // Games by sight are an addition, which a folder of rules may do without.
        for mode in Mode::ALL.into_iter().filter(|mode| *mode != Mode::Sight) {
            let file = format!("profiles/{}.json", mode.profile());
            if !self.profiles.contains_key(mode.profile()) && !broken.contains(&file) {
                fault(file, JsonPath::default(), DataFaultKind::MissingFile);
            }
        }
        named
    }

    /// Returns all rulesets: that of the open mode first, the others by id.
    pub fn rulesets(&self) -> impl Iterator<Item = PublicRuleset> {
        self.entries().map(|(id, entry)| PublicRuleset { id: id.clone(), name: entry.name().to_owned() })
    }

    /// Returns the outlines of all rulesets in the same order, by id.
    fn outlines(&self) -> impl Iterator<Item = (&str, &Outline)> {
        self.entries().map(|(id, entry)| (id.as_str(), entry.outline()))
    }

    /// Returns the ids of the house rules that a ruleset can be played with.
    fn overlays_over(&self, ruleset: &str) -> impl Iterator<Item = &str> {
        let fitting = move |(_, overlay): &(&String, &Overlay)| self.fits(overlay, ruleset);
        self.overlays.iter().filter(fitting).map(|(id, _)| id.as_str())
    }

    /// Returns whether a ruleset can be played with a house rule: it is made for the ruleset, or the ruleset has what it needs.
    fn fits(&self, overlay: &Overlay, ruleset: &str) -> bool {
        let is_met = || self.unmet(overlay, ruleset).is_some_and(|unmet| unmet.is_empty());
        overlay.over().any(|over| over == ruleset) || is_met()
    }

    /// Returns the needs of a house rule that a ruleset does not meet; `None` if it goes only with the rulesets that it is made for, and for the
    /// rulesets of guests: what they become with it was not checked.
    fn unmet(&self, overlay: &Overlay, ruleset: &str) -> Option<Vec<Need>> {
        self.rulesets.get(ruleset)?.unmet(&self.overlays).get(overlay.id()).cloned()
    }

    /// Returns the entries of all rulesets: that of the open mode first, the others by id.
    fn entries(&self) -> impl Iterator<Item = (&String, &Arc<RulesetEntry>)> {
        let open = self.profiles.get(Mode::Vanilla.profile()).map(|profile| profile.ruleset.as_str());
        let is_open = move |id: &str| Some(id) == open;
        let first = self.rulesets.iter().filter(move |(id, _)| is_open(id));
        let others = self.rulesets.iter().filter(move |(id, _)| !is_open(id));
        first.chain(others)
    }

    /// Returns whether there is a ruleset with that id; the patterns of one that has not been read yet may be faulty.
    #[must_use]
    pub fn has_ruleset(&self, id: &str) -> bool {
        self.entry(id).is_some()
    }

    /// Returns the entry of a ruleset of the data, or of a guest.
    fn entry(&self, id: &str) -> Option<Arc<RulesetEntry>> {
        self.rulesets.get(id).cloned().or_else(|| self.guests.get(id))
    }

    /// Returns the files of a ruleset as one JSON object from path to text.
    #[must_use]
    pub fn rules_bundle(&self, id: &str, form: TableForm) -> Option<Arc<str>> {
        self.entry(id)?.bundle(form)
    }

    /// Returns the files of a ruleset as their author writes them, as one JSON object from path to text: patterns, and tables that come from none. `None`
    /// if there is no such ruleset.
    pub fn written_rules(&self, id: &str) -> Option<Arc<str>> {
        Some(self.entry(id)?.written())
    }

    /// Returns the same object for a ruleset with house rules that a current game uses; `None` if no game uses them. No ruleset is made for
    /// this request.
    ///
    /// # Errors
    /// The ids that are not house rules.
    pub fn house_rules_bundle(
        &self,
        id: &str,
        overlays: &[&str],
        form: TableForm,
    ) -> Result<Option<Arc<str>>, HouseRulesError> {
        let overlays = self.overlays_of(overlays.iter().copied())?;
        Ok(self.house_rules_cache.alive(id, &overlays).map(|rules| Arc::clone(rules.bundle(form))))
    }

    /// Returns the defaults of each mode.
    #[must_use]
    pub fn mode_defaults(&self) -> Vec<ModeDefaults> {
        let of = |mode: Mode| {
            let profile = self.profiles.get(mode.profile())?;
            Some(ModeDefaults {
                mode,
                touch_move: profile.touch_move,
                chat: profile.chat,
                ruleset: profile.ruleset.clone(),
                sight: (profile.view == PieceVisibility::Sight).then_some(profile.sight),
                spectators_allowed: profile.spectators.allowed,
                bids_decide_on_spectators: profile.view == PieceVisibility::Everything,
            })
        };
        Mode::ALL.into_iter().filter_map(of).collect()
    }

    /// Returns the offered time controls, in display order.
    #[must_use]
    pub fn clocks(&self) -> &[ClockPreset] {
        &self.clocks.clocks
    }

    /// Returns all house rules, by id.
    #[must_use]
    pub fn house_rules(&self) -> Arc<[HouseRule]> {
        Arc::clone(self.listed_house_rules.get_or_init(|| {
            let mut files: BTreeMap<&str, Vec<(String, Vec<u8>)>> = BTreeMap::new();
            self.overlays.iter().map(|(id, overlay)| self.house_rule(id, overlay, &mut files)).collect()
        }))
    }

    fn house_rule<'c>(
        &'c self,
        id: &str,
        overlay: &'c Overlay,
        files: &mut BTreeMap<&'c str, Vec<(String, Vec<u8>)>>,
    ) -> HouseRule {
        // A house rule for several rulesets is drawn on the board of the first.
        let base = overlay.over().find_map(|id| Some((id, self.rules(id)?)));
        let house = self.overlay_files.get(id);
        let sketches = base.zip(house).map(|((id, rules), house)| {
            let board = match rules.ruleset.shape().sizes() {
                [files, ranks, ..] => [*files, *ranks],
                [files] => [*files, 1],
                [] => [1, 1],
            };
            let ruleset = files.entry(id).or_insert_with(|| rules.files());
            Drawing { house, ruleset, board }.sketches()
        });
        let fitting = self.entries().map(|(id, _)| id).filter(|id| self.fits(overlay, id));
        HouseRule::of(overlay, fitting.cloned().collect(), sketches.unwrap_or_default())
    }

    /// Makes the rules of a game about to be created. This is slow for house rules that no current game uses: call it where a thread may block.
    ///
    /// # Errors
    /// The errors of [`Session::create`](crate::Session::create).
    pub fn prepare(&self, request: &CreateGame) -> Result<PreparedRules, CreationError> {
        self.terms(request).map(|terms| PreparedRules(terms.rules))
    }

    /// Makes the rules of a game in a room, as [`Catalogue::prepare`] does.
    ///
    /// # Errors
    /// As for [`Catalogue::prepare`].
    pub fn prepare_room(&self, request: &CreateGame) -> Result<PreparedRules, CreationError> {
        self.resolve_terms(request, room_profile(request.mode), HOUSE_RULE_CHOICES_MAX)
            .map(|terms| PreparedRules(terms.rules))
    }

    /// Checks that the house rules of a room exist and do not clash. This is fast: no rules are made.
    ///
    /// # Errors
    /// The ids that are not house rules, or the clashes.
    pub fn check_house_rules_of_room(&self, request: &CreateGame) -> Result<(), HouseRulesError> {
        let overlays = self.overlays_of(request.overlays.iter().map(String::as_str))?;
        let profile = self.profiles.get(room_profile(request.mode));
        let clashes = profile.map_or_else(Vec::new, |profile| {
            let ruleset = ruleset_of(request, profile);
            clashes(ruleset, &overlays, |overlay| self.unmet(overlay, ruleset))
        });
        if clashes.is_empty() { Ok(()) } else { Err(HouseRulesError::of_clashes(clashes)) }
    }

    /// Returns whether the rules of a request take one of the places for choices of house rules: those of several, and those of one with a ruleset that it
    /// is not made for.
    #[must_use]
    pub fn takes_choice(&self, request: &CreateGame) -> bool {
        let overlays = request.overlays.iter().filter_map(|id| self.overlays.get(id)).collect::<Vec<_>>();
        let profile = self.profiles.get(request.mode.profile());
        let ruleset = profile.map_or("", |profile| ruleset_of(request, profile));
        !request.overlays.is_empty() && !is_always_available(ruleset, &overlays)
    }

    /// Returns the ruleset with that id, or that of the open mode.
    pub(crate) fn ruleset(&self, id: Option<&str>) -> Option<Arc<ggn_core::Rules>> {
        self.ruleset_entry(id)?.rules(&self.last_used).map(|rules| Arc::clone(&rules.ruleset))
    }

    /// Returns whether [`Catalogue::ruleset`] has to read the ruleset first, which takes up to seconds.
    pub(crate) fn has_to_read(&self, id: Option<&str>) -> bool {
        self.ruleset_entry(id).is_some_and(|entry| !entry.is_read())
    }

    /// Returns the entry of the ruleset with that id, or that of the open mode.
    fn ruleset_entry(&self, id: Option<&str>) -> Option<&Arc<RulesetEntry>> {
        let id = match id {
            Some(id) => id,
            None => &self.profiles.get(Mode::Vanilla.profile())?.ruleset,
        };
        self.rulesets.get(id)
    }

    /// Returns a ruleset with data derived from it, and reads it if it is not in memory.
    fn rules(&self, id: &str) -> Option<Arc<Rules>> {
        self.rulesets.get(id)?.rules(&self.last_used)
    }

    /// Returns whether the rules of a request are in memory; others take up to seconds to be made, see [`Catalogue::prepare`].
    #[must_use]
    pub fn has_rules_of(&self, request: &CreateGame) -> bool {
        let id = request.ruleset.as_deref();
        let moderator = request.moderator.as_ref().and_then(|id| self.moderators.get(id));
        request.overlays.is_empty()
            && moderator.is_none_or(|moderator| !moderator.changes_game())
            && id.is_none_or(|id| self.entry(id).is_none_or(|entry| entry.is_read()))
    }

    /// Returns the terms of a request over the player protocol: the profile of its mode, its rules, and the moderator, which may be named.
    pub(crate) fn terms(&self, request: &CreateGame) -> Result<GameTerms, CreationError> {
        self.resolve_terms(request, request.mode.profile(), HOUSE_RULE_CHOICES_MAX)
    }

    /// Returns the terms of a game about to be created.
    pub(crate) fn terms_of_new_game(&self, creation: &Creation) -> Result<GameTerms, CreationError> {
        let terms = self.resolve_terms(&creation.request, profile(creation), HOUSE_RULE_CHOICES_MAX)?;
        if creation.request.chat == Some(true) && terms.profile.chat == ChatTerms::Never {
            return Err(CreationError::NoChat);
        }
        terms.check_aids(creation)?;
        Ok(terms)
    }

    /// Returns the terms of an existing game, without the limit on choices of house rules. One that asked for chat when its mode allowed it goes on
    /// without.
    pub(crate) fn terms_of_existing_game(&self, creation: &Creation) -> Result<GameTerms, CreationError> {
        self.resolve_terms(&creation.request, profile(creation), usize::MAX)
    }

    fn resolve_terms(
        &self,
        request: &CreateGame,
        profile: &str,
        choices_max: usize,
    ) -> Result<GameTerms, CreationError> {
        let unknown = CreationError::UnknownTerms;
        let profile = self.profiles.get(profile).ok_or(unknown.clone())?;
        let rules = self.ruleset_for(request, profile, choices_max)?;
        let moderator = request.moderator.as_ref().unwrap_or(&profile.moderator);
        // The room protocol has no answers to attempts.
        let is_room = room_profile(request.mode) == profile.id;
        let plays = |moderator: &&Arc<Moderator>| !is_room || moderator.attempts().is_none();
        let moderator = self.moderators.get(moderator).filter(plays).ok_or(unknown)?;
        let base = Arc::clone(&rules.id);
        let rules = if request.overlays.is_empty() {
            rules
        } else {
            let overlays = self.overlays_of(request.overlays.iter().map(String::as_str))?;
            let unmet = |overlay: &Overlay| self.unmet(overlay, &base);
            self.house_rules_cache.get(&rules, &overlays, unmet, choices_max)?
        };
        if request.gambit.is_some() && profile.view == PieceVisibility::Sight {
            return Err(GambitError::BySight.into());
        }
        if request.gambit.is_some() && request.clock.is_some_and(|clock| clock.turn_days().is_some()) {
            return Err(GambitError::ByDays.into());
        }
        let gambit = self.bids(request, &base, &rules.ruleset, choices_max != usize::MAX)?;
        let terms =
            GameTerms { profile: Arc::clone(profile), rules, moderator: Arc::clone(moderator), gambit };
        terms.check_covered(is_room)?;
        if let Some(entry) = self.entry(&base) {
            terms.check_moderator(entry.outline())?;
        }
        // Nobody knows how long the machine would think about rules of guests.
        if request.machine.is_some() && Catalogue::is_of_guest(request) {
            return Err(CreationError::UnfitMachine("its rules are those of a guest"));
        }
        let rules = self.moderated_rules.get(&terms.rules, moderator)?;
        Ok(GameTerms { rules, ..terms })
    }

    /// Returns the ruleset of a request: the one that it names, or else that of its profile.
    fn ruleset_for(
        &self,
        request: &CreateGame,
        profile: &Profile,
        choices_max: usize,
    ) -> Result<Arc<Rules>, CreationError> {
        let Some(id) = &request.ruleset else {
            return self.rules(&profile.ruleset).ok_or(CreationError::UnknownTerms);
        };
        let short = || id.chars().take(DATA_ID_CHARS_MAX).collect();
        let entry = self.entry(id).ok_or_else(|| CreationError::UnknownRuleset(short()))?;
        if choices_max != usize::MAX {
            self.check_guests_in_use(id, &entry)?;
        }
        entry.rules(&self.last_used).ok_or_else(|| CreationError::FaultyRuleset(short()))
    }

    /// Returns the house rules with these ids.
    fn overlays_of<'n>(&self, ids: impl Iterator<Item = &'n str>) -> Result<Vec<&Overlay>, HouseRulesError> {
        let mut unknown = Vec::new();
        let mut known = Vec::new();
        for id in ids.take(Overlay::COUNT_MAX + 1) {
            match self.overlays.get(id) {
                Some(overlay) => known.push(overlay),
                None => unknown.push(id.chars().take(DATA_ID_CHARS_MAX).collect()),
            }
        }
        if unknown.is_empty() { Ok(known) } else { Err(HouseRulesError::Unknown(unknown)) }
    }
}

/// Returns the id of the ruleset of a request.
fn ruleset_of<'r>(request: &'r CreateGame, profile: &'r Profile) -> &'r str {
    request.ruleset.as_deref().unwrap_or(&profile.ruleset)
}

/// Returns the id of a game's profile.
fn profile(creation: &Creation) -> &'static str {
    let mode = creation.request.mode;
    if creation.creator.is_room() { room_profile(mode) } else { mode.profile() }
}

/// Returns the id of a room's profile. A server without these profiles has no rooms.
fn room_profile(mode: Mode) -> &'static str {
    match mode {
        Mode::Blind => "room-blind",
        Mode::Vanilla => "room",
        // No request for a room asks for it.
        Mode::Sight => "room-sight",
    }
}

#[cfg(test)]
mod tests;
