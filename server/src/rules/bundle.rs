//! Rulesets and the list of house rules as browsers fetch them, built once and kept.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use session::protocol::player::{Clocks, Gambits, HouseRules, Moderators, RulesetDescriptions, Rulesets};
use session::{Catalogue, HouseRulesError, TableForm};
use sha2::{Digest as _, Sha256};

use crate::hex::hex;

/// Effort and window of brotli: nearly as small as the greatest effort, at a tenth of the time.
const BROTLI_QUALITY: i32 = 9;
const BROTLI_WINDOW: i32 = 22;

/// A text ready to send: plain and compressed, and its hash.
#[derive(Debug)]
pub(crate) struct Bundle {
    /// Empty where [`Bundle::plain`] decompresses it: hardly any client asks for it.
    text: Bytes,
    /// Empty if the text could not be compressed.
    pub(crate) gzip: Bytes,
    /// Empty if the text could not be compressed.
    pub(crate) brotli: Bytes,
    pub(crate) hash: String,
}

/// Bundles built so far: at most four of each ruleset (with relative, compact and canonical tables, and as written), one of each combination of house rules that a game has, one of each language, and the
/// lists.
#[derive(Debug, Default)]
pub(crate) struct RulesCache {
    bundles: Mutex<HashMap<String, Slot>>,
    /// Bundles with house rules, each beside the text that it was built from. The text is dropped with the last game that has it.
    with_house_rules: Mutex<Vec<(Weak<str>, Slot)>>,
    /// By [`List`].
    lists: [Slot; List::COUNT],
}

/// A list of what the server offers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    /// Names of all rulesets.
    Rulesets,
    /// Descriptions of all rulesets.
    Descriptions,
    /// All house rules, with their pictures.
    HouseRules,
    /// Bidding profiles.
    Gambits,
    /// Announcements of each moderator.
    Moderators,
    /// Time controls that a creator can choose from.
    Clocks,
}

impl List {
    const COUNT: usize = 6;

    /// Returns the list as JSON. Texts and numbers always serialize.
    fn text(self, catalogue: &Catalogue) -> String {
        match self {
            List::Rulesets => serde_json::to_string(&Rulesets { rulesets: catalogue.rulesets().collect() }),
            List::Descriptions => {
                serde_json::to_string(&RulesetDescriptions { rulesets: catalogue.ruleset_descriptions() })
            }
            List::HouseRules => {
                serde_json::to_string(&HouseRules { overlays: catalogue.house_rules().to_vec() })
            }
            List::Gambits => serde_json::to_string(&Gambits { gambits: catalogue.gambit_descriptions() }),
            List::Moderators => serde_json::to_string(&Moderators { moderators: catalogue.moderators() }),
            List::Clocks => serde_json::to_string(&Clocks { clocks: catalogue.clocks().to_vec() }),
        }
        .unwrap_or_default()
    }
}

/// Place of a bundle: empty until it is built, then the bundle; none if the patterns of a ruleset are faulty. It is filled without holding a lock of the
/// cache, so that a bundle that is built holds up nobody who wants another.
type Slot = Arc<OnceLock<Option<Arc<Bundle>>>>;

/// A bundle that is in the cache, or has to be built first.
#[derive(Debug)]
pub(crate) struct CachedBundle {
    slot: Slot,
    source: Source,
}

/// Origin of a bundle's text.
#[derive(Debug)]
enum Source {
    /// Files of the ruleset with this id, and the form of their tables.
    Ruleset(String, TableForm),
    /// Files of the ruleset with this id as their author writes them.
    Written(String),
    /// The text itself.
    Text(Arc<str>),
    /// A list.
    List(List),
    /// Names of the language with this code.
    Translation(String),
    /// Descriptions of games in the language with this code.
    Abouts(String),
}

impl RulesCache {
    /// Returns a ruleset as it is published; none if there is no such ruleset.
    pub(crate) fn ruleset(&self, catalogue: &Catalogue, id: &str, form: TableForm) -> Option<CachedBundle> {
        if !catalogue.has_ruleset(id) {
            return None;
        }
        let slot = Arc::clone(lock(&self.bundles).entry(key(id, form)).or_default());
        Some(CachedBundle { slot, source: Source::Ruleset(id.to_owned(), form) })
    }

    /// Returns a ruleset as its author writes it; none if there is no such ruleset.
    pub(crate) fn written(&self, catalogue: &Catalogue, id: &str) -> Option<CachedBundle> {
        if !catalogue.has_ruleset(id) {
            return None;
        }
        let slot = Arc::clone(lock(&self.bundles).entry(written_key(id)).or_default());
        Some(CachedBundle { slot, source: Source::Written(id.to_owned()) })
    }

