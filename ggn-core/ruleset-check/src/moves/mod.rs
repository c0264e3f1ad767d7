//! Moves as people and programs write them, read: the notation of the game's players, algebraic notation (SAN), UCI or PMN.
//!
//! A text is not a move. It is read against the legal moves of one position, and is one of them, several, or none:
//!
//! ```
//! use ruleset_check::moves::{self, MoveTextError};
//! # let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
//! let rules = ruleset_check::rules::load(&folder)?;
//! let mut game = ggn_core::Game::new(rules);
//! moves::play_line(&mut game, "1. d4 d7d5 2. g1-f3 Nf6")?;
//! assert_eq!(game.history()[2].san, "Nf3");
//! let refused = moves::play_line(&mut game, "Nd2").unwrap_err();
//! assert_eq!(refused.to_string(), "ply 5: `Nd2`: it can be Nbd2 or Nfd2; say which");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod list;
mod san;

use ggn_core::notation::pmn::{Operator, Pmn, Suffix};
use ggn_core::notation::uci::{Uci, UciMove};
use ggn_core::{Game, IllegalMove, Location, Move, Position, Rules};

pub use list::{NotatedMove, list};
pub use san::{SanReading, stands_for, whole};

/// The longest text that is tried as a move, in bytes.
pub const TEXT_MAX: usize = 64;

/// Reasons why a text is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// No notation has such a text.
    #[error("no move is written like that: neither SAN (Nf3), UCI (g1f3) nor PMN (g1-f3)")]
    Unreadable,
    /// It can be read, but there is no such move.
    #[error(transparent)]
    Refused(#[from] IllegalMove),
    /// It fits several legal moves.
    #[error("it can be {}; say which", in_words(.candidates))]
    Ambiguous {
        /// All that it fits, in algebraic notation.
        candidates: Vec<String>,
    },
}

/// Returns the first of the candidates in words.
fn in_words(candidates: &[String]) -> String {
    match candidates {
        [one, other] => format!("{one} or {other}"),
        [one, other, ..] => format!("{one} or {other}, among others"),
        _ => candidates.concat(),
    }
}

/// A move of a line that is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: `{text}`: {why}")]
pub struct LineError {
    /// Number of the ply in the game, from one.
    pub ply: usize,
    /// Text of the move.
    pub text: String,
    /// Reason why it is not played.
    pub why: MoveTextError,
}

/// Returns the moves of a line of text, one by one. Move numbers are passed over, and so is what stands for a move not shown (`3...`).
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// Returns a word without the move number in front of it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Plays the moves of a line.
///
/// # Errors
/// The first move that is not played. The game then stands before it.
pub fn play_line(game: &mut Game, line: &str) -> Result<(), LineError> {
    words(line).try_for_each(|word| play(game, word))
}

/// Plays one move.
///
/// # Errors
/// Returns the reason why it is not played. The game is then as it was.
pub fn play(game: &mut Game, text: &str) -> Result<(), LineError> {
    let failed = |game: &Game, why| LineError { ply: game.plies() + 1, text: text.to_owned(), why };
    let mv = read(game, text).map_err(|why| failed(game, why))?;
    match game.play(&mv) {
        Ok(_) => Ok(()),
        Err(why) => Err(failed(game, why.into())),
    }
}

/// Returns the legal move of a game that a text means.
///
/// # Errors
/// Returns an error if it means no move, or more than one.
pub fn read(game: &Game, text: &str) -> Result<Move, MoveTextError> {
    if game.ending().is_some() {
        return Err(IllegalMove::Over.into());
    }
    Reader { rules: game.rules(), position: game.position(), legal: game.legal_moves() }.read(text)
}

/// Position against which the text of a move is read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub position: &'a Position,
    /// All its legal moves.
    pub legal: &'a [Move],
}

