//! The seeded network: connections as the operating system provides them, with all their failures.
//!
//! A connection is two pipes. Written bytes arrive in order, in chunks, with a delay; the capacity of a pipe is bounded.
//! A connection can break (both ends notice), freeze for a while, or lose its other end silently.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use dev::Random;
use tabula::listener::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::pipe::Pipe;
use super::plan::Plan;

/// Arrival time of a chunk that never arrives.
const NEVER: Duration = Duration::from_secs(365 * 24 * 3600);

/// One run of the server as the network sees it.
#[derive(Debug, Default)]
pub(crate) struct ServerRun {
    /// True if the process is dead: none of its further actions has an effect.
    pub(crate) dead: AtomicBool,
    /// True if the server has been asked to stop.
    pub(crate) stopping: AtomicBool,
    /// True if the journal has failed this server.
    pub(crate) let_down: AtomicBool,
}

/// State of a connection as seen from outside.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) number: u64,
    pub(crate) run: Arc<ServerRun>,
    /// True if the network disturbed it so that a close frame may be lost.
    pub(crate) disturbed: AtomicBool,
    pipes: [Arc<Mutex<Pipe>>; 2],
}

impl Line {
    fn pipes(&self) -> [MutexGuard<'_, Pipe>; 2] {
        let [up, down] = &self.pipes;
        [up.lock().unwrap(), down.lock().unwrap()]
    }

    /// Breaks the connection at both ends; bytes in flight are lost.
    fn cut(&self) {
        self.disturbed.store(true, Ordering::Relaxed);
        self.pipes().iter_mut().for_each(|pipe| pipe.cut());
    }

    /// Loses the connection silently: bytes in flight and later ones are lost.
    fn lose(&self) {
        self.disturbed.store(true, Ordering::Relaxed);
        self.pipes().iter_mut().for_each(|pipe| pipe.lose(Instant::now() + NEVER));
    }

    /// Delays all arrivals for a while.
    fn freeze(&self, during: Duration) {
        self.disturbed.store(true, Ordering::Relaxed);
        self.pipes().iter_mut().for_each(|pipe| pipe.hold_until(Instant::now() + during));
    }

    /// Returns whether a close frame may have been lost.
    pub(crate) fn is_rough(&self) -> bool {
        self.disturbed.load(Ordering::Relaxed) || self.run.dead.load(Ordering::Relaxed)
    }

    /// Returns whether its server has been asked to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.run.stopping.load(Ordering::Relaxed)
    }

    /// Returns whether the journal has failed its server.
    pub(crate) fn let_down(&self) -> bool {
        self.run.let_down.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.pipes().iter().all(|pipe| pipe.is_deserted())
    }
}

/// Destination of new connections.
#[derive(Debug, Clone)]
struct Door {
    queue: mpsc::UnboundedSender<(End, SocketAddr)>,
    run: Arc<ServerRun>,
}

/// The network.
#[derive(Debug, Clone)]
pub(crate) struct Net(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    chance: Random,
    seed: u64,
    delay_ms: u64,
    window: usize,
    /// The listening server, if any.
    open: Option<Door>,
    lines: Vec<Arc<Line>>,
    made: u64,
}

