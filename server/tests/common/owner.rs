//! Players with keys: what they sign, and the requests that they sign.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use tabula::clock::Clock as _;

use super::http::{self, Answer};
use super::{Player, Table};

/// A browser with a key.
pub struct Owner(SigningKey);

impl Owner {
    pub fn new(seed: u8) -> Owner {
        Owner(SigningKey::from_slice(&[seed; 32]).unwrap())
    }

    pub fn key(&self) -> String {
        BASE64.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    pub fn sign(&self, text: &str) -> String {
        let signature: Signature = self.0.sign(text.as_bytes());
        BASE64.encode(signature.to_bytes())
    }

    pub fn identify(&self, game: &str, side: &str) -> Value {
        let signature = self.sign(&format!("tabula seat {game} {side}"));
        json!({"type": "identify", "key": self.key(), "signature": signature, "id": format!("key-{side}")})
    }

    /// Returns the header of a request without a body that this key signs at a time.
    pub fn header(&self, purpose: &str, at: u64) -> String {
        self.header_with(purpose, at, "")
    }

    /// Returns the header of a request with a body.
    pub fn header_with(&self, purpose: &str, at: u64, body: &str) -> String {
        let signature = self.sign(&format!("tabula {purpose}\n{at}\n{body}"));
        format!("authorization: Key {}.{at}.{signature}\r\n", self.key())
    }

    pub async fn results(&self, table: &Table) -> Value {
        self.get(table, "results", "/api/players/own").await
    }

    pub async fn settings(&self, table: &Table) -> Value {
        self.get(table, "settings", "/api/players/own/settings").await
    }

    async fn get(&self, table: &Table, purpose: &str, path: &str) -> Value {
        let answer = get_with(table.address, path, &self.header(purpose, now(table))).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some("no-store")),
            "{}",
            answer.body
        );
        answer.json()
    }

    /// Sends a signed request with a body.
    pub async fn post(&self, table: &Table, purpose: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let header = self.header_with(purpose, now(table), &body);
        post_with(table.address, path, &header, &body).await
    }

    /// Begins a vacation of so many days, or ends it.
    pub async fn vacation(&self, table: &Table, days: u32) -> Answer {
        self.post(table, "vacation", "/api/players/own/vacation", &json!({"days": days})).await
    }

    /// Removes everything that the server keeps of this player.
    pub async fn forget(&self, table: &Table) -> Answer {
        let (address, header) = (table.address, self.header("forget", now(table)));
        let head = format!("DELETE /api/players/own HTTP/1.1\r\nhost: {address}\r\n{header}");
        http::request(address, &head, b"").await
    }
}

pub fn now(table: &Table) -> u64 {
    table.clock.now().0
}

pub async fn get_with(address: SocketAddr, path: &str, headers: &str) -> Answer {
    http::request(address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{headers}"), b"").await
}

pub async fn post_with(address: SocketAddr, path: &str, headers: &str, body: &str) -> Answer {
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n{headers}");
    http::request(address, &head, body.as_bytes()).await
}

/// Shows the key of a seat's player, who is acknowledged.
pub async fn show(owner: &Owner, player: &mut Player, side: &str) {
    player.send(owner.identify(&player.game, side)).await;
    assert_eq!(player.expect_update().await["ack"], format!("key-{side}"));
}
