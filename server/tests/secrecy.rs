//! Twin games on real servers: what differs only where a viewer may not look arrives at that viewer as the same bytes, socket by socket and
//! answer by answer. The games are worked out by the session's tests (see `session/SECRECY.md`); this crate cannot name a position.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use common::{PATIENCE, Player, Setting, Table, http};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabula::limits::Span;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// What the twins call the game.
const GAME: &str = "abcd1234";

/// What the twins call the token of a seat, by its letters: the viewer's, and of the others in each world.
const SEATED: [char; 5] = ['v', 'h', 'g', 'p', 'q'];

/// A TCP stream that keeps every byte that came.
struct Tap {
    stream: TcpStream,
    came: Arc<Mutex<Vec<u8>>>,
}

impl AsyncRead for Tap {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.came.lock().unwrap().extend_from_slice(&buf.filled()[before..]);
        read
    }
}

impl AsyncWrite for Tap {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

struct Socket {
    socket: WebSocketStream<Tap>,
    came: Arc<Mutex<Vec<u8>>>,
    is_open: bool,
}

/// One world: a server with one game, and everybody's sockets.
struct World {
    table: Table,
    game: String,
    /// The real tokens, by the letter that the twins write them with.
    tokens: BTreeMap<char, String>,
    sockets: BTreeMap<String, Socket>,
    /// A colour that is taken from the beginning.
    colour: Value,
    now: u64,
}

impl World {
    async fn new(twin: &Value) -> World {
        // However long the test takes, no socket is closed for being quiet.
        let mut setting = Setting::default();
        for span in [
            &mut setting.limits.hello_timeout,
            &mut setting.limits.ping_interval,
            &mut setting.limits.idle_timeout,
        ] {
            *span = Span(Duration::from_secs(3_600));
        }
        let table = setting.open().await;
        let side = if twin["creator"] == "w" { "white" } else { "black" };
        let asked = json!({"mode": twin["mode"], "side": side, "highlightingEnabled": true,
            "moderator": twin["moderator"]});
        let (game, token) = table.create(asked).await;
        let is_viewers = twin["viewer"] == twin["creator"];
        let letters = if is_viewers { vec!['v'] } else { vec!['h', 'g'] };
        let tokens = letters.into_iter().map(|letter| (letter, token.clone())).collect();
        let colour = twin["creator"].clone();
        World { table, game, tokens, sockets: BTreeMap::new(), colour, now: 0 }
    }

    fn wait_until(&mut self, at: u64) {
        self.table.clock.advance(Duration::from_millis(at - self.now));
        self.now = at;
    }

    /// Does what a step says, and returns when the game has done with it.
    async fn act(&mut self, deed: &Value) {
        let name = deed["socket"].as_str().unwrap();
        if deed["close"] == true {
            if let Some(socket) = self.sockets.get_mut(name).filter(|socket| socket.is_open) {
                socket.is_open = false;
                let _ = socket.socket.close(None).await;
                while let Some(Ok(_)) = timeout(PATIENCE, socket.socket.next()).await.unwrap() {}
            }
        } else {
            if !self.sockets.contains_key(name) {
                self.connect(name).await;
            }
            self.send(name, deed["send"].clone()).await;
        }
        self.rest().await;
    }

    async fn connect(&mut self, name: &str) {
        let address = self.table.address;
        let came = Arc::default();
        let stream = Tap { stream: TcpStream::connect(address).await.unwrap(), came: Arc::clone(&came) };
        let (socket, _) =
            client_async(format!("ws://{address}/ws?game={}", self.game), stream).await.unwrap();
        self.sockets.insert(name.to_owned(), Socket { socket, came, is_open: true });
    }

    /// Sends a message, and returns when its answer is there.
    async fn send(&mut self, name: &str, mut message: Value) {
        let letter = message["token"].as_str().and_then(|token| token.chars().next());
        if let Some(token) = letter.and_then(|letter| self.tokens.get(&letter)) {
            message["token"] = token.as_str().into();
        } else if letter.is_some_and(|letter| SEATED.contains(&letter)) {
            // Whoever takes an open seat has no token yet.
            message.as_object_mut().unwrap().remove("token");
        }
        if message["gameId"] == GAME {
            message["gameId"] = self.game.as_str().into();
        }
        let socket = self.sockets.get_mut(name).unwrap();
        if !socket.is_open || socket.socket.send(Message::text(message.to_string())).await.is_err() {
            return;
        }
        loop {
            match timeout(PATIENCE, socket.socket.next()).await.expect("no answer") {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(text.as_str()).unwrap();
                    let letter = if name.starts_with("viewer") { Some('v') } else { letter };
                    if let (Some(letter), Some(token)) = (letter, frame["token"].as_str()) {
                        self.tokens.insert(letter, token.to_owned());
                    }
                    if frame["type"] != "peer-status" {
                        return;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    socket.is_open = false;
                    return;
                }
            }
        }
    }