    /// Returns a ruleset with house rules; none if no game has them at present.
    ///
    /// # Errors
    /// Returns an error if there is no such combination of house rules.
    pub(crate) fn with_house_rules(
        &self,
        catalogue: &Catalogue,
        id: &str,
        with: &[&str],
        form: TableForm,
    ) -> Result<Option<CachedBundle>, HouseRulesError> {
        let Some(text) = catalogue.house_rules_bundle(id, with, form)? else { return Ok(None) };
        let weak = Arc::downgrade(&text);
        let mut bundles = lock(&self.with_house_rules);
        bundles.retain(|(text, _)| text.strong_count() > 0);
        let known = bundles.iter().find(|(known, _)| known.ptr_eq(&weak));
        let slot = known.map_or_else(Slot::default, |(_, slot)| Arc::clone(slot));
        if known.is_none() {
            bundles.push((weak, Arc::clone(&slot)));
        }
        Ok(Some(CachedBundle { slot, source: Source::Text(text) }))
    }

    /// Forgets the bundles of a ruleset.
    pub(crate) fn forget(&self, id: &str) {
        let mut bundles = lock(&self.bundles);
        for form in TableForm::ALL {
            bundles.remove(&key(id, form));
        }
        bundles.remove(&written_key(id));
    }

    /// Returns the names of a language; none if there are none.
    pub(crate) fn translation(&self, catalogue: &Catalogue, language: &str) -> Option<CachedBundle> {
        catalogue.translation(language)?;
        let slot = Arc::clone(lock(&self.bundles).entry(translation_key(language)).or_default());
        Some(CachedBundle { slot, source: Source::Translation(language.to_owned()) })
    }

    /// Returns the descriptions of games in a language, if the catalogue has the language.
    pub(crate) fn abouts(&self, catalogue: &Catalogue, language: &str) -> Option<CachedBundle> {
        catalogue.translation(language)?;
        let key = format!("{}&abouts", translation_key(language));
        let slot = Arc::clone(lock(&self.bundles).entry(key).or_default());
        Some(CachedBundle { slot, source: Source::Abouts(language.to_owned()) })
    }

    /// Returns a list.
    pub(crate) fn list(&self, list: List) -> CachedBundle {
        // The lists of the type are counted, so each has its place.
        let slot = self.lists.get(list as usize).map(Arc::clone).unwrap_or_default();
        CachedBundle { slot, source: Source::List(list) }
    }
}

impl CachedBundle {
    /// Returns whether its text is that of a guest's ruleset.
    pub(crate) fn is_of_guest(&self) -> bool {
        match &self.source {
            Source::Ruleset(id, _) | Source::Written(id) => Catalogue::is_guest_id(id),
            Source::Text(_) | Source::List(_) => false,
            Source::Translation(_) | Source::Abouts(_) => false,
        }
    }

    /// Returns whether [`CachedBundle::get`] has nothing left to build, and so returns at once.
    pub(crate) fn is_built(&self) -> bool {
        self.slot.get().is_some()
    }

    /// Returns the bundle, and builds it if this is the first use, which takes up to seconds: then it is called on a thread that may block. None if the
    /// patterns of the ruleset are faulty.
    pub(crate) fn get(&self, catalogue: &Catalogue) -> Option<Arc<Bundle>> {
        let build = || match &self.source {
            Source::Ruleset(id, form) => Some(Bundle::new(&catalogue.rules_bundle(id, *form)?)),
            Source::Written(id) => Some(Bundle::new(&catalogue.written_rules(id)?)),
            Source::Text(text) => Some(Bundle::new(text)),
            Source::Translation(language) => {
                let names = catalogue.translation(language)?.names();
                Some(Bundle::new(&serde_json::to_string(&names).unwrap_or_default()))
            }
            Source::Abouts(language) => {
                let abouts = &catalogue.translation(language)?.abouts;
                Some(Bundle::new(&serde_json::to_string(abouts).unwrap_or_default()))
            }
            Source::List(list) => Some(Bundle::new(&list.text(catalogue))),
        };
        let built = || {
            let bundle = build();
            if let (None, Source::Ruleset(id, _)) = (&bundle, &self.source) {
                tracing::warn!(
                    ruleset = id,
                    "ruleset of faulty patterns is not served; run `ggn check` on it"
                );
            }
            bundle.map(Arc::new)
        };
        self.slot.get_or_init(built).clone()
    }
}

/// Returns the name of a ruleset's bundle with tables of a form. No id has such a character.
fn key(id: &str, form: TableForm) -> String {
    match form {
        TableForm::Canonical => id.to_owned(),
        TableForm::Compact => format!("{id}?compact"),
        TableForm::Relative => format!("{id}?relative"),
    }
}

/// Returns the name of a ruleset's bundle as its author writes it.
fn written_key(id: &str) -> String {
    format!("{id}?written")
}

/// Returns the name of the bundle of a language.
fn translation_key(language: &str) -> String {
    format!("{language}?translation")
}

