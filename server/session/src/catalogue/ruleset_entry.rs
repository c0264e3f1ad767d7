//! A ruleset of the catalogue, read at the start or when it is first used, and kept while games use it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak};

use ggn_core::json::Json;
use ggn_core::{Base, Need, Overlay};

use super::bid_outline::BidOutline;
use super::description::Outline;
use super::read;
use crate::data::Faults;
use crate::domain::limits::UNUSED_RULESETS_MAX;
use crate::rules::{self, Rules, TableForm};

/// File with the name of a ruleset.
const MANIFEST: &str = "ruleset.json";

/// A ruleset of the catalogue.
#[derive(Debug)]
pub(super) struct RulesetEntry {
    /// Its outline, from its files.
    outline: Outline,
    /// Outline for games with bids, from its files; none if they are faulty.
    bids: Option<BidOutline>,
    content: Content,
    /// Needs of house rules that it does not meet, by house rule; found at the first question.
    unmet: OnceLock<BTreeMap<String, Vec<Need>>>,
}

#[derive(Debug)]
enum Content {
    /// Tables, read at the start.
    Tables {
        rules: Arc<Rules>,
        /// The files as their author writes them: patterns where tables come from patterns.
        written: Arc<str>,
    },
    /// Patterns alone, read when they are used: they have to be written out first, and there may be many games that nobody plays.
    Patterns(PatternsEntry),
}

/// A ruleset of patterns alone.
#[derive(Debug)]
struct PatternsEntry {
    /// Folder below `rules/`.
    folder: String,
    /// Files of the folder.
    files: Vec<(String, Vec<u8>)>,
    rules: Mutex<Reading>,
    /// True for a ruleset of a guest, which is in memory as long as games use it and no longer: it takes no other's place among those used last.
    is_of_guest: bool,
}

/// State of the reading of patterns.
#[derive(Debug)]
enum Reading {
    /// Not read, or forgotten since.
    Unread,
    /// Read, and in memory as long as somebody has them.
    Read(Weak<Rules>),
    /// Faulty.
    Faulty,
}

/// The rulesets that were used last. They stay in memory although no game may use them now.
#[derive(Debug, Default)]
pub(super) struct LastUsed(Mutex<VecDeque<Arc<Rules>>>);

impl LastUsed {
    /// Notes the use of a ruleset; the one whose last use is longest ago makes room for it.
    fn note(&self, rules: &Arc<Rules>) {
        let mut kept = lock(&self.0);
        kept.retain(|known| !Arc::ptr_eq(known, rules));
        kept.push_back(Arc::clone(rules));
        if kept.len() > UNUSED_RULESETS_MAX {
            kept.pop_front();
        }
    }
}

impl RulesetEntry {
    /// Creates the entry of a folder with a manifest; `None` if it is faulty.
    pub(super) fn new(
        folder: &str,
        files: Vec<(String, Vec<u8>)>,
        faults: &mut Faults,
    ) -> Option<RulesetEntry> {
        if let Some(outline) = pattern::is_alone(&files).then(|| outline(folder, &files)).flatten() {
            let (folder, rules) = (folder.to_owned(), Mutex::new(Reading::Unread));
            let bids = BidOutline::of(&files);
            let content = Content::Patterns(PatternsEntry { folder, files, rules, is_of_guest: false });
            return Some(RulesetEntry { outline, bids, content, unmet: OnceLock::new() });
        }
        let rules = read::ruleset(folder, &files, faults)?;
        // Without faults, the manifest is well-formed.
        let outline = outline(folder, &files)?;
        let content = Content::Tables { rules: Arc::new(rules), written: rules::written(&files) };
        Some(RulesetEntry { outline, bids: BidOutline::of(&files), content, unmet: OnceLock::new() })
    }

    /// Creates the entry of a guest's ruleset, of tables or of patterns alone, which are read when they are used; `None` if its manifest cannot be read.
    /// It is known by `id`, whatever the manifest says.
    pub(super) fn of_guest(id: &str, files: Vec<(String, Vec<u8>)>) -> Option<RulesetEntry> {
        let outline = Outline::of(&files)?;
        let (folder, rules) = (id.to_owned(), Mutex::new(Reading::Unread));
        let bids = BidOutline::of(&files);
        let content = Content::Patterns(PatternsEntry { folder, files, rules, is_of_guest: true });
        Some(RulesetEntry { outline, bids, content, unmet: OnceLock::new() })
    }

    /// Returns what the files say of the ruleset.
    pub(super) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Returns the outline for games with bids.
    pub(super) fn bids(&self) -> Option<&BidOutline> {
        self.bids.as_ref()
    }

    /// Returns the name for people.
    pub(super) fn name(&self) -> &str {
        &self.outline.name
    }

    /// Returns the needs that the ruleset does not meet, for each of these house rules that names some. They are the same at each call. The first call
    /// writes patterns out if a house rule needs rows.
    pub(super) fn unmet(&self, overlays: &BTreeMap<String, Overlay>) -> &BTreeMap<String, Vec<Need>> {
        self.unmet.get_or_init(|| {
            let of_rules;
            let base = match &self.content {
                Content::Tables { rules, .. } => {
                    of_rules = rules.files();
                    Base::new(&of_rules)
                }
                Content::Patterns(PatternsEntry { files, .. }) => {
                    let tables = || pattern::tables(files).ok().flatten();
                    Base::with_tables(files, move || tables().map(|found| (found.tables, found.effects)))
                }
            };
            let unmet = |(id, overlay): (&String, &Overlay)| Some((id.clone(), base.unmet(overlay)?));
            overlays.iter().filter_map(unmet).collect()
        })
    }

