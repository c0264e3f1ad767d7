//! Things that nodes share beside the games of a journal: the places of rooms and of the lobby, and texts that are given out once. Nothing of it has to survive a crash.

use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::RoomCode;

use super::{JournalError, NodeAddress};

/// A thing that is in the memory of one node alone, and that clients ask any node for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InMemory {
    /// A room, by its code.
    Room(RoomCode),
    /// The lobby.
    Lobby,
}

impl fmt::Display for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InMemory::Room(code) => write!(f, "{ROOM}{code}"),
            InMemory::Lobby => f.write_str("lobby"),
        }
    }
}

/// First characters of the names of rooms.
const ROOM: &str = "room ";

impl InMemory {
    /// Returns the code of a room from its name.
    pub(super) fn code_of(name: &str) -> Option<RoomCode> {
        name.strip_prefix(ROOM)?.parse().ok()
    }
}

/// The node that has something in its memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// This node.
    Here,
    /// Another node.
    There(NodeAddress),
    /// None, or one that is silent.
    Nobody,
}

/// A kind of texts that are kept for some minutes, and that the first node to be asked gives out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShortLived {
    /// Own games on their way to another device, sealed by the page.
    Handover,
    /// Facts that the server has to remember about a challenge to a passkey.
    PasskeyChallenge,
}

/// Things that the nodes of a database share beside the games.
pub trait SharedMemory: fmt::Debug + Send + Sync + 'static {
    /// Finds the node that has something.
    fn holder(&self, of: InMemory) -> BoxFuture<'static, Result<Holder, JournalError>>;

    /// Notes that this node has something, unless another has it that is not silent. Returns whether it is noted.
    fn hold(&self, of: InMemory) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Notes that this node has something no longer.
    fn let_go(&self, of: InMemory) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Returns the rooms that are noted as this node's.
    fn held_rooms(&self) -> BoxFuture<'static, Result<Vec<RoomCode>, JournalError>>;

    /// Keeps a text under a code, so that any node gives it out. Returns whether it is kept: not under a code that is taken, nor if `most` of its kind are
    /// kept already.
    fn keep_text(
        &self,
        kind: ShortLived,
        code: String,
        text: String,
        lifetime: Duration,
        most: usize,
    ) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Removes the texts whose time is over.
    fn forget_texts(&self) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Gives a text out, once.
    fn take_text(
        &self,
        kind: ShortLived,
        code: String,
    ) -> BoxFuture<'static, Result<Option<String>, JournalError>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_room_is_read_from_its_name() {
        let code: RoomCode = "ABC123".parse().unwrap();
        assert_eq!(InMemory::code_of(&InMemory::Room(code).to_string()), Some(code));
        for other in [&InMemory::Lobby.to_string(), "", "room ", "room abc123", "ABC123"] {
            assert_eq!(InMemory::code_of(other), None, "{other}");
        }
    }
}
