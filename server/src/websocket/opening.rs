//! The opening handshake: a request for a WebSocket, and the response that grants it.

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::{IntoMessage, WebSocket};
use crate::accept::Peer;
use crate::limits::Limits;

/// A socket that opens once the response has been written.
#[derive(Debug)]
pub struct Opening {
    on_upgrade: OnUpgrade,
    peer: Peer,
}

/// The request does not ask for a WebSocket, or not in a way that can be granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoUpgrade;

impl Opening {
    /// Returns the socket that a request asks for, and the response that grants it.
    ///
    /// # Errors
    /// Returns an error if it asks for no socket, or did not come by an [`Acceptor`](crate::accept)'s connection.
    pub fn of(request: &mut Request) -> Result<(Opening, Response), NoUpgrade> {
        let response = create_response_with_body(request, Body::empty).map_err(|_| NoUpgrade)?;
        let extensions = request.extensions_mut();
        match (extensions.remove::<OnUpgrade>(), extensions.remove::<Peer>()) {
            (Some(on_upgrade), Some(peer)) => Ok((Opening { on_upgrade, peer }, response)),
            _ => Err(NoUpgrade),
        }
    }

    /// Returns the connection of the request.
    pub(crate) fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Returns the socket, once the response has been written. It keeps its connection counted until it has ended.
    ///
    /// # Errors
    /// Returns an error if the client hangs up before.
    pub async fn socket<M: IntoMessage>(self, limits: &Limits) -> hyper::Result<WebSocket<M>> {
        let upgraded = self.on_upgrade.await?;
        Ok(WebSocket::new(upgraded, self.peer, limits).await)
    }
}
