//! The seeded network: connections as the operating system provides them, with all their failures.
//!
//! A connection is two pipes. Written bytes arrive in order, in chunks, with a delay; the capacity of a pipe is bounded.
//! A connection can break (both ends notice), freeze for a while, or lose its other end silently. Where there are several nodes, a machine can be frozen with
//! all its connections, and two nodes can be cut off from each other.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use dev::Random;
use futures_util::future::BoxFuture;
use tabula::dialer::{Dialer, NodeStream};
use tabula::journal::NodeAddress;
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
    /// Number of the machine.
    pub(crate) machine: u64,
}

/// State of a connection as seen from outside.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) number: u64,
    pub(crate) run: Arc<ServerRun>,
    /// True if the network disturbed it so that a close frame may be lost.
    pub(crate) disturbed: AtomicBool,
    /// True if it was made while several nodes had failures: another node than its own may be the reason for all that happens to it.
    is_of_storm: bool,
    /// The node that made it, if no client did.
    maker: Option<Arc<ServerRun>>,
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
        self.is_of_storm || self.disturbed.load(Ordering::Relaxed) || self.run.dead.load(Ordering::Relaxed)
    }

    /// Returns whether its server has been asked to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_of_storm || self.run.stopping.load(Ordering::Relaxed)
    }

    /// Returns whether the journal has failed its server.
    pub(crate) fn let_down(&self) -> bool {
        self.is_of_storm || self.run.let_down.load(Ordering::Relaxed)
    }

    /// Returns whether one of its ends is a machine.
    fn is_at(&self, machine: u64) -> bool {
        self.run.machine == machine || self.maker.as_ref().is_some_and(|maker| maker.machine == machine)
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

/// Place where a machine takes connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Port {
    /// For clients.
    Public(u64),
    /// For other nodes.
    Peers(u64),
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
    /// Ports at which somebody listens.
    open: BTreeMap<Port, Door>,
    /// Machines.
    machines: u64,
    /// True while several nodes have failures.
    is_storm: bool,
    /// Time until which a machine is frozen.
    frozen: BTreeMap<u64, Instant>,
    /// Time until which two machines are cut off from each other, the lower number first.
    cut_off: BTreeMap<(u64, u64), Instant>,
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
            open: BTreeMap::new(),
            machines: plan.nodes,
            is_storm: plan.nodes > 1,
            frozen: BTreeMap::new(),
            cut_off: BTreeMap::new(),
            lines: Vec::new(),
            made: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Creates a listener for one run of the server.
    pub(crate) fn listen(&self, run: &Arc<ServerRun>, at: Port) -> SimListener {
        let (queue, coming) = mpsc::unbounded_channel();
        self.state().open.insert(at, Door { queue, run: Arc::clone(run) });
        SimListener { coming, at }
    }

    /// Stops listening at a machine.
    pub(crate) fn unlisten(&self, machine: u64) {
        let mut state = self.state();
        state.open.retain(|port, _| ![Port::Public(machine), Port::Peers(machine)].contains(port));
    }

    /// Connects a client to the server. Where there are several nodes, a proxy chooses one by the game in the path, and sometimes another.
    pub(crate) async fn connect(&self, from: IpAddr, path: &str) -> io::Result<End> {
        let at = self.state().route(path);
        self.connect_to(from, at, None).await
    }

    /// Connects a node to another.
    pub(crate) async fn connect_nodes(&self, maker: &Arc<ServerRun>, to: u64) -> io::Result<End> {
        let from = machine_address(maker.machine);
        self.connect_to(from, Port::Peers(to), Some(Arc::clone(maker))).await
    }

    async fn connect_to(&self, from: IpAddr, at: Port, maker: Option<Arc<ServerRun>>) -> io::Result<End> {
        let delay = {
            let mut state = self.state();
            let most = state.delay_ms;
            state.chance.millis(0, most)
        };
        sleep(delay).await;
        let until = self.state().reached_at(at, maker.as_deref());
        sleep_until(until).await;
        let mut state = self.state();
        let Some(Door { queue, run }) = state.open.get(&at).cloned() else {
            return Err(io::ErrorKind::ConnectionRefused.into());
        };
        if maker.as_ref().is_some_and(|maker| maker.dead.load(Ordering::Relaxed)) {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        state.made += 1;
        let number = state.made;
        let pipe = || Arc::new(Mutex::new(Pipe::new(state.window)));
        let (up, down) = (pipe(), pipe());
        let line = Arc::new(Line {
            number,
            run,
            disturbed: AtomicBool::new(false),
            is_of_storm: state.is_storm,
            maker,
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
        self.unlisten(run.machine);
        let mut state = self.state();
        for line in state.lines.clone() {
            if Arc::ptr_eq(&line.run, run) || line.maker.as_ref().is_some_and(|maker| Arc::ptr_eq(maker, run))
            {
                if state.chance.permille(800) { line.cut() } else { line.lose() }
            }
        }
    }
}

impl Net {
    /// Freezes a machine: nothing that it sends arrives before, nor what is sent to it.
    pub(crate) fn freeze_machine(&self, machine: u64, during: Duration) {
        let mut state = self.state();
        state.frozen.insert(machine, Instant::now() + during);
        state.lines.iter().filter(|line| line.is_at(machine)).for_each(|line| line.freeze(during));
    }

    /// Cuts two nodes off from each other: their connections are lost without a word, and new ones are made only afterwards.
    pub(crate) fn cut_off(&self, one: u64, other: u64, during: Duration) {
        let mut state = self.state();
        state.cut_off.insert((one.min(other), one.max(other)), Instant::now() + during);
        let is_between = |line: &&Arc<Line>| line.maker.is_some() && line.is_at(one) && line.is_at(other);
        state.lines.iter().filter(is_between).for_each(|line| line.lose());
    }

    /// Ends all failures of machines: connections from now on have no excuse.
    pub(crate) fn calm(&self) {
        self.state().is_storm = false;
    }
}

impl State {
    /// Returns the port to which a proxy sends a request.
    fn route(&mut self, path: &str) -> Port {
        if self.machines < 2 {
            return Port::Public(0);
        }
        let mut hasher = DefaultHasher::new();
        path.split_once("game=").map_or("", |(_, game)| game).hash(&mut hasher);
        let is_hashed = path.contains("game=") && !self.chance.permille(WRONGLY_ROUTED_PERMILLE);
        let number = if is_hashed { hasher.finish() } else { self.chance.below(1 << 20) as u64 };
        // A proxy knows soon which nodes are there.
        let ready: Vec<Port> =
            self.open.keys().copied().filter(|port| matches!(port, Port::Public(_))).collect();
        let at = usize::try_from(number % (ready.len().max(1) as u64)).unwrap();
        ready.get(at).copied().unwrap_or(Port::Public(0))
    }

    /// Returns the time at which a port is reached.
    fn reached_at(&self, at: Port, maker: Option<&ServerRun>) -> Instant {
        let now = Instant::now();
        let (Port::Public(to) | Port::Peers(to)) = at;
        let frozen = |machine| self.frozen.get(&machine).copied().unwrap_or(now);
        let cut_off = |from: u64| self.cut_off.get(&(from.min(to), from.max(to))).copied().unwrap_or(now);
        let of_maker = maker.map_or(now, |maker| frozen(maker.machine).max(cut_off(maker.machine)));
        frozen(to).max(of_maker).max(now)
    }
}

/// Requests that a proxy sends to another node than the one of their game, per mille.
const WRONGLY_ROUTED_PERMILLE: u64 = 150;

/// Returns the address of a machine.
fn machine_address(machine: u64) -> IpAddr {
    let [.., low] = machine.to_be_bytes();
    Ipv4Addr::new(10, 0, 0, 1 + low).into()
}

/// Returns the address of a machine for other nodes, as text.
pub(crate) fn peers_url(machine: u64) -> String {
    format!("http://{}:3001", machine_address(machine))
}

/// The way of a node to the others.
#[derive(Debug)]
pub(crate) struct NodeDialer {
    pub(crate) net: Net,
    pub(crate) run: Arc<ServerRun>,
}

impl Dialer for NodeDialer {
    fn dial(&self, to: &NodeAddress) -> BoxFuture<'static, io::Result<Box<dyn NodeStream>>> {
        let (net, run, to) = (self.net.clone(), Arc::clone(&self.run), machine_of(to.authority()));
        Box::pin(async move {
            let to = to.ok_or(io::ErrorKind::AddrNotAvailable)?;
            Ok(Box::new(net.connect_nodes(&run, to).await?) as Box<dyn NodeStream>)
        })
    }
}

/// Returns the machine of an address for other nodes.
fn machine_of(authority: &str) -> Option<u64> {
    let (host, _) = authority.split_once(':')?;
    host.rsplit('.').next()?.parse::<u64>().ok()?.checked_sub(1)
}

/// Listener that passes connections to the server.
#[derive(Debug)]
pub(crate) struct SimListener {
    coming: mpsc::UnboundedReceiver<(End, SocketAddr)>,
    at: Port,
}

impl Listener for SimListener {
    type Stream = End;

    async fn accept(&mut self) -> io::Result<(End, SocketAddr)> {
        match self.coming.recv().await {
            Some(connection) => Ok(connection),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(match self.at {
            Port::Public(machine) => SocketAddr::new(machine_address(machine), 3000),
            Port::Peers(machine) => SocketAddr::new(machine_address(machine), 3001),
        })
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
