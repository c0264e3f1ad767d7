//! Import of the games of a PGN under a ruleset: every move in every notation, and a report of each move that cannot be played.

use std::sync::Arc;

use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;
use ggn_core::{Counters, Ending, Game, Move, Position, Rules, Side};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::export::{CHESS, VARIANT};
use super::{Line, LineColumn, Note, Outcome, PgnFault, PgnGame, PgnMove};
use crate::moves::Reader;
use crate::words;

/// A game with its moves understood, as one line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// The line of the file in which it begins.
    pub line: usize,
    /// Its tags, as an object.
    #[serde(serialize_with = "as_object")]
    pub tags: Vec<(String, String)>,
    /// Start position. None when its set-up is none of the ruleset's.
    pub start: Option<Written>,
    /// Its moves.
    #[serde(flatten)]
    pub course: Course,
    /// End position. None when it does not start.
    pub end: Option<Written>,
    /// Status by the rules; `ongoing` if the game has not ended.
    pub status: String,
    /// Winner by the rules: `first` or `second`.
    pub winner: Option<String>,
    /// The result at its end.
    pub result: Option<String>,
    /// True if the result is the one that the rules say. None where they say nothing: after a resignation, or where moves are unread.
    pub agrees: Option<bool>,
    /// Faults, in the order of the text.
    #[serde(serialize_with = "serialize_faults")]
    pub faults: Vec<PgnFault>,
}

/// A position in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// In FEEN.
    pub feen: String,
    /// In FEN. None for a position that FEN cannot say, or whose counters are not known.
    pub fen: Option<String>,
}

/// The moves of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves, up to the first that cannot be played.
    pub moves: Vec<ImportedMove>,
    /// Number of moves left from there on.
    pub unread: usize,
}

/// A move in every notation, with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImportedMove {
    /// In algebraic notation.
    pub san: String,
    /// As source and destination.
    pub uci: String,
    /// In PMN.
    pub pmn: String,
    /// As the file writes it, if not as `san` does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Comments.
    pub comments: Vec<String>,
    /// Lines that could have been played instead of it.
    pub variations: Vec<Course>,
}

fn as_object<S: Serializer>(tags: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(tags.len()))?;
    for (name, value) in tags {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

fn serialize_faults<S: Serializer>(faults: &[PgnFault], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct FaultReport<'a> {
        line: usize,
        column: usize,
        severity: &'static str,
        message: &'a str,
    }
    serializer.collect_seq(faults.iter().map(|fault| FaultReport {
        line: fault.at.line,
        column: fault.at.column,
        severity: if fault.is_error { "error" } else { "warning" },
        message: &fault.message,
    }))
}

/// Plays a game under a ruleset.
///
/// ```
/// use authoring::pgn;
/// # let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
/// let rules = authoring::rules::load(&folder)?;
/// let game = pgn::games("1. f3 e5 2. g4 Qh4 0-1").next().ok_or("a game")?;
/// let imported = pgn::import(&rules, &game);
/// assert_eq!(imported.course.moves[3].san, "Qh4#");
/// assert_eq!((imported.status.as_str(), imported.agrees), ("checkmate", Some(true)));
///
/// let game = pgn::games("1. f3 e5 2. g4 Ke6 *").next().ok_or("a game")?;
/// let imported = pgn::import(&rules, &game);
/// assert_eq!(imported.faults[0].at.column, 16);
/// assert_eq!(imported.faults[0].message, "Ke6: the move is not legal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import(rules: &Arc<Rules>, game: &PgnGame) -> Imported {
    let mut importer = Importer { rules, faults: game.faults.clone() };
    importer.check_tags(game);
    let mut imported = Imported {
        line: game.at.line,
        tags: game.tags.clone(),
        start: None,
        course: Course { unread: game.line.moves.len(), ..Course::default() },
        end: None,
        status: "ongoing".to_owned(),
        winner: None,
        result: game.outcome.map(|outcome| outcome.to_string()),
        agrees: None,
        faults: Vec::new(),
    };
    match set_up(rules, game) {
        Ok(start) => importer.play(start, game, &mut imported),
        Err(why) => importer.report(true, game.at, why),
    }
    imported.faults = importer.faults;
    imported.faults.sort_by_key(|fault| fault.at);
    imported
}

