//! Why a socket is closed: the code and the reason of the close frame.

/// What a close frame says. Codes from 4000 on are ours, the others are those of RFC 6455.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CloseReason {
    /// The close code.
    pub code: u16,
    /// The reason, a word that a client may rely on.
    pub reason: &'static str,
}

impl CloseReason {
    /// Another socket took the seat with the same token.
    pub const SUPERSEDED: CloseReason = CloseReason { code: 4001, reason: "superseded" };
    /// The address or the first message could not be read.
    pub const MALFORMED: CloseReason = CloseReason { code: 4000, reason: "malformed" };
    /// Both seats are taken.
    pub const SPECTATORS_DISABLED: CloseReason = CloseReason { code: 4003, reason: "spectators_disabled" };
    /// No game has that id, or it has been cleared away.
    pub const GAME_NOT_FOUND: CloseReason = CloseReason { code: 4004, reason: "game_not_found" };
    /// The client reads more slowly than it is written to.
    pub const SLOW: CloseReason = CloseReason { code: 4008, reason: "slow" };
    /// Nothing came from the client for too long.
    pub const IDLE: CloseReason = CloseReason { code: 4009, reason: "idle" };
    /// The server stops or restarts; coming back is welcome.
    pub const SHUTDOWN: CloseReason = CloseReason { code: 1001, reason: "shutdown" };
    /// The message was not text.
    pub const NOT_TEXT: CloseReason = CloseReason { code: 1003, reason: "not_text" };
    /// The message was too long.
    pub const TOO_BIG: CloseReason = CloseReason { code: 1009, reason: "too_big" };
    /// The server could not keep what was said.
    pub const INTERNAL: CloseReason = CloseReason { code: 1011, reason: "internal" };
}
