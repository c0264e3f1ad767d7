//! `POST /api/rulesets`: keeps a ruleset that a guest brings, publishes it on request, and returns its description; `GET /api/rulesets/{id}`: the description
//! of one ruleset; `GET /api/rulesets/guests`: the published ones.

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use session::protocol::player::{PublishedRulesets, RefusalReason};
use session::{Catalogue, HeldRuleset};

use super::body::{check_json, read_body};
use super::finished::check_rate;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::guest::{GuestError, Saved};
use crate::journal::PublishedPosition;
use crate::state::AppState;

/// Rulesets of one answer to a request for the list of published ones.
const PUBLISHED_PER_LIST: usize = 50;

/// Query of a ruleset that is brought.
#[derive(Debug, Deserialize)]
pub(super) struct SaveRequest {
    /// True for one that everybody shall find.
    #[serde(default)]
    publish: bool,
}

/// Keeps a ruleset. The same files have the same id, from any client. One that cannot be published is kept all the same.
pub(super) async fn save(
    State(app): State<AppState>,
    wanted: Result<Query<SaveRequest>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    if !app.guests.is_open() {
        return Err(ApiError::guest_rules_off());
    }
    let wanted =
        wanted.map_err(|_| ApiError::malformed("the query has `publish`, true or false, at most once"))?;
    let Query(SaveRequest { publish }) = wanted;
    if publish && !app.guests.publishes() {
        return Err(refusal(GuestError::PublishingOff));
    }
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().ok_or_else(ApiError::internal)?;
    let client = app.admission.client(peer, &parts.headers);
    if !app.admission.check_guest_rulesets(client) {
        let message = "too many rulesets from this address; try again in a minute";
        return Err(ApiError::too_often(message));
    }
    check_json(&parts.headers)?;
    let most = app.limits.guests.guest_bytes;
    let bytes = read_body(&app, body, most).await.map_err(|error| error.beyond("guest_bytes"))?;
    let Saved { id, is_new } = app.guests.save(bytes).await.map_err(refusal)?;
    if publish {
        if !app.admission.check_publishing(client) {
            return Err(published_too_often());
        }
        app.guests.publish(&id).await.map_err(refusal)?;
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let description = app.registry.catalogue().ruleset_description(&id).ok_or_else(ApiError::internal)?;
    let mut response = (status, Json(description)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Returns the description of one ruleset. That of a guest's does not change, but may be gone.
pub(super) async fn describe(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let _held = look_up(&app, &id).await?;
    let description = app.registry.catalogue().ruleset_description(&id).ok_or_else(ApiError::not_found)?;
    Ok(([(header::CACHE_CONTROL, "public, no-cache")], Json(description)).into_response())
}

/// Query of a request for the list of published rulesets.
#[derive(Debug, Deserialize)]
pub(super) struct ListRequest {
    before: Option<String>,
}

/// Returns published rulesets, the latest first.
pub(super) async fn published(
    State(app): State<AppState>,
    request: Result<Query<ListRequest>, QueryRejection>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let wanted =
        || ApiError::malformed("the query has `before` at most once, as a list has returned it as `next`");
    let Query(ListRequest { before }) = request.map_err(|_| wanted())?;
    let before =
        before.map(|before| before.parse::<PublishedPosition>()).transpose().map_err(|_| wanted())?;
    let listed = app.guests.published(before, PUBLISHED_PER_LIST + 1).await;
    let mut published = listed.map_err(|error| {
        tracing::warn!(%error, "the list of published rulesets is not read");
        ApiError::internal()
    })?;
    let is_cut = published.len() > PUBLISHED_PER_LIST;
    published.truncate(PUBLISHED_PER_LIST);
    let last = published.last().filter(|_| is_cut);
    let next = last.map(|ruleset| PublishedPosition::of(ruleset).to_string());
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(PublishedRulesets { published, next })).into_response())
}

/// Finds a ruleset that may be a guest's, and keeps it from being removed as long as the value lives.
pub(super) async fn look_up(app: &AppState, id: &str) -> Result<Option<HeldRuleset>, ApiError> {
    if !Catalogue::is_guest_id(id) {
        return Ok(None);
    }
    app.guests.look_up(id).await.map_err(|error| {
        tracing::warn!(%error, "a guest's ruleset is not read");
        ApiError::internal()
    })
}

pub(super) fn published_too_often() -> ApiError {
    let message = "this address has published as many rulesets as it may in this time; try again in an hour";
    ApiError::rate_limited(RefusalReason::PublishedTooOften, message)
}

pub(super) fn refusal(error: GuestError) -> ApiError {
    let message = error.to_string();
    match error {
        GuestError::Off => ApiError::guest_rules_off(),
        GuestError::Folder(_) => ApiError::malformed(message),
        GuestError::Beyond(beyond) => {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "beyond_bound", message).with_bound(beyond.bound)
        }
        GuestError::Faulty(found) => {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "faulty_ruleset", message).with_diagnostics(found)
        }
        GuestError::Busy => ApiError::server_full(RefusalReason::ChecksBusy, message),
        GuestError::Full => ApiError::server_full(RefusalReason::GuestRulesetsFull, message),
        GuestError::PublishingOff => ApiError::new(StatusCode::FORBIDDEN, "publishing_off", message)
            .because(RefusalReason::PublishingOff),
        GuestError::PublishedFull => ApiError::server_full(RefusalReason::PublishedFull, message),
        GuestError::Inspector(_) | GuestError::Store(_) | GuestError::Journal(_) | GuestError::Task(_) => {
            tracing::error!(%message, "a guest's ruleset was not kept");
            ApiError::internal()
        }
    }
}
