//! The accept loop: bounds on the number of connections, in all and from one address, and on their times.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use futures_util::FutureExt as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::address::{AddressCounts, AddressPermit};
use crate::limits::Limits;
use crate::listener::Listener;
use crate::refusals::{Bound, Refusals};

/// Pause after the operating system could not accept a connection (most likely for want of file handles).
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Smallest buffer that hyper accepts. It has two for each connection, and would let each grow to 408 KiB.
const LEAST_BUFFER_BYTES: usize = 8192;

/// The connection of a request. A socket keeps its copy beyond the request, and so stays counted.
#[derive(Debug, Clone)]
pub struct Peer {
    /// Address of the other end, which may be a proxy's.
    pub(crate) address: IpAddr,
    /// The client that another node passes the request on for.
    pub(crate) passed_on_for: Option<IpAddr>,
    _permits: Arc<ConnectionPermits>,
}

#[derive(Debug)]
struct ConnectionPermits {
    _connection: OwnedSemaphorePermit,
    _address: Option<AddressPermit>,
}

/// Accepts connections until shutdown.
#[derive(Debug)]
pub(crate) struct Acceptor<L> {
    /// Source of connections.
    pub(crate) listener: L,
    /// Routes of their requests.
    pub(crate) router: Router,
    /// The bounds.
    pub(crate) limits: Arc<Limits>,
    /// Connections by address.
    pub(crate) addresses: AddressCounts,
    /// Proxies, which are not bounded themselves.
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// Counts of refused connections.
    pub(crate) refusals: Refusals,
    /// Tasks of connections.
    pub(crate) tasks: TaskTracker,
    /// Cancelled when the server stops.
    pub(crate) shutdown: CancellationToken,
}

/// Serves routes within the same bounds as the server's own, until the returned future is dropped.
pub async fn serve_router<L: Listener>(listener: L, router: Router, limits: Arc<Limits>) {
    let acceptor = Acceptor {
        listener,
        router,
        limits,
        addresses: AddressCounts::default(),
        trusted_proxies: Vec::new(),
        refusals: Refusals::default(),
        tasks: TaskTracker::new(),
        shutdown: CancellationToken::new(),
    };
    acceptor.run().await;
}

