//! A WebSocket that can say two things only: a [`Frame`], or goodbye.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use session::Frame;
use session::protocol::player::CloseReason;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::limits::Limits;

/// Most bytes that are read and thrown away after a close, so that the goodbye is not lost with them.
const DISCARD_BYTES: usize = 256 * 1024;

/// What a client sent.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A text message.
    Text(tokio_tungstenite::tungstenite::Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping or pong of the WebSocket protocol itself.
    Alive,
    /// What cannot be taken, for this reason. What follows it in the stream cannot be decoded.
    Astray(CloseReason),
    /// The client closed, or the connection broke.
    Gone,
}

/// One client's WebSocket.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    write_timeout: Duration,
    close_timeout: Duration,
    /// The stream stands where nothing can be decoded any more.
    astray: bool,
}

/// The frame could not be written in time, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteFault {
    /// The client does not read.
    Slow,
    /// The connection is gone.
    Gone,
}

impl Wire {
    /// Speaks WebSocket over an upgraded connection.
    pub(crate) async fn new(upgraded: Upgraded, limits: &Limits) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(limits.read_buffer_bytes)
            .write_buffer_size(0)
            .max_write_buffer_size(limits.write_buffer_bytes.max(1))
            .max_message_size(Some(limits.message_bytes))
            .max_frame_size(Some(limits.message_bytes));
        let stream =
            WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        let (write_timeout, close_timeout) = (limits.write_timeout.0, limits.close_timeout.0);
        Wire { stream, write_timeout, close_timeout, astray: false }
    }

    /// The next message. Safe to drop before it ends.
    pub(crate) async fn receive(&mut self) -> Incoming {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Incoming::Text(text),
            Some(Ok(Message::Binary(bytes))) => Incoming::Binary(bytes),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Incoming::Alive,
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

    /// Writes a frame.
    ///
    /// # Errors
    /// When the client does not take it in time, or is gone.
    pub(crate) async fn send(&mut self, frame: Frame) -> Result<(), WriteFault> {
        self.put(Message::text(frame.into_string())).await
    }

    /// Asks, in the WebSocket protocol's own way, whether the client is still there.
    ///
    /// # Errors
    /// As [`Wire::send`].
    pub(crate) async fn ping(&mut self) -> Result<(), WriteFault> {
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
    pub(crate) async fn close(mut self, reason: CloseReason) {
        let goodbye = CloseFrame { code: reason.code.into(), reason: reason.reason.into() };
        let _ = timeout(self.close_timeout, async {
            if self.stream.close(Some(goodbye)).await.is_err() {
                return;
            }
            if self.astray {
                self.discard().await;
            } else {
                while let Some(Ok(_)) = self.stream.next().await {}
            }
        })
        .await;
    }

    /// The client said goodbye first: returns it.
    pub(crate) async fn part(mut self) {
        let _ = timeout(self.close_timeout, self.stream.flush()).await;
    }

    /// Throws away what the client still sends. Closing a connection with unread bytes resets it, and the reset would
    /// overtake the goodbye.
    async fn discard(&mut self) {
        let raw = self.stream.get_mut();
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
