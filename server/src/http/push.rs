//! `GET /api/push`: the public key for which browsers make push subscriptions.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use session::protocol::player::PushSettings;

use crate::api_error::ApiError;
use crate::state::AppState;

/// Returns the settings of push messages, if the server sends any.
pub(super) async fn settings(State(app): State<AppState>) -> Result<Json<PushSettings>, ApiError> {
    match &app.push {
        Some(push) => Ok(Json(PushSettings { public_key: push.public_key() })),
        None => Err(push_off()),
    }
}

/// Returns the refusal of a server that sends no push messages.
pub(super) fn push_off() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "push_off", "this server sends no push messages")
}
