//! Pairs of games with covered pieces on a real server: games whose deals differ in what a viewer has not been told send that viewer the same texts.
//!
//! A server draws its deals, so no test can choose them. One script is played in game after game, until each viewer has two games in which the script told
//! that viewer the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use common::{PATIENCE, Player, Setting, Table, http};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabula::limits::Limits;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Red, who begins; Black; a spectator.
const VIEWERS: [&str; 3] = ["red", "black", "spectator"];
const RED: usize = 0;
const BLACK: usize = 1;

/// Games after which each viewer has had two alike, unless the deals are not drawn at random: a dozen are enough nearly always.
const GAMES: usize = 200;

/// A viewer's socket, with the texts that came on it.
struct Seat {
    socket: WebSocketStream<TcpStream>,
    texts: Vec<String>,
}

impl Seat {
    /// Opens a socket and sends its first message.
    async fn open(address: SocketAddr, game: &str, hello: &Value) -> Seat {
        let Player { socket, .. } = Player::connect(address, game).await;
        let mut seat = Seat { socket, texts: Vec::new() };
        seat.say(hello).await;
        seat
    }

    /// Reads a frame; returns whether it is the answer to a ping.
    async fn read(&mut self) -> bool {
        match timeout(PATIENCE, self.socket.next()).await.expect("nothing came") {
            Some(Ok(Message::Text(text))) => self.texts.push(text.as_str().to_owned()),
            Some(Ok(Message::Pong(_))) => return true,
            Some(Ok(Message::Ping(_))) => {}
            other => panic!("{other:?}"),
        }
        false
    }

    /// Sends a message, and returns when it is answered.
    async fn say(&mut self, message: &Value) {
        let before = self.texts.len();
        self.socket.send(Message::text(message.to_string())).await.unwrap();
        while self.texts.len() == before {
            self.read().await;
        }
    }

    /// Reads up to the answer to a ping, which follows everything queued.
    async fn collect(&mut self) {
        self.socket.send(Message::Ping("rest".into())).await.unwrap();
        while !self.read().await {}
    }

    /// Returns a member of the first message that came.
    fn first(&self, name: &str) -> String {
        let first: Value = serde_json::from_str(&self.texts[0]).unwrap();
        first[name].as_str().unwrap().to_owned()
    }
}

/// A game that was played, as its viewers were sent it.
struct Dealt {
    /// The texts to each viewer before the end, without what differs between any two games.
    sent: [String; 3],
    /// The kinds of pieces that each viewer was told.
    told: [String; 3],
    /// The kind that Red alone was told.
    taken: String,
    /// The deal, which the end opens.
    deal: String,
}

/// Returns when the game has processed everything received before, and all sockets have what it sent.
async fn rest(table: &Table, game: &str, seats: &mut [Seat]) {
    let mut stranger = Player::connect(table.address, game).await;
    stranger.say_hello(json!({"joinAs": "w"})).await;
    stranger.expect_error("slot_taken").await;
    stranger.leave().await;
    for seat in seats {
        seat.collect().await;
    }
}

