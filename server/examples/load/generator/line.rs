//! One WebSocket of a client, which keeps nothing that it has received.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::common::loopback::connect_from;
use crate::common::{PATIENCE, http};

/// Network of the clients, and the number of their addresses: one address alone has too few ports for tens of thousands of connections.
const NET: u8 = 2;
const HOSTS: u32 = 64;

/// Read buffer of a socket, in bytes. The default would take 128 KiB for each.
pub const BUFFER_BYTES: usize = 4096;

/// A client's end of a WebSocket.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

/// Connects from the next of the clients' addresses.
async fn connect(address: SocketAddr) -> TcpStream {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let host = u8::try_from(NEXT.fetch_add(1, Ordering::Relaxed) % HOSTS + 1).unwrap();
    let stream = connect_from(NET, host, address).await;
    let stream = stream.unwrap_or_else(|fault| panic!("no connection to {address}: {fault}"));
    stream.set_nodelay(true).unwrap();
    stream
}

/// Sends a request by HTTP, and returns the answer, which must have this status.
async fn ask(address: SocketAddr, head: &str, body: &[u8], status: u16) -> Value {
    let answer = http::exchange(connect(address).await, head, body).await;
    assert_eq!(answer.status, status, "{head}{}", answer.body);
    answer.json()
}

/// Creates a game by HTTP, and returns the answer.
pub async fn create(address: SocketAddr, request: &Value) -> Value {
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    ask(address, head, request.to_string().as_bytes(), 201).await
}

/// Returns the record of a finished game to the holder of a token.
pub async fn record(address: SocketAddr, game: &str, token: &str) -> Value {
    let head =
        format!("GET /api/games/{game}/record HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n");
    ask(address, &head, b"", 200).await
}

impl Line {
    /// Opens a socket at `/ws`, with a query or without one.
    pub async fn open(address: SocketAddr, query: &str) -> Line {
        let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
        let stream = connect(address).await;
        let opened =
            client_async_with_config(format!("ws://{address}/ws{query}"), stream, Some(config)).await;
        let (socket, _) = opened.unwrap_or_else(|fault| panic!("no socket at {address}: {fault}"));
        Line { socket }
    }

    /// Sends a text.
    pub async fn send(&mut self, text: String) {
        self.socket
            .send(Message::text(text))
            .await
            .unwrap_or_else(|fault| panic!("nothing can be sent: {fault}"));
    }

    /// Returns the next text.
    pub async fn receive(&mut self) -> Utf8Bytes {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => return text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("the socket has ended: {other:?}"),
            }
        }
    }
}
