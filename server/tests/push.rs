//! Push messages, with a push service of the test's own, which decrypts what it gets as a browser does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use common::http::{get, read_to_end};
use common::{Player, Setting, Table, pair, pair_of};
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::{Value, json};
use tabula::journal::{Journal, SqliteJournal};
use tabula::limits::{Limits, PushLimits, Span};
use tabula::push::{PushReach, PushSettings, ServerKey};
use tabula::random::SystemRandom;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use web_push_native::p256::SecretKey;
use web_push_native::{Auth, decrypt};

/// A request that a push service has received.
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap()
    }
}

/// A push service, and one browser that has a subscription there.
pub(crate) struct PushService {
    pub(crate) address: SocketAddr,
    /// Status of the answers; 0 for none at all.
    pub(crate) status: Arc<AtomicU16>,
    pub(crate) received: mpsc::UnboundedReceiver<Received>,
    key: SecretKey,
    secret: [u8; 16],
}

impl PushService {
    pub(crate) async fn open() -> PushService {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, received) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let answer = Arc::clone(&status);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, address, sender.clone(), Arc::clone(&answer)));
            }
        });
        let key = SecretKey::from_slice(&[7; 32]).unwrap();
        PushService { address, status, received, key, secret: [9; 16] }
    }

    pub(crate) fn subscription(&self, name: &str) -> Value {
        use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
        let public = self.key.public_key().to_encoded_point(false);
        let keys = json!({"p256dh": BASE64.encode(public.as_bytes()), "auth": BASE64.encode(self.secret)});
        json!({"endpoint": format!("http://{}/{name}", self.address), "keys": keys})
    }

    pub(crate) async fn next(&mut self) -> Received {
        timeout(common::PATIENCE, self.received.recv()).await.expect("no push message came").unwrap()
    }

    /// Returns the text of a message, as the browser reads it.
    pub(crate) fn read(&self, received: &Received) -> Value {
        let auth = Auth::clone_from_slice(&self.secret);
        serde_json::from_slice(&decrypt(received.body.clone(), &self.key, &auth).unwrap()).unwrap()
    }
}

