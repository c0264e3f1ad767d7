//! Reading: from words to games, with everything that is not as it should be.

use pest::Parser as _;
use pest::iterators::Pair;

use super::{
    FAULTS_MAX, ITEMS_MAX, Line, LineColumn, NESTING_MAX, Note, Outcome, PgnFault, PgnGame, PgnMove, TAGS_MAX,
};

/// The grammar of words.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "pgn/pgn.pest"]
    pub(super) struct Words;
}

use grammar::{Rule, Words};

/// Returns the games of a text, one by one.
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    Games {
        text,
        offset: 0,
        cursor: Cursor { offset: 0, place: LineColumn { line: 1, column: 1 } },
        held: None,
    }
}

/// Reads the games of a text lazily.
#[derive(Debug)]
pub struct Games<'t> {
    text: &'t str,
    /// Number of bytes read.
    offset: usize,
    cursor: Cursor,
    /// A word that was read and belongs to the next game.
    held: Option<Word<'t>>,
}

/// Known place, from which the next is found.
#[derive(Debug)]
struct Cursor {
    offset: usize,
    place: LineColumn,
}

impl Cursor {
    fn place(&mut self, text: &str, offset: usize) -> LineColumn {
        for c in text.get(self.offset..offset).unwrap_or_default().chars() {
            if c == '\n' {
                self.place = LineColumn { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.offset = self.offset.max(offset);
        self.place
    }
}

/// One word of the text.
#[derive(Debug)]
struct Word<'t> {
    at: LineColumn,
    pair: Pair<'t, Rule>,
}

impl<'t> Games<'t> {
    /// Returns the next word. Blanks are passed over, and lines that begin with `%`.
    fn word(&mut self) -> Option<Word<'t>> {
        if let Some(held) = self.held.take() {
            return Some(held);
        }
        loop {
            let rest = self.text.get(self.offset..)?;
            let blank = |c: char| c.is_ascii_whitespace() || matches!(c, '\u{b}' | '\u{a0}');
            let start = self.offset + rest.find(|c| !blank(c))?;
            self.offset = start;
            let rest = self.text.get(start..)?;
            let begins_line =
                self.text.get(..start).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
            if begins_line && rest.starts_with('%') {
                self.offset = start + rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            let at = self.cursor.place(self.text, start);
            let word = Words::parse(Rule::word, rest).ok()?.next()?;
            self.offset = start + word.as_span().end();
            return Some(Word { at, pair: word.into_inner().next()? });
        }
    }

    /// Passes over everything up to the next line that begins with a tag.
    fn skip_to_tag(&mut self) {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        self.held = None;
        self.offset = rest.find("\n[").map_or(self.text.len(), |at| self.offset + at + 1);
    }
}

impl Iterator for Games<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        loop {
            let game = Reading::default().read(self)?;
            // Words between games, or behind the last one, make no game.
            if !game.tags.is_empty()
                || !game.line.moves.is_empty()
                || game.outcome.is_some()
                || !game.faults.is_empty()
            {
                return Some(game);
            }
        }
    }
}

/// A game on its way.
#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    /// The lines that are interrupted by the one that is read.
    outer: Vec<Line>,
    line: Line,
    /// Number of open variations that are too deep to be kept.
    skipped: usize,
    /// Number of moves, comments and glyphs so far.
    items: usize,
    number: Option<(u32, bool)>,
    outcome: Option<Outcome>,
    faults: Vec<PgnFault>,
}

impl Reading {
    fn read(mut self, games: &mut Games<'_>) -> Option<PgnGame> {
        let first = games.word()?;
        let (at, mut end) = (first.at, first.at);
        let mut next = Some(first);
        let mut is_given_up = false;
        while let Some(word) = next {
            let begins_game = matches!(word.pair.as_rule(), Rule::tag | Rule::half_tag);
            // Comments behind the result belong to the game as long as they stand in its line.
            let is_over = self.outcome.is_some() && !(is_comment(&word) && word.at.line == end.line);
            if (begins_game && self.is_begun()) || is_over {
                games.held = Some(word);
                break;
            }
            end = word.at;
            self.take(word);
            is_given_up = self.is_too_much(end);
            if is_given_up {
                games.skip_to_tag();
                break;
            }
            next = games.word();
        }
        if !is_given_up && (!self.outer.is_empty() || self.skipped > 0) {
            self.fault(end, true, "a variation is not closed".to_owned());
        }
        while let Some(outer) = self.outer.pop() {
            self.close(outer);
        }
        if !is_given_up && self.outcome.is_none() && self.is_begun() {
            self.fault(end, false, "no result stands at the end: 1-0, 0-1, 1/2-1/2 or *".to_owned());
        }
        let Reading { tags, line, outcome, faults, .. } = self;
        Some(PgnGame { at, tags, line, outcome, faults })
    }

    /// Returns whether moves have begun, so that a tag belongs to another game.
    fn is_begun(&self) -> bool {
        !self.line.moves.is_empty() || !self.outer.is_empty()
    }

    /// Returns whether the rest of the game is passed over, and if so, says why.
    fn is_too_much(&mut self, at: LineColumn) -> bool {
        let what = if self.items > ITEMS_MAX {
            format!("the game has more than {ITEMS_MAX} moves, comments and glyphs")
        } else if self.tags.len() > TAGS_MAX {
            format!("the game has more than {TAGS_MAX} tags")
        } else if self.faults.len() >= FAULTS_MAX {
            format!("{FAULTS_MAX} things are wrong with this game")
        } else {
            return false;
        };
        self.fault(at, true, format!("{what}; the rest of it is passed over"));
        true
    }

