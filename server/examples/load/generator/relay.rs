//! The bare relay: a WebSocket server that passes each text on to all sockets of its game, and does nothing else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::line::BUFFER_BYTES;

/// The sockets of each game, by the query of their requests.
type Games = Arc<Mutex<HashMap<String, Sockets>>>;

/// The sockets of a game.
type Sockets = Arc<Mutex<Vec<mpsc::UnboundedSender<Utf8Bytes>>>>;

/// Serves the relay until the returned future is dropped.
pub async fn serve(listener: TcpListener) {
    let games = Games::default();
    let router: Router = Router::new().fallback(move |request| answer(request, Arc::clone(&games)));
    let listener = listener.tap_io(|stream: &mut TcpStream| {
        // A client that has gone already needs none.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await.expect("the relay has ended");
}

async fn answer(mut request: Request, games: Games) -> Response {
    let game = request.uri().query().unwrap_or_default().to_owned();
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let (Ok(response), Some(upgrade)) = (create_response_with_body(&request, Body::empty), upgrade) else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    // Before the answer: what the other player sends then comes here, too.
    let (sender, texts) = mpsc::unbounded_channel();
    let sockets = {
        let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(games.entry(game.clone()).or_default())
    };
    sockets.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
            let socket =
                WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
            pass_on(socket, &sockets, texts).await;
        }
        games.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
    });
    response
}

/// Passes texts on until the client leaves.
async fn pass_on(
    mut socket: WebSocketStream<TokioIo<hyper::upgrade::Upgraded>>,
    sockets: &Sockets,
    mut texts: mpsc::UnboundedReceiver<Utf8Bytes>,
) {
    loop {
        tokio::select! {
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    for peer in sockets.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                        let _ = peer.send(text.clone());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            Some(text) = texts.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
        }
    }
}
