//! The attacks. Each returns its answer: a status, a close code, or that the server closed the connection.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::SMALL_BUFFER;
use crate::common::frames::{FIRST_PIECE, LAST_PIECE, PIECE, PING, TEXT, frame};
use crate::games::Live;
use crate::{CONNECTIONS_PER_ADDRESS, connect_from};

/// Time that an attacker waits for an answer: longer than any timeout of the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause between two bytes of a slow client.
const DRIP: Duration = Duration::from_millis(100);

const POST: &str = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
const TOKEN: &str = "abcdefghijklmnopqrstuvwx";

type Socket = WebSocketStream<TcpStream>;

/// An attacker and its address.
pub struct Attacker {
    pub server: SocketAddr,
    pub net: u8,
    pub host: u8,
    /// Number of earlier attacks of this kind.
    pub turn: usize,
    pub live: Live,
}

/// Returns the answer on a connection, read to its end.
async fn answer(stream: &mut TcpStream) -> String {
    let mut response = Vec::new();
    match timeout(PATIENCE, stream.read_to_end(&mut response)).await {
        Err(_) => "kept".to_owned(),
        Ok(_) => status(&response),
    }
}

fn status(response: &[u8]) -> String {
    match response.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3)) {
        Some(status) => String::from_utf8_lossy(status).into_owned(),
        None if response.is_empty() => "hung up".to_owned(),
        None => format!("{:?}", String::from_utf8_lossy(response)),
    }
}

/// Returns the close of a socket, skipping earlier frames.
async fn closed(socket: &mut Socket) -> String {
    let end = timeout(PATIENCE, async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return format!("close {}", u16::from(frame.code)),
                Some(Ok(Message::Close(None))) => return "close without a code".to_owned(),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return "hung up".to_owned(),
            }
        }
    });
    end.await.unwrap_or_else(|_| "kept".to_owned())
}

impl Attacker {
    async fn connect(&self) -> TcpStream {
        connect_from(self.net, self.host, self.server).await.expect("an attacker cannot connect")
    }

    /// Sends bytes, and returns the answer.
    async fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect().await;
        // The server may close the socket before the last of them.
        let _ = stream.write_all(bytes).await;
        answer(&mut stream).await
    }

    /// Sends a start, then bytes one by one until the server answers.
    async fn drip(&self, start: &str) -> String {
        let mut stream = self.connect().await;
        let mut response = [0; 64];
        if stream.write_all(start.as_bytes()).await.is_err() {
            return "hung up".to_owned();
        }
        loop {
            match timeout(DRIP, stream.read(&mut response)).await {
                Ok(Ok(count)) => return status(&response[..count]),
                Ok(Err(_)) => return "hung up".to_owned(),
                Err(_) => {
                    let _ = stream.write_all(b" ").await;
                }
            }
        }
    }

    async fn socket(&self, path: &str) -> Result<Socket, String> {
        self.socket_over(self.connect().await, path).await
    }

    async fn socket_over(&self, stream: TcpStream, path: &str) -> Result<Socket, String> {
        match client_async(format!("ws://{}{path}", self.server), stream).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(refusal)) => Err(refusal.status().as_u16().to_string()),
            Err(_) => Err("hung up".to_owned()),
        }
    }

    /// Creates a game of the attacker's own.
    async fn own_game(&self) -> Result<String, String> {
        let body = r#"{"mode":"blind","side":"white"}"#;
        let mut stream = self.connect().await;
        let request = format!("{POST}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        let mut response = Vec::new();
        let _ = stream.write_all(request.as_bytes()).await;
        let _ = timeout(PATIENCE, stream.read_to_end(&mut response)).await;
        let text = String::from_utf8_lossy(&response);
        let game = text.split_once(r#""gameId":""#).and_then(|(_, rest)| rest.get(..8));
        game.map(str::to_owned).ok_or_else(|| format!("no game: {}", status(&response)))
    }

    /// Takes a seat in a game of the attacker's own.
    async fn seat(&self) -> Result<Socket, String> {
        let game = self.own_game().await?;
        let mut socket = self.socket(&format!("/ws?game={game}")).await?;
        let _ = socket.send(hello(&game, json!({}))).await;
        Ok(socket)
    }

    /// Sends bytes from a seat of the attacker's own, and returns the close.
    async fn send_from_seat(&self, bytes: &[u8]) -> String {
        match self.seat().await {
            Ok(mut socket) => {
                let _ = socket.get_mut().write_all(bytes).await;
                closed(&mut socket).await
            }
            Err(answer) => answer,
        }
    }
}

fn hello(game: &str, more: serde_json::Value) -> Message {
    let mut hello = json!({"type": "hello", "gameId": game});
    hello.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Message::text(hello.to_string())
}

// ---- HTTP ----

pub async fn slow_head(attacker: Attacker) -> String {
    attacker.drip("GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow:").await
}

pub async fn slow_body(attacker: Attacker) -> String {
    attacker.drip(&format!("{POST}content-length: 4000\r\n\r\n")).await
}

pub async fn silence(attacker: Attacker) -> String {
    attacker.send(b"").await
}

/// Brings a ruleset: a sound one, a faulty one, or one that is a lot of work.
pub async fn bring_ruleset(attacker: Attacker) -> String {
    let (number, host) = (attacker.turn, attacker.host);
    let (board, moves) = match number % 3 {
        0 => ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP / B/b", "mfW fF"),
        1 => ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP / B/b", "mfW ??"),
        _ => ("p15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15P / B/b", "QNCZAD nN"),
    };
    let manifest = json!({
        "id": "mine", "name": "Mine", "styles": {"B": "Mine"}, "sides": {"first": "white", "second": "black"},
        "pieces": {"B:P": {"name": "pawn", "san": ""}}, "initial": board, "constraints": [],
        "endings": [{"status": "extinction", "result": "loss"}, {"status": "stalemate", "result": "loss"},
                    {"status": "resignation", "result": "loss"}, {"status": "agreement", "result": "draw"},
                    {"status": "timelimit", "result": "loss"}],
    });
    let patterns = format!("# {host} {number}\nP: {moves}\n");
    let body = json!({"ruleset.json": manifest.to_string(), "patterns/p.moves": patterns}).to_string();
    let head =
        "POST /api/rulesets HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n";
    attacker.send(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).as_bytes()).await
}

