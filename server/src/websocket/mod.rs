//! A WebSocket that no client can hurt, whatever it is used for: what it reads and how long it waits are bounded, and it
//! ends with a reason.
//!
//! What it may say is a type: a [`WebSocket<W>`] sends words of the type `W` and nothing else. The server's own sockets
//! are made for [`session::Frame`] alone.

mod meter;
mod opening;

use std::marker::PhantomData;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use session::protocol::player::CloseReason;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
pub use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::accept::Peer;
use crate::limits::Limits;
use meter::Meter;
pub use opening::{NoUpgrade, Opening};

/// Most bytes that are read and thrown away after a close, so that the goodbye is not lost with them.
const DISCARD_BYTES: usize = 256 * 1024;

/// Bytes that may come for each byte that a message may have: one in a piece of its own takes seven. Whoever sends more
/// before a message is whole sends pieces of nothing.
const WIRE_BYTES_PER_BYTE: usize = 8;

/// What a socket may say.
pub trait Words: Send {
    /// The message that says it.
    fn into_message(self) -> Message;
}

/// What a client sent.
#[derive(Debug)]
pub enum Incoming {
    /// A text message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping or pong of the WebSocket protocol itself.
    Alive,
    /// What cannot be taken, for this reason. What follows it in the stream cannot be decoded.
    Astray(CloseReason),
    /// The client closed, or the connection broke.
    Gone,
}

/// One client's WebSocket, which says words of the type `W`.
#[derive(Debug)]
pub struct WebSocket<W> {
    stream: WebSocketStream<Meter<TokioIo<Upgraded>>>,
    write_timeout: Duration,
    close_timeout: Duration,
    /// The stream stands where nothing can be decoded any more.
    astray: bool,
    /// The connection's place among those that may be open.
    _place: Peer,
    words: PhantomData<fn(W)>,
}

/// The words could not be written in time, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteFault {
    /// The client does not read.
    Slow,
    /// The connection is gone.
    Gone,
}

impl<W: Words> WebSocket<W> {
    /// Speaks WebSocket over an upgraded connection.
    async fn new(upgraded: Upgraded, place: Peer, limits: &Limits) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(limits.read_buffer_bytes)
            .write_buffer_size(0)
            .max_write_buffer_size(limits.write_buffer_bytes.max(1))
            .max_message_size(Some(limits.message_bytes))
            .max_frame_size(Some(limits.message_bytes));
        let most = limits.read_buffer_bytes + WIRE_BYTES_PER_BYTE.saturating_mul(limits.message_bytes);
        let metered = Meter::new(TokioIo::new(upgraded), most);
        let stream = WebSocketStream::from_raw_socket(metered, Role::Server, Some(config)).await;
        let (write_timeout, close_timeout) = (limits.write_timeout.0, limits.close_timeout.0);
        WebSocket { stream, write_timeout, close_timeout, astray: false, _place: place, words: PhantomData }
    }

    /// The next message. Safe to drop before it ends.
    pub async fn receive(&mut self) -> Incoming {
        let next = self.stream.next().await;
        if let Some(Ok(_)) = next {
            self.stream.get_mut().restart();
        }
        self.sort(next)
    }

    fn sort(&mut self, next: Option<Result<Message, Error>>) -> Incoming {
        match next {
            Some(Ok(Message::Text(text))) => Incoming::Text(text),
            Some(Ok(Message::Binary(bytes))) => Incoming::Binary(bytes),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Incoming::Alive,
            Some(Err(Error::Io(_))) if self.stream.get_ref().is_spent() => self.astray(CloseReason::TOO_BIG),
            Some(Err(Error::Capacity(_))) => self.astray(CloseReason::TOO_BIG),
            Some(Err(Error::Utf8(_))) => self.astray(CloseReason::NOT_UTF8),
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => Incoming::Gone,
            Some(Err(Error::Protocol(_))) => self.astray(CloseReason::PROTOCOL),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::Gone,
        }
    }

    fn astray(&mut self, reason: CloseReason) -> Incoming {
        self.astray = true;
        Incoming::Astray(reason)
    }

    /// Writes words.
    ///
    /// # Errors
    /// When the client does not take them in time, or is gone.
    pub async fn send(&mut self, words: W) -> Result<(), WriteFault> {
        self.put(words.into_message()).await
    }

    /// Asks, in the WebSocket protocol's own way, whether the client is still there.
    ///
    /// # Errors
    /// As [`WebSocket::send`].
    pub async fn ping(&mut self) -> Result<(), WriteFault> {
        self.put(Message::Ping(Bytes::new())).await
    }

    async fn put(&mut self, message: Message) -> Result<(), WriteFault> {
        match timeout(self.write_timeout, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Error::WriteBufferFull(_))) | Err(_) => Err(WriteFault::Slow),
            Ok(Err(_)) => Err(WriteFault::Gone),
        }
    }

    /// Says goodbye, and listens for the answer a little while.
    pub async fn close(mut self, reason: CloseReason) {
        let goodbye = CloseFrame { code: reason.code.into(), reason: reason.reason.into() };
        let _ = timeout(self.close_timeout, async {
            if self.stream.close(Some(goodbye)).await.is_err() {
                return;
            }
            while !self.astray && matches!(self.stream.next().await, Some(Ok(_))) {
                self.stream.get_mut().restart();
            }
            self.discard().await;
        })
        .await;
    }

    /// The client said goodbye first: returns it.
    pub async fn part(mut self) {
        let _ = timeout(self.close_timeout, async {
            // That there is nothing to be said after a goodbye comes as an error.
            let _ = self.stream.flush().await;
            self.discard().await;
        })
        .await;
    }

    /// Throws away what the client still sends. Closing a connection with unread bytes resets it, and the reset would
    /// overtake the goodbye.
    async fn discard(&mut self) {
        let raw = self.stream.get_mut().unmetered();
        let mut rest = [0; 1024];
        let mut discarded = 0;
        if raw.shutdown().await.is_err() {
            return;
        }
        while discarded < DISCARD_BYTES {
            match raw.read(&mut rest).await {
                Ok(0) | Err(_) => return,
                Ok(count) => discarded += count,
            }
        }
    }
}
