//! Plays one script: its steps in order, and at the end nothing that was not expected.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::http::{self, HttpRequest, HttpResponse};
use super::room;
use super::socket::{Socket, SocketEvent};
use super::{Address, Options};
use crate::outcome::Difference;
use crate::pattern::{self, Bindings};
use crate::script::protocol::{Act, Closed, ProtocolCase, ProtocolStep};

/// Number of times that a game or a room is asked for again when the server says that there were too many, and the pause before each time.
const CREATE_TRIES: u32 = 90;
const CREATE_PAUSE: Duration = Duration::from_secs(1);

/// Names of pieces for the letters behind a move, for protocols that call pieces by their names.
const PROMOTIONS: [(&str, &str); 4] = [("q", "queen"), ("r", "rook"), ("b", "bishop"), ("n", "knight")];

/// Number of messages that are passed over where a script waits for one of them.
const PASSED_OVER_MAX: usize = 1_000;

/// Difference after which a script cannot go on.
type Stopped = Box<Difference>;

/// Plays a script.
pub(super) async fn play(address: &Address, options: &Options, case: &ProtocolCase) -> Vec<Difference> {
    let mut player = Player {
        address,
        options,
        paced: !case.unpaced,
        in_room: case.room.is_some(),
        numbers: BTreeMap::new(),
        sockets: BTreeMap::new(),
        bound: Bindings::new(),
        differences: Vec::new(),
    };
    if let Err(stopped) = player.run(case).await {
        player.differences.push(*stopped);
    }
    for socket in player.sockets.values_mut() {
        socket.close(Duration::from_millis(200)).await;
    }
    player.differences
}

struct Player<'p> {
    address: &'p Address,
    options: &'p Options,
    paced: bool,
    in_room: bool,
    /// The number of the last message that each seat of a room was sent, by its token.
    numbers: BTreeMap<String, u64>,
    sockets: BTreeMap<String, Socket>,
    bound: Bindings,
    differences: Vec<Difference>,
}

/// Returns whether a server of rooms says that there were too many.
fn is_full(event: &SocketEvent) -> bool {
    matches!(event, SocketEvent::Message(message) if message.pointer("/payload/code").is_some_and(|code| code == "SERVER_FULL"))
}

fn stop(at: &str, expected: impl Into<String>, found: impl Into<String>) -> Stopped {
    Box::new(Difference::new(at, expected, found))
}

