//! `GET /api/rules/{id}`: the public files of a ruleset, for the engine in the browser; `GET /api/overlays`: the house rules that it can have;
//! `GET /api/clocks`: the time controls that are offered; `GET /api/gambits`: the ways to play with bids.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use session::protocol::player::{Clocks, Gambits, HouseRules};
use session::{Catalogue, HouseRefused};
use sha2::{Digest as _, Sha256};

use super::failure::Failure;
use crate::app::App;
use crate::rules::hex;

/// A ruleset ready to send: plain and compressed, and the tag that changes when it does.
#[derive(Debug)]
struct Bundle {
    plain: Bytes,
    gzip: Bytes,
    hash: String,
}

/// Bundles made so far. There are as many as rulesets at most, and as many with house rules as games have different ones.
#[derive(Debug, Default)]
pub(crate) struct RulesCache {
    bundles: Mutex<HashMap<String, Arc<Bundle>>>,
    /// Each beside the text that it is made of, which is gone with the last game that is played by it.
    houses: Mutex<Vec<(Weak<str>, Arc<Bundle>)>>,
}

impl RulesCache {
    fn get(&self, catalogue: &Catalogue, id: &str) -> Option<Arc<Bundle>> {
        let mut bundles = self.bundles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bundle) = bundles.get(id) {
            return Some(Arc::clone(bundle));
        }
        let bundle = Arc::new(Bundle::new(catalogue.rules_bundle(id)?));
        bundles.insert(id.to_owned(), Arc::clone(&bundle));
        Some(bundle)
    }

    /// With house rules that a game is played by now.
    fn house(
        &self,
        catalogue: &Catalogue,
        id: &str,
        with: &[&str],
    ) -> Result<Option<Arc<Bundle>>, HouseRefused> {
        let mut houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        houses.retain(|(text, _)| text.strong_count() > 0);
        let Some(text) = catalogue.house_bundle(id, with)? else { return Ok(None) };
        let weak = Arc::downgrade(&text);
        if let Some((_, bundle)) = houses.iter().find(|(known, _)| known.ptr_eq(&weak)) {
            return Ok(Some(Arc::clone(bundle)));
        }
        let bundle = Arc::new(Bundle::new(&text));
        houses.push((weak, Arc::clone(&bundle)));
        Ok(Some(bundle))
    }
}

impl Bundle {
    fn new(text: &str) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail; should it, an empty text means that only the plain one is sent.
        let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        let hash = hex(Sha256::digest(text.as_bytes()).as_slice());
        Bundle { plain: Bytes::copy_from_slice(text.as_bytes()), gzip: gzip.into(), hash }
    }
}

/// What may be said of a ruleset that is asked for.
#[derive(Debug, Deserialize)]
pub(super) struct Wish {
    /// The tag of the version that is asked for.
    v: Option<String>,
    /// House rules, with commas between them.
    with: Option<String>,
}

/// Every house rule that a game can have.
pub(super) async fn overlays(State(app): State<App>) -> Result<Response, Failure> {
    // They are drawn when they are first asked for, which is nothing for a task that carries players' moves.
    let drawn = tokio::task::spawn_blocking(move || app.registry.catalogue().house_rules()).await;
    let known = HouseRules { overlays: drawn.map_err(|_| Failure::internal())?.to_vec() };
    Ok(([(header::CACHE_CONTROL, "public, no-cache")], Json(known)).into_response())
}

/// The time controls that are offered to who makes a game.
pub(super) async fn clocks(State(app): State<App>) -> Response {
    let offered = Clocks { clocks: app.registry.catalogue().clocks().to_vec() };
    ([(header::CACHE_CONTROL, "public, no-cache")], Json(offered)).into_response()
}

/// The ways to play with bids.
pub(super) async fn gambits(State(app): State<App>) -> Response {
    let known = Gambits { gambits: app.registry.catalogue().gambits_told() };
    ([(header::CACHE_CONTROL, "public, no-cache")], Json(known)).into_response()
}

/// Kept by browsers but asked about each time; under `?v=<hash>`, where it cannot change, kept for good.
pub(super) async fn bundle(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<Wish>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Query(Wish { v, with }) = query.map_err(|fault| Failure::malformed(fault.body_text()))?;
    let catalogue = app.registry.catalogue();
    let bundle = match with {
        None => app.rules.get(catalogue, &id),
        Some(with) => {
            let with: Vec<&str> = with.split(',').collect();
            let refused = |refused: HouseRefused| Failure::malformed(refused.to_string());
            app.rules.house(catalogue, &id, &with).map_err(refused)?
        }
    };
    let bundle = bundle.ok_or_else(Failure::not_found)?;
    let lists = |name, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|item| item.trim().trim_start_matches("W/").split(';').next() == Some(wanted))
    };
    let gzip = lists(header::ACCEPT_ENCODING, "gzip") && !bundle.gzip.is_empty();
    let tag = if gzip { format!("\"{}-gzip\"", bundle.hash) } else { format!("\"{}\"", bundle.hash) };
    let mut response = if lists(header::IF_NONE_MATCH, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = if gzip { bundle.gzip.clone() } else { bundle.plain.clone() };
        let mut response = ([(header::CONTENT_TYPE, "application/json")], body).into_response();
        if gzip {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    };
    let pinned = v.as_ref() == Some(&bundle.hash);
    let caching = if pinned { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, HeaderValue::try_from(tag).map_err(|_| Failure::internal())?);
    Ok(response)
}
