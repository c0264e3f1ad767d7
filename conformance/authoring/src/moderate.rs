//! A game before a moderator, line by line: an attempt or a question in JSON, and the answer in JSON.

use std::str::FromStr;
use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::uci::Uci;
use ggn_core::{Attempt, EndStatus, Ending, Game, PieceId, Side};
use serde::{Deserialize, Serialize};
use session::domain::Audience;
use session::moderator::{AnswerKind, BeforeTurn, Captured, Made, Moderator, Referee, Refusal};

use crate::words;

/// The longest line that is read, in bytes.
pub const LINE_MAX: usize = 4096;

/// The question for pawn tries.
const ANY: &str = "any?";

/// A line of a player.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// `white` or `black`, or the name that the ruleset gives to the side.
    by: String,
    /// A move in UCI (`e2e4`, `e7e8q`, `P@e4`), or `any?`.
    ask: String,
}

/// Answer to a line. A member that does not apply is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Answer to the player.
    pub answer: String,
    /// Announced square of the capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_square: Option<String>,
    /// Announced kind or class of the captured piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// True if the capture is announced as one in passing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<bool>,
    /// True if a promotion is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<bool>,
    /// Announced kind of the dropped piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<String>,
    /// Directions of the check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<&'static str>,
    /// End of the game with its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Number of pawn tries of the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_turn_pawn_tries: Option<usize>,
    /// True if the side to move has a pawn try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_turn_has_pawn_capture: Option<bool>,
    /// Squares of the pawns that have a try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_turn_pawn_try_squares: Option<Vec<String>>,
    /// True if the other player hears the answer too.
    pub opponent_hears: bool,
}

/// Fault of a line. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineFault {
    /// Code of the fault.
    pub error: &'static str,
    /// Text that says what was found and what was expected.
    pub message: String,
}

/// A game before a moderator.
#[derive(Clone, Debug)]
pub struct Moderated {
    referee: Referee,
}

