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
    /// The address could not be read, or too many messages in a row could not.
    pub const MALFORMED: CloseReason = CloseReason { code: 4000, reason: "malformed" };
    /// Both seats are taken.
    pub const SPECTATORS_DISABLED: CloseReason = CloseReason { code: 4003, reason: "spectators_disabled" };
    /// No game has that id, or it has been cleared away.
    pub const GAME_NOT_FOUND: CloseReason = CloseReason { code: 4004, reason: "game_not_found" };
    /// There are no rules of that id.
    pub const RULES_NOT_FOUND: CloseReason = CloseReason { code: 4004, reason: "rules_not_found" };
    /// Nothing came from the client for too long.
    pub const IDLE: CloseReason = CloseReason { code: 4009, reason: "idle" };
    /// Too many messages in a row came too fast.
    pub const RATE_LIMITED: CloseReason = CloseReason { code: 4029, reason: "rate_limited" };
    /// The server stops or restarts; coming back is welcome.
    pub const SHUTDOWN: CloseReason = CloseReason { code: 1001, reason: "shutdown" };
    /// The frames are none of the WebSocket protocol.
    pub const PROTOCOL: CloseReason = CloseReason { code: 1002, reason: "protocol" };
    /// The text is not UTF-8.
    pub const NOT_UTF8: CloseReason = CloseReason { code: 1007, reason: "not_utf8" };
    /// The message was too long.
    pub const TOO_BIG: CloseReason = CloseReason { code: 1009, reason: "too_big" };
    /// The server has as many engines as it keeps; coming back later is welcome.
    pub const FULL: CloseReason = CloseReason { code: 1013, reason: "full" };
    /// The server could not keep what was said.
    pub const INTERNAL: CloseReason = CloseReason { code: 1011, reason: "internal" };
}