impl Net {
    pub(crate) fn new(plan: &Plan) -> Net {
        Net(Arc::new(Mutex::new(State {
            chance: Random::for_purpose(plan.seed, "network"),
            seed: plan.seed,
            delay_ms: plan.delay_ms,
            window: plan.window,
            open: None,
            lines: Vec::new(),
            made: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Creates a listener for one run of the server.
    pub(crate) fn listen(&self, run: &Arc<ServerRun>) -> SimListener {
        let (queue, coming) = mpsc::unbounded_channel();
        self.state().open = Some(Door { queue, run: Arc::clone(run) });
        SimListener(coming)
    }

    /// Stops listening.
    pub(crate) fn unlisten(&self) {
        self.state().open = None;
    }

    /// Connects to the server.
    pub(crate) async fn connect(&self, from: IpAddr) -> io::Result<End> {
        let delay = {
            let mut state = self.state();
            let most = state.delay_ms;
            state.chance.millis(0, most)
        };
        sleep(delay).await;
        let mut state = self.state();
        let Some(Door { queue, run }) = state.open.clone() else {
            return Err(io::ErrorKind::ConnectionRefused.into());
        };
        state.made += 1;
        let number = state.made;
        let pipe = || Arc::new(Mutex::new(Pipe::new(state.window)));
        let (up, down) = (pipe(), pipe());
        let line = Arc::new(Line {
            number,
            run,
            disturbed: AtomicBool::new(false),
            pipes: [Arc::clone(&up), Arc::clone(&down)],
        });
        let end = |read: &Arc<Mutex<Pipe>>, write: &Arc<Mutex<Pipe>>, purpose| End {
            line: Arc::clone(&line),
            read: Arc::clone(read),
            write: Arc::clone(write),
            chance: Random::for_purpose(state.seed ^ (number << 20), purpose),
            delay_ms: state.delay_ms,
            ring: Box::pin(sleep_until(Instant::now())),
        };
        let (client, server) = (end(&down, &up, "client's end"), end(&up, &down, "server's end"));
        let port = u16::try_from(1024 + number % 60_000).unwrap();
        if queue.send((server, SocketAddr::new(from, port))).is_err() {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        state.lines.retain(|line| !line.is_over());
        state.lines.push(line);
        Ok(client)
    }

    /// Disturbs a random open connection.
    pub(crate) fn disturb(&self) -> Option<String> {
        let mut state = self.state();
        state.lines.retain(|line| !line.is_over());
        if state.lines.is_empty() {
            return None;
        }
        let lines = state.lines.clone();
        let line = Arc::clone(state.chance.pick(&lines));
        let number = line.number;
        Some(match state.chance.below(4) {
            0 | 1 => {
                line.cut();
                format!("connection {number} breaks")
            }
            2 => {
                line.lose();
                format!("connection {number} is lost without a word")
            }
            _ => {
                let during = state.chance.millis(500, 50_000);
                line.freeze(during);
                format!("connection {number} freezes for {during:?}")
            }
        })
    }

    /// Ends the machine of a server: its connections break or are lost silently.
    pub(crate) fn bury(&self, run: &Arc<ServerRun>) {
        let mut state = self.state();
        state.open = None;
        for line in state.lines.clone() {
            if Arc::ptr_eq(&line.run, run) {
                if state.chance.permille(800) { line.cut() } else { line.lose() }
            }
        }
    }
}

/// Listener that passes connections to the server.
#[derive(Debug)]
pub(crate) struct SimListener(mpsc::UnboundedReceiver<(End, SocketAddr)>);

impl Listener for SimListener {
    type Stream = End;

    async fn accept(&mut self) -> io::Result<(End, SocketAddr)> {
        match self.0.recv().await {
            Some(connection) => Ok(connection),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::new(Ipv4Addr::new(10, 0, 0, 1).into(), 3000))
    }
}

/// One end of a connection.
#[derive(Debug)]
pub(crate) struct End {
    line: Arc<Line>,
    read: Arc<Mutex<Pipe>>,
    write: Arc<Mutex<Pipe>>,
    chance: Random,
    delay_ms: u64,
    /// Timer for the arrival of the next chunk.
    ring: Pin<Box<Sleep>>,
}

impl End {
    pub(crate) fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// Returns the arrival time of bytes written now. Most arrive soon.
    fn arrival(&mut self) -> Instant {
        let most = if self.chance.permille(950) { self.delay_ms / 4 } else { self.delay_ms };
        Instant::now() + self.chance.millis(0, most)
    }

    /// Returns how many of `most` bytes pass at once: usually all.
    fn piece(&mut self, most: usize) -> usize {
        if self.chance.permille(900) {
            return most;
        }
        usize::try_from(self.chance.between(1, most.max(1) as u64)).unwrap()
    }
}

impl AsyncRead for End {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let most = self.piece(into.remaining());
        loop {
            let pipe = Arc::clone(&self.read);
            let due = {
                let mut pipe = pipe.lock().unwrap();
                match pipe.read(into, most, Instant::now(), cx.waker()) {
                    Poll::Ready(done) => return Poll::Ready(done),
                    Poll::Pending => pipe.next_arrival(),
                }
            };
            match due {
                Some(at) => {
                    self.ring.as_mut().reset(at);
                    ready!(self.ring.as_mut().poll(cx));
                }
                None => return Poll::Pending,
            }
        }
    }
}

impl AsyncWrite for End {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let (arrival, most) = (self.arrival(), self.piece(bytes.len()));
        self.write.lock().unwrap().write(&bytes[..most], arrival, cx.waker())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let arrival = self.arrival();
        self.write.lock().unwrap().finish(arrival);
        Poll::Ready(Ok(()))
    }
}

impl Drop for End {
    /// Resets the connection if unread bytes are left, as the operating system does, and loses the bytes in
    /// flight.
    fn drop(&mut self) {
        let arrival = self.arrival();
        let unread = self.read.lock().unwrap().desert();
        let mut write = self.write.lock().unwrap();
        if unread {
            self.line.disturbed.store(true, Ordering::Relaxed);
            write.cut();
        } else {
            write.finish(arrival);
        }
    }
}