/// Plays the script: Red's cannon takes a covered horse, which uncovers the cannon to all and the horse to Red. Afterwards nothing is uncovered.
async fn play(table: &Table) -> Dealt {
    let request = json!({"mode": "vanilla", "side": "white", "ruleset": "jieqi",
        "spectators": {"allowed": true, "delaySeconds": 0}});
    let created = http::post(table.address, "/api/games", &request).await.json();
    let (game, token) = (created["gameId"].as_str().unwrap(), created["creatorToken"].as_str().unwrap());
    let watched = created["watchUrl"].as_str().unwrap().trim_start_matches("/w/");
    let hello = |token: &str| json!({"type": "hello", "gameId": game, "joinAs": "auto", "token": token});
    let address = table.address;
    let mut seats = vec![Seat::open(address, game, &hello(token)).await];
    let joining = json!({"type": "hello", "gameId": game, "joinAs": "auto"});
    seats.push(Seat::open(address, game, &joining).await);
    let watching = json!({"type": "spectator.join", "gameId": watched});
    seats.push(Seat::open(address, watched, &watching).await);
    rest(table, game, &mut seats).await;
    let commit = |from: &str, to: &str| json!({"type": "commit", "from": from, "to": to});
    for (mover, message) in [
        (RED, commit("b3", "b10")),
        // Refused: an own piece stands between, and covers what it is.
        (BLACK, commit("a10", "a6")),
        (BLACK, commit("e10", "e9")),
        (RED, json!({"type": "offer-draw"})),
        (BLACK, json!({"type": "respond-draw", "accept": false})),
        (RED, commit("e1", "e2")),
        (BLACK, commit("e9", "e10")),
    ] {
        seats[mover].say(&message).await;
        rest(table, game, &mut seats).await;
    }
    let tokens = seats.iter().map(|seat| seat.first("token")).collect::<Vec<_>>();
    let commitment = seats[RED].first("commitment");
    let taking = seats[RED].texts.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let taking = taking.filter(|frame| frame["type"] == "update").find(|frame| frame["ply"] == 1).unwrap();
    let uncovered = taking["view"]["pieces"]["b10"]["qpi"].as_str().unwrap().to_owned();
    let taken = taking["tally"]["byYou"].to_string();

    // All come back, and are sent the whole state again. The sockets of before stay open: which of them goes first would be seen.
    let before = std::mem::take(&mut seats);
    let watching = json!({"type": "spectator.join", "gameId": watched, "token": tokens[2]});
    for (id, message) in [(game, hello(&tokens[RED])), (game, hello(&tokens[BLACK])), (watched, watching)] {
        seats.push(Seat::open(address, id, &message).await);
    }
    rest(table, game, &mut seats).await;
    let of_both = before.iter().zip(&seats);
    let texts = of_both.map(|(one, other)| [one.texts.join("\n"), other.texts.join("\n")].join("\n"));
    let texts: Vec<String> = texts.collect();
    let end = &mut seats[BLACK];
    end.say(&json!({"type": "resign"})).await;
    end.collect().await;
    let mut ends = end.texts.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let deal = ends.find_map(|frame| frame["record"]["deal"]["feen"].as_str().map(str::to_owned));

    let own = [game, watched, commitment.as_str()].into_iter().chain(tokens.iter().map(String::as_str));
    let own: Vec<&str> = own.collect();
    let masked = |number: usize| {
        own.iter().fold(texts[number].clone(), |text, name| text.replace(*name, &"-".repeat(name.len())))
    };
    Dealt {
        sent: [masked(0), masked(1), masked(2)],
        told: [format!("{uncovered} {taken}"), uncovered.clone(), uncovered],
        taken,
        deal: deal.expect("the end opens the deal"),
    }
}

#[tokio::test]
async fn games_whose_deals_differ_in_what_nobody_has_uncovered_send_the_same_texts() {
    let limits = Limits {
        create_burst: 1_000,
        join_burst: 10_000,
        commit_burst: 1_000,
        message_burst: 1_000,
        games_per_address: 1_000,
        spectators_per_address: 1_000,
        connections_per_address: 1_000,
        ..Limits::default()
    };
    let table = Setting { limits, ..Setting::default() }.open().await;
    let mut games: [BTreeMap<String, Arc<Dealt>>; 3] = [const { BTreeMap::new() }; 3];
    let mut alike = [0; 3];
    let wanted = if std::env::var_os("LONG").is_some() { 10 } else { 1 };
    for _ in 0..GAMES {
        let played = play(&table).await;
        for (viewer, games) in games.iter().enumerate() {
            let Some(before) = games.get(&played.told[viewer]) else { continue };
            assert_eq!(before.sent[viewer], played.sent[viewer], "{}", VIEWERS[viewer]);
            assert_ne!(before.deal, played.deal, "the deals differ");
            // Others than Red are not told what was taken: it shows nothing if it is the same.
            alike[viewer] += usize::from(viewer == RED || before.taken != played.taken);
        }
        if alike.iter().all(|found| *found >= wanted) {
            return;
        }
        let played = Arc::new(played);
        for (games, told) in games.iter_mut().zip(&played.told) {
            games.entry(told.clone()).or_insert_with(|| Arc::clone(&played));
        }
    }
    panic!("too few games are alike: {alike:?}");
}
