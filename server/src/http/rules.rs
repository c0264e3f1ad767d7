//! `GET /api/rules`: the rulesets; `GET /api/rulesets`: their descriptions; `GET /api/rules/{id}`: the public files of one, for the engine in the browser; `GET /api/rules/{id}/written`: its files as their author writes them; `GET /api/overlays`: the house rules;
//! `GET /api/clocks`: the time controls; `GET /api/gambits`: the bidding profiles, and those of one ruleset; `GET /api/modes`: the defaults of each mode;
//! `GET /api/moderators`: what each moderator announces; `GET /api/translations/{language}`: names in a language, and
//! `GET /api/translations/{language}/abouts`: descriptions of games.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use session::HouseRulesError;
use session::TableForm;
use session::protocol::player::{Gambits, Modes, RefusalReason};

use super::guests::look_up;
use crate::api_error::ApiError;
use crate::rules::{Bundle, CachedBundle, List};
use crate::state::AppState;

/// Query of a request for a ruleset.
#[derive(Debug, Deserialize)]
pub(super) struct BundleQuery {
    /// The hash of the version that is wanted.
    v: Option<String>,
    /// House rules, with commas between them.
    with: Option<String>,
    /// Form of the tables.
    #[serde(default)]
    tables: TableForm,
}

/// Query of a request for bidding profiles.
#[derive(Debug, Deserialize)]
pub(super) struct GambitsQuery {
    /// The ruleset that is to be played; its numbers are those of the answer.
    ruleset: Option<String>,
}

/// Returns the list of all rulesets.
pub(super) async fn rulesets(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    list(&app, List::Rulesets, &headers).await
}

/// Returns the descriptions of all rulesets.
pub(super) async fn descriptions(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    list(&app, List::Descriptions, &headers).await
}

/// Returns every house rule that a game can have.
pub(super) async fn overlays(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    list(&app, List::HouseRules, &headers).await
}

/// Returns the time controls that a creator can choose from.
pub(super) async fn clocks(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    list(&app, List::Clocks, &headers).await
}

/// Returns the bidding profiles, or those by which a ruleset is played, with its own numbers.
pub(super) async fn gambits(
    State(app): State<AppState>,
    query: Result<Query<GambitsQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(GambitsQuery { ruleset }) = query.map_err(|fault| ApiError::malformed(fault.body_text()))?;
    let Some(id) = ruleset else { return list(&app, List::Gambits, &headers).await };
    let _held = look_up(&app, &id).await?;
    let gambits = app.registry.catalogue().gambit_descriptions_for(&id).ok_or_else(ApiError::not_found)?;
    Ok(([(header::CACHE_CONTROL, "public, no-cache")], Json(Gambits { gambits })).into_response())
}

/// Returns what each moderator announces.
pub(super) async fn moderators(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    list(&app, List::Moderators, &headers).await
}

async fn list(app: &AppState, list: List, headers: &HeaderMap) -> Result<Response, ApiError> {
    let list = built(app, app.rules.list(list)).await?;
    respond(&list, headers, false)
}

/// Returns the names of a language.
pub(super) async fn translation(
    State(app): State<AppState>,
    language: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(language) = language.map_err(|_| ApiError::not_found())?;
    let names = app.rules.translation(app.registry.catalogue(), &language);
    let names = built(&app, names.ok_or_else(ApiError::not_found)?).await?;
    respond(&names, &headers, false)
}

/// Returns the descriptions of games in a language.
pub(super) async fn abouts(
    State(app): State<AppState>,
    language: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(language) = language.map_err(|_| ApiError::not_found())?;
    let abouts = app.rules.abouts(app.registry.catalogue(), &language);
    let abouts = built(&app, abouts.ok_or_else(ApiError::not_found)?).await?;
    respond(&abouts, &headers, false)
}

/// Returns the defaults of each mode.
pub(super) async fn modes(State(app): State<AppState>) -> Response {
    let known = Modes {
        modes: app.registry.catalogue().mode_defaults(),
        guest_rules: app.guests.is_open(),
        publishing: app.guests.publishes(),
    };
    ([(header::CACHE_CONTROL, "public, no-cache")], Json(known)).into_response()
}

/// Returns a ruleset. Browsers keep it but revalidate it each time; under `?v=<hash>`, where it cannot change, they keep it for good.
pub(super) async fn bundle(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<BundleQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let Query(BundleQuery { v, with, tables: form }) =
        query.map_err(|fault| ApiError::malformed(fault.body_text()))?;
    let catalogue = app.registry.catalogue();
    let _held = look_up(&app, &id).await?;
    let bundle = match with {
        None => app.rules.ruleset(catalogue, &id, form),
        Some(with) => {
            let with: Vec<&str> = with.split(',').collect();
            let refused = |refused: HouseRulesError| {
                ApiError::malformed(refused.to_string()).because(RefusalReason::of_house_rules(&refused))
            };
            app.rules.with_house_rules(catalogue, &id, &with, form).map_err(refused)?
        }
    };
    let bundle = built(&app, bundle.ok_or_else(ApiError::not_found)?).await?;
    let pinned = v.as_ref() == Some(&bundle.hash);
    respond(&bundle, &headers, pinned)
}

/// Returns the files of a ruleset as their author writes them.
pub(super) async fn written(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let _held = look_up(&app, &id).await?;
    let bundle = app.rules.written(app.registry.catalogue(), &id);
    let bundle = built(&app, bundle.ok_or_else(ApiError::not_found)?).await?;
    respond(&bundle, &headers, false)
}

/// Returns a bundle of the cache. It is written and compressed on the first request, which would hold up a task that carries players' moves.
async fn built(app: &AppState, bundle: CachedBundle) -> Result<Arc<Bundle>, ApiError> {
    let bundle = if bundle.is_built() {
        bundle.get(app.registry.catalogue())
    } else {
        let _turn = match bundle.is_of_guest() {
            true => app.registry.guest_turns().loads.acquire().await.ok(),
            false => None,
        };
        let app = app.clone();
        let built = tokio::task::spawn_blocking(move || bundle.get(app.registry.catalogue())).await;
        built.map_err(|_| ApiError::internal())?
    };
    bundle.ok_or_else(ApiError::not_found)
}

/// Answers with a text in the smallest form that the browser takes, or that it has not changed.
fn respond(bundle: &Bundle, headers: &HeaderMap, pinned: bool) -> Result<Response, ApiError> {
    let lists = |name, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|item| item.trim().trim_start_matches("W/").split(';').next() == Some(wanted))
    };
    let forms = [("br", &bundle.brotli), ("gzip", &bundle.gzip)];
    let form =
        forms.into_iter().find(|(name, body)| lists(header::ACCEPT_ENCODING, name) && !body.is_empty());
    let tag = form
        .map_or_else(|| format!("\"{}\"", bundle.hash), |(name, _)| format!("\"{}-{name}\"", bundle.hash));
    let mut response = if lists(header::IF_NONE_MATCH, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = form.map_or_else(|| bundle.plain(), |(_, body)| body.clone());
        let mut response = ([(header::CONTENT_TYPE, "application/json")], body).into_response();
        if let Some((name, _)) = form {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    };
    let caching = if pinned { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, HeaderValue::try_from(tag).map_err(|_| ApiError::internal())?);
    Ok(response)
}
