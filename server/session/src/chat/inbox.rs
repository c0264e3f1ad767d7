//! Messages, mutes and reports of one recipient.

use std::collections::{BTreeSet, VecDeque};

use crate::domain::limits::{MESSAGES_KEPT, MUTED_MAX, REPORTS_MAX};
use crate::domain::{CommandId, MemberId, PostedMessage};

/// Inbox of one recipient, independent of the recipient's socket.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inbox {
    /// Number of the latest message.
    latest: u64,
    /// The latest [`MESSAGES_KEPT`] messages.
    kept: VecDeque<ReceivedMessage>,
    muted: BTreeSet<MemberId>,
    reported: BTreeSet<u64>,
}

/// A message as its recipient received it.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedMessage {
    /// Number of the message for this recipient.
    pub(crate) number: u64,
    /// The message.
    pub(crate) message: PostedMessage,
    /// Id that the recipient gave to a message of their own.
    pub(crate) id: Option<CommandId>,
}

/// The recipient has reported as many messages as allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyReports;

impl Inbox {
    /// Receives a message and returns its number; none if its author is muted.
    pub(crate) fn receive(&mut self, message: &PostedMessage, id: Option<CommandId>) -> Option<u64> {
        if self.muted.contains(&message.by) {
            return None;
        }
        self.latest += 1;
        if self.kept.len() >= MESSAGES_KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(ReceivedMessage { number: self.latest, message: message.clone(), id });
        Some(self.latest)
    }

    /// Returns the kept messages with their numbers, the oldest first.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (u64, &PostedMessage)> {
        self.kept.iter().map(|received| (received.number, &received.message))
    }

    /// Returns the message that the recipient has posted under that id.
    pub(crate) fn posted(&self, id: &CommandId) -> Option<&ReceivedMessage> {
        self.kept.iter().find(|received| received.id.as_ref() == Some(id))
    }

    /// Mutes or unmutes an author. Returns false if that would be one muted spectator too many.
    pub(crate) fn mute(&mut self, author: MemberId, muted: bool) -> bool {
        if !muted {
            self.muted.remove(&author);
            return true;
        }
        // There is one other player, for whom there is always room.
        let is_player = matches!(author, MemberId::Player(_));
        let has_room = is_player || self.muted.len() < MUTED_MAX || self.muted.contains(&author);
        if has_room {
            self.muted.insert(author);
        }
        has_room
    }

    /// Notes a report and returns the reported message; none if there is no message of that number.
    ///
    /// # Errors
    ///
    /// Returns [`TooManyReports`] if the recipient has reported as many messages as allowed.
    pub(crate) fn report(&mut self, number: u64) -> Result<Option<&PostedMessage>, TooManyReports> {
        let Some(received) = self.kept.iter().find(|received| received.number == number) else {
            return Ok(None);
        };
        if self.reported.len() >= REPORTS_MAX && !self.reported.contains(&number) {
            return Err(TooManyReports);
        }
        self.reported.insert(number);
        Ok(Some(&received.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Color;

    #[test]
    fn there_is_room_for_the_other_player_however_many_are_muted() {
        let mut inbox = Inbox::default();
        let most = u32::try_from(MUTED_MAX).unwrap();
        assert!((1..=most).all(|number| inbox.mute(MemberId::Spectator(number), true)));
        assert!(!inbox.mute(MemberId::Spectator(most + 1), true));
        assert!(inbox.mute(MemberId::Player(Color::B), true));
    }
}
