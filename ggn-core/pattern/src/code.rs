//! Names of all diagnostics about patterns.

diagnostic::codes! {
    /// A line that is not in the language.
    Syntax = "pattern-syntax",
    /// A file that is not in UTF-8, or begins with a byte-order mark.
    NotText = "pattern-not-text",
    /// A file that is longer, or comes to more, than one table may.
    TooMuch = "pattern-too-much",
    /// No board to write patterns out on: the manifest has no initial position.
    NoBoard = "pattern-no-board",
    /// A `mirror` line that stands too late or twice, or turns what the board has not.
    Mirror = "pattern-mirror",
    /// A name for squares that is unknown, taken, or of no square.
    Zone = "pattern-zone",
    /// A text that is no square, file, rank or layer.
    Square = "pattern-square",
    /// A square, file, rank, layer or dimension that the board does not have.
    OffBoard = "pattern-off-board",
    /// `from`, `to` or `in` say twice where moves start or end.
    Limit = "pattern-limit",
    /// A text that is no piece, or a piece that does not go with the others of its line.
    Piece = "pattern-piece",
    /// A piece that the manifest does not name.
    UnknownPiece = "pattern-unknown-piece",
    /// An indented line with no pieces above it.
    NoPiece = "pattern-no-piece",
    /// Pieces of which nothing says how they move.
    NoMoves = "pattern-no-moves",
    /// A capital letter that stands for no move.
    UnknownAtom = "pattern-unknown-atom",
    /// A small letter that changes no move.
    UnknownModifier = "pattern-unknown-modifier",
    /// Modifiers that do not go together, or not with their move.
    Modifier = "pattern-modifier",
    /// Directions that the board or the move does not have.
    Direction = "pattern-direction",
    /// A count that is too large, or beside a rider.
    Count = "pattern-count",
    /// A vector that leads nowhere, too far, or is of another dimension.
    Vector = "pattern-vector",
    /// A chain with a leg that it cannot have.
    Chain = "pattern-chain",
    /// A move from the hand to the hand.
    Hand = "pattern-hand",
    /// A condition without squares, without a state, or about a square that the move does not have.
    Condition = "pattern-condition",
    /// Two things that are denied of one square, which no table can say.
    DeniedTwice = "pattern-denied-twice",
    /// A move that comes to no row on this board.
    NoRows = "pattern-no-rows",
    /// Moves that are given twice, or of a piece that stays.
    Twice = "pattern-twice",
    /// An effect that does not go with its moves, or a change that does not go with its piece.
    Effect = "pattern-effect",
    /// Two effects that say different things about the same move or piece.
    EffectTwice = "pattern-effect-twice",
    /// An effect that no move has.
    NoEffect = "pattern-no-effect",
    /// An effect of some of the moves between two squares that no condition tells from the others.
    NotSelected = "pattern-not-selected",
    /// A table, or the file of the effects, that has not been written out from its patterns.
    TableMissing = "pattern-table-missing",
    /// A table, or the file of the effects, that is not what its patterns come to.
    TableDiffers = "pattern-table-differs",
    /// A table, or the file of the effects, that says what its patterns come to in other words or another order.
    TableSpelling = "pattern-table-spelling",
    /// A file beside the patterns that nothing reads.
    UnknownFile = "pattern-unknown-file",
}
