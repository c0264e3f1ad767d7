//! The other nodes of a shared journal: requests and sockets for a game that another node plays are passed on to it.
//!
//! A node reaches another at that node's inner listener, by a secret that all nodes share. What it passes on is made anew of a few headers, so that nothing
//! else of a client's request arrives there. A request that was passed on is never passed on again.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use subtle::ConstantTimeEq as _;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, copy_buf, split,
};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_util::sync::CancellationToken;

use crate::address::ClientAddress;
use crate::dialer::Dialer;
use crate::journal::NodeAddress;
use crate::limits::Limits;

const SECRET: HeaderName = HeaderName::from_static("tabula-node-secret");
const CLIENT: HeaderName = HeaderName::from_static("tabula-node-client");

/// Headers of a request that are passed on. Origins are judged by the first two of them.
const PASSED_ON: [HeaderName; 9] = [
    header::AUTHORIZATION,
    header::HOST,
    header::ORIGIN,
    header::CONNECTION,
    header::UPGRADE,
    header::SEC_WEBSOCKET_KEY,
    header::SEC_WEBSOCKET_VERSION,
    header::SEC_WEBSOCKET_PROTOCOL,
    header::SEC_WEBSOCKET_EXTENSIONS,
];

/// Headers that belong to one connection, and are not passed back with a plain answer.
const OF_CONNECTION: [HeaderName; 3] = [header::CONNECTION, header::TRANSFER_ENCODING, header::UPGRADE];

/// Time for another node to answer a request. Its players wait no longer than for one that is gone.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The address of sockets of rooms, which are passed on from the message on that names the room.
pub(crate) const ROOM_PATH: &str = "/room";

/// The longest answer to a question of this node itself, in bytes.
const ANSWER_BYTES: usize = 256 * 1024;

/// The secret by which nodes know each other. It does not print itself, and compares in constant time.
#[derive(Clone)]
pub struct NodeSecret(Arc<str>);

/// The fewest letters of a secret.
const SECRET_MIN: usize = 32;

impl FromStr for NodeSecret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NodeSecret, Self::Err> {
        if text.len() < SECRET_MIN || !text.bytes().all(|sign| sign.is_ascii_graphic()) {
            return Err("a secret has 32 or more signs, without spaces (openssl rand -hex 32)");
        }
        Ok(NodeSecret(text.into()))
    }
}

impl fmt::Debug for NodeSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeSecret(…)")
    }
}

impl NodeSecret {
    fn is(&self, other: &HeaderValue) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }

    /// Takes the headers of nodes out of a request, and returns the client that another node passes it on for.
    pub(crate) fn client_of(&self, headers: &mut HeaderMap) -> Option<IpAddr> {
        let (secret, client) = (headers.remove(SECRET), headers.remove(CLIENT));
        if !secret.is_some_and(|secret| self.is(&secret)) {
            return None;
        }
        client?.to_str().ok()?.parse().ok()
    }
}

