//! The bytes of a client's connection as its WebSocket reads them: counted, and kept while another server may have to go on with them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::meter::Meter;
use super::unread::Unread;

/// A stream whose reading is metered.
#[derive(Debug)]
pub(super) struct ClientStream<S> {
    pub(super) stream: S,
    pub(super) meter: Meter,
    pub(super) unread: Unread,
}

impl<S> ClientStream<S> {
    /// A stream that keeps nothing.
    pub(super) fn new(stream: S, meter: Meter) -> Self {
        ClientStream { stream, meter, unread: Unread::default() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.meter.is_spent() {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let fresh = buffer.filled().get(before..).unwrap_or_default();
        self.meter.count(fresh.len());
        self.unread.add(fresh);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn a_stream_yields_no_more_than_its_limit_until_it_is_restarted() {
        let mut stream = ClientStream::new(&b"abcdef"[..], Meter::new(4));
        stream.unread.keep(10);
        let mut two = [0; 2];
        for part in [b"ab", b"cd"] {
            stream.read_exact(&mut two).await.unwrap();
            assert_eq!(&two, part);
        }
        assert!(stream.meter.is_spent() && stream.read(&mut two).await.is_err());
        stream.meter.restart();
        assert_eq!(stream.read(&mut two).await.unwrap(), 2);
        assert_eq!(&two, b"ef");
        assert_eq!(stream.unread.into_kept().as_deref(), Some(&b"abcdef"[..]));
    }
}
