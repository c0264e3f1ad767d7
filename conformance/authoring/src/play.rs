//! A game played line by line: what a person types, and what they are answered.

use ggn_core::notation::cell::Cell;
use ggn_core::{Game, Location};

use crate::board::{self, Picture, Reach, Style};
use crate::explain::Explainer;
use crate::moves;
use crate::rules::Folder;
use crate::words;

/// The longest line that is read, in bytes.
pub const LINE_MAX: usize = 4096;

/// Help on the lines that may be typed.
pub const HELP: &str = "\
a move in SAN, UCI or PMN, or several: e4, e2e4, e2-e4
moves [SQUARE]   what is legal
undo [N]         take back the last move, or the last N
explain MOVE     why a move is legal or not
show [SQUARE]    the board, and what the piece there reaches
position         the position as FEEN
resign           the side to move gives up
help             this
quit             the end
";

/// A game at the keyboard.
#[derive(Debug)]
pub struct Play {
    explainer: Explainer,
    game: Game,
    /// The game before a resignation.
    before_end: Option<Game>,
    style: Style,
}

/// Answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The text, with a line end.
    pub text: String,
    /// True if nothing more is read.
    pub is_last: bool,
}

impl Play {
    /// Returns a game that goes on from here.
    #[must_use]
    pub fn new(folder: Folder, game: Game, style: Style) -> Play {
        Play::explained_by(Explainer::new(folder), game, style)
    }

    /// Returns a game that goes on from here, and who explains its moves.
    #[must_use]
    pub fn explained_by(explainer: Explainer, game: Game, style: Style) -> Play {
        Play { explainer, game, before_end: None, style }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the board, and whose turn it is or how the game ended.
    #[must_use]
    pub fn board(&self) -> String {
        self.pictured(Reach::default())
    }

    fn pictured(&self, reach: Reach) -> String {
        let picture = Picture::of(self.game.rules(), self.game.position(), words::status(&self.game));
        board::text(&Picture { reach, ..picture }, self.style)
    }

    /// Does what a line says, and answers.
    ///
    /// ```
    /// use authoring::{board::Style, play::Play, rules::Folder};
    /// # let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
    /// let folder = Folder::read(&root)?;
    /// let game = ggn_core::Game::new(folder.ruleset()?);
    /// let mut play = Play::new(folder, game, Style::Ascii);
    /// assert!(play.receive("e4 e5").text.ends_with("white to move\n"));
    /// assert_eq!(play.receive("Ke3").text, "ply 3: `Ke3`: the move is not legal (`explain Ke3` says why)\n");
    /// assert!(play.receive("quit").is_last);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn receive(&mut self, line: &str) -> Answer {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = match (word, rest) {
            ("", _) => String::new(),
            ("help" | "?", "") => HELP.to_owned(),
            ("quit" | "exit", "") => return Answer { text: String::new(), is_last: true },
            ("moves", square) => self.moves(square),
            ("undo", count) => self.undo(count),
            ("explain", "") => "explain which move?\n".to_owned(),
            ("explain", mv) => self.explain(mv),
            ("show", square) => self.show(square),
            ("position", "") => format!("{}\n", self.game.rules().feen(self.game.position())),
            ("resign", "") => self.resign(),
            ("help" | "?" | "quit" | "exit" | "position" | "resign", _) => {
                format!("`{word}` stands alone; `help` tells what may be typed\n")
            }
            _ => self.play(line),
        };
        Answer { text, is_last: false }
    }

    fn play(&mut self, line: &str) -> String {
        let before = self.game.plies();
        let answer = self.play_all(line);
        // Some moves of the line may have been played before one was refused.
        if self.game.plies() > before { format!("{answer}{}", self.board()) } else { answer }
    }

    fn play_all(&mut self, line: &str) -> String {
        match moves::play_line(&mut self.game, line) {
            Ok(()) => String::new(),
            Err(failed) if self.game.ending().is_some() => format!("{failed}\n"),
            Err(failed) => format!("{failed} (`explain {}` says why)\n", failed.text),
        }
    }

    fn moves(&self, square: &str) -> String {
        let from = match square {
            "" => None,
            "*" => Some(Location::Hand),
            square => match self.square(square) {
                Ok(square) => Some(Location::Square(square)),
                Err(why) => return why,
            },
        };
        let listed = moves::list(&self.game, from, false);
        let spelled: Vec<String> = listed.into_iter().filter_map(|mv| mv.san).collect();
        if spelled.is_empty() { "no legal move\n".to_owned() } else { format!("{}\n", spelled.join(" ")) }
    }

    fn undo(&mut self, count: &str) -> String {
        let Ok(count) = (if count.is_empty() { Ok(1) } else { count.parse::<usize>() }) else {
            return format!("expected how many moves to take back, found `{count}`\n");
        };
        if let (Some(before), 1) = (self.before_end.take(), count) {
            self.game = before;
            return self.board();
        }
        if self.game.undo(count).is_empty() {
            return format!("{} moves have been played\n", self.game.plies());
        }
        self.board()
    }

    fn explain(&mut self, mv: &str) -> String {
        let explanation = self.explainer.explain(&self.game, mv);
        self.explainer.text(&explanation)
    }

    fn show(&self, square: &str) -> String {
        if square.is_empty() {
            return self.board();
        }
        match self.square(square) {
            Ok(square) => self.pictured(Reach::from_square(&self.game, square)),
            Err(why) => why,
        }
    }

    fn resign(&mut self) -> String {
        let before = self.game.clone();
        self.game.resign(self.game.position().turn());
        if before.ending().is_some() {
            return "the game is over already\n".to_owned();
        }
        if self.game.ending().is_none() {
            return "nobody can give up in this game: the ruleset has no such ending\n".to_owned();
        }
        self.before_end = Some(before);
        format!("{}\n", words::status(&self.game))
    }

    fn square(&self, text: &str) -> Result<ggn_core::Square, String> {
        let cell: Cell = text.parse().map_err(|why| format!("{why}\n"))?;
        self.game.rules().shape().square(cell).ok_or_else(|| format!("the board has no square {cell}\n"))
    }
}