    /// Returns when the game has taken in everything that reached it before: it answers a stranger in its turn.
    async fn rest(&self) {
        let mut stranger = Player::connect(self.table.address, &self.game).await;
        // Nobody asks for the creator's colour, so that an open seat stays open.
        stranger.say_hello(json!({"joinAs": self.colour})).await;
        stranger.expect_error("slot_taken").await;
        stranger.leave().await;
    }

    /// Reads on every socket up to the answer to a ping, which comes after all that is queued.
    async fn collect(&mut self) {
        for socket in self.sockets.values_mut().filter(|socket| socket.is_open) {
            if socket.socket.send(Message::Ping("rest".into())).await.is_err() {
                socket.is_open = false;
                continue;
            }
            loop {
                match timeout(PATIENCE, socket.socket.next()).await.expect("no pong") {
                    Some(Ok(Message::Pong(_))) => break,
                    Some(Ok(
                        Message::Text(_) | Message::Ping(_) | Message::Binary(_) | Message::Frame(_),
                    )) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => {
                        socket.is_open = false;
                        break;
                    }
                }
            }
        }
    }
}

impl World {
    /// Bytes with what has to be different in any two games made alike: the names that chance gave, and the address of the server; and
    /// without the time of day, and what a handshake makes of its key.
    fn masked(&self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = replaced(bytes, self.game.as_bytes(), GAME.as_bytes());
        if let Some(token) = self.tokens.get(&'v') {
            bytes = replaced(&bytes, token.as_bytes(), &[b'v'; 24]);
        }
        bytes = replaced(&bytes, self.table.address.to_string().as_bytes(), b"server");
        for header in ["\ndate: ", "\nsec-websocket-accept: "] {
            let Some(start) = bytes.windows(header.len()).position(|part| part == header.as_bytes()) else {
                continue;
            };
            let end = bytes[start + 1..].iter().position(|byte| *byte == b'\r').unwrap() + start + 1;
            bytes.drain(start + header.len()..end);
        }
        bytes
    }

    /// What came to the viewer's sockets, or to all the others.
    fn came(&self, viewers: bool) -> Vec<(String, String)> {
        let of_them = self.sockets.iter().filter(|(name, _)| name.starts_with("viewer") == viewers);
        of_them
            .map(|(name, socket)| (name.clone(), text(&self.masked(&socket.came.lock().unwrap()))))
            .collect()
    }

    /// What anybody is answered who knows the game's name.
    async fn answers(&self) -> Vec<String> {
        let address = self.table.address;
        let game = &self.game;
        let mut answers = Vec::new();
        for path in [
            "/api/health".to_owned(),
            "/api/rules/chess".to_owned(),
            "/api/rules/none".to_owned(),
            "/api/games".to_owned(),
            format!("/api/games/{game}"),
            format!("/g/{game}"),
            format!("/ws?game={game}"),
            "/ws?game=zzzz9999".to_owned(),
        ] {
            let answer = http::get(address, &path).await;
            let whole = format!("{}\r\n\r\n{}", answer.head, answer.body);
            answers.push(text(&self.masked(whole.as_bytes())));
        }
        answers
    }
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(from.len()).position(|part| part == from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// Bytes as one text, without losing any: frames have lengths that are no UTF-8.
fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

#[tokio::test]
async fn twin_games_send_a_viewer_the_same_bytes_over_sockets_and_in_answers() {
    let twins: Vec<Value> = serde_json::from_str(include_str!("twins.json")).unwrap();
    assert!(twins.len() > 5);
    for twin in twins {
        let mut worlds = [World::new(&twin).await, World::new(&twin).await];
        let label = format!("{} {} {}", twin["mode"], twin["moderator"], twin["viewer"]);
        for step in twin["steps"].as_array().unwrap() {
            for (world, name) in worlds.iter_mut().zip(["one", "other"]) {
                world.wait_until(step["at"].as_u64().unwrap());
                if !step[name].is_null() {
                    world.act(&step[name]).await;
                }
                world.collect().await;
            }
            let [one, other] = worlds.each_ref().map(|world| world.came(true));
            assert_eq!(one, other, "{label}: {step}");
        }
        let [one, other] = &worlds;
        assert_eq!(one.answers().await, other.answers().await, "{label}");
        for world in &worlds {
            let viewers: String = world.came(true).into_iter().map(|(_, text)| text).collect();
            assert!(viewers.contains("101 Switching Protocols"), "{label}: the viewer is there");
            let others = world.tokens.iter().filter(|(letter, _)| **letter != 'v');
            let is_own = |token: &String| Some(token) == world.tokens.get(&'v');
            assert!(others.clone().all(|(_, token)| is_own(token) || !viewers.contains(token)), "{label}");
        }
        // Who is not the viewer is sent something else in each world: the twins are no copies.
        let [one, other] = worlds
            .each_ref()
            .map(|world| world.came(false).into_iter().map(|(_, text)| text).collect::<String>());
        assert_ne!(one, other, "{label}");
    }
}
