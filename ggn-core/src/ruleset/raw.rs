//! Files that an author writes beside the tables, still as text: nothing is bound to a board here.
//!
//! These declarations define their form: how they are read, the faults of form, and the JSON Schemas for editors. The comments are the
//! descriptions that an author sees in an editor, so they address the author.

use super::binder::Binder;
use super::drawings::RawDrawings;
use super::mechanics::RawMechanics;
use super::raw_arbiter::{RawCovered, RawStarts};
use super::raw_endings::RawEnding;
use super::read::{Fields, Members, Read, mismatch, object, words};
use super::text::{Id, Text};
use crate::json::Json;
use crate::notation::cell::Cell;
use crate::notation::feen::Feen;
use crate::notation::ggn::Place;
use crate::notation::lcn::Condition;
use crate::notation::qpi::Qpi;
use crate::notation::sin::Sin;
use crate::notation::snn::Snn;

/// Conditions by square.
pub(crate) type RawLcn = Members<Cell, Text<Condition>>;

object! {
    /// `ruleset.json`: the name of a game, the names of its pieces, its initial position, and its endings.
    RawManifest {
        /// Id by which profiles refer to the ruleset; also the name of its folder. Lower-case letters, digits and hyphens.
        id: Text<Id>,
        /// Name of the game for people.
        name: String,
        /// Special features of the game, in a few sentences for somebody who chooses one.
        about: Option<String> = None,
        /// Family of games to which it belongs, for lists: a word in lower case.
        family: Option<String> = None,
        /// Styles of the pieces: style letter (SIN, upper case) to its name (SNN), as in `{ "X": "Xiangqi" }`.
        styles: Members<Sin, Text<Snn>>,
        /// Names of the two sides for people.
        sides: RawSides,
        /// Roles of pieces. The key is a piece (QPI) of any side and state, as `C:K`: its entry applies to `C:+K^` and `c:k` too.
        pieces: Members<Qpi, RawPiece>,
        /// Position from which games start (FEEN): the highest rank first, then both hands, then the styles, that of the side
        /// to move before the slash. Its size is the size of the board.
        initial: Text<Feen>,
        /// Starts that are drawn, instead of the initial position.
        starts: Option<RawStarts> = None,
        /// Pieces whose identity nobody knows until they are uncovered.
        covered: Option<RawCovered> = None,
        /// Rules that make moves illegal which the tables allow.
        constraints: Vec<RawConstraint>,
        /// Effects of moves beyond their rows. Each mechanic at most once; their order does not matter.
        mechanics: RawMechanics = RawMechanics::default(),
        /// Points of pieces for endings with the result `points`: `{ "pieces": { "J:R": 13 }, "second": 1 }`.
        points: Option<RawPoints> = None,
        /// Values of pieces in games with bids, where those of their names are not meant: `{ "S:R": 9, "S:+R": 11 }`. A piece without a
        /// state stands for its role; its other states may have values of their own.
        values: Members<Qpi, u32> = Vec::new(),
        /// Drawings of pieces, where the page has none or another is meant: `{ "C:W": [{ "d": "M20 80 50 20 80 80z" }] }`. The key is a piece as in
        /// `pieces`; the drawing is for all sides and states. At most 32 drawings, each of one to 8 shapes.
        drawings: Option<RawDrawings> = None,
        /// Endings of games, in the order of evaluation: the first that applies ends the game. Each status at most once.
        endings: Vec<RawEnding>,
        /// Notation that the players of the game read, beside algebraic notation.
        notation: Option<RawNotation> = None,
    }
}

object! {
    /// Notation that the players of the game read: the form of a move, and the names of squares.
    RawNotation {
        /// Form of a move.
        moves: RawMoveForm,
        /// Word for a pass, where it is not `pass`: `"한수쉼"`. At most 12 letters.
        pass: Option<String> = None,
        /// Names of the files from file `a`, where they are not letters: `["9", "8", …]`. The name of a square is that of its file, followed by that of its rank.
        files: Option<Vec<String>> = None,
        /// Names of the ranks from rank 1, where they are not numbers.
        ranks: Option<Vec<String>> = None,
        /// True if the name of a square is that of its rank, followed by that of its file.
        ranks_first: bool = false,
        /// Letters of pieces, where they are not those of algebraic notation: `{ "X:G": "K" }`.
        letters: Members<Qpi, String> = Vec::new(),
    }
}