/// Returns the game before its first move.
fn set_up(rules: &Arc<Rules>, game: &PgnGame) -> Result<Game, String> {
    let position = |feen: &Feen| rules.position(feen).map_err(|why| why.to_string());
    let (start, counters) = if let Some(text) = game.tag("FEEN") {
        let feen: Feen = text.parse().map_err(|why| format!("the tag FEEN is none: {why}"))?;
        let (fullmove, _) = game.first_move();
        (position(&feen)?, Counters { fullmove, ..Counters::default() })
    } else if let Some(text) = game.tag("FEN") {
        let setup = fen::parse(text).map_err(|why| format!("the tag FEN is none: {why}"))?;
        (position(&setup.feen)?, Counters { halfmove: setup.halfmove, fullmove: setup.fullmove })
    } else {
        (rules.initial().clone(), Counters::default())
    };
    // What the covered pieces hide, in a game that has some.
    if let Some(text) = game.tag("Deal") {
        let feen: Feen = text.parse().map_err(|why| format!("the tag Deal is no FEEN: {why}"))?;
        let deal = rules.read_deal(&start, &feen).map_err(|why| format!("the tag Deal: {why}"))?;
        return Ok(Game::from_deal(Arc::clone(rules), start, counters, deal));
    }
    Ok(Game::from_position(Arc::clone(rules), start, counters))
}

fn written(rules: &Rules, position: &Position, counters: Option<Counters>) -> Written {
    let feen = rules.feen(position);
    let fen = counters.and_then(|counters| fen::print(&feen, counters.halfmove, counters.fullmove).ok());
    Written { feen: feen.to_string(), fen }
}

/// The game as the rules see it, beside its moves.
struct MainLine {
    game: Game,
    /// True if moves came after its end.
    is_passed: bool,
}

struct Importer<'r> {
    rules: &'r Arc<Rules>,
    faults: Vec<PgnFault>,
}

