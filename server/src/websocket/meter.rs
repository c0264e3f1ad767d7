//! Counts the bytes that are read: that detects an endless message even if all its fragments are empty, and its size stays zero.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream that limits the bytes to be read until it is restarted. The limit may be exceeded by one buffer of the reader.
#[derive(Debug)]
pub(super) struct Meter<S> {
    stream: S,
    limit: usize,
    left: usize,
}

impl<S> Meter<S> {
    /// A stream that yields up to `limit` bytes until it is restarted.
    pub(super) fn new(stream: S, limit: usize) -> Self {
        Meter { stream, limit, left: limit }
    }

    /// Starts to count from zero.
    pub(super) fn restart(&mut self) {
        self.left = self.limit;
    }

    /// Returns whether the limit is reached.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the stream for good.
    pub(super) fn into_stream(self) -> S {
        self.stream
    }

    /// Returns the stream itself, without a limit.
    pub(super) fn unmetered(&mut self) -> &mut S {
        &mut self.stream
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Meter<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_spent() {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.left = self.left.saturating_sub(buffer.filled().len() - before);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Meter<S> {
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
    async fn a_meter_yields_no_more_than_its_limit_until_it_is_restarted() {
        let mut meter = Meter::new(&b"abcdef"[..], 4);
        let mut two = [0; 2];
        for part in [b"ab", b"cd"] {
            meter.read_exact(&mut two).await.unwrap();
            assert_eq!(&two, part);
        }
        assert!(meter.is_spent() && meter.read(&mut two).await.is_err());
        meter.restart();
        assert_eq!(meter.read(&mut two).await.unwrap(), 2);
        assert_eq!(&two, b"ef");
    }
}