words! {
    /// Form of a move.
    RawMoveForm {
        /// Piece, source if another of its kind could go there too, and destination, with `x` for a capture, `*` for a drop, `+` for a promotion and `=` for one
        /// that was declined: `P-7f`, `G6i-5h`, `B*4e`.
        Squares = "squares",
        /// Piece, its file, the direction (`+` forward, `-` back, `=` sideways), and the number of ranks or the file that it goes to. Each side counts files
        /// from its right; of two on a file the front one is `+`, the rear one `-`: `C2=5`, `H8+7`, `R+-1`. Of a drop the file and the rank, which each side
        /// counts from its own: `C@55`.
        Files = "files",
        /// Piece, source and destination, with `x` and the captured piece for a capture, and `@` for a drop: `H02-83`, `E44xP72`.
        Long = "long",
    }
}

object! {
    /// Points of the pieces on the board.
    RawPoints {
        /// Points of each role that has some.
        pieces: Members<Qpi, u32>,
        /// Points that the second side has besides.
        second: u32 = 0,
        /// True if the second side has more points where both have as many.
        second_wins: bool = false,
    }
}

object! {
    /// Names of the two sides for people.
    RawSides {
        /// Side that moves first; its pieces are written in upper case.
        first: String,
        /// Other side; its pieces are written in lower case.
        second: String,
    }
}

object! {
    /// Name of a piece.
    RawPiece {
        /// Name for people.
        name: String,
        /// Letter in algebraic notation: `"K"`; empty for a piece that is written by its squares alone.
        san: String,
        /// Limit on drops of the piece.
        drop: Option<RawDropLimit> = None,
        /// Number of pieces of this role that a side may have on the board: no piece is promoted to one beyond it.
        promotion_limit: Option<u32> = None,
        /// True if a promotion to this role that gives check is illegal.
        promotion_without_check: bool = false,
        /// True if a side may drop such a piece without holding one: there are as many as the game needs.
        supply: bool = false,
        /// True for a piece of neither side, as a wall: nobody moves or captures it. It is written in upper case.
        neutral: bool = false,
    }
}

words! {
    /// Limit on drops of a piece.
    RawDropLimit {
        /// A drop that gives check is illegal.
        NoCheck = "no-check",
        /// A drop that gives mate is illegal.
        NoMate = "no-mate",
    }
}

words! {
    /// Rule that makes moves illegal which the tables allow.
    RawConstraint {
        /// A move is illegal if a terminal piece (`^`) of the side that moves could then be captured.
        RoyalSafety = "royal-safety",
        /// A move is illegal while an enemy row attacks a square that the move's effect names under `unattacked`.
        Unattacked = "unattacked",
        /// If one of the legal moves captures, or hits a piece with points left, the others are illegal.
        ForcedCapture = "forced-capture",
        /// A move that gives check is illegal.
        GivesNoCheck = "gives-no-check",
        /// If one of the legal moves is a drop, the others are illegal.
        ForcedDrop = "forced-drop",
        /// A pass is illegal if another move is legal.
        ForcedMove = "forced-move",
        /// A side with several terminal pieces is in check only if each of them can be captured.
        DupleCheck = "duple-check",
        /// Of a side's terminal pieces (`^`) only the last is in check when it is attacked; while there are several, they are captured as others are.
        SpareRoyals = "spare-royals",
        /// A terminal piece (`^`) that is attacked moves only to capture its only attacker.
        RoyalStays = "royal-stays",
    }
}

object! {
    /// `effects.json`: changes by a move beyond carrying its piece from source to destination.
    RawEffects: Default {
        /// Changes of pieces by moving, unless their row says otherwise: `{ "C:+K^": "C:K^" }`. Pieces that are not named do not change.
        moved: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// Markers that last for one move of the other side, and the piece to which each expires: `{ "C:-P": "C:P" }`. Until then it
        /// attacks as that piece.
        expires: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// Destination of captured pieces.
        captured: RawCaptured = RawCaptured::Discard,
        /// Effects of single rows, by piece, source and destination as in the tables.
        rows: RawRows = Vec::new(),
    }
}

/// Effects by piece, source and destination.
pub(crate) type RawRows = Members<Qpi, Members<Place, Members<Place, Vec<RawEffect>>>>;

#[derive(Debug, Default)]
pub(crate) enum RawCaptured {
    #[default]
    Discard,
    Hand(Members<Qpi, Text<Qpi>>),
}

impl Read for RawCaptured {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<RawCaptured> {
        match json {
            Json::String(word) if word == "discard" => Some(RawCaptured::Discard),
            Json::Object(_) => {
                let fields = Fields::of(at, json, &["hand"])?;
                fields.take(at, "hand", None).map(RawCaptured::Hand)
            }
            other => mismatch(at, "\"discard\", or an object with the field `hand`", other),
        }
    }
}

