//! The HTTP side: making games, health, rules for the browser's engine, the house rules, time controls and ways to bid there are, and the page.

pub(crate) mod failure;
mod games;
mod headers;
mod page;
mod rules;

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::Serialize;

use crate::app::App;
use crate::{origin, socket};
use failure::Failure;

pub(crate) use rules::RulesCache;

/// Every route of the server.
pub(crate) fn router(app: App) -> Router {
    let own_pages = from_fn_with_state(app.clone(), origin::guard);
    let own_sockets = from_fn_with_state(app.clone(), origin::guard_sockets);
    let api = Router::new()
        .route("/games", post(games::create).route_layer(own_pages))
        .route("/health", get(health))
        .route("/rules/{id}", get(rules::bundle))
        .route("/overlays", get(rules::overlays))
        .route("/clocks", get(rules::clocks))
        .route("/gambits", get(rules::gambits))
        .fallback(|| async { Failure::not_found() })
        .method_not_allowed_fallback(|| async { Failure::method_not_allowed() })
        .layer(app.origins.sharing());
    let page = page::router(&app.web);
    Router::new()
        .nest("/api", api)
        .route("/api/", any(|| async { Failure::not_found() }))
        .route("/ws", get(socket::player).route_layer(own_sockets))
        .route("/engine", get(socket::engine))
        .with_state(app)
        .merge(page)
        .layer(axum::middleware::map_response(headers::secure))
}

/// The answer to `GET /api/health`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Health {
    ok: bool,
    active_games: usize,
    /// Seconds since the server started.
    uptime: u64,
}

async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health { ok: true, active_games: app.registry.active(), uptime: app.uptime().as_secs() })
}
