//! The two seats of a game in a moderator case.

const TOKENS: [&str; 2] = ["wwwwwwwwwwwwwwwwwwwwwwww", "bbbbbbbbbbbbbbbbbbbbbbbb"];

/// The seat of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    White,
    Black,
}

impl Seat {
    pub(crate) const BOTH: [Seat; 2] = [Seat::White, Seat::Black];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Seat::White => "white",
            Seat::Black => "black",
        }
    }

    /// Returns the colour on the wire.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Seat::White => "w",
            Seat::Black => "b",
        }
    }

    pub(crate) fn token(self) -> &'static str {
        match self {
            Seat::White => TOKENS[0],
            Seat::Black => TOKENS[1],
        }
    }
}
