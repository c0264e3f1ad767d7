//! Middleware that refuses requests of foreign pages before anything else is done for them.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::api_error::ApiError;
use crate::state::AppState;

/// Refuses pages that may not use this server.
pub(super) async fn own_pages(State(app): State<AppState>, request: Request, next: Next) -> Response {
    pass(app.origins.admits(request.headers()), request, next).await
}

/// Refuses pages that may not open a socket of a player or for rooms.
pub(super) async fn own_sockets(State(app): State<AppState>, request: Request, next: Next) -> Response {
    pass(app.origins.admits_to_sockets(request.headers()), request, next).await
}

async fn pass(may_pass: bool, request: Request, next: Next) -> Response {
    if may_pass {
        next.run(request).await
    } else {
        tracing::debug!("request of a foreign origin refused");
        ApiError::foreign_origin().into_response()
    }
}