/// Requests megabytes of rules and reads none of them.
pub async fn unread_answers(attacker: Attacker) -> String {
    let mut stream = attacker.connect().await;
    let request = "GET /api/rules/chess HTTP/1.1\r\nhost: x\r\n\r\n";
    loop {
        match timeout(PATIENCE, stream.write_all(request.as_bytes())).await {
            Err(_) => return "kept".to_owned(),
            Ok(Err(_)) => return "hung up".to_owned(),
            Ok(Ok(())) => sleep(DRIP).await,
        }
    }
}

pub async fn noise(attacker: Attacker) -> String {
    let mut noise = [0; 512];
    dev::Random::seeded(attacker.turn as u64).fill(&mut noise);
    attacker.send(&noise).await
}

pub async fn hidden_request(attacker: Attacker) -> String {
    let hidden = "0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
    let starts = [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked, identity",
        "x y: z",
    ];
    let start = starts[attacker.turn % starts.len()];
    let mut stream = attacker.connect().await;
    let _ = stream.write_all(format!("{POST}{start}\r\n\r\n{hidden}").as_bytes()).await;
    let _ = stream.shutdown().await;
    answer(&mut stream).await
}

pub async fn huge_head(attacker: Attacker) -> String {
    attacker
        .send(format!("GET / HTTP/1.1\r\nhost: x\r\nx-large: {}\r\n\r\n", "z".repeat(60_000)).as_bytes())
        .await
}

pub async fn endless_body(attacker: Attacker) -> String {
    let chunk = format!("400\r\n{}\r\n", " ".repeat(1024)).repeat(100);
    attacker
        .send(format!("{POST}connection: close\r\ntransfer-encoding: chunked\r\n\r\n{chunk}").as_bytes())
        .await
}

pub async fn pipeline(attacker: Attacker) -> String {
    let one = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n".repeat(49);
    let last = "GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    attacker.send(format!("{one}{last}").as_bytes()).await
}

pub async fn create(attacker: Attacker) -> String {
    match attacker.own_game().await {
        Ok(_) => "201".to_owned(),
        Err(answer) => answer.trim_start_matches("no game: ").to_owned(),
    }
}

