//! The files that an author writes beside the tables, as text still: nothing is bound to a board here.
//!
//! What is written here is all that there is to say about their form: how they are read, what is a fault of form, and the JSON Schemas
//! that editors complete and underline by. The comments are what an author sees there on a word, so they speak to the author.

use super::binder::Binder;
use super::mechanics::RawMechanics;
use super::read::{Fields, Members, Read, choice, mismatch, object, words};
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
    /// `ruleset.json`: what a game is called, what its pieces are called, how it starts, and how it ends.
    RawManifest {
        /// The name by which profiles refer to the ruleset; also the name of its folder. Lower-case letters, digits and hyphens.
        id: Text<Id>,
        /// What people call the game.
        name: String,
        /// The styles that pieces can have: style letter (SIN, upper case) to its name (SNN), as in `{ "X": "Xiangqi" }`.
        styles: Members<Sin, Text<Snn>>,
        /// What people call the two sides.
        sides: RawSides,
        /// The roles of pieces. The key is a piece (QPI) of any side and state, as `C:K`: its entry holds for `C:+K^` and `c:k` too.
        pieces: Members<Qpi, RawPiece>,
        /// The position from which games start (FEEN): the highest rank first, then both hands, then the styles, that of the side
        /// to move before the slash. Its size is the size of the board.
        initial: Text<Feen>,
        /// What makes a move illegal that the tables allow.
        constraints: Vec<RawConstraint>,
        /// What moves do beyond what their rows say. Each mechanic at most once; in which order they are listed does not matter.
        mechanics: RawMechanics = RawMechanics::default(),
        /// How games end, in the order in which it is asked: the first that applies ends the game. Each status at most once.
        endings: Vec<RawEnding>,
    }
}

object! {
    /// What people call the two sides.
    RawSides {
        /// The side that moves first; its pieces are written in upper case.
        first: String,
        /// The other side; its pieces are written in lower case.
        second: String,
    }
}

object! {
    /// What a piece is called.
    RawPiece {
        /// What people call it.
        name: String,
        /// What stands for it in algebraic notation: `"K"`; empty for a piece that is written by its squares alone.
        san: String,
    }
}

words! {
    /// A rule that makes moves illegal which the tables allow.
    RawConstraint {
        /// A move is illegal if one of the mover's own terminal pieces (`^`) could then be captured.
        RoyalSafety = "royal-safety",
        /// A move is illegal while an enemy row attacks a square that the move's effect names under `unattacked`.
        Unattacked = "unattacked",
        /// While one of the legal moves captures, or would but for its victim's points, the others are illegal.
        ForcedCapture = "forced-capture",
    }
}

words! {
    /// What an ending means for the side to move, or for the side that brings it about.
    RawResult {
        /// That side wins.
        Win = "win",
        /// That side loses.
        Loss = "loss",
        /// Nobody wins.
        Draw = "draw",
    }
}

words! {
    /// When two positions are the same.
    RawIdentity {
        /// The same pieces stand on the same squares, and the same rights can still be used.
        Rights = "rights",
        /// Their FEEN is the same, letter by letter.
        Feen = "feen",
    }
}

choice! {
    /// One way in which a game ends, named by a status of CGSN or, where CGSN has no word, by a goal.
    RawEnding by status {
        /// The side to move has no legal move, and one of its terminal pieces could be captured.
        Checkmate = "checkmate" {
            /// What this means for the side to move.
            result: RawResult,
        },
        /// The side to move has no legal move, and none of its terminal pieces could be captured.
        Stalemate = "stalemate" {
            /// What this means for the side to move.
            result: RawResult,
        },
        /// What both sides have left is too little to win.
        Insufficient = "insufficient" {
            /// What this means for the side to move.
            result: RawResult,
            /// Every pair of remainders that is too little.
            material: Vec<RawMaterial>,
        },
        /// A position has stood so often.
        Repetition = "repetition" {
            /// What this means for the side to move.
            result: RawResult,
            /// How often it has to have stood, the first time included: `3`.
            count: u32,
            /// When two positions are the same.
            identity: RawIdentity,
        },
        /// For so long nothing has happened that cannot be undone.
        Movelimit = "movelimit" {
            /// What this means for the side to move.
            result: RawResult,
            /// How long, in plies (moves of one side): `100` is fifty moves of each.
            plies: u32,
            /// What sets the count back to zero.
            resets: RawResets,
        },
        /// A side has captured so often.
        Captures = "captures" {
            /// What this means for that side.
            result: RawResult,
            /// How often; several pieces that one move takes count once.
            count: u32 = 1,
        },
        /// A side has promoted so often.
        Promotions = "promotions" {
            /// What this means for that side.
            result: RawResult,
            /// How often it has to have promoted.
            count: u32 = 1,
        },
        /// A side has given check so often.
        Checks = "checks" {
            /// What this means for that side.
            result: RawResult,
            /// How often; a move that gives check in two ways counts once.
            count: u32 = 1,
        },
        /// A side has one of these pieces on one of these squares.
        Arrival = "arrival" {
            /// What this means for that side.
            result: RawResult,
            /// The roles that count: `["C:K"]`.
            pieces: Vec<Text<Qpi>>,
            /// The squares that count.
            squares: Vec<Text<Cell>>,
        },
        /// A side has no piece left of one of these roles, on the board or in hand; or it has no piece left at all.
        Extinction = "extinction" {
            /// What this means for that side.
            result: RawResult,
            /// The roles of which each must be left: `["C:Q", "C:N"]`. Without any, it is enough to have something left.
            pieces: Vec<Text<Qpi>> = Vec::new(),
        },
        /// A side gives up. Without this entry nobody can.
        Resignation = "resignation" {
            /// What this means for the side that gives up.
            result: RawResult,
        },
        /// Both sides agree to stop. Without this entry they cannot.
        Agreement = "agreement" {
            /// What this means for the side to move.
            result: RawResult,
        },
        /// A side runs out of time, or stays away for too long.
        Timelimit = "timelimit" {
            /// What this means for the side that ran out of time.
            result: RawResult,
            /// If the other side has exactly one of these lists of pieces left, it is a draw instead: `[["C:K"], ["C:K", "C:N"]]`.
            draw_if_opponent_has: Vec<Vec<Text<Qpi>>> = Vec::new(),
        },
    }
}

