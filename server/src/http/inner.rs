//! Routes of the inner listener, for the operator's own machines: `GET /metrics`, and `GET /ready`, which says whether the server should be sent players.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::time::timeout;

use crate::api_error::ApiError;
use crate::journal::Journal as _;
use crate::metrics::Metrics;
use crate::state::AppState;

/// Time for the journal to answer that it stores inputs. A proxy asks every second or two.
const PROBE_TIME: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
struct InnerState {
    app: AppState,
    metrics: Arc<Metrics>,
}

/// The body of `/ready`.
#[derive(Serialize)]
struct Readiness {
    ready: bool,
    reasons: Vec<NotReady>,
}

/// The reason why a server should not be sent players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum NotReady {
    /// It stops.
    Draining,
    /// Its journal stores nothing.
    Journal,
    /// It has no game that can be played.
    Rules,
}

/// Returns the routes of the inner listener.
pub(crate) fn router(app: AppState, metrics: Metrics) -> Router {
    Router::new()
        .route("/metrics", get(metrics_text))
        .route("/ready", get(ready))
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .with_state(InnerState { app, metrics: Arc::new(metrics) })
}

async fn metrics_text(State(inner): State<InnerState>) -> Result<Response, ApiError> {
    let text = inner.metrics.encode().map_err(|_| ApiError::internal())?;
    Ok(([(header::CONTENT_TYPE, Metrics::CONTENT_TYPE)], text).into_response())
}

async fn ready(State(inner): State<InnerState>) -> (StatusCode, Json<Readiness>) {
    let app = &inner.app;
    let mut reasons = Vec::new();
    if app.is_draining() {
        // Its journal may be closed already.
        reasons.push(NotReady::Draining);
    } else if !matches!(timeout(PROBE_TIME, app.journal.probe()).await, Ok(Ok(()))) {
        reasons.push(NotReady::Journal);
    }
    if app.registry.catalogue().rulesets().next().is_none() {
        reasons.push(NotReady::Rules);
    }
    let status = if reasons.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { ready: reasons.is_empty(), reasons }))
}
