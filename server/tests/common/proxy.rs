//! A way to a database that breaks when a test says so.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A fault on the way, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The statement does not arrive, and the connection breaks.
    BeforeStatement,
    /// The answer does not arrive, and the connection breaks.
    AfterStatement,
}

/// A proxy for TCP.
pub struct Proxy {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
    /// Changed to break all connections.
    breaks: watch::Sender<u64>,
    /// Changed to let all connections fall silent.
    silences: watch::Sender<u64>,
}

struct State {
    target: SocketAddr,
    /// The bytes of a statement, and the fault that it meets.
    fault: Option<(&'static [u8], Fault)>,
    /// Faults that have happened.
    happened: usize,
    is_closed: bool,
}

impl Proxy {
    pub async fn to(target: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State { target, fault: None, happened: 0, is_closed: false }));
        let (breaks, watched) = watch::channel(0);
        let (silences, heeded) = watch::channel(0);
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (target, is_closed) = {
                    let state = shared.lock().unwrap();
                    (state.target, state.is_closed)
                };
                if is_closed {
                    continue;
                }
                let (state, mut watched, mut heeded) = (Arc::clone(&shared), watched.clone(), heeded.clone());
                watched.mark_unchanged();
                heeded.mark_unchanged();
                tokio::spawn(async move {
                    let Ok(server) = TcpStream::connect(target).await else { return };
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = server.into_split();
                    let ways = async {
                        tokio::select! {
                            () = up(from_client, to_server, &state) => {}
                            () = down(from_server, to_client, &state) => {}
                        }
                    };
                    tokio::pin!(ways);
                    tokio::select! {
                        () = &mut ways => {}
                        _ = watched.changed() => {}
                        // Nothing is carried any more, and nothing is closed.
                        _ = heeded.changed() => drop(watched.changed().await),
                    }
                });
            }
        });
        Proxy { address, state, breaks, silences }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Breaks the connection at the next statement with these bytes.
    pub fn fail_at(&self, statement: &'static [u8], fault: Fault) {
        self.state().fault = Some((statement, fault));
    }

    /// Returns the number of faults that have happened.
    pub fn happened(&self) -> usize {
        self.state().happened
    }

    /// Leads elsewhere from now on; connections break.
    pub fn lead_to(&self, target: SocketAddr) {
        self.state().target = target;
        self.breaks.send_modify(|count| *count += 1);
    }

    /// Lets all connections of now fall silent, as a network does that loses every packet. Others work.
    pub fn silence(&self) {
        self.silences.send_modify(|count| *count += 1);
    }

    /// Breaks all connections, and takes none or some from now on.
    pub fn set_closed(&self, is_closed: bool) {
        self.state().is_closed = is_closed;
        self.breaks.send_modify(|count| *count += 1);
    }
}

/// Carries what a client sends, until a fault.
async fn up(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: &Mutex<State>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let met = {
            let mut state = state.lock().unwrap();
            let is_meant = |bytes: &[u8]| {
                !bytes.is_empty() && buffer[..read].windows(bytes.len()).any(|window| window == bytes)
            };
            match state.fault {
                Some((statement, fault)) if is_meant(statement) => {
                    // With `AfterStatement` the way back notes it.
                    if fault == Fault::BeforeStatement {
                        state.fault = None;
                    } else {
                        state.fault = Some((b"", fault));
                    }
                    state.happened += 1;
                    Some(fault)
                }
                _ => None,
            }
        };
        if met == Some(Fault::BeforeStatement) {
            return;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
        if met == Some(Fault::AfterStatement) {
            // The way back ends the connection.
            std::future::pending::<()>().await;
        }
    }
}

/// Carries what a server answers; an answer that meets a fault ends the connection, after the server has sent it.
async fn down(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: &Mutex<State>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        {
            let mut state = state.lock().unwrap();
            if matches!(state.fault, Some((b"", Fault::AfterStatement))) {
                state.fault = None;
                return;
            }
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
