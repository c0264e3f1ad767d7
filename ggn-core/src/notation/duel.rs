//! DUEL: a capture with the outcome of its duel. Algebraic notation comes first, followed by whatever is disclosed of the rest: the bids of both sides, the
//! retreat square of a repulsed piece and its cost, and the points that the mover gained by the turn.
//!
//! - `→×` instead of a square: the piece whose capture failed was lost.
//! - `{duel:capture}` and `{duel:failed}` instead of bids: only the outcome is disclosed, for readers who may not know the bids.
//! - The mark of check or mate follows the move (`exd5+[A:5/D:2]`). After a failed capture it comes last, because it is about the position after the retreat.
//!
//! A second form writes bids and costs in braces. It is parsed but never printed.
//!
//! ```
//! use ggn_core::notation::duel::{Duel, DuelMove, FailedCapture};
//! let failed: DuelMove = "Nxe4[A:3/D:5]→c3(2){+3}".parse()?;
//! assert_eq!((failed.mv.as_str(), failed.gained), ("Nxe4", Some(3)));
//! let Some(Duel::WithBids { bids, failed: Some(FailedCapture::Retreated(back)) }) = failed.duel else { panic!() };
//! assert_eq!((bids.attacker, bids.defender), (3, 5));
//! assert_eq!((back.square.to_string().as_str(), back.cost), ("c3", 2));
//! let braced: DuelMove = "Nxe4{a:3;d:5}→c3{2}{+3}".parse()?;
//! assert_eq!(braced, failed);
//! assert_eq!(braced.to_string(), "Nxe4[A:3/D:5]→c3(2){+3}");
//! let lost: DuelMove = "Rxe5[A:1/D:4]→×".parse()?;
//! assert!(matches!(lost.duel, Some(Duel::WithBids { failed: Some(FailedCapture::Lost), .. })));
//! let hidden: DuelMove = "Rxe5{duel:failed}".parse()?;
//! assert_eq!(hidden.duel, Some(Duel::Failed));
//! # Ok::<(), ggn_core::notation::duel::ParseDuelError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use pest::iterators::Pair;

use super::cell::{Cell, CellErrorKind};
use super::error::ParseError;
use super::grammar::{self, Rule};
use Part::{Number, Text};

/// Bids of both sides for a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bids {
    /// Bid of the side that moved.
    pub attacker: u32,
    /// Bid of the other side.
    pub defender: u32,
}

/// Retreat of the piece whose capture failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// Square on which the piece stands afterwards.
    pub square: Cell,
    /// Cost in points; 0 where returning is free.
    pub cost: u32,
}

/// Fate of the piece whose capture failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailedCapture {
    /// It stands on a square.
    Retreated(Retreat),
    /// It was lost.
    Lost,
}

/// The disclosed part of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duel {
    /// The bids are disclosed.
    WithBids {
        /// Bids of both sides.
        bids: Bids,
        /// Fate of the piece, if the capture failed and this is disclosed.
        failed: Option<FailedCapture>,
    },
    /// The capture succeeded; the bids are not disclosed.
    Made,
    /// The capture failed; the bids are not disclosed.
    Failed,
}

impl Duel {
    /// Returns whether the capture is disclosed to have failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        matches!(self, Duel::Failed | Duel::WithBids { failed: Some(_), .. })
    }
}

/// Effect of a move on a terminal piece of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `+`: the piece is attacked.
    Check,
    /// `#`: the piece is attacked and there is no legal reply.
    Mate,
}

