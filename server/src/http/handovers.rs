//! `POST /api/handovers`: keeps what a page has sealed for another device of its player. `POST /api/handovers/take`: gives it out, once.

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::body::{check_json, read_body};
use super::once;
use crate::accept::Peer;
use crate::address::ClientAddress;
use crate::api_error::ApiError;
use crate::expiring::LIFETIME;
use crate::journal::ShortLived;
use crate::state::AppState;

/// Signs of a code, which the page draws: 120 bits and more.
const CODE_SIGNS: std::ops::RangeInclusive<usize> = 20..=64;

/// Sealed bytes, under a code that the page has drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handover {
    code: String,
    sealed: String,
}

/// A handover that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Taking {
    code: String,
}

/// The answer to a handover that is kept.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    /// Seconds for which it is kept.
    seconds: u64,
}

/// The answer to one that is taken.
#[derive(Serialize)]
struct Taken {
    sealed: String,
}

fn is_base64url(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_code(code: &str) -> bool {
    CODE_SIGNS.contains(&code.len()) && is_base64url(code)
}

/// Reads a request, which counts as one for a seat: codes cannot be guessed here any faster than tokens.
async fn read<T: for<'de> Deserialize<'de>>(
    app: &AppState,
    peer: &Peer,
    request: Request,
) -> Result<(ClientAddress, T), ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    let bytes = read_body(app, body, app.limits.body_bytes).await?;
    let client = app.admission.client(peer, &parts.headers);
    if !app.admission.check_join_rate(client) {
        let message = "too many requests from this address; try again in a minute";
        return Err(ApiError::too_often(message));
    }
    let read = serde_json::from_slice(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    Ok((client, read))
}

pub(super) async fn keep(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (client, Handover { code, sealed }) = read(&app, &peer, request).await?;
    if !is_code(&code) || sealed.is_empty() || !is_base64url(&sealed) {
        return Err(ApiError::malformed("a code of 20 signs or more, and sealed bytes, both in base64url"));
    }
    let full = || {
        let message = "too many handovers wait; try again in some minutes";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", message)
    };
    let permit = app.admission.admit_handover(client).ok_or_else(full)?;
    if !once::keep(&app, ShortLived::Handover, code, sealed, permit).await? {
        return Err(full());
    }
    let kept = Kept { seconds: LIFETIME.as_secs() };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(kept)).into_response())
}

pub(super) async fn take(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (_, Taking { code }) = read(&app, &peer, request).await?;
    let gone =
        || ApiError::new(StatusCode::NOT_FOUND, "handover_gone", "it was taken already, or is too old");
    let is_fit = is_code(&code);
    let sealed = once::take(&app, ShortLived::Handover, code, is_fit).await?.ok_or_else(gone)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(Taken { sealed })).into_response())
}
