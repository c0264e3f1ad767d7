//! Routes for other nodes: what they pass on for their clients. Nothing that comes here is passed on again.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use super::{games, guard, opponent, own_games};
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::peers::{Peers, ROOM_PATH};
use crate::socket;
use crate::state::AppState;

/// Returns the routes for other nodes.
pub(crate) fn router(app: AppState, peers: Arc<Peers>) -> Router {
    let own_sockets = from_fn_with_state(app.clone(), guard::own_sockets);
    Router::new()
        .route("/ws", get(socket::player).route_layer(own_sockets.clone()))
        .route("/lobby", get(socket::lobby).route_layer(own_sockets))
        // Its origin has been judged where it came from.
        .route(ROOM_PATH, get(socket::passed_on_room))
        .route("/api/games/{id}", get(games::terms))
        .route(own_games::PATH, post(own_games::list))
        .route(opponent::PATH, post(opponent::answer))
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .with_state(app)
        .layer(from_fn_with_state(peers, nodes_only))
}

/// Refuses whatever does not come from another node.
async fn nodes_only(State(peers): State<Arc<Peers>>, mut request: Request, next: Next) -> Response {
    let client = peers.secret().client_of(request.headers_mut());
    match (client, request.extensions_mut().get_mut::<Peer>()) {
        (Some(client), Some(peer)) => {
            peer.passed_on_for = Some(client);
            next.run(request).await
        }
        _ => ApiError::not_found().into_response(),
    }
}
