//! QPI: a piece with its style (`C:+K^`).

use super::pin::Pin;
use super::sin::Sin;
use crate::Side;

/// A piece with all that identifies it: style, name, side, state, and whether it is terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Qpi {
    /// The style.
    pub sin: Sin,
    /// The piece.
    pub pin: Pin,
}

impl Qpi {
    /// The side of the piece: the case of its PIN letter.
    #[must_use]
    pub fn side(self) -> Side {
        self.pin.side
    }

    /// Whether style and piece are of the same side. Every piece of chess is native.
    #[must_use]
    pub fn is_native(self) -> bool {
        self.sin.side == self.pin.side
    }
}