impl<L: Listener> Acceptor<L> {
    /// Accepts connections until shutdown.
    pub(crate) async fn run(mut self) {
        let permits = Arc::new(Semaphore::new(self.limits.connections.min(Semaphore::MAX_PERMITS)));
        loop {
            let accepted = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => return,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((mut stream, from)) => match self.admit(&permits, from) {
                    Ok(peer) => {
                        let (router, limits) = (self.router.clone(), Arc::clone(&self.limits));
                        let shutdown = self.shutdown.clone();
                        self.tasks.spawn(serve(stream, peer, router, limits, shutdown));
                    }
                    Err(refusal) => {
                        tracing::debug!(refusal, "connection refused");
                        // As much as can be written at once: no task waits for a refusal.
                        let _ = stream.write(refusal.as_bytes()).now_or_never();
                    }
                },
                Err(error) => {
                    tracing::warn!(%error, "accept failed");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn admit(&self, permits: &Arc<Semaphore>, from: SocketAddr) -> Result<Peer, &'static str> {
        const FULL: &str =
            "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        const GREEDY: &str =
            "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let address = from.ip().to_canonical();
        let connection = Arc::clone(permits).try_acquire_owned().ok();
        let connection = self.refusals.noted(Bound::Connections, connection).ok_or(FULL)?;
        let hold = if self.trusted_proxies.contains(&address) {
            None
        } else {
            let most = self.limits.connections_per_address;
            let hold = self.addresses.acquire(address.into(), most);
            Some(self.refusals.noted(Bound::ConnectionsPerAddress, hold).ok_or(GREEDY)?)
        };
        Ok(Peer {
            address,
            passed_on_for: None,
            _permits: Arc::new(ConnectionPermits { _connection: connection, _address: hold }),
        })
    }
}

/// Serves one connection until it ends, becomes a WebSocket, reaches its lifetime, or the server stops. A request that is being answered when the
/// lifetime ends gets its answer: each handler has a bound of its own.
async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    router: Router,
    limits: Arc<Limits>,
    shutdown: CancellationToken,
) {
    let handlers = TaskTracker::new();
    let tracker = handlers.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let router = router.clone();
        tracker.track_future(async move {
            Ok::<_, Infallible>(
                router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}),
            )
        })
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout.0)
        .max_header_size(limits.header_bytes)
        .max_buf_size(limits.header_bytes.max(LEAST_BUFFER_BYTES))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        ended = connection.as_mut() => return log_end(ended),
        () = tokio::time::sleep(limits.http_lifetime.0) => {}
        () = shutdown.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    loop {
        if let Ok(ended) = tokio::time::timeout(limits.drain_timeout.0, connection.as_mut()).await {
            return log_end(ended);
        }
        if shutdown.is_cancelled() || handlers.is_empty() {
            return;
        }
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended early");
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll};

    use tokio::io::ReadBuf;

    use super::*;

    /// A client that fills every buffer it is given with requests, 4 MiB of them, and takes every response.
    struct Flood {
        sent: usize,
        most_room: Arc<AtomicUsize>,
    }

    const HEAD: &[u8] = b"GET / HTTP/1.1\r\nx: ";
    const END: &[u8] = b"\r\n\r\n";

    impl AsyncRead for Flood {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            const REQUEST: &[u8] = &{
                let mut request = [b'x'; 1024];
                let (head, _) = request.split_at_mut(HEAD.len());
                head.copy_from_slice(HEAD);
                let (_, end) = request.split_at_mut(1024 - END.len());
                end.copy_from_slice(END);
                request
            };
            self.most_room.fetch_max(buffer.remaining(), Ordering::Relaxed);
            while self.sent < 4 << 20 && buffer.remaining() > 0 {
                let rest = &REQUEST[self.sent % REQUEST.len()..];
                let part = &rest[..rest.len().min(buffer.remaining())];
                buffer.put_slice(part);
                self.sent += part.len();
            }
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Flood {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    fn peer() -> Peer {
        let permits = Arc::new(Semaphore::new(1));
        let permits = ConnectionPermits { _connection: permits.try_acquire_owned().unwrap(), _address: None };
        Peer { address: IpAddr::from([127, 0, 0, 1]), passed_on_for: None, _permits: Arc::new(permits) }
    }

    /// Returns what a client reads that sends a request of 100 seconds to a server whose connections live one second; with a stop of the server
    /// after three seconds, or without.
    async fn answer_to_long_request(stops: bool) -> String {
        let router = Router::new().route(
            "/",
            axum::routing::get(async || {
                tokio::time::sleep(Duration::from_secs(100)).await;
                "done"
            }),
        );
        let second = crate::limits::Span(Duration::from_secs(1));
        let limits = Limits { http_lifetime: second, drain_timeout: second, ..Limits::default() };
        let (mut client, server) = tokio::io::duplex(1024);
        let shutdown = CancellationToken::new();
        let served = tokio::spawn(serve(server, peer(), router, Arc::new(limits), shutdown.clone()));
        client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        if stops {
            tokio::time::sleep(Duration::from_secs(3)).await;
            shutdown.cancel();
        }
        let mut answer = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut client, &mut answer).await.unwrap();
        served.await.unwrap();
        answer
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_outlives_its_connection_is_answered() {
        let answer = answer_to_long_request(false).await;
        assert!(answer.ends_with("done"), "{answer:?}");
        assert_eq!(answer_to_long_request(true).await, "", "a server that stops does not wait");
    }

    #[tokio::test]
    async fn the_buffer_of_a_connection_that_is_never_idle_stays_small() {
        let limits = Limits::default();
        let most_room = Arc::new(AtomicUsize::new(0));
        let flood = Flood { sent: 0, most_room: Arc::clone(&most_room) };
        let most = 2 * limits.header_bytes;
        serve(flood, peer(), Router::new(), Arc::new(limits), CancellationToken::new()).await;
        assert!((8192..=most).contains(&most_room.load(Ordering::Relaxed)), "{most_room:?}");
    }
}
