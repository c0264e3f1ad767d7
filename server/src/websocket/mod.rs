//! A WebSocket for hostile clients: reads and waits are bounded, and it ends with a reason.
//!
//! A [`WebSocket<M>`] sends messages of the type `M` and nothing else. The server's own sockets are of [`session::Frame`] alone.

mod meter;
mod opening;
mod stream;
mod unread;

use std::marker::PhantomData;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
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
use stream::ClientStream;
use unread::Unread;

/// Bytes that are read and thrown away after a close, so that the close frame is not lost with them.
const DISCARD_BYTES: usize = 256 * 1024;

/// Bytes on the wire for each byte that a message may have: a byte in a fragment of its own takes seven. A client that sends more
/// before a message is complete sends empty fragments.
const WIRE_BYTES_PER_BYTE: usize = 8;

/// A type that a socket can send.
pub trait IntoMessage: Send {
    /// Returns the message to write.
    fn into_message(self) -> Message;
}

/// An event on a client's side of a socket.
#[derive(Debug)]
pub enum Incoming {
    /// A text message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping or pong of the WebSocket protocol itself.
    Control,
    /// Bytes that violate the protocol or a bound. Nothing after them can be decoded.
    ProtocolError(CloseReason),
    /// The client closed, or the connection broke.
    Closed,
}

/// One client's WebSocket, which sends messages of the type `M`.
#[derive(Debug)]
pub struct WebSocket<M> {
    stream: WebSocketStream<ClientStream<TokioIo<Upgraded>>>,
    /// The message or control frame that was received last, until the next is waited for: then it has been answered.
    in_hand: Option<InHand>,
    write_timeout: Duration,
    close_timeout: Duration,
    /// A protocol error has been read: nothing after it can be decoded.
    is_undecodable: bool,
    /// Keeps the connection counted.
    peer: Peer,
    messages: PhantomData<fn(M)>,
}

/// Kind of the frame that a client has sent last.
#[derive(Debug, Clone, Copy)]
enum InHand {
    Message,
    Control,
}

/// The connection of a WebSocket that goes on elsewhere.
#[derive(Debug)]
pub(crate) struct RawSocket {
    pub(crate) connection: TokioIo<Upgraded>,
    /// Frames of the client from the message on that was received last, which was not answered; empty if nothing was kept.
    pub(crate) unread: BytesMut,
    /// Keeps the connection counted.
    pub(crate) peer: Peer,
}

/// The reason why a message was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteError {
    /// The client did not read in time.
    TimedOut,
    /// The connection is gone.
    Disconnected,
}

