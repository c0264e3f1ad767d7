//! Close reasons: code and reason of a close frame.

/// Content of a close frame. Codes from 4000 on are the project's own, the others those of RFC 6455.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CloseReason {
    /// The close code.
    pub code: u16,
    /// The reason, a word that a client may rely on.
    pub reason: &'static str,
}

impl CloseReason {
    /// Another socket took the seat with the same token.
    // Requirement blind-116.
    pub const SUPERSEDED: CloseReason = CloseReason { code: 4001, reason: "superseded" };
    /// The address is malformed, or too many messages in a row are.
    pub const MALFORMED: CloseReason = CloseReason { code: 4000, reason: "malformed" };
    /// Both seats are taken.
    pub const SPECTATORS_DISABLED: CloseReason = CloseReason { code: 4003, reason: "spectators_disabled" };
    /// No game has that id, or it has been removed.
    pub const GAME_NOT_FOUND: CloseReason = CloseReason { code: 4004, reason: "game_not_found" };
    /// There are no rules of that id.
    pub const RULES_NOT_FOUND: CloseReason = CloseReason { code: 4004, reason: "rules_not_found" };
    /// The client was silent for too long.
    pub const IDLE: CloseReason = CloseReason { code: 4009, reason: "idle" };
    /// Too many messages in a row came too fast.
    pub const RATE_LIMITED: CloseReason = CloseReason { code: 4029, reason: "rate_limited" };
    /// The server stops or restarts; a client may reconnect.
    pub const SHUTDOWN: CloseReason = CloseReason { code: 1001, reason: "shutdown" };
    /// This server plays the game no longer, and another does: the client comes back by the same address.
    pub const RESTART: CloseReason = CloseReason { code: 1012, reason: "restart" };
    /// The frames do not follow the WebSocket protocol.
    pub const PROTOCOL: CloseReason = CloseReason { code: 1002, reason: "protocol" };
    /// The text is not UTF-8.
    pub const NOT_UTF8: CloseReason = CloseReason { code: 1007, reason: "not_utf8" };
    /// The message was too long.
    pub const TOO_BIG: CloseReason = CloseReason { code: 1009, reason: "too_big" };
    /// The server has reached its maximum number of engines; a client may try again later.
    pub const FULL: CloseReason = CloseReason { code: 1013, reason: "full" };
    /// The server could not store the input.
    pub const INTERNAL: CloseReason = CloseReason { code: 1011, reason: "internal" };
}
