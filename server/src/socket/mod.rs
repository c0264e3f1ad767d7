//! `GET /ws?game=<id>`: the upgrade, and the life of one player's socket.

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
use crate::app::App;
use crate::http::failure::Failure;
use pump::Pump;
use wire::Wire;

/// What may stand in the address of a socket.
#[derive(Debug, Deserialize)]
pub(crate) struct Address {
    game: Option<String>,
}

/// Answers an upgrade request. What is wrong with the game is told after the upgrade: a browser hides everything else.
///
/// No `Origin` is asked for: there are no cookies, so a foreign page can do no more than any other client.
pub(crate) async fn upgrade(
    State(app): State<App>,
    address: Result<Query<Address>, QueryRejection>,
    mut request: Request,
) -> Response {
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
    let game = address.ok().and_then(|Query(address)| address.game);
    let tasks = app.sockets.clone();
    tasks.spawn(async move {
        let _admission = (admission, peer);
        match on_upgrade.await {
            Ok(upgraded) => {
                let wire = Wire::new(upgraded, &app.limits).await;
                Pump::new(Arc::clone(&app.0), app.next_connection()).run(wire, game.as_deref()).await;
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
