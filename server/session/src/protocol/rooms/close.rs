//! Why the socket of a room is closed.

use super::words::ErrorCode;
use crate::protocol::player::CloseReason;

/// The player left the room.
pub const LEFT: CloseReason = CloseReason { code: 1000, reason: "left" };

/// The game has been over for long.
pub const OVER: CloseReason = CloseReason { code: 1000, reason: "over" };

/// What follows a fatal error: the code of RFC 6455 for a policy that was not kept, or for a message that is too long; the reason is the error's code.
#[must_use]
pub fn fatal_close(code: ErrorCode) -> CloseReason {
    let number = if code == ErrorCode::MsgTooLarge { CloseReason::TOO_BIG.code } else { 1008 };
    CloseReason { code: number, reason: code.as_str() }
}