#[cfg(feature = "schema")]
impl super::schema::Shape for RawCaptured {
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut hand = super::schema::Object::default();
        let comment = [
            "What enters the capturer's hand for a captured piece: `{ \"c:p\": \"C:P\" }`. What is not named leaves the game.",
        ];
        hand.field::<Members<Qpi, Text<Qpi>>>(generator, "hand", &comment, None);
        schemars::json_schema!({
            "oneOf": [
                { "description": "They leave the game.", "const": "discard" },
                hand.finish(&["They enter the capturer's hand."]),
            ],
        })
    }

    fn written(&self) -> Option<serde_json::Value> {
        matches!(self, RawCaptured::Discard).then(|| "discard".into())
    }
}

object! {
    /// Effect of one row, or of some of its possibilities.
    RawEffect {
        /// Conditions that select possibilities of the row: those that have all of them in their `must`. Without it,
        /// all possibilities.
        when: RawLcn = Vec::new(),
        /// Piece into which the moving piece changes, instead of the change in `moved`: `"C:-P"`.
        becomes: Option<Text<Qpi>> = None,
        /// Square on which the moving piece comes to stand instead of its destination: `"g1"`.
        lands: Option<Text<Cell>> = None,
        /// Other own pieces that move along, from square to square: `{ "h1": "f1" }`. Each changes as in `moved`.
        carries: Members<Cell, Text<Cell>> = Vec::new(),
        /// Squares, besides the destination, whose piece is captured, if there is one: `["d5"]`.
        takes: Vec<Text<Cell>> = Vec::new(),
        /// Squares that no enemy row may attack before the move: `["e1", "f1", "g1"]`. Requires the constraint `unattacked`.
        unattacked: Vec<Text<Cell>> = Vec::new(),
        /// Squares on which an enemy piece loses its right: it changes as in `moved`, though it stays where it is: `["e8"]`.
        revokes: Vec<Text<Cell>> = Vec::new(),
        /// Promotion choices on arrival.
        promotes: Option<RawPromotion> = None,
        /// Piece that the move places besides moving its own.
        places: Option<RawPlacement> = None,
        /// Name of the move for moderators.
        tag: Option<String> = None,
        /// Whole move in algebraic notation: `"O-O"`.
        san: Option<String> = None,
    }
}

object! {
    /// Promotion choices of a piece.
    RawPromotion {
        /// Choices, at least one: `["C:Q", "C:N"]`.
        to: Vec<Text<Qpi>>,
        /// True if the piece may also stay unpromoted.
        optional: bool = false,
        /// True if a piece is promoted only while its side has no other of its role on the board.
        last: bool = false,
    }
}

object! {
    /// Piece that a move places on an empty square, when its own piece has arrived. The player chooses the piece and the square.
    RawPlacement {
        /// Choices, at least one: `["S:H", "S:E"]`.
        pieces: Vec<Text<Qpi>>,
        /// Where the piece comes from.
        from: RawPlacedFrom = RawPlacedFrom::Supply,
        /// Squares on which it may be placed, if they are empty then. Without it, all.
        on: Vec<Text<Cell>> = Vec::new(),
        /// Piece whose rows lead there: only squares count to which this piece could go from where the moving piece stands then.
        along: Option<Text<Qpi>> = None,
        /// True if the player may also place nothing.
        optional: bool = false,
    }
}

words! {
    /// Origin of a piece that a move places.
    RawPlacedFrom {
        /// An unlimited supply.
        Supply = "supply",
        /// The hand of the side that moves.
        Hand = "hand",
        /// The square on which it stands; the first one comes from the supply.
        Board = "board",
    }
}

object! {
    /// `setup.json`: conditions on possible positions, in the form of the tables. Everything that is not named is possible.
    RawSetup: Default {
        /// Number of pieces of a role that each side has: `{ "C:K": { "min": 1, "max": 1 } }`.
        count: Members<Qpi, RawCount> = Vec::new(),
        /// Squares on which a piece may stand, with conditions: piece, square, and the possibilities, one of which must hold; `[{}]` has
        /// no condition. A piece that is not named may stand anywhere.
        squares: Members<Qpi, Members<Cell, Vec<RawPossibility>>> = Vec::new(),
    }
}

object! {
    /// Number of pieces of a role that a side has, on the board and in hand.
    RawCount {
        /// Minimum number of the pieces.
        min: u32 = 0,
        /// Maximum; without it, any number.
        max: Option<u32> = None,
    }
}

object! {
    /// Alternative under which a piece may stand on a square, in the form of the tables.
    RawPossibility {
        /// All of these must hold: `{ "e2": "empty", "e3": "empty" }`.
        must: RawLcn = Vec::new(),
        /// None of these may hold.
        deny: RawLcn = Vec::new(),
    }
}