impl Importer<'_> {
    fn report(&mut self, is_error: bool, at: LineColumn, message: String) {
        self.faults.push(PgnFault { at, is_error, message });
    }

    /// Tags that say something else than the game or the rules.
    fn check_tags(&mut self, game: &PgnGame) {
        let result = game.tag("Result").map(|text| (text, Outcome::read(text)));
        match (result, game.outcome) {
            (Some((text, None)), _) => {
                self.report(false, game.at, format!("the tag Result is `{text}`, which is no result"));
            }
            (Some((text, Some(tag))), Some(outcome)) if tag != outcome => {
                let message = format!("the tag Result is {text}, and the moves end with {outcome}");
                self.report(false, game.at, message);
            }
            _ => {}
        }
        let is_other = |variant: &&str| {
            let names = [self.rules.id(), self.rules.name(), "standard", "from position"];
            let known =
                if self.rules.id() == CHESS { &names[..] } else { names.get(..2).unwrap_or_default() };
            !known.iter().any(|name| name.eq_ignore_ascii_case(variant))
        };
        if let Some(variant) = game.tag(VARIANT).filter(is_other) {
            let message =
                format!("the tag Variant is {variant}, and the rules are those of {}", self.rules.name());
            self.report(true, game.at, message);
        }
    }

    /// Plays the moves, and compares the end with what is written there.
    fn play(&mut self, start: Game, game: &PgnGame, imported: &mut Imported) {
        let position = start.position().clone();
        imported.start = Some(written(self.rules, &position, Some(start.counters())));
        let mut main = MainLine { game: start, is_passed: false };
        let (number, _) = game.first_move();
        let (course, end) = self.line(&game.line, position, number, Some(&mut main));
        let counters = (!main.is_passed).then(|| main.game.counters());
        imported.end = Some(written(self.rules, &end, counters));
        imported.status = words::status_word(&main.game);
        let ending = main.game.ending();
        imported.winner = ending.and_then(|ending| ending.winner).map(|side| side.to_string());
        if course.unread == 0 {
            imported.agrees = game.outcome.and_then(|outcome| agrees(ending, outcome));
        }
        if let (Some(false), Some(outcome)) = (imported.agrees, game.outcome) {
            let how = ending.map_or_else(String::new, |ending| words::ending(self.rules, ending));
            let at = game.line.moves.last().map_or(game.at, |mv| mv.at);
            self.report(
                false,
                at,
                format!("by the rules the game ends here ({how}), and the result is {outcome}"),
            );
        }
        imported.course = course;
    }

    /// Reads the moves of a line up to the first that cannot be played, and returns the position after them.
    fn line(
        &mut self,
        line: &Line,
        mut position: Position,
        mut number: u32,
        mut main: Option<&mut MainLine>,
    ) -> (Course, Position) {
        let mut course = Course { comments: line.comments.clone(), ..Course::default() };
        let mut legal = self.rules.legal_moves(&position);
        let mut numbers_fit = true;
        for (index, text) in line.moves.iter().enumerate() {
            let side = position.turn();
            if numbers_fit && let Some((written, is_second)) = text.number {
                numbers_fit = written == number && is_second == (side == Side::Second);
                if !numbers_fit {
                    let dots = if side == Side::Second { "..." } else { "." };
                    self.report(false, text.at, format!("{} is move {number}{dots}", text.text));
                }
            }
            let reader = Reader { rules: self.rules, position: &position, legal: &legal };
            let mv = match reader.read(&text.text) {
                Ok(mv) => mv,
                Err(why) => {
                    self.report(true, text.at, format!("{}: {why}", text.text));
                    course.unread = line.moves.len() - index;
                    break;
                }
            };
            if let Some(main) = &mut main {
                self.play_main(main, &mv, text);
            }
            let after = self.rules.after(&position, &mv);
            let replies = self.rules.legal_moves(&after);
            let mut imported = self.spelled(&mv, &position, &legal, &after, &replies);
            if imported.san != text.text {
                imported.written = Some(text.text.clone());
            }
            for note in &text.notes {
                match note {
                    Note::Nag(glyph) => imported.nags.push(*glyph),
                    Note::Comment(comment) => imported.comments.push(comment.clone()),
                    Note::Variation(variation) => {
                        let (course, _) = self.line(variation, position.clone(), number, None);
                        imported.variations.push(course);
                    }
                }
            }
            course.moves.push(imported);
            (position, legal) = (after, replies);
            number = number.saturating_add(u32::from(side == Side::Second));
        }
        (course, position)
    }

    /// Plays a move that was read in the game itself, which may be over by the rules while people played on.
    fn play_main(&mut self, main: &mut MainLine, mv: &Move, text: &PgnMove) {
        if main.game.play(mv).is_ok() || main.is_passed {
            return;
        }
        main.is_passed = true;
        let how = main.game.ending().map_or_else(String::new, |ending| words::ending(self.rules, ending));
        let message = format!("{}: by the rules the game was over ({how}); it is read on", text.text);
        self.report(false, text.at, message);
    }

    /// Returns a move in every notation, with the mark of check or mate.
    fn spelled(
        &self,
        mv: &Move,
        position: &Position,
        legal: &[Move],
        after: &Position,
        replies: &[Move],
    ) -> ImportedMove {
        let mark = match (self.rules.in_check(after, after.turn()), replies.is_empty()) {
            // The word for a pass has no mark.
            _ if self.rules.is_pass(mv) => "",
            (true, true) => "#",
            (true, false) => "+",
            (false, _) => "",
        };
        ImportedMove {
            san: format!("{}{mark}", mv.san(self.rules, position, legal)),
            uci: mv.uci(self.rules),
            pmn: mv.pmn(self.rules, position),
            written: None,
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// Returns whether a result is the one that the rules say; none where they say nothing.
fn agrees(ending: Option<Ending>, outcome: Outcome) -> Option<bool> {
    match (ending, outcome) {
        (Some(ending), outcome) => Some(outcome == ending.winner.map_or(Outcome::Drawn, Outcome::Won)),
        (None, Outcome::Unknown) => Some(true),
        (None, Outcome::Won(_) | Outcome::Drawn) => None,
    }
}