pub async fn create_nonsense(attacker: Attacker) -> String {
    let bodies = ["", "{", "[]", r#"{"mode":"x"}"#, r#"{"mode":"blind","mode":"blind"}"#, "\u{0}\u{1}"];
    let body = bodies[attacker.turn % bodies.len()];
    let request = format!("{POST}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    attacker.send(request.as_bytes()).await
}

pub async fn foreign_page(attacker: Attacker) -> String {
    let request = "GET /ws?game=abcd1234 HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\nupgrade: websocket\r\n\
        connection: close, upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    attacker.send(request.as_bytes()).await
}

// ---- Guesses ----

pub async fn guess_game(attacker: Attacker) -> String {
    match attacker.socket(&format!("/ws?game=zz{:06}", attacker.turn)).await {
        Ok(mut socket) => closed(&mut socket).await,
        Err(answer) => answer,
    }
}

/// Sends a hello with a wrong token to an active game.
pub async fn guess_token(attacker: Attacker) -> String {
    let game = attacker.live.any(attacker.turn).unwrap_or_else(|| "zzzzzzzz".to_owned());
    match attacker.socket(&format!("/ws?game={game}")).await {
        Ok(mut socket) => {
            let _ = socket.send(hello(&game, json!({"token": TOKEN}))).await;
            closed(&mut socket).await
        }
        Err(answer) => answer,
    }
}

/// Sends wrong tokens as fast as possible.
pub async fn insist(attacker: Attacker) -> String {
    let game = attacker.live.any(attacker.turn).unwrap_or_else(|| "zzzzzzzz".to_owned());
    match attacker.socket(&format!("/ws?game={game}")).await {
        Ok(mut socket) => {
            for _ in 0..150 {
                if socket.send(hello(&game, json!({"token": TOKEN, "joinAs": "w"}))).await.is_err() {
                    break;
                }
            }
            closed(&mut socket).await
        }
        Err(answer) => answer,
    }
}

// ---- Sockets ----

pub async fn no_hello(attacker: Attacker) -> String {
    match attacker.own_game().await {
        Ok(game) => match attacker.socket(&format!("/ws?game={game}")).await {
            Ok(mut socket) => closed(&mut socket).await,
            Err(answer) => answer,
        },
        Err(answer) => answer,
    }
}

/// Takes a seat, and falls silent.
pub async fn vanish(attacker: Attacker) -> String {
    attacker.send_from_seat(b"").await
}

/// Sends requests from a socket that is never read.
pub async fn unread_frames(attacker: Attacker) -> String {
    let Ok(game) = attacker.own_game().await else { return "no game".to_owned() };
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(SMALL_BUFFER).unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, attacker.net, attacker.host)), 0)).unwrap();
    let stream = socket.connect(attacker.server).await.unwrap();
    match attacker.socket_over(stream, &format!("/ws?game={game}")).await {
        Ok(mut socket) => loop {
            match timeout(PATIENCE, socket.send(hello(&game, json!({})))).await {
                Err(_) => return "kept".to_owned(),
                Ok(Err(_)) => return "hung up".to_owned(),
                Ok(Ok(())) => sleep(DRIP / 50).await,
            }
        },
        Err(answer) => answer,
    }
}

pub async fn long_message(attacker: Attacker) -> String {
    attacker.send_from_seat(&frame(TEXT, &[b' '; 9_000])).await
}

pub async fn long_frame(attacker: Attacker) -> String {
    attacker.send_from_seat(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0").await
}

pub async fn endless_message(attacker: Attacker) -> String {
    let bytes = [frame(FIRST_PIECE, b""), frame(PIECE, b"").repeat(20_000)].concat();
    attacker.send_from_seat(&bytes).await
}

pub async fn not_utf8(attacker: Attacker) -> String {
    let euro = "€".as_bytes();
    attacker.send_from_seat(&[frame(FIRST_PIECE, &euro[..2]), frame(LAST_PIECE, b"x")].concat()).await
}

pub async fn not_frames(attacker: Attacker) -> String {
    let frames: [&[u8]; 5] = [
        b"\x81\x02{}",
        b"\xc1\x82\0\0\0\0{}",
        b"\x83\x82\0\0\0\0{}",
        b"\x80\x82\0\0\0\0{}",
        b"\x88\x82\0\0\0\0\x03\xe7",
    ];
    attacker.send_from_seat(frames[attacker.turn % frames.len()]).await
}

pub async fn ping_flood(attacker: Attacker) -> String {
    attacker.send_from_seat(&frame(PING, &[b'x'; 125]).repeat(300)).await
}

pub async fn message_flood(attacker: Attacker) -> String {
    attacker.send_from_seat(&frame(TEXT, br#"{"type":"pong"}"#).repeat(300)).await
}

pub async fn nonsense(attacker: Attacker) -> String {
    attacker.send_from_seat(&frame(TEXT, br#"{"type":"commit"}"#).repeat(10)).await
}

pub async fn engine_flood(attacker: Attacker) -> String {
    match attacker.socket("/engine").await {
        Ok(mut socket) => {
            let _ = socket.get_mut().write_all(&frame(TEXT, b"{}").repeat(300)).await;
            closed(&mut socket).await
        }
        Err(answer) => answer,
    }
}

/// Opens more connections than one address may have, all at once; returns the answer to the last one.
pub async fn crowd(attacker: Attacker) -> String {
    let held = join_all((0..CONNECTIONS_PER_ADDRESS).map(|_| attacker.connect())).await;
    let last = answer(&mut attacker.connect().await).await;
    drop(held);
    last
}
