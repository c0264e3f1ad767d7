//! Bodies of requests: JSON, within bounds on their size and their time.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};

use crate::api_error::ApiError;
use crate::state::AppState;

/// Refuses a body that is not said to be JSON.
pub(super) fn check_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    let message = "the body must be JSON, and its Content-Type application/json";
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "malformed", message))
}

/// Reads a body of at most so many bytes.
pub(super) async fn read_body(app: &AppState, body: Body, most: usize) -> Result<Bytes, ApiError> {
    let late = || ApiError::new(StatusCode::REQUEST_TIMEOUT, "malformed", "the body did not arrive in time");
    let read = tokio::time::timeout(app.limits.body_timeout.0, to_bytes(body, most)).await;
    read.map_err(|_| late())?.map_err(|error| {
        let cause = std::error::Error::source(&error);
        if cause.is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>()) {
            let message = format!("the body may have {most} bytes at most");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "malformed", message)
        } else {
            ApiError::malformed("the body did not arrive whole")
        }
    })
}