    fn fault(&mut self, at: LineColumn, is_error: bool, message: String) {
        self.faults.push(PgnFault { at, is_error, message });
    }

    fn take(&mut self, Word { at, pair }: Word<'_>) {
        let text = pair.as_str();
        match pair.as_rule() {
            Rule::tag => self.tag(at, pair),
            Rule::half_tag => {
                self.fault(
                    at,
                    true,
                    format!("expected a tag such as [White \"name\"], found {}", shown(text)),
                );
            }
            Rule::comment | Rule::line_comment | Rule::open_comment => {
                if pair.as_rule() == Rule::open_comment {
                    self.fault(at, true, "a comment is not closed".to_owned());
                }
                let inner = pair.into_inner().next().map_or("", |inside| inside.as_str());
                self.comment(inner);
            }
            Rule::open => self.open(at),
            Rule::close => self.close_one(at),
            Rule::nag => match text.strip_prefix('$').and_then(|digits| digits.parse().ok()) {
                Some(glyph) => self.glyph(at, glyph),
                None => {
                    self.fault(at, true, format!("expected a glyph from $0 to $255, found {}", shown(text)));
                }
            },
            Rule::quality => self.quality(at, text),
            // In a variation it only says how that would have ended.
            Rule::result if self.outer.is_empty() && self.skipped == 0 => self.outcome = Outcome::read(text),
            Rule::number => {
                let mut parts = pair.into_inner();
                let number = parts.next().and_then(|digits| digits.as_str().parse().ok());
                let dots = parts.next().map_or("", |dots| dots.as_str());
                self.number = number.map(|number| (number, dots.len() > 1));
            }
            Rule::dots => self.number = self.number.map(|(number, _)| (number, true)),
            Rule::symbol => self.symbol(at, text),
            Rule::junk => self.fault(at, true, format!("{} is no part of PGN here", shown(text))),
            _ => {}
        }
    }

    fn tag(&mut self, at: LineColumn, pair: Pair<'_, Rule>) {
        let mut parts = pair.into_inner().map(|part| part.as_str());
        let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if self.tags.iter().any(|(known, _)| known == name) {
            return self.fault(at, false, format!("the tag {name} stands twice; the first counts"));
        }
        self.tags.push((name.to_owned(), unescaped(value)));
    }

    fn comment(&mut self, text: &str) {
        if self.skipped > 0 {
            return;
        }
        self.items += 1;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.line.moves.last_mut() {
            Some(mv) => mv.notes.push(Note::Comment(text)),
            None => self.line.comments.push(text),
        }
    }

    fn glyph(&mut self, at: LineColumn, glyph: u8) {
        if self.skipped > 0 {
            return;
        }
        self.items += 1;
        match self.line.moves.last_mut() {
            Some(mv) => mv.notes.push(Note::Nag(glyph)),
            None => self.fault(at, true, "a glyph stands before the first move of its line".to_owned()),
        }
    }

    fn quality(&mut self, at: LineColumn, text: &str) {
        match glyph(text) {
            Some(glyph) => self.glyph(at, glyph),
            None => self.fault(at, true, format!("{} is no mark of a move", shown(text))),
        }
    }

    fn open(&mut self, at: LineColumn) {
        self.number = None;
        if self.skipped == 0 && self.outer.len() < NESTING_MAX {
            if self.line.moves.is_empty() {
                self.fault(at, true, "a variation stands before the first move of its line".to_owned());
            }
            self.outer.push(std::mem::take(&mut self.line));
            return;
        }
        if self.skipped == 0 {
            let message = format!("variations go deeper than {NESTING_MAX}; this one is left out");
            self.fault(at, true, message);
        }
        self.skipped += 1;
    }

    fn close_one(&mut self, at: LineColumn) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(outer) = self.outer.pop() {
            self.close(outer);
        } else {
            self.fault(at, true, "a variation is closed that is not open".to_owned());
        }
    }

    /// Puts the line that was read behind the move that it varies, and goes on with the line of that move.
    fn close(&mut self, outer: Line) {
        self.number = None;
        let variation = std::mem::replace(&mut self.line, outer);
        if let Some(mv) = self.line.moves.last_mut() {
            mv.notes.push(Note::Variation(variation));
        }
    }

    fn symbol(&mut self, at: LineColumn, text: &str) {
        let number = self.number.take();
        if self.skipped > 0 {
            return;
        }
        self.items += 1;
        let bare = text.trim_end_matches(['!', '?']);
        let quality = text.strip_prefix(bare).unwrap_or_default();
        self.line.moves.push(PgnMove { at, number, text: bare.to_owned(), notes: Vec::new() });
        if !quality.is_empty() {
            self.quality(at, quality);
        }
    }
}

fn is_comment(word: &Word<'_>) -> bool {
    matches!(word.pair.as_rule(), Rule::comment | Rule::line_comment)
}

/// Returns the glyph that a mark of quality stands for.
fn glyph(mark: &str) -> Option<u8> {
    match mark {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

/// Returns a text between quotes, no longer than a message can bear.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(32).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{short}`")
}

/// Returns the value of a tag without its escapes. A control character is the blank as which it is printed: else a set-up would mean another thing
/// once it is printed and read again.
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out.replace(char::is_control, " ")
}