/// The reason why a request was not passed on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PassOnError {
    #[error("the node does not answer in time")]
    Unanswered,
    #[error("the node cannot be reached: {0}")]
    Unreachable(#[from] std::io::Error),
    #[error("the node does not answer: {0}")]
    Http(#[from] hyper::Error),
    #[error("the request cannot be passed on: {0}")]
    Request(#[from] axum::http::Error),
    #[error("the node refuses: {0}")]
    Refused(StatusCode),
    #[error("the node's answer cannot be read: {0}")]
    Body(#[from] axum::Error),
}

/// The way to other nodes.
#[derive(Debug)]
pub(crate) struct Peers {
    secret: NodeSecret,
    dialer: Arc<dyn Dialer>,
    sockets: Gauge,
    requests: Family<[(&'static str, &'static str); 1], Counter>,
}

/// A socket that is passed on, once both of its ends are upgraded.
#[derive(Debug)]
pub(crate) struct PassedOnSocket {
    client: OnUpgrade,
    node: OnUpgrade,
    count: SocketCount,
}

/// One socket in the count of those that are passed on, until it is dropped.
#[derive(Debug)]
struct SocketCount(Gauge);

impl SocketCount {
    fn new(gauge: &Gauge) -> SocketCount {
        gauge.inc();
        SocketCount(gauge.clone())
    }
}

impl Drop for SocketCount {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Peers {
    /// The way to nodes that share a secret.
    pub(crate) fn new(secret: NodeSecret, dialer: Arc<dyn Dialer>) -> Peers {
        let requests = Family::default();
        for result in ["answered", "failed"] {
            drop(requests.get_or_create(&[("result", result)]));
        }
        Peers { secret, dialer, sockets: Gauge::default(), requests }
    }

    pub(crate) fn secret(&self) -> &NodeSecret {
        &self.secret
    }

    /// Lists what is passed on among the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register(
            "passed_on_sockets",
            "WebSockets that are passed on to another node",
            self.sockets.clone(),
        );
        registry.register(
            "passed_on",
            "Requests passed on to another node, by what came of it",
            self.requests.clone(),
        );
    }

    /// Passes a request for an address on for a client, without a body, and returns the answer.
    ///
    /// # Errors
    /// See [`PassOnError`].
    pub(crate) async fn pass_on(
        &self,
        to: &NodeAddress,
        client: ClientAddress,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<Response<Incoming>, PassOnError> {
        let mut request = Request::builder().method(Method::GET).uri(path).body(Body::empty())?;
        for name in PASSED_ON {
            for value in headers.get_all(&name) {
                request.headers_mut().append(name.clone(), value.clone());
            }
        }
        self.counted(timeout(ANSWER_TIME, self.send(to, client, request)).await)
    }

    /// Asks another node for a client, with a body of JSON, and returns the body of the answer.
    ///
    /// # Errors
    /// See [`PassOnError`]; also if all of the answer is not there in time.
    pub(crate) async fn ask(
        &self,
        to: &NodeAddress,
        client: ClientAddress,
        path: &str,
        body: Bytes,
        time: Duration,
    ) -> Result<Bytes, PassOnError> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, to.authority())
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))?;
        let asked = async {
            let answer = self.send(to, client, request).await?;
            if answer.status() != StatusCode::OK {
                return Err(PassOnError::Refused(answer.status()));
            }
            Ok(to_bytes(Body::new(answer.into_body()), ANSWER_BYTES).await?)
        };
        self.counted(timeout(time, asked).await)
    }

    fn counted<T>(&self, answered: Result<Result<T, PassOnError>, Elapsed>) -> Result<T, PassOnError> {
        let answer = answered.unwrap_or(Err(PassOnError::Unanswered));
        let result = if answer.is_ok() { "answered" } else { "failed" };
        self.requests.get_or_create(&[("result", result)]).inc();
        answer
    }

    async fn send(
        &self,
        to: &NodeAddress,
        client: ClientAddress,
        mut request: Request<Body>,
    ) -> Result<Response<Incoming>, PassOnError> {
        let stream = self.dialer.dial(to).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // It ends with the answer, or when the connection becomes a socket.
        tokio::spawn(connection.with_upgrades());
        let headers = request.headers_mut();
        headers.insert(SECRET, HeaderValue::from_str(&self.secret.0).map_err(axum::http::Error::from)?);
        let client = HeaderValue::from_str(&client.to_string()).map_err(axum::http::Error::from)?;
        headers.insert(CLIENT, client);
        Ok(sender.send_request(request).await?)
    }

    /// Passes a request for a WebSocket on. Returns the answer for the client, and the socket if the node grants it.
    ///
    /// # Errors
    /// See [`PassOnError`]. The request is as it was then.
    pub(crate) async fn pass_on_socket(
        &self,
        to: &NodeAddress,
        client: ClientAddress,
        request: &mut Parts,
    ) -> Result<(axum::response::Response, Option<PassedOnSocket>), PassOnError> {
        let path = request.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let mut answer = self.pass_on(to, client, &path, &request.headers).await?;
        if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Ok((plain(answer), None));
        }
        let node = hyper::upgrade::on(&mut answer);
        let socket = request.extensions.remove::<OnUpgrade>().map(|client| PassedOnSocket {
            client,
            node,
            count: SocketCount::new(&self.sockets),
        });
        Ok((answer.map(|_| Body::empty()), socket))
    }
}

impl Peers {
    /// Opens a socket at another node for the rest of a room's socket, which was sent so many messages.
    ///
    /// # Errors
    /// See [`PassOnError`].
    pub(crate) async fn open_room(
        &self,
        to: &NodeAddress,
        client: ClientAddress,
        sent: u64,
    ) -> Result<NodeSocket, PassOnError> {
        let request = Request::builder()
            .uri(format!("{ROOM_PATH}?sent={sent}"))
            .header(header::HOST, to.authority())
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, generate_key())
            .body(Body::empty())?;
        let opened = async {
            let mut answer = self.send(to, client, request).await?;
            if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
                return Err(PassOnError::Refused(answer.status()));
            }
            Ok(hyper::upgrade::on(&mut answer).await?)
        };
        let connection = self.counted(timeout(ANSWER_TIME, opened).await)?;
        Ok(NodeSocket { connection, count: SocketCount::new(&self.sockets) })
    }
}

/// A socket at another node, for a client whose socket is open here.
#[derive(Debug)]
pub(crate) struct NodeSocket {
    connection: Upgraded,
    count: SocketCount,
}