async fn serve(
    mut stream: TcpStream,
    address: SocketAddr,
    sender: mpsc::UnboundedSender<Received>,
    status: Arc<AtomicU16>,
) {
    let mut bytes = Vec::new();
    let end = loop {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.unwrap();
        assert_ne!(count, 0, "the request is not whole");
        bytes.extend_from_slice(&part[..count]);
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut body = bytes[end..].to_vec();
    let mut received = Received { head, body: Vec::new() };
    let length: usize = received.header("content-length").parse().unwrap();
    while body.len() < length {
        let mut part = vec![0; length - body.len()];
        let count = stream.read(&mut part).await.unwrap();
        body.extend_from_slice(&part[..count]);
    }
    received.body = body;
    sender.send(received).unwrap();
    match status.load(Ordering::Relaxed) {
        // It holds the connection and says nothing.
        0 => drop(read_to_end(&mut stream).await),
        status => {
            let answer = format!(
                "HTTP/1.1 {status} Answer\r\nlocation: http://{address}/elsewhere\r\ncontent-length: 0\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    }
}

pub(crate) fn settings(reach: PushReach) -> PushSettings {
    let key = ServerKey::generate(&SystemRandom).unwrap();
    PushSettings { key, contact: Some("mailto:operator@example.org".to_owned()), reach }
}

fn setting() -> Setting {
    Setting { push: Some(settings(PushReach::Any)), ..Setting::default() }
}

/// Subscribes a player, who then leaves; returns once the other player knows.
pub(crate) async fn leave(mut player: Player, other: &mut Player, subscription: &Value) -> String {
    let id = subscription["endpoint"].as_str().unwrap().rsplit('/').next().unwrap();
    player.send(json!({"type": "subscribe", "subscription": subscription, "id": id})).await;
    while player.expect_update().await["ack"] != id {}
    let token = player.token.clone();
    drop(player);
    assert_eq!(other.expect("peer-status").await["connected"], false);
    token
}

#[tokio::test]
async fn an_absent_player_is_told_by_a_message_that_their_browser_can_read() {
    let mut service = PushService::open().await;
    let table = setting().open().await;
    let key = get(table.address, "/api/push").await.json()["publicKey"].as_str().unwrap().to_owned();
    let request = json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": 3}});
    let (mut white, black) = pair_of(table.address, request).await;
    let game = white.game.clone();
    let token = leave(black, &mut white, &service.subscription("phone")).await;
    white.commit("e2", "e4").await;
    white.expect_update().await;
    let received = service.next().await;
    assert!(received.head.starts_with("POST /phone HTTP/1.1\r\n"), "{}", received.head);
    assert_eq!(service.read(&received), json!({"type": "your-turn", "gameId": game}));
    let headers = ["host", "content-encoding", "ttl", "urgency"].map(|name| received.header(name));
    let days = (3 * 24 * 3600).to_string();
    assert_eq!(headers, [service.address.to_string().as_str(), "aes128gcm", &days, "high"]);
    assert!(!received.head.contains(&game) && !received.head.contains(&token));
    // It is signed by the key for which the browser subscribed.
    let (jwt, public) =
        received.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key);
    let (signed, signature) = jwt.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&BASE64.decode(public).unwrap()).unwrap();
    let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
    verifying.verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value =
        serde_json::from_slice(&BASE64.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
    assert_eq!(claims["aud"], format!("http://{}", service.address));
    // Who does not move is reminded, once.
    table.clock.advance(Duration::from_secs(3 * 24 * 3600 - 12 * 3600));
    let reminder = service.next().await;
    assert_eq!(service.read(&reminder), json!({"type": "your-turn", "gameId": game}));
    assert_eq!(reminder.header("ttl"), (12 * 3600).to_string());
    assert!(service.received.try_recv().is_err());
    table.server.stop().await;
}

#[tokio::test]
async fn an_offer_of_a_rematch_reaches_an_absent_player_like_a_turn() {
    let mut service = PushService::open().await;
    let table = setting().open().await;
    let (mut white, black) = pair(table.address, "blind").await;
    leave(black, &mut white, &service.subscription("phone")).await;
    white.commit("e2", "e4").await;
    white.expect_update().await;
    let turn = service.next().await;
    white.send(json!({"type": "resign"})).await;
    assert_eq!(white.expect_update().await["gameStatus"], "finished");
    white.send(json!({"type": "offer-rematch"})).await;
    white.expect("rematch").await;
    let offer = service.next().await;
    assert_eq!(service.read(&offer), json!({"type": "your-turn", "gameId": white.game}));
    assert_eq!((offer.body.len(), offer.header("ttl")), (turn.body.len(), turn.header("ttl")));
    table.server.stop().await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_asked_no_more() {
    for status in [404, 410] {
        let mut service = PushService::open().await;
        let table = setting().open().await;
        let (mut white, black) = pair(table.address, "vanilla").await;
        service.status.store(status, Ordering::Relaxed);
        let token = leave(black, &mut white, &service.subscription("gone")).await;
        white.commit("e2", "e4").await;
        white.expect_update().await;
        service.next().await;
        // The player comes back, moves, and leaves; the next turn is told to nobody.
        let mut black = Player::connect(table.address, &white.game).await;
        black.hello(json!({"token": token})).await;
        assert_eq!(white.expect("peer-status").await["connected"], true);
        black.commit("e7", "e5").await;
        white.expect_update().await;
        service.status.store(201, Ordering::Relaxed);
        leave(black, &mut white, &service.subscription("next")).await;
        white.commit("d2", "d4").await;
        white.expect_update().await;
        assert!(service.next().await.head.starts_with("POST /next "), "{status}");
        assert!(service.received.try_recv().is_err());
        table.server.stop().await;
    }
}

#[tokio::test]
async fn no_redirection_is_followed_and_no_failure_ends_a_subscription() {
    let mut service = PushService::open().await;
    let table = setting().open().await;
    let (mut white, black) = pair(table.address, "vanilla").await;
    let subscription = service.subscription("phone");
    let mut token = leave(black, &mut white, &subscription).await;
    for (status, [mine, yours]) in [
        (302, [("e2", "e4"), ("e7", "e5")]),
        (500, [("d2", "d4"), ("d7", "d5")]),
        (201, [("a2", "a3"), ("a7", "a6")]),
    ] {
        service.status.store(status, Ordering::Relaxed);
        white.commit(mine.0, mine.1).await;
        white.expect_update().await;
        assert!(service.next().await.head.starts_with("POST /phone "));
        let mut black = Player::connect(table.address, &white.game).await;
        black.hello(json!({"token": token})).await;
        assert_eq!(white.expect("peer-status").await["connected"], true);
        black.commit(yours.0, yours.1).await;
        white.expect_update().await;
        token = leave(black, &mut white, &subscription).await;
    }
    assert!(service.received.try_recv().is_err(), "nothing was asked elsewhere");
    table.server.stop().await;
}

#[tokio::test]
async fn a_push_service_that_does_not_answer_holds_nobody_up() {
    let mut service = PushService::open().await;
    service.status.store(0, Ordering::Relaxed);
    // Anything that waits for the push service, or for the end of a stop, waits longer than this test.
    let long = Span(10 * common::PATIENCE);
    let push = PushLimits { push_requests: 1, push_queue: 1, push_timeout: long, ..Limits::default().push };
    let limits = Limits { push, drain_timeout: long, ..setting().limits };
    let table = Setting { limits, ..setting() }.open().await;
    let metrics = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let metrics = table.server.serve_metrics(metrics).unwrap();
    let mut games = Vec::new();
    for name in ["one", "two", "three", "four"] {
        let (mut white, black) = pair(table.address, "vanilla").await;
        leave(black, &mut white, &service.subscription(name)).await;
        white.commit("e2", "e4").await;
        white.expect_update().await;
        games.push(white);
    }
    assert!(service.next().await.head.starts_with("POST /one "));
    // One is being asked and one or two wait; the others are dropped.
    let text = get(metrics, "/metrics").await.body;
    let dropped = "tabula_push_messages_total{result=\"dropped\"} ";
    let dropped = text.lines().find_map(|line| line.strip_prefix(dropped)).unwrap();
    assert!(["1", "2"].contains(&dropped), "{dropped}");
    for white in &mut games {
        white.send(json!({"type": "resign"})).await;
        assert_eq!(white.expect_update().await["gameStatus"], "finished");
    }
    // Nor does it hold up the end of the server.
    timeout(common::PATIENCE, table.server.stop()).await.expect("the server waits for the push service");
}

#[tokio::test]
async fn a_late_answer_is_not_waited_for() {
    let mut service = PushService::open().await;
    service.status.store(0, Ordering::Relaxed);
    let push = PushLimits {
        push_requests: 1,
        push_timeout: Span(Duration::from_millis(100)),
        ..Limits::default().push
    };
    let setting = Setting { limits: Limits { push, ..setting().limits }, ..setting() };
    let table = setting.open().await;
    for name in ["one", "two"] {
        let (mut white, black) = pair(table.address, "vanilla").await;
        leave(black, &mut white, &service.subscription(name)).await;
        white.commit("e2", "e4").await;
        white.expect_update().await;
        assert!(service.next().await.head.starts_with(&format!("POST /{name} ")));
    }
    table.server.stop().await;
}

#[tokio::test]
async fn a_player_is_sent_so_many_messages_and_no_more() {
    let mut service = PushService::open().await;
    let push = PushLimits { push_rate: 1, push_burst: 1, ..Limits::default().push };
    let setting = Setting { limits: Limits { push, ..setting().limits }, ..setting() };
    let table = setting.open().await;
    let (mut white, mut black) = pair(table.address, "vanilla").await;
    let other = service.subscription("other");
    black.send(json!({"type": "subscribe", "subscription": other})).await;
    black.expect_update().await;
    let token = leave(black, &mut white, &service.subscription("phone")).await;
    white.commit("e2", "e4").await;
    white.expect_update().await;
    assert!(service.next().await.head.starts_with("POST /other "));
    // That takes nothing from the other player.
    let mut black = Player::connect(table.address, &white.game).await;
    black.hello(json!({"token": token})).await;
    assert_eq!(white.expect("peer-status").await["connected"], true);
    leave(white, &mut black, &service.subscription("white")).await;
    black.commit("e7", "e5").await;
    black.expect_update().await;
    assert!(service.next().await.head.starts_with("POST /white "));
    table.server.stop().await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn an_address_in_the_own_network_is_refused() {
    let service = PushService::open().await;
    let table = Setting { push: Some(settings(PushReach::Public)), ..Setting::default() }.open().await;
    let (mut white, _black) = pair(table.address, "blind").await;
    let mut subscription = service.subscription("inside");
    for (number, endpoint) in [
        format!("http://{}/inside", service.address),
        format!("https://{}/inside", service.address),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://[::1]/".to_owned(),
        "https://push.example:8443/".to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        subscription["endpoint"] = endpoint.into();
        let id = format!("s{number}");
        white.send(json!({"type": "subscribe", "subscription": subscription, "id": id})).await;
        let error = white.expect("error").await;
        assert_eq!((&error["code"], &error["ack"]), (&json!("malformed"), &json!(id)));
    }
    // A key that is no point of the curve.
    subscription["endpoint"] = "https://push.example/".into();
    subscription["keys"]["p256dh"] = format!("B{}", "A".repeat(86)).into();
    white.send(json!({"type": "subscribe", "subscription": subscription})).await;
    white.expect_error("malformed").await;
    table.server.stop().await;
}

#[tokio::test]
async fn a_server_without_a_key_says_so() {
    let service = PushService::open().await;
    let table = Table::open().await;
    assert_eq!(get(table.address, "/api/push").await.status, 404);
    let (mut white, _black) = pair(table.address, "blind").await;
    white.send(json!({"type": "subscribe", "subscription": service.subscription("a")})).await;
    white.expect_error("unavailable").await;
    table.server.stop().await;
}

#[tokio::test]
async fn a_subscription_survives_a_restart() {
    let mut service = PushService::open().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let journal = || async {
        let journal = SqliteJournal::open(&file, "rules", &Limits::default()).await.unwrap();
        Arc::new(journal) as Arc<dyn Journal>
    };
    let push = setting().push;
    let table = Setting { journal: journal().await, push: push.clone(), ..Setting::default() }.open().await;
    let (mut white, black) = pair(table.address, "blind").await;
    leave(black, &mut white, &service.subscription("phone")).await;
    table.server.stop().await;
    let table = Setting { journal: journal().await, push, ..Setting::default() }.open().await;
    let (mut white, _) = white.reconnect(table.address).await;
    white.commit("e2", "e4").await;
    white.expect_update().await;
    assert!(service.next().await.head.starts_with("POST /phone "));
    table.server.stop().await;
}
