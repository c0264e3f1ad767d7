//! Rulesets and the list of house rules as browsers fetch them, built once and kept.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use session::protocol::player::HouseRules;
use session::{Catalogue, HouseRulesError};
use sha2::{Digest as _, Sha256};

use super::hex;

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

/// Bundles built so far: at most one of each ruleset, and one of each combination of house rules that a game has.
#[derive(Debug, Default)]
pub(crate) struct RulesCache {
    bundles: Mutex<HashMap<String, Arc<Bundle>>>,
    /// Bundles with house rules, each beside the text that it was built from. The text is dropped with the last game that has it.
    with_house_rules: Mutex<Vec<(Weak<str>, Arc<Bundle>)>>,
    /// The list of all house rules.
    house_rules: OnceLock<Arc<Bundle>>,
}

impl RulesCache {
    /// Returns a ruleset as it is published; none if there is no such ruleset.
    pub(crate) fn get(&self, catalogue: &Catalogue, id: &str) -> Option<Arc<Bundle>> {
        let mut bundles = self.bundles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bundle) = bundles.get(id) {
            return Some(Arc::clone(bundle));
        }
        let bundle = Arc::new(Bundle::new(&catalogue.rules_bundle(id)?));
        bundles.insert(id.to_owned(), Arc::clone(&bundle));
        Some(bundle)
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
    ) -> Result<Option<Arc<Bundle>>, HouseRulesError> {
        let mut bundles = self.with_house_rules.lock().unwrap_or_else(PoisonError::into_inner);
        bundles.retain(|(text, _)| text.strong_count() > 0);
        let Some(text) = catalogue.house_rules_bundle(id, with)? else { return Ok(None) };
        let weak = Arc::downgrade(&text);
        if let Some((_, bundle)) = bundles.iter().find(|(known, _)| known.ptr_eq(&weak)) {
            return Ok(Some(Arc::clone(bundle)));
        }
        let bundle = Arc::new(Bundle::new(&text));
        bundles.push((weak, Arc::clone(&bundle)));
        Ok(Some(bundle))
    }
}

impl RulesCache {
    /// Returns the list of all house rules, with their pictures.
    pub(crate) fn house_rules(&self, catalogue: &Catalogue) -> Arc<Bundle> {
        let drawn = self.house_rules.get_or_init(|| {
            let list = HouseRules { overlays: catalogue.house_rules().to_vec() };
            // A list of texts and numbers always serializes.
            Arc::new(Bundle::new(&serde_json::to_string(&list).unwrap_or_default()))
        });
        Arc::clone(drawn)
    }
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
