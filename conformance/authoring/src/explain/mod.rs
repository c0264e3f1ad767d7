//! Explanation of why a move is legal or not, with the places in the ruleset's files that make it so.
//!
//! This knows the whole position and every rule: it is for authors and for games that hide nothing.

mod checker;
mod intent;
mod print;

use ggn_core::Game;
use ggn_core::json::JsonPath;
use serde::{Serialize, Serializer};

use crate::moves::{self, MoveTextError};
use crate::overlays::{House, OverlayError, Written};
use crate::rules::Folder;
use crate::tables::Tables;
use crate::words;

use checker::MoveChecker;
use print::Files;

/// Explanation of why a move is legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Text to explain.
    #[serde(rename = "move")]
    pub asked: String,
    /// One judgement for each piece that could have been meant and that came nearest to being legal; never empty.
    pub judgements: Vec<Judgement>,
}

impl Explanation {
    /// Returns whether the move is legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.judgements.iter().any(|judgement| judgement.stage == Stage::Legal)
    }
}

/// Judgement of one piece's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// Stage that it reached.
    pub stage: Stage,
    /// The answer in one sentence.
    pub summary: String,
    /// Findings that it rests on.
    pub findings: Vec<Finding>,
}

/// Stages of a move on its way to being legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// No notation has such a text, or the game is over, or it fits several legal moves.
    Text,
    /// A square is not on the board.
    Board,
    /// No piece, or the other side's, is where the move starts.
    Piece,
    /// No table has a row for it.
    Row,
    /// There is a row, but none of its ways is open.
    Way,
    /// A way is open, but what the piece becomes is not said, or cannot be.
    Promotion,
    /// The tables allow it, and a constraint forbids it.
    Constraint,
    /// It is legal, but its operator in PMN says something else.
    Operator,
    /// It is legal.
    Legal,
}

/// One thing on which a judgement rests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Statement.
    pub message: String,
    /// Place of the text; none if nothing in the files says it.
    pub place: Option<SourceLocation>,
}

/// A place in a file of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceLocation {
    /// The file, by its path in the folder; that of a house rule by its way from there.
    pub file: String,
    /// The line, from one.
    pub line: usize,
    /// The column in characters, from one.
    pub column: usize,
    /// Path in its JSON.
    #[serde(serialize_with = "as_text")]
    pub path: JsonPath,
}

impl SourceLocation {
    /// Returns a place of which line and column are not known yet.
    fn new(file: &str, path: JsonPath) -> SourceLocation {
        SourceLocation { file: file.to_owned(), line: 1, column: 1, path }
    }
}

fn as_text<S: Serializer>(path: &JsonPath, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(path)
}

/// Explains moves under one folder's rules: its tables are read once.
#[derive(Debug)]
pub struct Explainer {
    folder: Folder,
    /// With house rules: what the folder was made of, which is where its parts are written.
    written: Option<Written>,
    tables: Tables,
    files: Files,
}

impl Explainer {
    /// Reads the tables of a folder whose ruleset loads.
    #[must_use]
    pub fn new(folder: Folder) -> Explainer {
        Explainer { tables: Tables::read(&folder), files: Files::default(), written: None, folder }
    }

    /// Reads the tables of a ruleset with house rules. What it explains, it finds in the files in which an author wrote it.
    ///
    /// # Errors
    /// Returns an error if they do not go together.
    pub fn of(house: House) -> Result<Explainer, OverlayError> {
        if house.overlays.is_empty() {
            return Ok(Explainer::new(house.base));
        }
        let (folder, written) = house.written()?;
        Ok(Explainer { written: Some(written), ..Explainer::new(folder) })
    }

    /// Explains a move of a game's present position, written in any notation, or as source and destination with a blank between
    /// them.
    ///
    /// ```
    /// use authoring::{explain::{Explainer, Stage}, moves, rules::Folder};
    /// # let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
    /// let folder = Folder::read(&root)?;
    /// let mut game = ggn_core::Game::new(folder.ruleset()?);
    /// let mut explainer = Explainer::new(folder);
    /// let explanation = explainer.explain(&game, "e1g1");
    /// let way = &explanation.judgements[0];
    /// assert_eq!(way.stage, Stage::Way);
    /// assert_eq!(way.findings[0].message, "f1 must be empty; C:B stands there");
    /// let place = way.findings[0].place.as_ref().ok_or("a place")?;
    /// assert_eq!((place.file.as_str(), place.line), ("ggn/castling.json", 5));
    /// assert_eq!(place.path.to_string(), "$[\"C:+K^\"].e1.g1[0].must.f1");
    ///
    /// moves::play_line(&mut game, "e4 e5 Ba6")?;
    /// assert!(explainer.explain(&game, "bxa6").is_legal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&mut self, game: &Game, text: &str) -> Explanation {
        let refused = |summary: String| vec![Judgement { stage: Stage::Text, summary, findings: Vec::new() }];
        let mut judgements = match game.ending() {
            Some(ending) => refused(format!("the game is over: {}", words::ending(game.rules(), ending))),
            None => self.judgements(game, text).unwrap_or_else(refused),
        };
        let places = judgements.iter_mut().flat_map(|judgement| &mut judgement.findings);
        for place in places.filter_map(|finding| finding.place.as_mut()) {
            if let Some(written) = &self.written {
                (place.file, place.path) = written.origin(&place.file, &place.path);
            }
            self.files.find(self.written.as_ref().map_or(&self.folder, Written::files), place);
        }
        Explanation { asked: text.to_owned(), judgements }
    }

    /// Judges everything that a text can mean, and keeps what comes nearest to being legal.
    fn judgements(&self, game: &Game, text: &str) -> Result<Vec<Judgement>, String> {
        let checker = MoveChecker::new(&self.folder, game, &self.tables);
        let intents = match moves::read(game, text) {
            Ok(mv) => return Ok(vec![checker.legal(&mv)]),
            Err(why @ MoveTextError::Ambiguous { .. }) => return Err(why.to_string()),
            Err(_) => intent::all(game, &self.tables, text)?,
        };
        let mut judgements: Vec<Judgement> = intents.iter().map(|intent| checker.check(intent)).collect();
        let nearest = judgements.iter().map(|judgement| judgement.stage).max();
        judgements.retain(|judgement| Some(judgement.stage) == nearest);
        judgements.dedup();
        Ok(judgements)
    }

    /// Returns an explanation in lines of text: each judgement, and indented below it what it rests on.
    #[must_use]
    pub fn text(&self, explanation: &Explanation) -> String {
        print::text(&self.folder, explanation)
    }
}
