//! WebSockets: `GET /ws?game=<id>` for players and spectators, `GET /ws` for rooms, `GET /lobby` for players who look for an opponent, `GET /engine?rules=<id>` for the
//! engine interface.
//!
//! One loop serves all of them ([`ClientSocket`]); what differs between them is a [`SocketProtocol`](client::SocketProtocol).

mod client;
mod end;
mod engine;
mod lobby;
mod player;
mod room;
mod wire;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use crate::accept::Peer;
use crate::admission::{Admission, SocketPermit};
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::state::AppState;
use crate::websocket::Opening;
use client::ClientSocket;
use engine::EngineSocket;
use lobby::LobbySocket;
use player::PlayerSocket;
use room::RoomSocket;

/// Query of a player's socket.
// Requirement blind-48.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayerQuery {
    game: Option<String>,
}

/// Query of an engine's socket.
#[derive(Debug, Deserialize)]
pub(crate) struct EngineQuery {
    rules: Option<String>,
}

/// Returns whether the address of a player's socket names no game: then the socket is for rooms.
fn is_for_rooms(address: &Uri) -> bool {
    Query::<PlayerQuery>::try_from_uri(address).is_ok_and(|Query(query)| query.game.is_none())
}

/// Opens the socket of a player of a game, or of a room. Errors about the game are sent after the upgrade: a browser hides the
/// response of a failed one.
pub(crate) async fn player(
    State(state): State<AppState>,
    query: Result<Query<PlayerQuery>, QueryRejection>,
    request: Request,
) -> Response {
    if is_for_rooms(request.uri()) {
        let bytes = state.limits.room_message_bytes;
        return upgrade(state, request, Admission::admit_socket, bytes, |socket| async move {
            let protocol = RoomSocket::new(&socket);
            socket.run(protocol).await;
        });
    }
    let game = query.ok().and_then(|Query(query)| query.game);
    let bytes = state.limits.message_bytes;
    upgrade(state, request, Admission::admit_socket, bytes, move |mut socket| async move {
        match PlayerSocket::open(&mut socket, game.as_deref()) {
            Ok(protocol) => socket.run(protocol).await,
            Err((error, reason)) => socket.refuse(error, reason).await,
        }
    })
}

/// Opens an engine's socket. Pages of any origin may have one: nothing at this interface belongs to a player.
pub(crate) async fn engine(
    State(state): State<AppState>,
    query: Result<Query<EngineQuery>, QueryRejection>,
    request: Request,
) -> Response {
    // A query that cannot be read names rules that do not exist.
    let rules = query.map_or_else(|_| Some(String::new()), |Query(query)| query.rules);
    let bytes = state.limits.message_bytes;
    upgrade(state, request, Admission::admit_engine, bytes, move |socket| async move {
        let state = socket.state.clone();
        match EngineSocket::open(&state, socket.conn, rules).await {
            Ok(protocol) => socket.run(protocol).await,
            Err(reason) => socket.finish(reason).await,
        }
    })
}

/// Opens a socket in the lobby.
pub(crate) async fn lobby(State(state): State<AppState>, request: Request) -> Response {
    let bytes = state.limits.message_bytes;
    upgrade(state, request, Admission::admit_socket, bytes, |mut socket| async move {
        match LobbySocket::open(&mut socket) {
            Ok(protocol) => socket.run(protocol).await,
            Err(reason) => socket.finish(reason).await,
        }
    })
}

/// Decides whether a client may have one more socket.
type Admit = fn(&Admission, &Peer, &HeaderMap) -> Option<SocketPermit>;

/// Answers an upgrade request, and serves the socket in a task of its own. Messages may have up to `message_bytes`.
fn upgrade<F, S>(
    state: AppState,
    mut request: Request,
    admit: Admit,
    message_bytes: usize,
    serve: F,
) -> Response
where
    F: FnOnce(ClientSocket) -> S + Send + 'static,
    S: Future<Output = ()> + Send,
{
    let Ok((opening, response)) = Opening::of(&mut request) else {
        return ApiError::upgrade_required().into_response();
    };
    let Some(permit) = admit(&state.admission, opening.peer(), request.headers()) else {
        return ApiError::too_many_connections().into_response();
    };
    let tasks = state.sockets.clone();
    tasks.spawn(async move {
        let limits = Limits { message_bytes, ..(*state.limits).clone() };
        match opening.socket(&limits).await {
            // The permit is held until the socket has ended.
            Ok(wire) => serve(ClientSocket::new(state, permit.client, wire)).await,
            Err(error) => tracing::debug!(%error, "upgrade failed"),
        }
        drop(permit);
    });
    response
}
