//! `POST /api/rulesets`: keeps a ruleset that a guest brings, and returns its description; `GET /api/rulesets/{id}`: the description of one ruleset.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use session::{Catalogue, HeldRuleset};

use super::body::{check_json, read_body};
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::guest::{GuestError, Saved};
use crate::state::AppState;

/// Keeps a ruleset. The same files have the same id, from any client.
pub(super) async fn save(State(app): State<AppState>, request: Request) -> Result<Response, ApiError> {
    if !app.guests.is_open() {
        return Err(ApiError::guest_rules_off());
    }
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().ok_or_else(ApiError::internal)?;
    if !app.admission.check_guest_rulesets(app.admission.client(peer, &parts.headers)) {
        let message = "too many rulesets from this address; try again in a minute";
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message));
    }
    check_json(&parts.headers)?;
    let most = app.limits.guests.guest_bytes;
    let bytes = read_body(&app, body, most).await.map_err(|error| error.beyond("guest_bytes"))?;
    let Saved { id, is_new } = app.guests.save(bytes).await.map_err(refusal)?;
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

fn refusal(error: GuestError) -> ApiError {
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
        GuestError::Busy | GuestError::Full => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", message)
        }
        GuestError::Inspector(_) | GuestError::Store(_) | GuestError::Journal(_) | GuestError::Task(_) => {
            tracing::error!(%message, "a guest's ruleset was not kept");
            ApiError::internal()
        }
    }
}
