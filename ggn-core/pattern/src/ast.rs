//! Syntax tree of a file of patterns: nothing is bound to a board here, and every part knows its place.

use std::ops::Range;

/// A part of the file, by its bytes.
pub(super) type Span = Range<usize>;

/// Something, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

/// A piece of text whose meaning the board decides.
pub(super) type Word = At<String>;

/// A whole file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// Dimensions named by `mirror`; none when the file leaves them to the board.
    pub(super) mirror: Option<At<Vec<Dimension>>>,
    pub(super) zones: Vec<Definition>,
    pub(super) heads: Vec<Head>,
    pub(super) rules: Vec<Rule>,
    pub(super) changes: Vec<Change>,
}

/// One of the three ways in which squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    Files,
    Ranks,
    Layers,
}

/// `zone palace = d1-f3`
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: Word,
    pub(super) zone: Zone,
}

/// The pieces that stand before a colon.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) pieces: Vec<Word>,
    /// True if the other side has nothing like it.
    pub(super) only: bool,
}

/// One clause, and by its number the head that it is for.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) head: usize,
    pub(super) clause: Clause,
}

/// Moves that one line gives its pieces, and their effects.
#[derive(Debug)]
pub(super) struct Clause {
    pub(super) span: Span,
    pub(super) moves: Moves,
    pub(super) when: Vec<Ask>,
    pub(super) deny: Vec<Ask>,
    pub(super) effects: Vec<Effect>,
}

/// One effect of moves, and from and to which squares these lead.
#[derive(Debug)]
pub(super) struct Effect {
    pub(super) span: Span,
    pub(super) field: Field,
    pub(super) limits: Vec<Limit>,
}

/// Effect as it is written. A piece `+` is the enhanced form of the moving piece.
#[derive(Debug)]
pub(super) enum Field {
    Promotes { to: Vec<Word>, optional: bool, last: bool },
    Becomes(Word),
    Lands(Squares),
    Takes(Vec<Squares>),
    Carries(Vec<(Squares, Squares)>),
    Unattacked(Vec<Squares>),
    Revokes(Vec<Squares>),
    Places(Places),
    Tag(String),
    San(String),
}

/// `places H E of hand on from optional`
#[derive(Debug)]
pub(super) struct Places {
    pub(super) pieces: Vec<Word>,
    pub(super) supply: Supply,
    pub(super) squares: Vec<Squares>,
    pub(super) along: Option<Word>,
    pub(super) optional: bool,
}

/// Where a placed piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Supply {
    Unlimited,
    Hand,
    Board,
}

/// `moved +K^ as K^`
#[derive(Debug)]
pub(super) struct Change {
    pub(super) kind: ChangeKind,
    pub(super) pieces: Vec<Word>,
    /// None for the plain state of each piece.
    pub(super) to: Option<Word>,
}

/// Occasion on which pieces change whatever their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeKind {
    Moved,
    Expires,
    Captured,
}

#[derive(Debug)]
pub(super) enum Moves {
    /// Moves by name, from and to certain squares, and what they may hop over.
    Atoms(Vec<Atom>, Vec<Limit>, Option<Over>),
    /// Moves written out: from each of these to each of those.
    Row(Endpoint, Endpoint),
    /// From squares to the same squares.
    Pass(Vec<Limit>),
    /// None at all.
    Stays,
    /// Those that other lines give, from and to certain squares.
    Given(Vec<Limit>),
}

/// Pieces over which moves may hop: some, or all but some.
#[derive(Debug)]
pub(super) struct Over {
    pub(super) span: Span,
    pub(super) but: bool,
    /// Pieces, or `enemy`.
    pub(super) screens: Vec<Word>,
}

/// A kind of move: what is special about it, and its legs.
#[derive(Debug)]
pub(super) struct Atom {
    pub(super) span: Span,
    /// The lower-case letters before it; empty when there are none.
    pub(super) modifiers: Word,
    /// At least one.
    pub(super) legs: Vec<Leg>,
}

/// Requirement on the square between two legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    Empty,
    Occupied,
}

#[derive(Debug)]
pub(super) struct Leg {
    pub(super) span: Span,
    /// Requirement on the square before this leg; the first leg starts from the piece's own.
    pub(super) joint: Joint,
    pub(super) base: Base,
    /// Written twice: `WW`.
    pub(super) doubled: bool,
    /// Number of times it may be made in a row; `0` is without end.
    pub(super) count: Option<Word>,
}

#[derive(Debug)]
pub(super) enum Base {
    Letter(char),
    Vector(Vec<Number>),
}

/// A coordinate of a vector.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) text: Word,
    /// True if it has a sign in front.
    pub(super) signed: bool,
}

/// `from palace`
#[derive(Debug)]
pub(super) struct Limit {
    pub(super) end: End,
    pub(super) zone: Zone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    From,
    To,
    Both,
    /// One of the two is enough.
    Either,
}

/// Start or end of a written-out move.
#[derive(Debug)]
pub(super) enum Endpoint {
    Hand(Span),
    Zone(Zone),
}

/// Squares: all of some, but none of others.
#[derive(Debug)]
pub(super) struct Zone {
    pub(super) span: Span,
    pub(super) terms: Vec<Term>,
    pub(super) but: Vec<Term>,
}

#[derive(Debug)]
pub(super) enum Term {
    /// `ranks 2-7`: the squares with such a coordinate in one dimension.
    Lines { span: Span, dimension: Dimension, from: Word, to: Option<Word> },
    /// `d1-f3`: the squares between two corners, from the first on.
    Block { from: Word, to: Word },
    /// A square, the name of a zone, or `board`.
    Word(Word),
}

/// One item of `when` or `deny`: squares, and the requirement on all of them.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) squares: Vec<Squares>,
    pub(super) state: Word,
}

#[derive(Debug)]
pub(super) enum Squares {
    Term(Term),
    Relative { span: Span, anchor: Anchor, offset: Option<Offset> },
}

/// The end of the move from which a square is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Source,
    Destination,
}

#[derive(Debug)]
pub(super) enum Offset {
    /// `[fl]`: one step for each letter.
    Walk(Word),
    /// `[-1,0]`: to the right, forward, up.
    Vector(Vec<Number>),
    /// `[file]`: the other squares that share a coordinate.
    Line(Dimension),
}

/// Returns the name of the lines of a dimension, in the plural.
pub(super) fn plural(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Files => "files",
        Dimension::Ranks => "ranks",
        Dimension::Layers => "layers",
    }
}

/// Returns the name of one line of a dimension.
pub(super) fn singular(dimension: Dimension) -> &'static str {
    plural(dimension).trim_end_matches('s')
}
