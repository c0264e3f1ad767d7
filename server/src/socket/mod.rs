//! The upgrades, and the life of one socket: `GET /ws?game=<id>` for players, `GET /ws` for rooms, `GET /engine?rules=<id>` for the engine interface.

mod bench;
mod end;
mod outbox;
mod pump;
mod room;
mod wire;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use session::ConnId;

pub(crate) use outbox::{Inflow, Outbox, Outgoing, Unreachable};

use crate::accept::Peer;
use crate::address::ClientAddress;
use crate::app::{Admission, App, Shared};
use crate::http::failure::Failure;
use crate::limits::Limits;
use crate::websocket::Opening;
use bench::Bench;
use pump::Pump;
use room::RoomPump;
use wire::Wire;

/// What may stand in the address of a player's socket.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayerAddress {
    game: Option<String>,
}

/// What may stand in the address of an engine's socket.
#[derive(Debug, Deserialize)]
pub(crate) struct EngineAddress {
    rules: Option<String>,
}

/// Whether the address of a player's socket names no game: then it is one for rooms.
pub(crate) fn is_for_rooms(address: &Uri) -> bool {
    Query::<PlayerAddress>::try_from_uri(address).is_ok_and(|Query(address)| address.game.is_none())
}

/// The socket of a player of a game, or of a room. What is wrong with the game is told after the upgrade: a browser hides everything else.
pub(crate) async fn player(
    State(app): State<App>,
    address: Result<Query<PlayerAddress>, QueryRejection>,
    request: Request,
) -> Response {
    if is_for_rooms(request.uri()) {
        let bytes = app.limits.room_message_bytes;
        return upgrade(app, request, Shared::admit_socket, bytes, |app, conn, client, wire| async move {
            RoomPump::new(app, conn, client).run(wire).await;
        });
    }
    let game = address.ok().and_then(|Query(address)| address.game);
    let bytes = app.limits.message_bytes;
    upgrade(app, request, Shared::admit_socket, bytes, move |app, conn, client, wire| async move {
        Pump::new(app, conn, client).run(wire, game.as_deref()).await;
    })
}

/// An engine's socket. Pages of any origin may open one: there is nothing in it that belongs to a player, and a host's own page
/// is a host like any other.
pub(crate) async fn engine(
    State(app): State<App>,
    address: Result<Query<EngineAddress>, QueryRejection>,
    request: Request,
) -> Response {
    // An address that cannot be read names rules that there are not.
    let rules = address.map_or_else(|_| Some(String::new()), |Query(address)| address.rules);
    let bytes = app.limits.message_bytes;
    upgrade(app, request, Shared::admit_engine, bytes, move |app, conn, _, wire| async move {
        Bench::new(app, conn).run(wire, rules.as_deref()).await;
    })
}

/// Whether a client may have a socket.
type Admit = fn(&Shared, &Peer, &HeaderMap) -> Option<Admission>;

/// Answers an upgrade request, and serves the socket, whose messages may have so many bytes, in a task of its own.
fn upgrade<F, S>(app: App, mut request: Request, admit: Admit, message_bytes: usize, serve: F) -> Response
where
    F: FnOnce(Arc<Shared>, ConnId, ClientAddress, Wire) -> S + Send + 'static,
    S: Future<Output = ()> + Send,
{
    let Ok((opening, response)) = Opening::of(&mut request) else {
        return Failure::upgrade_required().into_response();
    };
    let Some(admission) = admit(&app, opening.peer(), request.headers()) else {
        return Failure::too_many_connections().into_response();
    };
    let tasks = app.sockets.clone();
    tasks.spawn(async move {
        let _holds = (admission.hold, admission.engine);
        let limits = Limits { message_bytes, ..(*app.limits).clone() };
        match opening.socket(&limits).await {
            Ok(wire) => serve(Arc::clone(&app.0), app.next_connection(), admission.client, wire).await,
            Err(error) => tracing::debug!(%error, "an upgrade failed"),
        }
    });
    response
}

/// A socket's name in the logs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name(pub(crate) ConnId);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.0.fmt(f)
    }
}
