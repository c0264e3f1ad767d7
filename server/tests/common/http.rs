//! A minimal HTTP client for tests: one request per connection.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::PATIENCE;

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|fault| panic!("{fault}: {}", self.body))
    }

    /// Returns a text of the body's object, if the body is one and has it.
    pub fn field(&self, name: &str) -> Option<String> {
        let body: Value = serde_json::from_str(&self.body).ok()?;
        Some(body[name].as_str()?.to_owned())
    }

    /// Returns a header's value, by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

pub async fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n"), b"").await
}

/// Repeats a request until the server accepts the connection.
pub async fn get_until_served(address: SocketAddr, path: &str) {
    loop {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        let sent = stream.write_all(request.as_bytes()).await;
        if sent.is_ok() && read_to_end(&mut stream).await.starts_with("HTTP/1.1 200") {
            return;
        }
        tokio::task::yield_now().await;
    }
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n");
    request(address, &head, body.to_string().as_bytes()).await
}

/// Sends a head (without its last empty line) and a body; reads until the server closes.
pub async fn request(address: SocketAddr, head: &str, body: &[u8]) -> Answer {
    exchange(TcpStream::connect(address).await.unwrap(), head, body).await
}

/// Sends a request as [`request`] does, over an existing connection.
pub async fn exchange(stream: TcpStream, head: &str, body: &[u8]) -> Answer {
    try_exchange(stream, head, body).await.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Sends a request as [`exchange`] does, where the server may be gone.
pub async fn try_exchange(mut stream: TcpStream, head: &str, body: &[u8]) -> Result<Answer, String> {
    let head = format!("{head}connection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.map_err(|fault| fault.to_string())?;
    stream.write_all(body).await.map_err(|fault| fault.to_string())?;
    let answer = read_to_end(&mut stream).await;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| format!("no answer: {answer:?}"))?;
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Ok(Answer { status, head: head.to_owned(), body: body.to_owned() })
}

/// Reads until the server closes or resets the connection.
pub async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        match timeout(PATIENCE, stream.read(&mut part)).await.expect("the server keeps the connection") {
            Ok(0) | Err(_) => return String::from_utf8_lossy(&bytes).into_owned(),
            Ok(count) => bytes.extend_from_slice(&part[..count]),
        }
    }
}