impl<M: IntoMessage> WebSocket<M> {
    /// A WebSocket over an upgraded connection.
    async fn new(upgraded: Upgraded, peer: Peer, limits: &Limits) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(limits.read_buffer_bytes)
            .write_buffer_size(0)
            .max_write_buffer_size(limits.write_buffer_bytes.max(1))
            .max_message_size(Some(limits.message_bytes))
            .max_frame_size(Some(limits.message_bytes));
        let most = limits.read_buffer_bytes + WIRE_BYTES_PER_BYTE.saturating_mul(limits.message_bytes);
        let stream = ClientStream::new(TokioIo::new(upgraded), Meter::new(most));
        let stream = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        let (write_timeout, close_timeout) = (limits.write_timeout.0, limits.close_timeout.0);
        WebSocket {
            stream,
            in_hand: None,
            write_timeout,
            close_timeout,
            is_undecodable: false,
            peer,
            messages: PhantomData,
        }
    }

    /// Waits for the next message or event. Safe to drop before it ends.
    pub async fn receive(&mut self) -> Incoming {
        match self.in_hand.take() {
            Some(InHand::Message) => self.unread().forget_message(),
            Some(InHand::Control) => self.unread().forget_control(),
            None => {}
        }
        let next = self.stream.next().await;
        if let Some(Ok(message)) = &next {
            let is_control = matches!(message, Message::Ping(_) | Message::Pong(_));
            self.in_hand = Some(if is_control { InHand::Control } else { InHand::Message });
            self.stream.get_mut().meter.restart();
        }
        self.classify(next)
    }

    fn unread(&mut self) -> &mut Unread {
        &mut self.stream.get_mut().unread
    }

    /// Keeps the frames of the message that is in hand, and of those after it, up to so many bytes: [`WebSocket::into_raw`] returns them.
    pub(crate) fn keep_unread(&mut self, most: usize) {
        self.unread().keep(most);
    }

    /// Keeps them no longer.
    pub(crate) fn keep_nothing(&mut self) {
        self.unread().keep_nothing();
    }

    /// Returns whether all of them are kept: not if more came.
    pub(crate) fn has_unread(&mut self) -> bool {
        self.unread().is_kept()
    }

    /// Takes the socket apart, so that another server answers the message that is in hand.
    pub(crate) async fn into_raw(mut self) -> RawSocket {
        // An answer to a ping may wait.
        let _ = timeout(self.write_timeout, self.stream.flush()).await;
        let ClientStream { stream: connection, unread, .. } = self.stream.into_inner();
        RawSocket { connection, unread: unread.into_kept().unwrap_or_default(), peer: self.peer }
    }

    fn classify(&mut self, next: Option<Result<Message, Error>>) -> Incoming {
        match next {
            Some(Ok(Message::Text(text))) => Incoming::Text(text),
            Some(Ok(Message::Binary(bytes))) => Incoming::Binary(bytes),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Incoming::Control,
            Some(Err(Error::Io(_))) if self.stream.get_ref().meter.is_spent() => {
                self.protocol_error(CloseReason::TOO_BIG)
            }
            Some(Err(Error::Capacity(_))) => self.protocol_error(CloseReason::TOO_BIG),
            Some(Err(Error::Utf8(_))) => self.protocol_error(CloseReason::NOT_UTF8),
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => Incoming::Closed,
            Some(Err(Error::Protocol(_))) => self.protocol_error(CloseReason::PROTOCOL),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::Closed,
        }
    }

    fn protocol_error(&mut self, reason: CloseReason) -> Incoming {
        self.is_undecodable = true;
        Incoming::ProtocolError(reason)
    }

    /// Writes a message.
    ///
    /// # Errors
    /// Returns an error if the client does not take them in time, or is gone.
    pub async fn send(&mut self, message: M) -> Result<(), WriteError> {
        self.put(message.into_message()).await
    }

    /// Sends a ping of the WebSocket protocol.
    ///
    /// # Errors
    /// As [`WebSocket::send`].
    pub async fn ping(&mut self) -> Result<(), WriteError> {
        self.put(Message::Ping(Bytes::new())).await
    }

    async fn put(&mut self, message: Message) -> Result<(), WriteError> {
        match timeout(self.write_timeout, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Error::WriteBufferFull(_))) | Err(_) => Err(WriteError::TimedOut),
            Ok(Err(_)) => Err(WriteError::Disconnected),
        }
    }

    /// Sends a close frame, and waits a short time for the answer.
    pub async fn close(mut self, reason: CloseReason) {
        let frame = CloseFrame { code: reason.code.into(), reason: reason.reason.into() };
        let _ = timeout(self.close_timeout, async {
            if self.stream.close(Some(frame)).await.is_err() {
                return;
            }
            while !self.is_undecodable && matches!(self.stream.next().await, Some(Ok(_))) {
                self.stream.get_mut().meter.restart();
            }
            self.discard().await;
        })
        .await;
    }

    /// Answers the close frame of a client that closed first.
    pub async fn acknowledge_close(mut self) {
        let _ = timeout(self.close_timeout, async {
            // Flushing after a close frame returns an error, which means nothing here.
            let _ = self.stream.flush().await;
            self.discard().await;
        })
        .await;
    }

    /// Throws away what the client still sends. Closing a connection with unread bytes resets it, and the reset would
    /// overtake the close frame.
    async fn discard(&mut self) {
        let raw = &mut self.stream.get_mut().stream;
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
