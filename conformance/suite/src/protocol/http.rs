//! One HTTP request on a connection of its own.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::Request;
use hyper::header::{CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use super::Address;

/// The longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Response of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) body: String,
}

/// A request, to be sent.
#[derive(Clone, Debug)]
pub(super) struct HttpRequest<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) content_type: Option<&'a str>,
    pub(super) body: String,
}

/// Sends a request; an error is a sentence.
pub(super) async fn ask(
    address: &Address,
    patience: Duration,
    http_request: HttpRequest<'_>,
) -> Result<HttpResponse, String> {
    let answered = timeout(patience, exchange(address, patience, http_request)).await;
    answered.map_err(|_| format!("no answer within {patience:?}"))?
}

async fn exchange(
    address: &Address,
    patience: Duration,
    http_request: HttpRequest<'_>,
) -> Result<HttpResponse, String> {
    let stream = address.connect(patience).await.map_err(|why| why.to_string())?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|why| why.to_string())?;
    let talk = tokio::spawn(connection);
    let mut request = Request::builder()
        .method(http_request.method)
        .uri(http_request.path)
        .header(HOST, address.authority());
    if let Some(content_type) = http_request.content_type {
        request = request.header(CONTENT_TYPE, content_type);
    }
    let request = request.body(Full::new(Bytes::from(http_request.body))).map_err(|why| why.to_string())?;
    let response = sender.send_request(request).await.map_err(|why| why.to_string())?;
    let status = response.status().as_u16();
    let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX)
        .collect()
        .await
        .map_err(|why| why.to_string())?;
    talk.abort();
    Ok(HttpResponse { status, body: String::from_utf8_lossy(&body.to_bytes()).into_owned() })
}
