//! A played game as PGN.

use ggn_core::notation::cgsn::Status;
use ggn_core::notation::fen;
use ggn_core::{Counters, EndStatus, Ending, Game};

use super::{Line, LineColumn, Note, Outcome, PgnGame, PgnMove};
use crate::words;

/// The game for which PGN was made. Only others are named in the tag [`VARIANT`].
pub(super) const CHESS: &str = "chess";
/// The tag that names the rules.
pub(super) const VARIANT: &str = "Variant";
/// The tags that follow from the game itself.
const TOLD_BY_GAME: [&str; 6] = ["Result", "SetUp", "FEN", "FEEN", VARIANT, "Termination"];

/// A tag that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongTag {
    /// Its name is not one of PGN.
    #[error("`{0}` is no name of a tag: it has letters, digits and `_`")]
    Name(String),
    /// It follows from the game.
    #[error("the tag {0} is told by the game itself")]
    ToldByGame(String),
    /// It stands twice.
    #[error("the tag {0} stands twice")]
    Twice(String),
}

impl PgnGame {
    /// Returns a played game: its moves, how it ended as a comment, and tags for its start, its rules and its end beside those given.
    ///
    /// A start that is not the ruleset's own is written as FEN where FEN can say it, and else as FEEN.
    ///
    /// # Errors
    /// Returns an error if a given tag cannot be set.
    ///
    /// ```
    /// use authoring::{moves, pgn::PgnGame};
    /// # let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
    /// let mut game = ggn_core::Game::new(authoring::rules::load(&folder)?);
    /// moves::play_line(&mut game, "f2f3 e7e5 g2g4 d8h4")?;
    /// let printed = PgnGame::of(&game, &[("White".to_owned(), "A".to_owned())])?.to_string();
    /// assert!(printed.contains("[White \"A\"]\n"));
    /// assert!(printed.ends_with("1. f3 e5 2. g4 Qh4# {checkmate, black wins} 0-1\n"), "{printed}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, tags: &[(String, String)]) -> Result<PgnGame, WrongTag> {
        let at = LineColumn { line: 1, column: 1 };
        let mut all: Vec<(String, String)> = Vec::new();
        for (name, value) in tags {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(WrongTag::Name(name.clone()));
            }
            if TOLD_BY_GAME.contains(&name.as_str()) {
                return Err(WrongTag::ToldByGame(name.clone()));
            }
            if all.iter().any(|(known, _)| known == name) {
                return Err(WrongTag::Twice(name.clone()));
            }
            all.push((name.clone(), value.clone()));
        }
        let outcome = match game.ending() {
            None => Outcome::Unknown,
            Some(Ending { winner: None, .. }) => Outcome::Drawn,
            Some(Ending { winner: Some(side), .. }) => Outcome::Won(side),
        };
        all.push(("Result".to_owned(), outcome.to_string()));
        all.push(("Termination".to_owned(), termination(game.ending()).to_owned()));
        let rules = game.rules();
        if rules.id() != CHESS {
            all.push((VARIANT.to_owned(), rules.name().to_owned()));
        }
        all.extend(set_up(game).into_iter().flatten());
        let mv = |san: &str| PgnMove { at, number: None, text: san.to_owned(), notes: Vec::new() };
        let mut line = Line {
            comments: Vec::new(),
            moves: game.history().iter().map(|played| mv(&played.san)).collect(),
        };
        if let Some(ending) = game.ending() {
            let comment = words::ending(rules, ending);
            match line.moves.last_mut() {
                Some(last) => last.notes.push(Note::Comment(comment)),
                None => line.comments.push(comment),
            }
        }
        Ok(PgnGame { at, tags: all, line, outcome: Some(outcome), faults: Vec::new() })
    }

    /// Returns the same with the PMN of each move as a comment behind it, before other notes. `game` is the game that was printed.
    #[must_use]
    pub fn with_pmn(mut self, game: &Game) -> PgnGame {
        for (mv, played) in self.line.moves.iter_mut().zip(game.history()) {
            mv.notes.insert(0, Note::Comment(played.pmn(game.rules())));
        }
        self
    }
}

/// Returns PGN's word for the way in which a game ended.
fn termination(ending: Option<Ending>) -> &'static str {
    match ending.map(|ending| ending.status) {
        None => "unterminated",
        Some(EndStatus::Cgsn(Status::Timelimit)) => "time forfeit",
        Some(EndStatus::Cgsn(Status::Illegalmove)) => "rules infraction",
        Some(_) => "normal",
    }
}

/// Returns the tags for a start that is not the ruleset's own.
fn set_up(game: &Game) -> Option<[(String, String); 2]> {
    let rules = game.rules();
    let mut start = game.clone();
    start.undo(start.plies());
    let counters = start.counters();
    if game.start() == rules.initial() && counters == Counters::default() {
        return None;
    }
    let feen = rules.feen(game.start());
    // FEN knows rights, not marks: what it cannot give back, it cannot say.
    let says_all = |fen: &String| fen::parse(fen).is_ok_and(|setup| setup.feen == feen);
    let fen = fen::print(&feen, counters.halfmove, counters.fullmove).ok().filter(says_all);
    let position = match fen {
        Some(fen) => ("FEN".to_owned(), fen),
        None => ("FEEN".to_owned(), feen.to_string()),
    };
    Some([("SetUp".to_owned(), "1".to_owned()), position])
}
