//! Printing in export format: the seven tags that every game has, the others by name, and moves in lines of fewer than 80 columns.

use std::fmt;

use ggn_core::Side;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::pgn::{Word, write_tag, write_words};

use super::{Line, Note, Outcome, PgnGame, ROSTER};

impl PgnGame {
    /// Returns the number of the first move and the side that plays it: as a set-up tag says, or else the first move itself.
    #[must_use]
    pub fn first_move(&self) -> (u32, Side) {
        if let Some(fen) = self.tag("FEN") {
            let mut fields = fen.split_whitespace().skip(1);
            let side = if fields.next() == Some("b") { Side::Second } else { Side::First };
            let number = fields.nth(3).and_then(|number| number.parse().ok());
            return (number.unwrap_or(1), side);
        }
        let written = self.line.moves.first().and_then(|mv| mv.number);
        let number = written.map_or(1, |(number, _)| number);
        match self.tag("FEEN").and_then(|feen| feen.parse::<Feen>().ok()) {
            Some(feen) => (number, feen.turn()),
            None if written.is_some_and(|(_, is_second)| is_second) => (number, Side::Second),
            None => (number, Side::First),
        }
    }

    /// Returns the tags as they are printed: those of the roster first, whether the game has them or not, then the others by name.
    fn printed_tags(&self) -> Vec<(&str, String)> {
        let outcome = self.outcome.or_else(|| self.tag("Result").and_then(Outcome::read));
        let result = outcome.unwrap_or(Outcome::Unknown).to_string();
        let absent = |name| if name == "Date" { "????.??.??" } else { "?" };
        let roster = ROSTER.into_iter().map(|name| match (name, self.tag(name)) {
            ("Result", _) => (name, result.clone()),
            (_, value) => (name, value.filter(|value| !value.is_empty()).unwrap_or(absent(name)).to_owned()),
        });
        let is_other = |(name, _): &&(String, String)| !ROSTER.contains(&name.as_str());
        let others = self.tags.iter().filter(is_other);
        let mut others: Vec<(&str, String)> =
            others.map(|(name, value)| (name.as_str(), value.clone())).collect();
        others.sort();
        roster.chain(others).collect()
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = self.printed_tags();
        for (name, value) in &tags {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut tokens = Movetext::default();
        let (number, side) = self.first_move();
        tokens.line(&self.line, number, side);
        let result = tags.iter().find(|(name, _)| *name == "Result").map_or("*", |(_, value)| value);
        tokens.push(result);
        tokens.print(f)
    }
}

/// The words of a game's moves, each of which stays in one line.
#[derive(Default)]
struct Movetext {
    tokens: Vec<Token>,
    /// True if the next word belongs to the one before it: no blank comes between them.
    opens: bool,
}

struct Token {
    text: String,
    /// True if nothing else may stand behind it in its line.
    ends_line: bool,
}

impl Movetext {
    fn push(&mut self, text: &str) {
        if std::mem::take(&mut self.opens)
            && let Some(last) = self.tokens.last_mut()
        {
            last.text.push_str(text);
            return;
        }
        self.tokens.push(Token { text: text.to_owned(), ends_line: false });
    }

    /// Puts a text directly behind the last word.
    fn append(&mut self, text: &str) {
        if let Some(last) = self.tokens.last_mut().filter(|last| !last.ends_line) {
            last.text.push_str(text);
        } else {
            self.push(text);
        }
    }

    fn line(&mut self, line: &Line, mut number: u32, mut side: Side) {
        for comment in &line.comments {
            self.comment(comment);
        }
        // The second side's move has a number only where something stands between it and the first side's.
        let mut says_number = true;
        for mv in &line.moves {
            match side {
                Side::First => self.push(&format!("{number}.")),
                Side::Second if says_number => self.push(&format!("{number}...")),
                Side::Second => {}
            }
            self.push(canonical(&mv.text).as_str());
            says_number = false;
            for note in &mv.notes {
                match note {
                    Note::Nag(glyph) => self.push(&format!("${glyph}")),
                    Note::Comment(text) => {
                        self.comment(text);
                        says_number = true;
                    }
                    Note::Variation(variation) => {
                        self.push("(");
                        self.opens = true;
                        self.line(variation, number, side);
                        self.opens = false;
                        self.append(")");
                        says_number = true;
                    }
                }
            }
            if side == Side::Second {
                number = number.saturating_add(1);
            }
            side = side.opponent();
        }
    }

    /// A comment between braces; one that has a brace in it goes to the end of its line.
    fn comment(&mut self, text: &str) {
        if text.contains('}') {
            self.push(&format!(";{text}"));
            if let Some(last) = self.tokens.last_mut() {
                last.ends_line = true;
            }
            return;
        }
        let mut parts = text.split_whitespace();
        self.push(&format!("{{{}", parts.next().unwrap_or_default()));
        for part in parts {
            // At the beginning of a line these would be taken for a tag and for an escape.
            match self.tokens.last_mut() {
                Some(last) if part.starts_with(['[', '%']) => {
                    last.text.push(' ');
                    last.text.push_str(part);
                }
                _ => self.push(part),
            }
        }
        self.append("}");
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.tokens.iter().map(|token| Word { text: &token.text, ends_line: token.ends_line }))
    }
}

/// Returns a move as PGN writes it: castling with letters, and the mark of nothing but check or mate.
fn canonical(text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#']);
    if !bare.is_empty() && bare.split('-').all(|part| matches!(part, "0" | "o" | "O")) {
        return text.replace(['0', 'o'], "O");
    }
    text.to_owned()
}