impl Moderated {
    /// Begins a game; `None` for a moderator who answers no attempts. The rules should have the moderator's endings
    /// ([`Moderator::moderated`]).
    #[must_use]
    pub fn new(game: Game, moderator: Arc<Moderator>) -> Option<Moderated> {
        Referee::of(game, moderator).map(|referee| Moderated { referee })
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Answers a line of JSON.
    ///
    /// # Errors
    ///
    /// The fault of a line that asks nothing: it is no JSON of that form, names no square of the board, or comes from the wrong side or after the end.
    pub fn receive(&mut self, line: &str) -> Result<Answer, LineFault> {
        let json: serde_json::Value = serde_json::from_str(line)
            .map_err(|why| fault("not_json", format!("expected one JSON object in a line: {why}")))?;
        if !json.is_object() {
            return Err(fault("wrong_form", format!("expected an object, {FORM}")));
        }
        let line: Line = serde_json::from_value(json)
            .map_err(|why| fault("wrong_form", format!("{why}; expected {FORM}")))?;
        let side = self.side(&line.by)?;
        let question = self.question(&line.ask)?;
        if let Some(ending) = self.game().ending() {
            return Err(fault("game_over", format!("the game is over: {}", end(ending))));
        }
        if side != self.game().position().turn() {
            let turn = self.game().rules().side_name(self.game().position().turn());
            return Err(fault("not_your_turn", format!("it is {turn}'s turn")));
        }
        let answer = match question {
            Some(attempt) => self.referee.attempt(attempt),
            None => self.referee.ask(),
        };
        let opponent = side.opponent();
        let opponent_hears = match (answer.audience, opponent) {
            (Some(Audience::Both), _)
            | (Some(Audience::W), Side::First)
            | (Some(Audience::B), Side::Second) => true,
            (Some(Audience::W | Audience::B) | None, _) => false,
        };
        let word = match answer.kind {
            AnswerKind::Made(made) => return Ok(Answer { opponent_hears, ..self.made(&made) }),
            AnswerKind::Refused(Refusal::IllegalMove) => "illegal",
            AnswerKind::Refused(Refusal::Nonsense) => "nonsense",
            AnswerKind::Refused(Refusal::Impossible) => "impossible",
            AnswerKind::HasAny => "has_any",
            AnswerKind::NoAny => "no_any",
        };
        Ok(Answer { answer: word.to_owned(), opponent_hears, ..Answer::default() })
    }

    /// Returns the answer to a move that was made.
    fn made(&self, made: &Made) -> Answer {
        let rules = self.game().rules();
        let facts = &made.facts;
        let is_over = facts.ending.is_some();
        let told = self.referee.moderator().tries().before_turn.filter(|_| !is_over);
        let kind = |id: PieceId| rules.piece(id).map(|piece| piece.name.clone()).unwrap_or_default();
        Answer {
            answer: if facts.is_capture { "captured" } else { "moved" }.to_owned(),
            capture_square: facts.capture_square.map(|square| words::cell(rules, square)),
            captured: facts.captured.map(|captured| match captured {
                Captured::Pawn => "pawn".to_owned(),
                Captured::Piece => "piece".to_owned(),
                Captured::Kind(id) => kind(id),
            }),
            en_passant: facts.is_en_passant.then_some(true),
            promotion: facts.is_promotion.then_some(true),
            dropped: facts.dropped.map(kind),
            check: if is_over { Vec::new() } else { facts.directions.iter().map(|to| to.as_str()).collect() },
            end: facts.ending.map(end),
            next_turn_pawn_tries: (told == Some(BeforeTurn::Count)).then(|| made.tries.count()),
            next_turn_has_pawn_capture: (told == Some(BeforeTurn::Whether)).then(|| made.tries.count() > 0),
            next_turn_pawn_try_squares: (told == Some(BeforeTurn::Sources))
                .then(|| made.tries.sources().map(|square| words::cell(rules, square)).collect()),
            opponent_hears: false,
        }
    }

    fn side(&self, by: &str) -> Result<Side, LineFault> {
        let rules = self.game().rules();
        let is_it = |side: &Side| {
            let word = match side {
                Side::First => "white",
                Side::Second => "black",
            };
            by == word || by == rules.side_name(*side)
        };
        let names = || Side::BOTH.map(|side| format!("\"{}\"", rules.side_name(side))).join(" or ");
        Side::BOTH
            .into_iter()
            .find(is_it)
            .ok_or_else(|| fault("no_such_side", format!("found by {by:?}, expected {}", names())))
    }

    /// Returns the attempt that a text asks for; `None` for the question.
    fn question(&self, ask: &str) -> Result<Option<Attempt>, LineFault> {
        if ask == ANY {
            return Ok(None);
        }
        let text = drop_in_capitals(ask);
        let uci = Uci::from_str(&text).map_err(|why| {
            fault(
                "unreadable",
                format!("found {ask:?}: {why}; expected \"e2e4\", \"e7e8q\", \"P@e4\" or \"{ANY}\""),
            )
        })?;
        let rules = self.game().rules();
        let square = |cell: Cell| {
            let absent = || fault("no_such_square", format!("the board has no square {cell}"));
            rules.shape().square(cell).ok_or_else(absent)
        };
        Ok(Some(match uci {
            Uci::Move(mv) => Attempt::Move {
                source: square(mv.source)?,
                destination: square(mv.destination)?,
                promotion: mv.promotion,
            },
            Uci::Drop(drop) => Attempt::Drop { piece: drop.piece, destination: square(drop.destination)? },
        }))
    }
}

const FORM: &str = "such as {\"by\":\"white\",\"ask\":\"e2e4\"}";

/// Writes the piece of a drop as a capital: `p@e4` is asked for as well.
fn drop_in_capitals(ask: &str) -> String {
    match ask.split_once('@') {
        Some((piece, rest)) => format!("{}@{rest}", piece.to_uppercase()),
        None => ask.to_owned(),
    }
}

fn fault(error: &'static str, message: String) -> LineFault {
    LineFault { error, message }
}

/// Returns the word for an end with its result.
fn end(ending: Ending) -> String {
    let status = match ending.status {
        EndStatus::Cgsn(Status::Movelimit) => "toomanyreversiblemoves",
        status => status.as_str(),
    };
    match ending.winner {
        Some(Side::First) => format!("{status}_white_wins"),
        Some(Side::Second) => format!("{status}_black_wins"),
        None => format!("draw_{status}"),
    }
}
