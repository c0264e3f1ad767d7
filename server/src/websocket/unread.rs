//! The bytes of a client that no handler has answered yet: with them another server can go on where this one stopped.

use std::io::Cursor;

use bytes::{Buf as _, BytesMut};
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::OpCode;

/// The frames that were read, kept until they are forgotten.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// None if nothing is kept, or more came than is kept.
    kept: Option<BytesMut>,
    most: usize,
}

/// The extent of a frame.
#[derive(Debug)]
struct FrameExtent {
    bytes: usize,
    /// Of the protocol itself; it may stand between the parts of a message.
    is_control: bool,
    /// The last part of its message.
    is_final: bool,
}

/// Returns the extent of the first frame, if its head is there.
fn first_frame(bytes: &[u8]) -> Option<FrameExtent> {
    let mut cursor = Cursor::new(bytes);
    let (head, payload) = FrameHeader::parse(&mut cursor).ok()??;
    let bytes = usize::try_from(cursor.position().checked_add(payload)?).ok()?;
    Some(FrameExtent {
        bytes,
        is_control: matches!(head.opcode, OpCode::Control(_)),
        is_final: head.is_final,
    })
}

impl Unread {
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

    /// Adds bytes that were read. What is more than may be kept is not kept in part.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let Some(kept) = &mut self.kept else { return };
        if kept.len() + bytes.len() > self.most {
            self.kept = None;
        } else {
            kept.extend_from_slice(bytes);
        }
    }

    /// Returns whether all that was read is kept.
    pub(super) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Returns what was kept; `None` if nothing is, or more came.
    pub(super) fn into_kept(self) -> Option<BytesMut> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
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

    fn unread(frames: &[Vec<u8>], most: usize) -> Unread {
        let mut unread = Unread::default();
        unread.keep(most);
        // They come as the network cuts them.
        frames.concat().chunks(7).for_each(|bytes| unread.add(bytes));
        unread
    }

    #[test]
    fn messages_that_were_answered_are_forgotten_with_the_frames_between_their_parts() {
        let rest = [frame(TEXT, &[b'x'; 300]), frame(PING, b"p"), frame(TEXT, b"")[..3].to_vec()];
        let parts = [frame(PING, b"1"), frame(TEXT_PART, b"a"), frame(PING, b"2"), frame(LAST_PART, b"b")];
        let mut unread = unread(&[&parts[..], &rest].concat(), 1000);
        unread.forget_message();
        assert_eq!(unread.kept.as_deref(), Some(&rest.concat()[..]));
        unread.forget_message();
        assert_eq!(unread.kept.as_deref(), Some(&rest[1..].concat()[..]));
        unread.forget_control();
        unread.forget_control();
        unread.forget_message();
        assert_eq!(unread.into_kept().as_deref(), Some(&rest[2][..]), "a part of a frame stays");
    }

    #[test]
    fn a_control_frame_between_the_parts_of_a_message_stays() {
        let parts = [frame(TEXT_PART, b"a"), frame(PING, b"2")];
        let mut unread = unread(&parts, 1000);
        unread.forget_control();
        assert_eq!(unread.kept.as_deref(), Some(&parts.concat()[..]));
    }

    #[test]
    fn more_than_may_be_kept_is_not_kept_in_part() {
        let mut unread = unread(&[frame(TEXT, &[b'x'; 40])], 45);
        assert!(unread.kept.is_none());
        unread.forget_message();
        assert!(unread.into_kept().is_none());
    }
}
