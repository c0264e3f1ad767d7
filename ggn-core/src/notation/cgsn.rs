//! CGSN: the status words of a game.

/// A status of a game. What it means for the result is data of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// A terminal piece can be captured.
    Check,
    /// No terminal piece can be captured.
    Stale,
    /// In check, and no legal move.
    Checkmate,
    /// Not in check, and no legal move.
    Stalemate,
    /// No pseudo-legal move.
    Nomove,
    /// Bare king.
    Bareking,
    /// Mare king.
    Mareking,
    /// Mate is impossible with the material left.
    Insufficient,
    /// A side gave up.
    Resignation,
    /// A side made an illegal move.
    Illegalmove,
    /// A side ran out of time.
    Timelimit,
    /// Too many moves without progress.
    Movelimit,
    /// The same position too often.
    Repetition,
    /// Both sides agreed.
    Agreement,
}
