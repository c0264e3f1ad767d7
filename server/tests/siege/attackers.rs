//! Kinds of attackers, their numbers, and the documented answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::attacks::{self, Attacker};
use crate::games::{Hall, Live};
use crate::tally::Tally;

/// Networks below this one belong to the players.
const FIRST_NET: u8 = 10;

/// Number of addresses of a distributed attack.
const HOSTS: usize = 250;

/// One kind of attack.
pub struct Kind {
    name: &'static str,
    /// Documented answers; the first one must occur.
    documented: &'static [&'static str],
    /// Number of simultaneous attackers.
    at_a_time: usize,
    /// Pause of each attacker between attacks.
    rest_ms: u64,
    /// True if they use many addresses.
    is_spread: bool,
    attack: fn(Attacker) -> BoxFuture<'static, String>,
}

/// An attack from many addresses, or from one.
macro_rules! kind {
    ($name:literal, $spread:ident, $at_a_time:literal every $rest:literal ms, $attack:expr => $($documented:literal)|+) => {
        Kind {
            name: $name,
            documented: &[$($documented),+],
            at_a_time: $at_a_time,
            rest_ms: $rest,
            is_spread: kind!($spread),
            attack: |attacker| Box::pin(async move { ($attack)(attacker).await }),
        }
    };
    (many) => { true };
    (one) => { false };
}

pub const KINDS: [Kind; 30] = [
    kind!("head byte by byte", many, 20 every 10 ms, attacks::slow_head => "hung up"),
    kind!("body byte by byte", many, 20 every 10 ms, attacks::slow_body => "408"),
    kind!("connection that says nothing", many, 100 every 10 ms, attacks::silence => "hung up"),
    kind!("answers that are not read", many, 10 every 10 ms, attacks::unread_answers => "hung up"),
    kind!("bytes of chance", many, 4 every 20 ms, attacks::noise => "400" | "hung up"),
    // The rest of the request is not read, so the connection may be reset before the answer has been.
    kind!("hidden request", many, 4 every 20 ms, attacks::hidden_request => "400" | "hung up"),
    kind!("huge head", many, 4 every 20 ms, attacks::huge_head => "431" | "hung up"),
    // On a busy machine the time for a body is over before the bytes that are too many have come.
    kind!("body without end, in chunks", many, 4 every 20 ms, attacks::endless_body => "413" | "408" | "hung up"),
    kind!("fifty requests at once", many, 2 every 50 ms, attacks::pipeline => "200"),
    kind!("flood of creates", one, 4 every 10 ms, attacks::create => "429" | "201"),
    kind!("creates of nonsense", many, 4 every 20 ms, attacks::create_nonsense => "400" | "429"),
    kind!("flood of rulesets of guests", many, 12 every 20 ms, attacks::bring_ruleset => "201" | "422" | "429" | "503"),
    kind!("page of a foreign origin", many, 4 every 20 ms, attacks::foreign_page => "403"),
    kind!("guesses at games", one, 4 every 10 ms, attacks::guess_game => "close 4029" | "close 4004"),
    kind!("guesses at tokens", one, 4 every 10 ms, attacks::guess_token => "close 4029" | "close 4003" | "close 4004"),
    kind!("guesses at tokens, spread", many, 4 every 10 ms, attacks::guess_token => "close 4003" | "close 4004"),
    kind!("wrong tokens on one socket", many, 2 every 20 ms, attacks::insist => "close 4029" | "close 4004"),
    kind!("socket without a hello", many, 200 every 10 ms, attacks::no_hello => "close 4009" | "close 4004"),
    kind!("player who vanished", many, 100 every 10 ms, attacks::vanish => "close 4009" | "close 4004"),
    kind!("frames that are not read", many, 10 every 10 ms, attacks::unread_frames => "hung up"),
    kind!("message too long", many, 4 every 20 ms, attacks::long_message => "close 1009"),
    kind!("frame of 2^63 bytes", many, 4 every 20 ms, attacks::long_frame => "close 1009"),
    kind!("message without end", many, 4 every 20 ms, attacks::endless_message => "close 1009" | "hung up"),
    kind!("text that is none", many, 4 every 20 ms, attacks::not_utf8 => "close 1007"),
    kind!("frames that are none", many, 4 every 20 ms, attacks::not_frames => "close 1002"),
    kind!("flood of pings", many, 4 every 20 ms, attacks::ping_flood => "close 4029" | "hung up"),
    kind!("flood of messages", many, 4 every 20 ms, attacks::message_flood => "close 4029" | "hung up"),
    kind!("messages of nonsense", many, 4 every 20 ms, attacks::nonsense => "close 4000"),
    kind!("flood at the engine", many, 4 every 20 ms, attacks::engine_flood => "close 4029" | "close 1013" | "hung up"),
    kind!("crowd from one address", one, 1 every 200 ms, attacks::crowd => "429" | "hung up"),
];

/// Host number in the kind's network that no other attacker uses.
const REHEARSAL_HOST: u8 = 251;

/// Runs each attack once.
pub async fn rehearse(server: SocketAddr, hall: &Hall, tally: &Tally) {
    let attacks = KINDS.iter().zip(FIRST_NET..).map(async |(kind, net)| {
        let attacker = Attacker { server, net, host: REHEARSAL_HOST, turn: 0, live: hall.live() };
        tally.count(kind.name, kind.documented, (kind.attack)(attacker).await);
    });
    join_all(attacks).await;
}

/// Runs all attacks until `over`; running ones finish.
pub fn send(server: SocketAddr, hall: &Hall, tally: &Arc<Tally>, over: &CancellationToken) -> JoinHandle<()> {
    let mut workers = JoinSet::new();
    let only: String = crate::setting("SIEGE_ONLY", String::new());
    for (kind, net) in KINDS.iter().zip(FIRST_NET..).filter(|(kind, _)| kind.name.contains(&only)) {
        let turns = Arc::new(AtomicUsize::new(0));
        for _ in 0..kind.at_a_time {
            workers.spawn(work(
                kind,
                server,
                net,
                hall.live(),
                Arc::clone(&turns),
                Arc::clone(tally),
                over.clone(),
            ));
        }
    }
    tokio::spawn(async move {
        while let Some(ended) = workers.join_next().await {
            ended.expect("an attacker failed");
        }
    })
}

async fn work(
    kind: &'static Kind,
    server: SocketAddr,
    net: u8,
    live: Live,
    turns: Arc<AtomicUsize>,
    tally: Arc<Tally>,
    over: CancellationToken,
) {
    while !over.is_cancelled() {
        let turn = turns.fetch_add(1, Ordering::Relaxed);
        let host = if kind.is_spread { u8::try_from(turn % HOSTS + 1).unwrap() } else { 1 };
        let answer = (kind.attack)(Attacker { server, net, host, turn, live: live.clone() }).await;
        tally.count(kind.name, kind.documented, answer);
        sleep(Duration::from_millis(kind.rest_ms)).await;
    }
}
