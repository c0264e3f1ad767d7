//! Test fixture: a real server on a free port, real sockets, and a clock that only the test advances.

#![allow(dead_code, unreachable_pub)] // Each test binary uses its own part.

pub mod authenticator;
pub mod frames;
pub mod guest;
pub mod http;
pub mod latencies;
pub mod layer;
pub mod loopback;
pub mod memory;
pub mod owner;
pub mod pauses;
pub mod player;
pub mod port;
pub mod postgres;
pub mod process;
pub mod proxy;
pub mod record;
pub mod redis;
pub mod starts;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use session::{Catalogue, UnixMs};
use tabula::clock::{Clock, ManualClock};
use tabula::guest::GuestRules;
use tabula::journal::{Journal, MemoryJournal};
use tabula::limits::Limits;
use tabula::push::PushSettings;
use tabula::random::SystemRandom;
use tabula::{Parts, Server, read_rules};
use tokio::net::{TcpListener, TcpSocket};

pub use player::Player;

/// Time that a test waits for an expected event. Only a failing test reaches it.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Time of the clock when a server is started.
pub const OPENING_TIME: UnixMs = UnixMs(1_800_000_000_000);

/// Size of about the smallest buffer that the operating system provides, in bytes.
pub const SMALL_BUFFER: u32 = 4096;

/// A server for one test.
pub struct Table {
    pub server: Server,
    pub clock: ManualClock,
    pub address: SocketAddr,
}

/// Settings of a server; a second server may be started with the same.
#[derive(Clone)]
pub struct Setting {
    pub limits: Limits,
    pub journal: Arc<dyn Journal>,
    pub clock: ManualClock,
    pub web: PathBuf,
    pub trusted_proxies: Vec<std::net::IpAddr>,
    pub allowed_origins: Vec<tabula::origin::Origin>,
    pub guests: GuestRules,
    pub push: Option<PushSettings>,
    /// True if the operating system's buffers are so small that a few frames fill them.
    pub small_buffers: bool,
}

impl Default for Setting {
    fn default() -> Self {
        Setting {
            // The clock is stopped during moves, so whole games must fit into the bursts.
            limits: Limits { commit_burst: 1000, message_burst: 1000, ..Limits::default() },
            journal: Arc::new(MemoryJournal::default()),
            clock: ManualClock::new(OPENING_TIME),
            web: PathBuf::from("no-page-here"),
            trusted_proxies: Vec::new(),
            allowed_origins: Vec::new(),
            guests: GuestRules::default(),
            push: None,
            small_buffers: false,
        }
    }
}

pub fn catalogue() -> Arc<Catalogue> {
    Catalogue::load(read_rules(&dev::path("rules")).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

impl Setting {
    fn listen(&self) -> TcpListener {
        let socket = TcpSocket::new_v4().unwrap();
        if self.small_buffers {
            socket.set_send_buffer_size(SMALL_BUFFER).unwrap();
        }
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        socket.listen(64).unwrap()
    }

    pub async fn open(&self) -> Table {
        let parts = Parts {
            limits: self.limits.clone(),
            catalogue: catalogue(),
            journal: Arc::clone(&self.journal),
            clock: Arc::new(self.clock.clone()) as Arc<dyn Clock>,
            random: Arc::new(SystemRandom),
            guests: self.guests.clone(),
            push: self.push.clone(),
            web: self.web.clone(),
            public_url: None,
            trusted_proxies: self.trusted_proxies.clone(),
            allowed_origins: self.allowed_origins.clone(),
        };
        let listener = self.listen();
        let server = Server::start(parts, listener).await.unwrap();
        let address = server.address();
        Table { server, clock: self.clock.clone(), address }
    }
}

impl Table {
    pub async fn open() -> Table {
        Setting::default().open().await
    }

    pub async fn with(limits: Limits) -> Table {
        Setting { limits, ..Setting::default() }.open().await
    }

    /// Creates a game, and returns its id and its creator's token.
    pub async fn create(&self, request: Value) -> (String, String) {
        create(self.address, request).await
    }

    /// Returns when the game has processed everything received before.
    pub async fn settle(&self, game: &str) {
        let mut third = Player::connect(self.address, game).await;
        third.say_hello(json!({})).await;
        third.expect_error("spectators_disabled").await;
    }

    /// Creates a game with two players, both welcomed.
    pub async fn game(&self, mode: &str) -> (Player, Player) {
        pair(self.address, mode).await
    }
}

/// Creates a game, and returns its id and its creator's token.
pub async fn create(address: SocketAddr, request: Value) -> (String, String) {
    let answer = http::post(address, "/api/games", &request).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    assert_eq!(text("joinUrl"), format!("/g/{}", text("gameId")));
    (text("gameId"), text("creatorToken"))
}

/// Creates a game with two players, White its creator, both welcomed.
pub async fn pair(address: SocketAddr, mode: &str) -> (Player, Player) {
    pair_of(address, json!({"mode": mode, "side": "white", "highlightingEnabled": true})).await
}

/// Creates a game of these settings with two players, White its creator, both welcomed.
pub async fn pair_of(address: SocketAddr, request: Value) -> (Player, Player) {
    let (game, token) = create(address, request).await;
    let mut white = Player::connect(address, &game).await;
    let joined = white.hello(json!({"token": token})).await;
    assert_eq!(joined["gameStatus"], "waiting");
    let mut black = Player::connect(address, &game).await;
    let joined = black.hello(json!({"joinAs": "auto"})).await;
    assert_eq!(joined["gameStatus"], "active");
    let started = white.expect_update().await;
    assert_eq!(started["gameStatus"], "active");
    assert_eq!(white.expect("peer-status").await["connected"], true);
    (white, black)
}
