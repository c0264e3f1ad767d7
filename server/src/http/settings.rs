//! Settings that players keep on the server, each request signed by their key: `GET /api/players/own/settings`, `POST /api/players/own/vacation`,
//! `POST /api/players/own/unblock`, `DELETE /api/players/own`.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::de::DeserializeOwned;
use session::domain::PlayerId;
use session::protocol::player::{RefusalReason, UnblockRequest, VacationRequest};

use super::body::{check_json, read_body};
use super::finished::check_rate;
use super::players::signer;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::player_settings::{ChangeError, KeptSettings, VacationRefusal};
use crate::state::AppState;

/// Returns what the player who signs has set.
pub(super) async fn read(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let player = signer(&app, &headers, "settings", "")?;
    answer(&app, player).await
}

/// Begins or ends a vacation.
pub(super) async fn vacation(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let client = app.admission.client(&peer, request.headers());
    let (player, VacationRequest { days }) = signed(&app, &peer, "vacation", request).await?;
    let may_add = || app.admission.check_row_rate(client);
    let changed = kept(&app)?.change_vacation(player, days, app.clock.now(), may_add).await;
    let vacation = changed.map_err(refused)?;
    app.registry.note_vacations(player, &[vacation]).await;
    answer(&app, player).await
}

/// Removes a player from the list of those whom the one who signs does not want to meet.
pub(super) async fn unblock(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (player, UnblockRequest { id }) = signed(&app, &peer, "unblock", request).await?;
    kept(&app)?.unblock(player, &id, app.clock.now()).await.map_err(refused)?;
    answer(&app, player).await
}

/// Removes everything that the player who signs keeps, but the days of vacation that were taken this year.
pub(super) async fn forget(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let player = signer(&app, &headers, "forget", "")?;
    if let Some(ended) = kept(&app)?.forget(player, app.clock.now()).await.map_err(refused)? {
        app.registry.note_vacations(player, &[ended]).await;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Reads a request with a body that its player has signed.
pub(super) async fn signed<T: DeserializeOwned>(
    app: &AppState,
    peer: &Peer,
    purpose: &str,
    request: Request,
) -> Result<(PlayerId, T), ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    check_rate(app, peer, &parts.headers)?;
    let bytes = read_body(app, body, app.limits.body_bytes).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::malformed("the body is no text"))?;
    let player = signer(app, &parts.headers, purpose, text)?;
    let read = serde_json::from_str(text).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    Ok((player, read))
}

pub(super) async fn answer(app: &AppState, player: PlayerId) -> Result<Response, ApiError> {
    let settings = kept(app)?.settings(player, app.clock.now()).await.map_err(unreadable)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(settings)).into_response())
}

pub(super) fn kept(app: &AppState) -> Result<KeptSettings, ApiError> {
    app.registry.settings().ok_or_else(ApiError::not_found)
}

pub(super) fn refused(error: ChangeError) -> ApiError {
    let (status, code) = match &error {
        ChangeError::Vacation(VacationRefusal::Off) => (StatusCode::FORBIDDEN, "vacations_off"),
        ChangeError::Vacation(VacationRefusal::Running) => (StatusCode::CONFLICT, "on_vacation"),
        ChangeError::Vacation(VacationRefusal::NotRunning) => (StatusCode::CONFLICT, "not_on_vacation"),
        ChangeError::Vacation(VacationRefusal::TooLong(_)) => (StatusCode::BAD_REQUEST, "malformed"),
        ChangeError::Vacation(VacationRefusal::NoDaysLeft(_)) => (StatusCode::CONFLICT, "no_days_left"),
        ChangeError::TooManyPasskeys => (StatusCode::CONFLICT, "too_many_passkeys"),
        ChangeError::KnownPasskey => (StatusCode::CONFLICT, "passkey_known"),
        ChangeError::TooManyBlocks => (StatusCode::CONFLICT, "too_many_blocks"),
        ChangeError::TooOften => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
        ChangeError::Full => (StatusCode::SERVICE_UNAVAILABLE, "server_full"),
        ChangeError::Journal(_) => return unreadable(error),
    };
    let reason = matches!(error, ChangeError::TooOften).then_some(RefusalReason::TooOften);
    ApiError::new(status, code, error.to_string()).because(reason)
}

fn unreadable(error: impl Into<ChangeError>) -> ApiError {
    let error: ChangeError = error.into();
    tracing::error!(%error, "what players keep is not available");
    ApiError::internal()
}
