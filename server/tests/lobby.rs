//! The lobby: seeks, pairs, and what others are told of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use common::{PATIENCE, Player, Setting, Table};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabula::journal::{Journal, MemoryJournal};
use tabula::limits::{Limits, LobbyLimits};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A client of the lobby.
pub(crate) struct Seeker {
    socket: WebSocketStream<TcpStream>,
}

impl Seeker {
    /// Enters, and returns the seeks that are there.
    pub(crate) async fn enter(address: SocketAddr) -> (Seeker, Value) {
        let mut seeker = Seeker::connect(address).await;
        let seeks = seeker.expect("seeks").await["seeks"].clone();
        (seeker, seeks)
    }

    async fn connect(address: SocketAddr) -> Seeker {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/lobby"), stream).await.unwrap();
        Seeker { socket }
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Value {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(text.as_str()).unwrap();
                    if frame["type"] != "ping" {
                        return frame;
                    }
                }
                Some(Ok(Message::Close(frame))) => {
                    let frame = frame.unwrap();
                    return json!({"closed": u16::from(frame.code), "reason": frame.reason.as_str()});
                }
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.next().await;
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// Skips what others do, up to a message of this type.
    pub(crate) async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == kind {
                return frame;
            }
            let kind = frame["type"].as_str().unwrap_or_default();
            assert!(["seek", "gone", "waiting"].contains(&kind), "{frame}");
        }
    }

    pub(crate) async fn seek(&mut self, game: Value) -> u64 {
        self.send(json!({"type": "seek", "game": game})).await;
        self.wait_for("waiting").await["seek"].as_u64().unwrap()
    }
}

/// Takes the seat of a pair.
pub(crate) async fn play(address: SocketAddr, paired: &Value) -> (Player, Value) {
    let mut player = Player::connect(address, paired["gameId"].as_str().unwrap()).await;
    let joined = player.hello(json!({"token": paired["token"]})).await;
    (player, joined)
}

fn lobby() -> LobbyLimits {
    Limits::default().lobby
}

fn blind(side: &str) -> Value {
    json!({"mode": "blind", "side": side, "highlightingEnabled": true, "clock": {"initial": 300, "increment": 3}})
}

#[tokio::test]
async fn a_seek_is_shown_to_all_taken_by_one_and_becomes_an_ordinary_game() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let setting = Setting { journal, ..Setting::default() };
    let table = setting.open().await;
    let (mut ada, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks, json!([]));
    let (mut grace, _) = Seeker::enter(table.address).await;
    ada.send(json!({"type": "seek", "game": blind("white"), "name": "Ada"})).await;
    let shown = grace.expect("seek").await;
    assert_eq!(
        (&shown["name"], &shown["game"]["mode"], &shown["game"]["clock"]),
        (&json!("Ada"), &json!("blind"), &json!({"initial": 300, "increment": 3}))
    );
    let (mut third, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks[0]["seek"], shown["seek"]);
    grace.send(json!({"type": "take", "seek": shown["seek"]})).await;
    let (white, black) = (ada.wait_for("paired").await, grace.wait_for("paired").await);
    assert_eq!(white["gameId"], black["gameId"]);
    assert_ne!(white["token"], black["token"]);
    // Others are told that the seek is gone, and of no game.
    assert_eq!(third.expect("gone").await["seek"], shown["seek"]);
    let (_, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks, json!([]));
    let (first, joined) = play(table.address, &white).await;
    assert_eq!(
        (&joined["you"], &joined["gameStatus"], &joined["seatsTaken"]),
        (&json!("w"), &json!("waiting"), &json!(true))
    );
    // The game survives a restart, as any other.
    table.server.stop().await;
    let table = setting.open().await;
    let (mut first, _) = first.reconnect(table.address).await;
    let (mut second, joined) = play(table.address, &black).await;
    assert_eq!((&joined["you"], &joined["gameStatus"]), (&json!("b"), &json!("active")));
    first.expect_update().await;
    common::player::play(&mut first, &mut second, "e2e4 e7e5").await;
}

#[tokio::test]
async fn quick_pairing_takes_the_oldest_seek_that_fits_or_waits() {
    let table = Table::open().await;
    let (mut waits, _) = Seeker::enter(table.address).await;
    let (mut other, _) = Seeker::enter(table.address).await;
    let (mut pairs, _) = Seeker::enter(table.address).await;
    let open = json!({"mode": "vanilla", "side": "random", "clock": {"initial": 60}});
    other.seek(open.clone()).await;
    for (seeker, side) in [(&mut waits, "white"), (&mut pairs, "white")] {
        seeker.send(json!({"type": "pair", "game": blind(side)})).await;
        seeker.wait_for("waiting").await;
    }
    // The side that is asked for twice leaves both waiting.
    let (mut black, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks.as_array().unwrap().len(), 3);
    black.send(json!({"type": "pair", "game": blind("random")})).await;
    let (one, two) = (waits.wait_for("paired").await, black.wait_for("paired").await);
    assert_eq!(one["gameId"], two["gameId"]);
    let (_, joined) = play(table.address, &two).await;
    assert_eq!(joined["you"], "b");
    // Who asks for a side gets it from a seeker to whom it is all the same.
    let (mut white, _) = Seeker::enter(table.address).await;
    white
        .send(json!({"type": "pair", "game": {"mode": "vanilla", "side": "white", "clock": {"initial": 60}}}))
        .await;
    let paired = white.wait_for("paired").await;
    let (_, joined) = play(table.address, &paired).await;
    assert_eq!(joined["you"], "w");
}

