//! Somebody who is told what is said: what they were told, and of whom they want to be told nothing.

use std::collections::{BTreeSet, VecDeque};

use crate::ids::CommandId;
use crate::limits::{MESSAGES_KEPT, MUTED_MAX, REPORTS_MAX};
use crate::protocol::events::MemberId;
use crate::view::Utterance;

/// A listener, under whichever socket.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener {
    /// The number of the latest message.
    latest: u64,
    kept: VecDeque<Heard>,
    muted: BTreeSet<MemberId>,
    reported: BTreeSet<u64>,
}

/// A message as a listener was told it.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// Its number for the listener.
    pub(crate) number: u64,
    /// What was said.
    pub(crate) said: Utterance,
    /// What the listener called it, who said it.
    pub(crate) id: Option<CommandId>,
}

impl Listener {
    /// Takes in a message and gives its number; none where the listener does not want to hear of who said it.
    pub(crate) fn hear(&mut self, said: &Utterance, id: Option<CommandId>) -> Option<u64> {
        if self.muted.contains(&said.by) {
            return None;
        }
        self.latest += 1;
        if self.kept.len() >= MESSAGES_KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(Heard { number: self.latest, said: said.clone(), id });
        Some(self.latest)
    }

    /// The message that the listener has said under that name already.
    pub(crate) fn has_said(&self, id: &CommandId) -> Option<&Heard> {
        self.kept.iter().find(|heard| heard.id.as_ref() == Some(id))
    }

    /// Wants to be told of what somebody says, or not. False where that is one too many.
    pub(crate) fn mute(&mut self, by: MemberId, muted: bool) -> bool {
        if !muted {
            self.muted.remove(&by);
            return true;
        }
        let has_room = self.muted.len() < MUTED_MAX || self.muted.contains(&by);
        if has_room {
            self.muted.insert(by);
        }
        has_room
    }

    /// The message of that number, for a report. Whether it was reported before is in the second.
    pub(crate) fn report(&mut self, number: u64) -> Result<Option<&Utterance>, TooManyReports> {
        let Some(heard) = self.kept.iter().find(|heard| heard.number == number) else { return Ok(None) };
        if self.reported.len() >= REPORTS_MAX && !self.reported.contains(&number) {
            return Err(TooManyReports);
        }
        self.reported.insert(number);
        Ok(Some(&heard.said))
    }
}

/// A listener has reported as much as one may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyReports;
