//! Names of all diagnostics. They are stable: machines match them, and people search for them.

diagnostic::codes! {
    /// A file that must be there is not.
    MissingFile = "missing-file",
    /// A file of a ruleset's folder that no ruleset has.
    UnknownFile = "unknown-file",
    /// A file beside the tables that is read by nobody, because its name does not end in `.json`.
    IgnoredFile = "ignored-file",
    /// The text is not JSON.
    NotJson = "not-json",
    /// A file is not in UTF-8, or begins with a byte-order mark.
    Encoding = "encoding",
    /// A key stands twice in one object.
    DuplicateKey = "duplicate-key",
    /// Another kind of JSON value than the format has there.
    WrongType = "wrong-type",
    /// A field that the format does not have there.
    UnknownField = "unknown-field",
    /// A field of an older format of movement tables.
    OldField = "old-field",
    /// A field that must be there is not.
    MissingField = "missing-field",
    /// A word that is not in the format's list.
    UnknownWord = "unknown-word",
    /// A name, an id or a style that is not as it must be.
    WrongForm = "wrong-form",
    /// A text that is not in its notation: a square, a piece, a position, a move.
    BadNotation = "bad-notation",
    /// A move from the hand to the hand.
    HandToHand = "hand-to-hand",
    /// A square that the board does not have.
    OffBoard = "off-board",
    /// A piece that never comes into the game.
    UnknownPiece = "unknown-piece",
    /// A role that no piece has.
    UnknownRole = "unknown-role",
    /// A piece without a name.
    NamelessPiece = "nameless-piece",
    /// More pieces than the engine can number.
    TooManyPieces = "too-many-pieces",
    /// A piece that comes into the game and has no table.
    NoTable = "no-table",
    /// A piece would become one of the other side.
    ChangesSide = "changes-side",
    /// An effect on a row that is in no table.
    NoSuchRow = "no-such-row",
    /// An effect whose `when` fits no possibility of its row.
    NoSuchPossibility = "no-such-possibility",
    /// Two effects that fit the same possibility.
    TwoEffects = "two-effects",
    /// An effect on the source or the destination of its own row.
    OwnSquare = "own-square",
    /// A square or a piece that an effect names twice.
    NamedTwice = "named-twice",
    /// Two choices of a promotion that a player could not tell apart.
    SameLetter = "same-letter",
    /// An effect carries a piece that its row does not ask to be there.
    CarriesUnsaid = "carries-unsaid",
    /// An effect carries a piece to a square that its row does not ask to be free.
    CarriesOnto = "carries-onto",
    /// A list that must name something is empty.
    EmptyList = "empty-list",
    /// An entry that stands twice in a list.
    Repeated = "repeated",
    /// A number that is too small to mean anything.
    TooSmall = "too-small",
    /// A number that is too large to be meant.
    TooLarge = "too-large",
    /// More entries, or a longer text, than the format takes.
    TooMany = "too-many",
    /// A path of a drawing that is not path data.
    BadPath = "bad-path",
    /// A drawing without a shape in the colour of its piece.
    NoBody = "no-body",
    /// A mechanic without the one on which it works.
    NeedsMechanic = "needs-mechanic",
    /// A royal piece can be destroyed, and no ending says what that means.
    DestroyedWithoutEnd = "destroyed-without-end",
    /// A range whose end is before its start.
    EmptyRange = "empty-range",
    /// A possibility says nothing about its destination, so it would take own pieces too.
    OpenDestination = "open-destination",
    /// A condition because of which its possibility never holds.
    NeverHolds = "never-holds",
    /// Rows of a piece where it can never be.
    UnreachableRow = "unreachable-row",
    /// A marker that falls to a marker.
    NeverSettles = "never-settles",
    /// `unattacked` squares without the constraint that heeds them.
    UnattackedUnasked = "unattacked-unasked",
    /// A constraint or an ending about royal pieces in a game without one.
    NoRoyal = "no-royal",
    /// A piece of neither side that has rows.
    NeutralMoves = "neutral-moves",
    /// A rule about something that is not in the game.
    WithoutEffect = "without-effect",
    /// An arrival that ends the game after the answer of one side, and of both.
    AnsweredAndHeld = "answered-and-held",
    /// Starts that cannot be numbered.
    StartsUnnumbered = "starts-unnumbered",
    /// Covered pieces that cannot hide their pool.
    CoveredImpossible = "covered-impossible",
    /// A start that is impossible, over, or the same as another.
    FaultyStart = "faulty-start",
    /// An ending that stands twice.
    EndingTwice = "ending-twice",
    /// Two entries of one role in `pieces`.
    RoleTwice = "role-twice",
    /// Material that `setup.json` says no side can have.
    ImpossibleMaterial = "impossible-material",
    /// A position that the ruleset itself says is impossible.
    ImpossiblePosition = "impossible-position",
    /// One side has a royal piece, and the other has none and does not lose with its last piece either.
    OneSidedRoyal = "one-sided-royal",
    /// Mate is asked for, but nothing keeps a royal piece from being taken.
    MateWithoutSafety = "mate-without-safety",
    /// A game that is over at its initial position.
    OverAtStart = "over-at-start",
    /// Two roles that algebraic notation writes alike.
    SharedSpelling = "shared-spelling",
    /// A move of the game leads to a position that the ruleset itself says is impossible.
    LeadsAstray = "leads-astray",
    /// One side lacks a row, an effect or a square that the other has.
    SideDiffers = "side-differs",
    /// The two sides have little in common.
    SidesDiffer = "sides-differ",
    /// A node count that is not what the rules give.
    WrongCount = "wrong-count",
    /// Node counts of which nobody is named as the source.
    NoSource = "no-source",
    /// A move of a game that cannot be played.
    IllegalPly = "illegal-ply",
    /// A game goes on after its end.
    EndedBefore = "ended-before",
    /// A move of a game that is written as illegal, and is legal.
    LegalMove = "legal-move",
    /// A game ends otherwise than is written.
    WrongEnd = "wrong-end",
    /// An id that is not the name of its file or folder.
    IdNotName = "id-not-name",
    /// House rules that do not go together, or not with their ruleset.
    OverlaysClash = "overlays-clash",
    /// A house rule goes by its needs with a ruleset, and they make no sound game.
    NeedsTooLittle = "needs-too-little",
    /// A profile or an overlay names a ruleset that is not there.
    NoSuchRuleset = "no-such-ruleset",
    /// An overlay names another that is not there.
    NoSuchOverlay = "no-such-overlay",
    /// An overlay names itself where another is meant.
    NamesItself = "names-itself",
    /// A profile names a moderator that is not there.
    NoSuchModerator = "no-such-moderator",
    /// A moderator's data does not say who hears an event.
    UnheardEvent = "unheard-event",
    /// A special move is announced as what is no kind of move.
    NotAMove = "not-a-move",
    /// An ending is announced as what is no ending.
    NotAnEnding = "not-an-ending",
    /// A field that has no meaning beside another, or without it.
    NoMeaning = "no-meaning",
}