#[tokio::test]
async fn a_seek_shows_every_term_and_meets_the_same_game_in_other_words() {
    let table = Table::open().await;
    let (mut waits, _) = Seeker::enter(table.address).await;
    let (mut comes, _) = Seeker::enter(table.address).await;
    waits.send(json!({"type": "pair", "game": {"mode": "vanilla", "clock": {"initial": 60}}})).await;
    waits.wait_for("waiting").await;
    let shown = comes.wait_for("seek").await["game"].clone();
    let term = |name: &str| shown[name].clone();
    assert_eq!(
        [term("ruleset"), term("touchMove"), term("absenceSeconds"), term("chat"), term("spectators")],
        [json!("chess"), json!(false), json!(300), json!(true), json!({"allowed": false})],
        "{shown}"
    );
    let spelt = json!({"mode": "vanilla", "ruleset": "chess", "clock": {"initial": 60}, "absenceSeconds": 300, "chat": true});
    comes.send(json!({"type": "pair", "game": spelt})).await;
    let paired = comes.wait_for("paired").await;
    assert_eq!(waits.wait_for("paired").await["gameId"], paired["gameId"]);
}

#[tokio::test]
async fn quick_pairing_takes_another_clock_if_one_of_the_two_does() {
    let table = Table::open().await;
    let open = |clock: Value| json!({"mode": "vanilla", "side": "random", "clock": clock});
    let (minute, hour) = (json!({"initial": 60}), json!({"initial": 3600}));
    // In turn: whether the one who waits takes another clock, whether the other does, and the clock of their game.
    for (waits, comes, clock) in [
        (false, false, None),
        (true, false, Some(&hour)),
        (false, true, Some(&minute)),
        (true, true, Some(&minute)),
    ] {
        let (mut first, _) = Seeker::enter(table.address).await;
        let (mut second, _) = Seeker::enter(table.address).await;
        first.send(json!({"type": "pair", "game": open(minute.clone()), "anyClock": waits})).await;
        first.wait_for("waiting").await;
        second.send(json!({"type": "pair", "game": open(hour.clone()), "anyClock": comes})).await;
        let Some(clock) = clock else {
            second.wait_for("waiting").await;
            continue;
        };
        first.wait_for("paired").await;
        let paired = second.wait_for("paired").await;
        let terms = format!("/api/games/{}", paired["gameId"].as_str().unwrap());
        assert_eq!(&common::http::get(table.address, &terms).await.json()["clock"], clock, "{waits} {comes}");
    }
    // One with the same clock comes before an older one with another.
    let (mut older, _) = Seeker::enter(table.address).await;
    let (mut same, _) = Seeker::enter(table.address).await;
    let (mut comes, _) = Seeker::enter(table.address).await;
    older.seek(open(minute.clone())).await;
    same.seek(open(hour.clone())).await;
    comes.send(json!({"type": "pair", "game": open(hour), "anyClock": true})).await;
    let paired = comes.wait_for("paired").await;
    assert_eq!(same.wait_for("paired").await["gameId"], paired["gameId"]);
}

/// Several clients take the same seek, and each other's, at the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_seek_that_many_take_at_once_makes_one_game() {
    let table = Table::with(Limits {
        lobby: LobbyLimits { seek_burst: 1000, lobby_sockets_per_address: 100, ..lobby() },
        ..Limits::default()
    })
    .await;
    for round in 1..=10 {
        let (mut seeker, _) = Seeker::enter(table.address).await;
        let seek = seeker.seek(blind("random")).await;
        let mut takers = Vec::new();
        for _ in 0..6 {
            let (mut taker, _) = Seeker::enter(table.address).await;
            let own = taker.seek(blind("random")).await;
            takers.push((taker, own));
        }
        let first = takers[0].1;
        let tasks: Vec<_> = takers
            .into_iter()
            .map(|(mut taker, _)| {
                tokio::spawn(async move {
                    // All want the first seek; the seeker wants that of the first taker.
                    taker.send(json!({"type": "take", "seek": seek})).await;
                    let answer = taker.wait_for_answer().await;
                    (taker, answer)
                })
            })
            .collect();
        seeker.send(json!({"type": "take", "seek": first})).await;
        let (mut paired, mut refused) = (Vec::new(), Vec::new());
        for task in tasks {
            let (taker, answer) = task.await.unwrap();
            if answer["type"] == "paired" {
                paired.push(answer["gameId"].clone());
            } else {
                assert!(answer["code"] == "gone" || answer["code"] == "engaged", "{answer}");
                refused.push(taker);
            }
        }
        let game = seeker.wait_for_pair().await["gameId"].clone();
        if paired.is_empty() {
            // The seeker was quicker: the first taker was refused, and is paired by the seeker.
            paired.push(refused[0].wait_for_pair().await["gameId"].clone());
        }
        assert_eq!(paired, [game]);
        assert_eq!(table.server.resource_counts().games, round);
    }
}

