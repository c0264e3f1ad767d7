//! Refusals of a game.

/// Reason why a game does not accept an action of a player. Each protocol maps it to an error code of its own. What the moderator refuses is an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The other side is to move.
    NotYourTurn,
    /// The move promotes, and the choice of the new piece is missing.
    PromotionRequired,
    /// Another piece has been touched.
    MustMoveTouchedPiece,
    /// The action does not fit the phase: a bid without a duel, a choice without a retreat, or a move while one of them is due.
    WrongPhase,
    /// The bid exceeds the points of the side.
    TooFewPoints,
    /// The square is not among those offered.
    NotOffered,
}
