//! A server that echoes every message, for the Autobahn cases (`make autobahn`): the same accept loop and the same
//! WebSocket layer as the game server's, with an echo instead of games.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use session::protocol::player::CloseReason;
use tabula::accept;
use tabula::limits::Limits;
use tabula::websocket::{Incoming, IntoMessage, Message, Opening, WebSocket};
use tokio::net::TcpListener;

/// Bytes of the largest message; the cases have up to 64 KiB, those of `make autobahn` up to 256 KiB.
const MESSAGE_BYTES: usize = 1 << 20;

/// A message to be sent back.
struct Echo(Message);

impl IntoMessage for Echo {
    fn into_message(self) -> Message {
        self.0
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits { message_bytes: MESSAGE_BYTES, ..Limits::default() };
    let limits = Arc::new(limits);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let sockets = Arc::clone(&limits);
    let router = Router::new().fallback(move |request| answer(request, Arc::clone(&sockets)));
    accept::serve_router(listener, router, limits).await;
    Ok(())
}

async fn answer(mut request: Request, limits: Arc<Limits>) -> Response {
    match Opening::of(&mut request) {
        Ok((opening, response)) => {
            tokio::spawn(async move {
                if let Ok(socket) = opening.socket(&limits).await {
                    echo(socket).await;
                }
            });
            response
        }
        Err(_) => StatusCode::UPGRADE_REQUIRED.into_response(),
    }
}

async fn echo(mut socket: WebSocket<Echo>) {
    loop {
        let message = match socket.receive().await {
            Incoming::Text(text) => Message::Text(text),
            Incoming::Binary(bytes) => Message::Binary(bytes),
            Incoming::Control => continue,
            Incoming::ProtocolError(reason) => return socket.close(reason).await,
            Incoming::Closed => return socket.acknowledge_close().await,
        };
        if socket.send(Echo(message)).await.is_err() {
            return socket.close(CloseReason::INTERNAL).await;
        }
    }
}
