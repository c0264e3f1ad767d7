//! One request to a push service: the encrypted message (RFC 8291), and the connection that carries it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use session::domain::PushSubscription;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::target::Target;

/// Bytes of the secret of a subscription.
const SECRET_BYTES: usize = 16;

/// Bytes of the text of every message. A shorter text is followed by spaces, which JSON permits: a push service sees the length, and would know the kind of a
/// message by it.
const TEXT_BYTES: usize = 64;

/// Returns a text with as many bytes as every message has.
fn padded(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len().max(TEXT_BYTES), b' ');
    bytes
}

/// The reason why a push message was not sent. No text names an address.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The endpoint is no address.
    #[error("the endpoint is no address")]
    Address,
    /// The endpoint is not at a public address.
    #[error("the endpoint is not at a public address")]
    NotPublic,
    /// The keys of the subscription are none.
    #[error("the keys of the subscription are none")]
    Keys,
    /// The message cannot be encrypted.
    #[error("the message cannot be encrypted")]
    Encryption,
    /// The push service did not answer in time.
    #[error("the push service did not answer in time")]
    Late,
    /// The connection failed.
    #[error("the connection failed: {}", .0.kind())]
    Connection(#[from] io::Error),
    /// The push service does not speak HTTP.
    #[error("the push service does not speak HTTP")]
    Http(#[from] hyper::Error),
    /// The request cannot be made.
    #[error("the request cannot be made")]
    Request(#[from] axum::http::Error),
}

/// The browser that a message is encrypted for.
#[derive(Debug)]
pub(super) struct Recipient {
    key: PublicKey,
    secret: Auth,
}

impl Recipient {
    /// Reads the keys of a subscription; `None` if they are none.
    pub(super) fn of(subscription: &PushSubscription) -> Option<Recipient> {
        let key = BASE64.decode(subscription.keys.p256dh.as_str()).ok()?;
        let secret = BASE64.decode(subscription.keys.auth.as_str()).ok()?;
        let key = PublicKey::from_sec1_bytes(&key).ok()?;
        (secret.len() == SECRET_BYTES).then(|| Recipient { key, secret: Auth::clone_from_slice(&secret) })
    }

    /// Makes the request that carries a text to the browser.
    pub(super) fn request(
        &self,
        target: &Target,
        text: &str,
        authorization: &str,
        lifetime: Duration,
    ) -> Result<Request<Full<Bytes>>, PushError> {
        let body = encrypt(padded(text), &self.key, &self.secret).map_err(|_| PushError::Encryption)?;
        let request = Request::post(&target.path)
            .header(header::HOST, &target.authority)
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", lifetime.as_secs())
            .header("urgency", "high")
            .body(Full::new(Bytes::from(body)))?;
        Ok(request)
    }
}

/// The certificates that the system trusts, read when the first message is sent.
#[derive(Default)]
pub(super) struct Tls(OnceCell<TlsConnector>);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls(…)")
    }
}

impl Tls {
    async fn connector(&self) -> Result<TlsConnector, PushError> {
        let read = || async {
            let roots = tokio::task::spawn_blocking(|| {
                let mut roots = RootCertStore::empty();
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                roots
            });
            let roots = roots.await.map_err(io::Error::other)?;
            let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
            Ok(TlsConnector::from(Arc::new(config)))
        };
        self.0.get_or_try_init(read).await.cloned()
    }
}

/// Sends a request, and returns the status of the answer. Nothing else of it is read, and no redirection is followed.
pub(super) async fn send(
    target: &Target,
    request: Request<Full<Bytes>>,
    tls: &Tls,
) -> Result<u16, PushError> {
    let addresses = target.look_up().await?;
    let stream = TcpStream::connect(addresses.as_slice()).await?;
    if !target.is_tls {
        return exchange(stream, request).await;
    }
    let name = ServerName::try_from(target.host.clone()).map_err(|_| PushError::Address)?;
    let stream = tls.connector().await?.connect(name, stream).await?;
    exchange(stream, request).await
}

async fn exchange<S>(stream: S, request: Request<Full<Bytes>>) -> Result<u16, PushError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // The connection is driven as long as the answer is waited for, and dropped with it.
    let answer = sender.send_request(request);
    tokio::pin!(connection, answer);
    tokio::select! {
        biased;
        answer = &mut answer => Ok(answer?.status().as_u16()),
        ended = &mut connection => {
            ended?;
            Ok(answer.await?.status().as_u16())
        }
    }
}

#[cfg(test)]
mod tests {
    use session::GameId;
    use session::protocol::push::{PushNotice, next_round_frame};

    use super::*;

    #[test]
    fn every_message_has_one_length_and_is_read_as_it_was() {
        let id: GameId = "k3f9x2ab".parse().unwrap();
        let turn = PushNotice::YourTurn { game_id: id };
        let texts = [serde_json::to_string(&turn).unwrap(), next_round_frame(id).as_str().to_owned()];
        for (text, notice) in texts.iter().zip([turn, PushNotice::NextRound { tournament_id: id }]) {
            let bytes = padded(text);
            assert_eq!(bytes.len(), TEXT_BYTES, "{text}");
            assert_eq!(serde_json::from_slice::<PushNotice>(&bytes).unwrap(), notice);
        }
    }
}