/// Locks a mutex, also after a panic of a thread that held it: nothing that can panic runs within.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bundle {
    /// Returns the text for a client that takes no compressed one.
    pub(crate) fn plain(&self) -> Bytes {
        let mut text = Vec::new();
        match GzDecoder::new(&*self.gzip).read_to_end(&mut text) {
            Ok(_) if !self.gzip.is_empty() => text.into(),
            Ok(_) | Err(_) => self.text.clone(),
        }
    }

    fn new(text: &str) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail; should it, only the plain text is sent.
        let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        let mut brotli = Vec::new();
        let params = BrotliEncoderParams {
            quality: BROTLI_QUALITY,
            lgwin: BROTLI_WINDOW,
            ..BrotliEncoderParams::default()
        };
        if brotli::BrotliCompress(&mut text.as_bytes(), &mut brotli, &params).is_err() {
            brotli.clear();
        }
        let hash = hex(Sha256::digest(text.as_bytes()).as_slice());
        let kept = if gzip.is_empty() { text.as_bytes() } else { &[] };
        Bundle { text: Bytes::copy_from_slice(kept), gzip: gzip.into(), brotli: brotli.into(), hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Arc<Catalogue> {
        Catalogue::load(crate::read_rules(&dev::path("rules")).unwrap()).unwrap()
    }

    #[test]
    fn a_bundle_is_built_once_and_then_found_without_building() {
        let (catalogue, cache) = (catalogue(), RulesCache::default());
        for id in ["chess", "gardner"] {
            let first = cache.ruleset(&catalogue, id, TableForm::Canonical).unwrap();
            assert!(!first.is_built(), "{id}");
            let built = first.get(&catalogue).unwrap();
            let again = cache.ruleset(&catalogue, id, TableForm::Canonical).unwrap();
            assert!(again.is_built() && Arc::ptr_eq(&built, &again.get(&catalogue).unwrap()), "{id}");
        }
        assert!(!cache.list(List::HouseRules).is_built());
        assert!(
            cache.list(List::HouseRules).get(&catalogue).is_some() && cache.list(List::HouseRules).is_built()
        );
    }

    /// Most bytes of the rules of nearly every game on their way to a browser, and of any: pieces that hop over some kinds alone take the most.
    const GAME_BYTES: usize = 3 << 10;
    const GAME_BYTES_MAX: usize = 10 << 10;

    #[test]
    fn the_rules_of_a_game_travel_in_few_bytes() {
        let (catalogue, cache) = (catalogue(), RulesCache::default());
        let ids: Vec<String> = catalogue.rulesets().map(|ruleset| ruleset.id).collect();
        assert!(ids.len() > 100, "{}", ids.len());
        // To write all out takes a minute.
        let ids: Vec<String> = ids.into_iter().step_by(if dev::is_long() { 1 } else { 10 }).collect();
        let bytes = |id: &String| {
            let bundle = cache.ruleset(&catalogue, id, TableForm::Relative).unwrap().get(&catalogue).unwrap();
            bundle.brotli.len()
        };
        let bytes: Vec<(usize, &String)> = ids.iter().map(|id| (bytes(id), id)).collect();
        println!("{} bytes in all", bytes.iter().map(|(bytes, _)| bytes).sum::<usize>());
        let large: Vec<_> = bytes.iter().filter(|(bytes, _)| *bytes > GAME_BYTES).collect();
        assert!(large.len() <= ids.len().div_ceil(10), "{large:?}");
        assert!(large.iter().all(|(bytes, _)| *bytes <= GAME_BYTES_MAX), "{large:?}");
    }

    #[test]
    fn a_ruleset_that_does_not_exist_takes_no_place() {
        let (catalogue, cache) = (catalogue(), RulesCache::default());
        assert!(cache.ruleset(&catalogue, "moderators", TableForm::Canonical).is_none());
        assert!(lock(&cache.bundles).is_empty());
    }

    #[test]
    fn faulty_patterns_are_logged_once() {
        let files = crate::read_rules(&dev::path("rules")).unwrap().into_iter();
        let is_faulty = |path: &str| path == "gardner/patterns/gardner.moves";
        let files = files
            .map(|(path, bytes)| if is_faulty(&path) { (path, b"K^: X".to_vec()) } else { (path, bytes) });
        let (catalogue, cache) = (Catalogue::load(files.collect()).unwrap(), RulesCache::default());
        let (mut log, writer) = std::io::pipe().unwrap();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(Mutex::new(writer)).finish();
        tracing::subscriber::with_default(subscriber, || {
            for _ in 0..2 {
                assert!(
                    cache
                        .ruleset(&catalogue, "gardner", TableForm::Canonical)
                        .unwrap()
                        .get(&catalogue)
                        .is_none()
                );
            }
            assert!(
                cache.ruleset(&catalogue, "chess", TableForm::Canonical).unwrap().get(&catalogue).is_some()
            );
        });
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains("WARN") && text.contains("gardner") && text.contains("ggn check"), "{text}");
    }

    #[test]
    fn a_bundle_that_is_being_built_holds_up_no_other() {
        let (catalogue, cache) = (catalogue(), RulesCache::default());
        let slow = cache.ruleset(&catalogue, "gardner", TableForm::Canonical).unwrap();
        // Building goes on for as long as this closure runs.
        slow.slot.get_or_init(|| {
            let other = cache.ruleset(&catalogue, "chess", TableForm::Canonical).unwrap();
            assert!(other.get(&catalogue).is_some());
            assert!(!cache.ruleset(&catalogue, "gardner", TableForm::Canonical).unwrap().is_built());
            None
        });
    }
}