/// A move with the disclosed part of the duel that decided it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DuelMove {
    /// The move in algebraic notation, without its mark.
    pub mv: String,
    /// The mark. It describes the position after the move, and is therefore printed after a failed capture's retreat.
    pub mark: Option<Mark>,
    /// The disclosed part of the duel, if the move was a capture with bids.
    pub duel: Option<Duel>,
    /// Points that the mover gained by the turn, if disclosed.
    pub gained: Option<u32>,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Check => "+",
            Mark::Mate => "#",
        })
    }
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Bids { attacker, defender }, failed) = match *self {
            Duel::Made => return f.write_str("{duel:capture}"),
            Duel::Failed => return f.write_str("{duel:failed}"),
            Duel::WithBids { bids, failed } => (bids, failed),
        };
        write!(f, "[A:{attacker}/D:{defender}]")?;
        match failed {
            Some(FailedCapture::Retreated(Retreat { square, cost })) => write!(f, "→{square}({cost})"),
            Some(FailedCapture::Lost) => f.write_str("→×"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for DuelMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark.map_or_else(String::new, |mark| mark.to_string());
        let has_failed = self.duel.is_some_and(|duel| duel.has_failed());
        let (before, after) = if has_failed { ("", &*mark) } else { (&*mark, "") };
        write!(f, "{}{before}", self.mv)?;
        if let Some(duel) = self.duel {
            write!(f, "{duel}")?;
        }
        f.write_str(after)?;
        self.gained.map_or(Ok(()), |gained| write!(f, "{{+{gained}}}"))
    }
}

/// Error for a text that is not a valid move with a duel.
pub type ParseDuelError = ParseError<DuelErrorKind>;

/// Classes of errors of a move with a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelErrorKind {
    /// No move at the start.
    #[error("expected a move in algebraic notation")]
    Move,
    /// Incomplete bids.
    #[error("expected bids such as `[A:5/D:7]` or `{{a:5;d:7}}`, of at most nine digits each")]
    Bids,
    /// Neither of the two outcomes.
    #[error("expected `{{duel:capture}}`, or `{{duel:failed}}` without a mark before it")]
    Outcome,
    /// No square after the arrow.
    #[error("expected the square where the piece fell back to, or `×` if it was lost")]
    Square,
    /// A square that is over the bounds of CELL.
    #[error(transparent)]
    Cell(#[from] CellErrorKind),
    /// No cost after the square.
    #[error("expected what falling back cost, such as `(2)`")]
    Cost,
    /// An incomplete gain.
    #[error("expected what was gained, such as `{{+3}}`")]
    Gain,
    /// Text that cannot follow here.
    #[error("expected the end of the move, its bids, `→` behind them, or what was gained")]
    Trailing,
}

impl FromStr for DuelMove {
    type Err = ParseDuelError;

    fn from_str(text: &str) -> Result<DuelMove, ParseDuelError> {
        grammar::parse_all(Rule::duel_text, text, read).ok_or_else(|| classify(text))
    }
}

/// Converts a grammar match to a move.
fn read<'t>(parts: impl Iterator<Item = Pair<'t, Rule>>) -> Option<DuelMove> {
    let mut duel = DuelMove { mv: String::new(), mark: None, duel: None, gained: None };
    for part in parts {
        let (rule, text) = (part.as_rule(), part.as_str());
        let mut inner = part.into_inner();
        let number = |inner: &mut dyn Iterator<Item = Pair<'t, Rule>>| -> Option<u32> {
            inner.next()?.as_str().parse().ok()
        };
        match rule {
            Rule::duel_move => text.clone_into(&mut duel.mv),
            Rule::duel_mark => duel.mark = Some(if text == "#" { Mark::Mate } else { Mark::Check }),
            Rule::duel_bids => {
                let bids = Bids { attacker: number(&mut inner)?, defender: number(&mut inner)? };
                duel.duel = Some(Duel::WithBids { bids, failed: None });
            }
            Rule::duel_back | Rule::duel_lost => {
                let Some(Duel::WithBids { failed, .. }) = &mut duel.duel else { return None };
                *failed = Some(if rule == Rule::duel_lost {
                    FailedCapture::Lost
                } else {
                    let square = Cell::read(inner.next()?)?;
                    FailedCapture::Retreated(Retreat { square, cost: number(&mut inner)? })
                });
            }
            Rule::duel_made => duel.duel = Some(Duel::Made),
            Rule::duel_failed => duel.duel = Some(Duel::Failed),
            Rule::duel_gain => duel.gained = Some(number(&mut inner)?),
            _ => {}
        }
    }
    Some(duel)
}

