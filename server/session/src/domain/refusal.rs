//! Refusals of a game.

/// Reason why a game does not accept an action of a player. `ErrorCode::of` of each protocol maps it to a code with a message. What the moderator
/// refuses is an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The game has not begun: a seat is open.
    NotBegun,
    /// The game is over.
    GameOver,
    /// The board has no square of that name.
    NoSuchSquare,
    /// The game has no piece of that name.
    NoSuchPiece,
    /// No piece of the game can become what was chosen.
    NoSuchPromotion,
    /// The other side is to move.
    NotYourTurn,
    /// The move promotes, and the choice of the new piece is missing.
    PromotionRequired,
    /// Another piece has been touched.
    MustMoveTouchedPiece,
    /// The action does not fit the phase: a bid without a duel, a choice without a retreat, or a move while one of them is due.
    WrongPhase,
    /// The moderator of the game answers no questions.
    NoQuestions,
    /// The bid exceeds the points of the side.
    TooFewPoints,
    /// The square is not among those offered.
    NotOffered,
}
