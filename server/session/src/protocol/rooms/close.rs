//! Close reasons of a room.

use super::words::ErrorCode;
use crate::protocol::player::CloseReason;

/// The player left the room.
pub const LEFT: CloseReason = CloseReason { code: 1000, reason: "left" };

/// The game ended long ago.
pub const OVER: CloseReason = CloseReason { code: 1000, reason: "over" };

/// Returns the close reason of a fatal error: the code of RFC 6455 for a violated policy or a message that is too long, with the error's code as
/// reason.
// Requirement rooms-58.
#[must_use]
pub fn fatal_close(code: ErrorCode) -> CloseReason {
    let number = if code == ErrorCode::MsgTooLarge { CloseReason::TOO_BIG.code } else { 1008 };
    CloseReason { code: number, reason: code.as_str() }
}
