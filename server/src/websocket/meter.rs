//! Counts what comes. A message without end is noticed by it even if every piece of it is empty, and so has no size.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream from which only so many bytes can be read before it is started again. What has been read may exceed that by
/// one buffer of the reader.
#[derive(Debug)]
pub(super) struct Meter<S> {
    stream: S,
    most: usize,
    left: usize,
}

impl<S> Meter<S> {
    /// A stream that gives `most` bytes at a time.
    pub(super) fn new(stream: S, most: usize) -> Self {
        Meter { stream, most, left: most }
    }

    /// Counts from the beginning.
    pub(super) fn restart(&mut self) {
        self.left = self.most;
    }

    /// Whether everything that may be read has been read.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The stream itself, from which anything can be read.
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
    async fn a_meter_gives_so_much_and_no_more_until_it_starts_again() {
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
