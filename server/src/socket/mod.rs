//! The upgrades, and the life of one socket: `GET /ws?game=<id>` for players, `GET /engine?rules=<id>` for the engine interface.

mod bench;
mod end;
mod outbox;
mod pump;
mod wire;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use hyper::upgrade::OnUpgrade;
use serde::Deserialize;
use session::ConnId;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

pub(crate) use outbox::{Inflow, Outbox, Outgoing, Unreachable};

use crate::accept::Peer;
use crate::app::{App, Shared};
use crate::http::failure::Failure;
use bench::Bench;
use pump::Pump;
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

/// A player's socket. What is wrong with the game is told after the upgrade: a browser hides everything else.
pub(crate) async fn player(
    State(app): State<App>,
    address: Result<Query<PlayerAddress>, QueryRejection>,
    request: Request,
) -> Response {
    let game = address.ok().and_then(|Query(address)| address.game);
    upgrade(app, request, move |app, conn, wire| async move {
        Pump::new(app, conn).run(wire, game.as_deref()).await;
    })
}

/// An engine's socket.
pub(crate) async fn engine(
    State(app): State<App>,
    address: Result<Query<EngineAddress>, QueryRejection>,
    request: Request,
) -> Response {
    // An address that cannot be read names rules that there are not.
    let rules = address.map_or_else(|_| Some(String::new()), |Query(address)| address.rules);
    upgrade(app, request, move |app, conn, wire| async move {
        Bench::new(app, conn).run(wire, rules.as_deref()).await;
    })
}

/// Answers an upgrade request, and serves the socket in a task of its own.
///
/// No `Origin` is asked for: there are no cookies, so a foreign page can do no more than any other client.
fn upgrade<F, S>(app: App, mut request: Request, serve: F) -> Response
where
    F: FnOnce(Arc<Shared>, ConnId, Wire) -> S + Send + 'static,
    S: Future<Output = ()> + Send,
{
    let response = match create_response_with_body(&request, Body::empty) {
        Ok(response) => response,
        Err(_) => return Failure::upgrade_required().into_response(),
    };
    let Some(on_upgrade) = request.extensions_mut().remove::<OnUpgrade>() else {
        return Failure::upgrade_required().into_response();
    };
    let Some(peer) = request.extensions().get::<Peer>().cloned() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let Some(admission) = app.admit_socket(&peer, request.headers()) else {
        return Failure::too_many_connections().into_response();
    };
    let tasks = app.sockets.clone();
    tasks.spawn(async move {
        let _admission = (admission, peer);
        match on_upgrade.await {
            Ok(upgraded) => {
                let wire = Wire::new(upgraded, &app.limits).await;
                serve(Arc::clone(&app.0), app.next_connection(), wire).await;
            }
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
