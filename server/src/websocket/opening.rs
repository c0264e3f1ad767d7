//! The beginning of a socket: a request that asks for it, and the answer.

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::{WebSocket, Words};
use crate::accept::Peer;
use crate::limits::Limits;

/// A socket that begins once its answer has been written.
#[derive(Debug)]
pub struct Opening {
    on_upgrade: OnUpgrade,
    peer: Peer,
}

/// The request asks for no WebSocket, or not in a way that can be granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoUpgrade;

impl Opening {
    /// What a request asks for, and the answer that grants it.
    ///
    /// # Errors
    /// When it asks for nothing, or did not come by an [`Acceptor`](crate::accept)'s connection.
    pub fn of(request: &mut Request) -> Result<(Opening, Response), NoUpgrade> {
        let response = create_response_with_body(request, Body::empty).map_err(|_| NoUpgrade)?;
        let extensions = request.extensions_mut();
        match (extensions.remove::<OnUpgrade>(), extensions.remove::<Peer>()) {
            (Some(on_upgrade), Some(peer)) => Ok((Opening { on_upgrade, peer }, response)),
            _ => Err(NoUpgrade),
        }
    }

    /// Who is at the other end.
    pub(crate) fn peer(&self) -> &Peer {
        &self.peer
    }

    /// The socket, once the answer has been written. It holds the connection's place until it has ended.
    ///
    /// # Errors
    /// When the client hangs up before.
    pub async fn socket<W: Words>(self, limits: &Limits) -> hyper::Result<WebSocket<W>> {
        let upgraded = self.on_upgrade.await?;
        Ok(WebSocket::new(upgraded, self.peer, limits).await)
    }
}