impl Seeker {
    /// Skips what others do, up to the answer to a taking.
    async fn wait_for_answer(&mut self) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == "paired" || frame["type"] == "error" {
                return frame;
            }
        }
    }

    /// Skips errors too: the seeker may have been too late itself.
    async fn wait_for_pair(&mut self) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == "paired" {
                return frame;
            }
        }
    }
}

#[tokio::test]
async fn a_seek_ends_with_its_socket_its_time_or_its_withdrawal() {
    let table = Table::open().await;
    let (mut watcher, _) = Seeker::enter(table.address).await;
    let (mut leaver, _) = Seeker::enter(table.address).await;
    let seek = leaver.seek(blind("white")).await;
    watcher.expect("seek").await;
    leaver.socket.close(None).await.unwrap();
    assert_eq!(watcher.expect("gone").await["seek"], seek);
    let (mut second, _) = Seeker::enter(table.address).await;
    let seek = second.seek(blind("white")).await;
    watcher.expect("seek").await;
    // A second seek takes the place of the first.
    let next = second.seek(blind("black")).await;
    assert_eq!(watcher.expect("gone").await["seek"], seek);
    assert_eq!(watcher.expect("seek").await["seek"], next);
    second.send(json!({"type": "cancel"})).await;
    assert_eq!(watcher.expect("gone").await["seek"], next);
    let old = second.seek(blind("white")).await;
    watcher.expect("seek").await;
    table.clock.advance(Duration::from_secs(10 * 60));
    watcher.send(json!({"type": "take", "seek": old})).await;
    assert_eq!(watcher.expect("gone").await["seek"], old);
    assert_eq!(watcher.expect("error").await["code"], "gone");
    second.wait_for("withdrawn").await;
}

#[tokio::test]
async fn nobody_takes_the_own_seek_and_nonsense_is_answered() {
    let table = Table::open().await;
    let (mut one, _) = Seeker::enter(table.address).await;
    let seek = one.seek(blind("random")).await;
    one.send(json!({"type": "take", "seek": seek})).await;
    assert_eq!(one.expect("error").await["code"], "gone");
    for (message, code) in [
        (json!({"type": "seek", "game": {"mode": "vanilla", "ruleset": "no-such-game"}}), "malformed"),
        (json!({"type": "seek", "game": {"mode": "vanilla", "machine": {"level": 1}}}), "malformed"),
        (json!({"type": "seek", "game": {"mode": "vanilla"}, "name": "Machine, level 3"}), "name_refused"),
        (json!({"type": "hello"}), "malformed"),
        (json!([]), "malformed"),
    ] {
        one.send(message.clone()).await;
        assert_eq!(one.expect("error").await["code"], code, "{message}");
    }
    let (_, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks.as_array().unwrap().len(), 1, "what was refused changed nothing");
}

#[tokio::test]
async fn seeks_sockets_and_rates_are_bounded() {
    let lobby = LobbyLimits { seeks: 1, lobby_sockets_per_address: 2, seek_burst: 3, ..lobby() };
    let limits = Limits { lobby, ..Limits::default() };
    let table = Table::with(limits).await;
    let (mut one, _) = Seeker::enter(table.address).await;
    let (mut two, _) = Seeker::enter(table.address).await;
    let closed = Seeker::connect(table.address).await.next().await;
    assert_eq!(closed, json!({"closed": 4029, "reason": "rate_limited"}));
    one.seek(blind("white")).await;
    two.expect("seek").await;
    two.send(json!({"type": "seek", "game": blind("white")})).await;
    assert_eq!(two.expect("error").await["code"], "unavailable");
    one.send(json!({"type": "cancel"})).await;
    two.expect("gone").await;
    two.seek(blind("white")).await;
    two.send(json!({"type": "seek", "game": blind("white")})).await;
    assert_eq!(two.expect("error").await["code"], "rate_limited");
}

#[tokio::test]
async fn a_game_that_cannot_be_created_leaves_the_seek_where_it_was() {
    let table = Table::with(Limits { games: 1, ..Limits::default() }).await;
    let (_white, _black) = table.game("vanilla").await;
    let (mut one, _) = Seeker::enter(table.address).await;
    let (mut two, _) = Seeker::enter(table.address).await;
    let seek = one.seek(blind("white")).await;
    two.expect("seek").await;
    two.send(json!({"type": "take", "seek": seek})).await;
    assert_eq!(two.expect("gone").await["seek"], seek);
    assert_eq!(two.expect("seek").await["seek"], seek);
    assert_eq!(two.expect("error").await["code"], "unavailable");
    let (_, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks[0]["seek"], seek);
}
