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
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use session::GameId;
use session::protocol::player::CloseReason;

use crate::accept::Peer;
use crate::admission::{Admission, SocketPermit};
use crate::api_error::ApiError;
use crate::journal::NodeAddress;
use crate::limits::Limits;
use crate::peers::CarryBounds;
use crate::registry::{LocateError, Located, Place};
use crate::state::AppState;
use crate::websocket::Opening;
use client::ClientSocket;
use engine::EngineSocket;
use lobby::LobbySocket;
use player::{Found, PlayerSocket};
use room::RoomSocket;

/// Query of a player's socket.
// Requirement blind-48.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayerQuery {
    game: Option<String>,
}

/// Query of a room's socket that another node passes on.
#[derive(Debug, Deserialize)]
pub(crate) struct RoomQuery {
    /// Messages that the socket was sent there.
    sent: u64,
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
        return upgrade(state, request, Admission::admit_socket, bytes, |mut socket| async move {
            let protocol = RoomSocket::new(&mut socket);
            socket.run(protocol).await;
        });
    }
    let game = query.ok().and_then(|Query(query)| query.game);
    let bytes = state.limits.message_bytes;
    let (mut request, body) = request.into_parts();
    let mut found = None;
    let id = game.as_deref().and_then(|game| game.parse().ok());
    if let Some(id) =
        id.filter(|_| state.registry.is_shared() && request.headers.contains_key(header::UPGRADE))
    {
        match locate(&state, &id, &request).await {
            Ok(place) => found = Some(place),
            Err(node) => match pass_on(&state, &node, &mut request).await {
                Ok(response) => return response,
                Err(reason) => found = Some(Found::Unavailable(reason)),
            },
        }
    }
    upgrade(
        state,
        Request::from_parts(request, body),
        Admission::admit_socket,
        bytes,
        move |mut socket| async move {
            match PlayerSocket::open(&mut socket, game.as_deref(), found) {
                Ok(protocol) => socket.run(protocol).await,
                Err((Some(error), reason)) => socket.refuse(error, reason).await,
                Err((None, reason)) => socket.finish(reason).await,
            }
        },
    )
}

/// Looks up the game of a socket among those of all nodes.
///
/// # Errors
/// Returns the node that plays it, if that is another.
async fn locate(state: &AppState, id: &GameId, request: &Parts) -> Result<Found, NodeAddress> {
    let Some(peer) = request.extensions.get::<Peer>() else { return Ok(Found::Nowhere) };
    // Before it is looked up: a client that asks too often does not learn whether there is such a game.
    if !state.admission.check_join_rate(state.admission.client(peer, &request.headers)) {
        return Ok(Found::TooManyRequests);
    }
    match state.registry.locate(id).await {
        Ok(Located::Here(handle)) => Ok(Found::Here(handle)),
        Ok(Located::Nowhere) => Ok(Found::Nowhere),
        // It has moved on since another node passed the request on: the client comes back.
        Ok(Located::There(_)) if peer.passed_on_for.is_some() => Ok(Found::Unavailable(CloseReason::RESTART)),
        Ok(Located::There(node)) => Err(node),
        Err(LocateError::Full) => Ok(Found::Unavailable(CloseReason::FULL)),
        Err(LocateError::Draining) => Ok(Found::Unavailable(CloseReason::RESTART)),
        Err(LocateError::Journal(error)) => {
            tracing::warn!(%error, "game not located");
            Ok(Found::Unavailable(CloseReason::INTERNAL))
        }
    }
}

/// Passes a request for a socket on to another node, and the socket's bytes both ways. The socket counts for its client here as well.
///
/// # Errors
/// Returns the reason to close with if that node does not answer.
async fn pass_on(state: &AppState, node: &NodeAddress, request: &mut Parts) -> Result<Response, CloseReason> {
    let peer = request.extensions.get::<Peer>().cloned();
    let (Some(peers), Some(peer)) = (state.peers(), peer) else { return Err(CloseReason::RESTART) };
    let Some(permit) = state.admission.admit_socket(&peer, &request.headers) else {
        return Ok(ApiError::too_many_connections().into_response());
    };
    match peers.pass_on_socket(node, permit.client, request).await {
        Ok((response, socket)) => {
            if let Some(socket) = socket {
                let carried = socket.carry(CarryBounds::of(&state.limits), state.shutdown.clone());
                state.sockets.spawn(async move {
                    carried.await;
                    // Until then the connection and the socket stay counted.
                    drop((permit, peer));
                });
            }
            Ok(response)
        }
        Err(error) => {
            tracing::warn!(%error, %node, "socket not passed on");
            Err(CloseReason::RESTART)
        }
    }
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

/// Opens the socket of a room that another node passes on, from the message on that leads here.
pub(crate) async fn passed_on_room(
    State(state): State<AppState>,
    Query(query): Query<RoomQuery>,
    request: Request,
) -> Response {
    let bytes = state.limits.room_message_bytes;
    upgrade(state, request, Admission::admit_socket, bytes, move |mut socket| async move {
        let protocol = RoomSocket::passed_on(&mut socket, query.sent);
        socket.run(protocol).await;
    })
}

/// Returns the reason why a socket of the lobby is closed, if it cannot be here.
///
/// # Errors
/// Returns the node that has the lobby, if that is another.
async fn find_lobby(state: &AppState, request: &Parts) -> Result<Option<CloseReason>, NodeAddress> {
    let is_passed_on = request.extensions.get::<Peer>().is_none_or(|peer| peer.passed_on_for.is_some());
    match state.registry.locate_lobby().await {
        Ok(Place::Here) => Ok(None),
        Ok(Place::There(_)) if is_passed_on => Ok(Some(CloseReason::RESTART)),
        Ok(Place::There(node)) => Err(node),
        Err(LocateError::Draining) => Ok(Some(CloseReason::RESTART)),
        Err(error) => {
            tracing::warn!(%error, "lobby not located");
            Ok(Some(CloseReason::INTERNAL))
        }
    }
}

/// Opens a socket in the lobby, at whichever node that is.
pub(crate) async fn lobby(State(state): State<AppState>, request: Request) -> Response {
    let bytes = state.limits.message_bytes;
    let (mut request, body) = request.into_parts();
    let mut refused = None;
    if state.registry.is_shared() && request.headers.contains_key(header::UPGRADE) {
        // The second time if the node that had it has just stopped.
        for _ in 0..2 {
            match find_lobby(&state, &request).await {
                Ok(reason) => {
                    refused = reason;
                    break;
                }
                Err(node) => match pass_on(&state, &node, &mut request).await {
                    Ok(response) => return response,
                    Err(reason) => refused = Some(reason),
                },
            }
            state.registry.forget_lobby().await;
        }
    }
    let request = Request::from_parts(request, body);
    upgrade(state, request, Admission::admit_socket, bytes, move |mut socket| async move {
        if let Some(reason) = refused {
            return socket.finish(reason).await;
        }
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