impl Player<'_> {
    async fn run(&mut self, case: &ProtocolCase) -> Result<(), Stopped> {
        if let Some(request) = &case.table {
            self.seat(request).await?;
        }
        if let Some(payload) = &case.room {
            self.enter(payload).await?;
        }
        for (number, step) in (1..).zip(&case.steps) {
            let Some(act) = step.act() else { continue };
            self.step(&format!("step {number}"), act, step).await?;
            // What follows a difference would only repeat it.
            if !self.differences.is_empty() {
                return Ok(());
            }
        }
        self.is_quiet().await
    }

    /// Makes a game and seats both players.
    async fn seat(&mut self, request: &Value) -> Result<(), Stopped> {
        let at = "making the table";
        let created = self.create(request).await?;
        let pattern = json!({ "gameId": "$game:game", "creatorToken": "$creator:token", "joinUrl": "$text" });
        self.differences.extend(pattern::compare(at, &pattern, Some(&created), &mut self.bound));
        // Where captures are bid for, players receive events and whole states.
        let has_bids = request.get("gambit").is_some();
        let seats = if request["side"] == "black" { ["black", "white"] } else { ["white", "black"] };
        for (seat, color) in seats.into_iter().zip(seats.map(|name| if name == "white" { "w" } else { "b" }))
        {
            self.open(at, seat, "/ws?game=$game").await?;
            let is_creator = seat == seats[0];
            let mut hello = json!({ "type": "hello", "gameId": "$game" });
            if let Some(hello) = hello.as_object_mut().filter(|_| is_creator) {
                hello.insert("token".to_owned(), "$creator".into());
            }
            self.send_message(at, seat, &hello).await?;
            let status = if is_creator { "waiting" } else { "active" };
            let pattern = json!({ "type": "joined", "you": color, "token": format!("${seat}:token"), "gameStatus": status });
            self.expect(at, seat, &pattern).await?;
            if has_bids {
                self.expect(at, seat, &json!({ "type": "gameState.update", "gameStatus": status })).await?;
            }
        }
        let [event, begun] = if has_bids {
            [
                json!({ "type": "player.joined" }),
                json!({ "type": "gameState.update", "gameStatus": "active" }),
            ]
        } else {
            [
                json!({ "type": "update", "gameStatus": "active" }),
                json!({ "type": "peer-status", "connected": true }),
            ]
        };
        self.expect(at, seats[0], &event).await?;
        self.expect(at, seats[0], &begun).await
    }

    /// Makes a room, and brings both players into it.
    async fn enter(&mut self, payload: &Value) -> Result<(), Stopped> {
        let at = "making the room";
        for name in ["white", "black"] {
            self.open(at, name, room::PATH).await?;
        }
        self.send_message(at, "white", &json!({ "type": "room.create", "payload": payload })).await?;
        let created = json!({ "code": "$code:code", "token": "$white:uuid", "color": "white" });
        self.expect(at, "white", &json!({ "type": "room.created", "payload": created })).await?;
        self.send_message(at, "black", &json!({ "type": "room.join", "payload": { "code": "$code" } }))
            .await?;
        let joined =
            json!({ "code": "$code", "token": "$black:uuid", "color": "black", "activeRules": "$any" });
        self.expect(at, "black", &json!({ "type": "room.joined", "payload": joined })).await?;
        for name in ["white", "black"] {
            let state = json!({ "turn": "white", "moveHistory": [] });
            self.expect(at, name, &json!({ "type": "game.state", "payload": state })).await?;
        }
        Ok(())
    }

    /// Asks for a game, again and again while the server says that there were too many.
    async fn create(&mut self, request: &Value) -> Result<Value, Stopped> {
        let at = "making the table";
        for _ in 0..CREATE_TRIES {
            let http_request = HttpRequest {
                method: "POST",
                path: "/api/games",
                content_type: Some("application/json"),
                body: request.to_string(),
            };
            let answer = http::ask(self.address, self.options.patience, http_request).await;
            let answer = answer.map_err(|why| stop(at, "an answer", why))?;
            match answer.status {
                201 => {
                    return serde_json::from_str(&answer.body)
                        .map_err(|_| stop(at, "JSON", answer.body.clone()));
                }
                429 => sleep(CREATE_PAUSE).await,
                status => return Err(stop(at, "status 201", format!("status {status}: {}", answer.body))),
            }
        }
        Err(stop(at, "status 201", "status 429 all the time"))
    }

    async fn step(&mut self, at: &str, act: Act<'_>, step: &ProtocolStep) -> Result<(), Stopped> {
        match act {
            Act::Request(line) => self.request(at, line, step).await,
            Act::Open(name) => self.open(at, name, step.path.as_deref().unwrap_or(self.usual_path())).await,
            Act::Send(name) => self.send(at, name, step).await,
            Act::Expect(name) => match (&step.message, &step.closed) {
                (Some(pattern), _) if step.until => self.until(at, name, pattern).await,
                (Some(pattern), _) => self.expect(at, name, pattern).await,
                (None, Some(closed)) => self.expect_closed(at, name, closed, step.until).await,
                (None, None) => Ok(()),
            },
            Act::Play(moves) => self.moves(at, moves).await,
            Act::Close(name) => {
                if let Some(mut socket) = self.sockets.remove(name) {
                    socket.close(self.options.patience).await;
                }
                Ok(())
            }
            Act::Wait(ms) => {
                sleep(Duration::from_millis(ms)).await;
                Ok(())
            }
        }
    }

    async fn request(&mut self, at: &str, line: &str, step: &ProtocolStep) -> Result<(), Stopped> {
        let (method, path) = line.split_once(' ').unwrap_or(("GET", line));
        let path = self.text(at, path)?;
        let body = match (&step.body, &step.text) {
            (Some(body), _) => self.filled(at, body)?.to_string(),
            (None, text) => text.clone().unwrap_or_default(),
        };
        let usual = (!body.is_empty()).then_some("application/json");
        let http_request =
            HttpRequest { method, path: &path, content_type: step.content_type.as_deref().or(usual), body };
        let HttpResponse { status, body } = http::ask(self.address, self.options.patience, http_request)
            .await
            .map_err(|why| stop(at, "an answer", why))?;
        if let Some(expected) = step.status.filter(|expected| *expected != status) {
            self.differences.push(Difference::new(
                at,
                format!("status {expected}"),
                format!("status {status}: {body}"),
            ));
        }
        if let Some(pattern) = &step.answer {
            let found: Value = serde_json::from_str(&body).unwrap_or(Value::String(body));
            let at = format!("{at}, answer");
            self.differences.extend(pattern::compare(&at, pattern, Some(&found), &mut self.bound));
        }
        Ok(())
    }

    async fn open(&mut self, at: &str, name: &str, path: &str) -> Result<(), Stopped> {
        let path = self.text(at, path)?;
        let socket = Socket::open(self.address, &path, self.options.patience).await;
        let socket = socket.map_err(|why| stop(at, format!("a socket at {path}"), why))?;
        self.sockets.insert(name.to_owned(), socket);
        Ok(())
    }

    async fn send(&mut self, at: &str, name: &str, step: &ProtocolStep) -> Result<(), Stopped> {
        for _ in 0..step.times.unwrap_or(1) {
            if let Some(message) = &step.message {
                self.send_message(at, name, message).await?;
            } else if let Some(text) = &step.text {
                let sent = self.socket(at, name)?.send(text.clone()).await;
                sent.map_err(|why| stop(at, "an open socket", why))?;
            } else if let Some(bytes) = step.binary {
                let sent = self.socket(at, name)?.send_binary(bytes).await;
                sent.map_err(|why| stop(at, "an open socket", why))?;
            }
        }
        Ok(())
    }

    async fn send_message(&mut self, at: &str, name: &str, message: &Value) -> Result<(), Stopped> {
        let mut message = self.filled(at, message)?;
        let paced = self.paced;
        let socket = self.socket(at, name)?;
        if paced && (socket.room().is_some() || message.get("type").is_some_and(|kind| kind == "commit")) {
            socket.pace().await;
        }
        if let Some(room) = socket.room() {
            message = room.wrap(&message);
        }
        socket.send(message.to_string()).await.map_err(|why| stop(at, "an open socket", why))
    }

    /// Returns the next message over an open socket. The messages of a seat are numbered on from one socket to the next.
    async fn next(&mut self, name: &str) -> SocketEvent {
        let patience = self.options.patience;
        let Some(socket) = self.sockets.get_mut(name) else {
            return SocketEvent::Other("no socket is open".to_owned());
        };
        let event = socket.next(patience).await;
        if let (SocketEvent::Message(message), Some((token, seq))) =
            (&event, socket.room().and_then(|room| room.place()))
        {
            // An error before the seat is taken is numbered by its socket.
            let last =
                self.numbers.get(token).copied().filter(|last| *last >= seq && message["type"] != "error");
            if let Some(last) = last {
                return SocketEvent::Other(format!(
                    "the number {seq} for a seat that was sent {last}: {message}"
                ));
            }
            self.numbers.insert(token.to_owned(), seq);
        }
        event
    }

    async fn expect(&mut self, at: &str, name: &str, pattern: &Value) -> Result<(), Stopped> {
        self.socket(at, name)?;
        let mut event = self.next(name).await;
        for _ in 0..CREATE_TRIES {
            if !(pattern["type"] == "room.created" && is_full(&event)) {
                break;
            }
            sleep(CREATE_PAUSE).await;
            let last = self.socket(at, name)?.room().and_then(|room| room.last()).unwrap_or_default();
            // Over a socket of its own, so that everything is numbered as if it had not been asked before.
            self.open(at, name, room::PATH).await?;
            self.send_message(at, name, &last).await?;
            event = self.next(name).await;
        }
        self.compare(at, name, pattern, &event)
    }

    fn compare(&mut self, at: &str, name: &str, pattern: &Value, event: &SocketEvent) -> Result<(), Stopped> {
        let SocketEvent::Message(message) = event else {
            return Err(stop(&format!("{at}, {name}"), pattern.to_string(), event.to_string()));
        };
        let wrong = pattern::compare(&format!("{at}, {name}"), pattern, Some(message), &mut self.bound);
        if !wrong.is_empty() {
            self.differences.extend(wrong);
            self.differences.push(Difference::new(
                format!("{at}, {name}: the whole message"),
                pattern.to_string(),
                message.to_string(),
            ));
        }
        Ok(())
    }

    /// Passes over messages until one fits.
    async fn until(&mut self, at: &str, name: &str, pattern: &Value) -> Result<(), Stopped> {
        self.socket(at, name)?;
        for _ in 0..PASSED_OVER_MAX {
            let event = self.next(name).await;
            let SocketEvent::Message(message) = &event else {
                return Err(stop(
                    &format!("{at}, {name}"),
                    format!("sooner or later {pattern}"),
                    event.to_string(),
                ));
            };
            let mut bound = self.bound.clone();
            if pattern::compare(at, pattern, Some(message), &mut bound).is_empty() {
                self.bound = bound;
                return Ok(());
            }
        }
        Err(stop(&format!("{at}, {name}"), format!("sooner or later {pattern}"), "too many other messages"))
    }

    async fn expect_closed(
        &mut self,
        at: &str,
        name: &str,
        closed: &Closed,
        until: bool,
    ) -> Result<(), Stopped> {
        let patience = self.options.patience;
        let mut event = self.socket(at, name)?.next(patience).await;
        for _ in 0..PASSED_OVER_MAX {
            if !until || !matches!(event, SocketEvent::Message(_)) {
                break;
            }
            event = self.socket(at, name)?.next(patience).await;
        }
        let is_so = match &event {
            SocketEvent::Closed { code, reason } => {
                *code == closed.code && closed.reason.as_ref().is_none_or(|expected| expected == reason)
            }
            SocketEvent::Message(_) | SocketEvent::Nothing | SocketEvent::Other(_) => false,
        };
        self.sockets.remove(name);
        if is_so {
            return Ok(());
        }
        let expected =
            format!("closed with {} {}", closed.code, closed.reason.as_deref().unwrap_or_default());
        Err(stop(&format!("{at}, {name}"), expected, event.to_string()))
    }

    /// Plays moves in turn, and sees that both players are sent an update of each.
    async fn moves(&mut self, at: &str, moves: &str) -> Result<(), Stopped> {
        let ply = self.bound.get("ply").and_then(Value::as_u64).unwrap_or_default();
        for (ply, text) in (ply + 1..).zip(moves.split_whitespace()) {
            let at = format!("{at}, {text}");
            let (mover, other) = if ply % 2 == 1 { ("white", "black") } else { ("black", "white") };
            self.played(&at, [mover, other], text).await?;
            if !self.differences.is_empty() {
                return Ok(());
            }
            self.bound.insert("ply".to_owned(), ply.into());
        }
        Ok(())
    }

    /// Sends one move, and checks that both players receive it.
    async fn played(&mut self, at: &str, [mover, other]: [&str; 2], text: &str) -> Result<(), Stopped> {
        let [from, to, promotion] =
            [text.get(..2), text.get(2..4), text.get(4..)].map(Option::unwrap_or_default);
        if self.in_room {
            let mut wanted = json!({ "from": from, "to": to });
            let becomes = PROMOTIONS.iter().find(|(letter, _)| *letter == promotion);
            if let (Some((_, role)), Some(wanted)) = (becomes, wanted.as_object_mut()) {
                wanted.insert("promoteTo".to_owned(), (*role).into());
            }
            self.send_message(at, mover, &json!({ "type": "game.move", "payload": wanted })).await?;
            let mut delta = json!({ "turn": other, "gameOver": null, "moveNotation": text });
            self.expect(at, mover, &json!({ "type": "game.delta", "payload": delta })).await?;
            // In a blind room the other player is not sent the move.
            delta.as_object_mut().and_then(|delta| delta.remove("moveNotation"));
            return self.expect(at, other, &json!({ "type": "game.delta", "payload": delta })).await;
        }
        let mut commit = json!({ "type": "commit", "from": from, "to": to });
        if let Some(commit) = commit.as_object_mut().filter(|_| !promotion.is_empty()) {
            commit.insert("promotion".to_owned(), promotion.into());
        }
        self.send_message(at, mover, &commit).await?;
        let turn = if mover == "white" { "b" } else { "w" };
        let pattern = json!({ "type": "update", "touchedPiece": "$none", "view": { "toMove": turn } });
        self.expect(at, mover, &pattern).await?;
        self.expect(at, other, &pattern).await
    }

    /// That nothing more was sent to any socket than was expected: what cannot be read has to be the next thing that is answered.
    async fn is_quiet(&mut self) -> Result<(), Stopped> {
        let names: Vec<String> = self.sockets.keys().cloned().collect();
        for name in names {
            let at = "after the last step";
            let sent = self.socket(at, &name)?.send(r#"{"type":"is there anything else?"}"#.to_owned()).await;
            sent.map_err(|why| stop(at, "an open socket", why))?;
            let patience = self.options.patience;
            let event = self.socket(at, &name)?.next(patience).await;
            let is_answer = matches!(&event, SocketEvent::Message(message) if message["type"] == "error" || message["message_type"] == "failure");
            if !is_answer {
                return Err(stop(
                    &format!("{at}, {name}"),
                    "nothing but the answer to what cannot be read",
                    event.to_string(),
                ));
            }
        }
        Ok(())
    }

    /// Returns the path at which a socket is opened if the script names none.
    fn usual_path(&self) -> &'static str {
        if self.in_room { room::PATH } else { "/ws?game=$game" }
    }

    fn socket(&mut self, at: &str, name: &str) -> Result<&mut Socket, Stopped> {
        self.sockets.get_mut(name).ok_or_else(|| stop(at, format!("a socket \"{name}\""), "none is open"))
    }

    fn filled(&self, at: &str, value: &Value) -> Result<Value, Stopped> {
        pattern::filled(value, &self.bound)
            .map_err(|name| stop(at, format!("something that ${name} stands for"), "nothing"))
    }

    fn text(&self, at: &str, text: &str) -> Result<String, Stopped> {
        pattern::filled_text(text, &self.bound)
            .map_err(|name| stop(at, format!("something that ${name} stands for"), "nothing"))
    }
}