    /// Returns the ruleset, and reads it if it is not in memory; `None` if its patterns are faulty, as `ggn check` reports.
    pub(super) fn rules(&self, last_used: &LastUsed) -> Option<Arc<Rules>> {
        self.rules_or(last_used, &mut Faults::new())
    }

    /// Returns the ruleset as [`RulesetEntry::rules`] does, and reports its faults at the first use.
    pub(super) fn rules_or(&self, last_used: &LastUsed, faults: &mut Faults) -> Option<Arc<Rules>> {
        let PatternsEntry { folder, files, rules, is_of_guest } = match &self.content {
            Content::Tables { rules, .. } => return Some(Arc::clone(rules)),
            Content::Patterns(patterns) => patterns,
        };
        let mut reading = lock(rules);
        let known = match &*reading {
            Reading::Faulty => return None,
            Reading::Read(rules) => rules.upgrade(),
            Reading::Unread => None,
        };
        let mut read = || match is_of_guest {
            true => read::guest_ruleset(folder, files),
            false => read::ruleset(folder, files, faults),
        };
        let rules = known.or_else(|| read().map(Arc::new));
        *reading = rules.as_ref().map_or(Reading::Faulty, |rules| Reading::Read(Arc::downgrade(rules)));
        drop(reading);
        rules.inspect(|rules| {
            if !is_of_guest {
                last_used.note(rules);
            }
        })
    }

    /// Returns whether somebody has the ruleset, or reads it now.
    pub(super) fn is_in_memory(&self) -> bool {
        let Content::Patterns(patterns) = &self.content else { return true };
        let reading = match patterns.rules.try_lock() {
            Ok(reading) => reading,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return true,
        };
        matches!(&*reading, Reading::Read(rules) if rules.strong_count() > 0)
    }

    /// Returns whether [`RulesetEntry::rules`] has nothing to read now. It does not wait for somebody who reads.
    pub(super) fn is_read(&self) -> bool {
        let Content::Patterns(patterns) = &self.content else { return true };
        let reading = match patterns.rules.try_lock() {
            Ok(reading) => reading,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        match &*reading {
            Reading::Unread => false,
            Reading::Read(rules) => rules.strong_count() > 0,
            Reading::Faulty => true,
        }
    }

    /// Returns the files as their author writes them, as one JSON object from path to text.
    pub(super) fn written(&self) -> Arc<str> {
        match &self.content {
            Content::Tables { written, .. } => Arc::clone(written),
            Content::Patterns(PatternsEntry { files, .. }) => rules::written(files),
        }
    }

    /// Returns the files as one JSON object from path to text, for the engine in the browser; none if its patterns are faulty. It is made for each call:
    /// the text may be large, and the server keeps it compressed.
    pub(super) fn bundle(&self, form: TableForm) -> Option<Arc<str>> {
        match &self.content {
            Content::Tables { rules, .. } => Some(Arc::clone(rules.bundle(form))),
            Content::Patterns(PatternsEntry { files, .. }) => rules::bundle(files, form),
        }
    }
}

/// Returns what the files of a folder say, if the id in the manifest is the folder's name. A manifest without id and name is read at the start, which
/// reports that.
fn outline(folder: &str, files: &[(String, Vec<u8>)]) -> Option<Outline> {
    let (_, manifest) = files.iter().find(|(path, _)| path == MANIFEST)?;
    let manifest = Json::parse(manifest).ok()?;
    let is_named = matches!(manifest.get("id")?, Json::String(id) if id == folder);
    Outline::read(&manifest, files).filter(|_| is_named)
}

/// Locks a mutex, also after a panic of a thread that held it: what it guards is then as it was before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> RulesetEntry {
        let files = crate::fixtures::data().into_iter();
        let files =
            files.filter_map(|(path, bytes)| Some((path.strip_prefix("breakthrough/")?.to_owned(), bytes)));
        RulesetEntry::new("breakthrough", files.collect(), &mut Faults::new()).unwrap()
    }

    #[test]
    fn the_rulesets_that_were_used_last_stay_and_so_do_those_in_use() {
        let (last_used, first) = (LastUsed::default(), entry());
        assert!(!first.is_read());
        let in_use = first.rules(&last_used).unwrap();
        assert!(Arc::ptr_eq(&in_use, &first.rules(&last_used).unwrap()), "it is read once");
        let others: Vec<RulesetEntry> = (0..UNUSED_RULESETS_MAX).map(|_| entry()).collect();
        assert!(others.iter().all(|other| other.rules(&last_used).is_some()));
        assert!(first.is_read(), "a game uses it");
        drop(in_use);
        assert!(!first.is_read(), "it has made room");
        assert!(others.iter().all(RulesetEntry::is_read));
        assert!(first.rules(&last_used).is_some());
        assert!(!others[0].is_read(), "the one whose last use is longest ago");
    }
}
