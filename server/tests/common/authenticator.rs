//! An authenticator in software, with the browser before it: passkeys as devices make them, and answers that no device would give.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Table;
use super::http::{self, Answer};
use super::owner::{Owner, now};

/// The user is present, and is who they were.
const PRESENT_AND_VERIFIED: u8 = 0x05;
/// The answer holds the new key.
const WITH_KEY: u8 = 0x40;

/// One passkey on a device, and the page that uses it.
#[derive(Clone)]
pub struct Authenticator {
    pub key: SigningKey,
    /// Id of the passkey.
    pub id: Vec<u8>,
    /// Counter of its signatures.
    pub count: u32,
    /// Signatures by which it counts on each time; none where a passkey is copied between devices.
    pub step: u32,
    /// Domain for which it answers.
    pub domain: String,
    /// Origin of the page.
    pub origin: String,
    /// True if the page is in a frame of another one.
    pub is_framed: bool,
    pub flags: u8,
}

impl Authenticator {
    /// A passkey for pages of a server that is asked for at `localhost`.
    pub fn new(seed: u8, address: SocketAddr) -> Authenticator {
        Authenticator {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 20],
            count: 1,
            step: 1,
            domain: "localhost".to_owned(),
            origin: format!("http://localhost:{}", address.port()),
            is_framed: false,
            flags: PRESENT_AND_VERIFIED,
        }
    }

    fn client_data(&self, kind: &str, challenge: &str) -> Vec<u8> {
        let (origin, is_framed) = (&self.origin, self.is_framed);
        format!(r#"{{"type":"webauthn.{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":{is_framed}}}"#)
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.domain).to_vec();
        data.push(self.flags | flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// Returns the body of the request that adds this passkey.
    pub fn make(&self, challenge: &str, name: &str, sealed: &str) -> Value {
        let mut data = self.data(WITH_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // A key of ES256 on P-256 in COSE's form.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point.as_bytes()[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point.as_bytes()[33..]);
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        json!({
            "name": name,
            "clientData": BASE64.encode(self.client_data("create", challenge)),
            "attestation": BASE64.encode(attestation),
            "sealed": sealed,
        })
    }

    /// Returns the body of the request that signs in, and counts on.
    pub fn answer(&mut self, challenge: &str) -> Value {
        self.count += self.step;
        let client_data = self.client_data("get", challenge);
        let data = self.data(0);
        let signature: Signature = self.key.sign(&[&data[..], &Sha256::digest(&client_data)[..]].concat());
        json!({
            "credential": BASE64.encode(&self.id),
            "clientData": BASE64.encode(client_data),
            "authenticatorData": BASE64.encode(data),
            "signature": BASE64.encode(signature.to_der().as_bytes()),
        })
    }
}

/// Sends a request to `localhost`, which passkeys are for.
pub async fn post(address: SocketAddr, path: &str, headers: &str, body: &str) -> Answer {
    let port = address.port();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-type: application/json\r\n{headers}"
    );
    http::request(address, &head, body.as_bytes()).await
}

/// Sends a request of the owner of a key.
pub async fn post_as(owner: &Owner, table: &Table, purpose: &str, path: &str, body: &Value) -> Answer {
    let body = body.to_string();
    post(table.address, path, &owner.header_with(purpose, now(table), &body), &body).await
}

/// Returns a challenge for a new passkey of the owner of a key, with the ids of those that they have.
pub async fn begin(owner: &Owner, table: &Table) -> (String, Value) {
    let begun = post_as(owner, table, "passkey-begin", "/api/players/own/passkeys/begin", &json!({})).await;
    assert_eq!((begun.status, begun.header("cache-control")), (200, Some("no-store")), "{}", begun.body);
    assert_eq!((&begun.json()["rpId"], &begun.json()["seconds"]), (&json!("localhost"), &json!(300)));
    (begun.field("challenge").unwrap(), begun.json()["known"].clone())
}

/// Adds a passkey of the owner of a key.
pub async fn add(owner: &Owner, table: &Table, device: &Authenticator, name: &str) -> Answer {
    let (challenge, _) = begin(owner, table).await;
    let body = device.make(&challenge, name, "c2VhbGVk");
    post_as(owner, table, "passkey-add", "/api/players/own/passkeys", &body).await
}

/// Returns a challenge to sign in.
pub async fn challenge(table: &Table) -> String {
    let begun = post(table.address, "/api/passkeys/begin", "", "{}").await;
    assert_eq!((begun.status, &begun.json()["known"]), (200, &json!([])), "{}", begun.body);
    begun.field("challenge").unwrap()
}

/// Signs in by an answer, and returns what comes: the status, and the code of a refusal or the sealed key.
pub async fn answer(table: &Table, body: &Value) -> (u16, String) {
    let answer = post(table.address, "/api/passkeys", "", &body.to_string()).await;
    let text = answer.field("code").or_else(|| answer.field("sealed"));
    (answer.status, text.unwrap_or_default())
}

/// Signs in by a passkey.
pub async fn sign_in(table: &Table, device: &mut Authenticator) -> (u16, String) {
    let body = device.answer(&challenge(table).await);
    answer(table, &body).await
}