/// Parts of bids, costs and gains.
#[derive(Clone, Copy)]
enum Part {
    Text(&'static str),
    Number,
}

const BIDS: [Part; 5] = [Text("[A:"), Number, Text("/D:"), Number, Text("]")];
const BRACED_BIDS: [Part; 5] = [Text("{a:"), Number, Text(";d:"), Number, Text("}")];
const COST: [Part; 3] = [Text("("), Number, Text(")")];
const BRACED_COST: [Part; 3] = [Text("{"), Number, Text("}")];
const MADE: [Part; 1] = [Text("{duel:capture}")];
const FAILED: [Part; 1] = [Text("{duel:failed}")];
const GAIN: [Part; 3] = [Text("{+"), Number, Text("}")];

/// Returns the end of `parts` that start at byte `at`, or else the byte at which they are broken.
fn walk(text: &str, mut at: usize, parts: &[Part]) -> Result<usize, usize> {
    for part in parts {
        let rest = text.get(at..).unwrap_or_default();
        match part {
            Text(expected) => {
                let same = rest.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
                at += same;
                if same < expected.len() {
                    return Err(at);
                }
            }
            Number => at += grammar::prefix(Rule::duel_number, rest).ok_or(at)?,
        }
    }
    Ok(at)
}

/// Returns the error for a text that is not a valid move: its parts are read in order up to the first incomplete one.
fn classify(text: &str) -> ParseDuelError {
    parts(text).unwrap_or_else(|error| error)
}

/// Returns the end of the bids that start at byte `at`, with the fate of a failed capture; `at` itself if there are none.
fn bids(text: &str, mut at: usize, is_marked: bool) -> Result<usize, ParseDuelError> {
    let rest = |at: usize| text.get(at..).unwrap_or_default();
    let error = |kind, at| ParseError::new(kind, text, at);
    let walk = |at, parts: &[Part], kind| walk(text, at, parts).map_err(|at| error(kind, at));
    let parts = match rest(at).chars().next() {
        Some('[') => &BIDS,
        Some('{') if !rest(at).starts_with("{+") => &BRACED_BIDS,
        Some(_) | None => return Ok(at),
    };
    at = walk(at, parts, DuelErrorKind::Bids)?;
    // After a failed capture the mark comes last.
    if !rest(at).starts_with('→') || is_marked {
        return Ok(at);
    }
    at += '→'.len_utf8();
    if rest(at).starts_with('×') {
        at += '×'.len_utf8();
    } else {
        let length = grammar::prefix(Rule::cell, rest(at)).ok_or_else(|| error(DuelErrorKind::Square, at))?;
        let end = at + length;
        let square = text.get(at..end).unwrap_or_default();
        square.parse::<Cell>().map_err(|error| error.within(text, at, DuelErrorKind::Cell))?;
        let cost = if rest(end).starts_with('{') { &BRACED_COST } else { &COST };
        at = walk(end, cost, DuelErrorKind::Cost)?;
    }
    Ok(grammar::prefix(Rule::duel_mark, rest(at)).map_or(at, |length| at + length))
}

fn parts(text: &str) -> Result<ParseDuelError, ParseDuelError> {
    let rest = |at: usize| text.get(at..).unwrap_or_default();
    let take = |rule, at: usize| grammar::prefix(rule, rest(at)).map(|length| at + length);
    let error = |kind, at| ParseError::new(kind, text, at);
    let walk = |at, parts: &[Part], kind| walk(text, at, parts).map_err(|at| error(kind, at));

    let mut at = take(Rule::duel_move, 0).ok_or_else(|| error(DuelErrorKind::Move, 0))?;
    let marked = take(Rule::duel_mark, at);
    at = marked.unwrap_or(at);
    if rest(at).starts_with("{d") {
        let has_failed = marked.is_none() && rest(at).starts_with("{duel:f");
        at = walk(at, if has_failed { &FAILED } else { &MADE }, DuelErrorKind::Outcome)?;
        at = take(Rule::duel_mark, at).filter(|_| has_failed).unwrap_or(at);
    } else {
        at = bids(text, at, marked.is_some())?;
    }
    if rest(at).starts_with('{') {
        at = walk(at, &GAIN, DuelErrorKind::Gain)?;
    }
    Ok(error(DuelErrorKind::Trailing, at))
}