object! {
    /// What both sides have left when neither can win, whichever side has which.
    RawMaterial {
        /// All that one side has left, by role: `["C:K", "C:B"]`.
        one: Vec<Text<Qpi>>,
        /// All that the other side has left.
        other: Vec<Text<Qpi>>,
        /// A role, `"C:B"`: the entry holds only while all pieces of it, of both sides, stand on squares of one colour.
        same_colour: Option<Text<Qpi>> = None,
    }
}

object! {
    /// What sets the count of moves without progress back to zero.
    RawResets {
        /// Whether a capture does.
        captures: bool,
        /// Roles of which any move does: `["C:P"]`.
        moves_of: Vec<Text<Qpi>> = Vec::new(),
    }
}

object! {
    /// `effects.json`: what a move changes beyond carrying its piece from source to destination.
    RawEffects: Default {
        /// What a piece becomes by moving, unless its row says otherwise: `{ "C:+K^": "C:K^" }`. Pieces that are not named stay as they are.
        moved: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// Markers that last for one move of the other side, and what the piece is after it: `{ "C:-P": "C:P" }`. Until then it
        /// attacks as what it will be.
        expires: Members<Qpi, Text<Qpi>> = Vec::new(),
        /// Where captured pieces go.
        captured: RawCaptured = RawCaptured::Discard,
        /// Effects of single rows: piece, source, destination, as in the tables, and there the effects of that row.
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
    /// What one row, or one of its possibilities, changes.
    RawEffect {
        /// Which possibilities of the row this is the effect of: those that have all of these conditions among their `must`. Without it,
        /// all of them.
        when: RawLcn = Vec::new(),
        /// What the piece becomes, instead of what `moved` says: `"C:-P"`.
        becomes: Option<Text<Qpi>> = None,
        /// Other own pieces that move along, from square to square: `{ "h1": "f1" }`. Each changes as `moved` says.
        carries: Members<Cell, Text<Cell>> = Vec::new(),
        /// Squares, beside the destination, whose piece is taken: `["d5"]`. If none stands there, nothing is.
        takes: Vec<Text<Cell>> = Vec::new(),
        /// Squares that no enemy row may attack before the move: `["e1", "f1", "g1"]`. Asks for the constraint `unattacked`.
        unattacked: Vec<Text<Cell>> = Vec::new(),
        /// What the player chooses from when the piece arrives.
        promotes: Option<RawPromotion> = None,
        /// A name by which moderators know the move.
        tag: Option<String> = None,
        /// What algebraic notation writes for the whole of the move: `"O-O"`.
        san: Option<String> = None,
    }
}

object! {
    /// What a piece can become by its player's choice.
    RawPromotion {
        /// The choices, at least one: `["C:Q", "C:N"]`.
        to: Vec<Text<Qpi>>,
        /// Whether the piece may also stay what it is.
        optional: bool = false,
    }
}

object! {
    /// `setup.json`: which positions are possible, in the words of the tables. Whatever is not spoken of is possible.
    RawSetup: Default {
        /// How many pieces of a role each side has: `{ "C:K": { "min": 1, "max": 1 } }`.
        count: Members<Qpi, RawCount> = Vec::new(),
        /// Where a piece may stand, and what must hold there: piece, square, and the possibilities, one of which must hold; `[{}]` asks
        /// for nothing. A piece that is not named may stand anywhere.
        squares: Members<Qpi, Members<Cell, Vec<RawPossibility>>> = Vec::new(),
    }
}

object! {
    /// How many pieces of a role a side has, on the board and in hand.
    RawCount {
        /// At least so many.
        min: u32 = 0,
        /// At most so many; without it, any number.
        max: Option<u32> = None,
    }
}

object! {
    /// One way in which a piece may stand on a square, in the words of the tables.
    RawPossibility {
        /// All of these must hold: `{ "e2": "empty", "e3": "empty" }`.
        must: RawLcn = Vec::new(),
        /// None of these may hold.
        deny: RawLcn = Vec::new(),
    }
}