impl NodeSocket {
    /// Sends what the client has sent, then carries bytes as [`PassedOnSocket::carry`] does.
    pub(crate) async fn carry(
        self,
        client: impl AsyncRead + AsyncWrite,
        unread: &[u8],
        bounds: CarryBounds,
        shutdown: CancellationToken,
    ) {
        let mut node = TokioIo::new(self.connection);
        let carried = async {
            if node.write_all(unread).await.is_ok() {
                exchange(client, node, bounds).await;
            }
        };
        tokio::select! {
            biased;
            () = shutdown.cancelled() => {}
            () = carried => {}
        }
        drop(self.count);
    }
}

/// Returns an answer of another node as this server's.
pub(crate) fn plain(answer: Response<Incoming>) -> axum::response::Response {
    let mut answer = answer.map(Body::new);
    for name in OF_CONNECTION {
        answer.headers_mut().remove(name);
    }
    answer
}

impl PassedOnSocket {
    /// Carries bytes both ways until one end has closed, or the server stops. For what the other end still sends there is a bound: a client
    /// that has vanished says nothing any more.
    pub(crate) async fn carry(self, bounds: CarryBounds, shutdown: CancellationToken) {
        let (client, node) = match tokio::join!(self.client, self.node) {
            (Ok(client), Ok(node)) => (client, node),
            (Err(error), _) | (_, Err(error)) => {
                tracing::debug!(%error, "upgrade failed");
                return;
            }
        };
        tokio::select! {
            biased;
            () = shutdown.cancelled() => {}
            () = exchange(TokioIo::new(client), TokioIo::new(node), bounds) => {}
        }
        drop(self.count);
    }
}

/// Bounds on a socket that is passed on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CarryBounds {
    /// Bytes that are carried at once.
    buffer: usize,
    /// Time for the other end after one has closed.
    close_time: Duration,
    /// Silence after which the node counts as gone: it pings its clients more often.
    silence: Duration,
}

impl CarryBounds {
    pub(crate) fn of(limits: &Limits) -> CarryBounds {
        CarryBounds {
            buffer: limits.read_buffer_bytes,
            close_time: limits.close_timeout.0,
            silence: limits.idle_timeout.0,
        }
    }
}

async fn exchange(
    client: impl AsyncRead + AsyncWrite,
    node: impl AsyncRead + AsyncWrite,
    bounds: CarryBounds,
) {
    let (from_client, mut to_client) = split(client);
    let (from_node, mut to_node) = split(node);
    let mut from_client = BufReader::with_capacity(bounds.buffer, from_client);
    let from_node = BufReader::with_capacity(bounds.buffer, from_node);
    let up = async {
        let _ = copy_buf(&mut from_client, &mut to_node).await;
        let _ = to_node.shutdown().await;
    };
    let down = async {
        carry_down(from_node, &mut to_client, bounds.silence).await;
        let _ = to_client.shutdown().await;
    };
    tokio::pin!(up, down);
    tokio::select! {
        biased;
        () = &mut up => drop(timeout(bounds.close_time, down).await),
        () = &mut down => drop(timeout(bounds.close_time, up).await),
    }
}

/// Carries what a node sends until it ends, falls silent, or its client takes nothing any more. If both ways are lost without a word, nothing else would
/// end the socket.
async fn carry_down(
    mut from: impl AsyncBufRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
    silence: Duration,
) {
    loop {
        let Ok(Ok(bytes)) = timeout(silence, from.fill_buf()).await else { return };
        let count = bytes.len();
        if count == 0 || !matches!(timeout(silence, to.write_all(bytes)).await, Ok(Ok(()))) {
            return;
        }
        from.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_secret_is_long_and_does_not_print_itself() {
        let secret: NodeSecret = TEXT.parse().unwrap();
        assert!(!format!("{secret:?}").contains("0123"));
        for wrong in ["", "short", "0123456789abcdef 0123456789abcdef"] {
            assert!(wrong.parse::<NodeSecret>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_client_is_believed_only_with_the_secret() {
        let secret: NodeSecret = TEXT.parse().unwrap();
        let client = |secret_header: Option<&str>, client: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.extend(secret_header.map(|value| (SECRET, value.parse().unwrap())));
            headers.extend(client.map(|value| (CLIENT, value.parse().unwrap())));
            let client = secret.client_of(&mut headers);
            assert!(headers.is_empty(), "no handler sees them");
            client
        };
        assert_eq!(client(Some(TEXT), Some("203.0.113.9")), Some("203.0.113.9".parse().unwrap()));
        let other = TEXT.replace('f', "e");
        for (secret, named) in [
            (None, Some("203.0.113.9")),
            (Some(&*other), Some("203.0.113.9")),
            (Some("0"), Some("203.0.113.9")),
        ] {
            assert_eq!(client(secret, named), None);
        }
        assert_eq!(client(Some(TEXT), None), None);
        assert_eq!(client(Some(TEXT), Some("nobody")), None);
    }
}
