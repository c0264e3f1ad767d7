//! The bytes of a client that no handler has answered yet: with them another server can go on where this one stopped.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream that keeps what is read of it, frame by frame, until it is forgotten.
#[derive(Debug)]
pub(super) struct Unread<S> {
    stream: S,
    /// None if nothing is kept, or more came than is kept.
    kept: Option<BytesMut>,
    most: usize,
}

/// The extent of a frame.
#[derive(Debug, PartialEq, Eq)]
struct FrameExtent {
    bytes: usize,
    /// Of the protocol itself; it may stand between the parts of a message.
    is_control: bool,
    /// The last part of its message.
    is_final: bool,
}

/// Returns the extent of the first frame, if its head is there.
fn first_frame(bytes: &[u8]) -> Option<FrameExtent> {
    let (&[kind, length], rest) = bytes.split_first_chunk()?;
    let (head, payload) = match length & 0x7f {
        126 => (4, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
        127 => (10, u64::from_be_bytes(*rest.first_chunk()?)),
        short => (2, u64::from(short)),
    };
    let mask = if length & 0x80 == 0 { 0 } else { 4 };
    let bytes = usize::try_from(payload).ok()?.checked_add(head + mask)?;
    Some(FrameExtent { bytes, is_control: kind & 0x08 != 0, is_final: kind & 0x80 != 0 })
}

impl<S> Unread<S> {
    /// A stream that keeps nothing.
    pub(super) fn new(stream: S) -> Self {
        Unread { stream, kept: None, most: 0 }
    }

    /// Keeps from now on up to so many bytes.
    pub(super) fn keep(&mut self, most: usize) {
        (self.kept, self.most) = (Some(BytesMut::new()), most);
    }

    /// Keeps nothing any more.
    pub(super) fn keep_nothing(&mut self) {
        self.kept = None;
    }

    /// Forgets a message that was answered, and every frame before its end.
    pub(super) fn forget_message(&mut self) {
        while let Some(frame) = self.forget_frame(|_| true) {
            if frame.is_final && !frame.is_control {
                return;
            }
        }
    }

    /// Forgets a frame of the protocol that was answered, if it stands before all others.
    pub(super) fn forget_control(&mut self) {
        self.forget_frame(|frame| frame.is_control);
    }

    fn forget_frame(&mut self, is_meant: impl FnOnce(&FrameExtent) -> bool) -> Option<FrameExtent> {
        let kept = self.kept.as_mut()?;
        let frame = first_frame(kept).filter(|frame| frame.bytes <= kept.len())?;
        is_meant(&frame).then(|| {
            kept.advance(frame.bytes);
            frame
        })
    }

    pub(super) fn stream_mut(&mut self) -> &mut S {
        &mut self.stream
    }

    /// Returns the stream, and what was kept; `None` in its place if more came.
    pub(super) fn into_parts(self) -> (S, Option<BytesMut>) {
        (self.stream, self.kept)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unread<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let (most, fresh) = (self.most, buffer.filled().get(before..).unwrap_or_default());
        if let Some(kept) = &mut self.kept {
            if kept.len() + fresh.len() > most {
                self.kept = None;
            } else {
                kept.extend_from_slice(fresh);
            }
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unread<S> {
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

    /// Frames of a client, each with the mask that leaves its bytes as they are.
    fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = vec![kind];
        match payload.len() {
            short @ 0..126 => frame.push(0x80 | u8::try_from(short).unwrap()),
            long => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(long).unwrap().to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        frame
    }

    const TEXT: u8 = 0x81;
    const TEXT_PART: u8 = 0x01;
    const LAST_PART: u8 = 0x80;
    const PING: u8 = 0x89;

    async fn unread(frames: &[Vec<u8>], most: usize) -> Unread<std::io::Cursor<Vec<u8>>> {
        let mut stream = Unread::new(std::io::Cursor::new(frames.concat()));
        stream.keep(most);
        stream.read_to_end(&mut Vec::new()).await.unwrap();
        stream
    }

    #[tokio::test]
    async fn messages_that_were_answered_are_forgotten_with_the_frames_between_their_parts() {
        let rest = [frame(TEXT, &[b'x'; 300]), frame(PING, b"p"), frame(TEXT, b"")[..3].to_vec()];
        let parts = [frame(PING, b"1"), frame(TEXT_PART, b"a"), frame(PING, b"2"), frame(LAST_PART, b"b")];
        let mut stream = unread(&[&parts[..], &rest].concat(), 1000).await;
        stream.forget_message();
        assert_eq!(stream.kept.as_deref(), Some(&rest.concat()[..]));
        stream.forget_message();
        assert_eq!(stream.kept.as_deref(), Some(&rest[1..].concat()[..]));
        stream.forget_control();
        stream.forget_control();
        stream.forget_message();
        assert_eq!(stream.into_parts().1.as_deref(), Some(&rest[2][..]), "a part of a frame stays");
    }

    #[tokio::test]
    async fn a_control_frame_between_the_parts_of_a_message_stays() {
        let parts = [frame(TEXT_PART, b"a"), frame(PING, b"2")];
        let mut stream = unread(&parts, 1000).await;
        stream.forget_control();
        assert_eq!(stream.kept.as_deref(), Some(&parts.concat()[..]));
    }

    #[tokio::test]
    async fn more_than_may_be_kept_is_not_kept_in_part() {
        let mut stream = unread(&[frame(TEXT, &[b'x'; 40])], 45).await;
        assert!(stream.kept.is_none());
        stream.forget_message();
        assert!(stream.into_parts().1.is_none());
    }
}
