//! HTTP routes: creation of games and their terms, a player's own games and their way to another device, finished games, tournaments, results of players, what they keep and their passkeys, push messages, health, rules for the browser's engine, lists of house rules, time controls and bidding profiles,
//! and the page.

mod body;
mod finished;
mod games;
mod guard;
mod guests;
mod handovers;
mod headers;
mod inline_scripts;
mod inner;
mod once;
mod opponent;
mod own_games;
mod page;
mod passkeys;
mod peers;
mod players;
mod push;
mod rules;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;
mod tournaments;

use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, delete, get, post};
use axum::{Json, Router};
use session::protocol::player::{Health, HealthFault};

use crate::api_error::ApiError;
use crate::socket;
use crate::state::AppState;
pub(crate) use inner::router as inner_router;
pub(crate) use peers::router as peers_router;

/// Returns every route of the server.
// Requirements blind-26, blind-27.
pub(crate) fn router(app: AppState) -> Router {
    let own_pages = from_fn_with_state(app.clone(), guard::own_pages);
    let own_guests = own_pages.clone();
    let own_lists = own_pages.clone();
    let own_handovers = own_pages.clone();
    let own_players = own_pages.clone();
    let own_tournaments = own_pages.clone();
    let own_sockets = from_fn_with_state(app.clone(), guard::own_sockets);
    let own_lobby = own_sockets.clone();
    let api = Router::new()
        .route("/games", post(games::create).route_layer(own_pages))
        .route("/games/{id}", get(games::terms))
        .route("/games/{id}/record", get(finished::record))
        .route("/games/{id}/pgn", get(finished::pgn))
        .route("/games/{id}/report", post(opponent::report).route_layer(own_players.clone()))
        .route("/games/{id}/block", post(opponent::block).route_layer(own_players.clone()))
        .route("/own-games", post(own_games::list).route_layer(own_lists))
        .route("/handovers", post(handovers::keep).route_layer(own_handovers.clone()))
        .route("/handovers/take", post(handovers::take).route_layer(own_handovers))
        .route("/tournaments", post(tournaments::create).route_layer(own_tournaments.clone()))
        .route("/tournaments/{id}", get(tournaments::show))
        .route("/tournaments/{id}/own", get(tournaments::own))
        .route("/tournaments/{id}/players", post(tournaments::enter).route_layer(own_tournaments.clone()))
        .route("/tournaments/{id}/seat", post(tournaments::seat).route_layer(own_tournaments.clone()))
        .route("/tournaments/{id}/acts", post(tournaments::act).route_layer(own_tournaments.clone()))
        .route(
            "/tournaments/{id}/subscribe",
            post(tournaments::subscribe).route_layer(own_tournaments.clone()),
        )
        .route("/tournaments/{id}/unsubscribe", post(tournaments::unsubscribe).route_layer(own_tournaments))
        .route("/finished", get(finished::list))
        .route("/statistics", get(finished::count))
        .route(
            "/players/own",
            get(players::own).merge(delete(settings::forget).route_layer(own_players.clone())),
        )
        .route("/players/own/settings", get(settings::read))
        .route("/players/own/unblock", post(settings::unblock).route_layer(own_players.clone()))
        .route("/players/own/vacation", post(settings::vacation).route_layer(own_players))
        .merge(passkeys::router(&app))
        .route("/push", get(push::settings))
        .route("/health", get(health))
        .route("/rules", get(rules::rulesets))
        .route("/rules/{id}", get(rules::bundle))
        .route("/rules/{id}/written", get(rules::written))
        .route("/rulesets", get(rules::descriptions).merge(post(guests::save).route_layer(own_guests)))
        .route("/rulesets/guests", get(guests::published))
        .route("/rulesets/{id}", get(guests::describe))
        .route("/overlays", get(rules::overlays))
        .route("/clocks", get(rules::clocks))
        .route("/gambits", get(rules::gambits))
        .route("/modes", get(rules::modes))
        .route("/moderators", get(rules::moderators))
        .route("/translations/{language}", get(rules::translation))
        .route("/translations/{language}/abouts", get(rules::abouts))
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(app.origins.cors());
    let page = page::router(&app.web);
    Router::new()
        .nest("/api", api)
        .route("/api/", any(|| async { ApiError::not_found() }))
        // Requirement rooms-8.
        .route("/ws", get(socket::player).route_layer(own_sockets))
        .route("/lobby", get(socket::lobby).route_layer(own_lobby))
        .route("/engine", get(socket::engine))
        .with_state(app)
        .merge(page)
        .layer(axum::middleware::map_response(headers::secure))
}

// Requirement blind-128.
async fn health(State(app): State<AppState>) -> (StatusCode, Json<Health>) {
    let fault = app.journal.is_failing().then_some(HealthFault::Journal);
    let status = if fault.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let health = Health {
        ok: fault.is_none(),
        active_games: app.registry.active() as u64,
        uptime: app.uptime().as_secs(),
        fault,
    };
    (status, Json(health))
}