impl Reader<'_> {
    /// Returns the legal move that a text means. Marks of check and of quality behind it are not looked at.
    ///
    /// # Errors
    /// Returns an error if it means no move, or more than one.
    pub fn read(&self, text: &str) -> Result<Move, MoveTextError> {
        if let Some(written) = self.read_notation(text) {
            return written;
        }
        let text = undecorated(text);
        if text.is_empty() || text.len() > TEXT_MAX {
            return Err(MoveTextError::Unreadable);
        }
        if let Some(written) = self.one_of(self.legal.iter().filter(|mv| self.is_spelled(mv, text))) {
            return written;
        }
        if let Ok(Uci::Move(uci)) = text.parse() {
            return Err(self.why_not_uci(&uci).into());
        }
        match text.parse() {
            Ok(pmn @ Pmn::Move { .. }) => match self.read_pmn(&pmn) {
                // `a2-a1=Q`: PMN has the piece in lower case there, long algebraic notation has not.
                Err(MoveTextError::Refused(IllegalMove::PromotionImpossible)) => self.read_san(text),
                read => read,
            },
            // `e8=Q` is PMN for a piece that changes where it stands, and a promotion in algebraic notation.
            Ok(_) => self.read_san(text).map_err(|why| match why {
                MoveTextError::Unreadable => IllegalMove::Illegal.into(),
                refusal => refusal,
            }),
            Err(_) => self.read_san(text),
        }
    }

    /// Returns the legal move that a text means in the notation of the game's players, where the ruleset names one. A `+` there promotes.
    fn read_notation(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        self.rules.notation()?;
        let text = text.trim_end_matches(['!', '?', '#']);
        let is_it = |mv: &&Move| {
            let written = mv.notation(self.rules, self.position, self.legal);
            // A sign like that before the piece that was uncovered may be a part of the move itself.
            [text, self.without_uncovered(mv, text)].map(Some).contains(&written.as_deref())
        };
        self.one_of(self.legal.iter().filter(is_it))
    }

    /// Returns the only one of some moves; none when there are none. Passes of several pieces are one move: the first stands for them.
    fn one_of<'m>(
        &self,
        mut found: impl Iterator<Item = &'m Move> + Clone,
    ) -> Option<Result<Move, MoveTextError>> {
        let all = found.clone();
        let first = found.next()?;
        if found.next().is_none() || all.clone().all(|mv| self.rules.is_pass(mv)) {
            return Some(Ok(*first));
        }
        let candidates = all.map(|mv| mv.san(self.rules, self.position, self.legal)).collect();
        Some(Err(MoveTextError::Ambiguous { candidates }))
    }

    /// Returns whether a text is the spelling of a move in one of the notations.
    fn is_spelled(&self, mv: &Move, text: &str) -> bool {
        mv.uci(self.rules) == text
            || mv.pmn(self.rules, self.position) == text
            || mv.san(self.rules, self.position, self.legal) == self.without_uncovered(mv, text)
    }

    /// Returns the text of a move of a covered piece without what it uncovered, which is written behind it (`Ra5=H`): nobody chooses that.
    fn without_uncovered<'t>(&self, mv: &Move, text: &'t str) -> &'t str {
        let is_covered = self.rules.is_covered(mv.piece);
        text.rsplit_once('=').filter(|_| is_covered).map_or(text, |(text, _)| text)
    }

    /// Returns why no legal move is written like that in UCI.
    fn why_not_uci(&self, uci: &UciMove) -> IllegalMove {
        let shape = self.rules.shape();
        let (Some(source), Some(destination)) = (shape.square(uci.source), shape.square(uci.destination))
        else {
            return IllegalMove::Illegal;
        };
        let side = self.position.piece_at(source).and_then(|piece| self.rules.piece(piece)).map(|p| p.side());
        if side != Some(self.position.turn()) {
            return IllegalMove::NoPiece;
        }
        let between = |mv: &&Move| {
            mv.source == Location::Square(source) && mv.destination == Location::Square(destination)
        };
        match (self.legal.iter().any(|mv| between(&mv)), uci.promotion) {
            (false, _) => IllegalMove::Illegal,
            (true, None) => IllegalMove::PromotionMissing,
            (true, Some(_)) => IllegalMove::PromotionImpossible,
        }
    }

    /// Returns the legal move that a text in PMN means, although the engine would spell it otherwise.
    fn read_pmn(&self, pmn: &Pmn) -> Result<Move, MoveTextError> {
        let canonical = |pmn: &Pmn| {
            let text = pmn.to_string();
            self.legal.iter().find(|mv| mv.pmn(self.rules, self.position) == text).copied()
        };
        let Pmn::Move { source, operator, destination, suffix } = *pmn else {
            return Err(IllegalMove::Illegal.into());
        };
        let slashed = Suffix { equals: None, slash: suffix.promotion() };
        let written = |operator| Pmn::Move { source, operator, destination, suffix: slashed };
        if let Some(mv) = canonical(&written(operator)) {
            return Ok(mv);
        }
        let others = [Operator::Quiet, Operator::Capture, Operator::Special];
        if others.into_iter().any(|other| canonical(&written(other)).is_some()) {
            return Err(IllegalMove::Operator.into());
        }
        let promotion = suffix.promotion().map(|piece| piece.pin.letter);
        Err(self.why_not_uci(&UciMove { source, destination, promotion }).into())
    }

    /// Returns the legal move that a text in algebraic notation means, be it written too shortly, at too great length or carelessly. A move to the square
    /// where its piece stands is a pass, if the text means no other move.
    fn read_san(&self, text: &str) -> Result<Move, MoveTextError> {
        if let Some(whole) = whole(text) {
            let is_it = |mv: &&Move| mv.san(self.rules, self.position, self.legal) == whole;
            return self.one_of(self.legal.iter().filter(is_it)).unwrap_or(Err(IllegalMove::Illegal.into()));
        }
        let readings = SanReading::all(self.rules, text);
        if readings.is_empty() {
            return Err(MoveTextError::Unreadable);
        }
        let fits = |mv: &&Move, asks_promotion| {
            readings.iter().any(|reading| reading.fits(self.rules, mv, asks_promotion))
                && self.is_told_by_squares(mv)
        };
        // Games were once written with a pass as a move of the piece that stays.
        let stays = |mv: &&Move| {
            self.rules.is_pass(mv) && readings.iter().any(|reading| reading.fits(self.rules, mv, true))
        };
        let found = self.one_of(self.legal.iter().filter(|mv| fits(mv, true)));
        let Some(found) = found.or_else(|| self.one_of(self.legal.iter().filter(stays))) else {
            let mut near = self.legal.iter().filter(|mv| fits(mv, false));
            return Err(match near.next() {
                None => IllegalMove::Illegal,
                Some(_) if readings.iter().all(|reading| reading.becomes.is_none()) => {
                    IllegalMove::PromotionMissing
                }
                Some(_) => IllegalMove::PromotionImpossible,
            }
            .into());
        };
        let mv = found?;
        let captures = self.rules.effect(self.position, &mv).is_capture();
        if !captures && readings.iter().all(|reading| reading.captures) {
            return Err(IllegalMove::Operator.into());
        }
        Ok(mv)
    }

    /// Returns whether algebraic notation names the squares of a move, rather than having a word of its own for it.
    fn is_told_by_squares(&self, mv: &Move) -> bool {
        let text = mv.san(self.rules, self.position, self.legal);
        SanReading::all(self.rules, &text).iter().any(|reading| reading.fits(self.rules, mv, true))
    }
}

/// Returns a move without marks of check, of quality and of taking in passing behind it.
#[must_use]
pub fn undecorated(text: &str) -> &str {
    let marks = ['+', '#', '!', '?'];
    let text = text.trim_end_matches(marks);
    text.strip_suffix("e.p.").unwrap_or(text).trim_end_matches(marks)
}
