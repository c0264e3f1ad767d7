//! Taking connections: how many, from whom, and for how long each may take its time.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::address::{AddressHold, AddressTable};
use crate::limits::Limits;

/// Rest after the operating system could not hand out a connection (it is out of file handles, most likely).
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The connection that a request came by. A socket keeps its copy, and so its place, beyond the request.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// The address at the other end, which may be a proxy's.
    pub(crate) address: IpAddr,
    _place: Arc<Place>,
}

#[derive(Debug)]
struct Place {
    _connection: OwnedSemaphorePermit,
    _address: Option<AddressHold>,
}

/// Takes connections until told to stop.
#[derive(Debug)]
pub(crate) struct Acceptor {
    /// Where they come from.
    pub(crate) listener: TcpListener,
    /// Who answers their requests.
    pub(crate) router: Router,
    /// The bounds.
    pub(crate) limits: Arc<Limits>,
    /// Connections by address.
    pub(crate) addresses: AddressTable,
    /// Addresses that speak for others, and so are not bounded themselves.
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// Where the connections' tasks are counted.
    pub(crate) tasks: TaskTracker,
    /// Told when to stop.
    pub(crate) shutdown: CancellationToken,
}

impl Acceptor {
    /// Takes connections until shutdown.
    pub(crate) async fn run(self) {
        let places = Arc::new(Semaphore::new(self.limits.connections.min(Semaphore::MAX_PERMITS)));
        loop {
            let accepted = tokio::select! {
                () = self.shutdown.cancelled() => return,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, from)) => match self.place(&places, from) {
                    Ok(peer) => {
                        let (router, limits) = (self.router.clone(), Arc::clone(&self.limits));
                        let shutdown = self.shutdown.clone();
                        self.tasks.spawn(serve(stream, peer, router, limits, shutdown));
                    }
                    Err(refusal) => {
                        tracing::debug!(refusal, "a connection was refused");
                        let _ = stream.try_write(refusal.as_bytes());
                    }
                },
                Err(error) => {
                    tracing::warn!(%error, "no connection could be taken");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn place(&self, places: &Arc<Semaphore>, from: SocketAddr) -> Result<Peer, &'static str> {
        const FULL: &str =
            "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        const GREEDY: &str =
            "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let address = from.ip().to_canonical();
        let connection = Arc::clone(places).try_acquire_owned().map_err(|_| FULL)?;
        let hold = if self.trusted_proxies.contains(&address) {
            None
        } else {
            let most = self.limits.connections_per_address;
            Some(self.addresses.hold(address.into(), most).ok_or(GREEDY)?)
        };
        Ok(Peer { address, _place: Arc::new(Place { _connection: connection, _address: hold }) })
    }
}

/// Serves one connection until it ends, becomes a WebSocket, grows too old, or the server stops.
async fn serve(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    limits: Arc<Limits>,
    shutdown: CancellationToken,
) {
    // A move is a small packet that must not wait for the acknowledgement of the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let router = router.clone();
        async move {
            Ok::<_, Infallible>(
                router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}),
            )
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout.0)
        .max_header_size(limits.header_bytes)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return log_end(ended),
        () = tokio::time::sleep(limits.http_lifetime.0) => {}
        () = shutdown.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    if let Ok(ended) = tokio::time::timeout(limits.drain_timeout.0, connection).await {
        log_end(ended);
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
